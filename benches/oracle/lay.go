package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// A layout copies small programs into a tree that the oracle reads: a folder for each package, below the module `corpus`.
type layout struct {
	out string
	// How many packages were laid out, and why programs were left out.
	packages int
	left     map[string]int
}

// lay copies the programs of each root into a folder of the root's name. A file is a program, but the files of a folder
// are one package if the folder lies below the roots' own folders, and several, told apart by their clauses, if its name
// ends in `.dir`; where the test beside such a folder has the flag -s, each of its files is a package. Files that a Linux build without cgo leaves out are not copied, as what they import as C is unknown to
// the checker, nor programs for special flags.
func lay(out string, roots []string) error {
	l := &layout{out: out, left: map[string]int{}}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "go.mod"), []byte("module corpus\n\ngo 1.27\n"), 0o666); err != nil {
		return err
	}
	for _, root := range roots {
		nested := filepath.Base(root) == "testdata"
		err := filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
			if err != nil || !info.IsDir() {
				return err
			}
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				l.left["module of its own"]++
				return filepath.SkipDir
			}
			relative, _ := filepath.Rel(root, path)
			dir := strings.ReplaceAll(filepath.Join(filepath.Base(root), relative), ".dir", "")
			dir = strings.ReplaceAll(dir, "testdata", "types")
			switch {
			case strings.Contains(path, ".dir"):
				return l.folder(path, dir)
			case nested && strings.Contains(relative, string(filepath.Separator)):
				return l.copy(dir, "", l.built(path))
			}
			for _, file := range l.built(path) {
				name := plain(strings.TrimSuffix(filepath.Base(file), ".go"))
				if err := l.copy(filepath.Join(dir, name), "", []string{file}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	fmt.Fprintln(os.Stderr, l.packages, "packages; left out:", l.left)
	return nil
}

// plain is a file's name without what the go command reads in it.
func plain(name string) string {
	return strings.ReplaceAll(name, "_", "-")
}

// built are the Go files of a folder that are built.
func (l *layout) built(dir string) []string {
	context := build.Default
	context.GOOS, context.GOARCH, context.CgoEnabled = "linux", "amd64", false
	paths, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	sort.Strings(paths)
	var kept []string
	for _, path := range paths {
		if fits, err := context.MatchFile(dir, filepath.Base(path)); err == nil && !fits {
			l.left["not built"]++
			continue
		}
		if importsC(path) {
			l.left["cgo"]++
			continue
		}
		kept = append(kept, path)
	}
	return kept
}

func importsC(path string) bool {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	return err == nil && slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool { return spec.Path.Value == `"C"` })
}

// folder lays out a folder of several packages. Each is imported by the name of its first file.
func (l *layout) folder(path, dir string) error {
	groups := map[string][]string{}
	var order []string
	test, _ := os.ReadFile(strings.TrimSuffix(path, ".dir") + ".go")
	line, _, _ := strings.Cut(string(test), "\n")
	isSingle := slices.Contains(strings.Fields(line), "-s")
	for _, file := range l.built(path) {
		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly)
		if err != nil {
			l.left["no package clause"]++
			continue
		}
		name := syntax.Name.Name
		if isSingle {
			name = file
		}
		if groups[name] == nil {
			order = append(order, name)
		}
		groups[name] = append(groups[name], file)
	}
	for _, name := range order {
		first := plain(strings.TrimSuffix(filepath.Base(groups[name][0]), ".go"))
		if err := l.copy(filepath.Join(dir, first), "corpus/"+filepath.ToSlash(dir), groups[name]); err != nil {
			return err
		}
	}
	return nil
}

// copy writes the files of one package. Imports from its own folder get paths below `base`.
func (l *layout) copy(dir, base string, files []string) error {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if flags := flagsOf(string(text)); flags != "" {
			l.left["flags"]++
			continue
		}
		if base != "" {
			text = imports(text, base)
		}
		target := filepath.Join(l.out, dir, plain(filepath.Base(file)))
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(target, text, 0o666); err != nil {
			return err
		}
	}
	if len(files) > 0 {
		l.packages++
	}
	return nil
}

// flagsOf are the flags in the first line that change what the type checker accepts.
func flagsOf(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	for _, flag := range []string{"-lang=", "-goexperiment", "-gotypesalias", "-fakeImportC"} {
		if strings.HasPrefix(line, "// ") && strings.Contains(line, flag) {
			return line
		}
	}
	return ""
}

// imports gives imports of the own folder a path.
func imports(text []byte, base string) []byte {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "", text, parser.ImportsOnly)
	if err != nil {
		return text
	}
	for at := len(syntax.Imports) - 1; at >= 0; at-- {
		literal := syntax.Imports[at].Path
		path, err := strconv.Unquote(literal.Value)
		if name, isOwn := strings.CutPrefix(path, "./"); err == nil && isOwn {
			start := fset.Position(literal.Pos()).Offset
			end := start + len(literal.Value)
			rest := append([]byte(strconv.Quote(base+"/"+plain(name))), text[end:]...)
			text = append(text[:start:start], rest...)
		}
	}
	return text
}
