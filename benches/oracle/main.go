// Oracle writes what go/types says of a tree of small packages, as the truth that benches/edges.py reads: definitions, and the
// calls, uses, accesses, embeddings and implementations between them.
//
//	oracle -lay OUT FOLDER...    lay programs out as a tree of such packages
//	oracle TREE > truth.jsonl
//	oracle -module TREE > truth.jsonl    of a module, with those of the modules that it requires that are on this machine
//
// Each folder with Go files is one package that imports the standard library and, by paths below the module `corpus`, other
// folders. A package that does not type-check is left out, and its files are marked as excluded; with -invalid these are
// taken and all others left out, as far as the checker got with them. With -module, the tree is what `go list` has of it, and the rows
// have what crosses its border besides. It needs an installed Go.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// A row of the truth; see benches/edges.py.
type row map[string]any

type oracle struct {
	root     string
	fset     *token.FileSet
	library  types.Importer
	packages map[string]*unit
	// Ids of the definitions of all packages that are taken.
	defs map[string]bool
	out  *json.Encoder
	// Whether errors are printed.
	verbose  bool
	isModule bool
	// The folders of the packages that are taken, and the packages of other modules.
	ours   map[*types.Package]string
	others map[*types.Package]bool
	// The methods behind each method of an interface that is called.
	behind map[*types.Func][]target
	// Declared types of all packages that are taken.
	concrete, interfaces []*types.Named
}

// A unit is the package of a folder.
type unit struct {
	dir   string
	files []*ast.File
	names []string
	pkg   *types.Package
	info  *types.Info
	valid bool
	// Where the checker reported an error.
	refused map[token.Pos]bool
}

func main() {
	invalid := flag.Bool("invalid", false, "take the packages that do not type-check instead")
	verbose := flag.Bool("errors", false, "print what does not type-check")
	isModule := flag.Bool("module", false, "read a module, with those that it requires")
	out := flag.String("lay", "", "lay the programs of the given folders out in this one, a folder for each package")
	flag.Parse()
	if *out != "" && flag.NArg() > 0 {
		if err := lay(*out, flag.Args()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: oracle [-invalid | -module] TREE")
		os.Exit(2)
	}
	rows := bufio.NewWriter(os.Stdout)
	defer rows.Flush()
	fset := token.NewFileSet()
	root, err := filepath.Abs(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	o := &oracle{
		root: root, fset: fset, library: importer.ForCompiler(fset, "source", nil),
		packages: map[string]*unit{}, defs: map[string]bool{}, verbose: *verbose, isModule: *isModule, out: json.NewEncoder(rows),
		ours: map[*types.Package]string{}, others: map[*types.Package]bool{}, behind: map[*types.Func][]target{},
	}
	units := o.folders
	if *isModule {
		units = o.modules
	}
	taken, err := units()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, u := range taken {
		if u.valid != *invalid {
			o.declare(u)
		}
	}
	for _, u := range taken {
		o.write(u, u.valid != *invalid)
	}
}

// folders type-checks the packages of all folders.
func (o *oracle) folders() ([]*unit, error) {
	var dirs []string
	_ = filepath.WalkDir(o.root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			dirs = append(dirs, path)
		}
		return nil
	})
	var units []*unit
	for _, dir := range dirs {
		relative, _ := filepath.Rel(o.root, dir)
		if u := o.unit(relative); u != nil {
			units = append(units, u)
		}
	}
	return units, nil
}

// declare writes the definitions of a package and notes its types.
func (o *oracle) declare(u *unit) {
	w := &walker{oracle: o, unit: u}
	for _, file := range u.files {
		w.declarations(file)
	}
	scope := u.pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() {
			continue
		}
		if o.isModule && isIncomplete(obj.Type(), map[types.Type]bool{}) {
			_ = o.out.Encode(row{"t": "incomplete", "id": o.place(obj.Pos())})
		}
		if named, ok := obj.Type().(*types.Named); ok && types.IsInterface(named) {
			o.interfaces = append(o.interfaces, named)
		} else if ok {
			o.concrete = append(o.concrete, named)
		}
	}
}

// Import finds a package of the tree by its path below `corpus`, or one of the standard library.
func (o *oracle) Import(path string) (*types.Package, error) {
	if below, ok := strings.CutPrefix(path, "corpus/"); ok {
		if u := o.unit(below); u != nil {
			return u.pkg, nil
		}
		return nil, fmt.Errorf("no package %s", path)
	}
	return o.library.Import(path)
}

// unit type-checks the package of a folder; nil if it has no Go files.
func (o *oracle) unit(dir string) *unit {
	if known, ok := o.packages[dir]; ok {
		return known
	}
	o.packages[dir] = nil
	paths, _ := filepath.Glob(filepath.Join(o.root, dir, "*.go"))
	sort.Strings(paths)
	u := &unit{dir: dir, valid: true, refused: map[token.Pos]bool{}}
	for _, path := range paths {
		file, err := parser.ParseFile(o.fset, path, nil, parser.SkipObjectResolution|parser.ParseComments)
		u.valid = u.valid && err == nil
		if file != nil {
			relative, _ := filepath.Rel(o.root, path)
			u.files, u.names = append(u.files, file), append(u.names, relative)
		}
	}
	if len(u.files) == 0 {
		return nil
	}
	o.check(u, "corpus/"+dir, o, true)
	o.packages[dir] = u
	return u
}

// check type-checks the files of a unit; one of another module without bodies, and without a word on errors.
func (o *oracle) check(u *unit, path string, importer types.Importer, isOurs bool) {
	config := types.Config{
		Importer:         importer,
		FakeImportC:      true,
		IgnoreFuncBodies: !isOurs,
		Sizes:            types.SizesFor("gc", "amd64"),
		Error: func(err error) {
			if at, ok := errors.AsType[types.Error](err); ok {
				u.refused[at.Pos] = true
			}
			if isOurs && !strings.Contains(err.Error(), "declared and not used") {
				u.valid = o.isModule
				if o.verbose {
					fmt.Fprintln(os.Stderr, err)
				}
			}
		},
	}
	if !isOurs {
		u.pkg, _ = config.Check(path, o.fset, u.files, nil)
		return
	}
	u.info = &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{},
		Implicits: map[ast.Node]types.Object{},
	}
	u.pkg, _ = config.Check(path, o.fset, u.files, u.info)
	o.ours[u.pkg] = u.dir
}

// at is where a position stands in its file, whatever line directives say.
func (o *oracle) at(pos token.Pos) token.Position {
	return o.fset.PositionFor(pos, false)
}

// place is the id of what is declared at a position.
func (o *oracle) place(pos token.Pos) string {
	at := o.at(pos)
	path, _ := filepath.Rel(o.root, at.Filename)
	return fmt.Sprintf("%s:%d:%d", path, at.Line, at.Column)
}

func (o *oracle) write(u *unit, taken bool) {
	for _, name := range u.names {
		var excluded any
		if !taken {
			excluded = "types"
		}
		_ = o.out.Encode(row{"t": "file", "file": name, "excluded": excluded})
	}
	if !taken {
		return
	}
	w := &walker{
		oracle: o, unit: u, edges: map[string]row{}, lines: map[string]map[int]bool{}, untyped: map[string]map[string]bool{},
	}
	for _, file := range u.files {
		w.file(file)
		if w.isModule {
			w.border(file)
		}
	}
	w.implements()
	keys := make([]string, 0, len(w.edges))
	for key := range w.edges {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for _, key := range keys {
		// What bodies declare is no definition.
		if to := w.edges[key]["to"].(string); o.defs[to] || w.edges[key]["kind"] == "import" {
			edge := w.edges[key]
			edge["lines"] = slices.Sorted(maps.Keys(w.lines[key]))
			_ = o.out.Encode(edge)
		}
	}
	for _, from := range slices.Sorted(maps.Keys(w.untyped)) {
		names := slices.Sorted(maps.Keys(w.untyped[from]))
		_ = o.out.Encode(row{"t": "unres", "from": from, "sels": names})
	}
}

// A walker collects the rows of one package.
type walker struct {
	*oracle
	*unit
	edges map[string]row
	// The lines of each edge.
	lines map[string]map[int]bool
	// Names that the checker left without a meaning, by where they stand: it goes no further than an error.
	untyped map[string]map[string]bool
	from    string
	// Identifiers that are called, parts of receivers, and embedded types.
	called, receivers, embedded map[*ast.Ident]bool
	// What names mean in the values of a constant that later ones repeat, where they stand: the checker notes what they mean
	// to the last of these.
	repeated map[*ast.Ident]types.Object
	// Of each name behind a dot, and of each key of a literal, what it is a member of.
	operands map[*ast.Ident]ast.Expr
}

func (w *walker) def(ident *ast.Ident, kind, owner string) {
	id, at := w.place(ident.Pos()), w.at(ident.Pos())
	path, _ := filepath.Rel(w.root, at.Filename)
	r := row{"t": "def", "id": id, "kind": kind, "name": ident.Name, "file": path, "line": at.Line, "col": at.Column}
	if owner != "" {
		r["owner"] = owner
	}
	if ident.Name == "_" {
		r["opt"] = true
	}
	w.defs[id] = true
	_ = w.out.Encode(r)
}

func (w *walker) declarations(file *ast.File) {
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			kind := "func"
			if decl.Recv != nil {
				kind = "method"
			}
			w.def(decl.Name, kind, "")
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					kind := "var"
					if decl.Tok == token.CONST {
						kind = "const"
					}
					for _, name := range spec.Names {
						w.def(name, kind, "")
					}
				case *ast.TypeSpec:
					w.def(spec.Name, kindOf(spec), "")
					w.members(spec.Type, w.place(spec.Name.Pos()))
				}
			}
		}
	}
}

func kindOf(spec *ast.TypeSpec) string {
	if spec.Assign.IsValid() {
		return "alias"
	}
	switch spec.Type.(type) {
	case *ast.StructType:
		return "struct"
	case *ast.InterfaceType:
		return "interface"
	}
	return "type"
}

// members defines the fields and methods that a type expression declares.
func (w *walker) members(expr ast.Expr, owner string) {
	ast.Inspect(expr, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncType:
			return false
		case *ast.StructType:
			for _, field := range node.Fields.List {
				for _, name := range field.Names {
					w.def(name, "field", owner)
				}
				if len(field.Names) == 0 {
					if ident := embedded(field.Type); ident != nil {
						w.def(ident, "field", owner)
					}
				}
			}
		case *ast.InterfaceType:
			for _, method := range node.Methods.List {
				for _, name := range method.Names {
					w.def(name, "imethod", owner)
				}
			}
		}
		return true
	})
}

// embedded is the name of an embedded field.
func embedded(expr ast.Expr) *ast.Ident {
	switch expr := expr.(type) {
	case *ast.Ident:
		return expr
	case *ast.StarExpr:
		return embedded(expr.X)
	case *ast.SelectorExpr:
		return expr.Sel
	case *ast.IndexExpr:
		return embedded(expr.X)
	case *ast.IndexListExpr:
		return embedded(expr.X)
	case *ast.ParenExpr:
		return embedded(expr.X)
	}
	return nil
}

func (w *walker) file(file *ast.File) {
	w.skipped(file)
	for _, spec := range file.Imports {
		if name := w.info.PkgNameOf(spec); name != nil {
			if dir, ok := w.ours[name.Imported()]; ok {
				at := w.at(spec.Pos())
				file, _ := filepath.Rel(w.root, at.Filename)
				w.edgeFrom("file:"+file, "import", at.Line, "pkg:"+dir, nil, false)
			}
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			w.walk(decl, w.place(decl.Name.Pos()))
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					w.values(spec)
				case *ast.TypeSpec:
					w.embeds(spec)
					w.walk(spec, w.place(spec.Name.Pos()))
				}
			}
		}
	}
}

// skipped notes the names that the parser left out behind a syntax error as without a meaning, in the declaration that they
// stand in or behind.
func (w *walker) skipped(file *ast.File) {
	text, err := os.ReadFile(w.fset.File(file.FileStart).Name())
	if err != nil {
		return
	}
	parsed, owners := map[token.Pos]bool{file.Name.Pos(): true}, []*ast.Ident{}
	ast.Inspect(file, func(node ast.Node) bool {
		if ident, ok := node.(*ast.Ident); ok {
			parsed[ident.Pos()] = true
		}
		return true
	})
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			owners = append(owners, decl.Name)
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					owners = append(owners, spec.Names...)
				case *ast.TypeSpec:
					owners = append(owners, spec.Name)
				}
			}
		}
	}
	var tokens scanner.Scanner
	tokens.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
	for {
		at, kind, name := tokens.Scan()
		if kind == token.EOF {
			return
		}
		pos := file.FileStart + at - 1
		if kind != token.IDENT || parsed[pos] {
			continue
		}
		for nth := len(owners) - 1; nth >= 0; nth-- {
			if owners[nth].Pos() < pos {
				w.unknown(w.place(owners[nth].Pos()), name)
				break
			}
		}
	}
}

// unknown notes a name that the checker left without a meaning.
func (w *walker) unknown(from, name string) {
	if w.untyped[from] == nil {
		w.untyped[from] = map[string]bool{}
	}
	w.untyped[from][name] = true
}

// values walks a spec: each value is its own name's where there are as many, the type is everybody's.
func (w *walker) values(spec *ast.ValueSpec) {
	for at, name := range spec.Names {
		from := w.place(name.Pos())
		if spec.Type != nil {
			w.walk(spec.Type, from)
		}
		switch {
		case len(spec.Values) == len(spec.Names):
			w.walk(spec.Values[at], from)
		case len(spec.Values) == 1:
			w.walk(spec.Values[0], from)
		}
	}
}

// edge adds an edge of the declaration that is walked to what is declared at `to`, from its place at `at`.
func (w *walker) edge(kind string, at, to token.Pos, more row, opt bool) {
	if to.IsValid() {
		w.edgeFrom(w.from, kind, w.at(at).Line, w.place(to), more, opt)
	}
}

func (w *walker) edgeFrom(from, kind string, line int, to string, more row, opt bool) {
	r := row{"t": "edge", "kind": kind, "from": from, "to": to}
	for key, value := range more {
		r[key] = value
	}
	if opt {
		r["opt"] = true
	}
	key := fmt.Sprint(from, kind, to, r["dispatch"], opt)
	if w.lines[key] == nil {
		w.lines[key] = map[int]bool{}
	}
	w.edges[key], w.lines[key][line] = r, true
}

func (w *walker) embeds(spec *ast.TypeSpec) {
	from := w.place(spec.Name.Pos())
	add := func(fields *ast.FieldList) {
		for _, field := range fields.List {
			if len(field.Names) > 0 {
				continue
			}
			if ident := embedded(field.Type); ident != nil {
				if obj, ok := w.info.Uses[ident].(*types.TypeName); ok && w.isGlobal(obj) && w.isOurs(obj) {
					w.edgeFrom(from, "embeds", w.at(ident.Pos()).Line, w.place(obj.Pos()), nil, false)
				}
			}
		}
	}
	switch ty := spec.Type.(type) {
	case *ast.StructType:
		add(ty.Fields)
	case *ast.InterfaceType:
		add(ty.Methods)
	}
}

// isOurs holds for what a package of the tree declares.
func (w *walker) isOurs(obj types.Object) bool {
	_, ok := w.ours[obj.Pkg()]
	return ok
}

func (w *walker) isGlobal(obj types.Object) bool {
	return obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope()
}

func (w *walker) walk(node ast.Node, from string) {
	w.from = from
	w.called = map[*ast.Ident]bool{}
	w.receivers, w.embedded = map[*ast.Ident]bool{}, map[*ast.Ident]bool{}
	w.operands = map[*ast.Ident]ast.Expr{}
	w.repeated = map[*ast.Ident]types.Object{}
	ast.Inspect(node, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Recv != nil {
				ast.Inspect(node.Recv, func(node ast.Node) bool {
					if ident, ok := node.(*ast.Ident); ok {
						w.receivers[ident] = true
					}
					return true
				})
			}
		case *ast.StructType:
			w.embedding(node.Fields)
		case *ast.InterfaceType:
			w.embedding(node.Methods)
		case *ast.CallExpr:
			if ident := callee(node.Fun); ident != nil {
				w.called[ident] = true
			}
		case *ast.GenDecl:
			w.repeats(node)
		case *ast.SelectorExpr:
			w.operands[node.Sel] = node.X
		case *ast.CompositeLit:
			for _, element := range node.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok {
					if key, ok := pair.Key.(*ast.Ident); ok {
						w.operands[key] = node
					}
				}
			}
		}
		return true
	})
	ast.Inspect(node, func(node ast.Node) bool {
		if ident, ok := node.(*ast.Ident); ok {
			w.ident(ident)
		}
		return true
	})
	ast.Inspect(node, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			w.promoted(selector)
		}
		return true
	})
}

// repeats notes what the names in the values of a body's constants mean, if a spec without values repeats them.
func (w *walker) repeats(decl *ast.GenDecl) {
	var last *ast.ValueSpec
	for _, spec := range decl.Specs {
		switch spec, ok := spec.(*ast.ValueSpec); {
		case !ok || decl.Tok != token.CONST:
			return
		case len(spec.Values) > 0:
			last = spec
		case last != nil:
			for _, value := range last.Values {
				ast.Inspect(value, func(node ast.Node) bool {
					ident, _ := node.(*ast.Ident)
					if used := w.info.Uses[ident]; used != nil && used.Pkg() == w.pkg && used.Parent() != nil {
						_, w.repeated[ident] = w.pkg.Scope().Innermost(ident.Pos()).LookupParent(ident.Name, ident.Pos())
					}
					return true
				})
			}
		}
	}
}

// embedding notes the types that a struct or an interface embeds: the edge `embeds` has them.
func (w *walker) embedding(fields *ast.FieldList) {
	for _, field := range fields.List {
		if len(field.Names) == 0 {
			ast.Inspect(field.Type, func(node ast.Node) bool {
				if ident, ok := node.(*ast.Ident); ok {
					w.embedded[ident] = true
				}
				return true
			})
		}
	}
}

func core(ty types.Type) types.Type {
	if ty == nil {
		return nil
	}
	if pointer, ok := ty.Underlying().(*types.Pointer); ok {
		ty = pointer.Elem()
	}
	return ty.Underlying()
}

func callee(expr ast.Expr) *ast.Ident {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return expr
	case *ast.SelectorExpr:
		return expr.Sel
	case *ast.IndexExpr:
		return callee(expr.X)
	case *ast.IndexListExpr:
		return callee(expr.X)
	}
	return nil
}

func (w *walker) ident(ident *ast.Ident) {
	obj := w.info.Uses[ident]
	if first, ok := w.repeated[ident]; ok && obj != nil {
		obj = first
	}
	if obj == nil && w.isUntyped(ident) {
		w.unknown(w.from, ident.Name)
	}
	if method, ok := obj.(*types.Func); ok && isInterfaceMethod(method) {
		w.dispatch(ident.Pos(), method, w.called[ident])
	}
	if obj == nil || !w.isOurs(obj) {
		return
	}
	receiver := w.receivers[ident]
	switch obj := obj.(type) {
	case *types.Func:
		origin := obj.Origin()
		if !w.called[ident] {
			w.edge("use", ident.Pos(), origin.Pos(), nil, false)
			return
		}
		if !isInterfaceMethod(origin) {
			w.edge("call", ident.Pos(), origin.Pos(), row{"dispatch": "static"}, false)
			return
		}
		w.edge("call", ident.Pos(), origin.Pos(), row{"dispatch": "interface"}, false)
	case *types.Var:
		if obj.IsField() {
			w.edge("access", ident.Pos(), obj.Origin().Pos(), nil, false)
		} else if w.isGlobal(obj) {
			if w.called[ident] {
				w.edge("call", ident.Pos(), obj.Pos(), row{"dispatch": "funcvalue"}, true)
			}
			w.edge("use", ident.Pos(), obj.Pos(), nil, false)
		}
	case *types.Const, *types.TypeName:
		if w.isGlobal(obj) {
			w.edge("use", ident.Pos(), obj.Pos(), nil, receiver || w.embedded[ident])
		}
	}
}

// isUntyped holds for a name that the checker did not come to, because of an error elsewhere: one that is declared, or a
// member that is not reported as missing, as of what has no type and of a type that is refused for its cycle. A name that is
// not declared, and a member that a type does not have, mean nothing.
func (w *walker) isUntyped(ident *ast.Ident) bool {
	if _, isDefined := w.info.Defs[ident]; isDefined || ident.Name == "_" {
		return false
	}
	if operand, isMember := w.operands[ident]; isMember {
		_, isPackage := w.info.Uses[callee(operand)].(*types.PkgName)
		return !isPackage && !w.refused[ident.Pos()]
	}
	_, found := w.pkg.Scope().Innermost(ident.Pos()).LookupParent(ident.Name, ident.Pos())
	return found != nil
}

func isInterfaceMethod(method *types.Func) bool {
	recv := method.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// A target is a method behind one of an interface. Optional ones may be behind it.
type target struct {
	at    token.Pos
	isOpt bool
}

// dispatch adds the methods that a call of an interface's method may reach. Where the method is taken as a value, these
// are what it may be.
func (w *walker) dispatch(at token.Pos, method *types.Func, isCalled bool) {
	for _, target := range w.behindOf(method) {
		if isCalled {
			w.edge("dispatch", at, target.at, nil, target.isOpt)
		} else {
			w.edge("use", at, target.at, nil, true)
		}
	}
}

func (o *oracle) behindOf(method *types.Func) []target {
	targets, known := o.behind[method]
	if !known {
		o.behind[method] = nil
		targets = o.targets(method)
		o.behind[method] = targets
	}
	return targets
}

func (o *oracle) targets(method *types.Func) (targets []target) {
	recv := method.Signature().Recv().Type()
	wanted, ok := recv.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	isGeneric := false
	for at := range wanted.NumMethods() {
		isGeneric = isGeneric || isOpen(wanted.Method(at).Type(), map[types.Type]bool{})
	}
	for at := range wanted.NumEmbeddeds() {
		isGeneric = isGeneric || isOpen(wanted.EmbeddedType(at), map[types.Type]bool{})
	}
	for _, named := range o.concrete {
		found, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, method.Pkg(), method.Name())
		behind, ok := found.(*types.Func)
		// Whether some instance of a generic type fits, the checker does not say.
		isOpen := isGeneric || named.TypeParams().Len() > 0
		if !ok || !isOpen && !types.Satisfies(types.NewPointer(named), wanted) && !types.Satisfies(named, wanted) {
			continue
		}
		if !isInterfaceMethod(behind) {
			targets = append(targets, target{behind.Origin().Pos(), isOpen || !wanted.IsMethodSet()})
		} else if o.isModule && behind != method {
			// It has the method of what it holds in an embedded interface.
			for _, held := range o.behindOf(behind) {
				targets = append(targets, target{held.at, true})
			}
		}
	}
	return targets
}

// isOpen holds for a type that mentions a type parameter.
func isOpen(ty types.Type, seen map[types.Type]bool) bool {
	if seen[ty] {
		return false
	}
	seen[ty] = true
	open := func(ty types.Type) bool { return isOpen(ty, seen) }
	switch ty := types.Unalias(ty).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		return slices.ContainsFunc(slices.Collect(ty.TypeArgs().Types()), open)
	case *types.Signature:
		return open(ty.Params()) || open(ty.Results())
	case *types.Tuple:
		return slices.ContainsFunc(slices.Collect(ty.Variables()), func(v *types.Var) bool { return open(v.Type()) })
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(ty.Fields()), func(v *types.Var) bool { return open(v.Type()) })
	case *types.Interface:
		return slices.ContainsFunc(slices.Collect(ty.Methods()), func(m *types.Func) bool { return open(m.Type()) }) ||
			slices.ContainsFunc(slices.Collect(ty.EmbeddedTypes()), open)
	case *types.Union:
		return slices.ContainsFunc(slices.Collect(ty.Terms()), func(t *types.Term) bool { return open(t.Type()) })
	case *types.Map:
		return open(ty.Key()) || open(ty.Elem())
	case interface{ Elem() types.Type }:
		return open(ty.Elem())
	}
	return false
}

// promoted adds the embedded fields on the way of a selection, which may be found.
func (w *walker) promoted(selector *ast.SelectorExpr) {
	selection := w.info.Selections[selector]
	if selection == nil || len(selection.Index()) < 2 {
		return
	}
	ty := selection.Recv()
	for _, at := range selection.Index()[:len(selection.Index())-1] {
		record, ok := core(ty).(*types.Struct)
		if !ok {
			return
		}
		field := record.Field(at)
		w.edge("access", selector.Sel.Pos(), field.Origin().Pos(), nil, true)
		ty = field.Type()
	}
}

// implements adds which of the package's types satisfy which declared interfaces.
func (w *walker) implements() {
	for _, wanted := range w.interfaces {
		under := wanted.Underlying().(*types.Interface)
		if under.NumMethods() == 0 {
			continue
		}
		// Of generic types only the checker's own inference would tell.
		opt := wanted.TypeParams().Len() > 0 || !under.IsMethodSet()
		for _, named := range append(append([]*types.Named{}, w.concrete...), w.interfaces...) {
			if named == wanted || named.Obj().Pkg() != w.pkg {
				continue
			}
			from := w.place(named.Obj().Pos())
			isOpen := opt || named.TypeParams().Len() > 0 || types.IsInterface(named)
			if isOpen || types.Implements(named, under) || types.Implements(types.NewPointer(named), under) {
				w.edgeFrom(from, "implements", 0, w.place(wanted.Obj().Pos()), nil, isOpen)
			}
		}
	}
}
