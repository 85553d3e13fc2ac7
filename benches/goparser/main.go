// Goparser reads every Go file of a tree with go/parser and walks each node of it, on as many goroutines as are asked
// for: the floor of Go's own parser, beside which benches/peers.py times an index.
//
//	goparser TREE [GOROUTINES]
//
// It prints the files that parsed, the declarations and calls in them, and the files that did not parse.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

type counts struct{ files, declarations, calls, failed int }

func main() {
	goroutines, err := 2, error(nil)
	if len(os.Args) == 3 {
		goroutines, err = strconv.Atoi(os.Args[2])
	}
	if len(os.Args) < 2 || len(os.Args) > 3 || err != nil || goroutines < 1 {
		fmt.Fprintln(os.Stderr, "usage: goparser TREE [GOROUTINES]")
		os.Exit(2)
	}
	total, err := read(os.Args[1], goroutines)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%d files, %d declarations, %d calls, %d files that do not parse\n",
		total.files, total.declarations, total.calls, total.failed)
}

// read parses while it is still looking for files.
func read(tree string, goroutines int) (counts, error) {
	paths := make(chan string, 256)
	each := make([]counts, goroutines)
	var all sync.WaitGroup
	for i := range each {
		all.Add(1)
		go func(own *counts) {
			defer all.Done()
			for path := range paths {
				own.add(path)
			}
		}(&each[i])
	}
	err := filepath.WalkDir(tree, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && strings.HasSuffix(path, ".go") {
			paths <- path
		}
		return err
	})
	close(paths)
	all.Wait()
	var total counts
	for _, own := range each {
		total.files += own.files
		total.declarations += own.declarations
		total.calls += own.calls
		total.failed += own.failed
	}
	return total, err
}

func (c *counts) add(path string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		c.failed++
		return
	}
	c.files++
	c.declarations += len(file.Decls)
	ast.Inspect(file, func(node ast.Node) bool {
		if _, isCall := node.(*ast.CallExpr); isCall {
			c.calls++
		}
		return true
	})
}
