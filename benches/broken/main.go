// Command broken mutates declarations of a tree of Go packages, and says what go/types refuses in it.
//
//	broken mutate DIR SEED   edits one declaration in DIR, and prints its kind and place; exit code 1 if there is none
//	broken alter DIR SEED    edits the body of one function at random, so that it may do something else, and prints its place
//	broken check             reads folders from standard input, and prints for each one line of JSON: the ranges of the
//	                         declarations of each file, and the lines of its errors
//
// Of a tree the module at its root is checked, with what its vendor folder has. Other packages from outside are not known: neither
// their imports nor what they declare is reported. An import of a package that the module lacks is reported in each file, where
// go/types does it once in a package. The standard library is read from its sources.
package main

import (
	"bufio"
	"crypto/sha256"
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
	"regexp"
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
	case len(os.Args) == 4 && os.Args[1] == "alter":
		seed, _ := strconv.ParseInt(os.Args[3], 10, 64)
		if !alter(os.Args[2], rand.New(rand.NewSource(seed))) {
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
		fmt.Fprintln(os.Stderr, "usage: broken mutate DIR SEED | broken alter DIR SEED | broken check")
		os.Exit(2)
	}
}

type file struct {
	path string // Relative to the root.
	ast  *ast.File
	src  []byte
}

type tree struct {
	root   string
	fset   *token.FileSet
	module string
	// By folder, the files that the host builds.
	files map[string][]*file
}

func load(root string) *tree {
	t := &tree{root: root, fset: fset, files: map[string][]*file{}}
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
		t.add(path)
		return nil
	})
	return t
}

// The file set and the results of all checks, so that what an edit does not concern is not checked again.
var (
	fset   = token.NewFileSet()
	parsed = map[string]*file{}
	checks = map[string]*checked{}
)

type checked struct {
	key    string
	types  *types.Package
	errors map[string]map[int]string
}

func (t *tree) add(path string) {
	name := filepath.Base(path)
	if !strings.HasSuffix(name, ".go") {
		return
	}
	if ok, err := build.Default.MatchFile(filepath.Dir(path), name); err != nil || !ok {
		return
	}
	src, _ := os.ReadFile(path)
	relative, _ := filepath.Rel(t.root, path)
	key := relative + "\x00" + string(src)
	f := parsed[key]
	if f == nil {
		ast, _ := parser.ParseFile(fset, relative, src, parser.SkipObjectResolution)
		f = &file{relative, ast, src}
		parsed[key] = f
	}
	if f.ast == nil || f.ast.Name.Name == "main" && strings.Contains(path, "_gen") {
		return
	}
	dir := filepath.Dir(relative)
	t.files[dir] = append(t.files[dir], f)
}

// A package is checked with its own tests; tests of the package with suffix _test apart.
var version = regexp.MustCompile(`([^/]+)/v[0-9]+$`)

type checker struct {
	*tree
	std    types.Importer
	known  map[string]*checked
	errors map[string]map[int]string
}

func (c *checker) Import(path string) (*types.Package, error) {
	found, err := c.find(path)
	if err != nil {
		return nil, err
	}
	if found == nil {
		return c.std.Import(path)
	}
	return found.types, nil
}

// A package of the tree or its vendor folder; nil for the standard library's.
func (c *checker) find(path string) (*checked, error) {
	dir, ok := ".", path == c.module
	if rest, found := strings.CutPrefix(path, c.module+"/"); found {
		dir, ok = rest, true
	}
	if !ok {
		first, _, _ := strings.Cut(path, "/")
		if !strings.Contains(first, ".") {
			return nil, nil
		}
		dir = "vendor/" + path
		if c.files[dir] == nil {
			found, _ := filepath.Glob(filepath.Join(c.root, dir, "*.go"))
			for _, path := range found {
				c.add(path)
			}
		}
	}
	if known, found := c.known[dir]; found {
		if known == nil {
			return nil, fmt.Errorf("import cycle or no package %s", path)
		}
		return known, nil
	}
	c.known[dir] = nil
	var files []*file
	for _, f := range c.files[dir] {
		if !strings.HasSuffix(f.path, "_test.go") {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no package %s", path)
	}
	c.known[dir] = c.check(path, files)
	return c.known[dir], nil
}

func (c *checker) check(path string, files []*file) *checked {
	hash := sha256.New()
	fmt.Fprintln(hash, path)
	for _, f := range files {
		fmt.Fprintln(hash, f.path, len(f.src))
		hash.Write(f.src)
		for _, imported := range f.ast.Imports {
			name, _ := strconv.Unquote(imported.Path.Value)
			if found, err := c.find(name); err != nil {
				fmt.Fprintln(hash, "none")
			} else if found != nil {
				fmt.Fprintln(hash, found.key)
			}
		}
	}
	key := string(hash.Sum(nil))
	result := checks[key]
	if result == nil {
		result = &checked{key: key, errors: map[string]map[int]string{}}
		checks[key] = result
		config := types.Config{Importer: c, FakeImportC: true, IgnoreFuncBodies: strings.HasPrefix(files[0].path, "vendor/"), Error: func(err error) {
			e, ok := err.(types.Error)
			if !ok || strings.Contains(e.Msg, "and not used") || strings.HasPrefix(e.Msg, "\t") || follows(e.Msg) {
				return
			}
			at := fset.PositionFor(e.Pos, false)
			if result.errors[at.Filename] == nil {
				result.errors[at.Filename] = map[int]string{}
			}
			result.errors[at.Filename][at.Line] = e.Msg
		}}
		var asts []*ast.File
		for _, f := range files {
			c.name(f)
			asts = append(asts, f.ast)
		}
		result.types, _ = config.Check(path, fset, asts, nil)
		for _, f := range files {
			c.imports(f, result.errors)
		}
	}
	for name, lines := range result.errors {
		if strings.HasPrefix(name, "vendor/") {
			continue
		}
		if c.errors[name] == nil {
			c.errors[name] = map[int]string{}
		}
		for line, message := range lines {
			c.errors[name][line] = message
		}
	}
	return result
}

// Errors that follow from others, which go/types reports only where they are the first of a package.
func follows(message string) bool {
	return strings.Index(message, "invalid type") > 0 || strings.Index(message, "invalid operand") > 0
}

// Names packages that are not there as modules of a later version are named: go/types would call one v2.
func (c *checker) name(f *file) {
	for _, imported := range f.ast.Imports {
		path, _ := strconv.Unquote(imported.Path.Value)
		if parts := version.FindStringSubmatch(path); parts != nil && imported.Name == nil {
			if _, err := c.find(path); err != nil {
				imported.Name = &ast.Ident{NamePos: imported.Pos(), Name: parts[1]}
			}
		}
	}
}

// Puts right what is said of the imports of a file that cannot be resolved.
func (c *checker) imports(f *file, errors map[string]map[int]string) {
	for _, imported := range f.ast.Imports {
		name, _ := strconv.Unquote(imported.Path.Value)
		if _, err := c.find(name); err == nil {
			continue
		}
		line := fset.PositionFor(imported.Pos(), false).Line
		if name != c.module && !strings.HasPrefix(name, c.module+"/") {
			delete(errors[f.path], line)
			// go/types calls it by the end of its path, which may not be its name.
			for line, message := range errors[f.path] {
				if used, ok := strings.CutPrefix(message, "undefined: "); ok && strings.Contains(name, used) {
					delete(errors[f.path], line)
				}
			}
			continue
		}
		if errors[f.path] == nil {
			errors[f.path] = map[int]string{}
		}
		errors[f.path][line] = "no package " + name
	}
}

type answer struct {
	// By file: begin and end of each declaration.
	Ranges map[string][][2]int `json:"ranges"`
	// By file: messages by line.
	Errors map[string]map[int]string `json:"errors"`
}

func check(root string, std types.Importer) answer {
	t := load(root)
	c := &checker{t, std, map[string]*checked{}, map[string]map[int]string{}}
	out := answer{map[string][][2]int{}, c.errors}
	var dirs []string
	for dir := range t.files {
		dirs = append(dirs, dir)
	}
	sort.Strings(dirs)
	for _, dir := range dirs {
		files := t.files[dir]
		path := t.module
		if dir != "." {
			path += "/" + dir
		}
		c.find(path)
		var own, outside []*file
		tests := false
		for _, f := range files {
			if strings.HasSuffix(f.ast.Name.Name, "_test") && strings.HasSuffix(f.path, "_test.go") {
				outside = append(outside, f)
			} else {
				own = append(own, f)
				tests = tests || strings.HasSuffix(f.path, "_test.go")
			}
			out.Ranges[f.path] = ranges(fset, f.ast)
		}
		known := c.known
		if tests {
			// Outside tests, and what they import, see the package with its own tests.
			c.known = map[string]*checked{dir: c.check(path, own)}
		}
		if len(outside) > 0 {
			c.check(path+"_test", outside)
		}
		c.known = known
	}
	return out
}

// The declarations of a file: functions, and the single specifications of others.
func ranges(fset *token.FileSet, f *ast.File) [][2]int {
	var all [][2]int
	add := func(n ast.Node) {
		all = append(all, [2]int{fset.PositionFor(n.Pos(), false).Line, fset.PositionFor(n.End(), false).Line})
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
	at := func(p token.Pos) int { return t.fset.PositionFor(p, false).Offset }
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

// Edits the body of one function at random: a condition, an operator, a number, a call whose result nobody takes.
func alter(root string, random *rand.Rand) bool {
	t := load(root)
	var dirs []string
	for dir := range t.files {
		dirs = append(dirs, dir)
	}
	sort.Strings(dirs)
	type function struct {
		file *file
		decl *ast.FuncDecl
	}
	var all []function
	for _, dir := range dirs {
		for _, f := range t.files[dir] {
			if strings.HasSuffix(f.path, "_test.go") || ast.IsGenerated(f.ast) {
				continue
			}
			for _, d := range f.ast.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
					all = append(all, function{f, d})
				}
			}
		}
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, of := range all {
		edits := t.alterations(of.file, of.decl)
		if len(edits) == 0 {
			continue
		}
		e := edits[random.Intn(len(edits))]
		text := string(e.file.src[:e.from]) + e.with + string(e.file.src[e.to:])
		if os.WriteFile(filepath.Join(root, e.file.path), []byte(text), 0o644) != nil {
			return false
		}
		fmt.Printf("%s %s:%d\n", e.kind, e.file.path, fset.PositionFor(of.decl.Name.Pos(), false).Line)
		return true
	}
	return false
}

var opposite = map[token.Token]string{
	token.EQL: "!=", token.NEQ: "==", token.LSS: ">=", token.GEQ: "<", token.GTR: "<=", token.LEQ: ">",
	token.LAND: "||", token.LOR: "&&", token.ADD: "-", token.SUB: "+",
}

func (t *tree) alterations(f *file, of *ast.FuncDecl) []edit {
	var all []edit
	at := func(p token.Pos) int { return fset.PositionFor(p, false).Offset }
	ast.Inspect(of.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			from, to := at(n.Cond.Pos()), at(n.Cond.End())
			all = append(all, edit{"condition", f, from, to, "!(" + string(f.src[from:to]) + ")"})
		case *ast.BinaryExpr:
			if with := opposite[n.Op]; with != "" {
				all = append(all, edit{"operator", f, at(n.OpPos), at(n.OpPos) + len(n.Op.String()), with})
			}
		case *ast.BasicLit:
			if n.Kind == token.INT {
				all = append(all, edit{"number", f, at(n.Pos()), at(n.End()), "(" + n.Value + " + 1)"})
			} else if n.Kind == token.STRING && len(n.Value) > 2 && n.Value[0] == '"' {
				all = append(all, edit{"text", f, at(n.Pos()), at(n.End()), "\"~" + n.Value[1:]})
			}
		case *ast.ExprStmt:
			all = append(all, edit{"call", f, at(n.Pos()), at(n.End()), ""})
		case *ast.ReturnStmt:
			for _, result := range n.Results {
				if id, ok := result.(*ast.Ident); ok && (id.Name == "true" || id.Name == "false") {
					all = append(all, edit{"result", f, at(id.Pos()), at(id.End()), "!" + id.Name})
				}
			}
		}
		return true
	})
	return all
}
