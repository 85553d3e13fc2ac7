//! The nodes that each form of syntax becomes.

use super::{body, tree};

#[track_caller]
fn check(cases: &[(&str, &str)], lower: fn(&str) -> String) {
    for (source, expected) in cases {
        assert_eq!(lower(source), *expected, "{source}");
    }
}

#[test]
fn expressions() {
    check(
        &[
            ("x", "x"),
            ("((x))", "x"),
            ("x.y.z", "(Selector 'z (Selector 'y x))"),
            ("f(a, b...)", "(Call.1 f a b)"),
            ("f()(x)", "(Call (Call f) x)"),
            ("f[int](x)", "(Call (Index f int) x)"),
            ("f[K, []V](x)", "(Call (Index f K (SliceType V)) x)"),
            ("x.f[int](y)", "(Call (Index (Selector 'f x) int) y)"),
            ("[]byte(s)", "(Call (SliceType byte) s)"),
            ("(*T)(p)", "(Call (Star T) p)"),
            ("make([]int, n)", "(Call make (SliceType int) n)"),
            ("new(T)", "(Call new T)"),
            ("new(p.T)", "(Call new (Selector 'T p))"),
            ("_ = x[i]", "(Assign (List _) (List (Index x i)))"),
            ("_ = T[int, string]{}", "(Assign (List _) (List (CompositeLit (Index T int string))))"),
            ("_ = x[:]", "(Assign (List _) (List (SliceExpr x - - -)))"),
            ("_ = x[a:]", "(Assign (List _) (List (SliceExpr x a - -)))"),
            ("_ = x[:b]", "(Assign (List _) (List (SliceExpr x - b -)))"),
            ("_ = x[:b:c]", "(Assign (List _) (List (SliceExpr x - b c)))"),
            ("_ = x[a:b:c]", "(Assign (List _) (List (SliceExpr x a b c)))"),
            ("_ = x.(T)", "(Assign (List _) (List (TypeAssert x T)))"),
            (
                "_ = &T{A: 1, 2: x, {3}}",
                "(Assign (List _) (List (Unary.1 (CompositeLit T (KeyValue A (BasicLit)) (KeyValue (BasicLit) x) (CompositeLit.1 - (BasicLit))))))",
            ),
            ("_ = [...]int{1}", "(Assign (List _) (List (CompositeLit (ArrayType.1 - int) (BasicLit))))"),
            ("_ = [4]int{}", "(Assign (List _) (List (CompositeLit (ArrayType (BasicLit '4) int))))"),
            (
                "_ = func(x int) (y int) { return x }",
                "(Assign (List _) (List (FuncLit (FuncType (Params (Group int x)) (Params (Group int y))) (Block (Return x)))))",
            ),
            ("_ = 1 + 2.0", "(Assign (List _) (List (Binary.12 (BasicLit) (BasicLit.1))))"),
            (
                "_ = a + b*c == d && e",
                "(Assign (List _) (List (Binary.7 (Binary.102 (Binary.12 a (Binary.28 b c)) d) e)))",
            ),
            ("_ = -a << ^b", "(Assign (List _) (List (Binary.85 (Unary.20 a) (Unary.68 b))))"),
            ("_ = !*a || <-b", "(Assign (List _) (List (Binary.7 (Unary.3 (Star a)) (Unary.2 b))))"),
            (
                "_ = 'x' + 1i + `r`",
                "(Assign (List _) (List (Binary.12 (Binary.12 (BasicLit.3) (BasicLit.2)) (BasicLit.4))))",
            ),
        ],
        body,
    );
}

#[test]
fn values_of_new_are_expressions() {
    check(
        &[
            ("new(1)", "(Call new (BasicLit))"),
            ("new(f(x))", "(Call new (Call f x))"),
            ("new(a + b)", "(Call new (Binary.12 a b))"),
            ("new(new(x.y.z))", "(Call new (Call new (Selector 'z (Selector 'y x))))"),
            (
                "new([]int)\nnew([]int{1})",
                "(Call new (SliceType int)) (Call new (CompositeLit (SliceType int) (BasicLit)))",
            ),
        ],
        body,
    );
}

#[test]
fn a_long_chain_of_operators_is_balanced_and_keeps_its_order() {
    let chain = (0..16).map(|n| format!("a{n}")).collect::<Vec<_>>().join(" + ");
    let tree = body(&format!("_ = {chain}"));
    let names: Vec<&str> = tree.split([' ', '(', ')']).filter(|w| w.starts_with('a')).collect();
    assert_eq!(names.join(" + "), chain);
    let depth = tree
        .chars()
        .scan(0, |d, c| {
            *d += i32::from(c == '(') - i32::from(c == ')');
            Some(*d)
        })
        .max();
    assert_eq!(depth, Some(6), "{tree}");
    // The operators at the bottom have another precedence, so they stay together.
    let mixed = body(&format!("_ = x == y && {}", ["z"; 9].join(" && ")));
    assert!(mixed.contains("(Binary.102 x y)"), "{mixed}");
    assert_eq!(mixed.matches("Binary.7").count(), 9);
}

#[test]
fn types() {
    let ty = |source: &str| {
        let tree = tree(&format!("package p\ntype t {source}\n"));
        tree.strip_prefix("(TypeSpec 't ").unwrap_or(&tree).trim_end_matches('\n').to_owned()
    };
    check(
        &[
            ("= u", "(TypeSpec.1 't - u)"),
            ("p.T", "- (Selector 'T p))"),
            ("(*(T))", "- (Star T))"),
            ("[n]T", "- (ArrayType n T))"),
            ("map[K][]V", "- (MapType K (SliceType V)))"),
            ("chan T", "- (ChanType.3 T))"),
            ("chan<- T", "- (ChanType.1 T))"),
            ("<-chan T", "- (ChanType.2 T))"),
            ("chan<- (<-chan T)", "- (ChanType.1 (ChanType.2 T)))"),
            ("func()", "- (FuncType (Params) -))"),
            (
                "func(int, ...string) error",
                "- (FuncType (Params.1 (Group int) (Group string)) (Params (Group error))))",
            ),
            (
                "func(a, b int) (c T, d U)",
                "- (FuncType (Params (Group int a b)) (Params (Group T c) (Group U d))))",
            ),
            (
                "struct { a, b int; *p.T; U[V] `tag` }",
                "- (StructType (Group int a b) (Group.1 (Star (Selector 'T p))) (Group.1 (Index U V))))",
            ),
            (
                "interface { M(int) T; E; ~int | string; ~[]byte }",
                "- (InterfaceType (IMethod 'M (FuncType (Params (Group int)) (Params (Group T)))) E (Union (Tilde int) string) (Tilde (SliceType byte))))",
            ),
            (
                "[K comparable, V, W any] map[K]V",
                "(TypeParams (Group comparable K) (Group any V W)) (MapType K V))",
            ),
            ("[P interface{ *T }] struct{}", "(TypeParams (Group (InterfaceType (Star T)) P)) (StructType))"),
        ],
        ty,
    );
}

#[test]
fn statements() {
    check(
        &[
            ("a, b = c, d", "(Assign (List a b) (List c d))"),
            ("a := b", "(Assign.1 (List a) (List b))"),
            ("a += b", "(Assign.10 (List a) (List b))"),
            ("a++", "(IncDec a)"),
            ("c <- x", "(Send c x)"),
            ("go f()\ndefer g()", "(Call f) (Call g)"),
            ("L: for {\nbreak L\n}", "(For.4 - - - (Block))"),
            ("L:\n{}", "(Block)"),
            ("return", "(Return)"),
            ("return a, b", "(Return a b)"),
            (
                "if x {} else if y := z; y {} else {}",
                "(If - x (Block) (If (Assign.1 (List y) (List z)) y (Block) (Block)))",
            ),
            ("if f(); x {}", "(If (Call f) x (Block) -)"),
            ("for x {}", "(For - x - (Block))"),
            (
                "for i := 0; i < n; i++ {}",
                "(For (Assign.1 (List i) (List (BasicLit))) (Binary.6 i n) (IncDec i) (Block))",
            ),
            ("for ; ; i++ {}", "(For - - (IncDec i) (Block))"),
            ("for ; x; {}", "(For - x - (Block))"),
            ("for range x {}", "(Range - - x (Block))"),
            ("for k := range x {}", "(Range.1 k - x (Block))"),
            ("for k, v = range x {}", "(Range k v x (Block))"),
            ("for range 10 {}", "(Range - - (BasicLit) (Block))"),
            ("switch {}", "(Switch - -)"),
            (
                "switch x := f(); x {\ncase 1, 2:\n\ta()\ndefault:\n}",
                "(Switch (Assign.1 (List x) (List (Call f))) x (Case (List (BasicLit) (BasicLit)) (Block (Call a))) (Case.1 (List) (Block)))",
            ),
            ("switch f(); {\ncase x:\n}", "(Switch (Call f) - (Case (List x) (Block)))"),
            (
                "switch x := y.(type) {\ncase T, *p.U:\n\tx()\ncase nil:\ndefault:\n}",
                "(TypeSwitch 'x - y (TypeCase (List T (Star (Selector 'U p))) (Block (Call x))) (TypeCase (List nil) (Block)) (TypeCase.1 (List) (Block)))",
            ),
            ("switch a := f(); a.(type) {}", "(TypeSwitch (Assign.1 (List a) (List (Call f))) a)"),
            (
                "select {\ncase v, ok := <-c:\n\tf()\ncase <-d:\ncase e <- x:\ndefault:\n}",
                "(Select (CommCase (Assign.1 (List v ok) (List (Unary.2 c))) (Block (Call f))) (CommCase (Unary.2 d) (Block)) (CommCase (Send e x) (Block)) (CommCase.1 - (Block)))",
            ),
            ("var a, b T = c, d", "(VarSpec T (List a b) (List c d))"),
            (
                "const (\n\ta = iota\n\tb\n)",
                "(ConstSpec - (List a) (List iota)) (ConstSpec.1 '1 - (List b) (List))",
            ),
            (
                "type T[P any] struct{ x P }",
                "(TypeSpec 'T (TypeParams (Group any P)) (StructType (Group P x)))",
            ),
            ("f(); ; // nothing", "(Call f)"),
        ],
        body,
    );
}
