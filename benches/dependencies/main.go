// Dependencies writes what go/types says of the calls that a tree makes of other modules, one JSON object a line: the file and line of
// the name that is called, its labels (by the type that declares a method, and by the type that it is selected from), and its kind:
// func, method or imethod, a method of an interface.
//
//	GOMODCACHE=CACHE GOPROXY=off dependencies TREE > truth.jsonl
//
// Modules that are not there are left out: calls that the checker cannot type without them are counted on standard error. Tests are
// read, cgo is off. It needs an installed Go.
package main

import (
	"bufio"
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
	"strings"
)

// A listed package, as `go list` prints it.
type listed struct {
	ImportPath, Dir, ForTest string
	Standard                 bool
	GoFiles                  []string
	ImportMap                map[string]string
	Module                   *struct{ Main bool }
}

type checker struct {
	fset     *token.FileSet
	packages map[string]*types.Package
	listed   map[string]*listed
	untyped  int
}

func main() {
	root, err := filepath.Abs(os.Args[1])
	if err == nil {
		err = run(root)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root string) error {
	list := exec.Command("go", "list", "-e", "-deps", "-test", "-json", "./...")
	list.Dir = root
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64", "GOTOOLCHAIN=local", "GOWORK=off", "PWD="+root)
	list.Stderr = io.Discard
	out, err := list.StdoutPipe()
	if err != nil {
		return err
	}
	if err := list.Start(); err != nil {
		return err
	}
	c := &checker{fset: token.NewFileSet(), packages: map[string]*types.Package{"unsafe": types.Unsafe}, listed: map[string]*listed{}}
	rows := bufio.NewWriter(os.Stdout)
	defer rows.Flush()
	encoder := json.NewEncoder(rows)
	seen := map[string]bool{}
	// Dependencies come before what needs them.
	for decoder := json.NewDecoder(out); ; {
		p := &listed{}
		if err := decoder.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		c.listed[p.ImportPath] = p
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") || p.Dir == "" {
			continue
		}
		files, info := c.check(p)
		if !isOfTree(p) {
			continue
		}
		for _, file := range files {
			name := c.fset.PositionFor(file.Pos(), false).Filename
			path, err := filepath.Rel(root, name)
			if err != nil || seen[path] || strings.HasPrefix(path, "..") {
				continue
			}
			seen[path] = true
			c.calls(path, file, info, encoder)
		}
	}
	fmt.Fprintln(os.Stderr, len(seen), "files;", c.untyped, "calls cannot be typed")
	return nil
}

func isOfTree(p *listed) bool {
	return p.Module != nil && p.Module.Main
}

// check types a package; bodies only of the tree.
func (c *checker) check(p *listed) ([]*ast.File, *types.Info) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		if file, _ := parser.ParseFile(c.fset, name, nil, parser.SkipObjectResolution); file != nil {
			files = append(files, file)
		}
	}
	info := &types.Info{
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{},
	}
	config := types.Config{
		Importer: importer{c, p}, FakeImportC: true, IgnoreFuncBodies: !isOfTree(p), Error: func(error) {},
		Sizes: types.SizesFor("gc", "amd64"),
	}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	pkg, _ := config.Check(path, c.fset, files, info)
	c.packages[p.ImportPath] = pkg
	return files, info
}

type importer struct {
	c *checker
	p *listed
}

func (i importer) Import(path string) (*types.Package, error) {
	if mapped, ok := i.p.ImportMap[path]; ok {
		path = mapped
	}
	if pkg := i.c.packages[path]; pkg != nil {
		return pkg, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// isOutside tells whether a package is of another module.
func (c *checker) isOutside(pkg *types.Package) bool {
	if pkg == nil {
		return false
	}
	p := c.listed[pkg.Path()]
	return p != nil && !p.Standard && !isOfTree(p)
}

func (c *checker) calls(path string, file *ast.File, info *types.Info, out *json.Encoder) {
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		callee := ast.Unparen(call.Fun)
		switch index := callee.(type) {
		case *ast.IndexExpr:
			callee = index.X
		case *ast.IndexListExpr:
			callee = index.X
		}
		var name *ast.Ident
		switch callee := callee.(type) {
		case *ast.Ident:
			name = callee
		case *ast.SelectorExpr:
			name = callee.Sel
		default:
			return true
		}
		function, ok := info.Uses[name].(*types.Func)
		if !ok {
			if info.Uses[name] == nil && info.Types[call.Fun].Type == nil {
				c.untyped++
			}
			return true
		}
		function = function.Origin()
		selected, _ := callee.(*ast.SelectorExpr)
		labels, kind := c.labels(function, info.Selections[selected])
		if len(labels) > 0 {
			at := c.fset.PositionFor(name.Pos(), false)
			_ = out.Encode(map[string]any{"file": path, "line": at.Line, "labels": labels, "kind": kind})
		}
		return true
	})
}

// labels are the names that a call may have if it leads to another module, and its kind.
func (c *checker) labels(function *types.Func, selection *types.Selection) ([]string, string) {
	receiver := function.Signature().Recv()
	if receiver == nil {
		if c.isOutside(function.Pkg()) {
			return []string{function.Pkg().Path() + "." + function.Name()}, "func"
		}
		return nil, ""
	}
	kind := "method"
	if types.IsInterface(receiver.Type()) {
		kind = "imethod"
	}
	var labels []string
	add := func(of types.Type) {
		if pointer, ok := types.Unalias(of).(*types.Pointer); ok {
			of = pointer.Elem()
		}
		if named, ok := types.Unalias(of).(*types.Named); ok && c.isOutside(named.Obj().Pkg()) {
			labels = append(labels, named.Obj().Pkg().Path()+"."+named.Obj().Name()+"."+function.Name())
		}
	}
	if !c.isOutside(function.Pkg()) {
		return nil, ""
	}
	add(receiver.Type())
	if selection != nil {
		add(selection.Recv())
	}
	return labels, kind
}
