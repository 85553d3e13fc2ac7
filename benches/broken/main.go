// Command broken mutates declarations of a tree of Go packages, and says what go/types refuses in it.
//
//	broken mutate DIR SEED   edits one declaration in DIR, and prints its kind and place; exit code 1 if there is none
//	broken check             reads folders from standard input, and prints for each one line of JSON: the ranges of the
//	                         declarations of each file, and the lines of its errors
//
// The tree is one module without requirements; the standard library is read from its sources.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

func main() {
	switch {
	case len(os.Args) == 4 && os.Args[1] == "mutate":
		seed, _ := strconv.ParseInt(os.Args[3], 10, 64)
		if !mutate(os.Args[2], rand.New(rand.NewSource(seed))) {
			os.Exit(1)
		}
	case len(os.Args) == 2 && os.Args[1] == "check":
		std := importer.ForCompiler(token.NewFileSet(), "source", nil)
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			out, _ := json.Marshal(check(lines.Text(), std))
			fmt.Println(string(out))
		}
	default:
		fmt.Fprintln(os.Stderr, "usage: broken mutate DIR SEED | broken check")
		os.Exit(2)
	}
}

type file struct {
	path string // Relative to the root.
	ast  *ast.File
	src  []byte
}

type tree struct {
	fset   *token.FileSet
	module string
	// By folder, the files that the host builds.
	files map[string][]*file
}

func load(root string) *tree {
	t := &tree{fset: token.NewFileSet(), files: map[string][]*file{}}
	if mod, err := os.ReadFile(filepath.Join(root, "go.mod")); err == nil {
		for _, line := range strings.Split(string(mod), "\n") {
			if rest, ok := strings.CutPrefix(line, "module "); ok {
				t.module = strings.TrimSpace(rest)
			}
		}
	}
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && path != root {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		if ok, err := build.Default.MatchFile(filepath.Dir(path), name); err != nil || !ok {
			return nil
		}
		src, _ := os.ReadFile(path)
		parsed, err := parser.ParseFile(t.fset, path, src, parser.SkipObjectResolution)
		if parsed == nil || parsed.Name.Name == "main" && strings.Contains(path, "_gen") {
			return nil
		}
		relative, _ := filepath.Rel(root, path)
		dir := filepath.Dir(relative)
		t.files[dir] = append(t.files[dir], &file{relative, parsed, src})
		return nil
	})
	return t
}

// A package is checked with its own tests; tests of the package with suffix _test apart.
type checker struct {
	*tree
	std    types.Importer
	known  map[string]*types.Package
	errors map[string]map[int]bool
}

func (c *checker) Import(path string) (*types.Package, error) {
	dir, ok := ".", path == c.module
	if rest, found := strings.CutPrefix(path, c.module+"/"); found {
		dir, ok = rest, true
	}
	if !ok {
		return c.std.Import(path)
	}
	if known, found := c.known[dir]; found {
		if known == nil {
			return nil, fmt.Errorf("import cycle or no package %s", path)
		}
		return known, nil
	}
	c.known[dir] = nil
	var files []*ast.File
	for _, f := range c.files[dir] {
		if !strings.HasSuffix(f.path, "_test.go") {
			files = append(files, f.ast)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no package %s", path)
	}
	c.known[dir] = c.check(path, files)
	return c.known[dir], nil
}

func (c *checker) check(path string, files []*ast.File) *types.Package {
	config := types.Config{Importer: c, FakeImportC: true, Error: func(err error) {
		e, ok := err.(types.Error)
		if !ok || strings.Contains(e.Msg, "and not used") || strings.HasPrefix(e.Msg, "\t") {
			return
		}
		at := c.fset.Position(e.Pos)
		if c.errors[at.Filename] == nil {
			c.errors[at.Filename] = map[int]bool{}
		}
		c.errors[at.Filename][at.Line] = true
	}}
	p, _ := config.Check(path, c.fset, files, nil)
	return p
}

type answer struct {
	// By file: begin and end of each declaration.
	Ranges map[string][][2]int `json:"ranges"`
	Errors map[string][]int    `json:"errors"`
}

func check(root string, std types.Importer) answer {
	t := load(root)
	c := &checker{t, std, map[string]*types.Package{}, map[string]map[int]bool{}}
	out := answer{map[string][][2]int{}, map[string][]int{}}
	for dir, files := range t.files {
		path := t.module
		if dir != "." {
			path += "/" + dir
		}
		c.Import(path)
		var own, outside []*ast.File
		tests := false
		for _, f := range files {
			if strings.HasSuffix(f.ast.Name.Name, "_test") {
				outside = append(outside, f.ast)
			} else {
				own = append(own, f.ast)
				tests = tests || strings.HasSuffix(f.path, "_test.go")
			}
			out.Ranges[f.path] = ranges(t.fset, f.ast)
		}
		known := c.known[dir]
		if tests {
			// Outside tests see what the package's own tests export.
			if p := c.check(path, own); p != nil {
				c.known[dir] = p
			}
		}
		if len(outside) > 0 {
			c.check(path+"_test", outside)
		}
		c.known[dir] = known
	}
	for name, lines := range c.errors {
		relative, _ := filepath.Rel(root, name)
		for line := range lines {
			out.Errors[relative] = append(out.Errors[relative], line)
		}
		sort.Ints(out.Errors[relative])
	}
	return out
}

// The declarations of a file: functions, and the single specifications of others.
func ranges(fset *token.FileSet, f *ast.File) [][2]int {
	var all [][2]int
	add := func(n ast.Node) {
		all = append(all, [2]int{fset.Position(n.Pos()).Line, fset.Position(n.End()).Line})
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				add(s)
			}
		}
	}
	return all
}

type edit struct {
	kind     string
	file     *file
	from, to int
	with     string
}

// Edits one declaration at random, without its uses.
func mutate(root string, random *rand.Rand) bool {
	t := load(root)
	var all []edit
	var dirs []string
	for dir := range t.files {
		dirs = append(dirs, dir)
	}
	sort.Strings(dirs)
	for _, dir := range dirs {
		for _, f := range t.files[dir] {
			if !strings.HasSuffix(f.path, "_test.go") {
				all = append(all, t.edits(f)...)
			}
		}
	}
	byKind := map[string][]edit{}
	var kinds []string
	for _, e := range all {
		if byKind[e.kind] == nil {
			kinds = append(kinds, e.kind)
		}
		byKind[e.kind] = append(byKind[e.kind], e)
	}
	if len(dirs) > 2 {
		kinds = append(kinds, "package moved")
	}
	if len(kinds) == 0 {
		return false
	}
	sort.Strings(kinds)
	kind := kinds[random.Intn(len(kinds))]
	if kind == "package moved" {
		dir := dirs[1+random.Intn(len(dirs)-1)]
		if err := os.Rename(filepath.Join(root, dir), filepath.Join(root, dir+"moved")); err != nil {
			return false
		}
		fmt.Println(kind, dir)
		return true
	}
	e := byKind[kind][random.Intn(len(byKind[kind]))]
	text := string(e.file.src[:e.from]) + e.with + string(e.file.src[e.to:])
	if os.WriteFile(filepath.Join(root, e.file.path), []byte(text), 0o644) != nil {
		return false
	}
	fmt.Printf("%s %s:%d\n", kind, e.file.path, 1+strings.Count(string(e.file.src[:e.from]), "\n"))
	return true
}

func (t *tree) edits(f *file) []edit {
	var all []edit
	at := func(p token.Pos) int { return t.fset.Position(p).Offset }
	add := func(kind string, from, to token.Pos, with string) {
		all = append(all, edit{kind, f, at(from), at(to), with})
	}
	other := func(of ast.Expr) string {
		if id, ok := of.(*ast.Ident); ok && id.Name == "string" {
			return "int"
		}
		return "string"
	}
	rename := func(kind string, id *ast.Ident) {
		if id.Name != "_" && id.Name != "main" && id.Name != "init" {
			add(kind+" renamed", id.Pos(), id.End(), id.Name+"Renamed")
			if id.IsExported() {
				add("visibility", id.Pos(), id.End(), strings.ToLower(id.Name[:1])+id.Name[1:]+"Hidden")
			}
		}
	}
	for _, d := range f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			kind := "function"
			if d.Recv != nil {
				kind = "method"
				add("method removed", d.Pos(), d.End(), "")
			}
			rename(kind, d.Name)
			if d.Name.Name == "main" || d.Name.Name == "init" {
				continue
			}
			params := d.Type.Params
			with := "added int"
			if len(params.List) > 0 {
				if len(params.List[0].Names) == 0 {
					with = "int"
				}
				with += ", "
				last := params.List[len(params.List)-1]
				if _, variadic := last.Type.(*ast.Ellipsis); !variadic {
					add("parameter type", last.Type.Pos(), last.Type.End(), other(last.Type))
				}
				if len(params.List) > 1 {
					add("parameter removed", params.List[0].Pos(), params.List[1].Pos(), "")
				}
			}
			add("parameter added", params.Opening+1, params.Opening+1, with)
			if results := d.Type.Results; results == nil {
				add("result added", params.End(), params.End(), " int")
			} else if n := len(results.List); n > 0 {
				last := results.List[n-1]
				add("result type", last.Type.Pos(), last.Type.End(), other(last.Type))
				if n > 1 {
					add("result removed", results.List[n-2].End(), last.End(), "")
				}
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					rename("type", s.Name)
					switch ty := s.Type.(type) {
					case *ast.StructType:
						for _, field := range ty.Fields.List {
							if len(field.Names) == 1 {
								rename("field", field.Names[0])
								add("field type", field.Type.Pos(), field.Type.End(), other(field.Type))
								add("field removed", field.Pos(), field.End(), "")
							}
						}
						if n := len(ty.Fields.List); n > 0 {
							add("field added", ty.Fields.List[n-1].End(), ty.Fields.List[n-1].End(), "\n\taddedField int")
						}
					case *ast.InterfaceType:
						add("interface method added", ty.Methods.Opening+1, ty.Methods.Opening+1, "\n\tAddedMethod()\n")
						for _, m := range ty.Methods.List {
							if len(m.Names) == 1 {
								rename("interface method", m.Names[0])
							}
						}
					default:
						add("type", ty.Pos(), ty.End(), other(ty))
					}
				case *ast.ValueSpec:
					kind := "variable"
					if d.Tok == token.CONST {
						kind = "constant"
					}
					rename(kind, s.Names[0])
					if len(s.Names) == 1 && s.Type == nil && len(s.Values) == 1 {
						if lit, ok := s.Values[0].(*ast.BasicLit); ok && (lit.Kind == token.INT || lit.Kind == token.STRING) {
							with := "\"changed\""
							if lit.Kind == token.STRING {
								with = "12"
							}
							add(kind+" type", lit.Pos(), lit.End(), with)
						}
					}
				}
			}
		}
	}
	return all
}
