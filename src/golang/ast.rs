//! The lowered syntax tree of one Go file: a flat, pre-order array of small nodes.
//!
//! tree-sitter's concrete tree is detailed, recursive and large, and binding needs neither commas nor parentheses.
//! [`super::lower`] converts it once per file content. Binding and the cache on disk see this form alone, so the
//! grammar's quirks stay in one room.
//!
//! A node's children follow it directly; [`Node::end`] is the index one past its whole subtree, so the first
//! child of `i` is `i + 1` and the next sibling of `c` is `nodes[c].end`. Optional children that the source
//! leaves out are [`Kind::Absent`] nodes, so that every kind has its children at fixed places (the table is at
//! [`Kind`]). Lowering bounds the depth ([`MAX_DEPTH`]); readers may therefore recurse.
//!
//! All of it is plain old data: a file's facts are written to the cache and mapped from it as they are.

use bytemuck::{Pod, Zeroable};

/// Deepest nesting that lowering keeps. Deeper subtrees become [`Kind::Bad`] and the file is reported.
pub const MAX_DEPTH: u32 = 1_000;

/// Index of a string in [`super::facts::FileFacts`]'s name table.
pub type NameIx = u32;

/// "No name": blank results, unnamed parameters, absent labels.
pub const NO_NAME: NameIx = u32::MAX;

/// One node of the lowered tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Node {
    /// A [`Kind`] as its number; see [`Node::kind`].
    kind: u8,
    /// Bits whose meaning depends on the kind; see [`flag`].
    pub flags: u8,
    reserved: u16,
    /// The identifier, field or literal that the kind's row names, else [`NO_NAME`].
    pub name: NameIx,
    /// Line, from 1: of the identifier for `Ident`, of the selected name for `Selector`, of the callee's name for
    /// `Call`, else of the first token.
    pub line: u32,
    /// Index one past the last node of this subtree.
    pub end: u32,
}

impl Node {
    /// A node whose subtree is still open; `end` is set when it closes.
    pub fn new(kind: Kind, flags: u8, name: NameIx, line: u32) -> Self {
        Self { kind: kind as u8, flags, reserved: 0, name, line, end: 0 }
    }

    /// The node's kind. A number from a damaged cache reads as [`Kind::Bad`].
    pub fn kind(&self) -> Kind {
        Kind::from_u8(self.kind)
    }
}

/// Bits of [`Node::flags`].
pub mod flag {
    /// `Call`: the last argument is followed by `...`. `Params` (the node of a `FuncType`): the last group is variadic.
    pub const VARIADIC: u8 = 1;
    /// `Group` in a `StructType`: an embedded field (no names follow; the field's name is the type's own).
    pub const EMBEDDED: u8 = 1;
    /// `TypeSpec`: `type A = B`.
    pub const ALIAS: u8 = 1;
    /// `Range`: `:=` declares the variables. `Assign`: it is `:=`.
    pub const DEFINE: u8 = 1;
    /// `Assign`: `+=` and the like (the left side is read too). The upper bits say which operator of an [`op`](super::op) it is.
    pub const COMPOUND: u8 = 2;
    /// `For`, `Switch`, `TypeSwitch`, `Select`: a `break` ends it.
    pub const BREAKS: u8 = 4;
    /// `ConstSpec`: no values of its own, the previous spec of the group repeats (Go spec, "Constant declarations").
    pub const INHERITS: u8 = 1;
    /// `ConstSpec`, `VarSpec`, `TypeSpec`, `FuncDecl`: declared at package level (a declaration in `decls` has it).
    pub const TOP: u8 = 128;
    /// `Ident`: the name is declared here, not used.
    pub const DEFINING: u8 = 1;
    /// `ArrayType`: the length is `...`, counted from the literal (its length child is `Absent`).
    pub const ELLIPSIS: u8 = 1;
    /// `ChanType`: may send.
    pub const SEND: u8 = 1;
    /// `ChanType`: may receive.
    pub const RECV: u8 = 2;
    /// `Case`, `CommCase`, `TypeCase`: `default`.
    pub const DEFAULT: u8 = 1;
    /// `CompositeLit` element list: `{...}` without a type inside another literal (its type child is `Absent`).
    pub const ELIDED: u8 = 1;
}

/// The kind of a `BasicLit`; kept in [`Node::flags`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Lit {
    Int = 0,
    Float = 1,
    Imag = 2,
    Rune = 3,
    String = 4,
}

/// Classes of operators; kept in [`Node::flags`] of `Unary` and `Binary`. The upper bits say which operator of
/// [`ARITH`](op::ARITH) or [`SHIFT`](op::SHIFT) it is, and whether one of [`COMPARE`](op::COMPARE) is an equality.
pub mod op {
    /// `&x`
    pub const ADDR: u8 = 1;
    /// `<-x`
    pub const RECV: u8 = 2;
    /// `!x`
    pub const NOT: u8 = 3;
    /// `-x`, `+x`, `^x`, and every binary arithmetic or bit operator but shifts.
    pub const ARITH: u8 = 4;
    /// `<<`, `>>`: the type is the left operand's.
    pub const SHIFT: u8 = 5;
    /// `==`, `<` and the like: an untyped boolean.
    pub const COMPARE: u8 = 6;
    /// `&&`, `||`.
    pub const LOGIC: u8 = 7;

    /// The operators of constant expressions. An operator in a chain that lowering has reordered has none.
    pub const ADD: u8 = 1 << 3;
    pub const SUB: u8 = 2 << 3;
    pub const MUL: u8 = 3 << 3;
    pub const DIV: u8 = 4 << 3;
    pub const REM: u8 = 5 << 3;
    pub const AND: u8 = 6 << 3;
    pub const OR: u8 = 7 << 3;
    pub const XOR: u8 = 8 << 3;
    pub const AND_NOT: u8 = 9 << 3;
    pub const SHL: u8 = 10 << 3;
    pub const SHR: u8 = 11 << 3;
    /// `==` and `!=`, of [`COMPARE`].
    pub const EQUAL: u8 = 12 << 3;

    /// The class of an operator.
    pub const fn class(flags: u8) -> u8 {
        flags & 7
    }

    /// The operator of an assignment such as `+=`, from its flags.
    pub const fn of_assignment(flags: u8) -> u8 {
        let number = operator(flags);
        number | if number == SHL || number == SHR { SHIFT } else { ARITH }
    }

    /// The number of the operator; 0 if the class is enough.
    pub const fn operator(flags: u8) -> u8 {
        flags & !7
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident),+ $(,)?) => {
        /// Kinds of node. The comment gives `name` (when used) and, in brackets, the children in order; `?` may be
        /// `Absent`, `*` is any number.
        ///
        /// Types and expressions share their kinds as they do in Go's own syntax tree: `pkg.T` is a `Selector`,
        /// `T[int]` an `Index`, `*T` a `Star`. Parentheses leave no node.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Kind { $($(#[$doc])* $kind),+ }

        impl Kind {
            const ALL: &'static [Kind] = &[$(Kind::$kind),+];

            pub(crate) fn from_u8(n: u8) -> Kind {
                Self::ALL.get(usize::from(n)).copied().unwrap_or(Kind::Bad)
            }
        }
    };
}

kinds! {
    /// A part that the source leaves out.
    Absent,
    /// Something that could not be read (syntax error, nesting too deep). `[*]`: whatever inside it could.
    Bad,

    // -- expressions and types
    /// `name`; flag `DEFINING` where it is declared.
    Ident,
    /// `name`: in array lengths and in values of constants, the text of a number, the number of a rune, or the length
    /// of a string; elsewhere none. Flags: a [`Lit`].
    BasicLit,
    /// `[FuncType, Block]`
    FuncLit,
    /// `[type?, element*]`; an element is an expression, a `CompositeLit` with `ELIDED`, or a `KeyValue`.
    CompositeLit,
    /// `[key, value]`
    KeyValue,
    /// `name` = selected name `[operand]`
    Selector,
    /// `[operand, index+]`: indexing, or instantiation with type arguments (binding decides).
    Index,
    /// `[operand, low?, high?, max?]`
    SliceExpr,
    /// `[operand, type]`
    TypeAssert,
    /// `[function or type, argument*]`: calls, conversions, builtins (binding decides). Types as arguments are plain types.
    Call,
    /// `[x]`: dereference or pointer type.
    Star,
    /// `[x]`; flags: an [`op`].
    Unary,
    /// `[left, right]`; flags: an [`op`].
    Binary,
    /// `[length?, element]`; flag `ELLIPSIS`.
    ArrayType,
    /// `[element]`
    SliceType,
    /// `[key, value]`
    MapType,
    /// `[element]`; flags `SEND`, `RECV` (both for a plain `chan`).
    ChanType,
    /// `[Params, Params]`: parameters, results. A single unparenthesised result is one `Group`.
    FuncType,
    /// `[Group*]`; flag `VARIADIC` (the last group's type is then the element type).
    Params,
    /// `[type, Ident*]`: one `a, b T` of parameters, fields or type parameters. Without names: an unnamed parameter,
    /// or, with `EMBEDDED`, an embedded field. `name` = the tag of a field of a type literal.
    Group,
    /// `[Group*]`
    StructType,
    /// [IMethod | embedded type or `Union`]*
    InterfaceType,
    /// `name` `[FuncType]`
    IMethod,
    /// `[term*]`: two or more terms, or one `Tilde`.
    Union,
    /// `[type]`: `~T`
    Tilde,
    /// `[Group*]`: type parameters of a function or type.
    TypeParams,

    // -- statements (an expression statement, `go` and `defer` are the expression itself)
    /// `[statement*]`; `name` of a function's body = the symbol to which a `//go:linkname` directive links the
    /// function. The `Absent` body of a function without one has this name too.
    Block,
    /// `[List, List]`: left, right; flags `DEFINE`, `COMPOUND` with an operator.
    Assign,
    /// `[*]`: operands of an assignment, expressions of a case, values of a spec, names of a spec.
    List,
    /// `[channel, value]`
    Send,
    /// `[x]`
    IncDec,
    /// `[expression*]`
    Return,
    /// `[init?, condition, Block, else?]`
    If,
    /// `[init?, condition?, post?, Block]`; flag `BREAKS`.
    For,
    /// `[key?, value?, operand, Block]`; flag `DEFINE`.
    Range,
    /// `[init?, tag?, Case*]`; flag `BREAKS`.
    Switch,
    /// `[List, Block]`; flag `DEFAULT`.
    Case,
    /// `name` = variable of `switch x := y.(type)`, or none; `[init?, operand, TypeCase*]`; flag
    /// `BREAKS`.
    TypeSwitch,
    /// [List of types (`nil` is an Ident), Block]; flag `DEFAULT`.
    TypeCase,
    /// `[CommCase*]`; flag `BREAKS`.
    Select,
    /// `[communication?, Block]`; flag `DEFAULT`. The communication is a `Send`, an `Assign`, or an expression.
    CommCase,

    // -- declarations, at package level or inside a block
    /// `[type?, List of Ident, List of values]`; `name` = the symbol to which a `//go:linkname` directive links the only
    /// variable.
    VarSpec,
    /// `name` = the index in its group as a number, or none for the first; `[type?, List of Ident, List of values]`;
    /// flag `INHERITS`.
    ConstSpec,
    /// `name` `[TypeParams?, type]`; flag `ALIAS`.
    TypeSpec,
    /// `name` `[receiver Params?, TypeParams?, FuncType, Block?]`
    FuncDecl,
}

/// Iterates over the direct children of `parent`.
pub fn children(nodes: &[Node], parent: u32) -> Children<'_> {
    let end = nodes.get(parent as usize).map_or(0, |n| n.end);
    Children { nodes, next: parent + 1, end }
}

/// Iterator of [`children`]: yields node indices.
#[derive(Clone)]
pub struct Children<'a> {
    nodes: &'a [Node],
    next: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.next >= self.end {
            return None;
        }
        let child = self.next;
        // The next sibling always has a higher index, so a damaged `end` cannot cause an endless loop.
        self.next = self.nodes.get(child as usize).map_or(self.end, |n| n.end.max(child + 1));
        Some(child)
    }
}
