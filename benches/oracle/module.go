package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A listed package, as `go list` prints it.
type listed struct {
	ImportPath, Dir string
	Standard        bool
	GoFiles         []string
	ImportMap       map[string]string
	Module          *struct{ Main bool }
}

// modules type-checks the packages of a module with those of other modules that they import, as far as these are there: bodies of
// the tree alone. A package and the same one with its tests are two units; what both say of a place is one.
func (o *oracle) modules() ([]*unit, error) {
	list := exec.Command("go", "list", "-e", "-deps", "-test", "-json=ImportPath,Dir,Standard,GoFiles,ImportMap,Module", "./...")
	list.Dir = o.root
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64", "GOTOOLCHAIN=local", "GOWORK=off", "PWD="+o.root)
	out, err := list.StdoutPipe()
	if err == nil {
		err = list.Start()
	}
	if err != nil {
		return nil, err
	}
	m := &module{o, map[string]*types.Package{"unsafe": types.Unsafe}}
	var units []*unit
	// Dependencies come before what needs them.
	for decoder := json.NewDecoder(out); ; {
		p := &listed{}
		if err := decoder.Decode(p); err == io.EOF {
			return units, nil
		} else if err != nil {
			return nil, err
		}
		if p.ImportPath != "unsafe" && !strings.HasSuffix(p.ImportPath, ".test") && p.Dir != "" {
			if u := m.unit(p); u != nil {
				units = append(units, u)
			}
		}
	}
}

type module struct {
	*oracle
	loaded map[string]*types.Package
}

// unit type-checks a package; nil if it is of another module.
func (m *module) unit(p *listed) *unit {
	isOurs := p.Module != nil && p.Module.Main
	mode := parser.SkipObjectResolution
	if isOurs {
		mode |= parser.ParseComments
	}
	dir, _ := filepath.Rel(m.root, p.Dir)
	u := &unit{dir: dir, valid: true, refused: map[token.Pos]bool{}}
	for _, name := range p.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		if file, _ := parser.ParseFile(m.fset, name, nil, mode); file != nil {
			relative, _ := filepath.Rel(m.root, name)
			u.files, u.names = append(u.files, file), append(u.names, relative)
		}
	}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	load := func(path string) (*types.Package, error) {
		if mapped, ok := p.ImportMap[path]; ok {
			path = mapped
		}
		if pkg := m.loaded[path]; pkg != nil {
			return pkg, nil
		}
		return nil, fmt.Errorf("no package %s", path)
	}
	m.check(u, path, importing(load), isOurs)
	m.loaded[p.ImportPath] = u.pkg
	if !isOurs {
		if !p.Standard {
			m.others[u.pkg] = true
		}
		return nil
	}
	return u
}

type importing func(string) (*types.Package, error)

func (load importing) Import(path string) (*types.Package, error) { return load(path) }

// border writes what crosses the border of the tree: calls of other modules, methods of the tree that other modules call through an
// interface of theirs that a value is put into, and functions of the tree that are handed to them.
func (w *walker) border(file *ast.File) {
	var results []*types.Tuple
	var enter func(node ast.Node)
	enter = func(node ast.Node) {
		ast.Inspect(node, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.FuncDecl:
				if node.Body != nil {
					if obj, ok := w.info.Defs[node.Name].(*types.Func); ok {
						results = append(results, obj.Signature().Results())
						enter(node.Body)
						results = results[:len(results)-1]
					}
				}
				return false
			case *ast.FuncLit:
				if signature, ok := w.info.TypeOf(node).(*types.Signature); ok {
					results = append(results, signature.Results())
					enter(node.Body)
					results = results[:len(results)-1]
				}
				return false
			case *ast.ReturnStmt:
				if to := results[len(results)-1]; to.Len() == len(node.Results) {
					for at, value := range node.Results {
						w.put(value, to.At(at).Type())
					}
				}
			case *ast.CallExpr:
				w.outsideCall(node)
				w.arguments(node)
			case *ast.AssignStmt:
				if node.Tok == token.ASSIGN && len(node.Lhs) == len(node.Rhs) {
					for at, value := range node.Rhs {
						w.put(value, w.info.TypeOf(node.Lhs[at]))
						if field, ok := node.Lhs[at].(*ast.SelectorExpr); ok && w.isOther(w.info.Uses[field.Sel]) {
							w.handed(value)
						}
					}
				}
			case *ast.ValueSpec:
				if node.Type != nil {
					for _, value := range node.Values {
						w.put(value, w.info.TypeOf(node.Type))
					}
				}
			case *ast.SendStmt:
				if channel, ok := core(w.info.TypeOf(node.Chan)).(*types.Chan); ok {
					w.put(node.Value, channel.Elem())
				}
			case *ast.CompositeLit:
				w.elements(node)
			}
			return true
		})
	}
	enter(file)
}

// outsideCall writes a call of another module: its labels, by the type that declares a method and by the type that it is selected
// from.
func (w *walker) outsideCall(call *ast.CallExpr) {
	name := callee(call.Fun)
	if name == nil {
		return
	}
	at := w.at(name.Pos())
	path, _ := filepath.Rel(w.root, at.Filename)
	function, ok := w.info.Uses[name].(*types.Func)
	if !ok {
		if ty := w.info.TypeOf(call.Fun); w.info.Uses[name] == nil && (ty == nil || ty == types.Typ[types.Invalid]) {
			_ = w.out.Encode(row{"t": "untyped", "file": path, "line": at.Line, "col": at.Column})
		}
		return
	}
	var labels []string
	kind := "func"
	if receiver := function.Signature().Recv(); receiver == nil {
		if w.isOther(function) {
			labels = append(labels, function.Pkg().Path()+"."+function.Name())
		}
	} else {
		switch kind = "method"; {
		case !w.isOther(function):
			kind = "method of the standard library by a type of another module"
		case types.IsInterface(receiver.Type()):
			kind = "imethod"
		}
		of := []types.Type{receiver.Type()}
		if selected, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && w.info.Selections[selected] != nil {
			of = append(of, w.info.Selections[selected].Recv())
		}
		for _, ty := range of {
			if pointer, ok := types.Unalias(ty).(*types.Pointer); ok {
				ty = pointer.Elem()
			}
			if named, ok := types.Unalias(ty).(*types.Named); ok && w.isOther(named.Obj()) {
				labels = append(labels, named.Obj().Pkg().Path()+"."+named.Obj().Name()+"."+function.Name())
			}
		}
	}
	if len(labels) > 0 {
		_ = w.out.Encode(row{"t": "outside", "file": path, "line": at.Line, "col": at.Column, "labels": labels, "kind": kind})
	}
}

// arguments puts the arguments of a call into its parameters, and the operand of a conversion into its type.
func (w *walker) arguments(call *ast.CallExpr) {
	if w.info.Types[call.Fun].IsType() {
		if len(call.Args) == 1 {
			w.put(call.Args[0], w.info.TypeOf(call.Fun))
		}
		return
	}
	signature, ok := core(w.info.TypeOf(call.Fun)).(*types.Signature)
	if !ok {
		return
	}
	isOther := w.isOther(w.info.Uses[callee(call.Fun)])
	params := signature.Params()
	for at, value := range call.Args {
		var to types.Type
		switch last := params.Len() - 1; {
		case signature.Variadic() && at >= last && call.Ellipsis == token.NoPos:
			if slice, ok := params.At(last).Type().(*types.Slice); ok {
				to = slice.Elem()
			}
		case at <= last:
			to = params.At(at).Type()
		}
		w.put(value, to)
		if isOther {
			w.handed(value)
		}
	}
}

func (w *walker) elements(literal *ast.CompositeLit) {
	ty := w.info.TypeOf(literal)
	isOther := false
	if named, ok := types.Unalias(ty).(*types.Named); ok {
		isOther = w.isOther(named.Obj())
	}
	for at, element := range literal.Elts {
		value := element
		pair, _ := element.(*ast.KeyValueExpr)
		if pair != nil {
			value = pair.Value
		}
		switch under := core(ty).(type) {
		case *types.Struct:
			if pair != nil {
				if key, ok := pair.Key.(*ast.Ident); ok && w.info.Uses[key] != nil {
					w.put(value, w.info.Uses[key].Type())
				}
			} else if at < under.NumFields() {
				w.put(value, under.Field(at).Type())
			}
			if isOther {
				w.handed(value)
			}
		case *types.Map:
			w.put(value, under.Elem())
			if pair != nil {
				w.put(pair.Key, under.Key())
			}
		case interface{ Elem() types.Type }:
			w.put(value, under.Elem())
		}
	}
}

// put writes the methods of the tree that other modules call once a value is in an interface of theirs.
func (w *walker) put(value ast.Expr, into types.Type) {
	from := w.info.TypeOf(value)
	if from == nil || into == nil || types.IsInterface(from) {
		return
	}
	named, ok := types.Unalias(into).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || w.isOurs(named.Obj()) {
		return
	}
	wanted, ok := named.Underlying().(*types.Interface)
	if !ok || !types.AssignableTo(from, into) {
		return
	}
	for at := range wanted.NumMethods() {
		method := wanted.Method(at)
		found, _, _ := types.LookupFieldOrMethod(from, true, method.Pkg(), method.Name())
		if target, ok := found.(*types.Func); ok && w.isOurs(target) && !isInterfaceMethod(target) {
			kind := "given"
			if !w.isOther(named.Obj()) {
				kind = "given std"
			}
			w.given(kind, value, target, named.Obj().Pkg().Path()+"."+named.Obj().Name())
		}
	}
}

// handed writes a function of the tree that is handed to another module.
func (w *walker) handed(value ast.Expr) {
	if name := callee(value); name != nil {
		if target, ok := w.info.Uses[name].(*types.Func); ok && w.isOurs(target) && !isInterfaceMethod(target) {
			w.given("handed", value, target, "")
		}
	}
}

func (w *walker) given(kind string, value ast.Expr, target *types.Func, what string) {
	place, at := w.at(target.Origin().Pos()), w.at(value.Pos())
	path, _ := filepath.Rel(w.root, place.Filename)
	from, _ := filepath.Rel(w.root, at.Filename)
	_ = w.out.Encode(row{
		"t": kind, "file": path, "line": place.Line, "name": target.Name(), "interface": what, "from": fmt.Sprintf("%s:%d", from, at.Line),
	})
}

// isOther holds for what a package of another module declares, not one of the standard library.
func (w *walker) isOther(obj types.Object) bool {
	return obj != nil && w.others[obj.Pkg()]
}

// isIncomplete holds for a type of which the checker does not know all methods: it embeds what is missing, or a method mentions that.
func isIncomplete(ty types.Type, seen map[types.Type]bool) bool {
	ty = types.Unalias(ty)
	if ty == types.Typ[types.Invalid] {
		return true
	}
	if seen[ty] {
		return false
	}
	seen[ty] = true
	unknown := func(ty types.Type) bool { return isIncomplete(ty, seen) }
	if named, ok := ty.(*types.Named); ok {
		methods := slices.Collect(named.Methods())
		if slices.ContainsFunc(methods, func(m *types.Func) bool { return hasInvalid(m.Signature()) }) {
			return true
		}
	}
	switch under := ty.Underlying().(type) {
	case *types.Pointer:
		return unknown(under.Elem())
	case *types.Struct:
		fields := slices.Collect(under.Fields())
		return slices.ContainsFunc(fields, func(f *types.Var) bool { return f.Embedded() && unknown(f.Type()) })
	case *types.Interface:
		return slices.ContainsFunc(slices.Collect(under.EmbeddedTypes()), unknown) ||
			slices.ContainsFunc(slices.Collect(under.Methods()), func(m *types.Func) bool { return hasInvalid(m.Signature()) })
	}
	return false
}

func hasInvalid(signature *types.Signature) bool {
	return strings.Contains(types.TypeString(signature, nil), "invalid type")
}
