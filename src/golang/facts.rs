//! Facts of one Go file: what its text alone shows, before any other file is known.

use bytemuck::{Pod, Zeroable};

use super::ast::{NO_NAME, NameIx, Node};

/// Everything that later stages need of a file: a pure function of the file's bytes.
///
/// Names are interned per file in order of first appearance; [`super::link`] maps them to tree-wide ones. The same
/// table holds texts that are never looked up, such as signatures, after the names ([`FileFacts::n_names`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileFacts {
    /// Name in the package clause, or [`super::ast::NO_NAME`] when there is none.
    pub package: NameIx,
    /// Position of that name: line and byte column from 1.
    pub package_line: u32,
    pub package_col: u32,
    /// Byte range of the package's doc comment; empty when there is none.
    pub package_doc: [u32; 2],
    /// [`file_flag`] bits.
    pub flags: u32,
    /// Number of lines in the file.
    pub lines: u32,
    /// The `//go:build` expression (or the `// +build` lines, translated), as text in the name table; else `NO_NAME`.
    pub build: NameIx,
    /// Ends of the names in `name_text`, in bytes.
    pub name_ends: Vec<u32>,
    pub name_text: String,
    pub imports: Vec<Import>,
    /// Declarations of package level with their fields and interface methods, in source order.
    pub decls: Vec<Decl>,
    /// The lowered tree: package-level declarations one after the other.
    pub nodes: Vec<Node>,
    /// Lines (from 1) where the grammar reported an error, at most [`MAX_ERRORS`] of them.
    pub errors: Vec<u32>,
}

/// Most syntax errors that are remembered per file.
pub const MAX_ERRORS: usize = 20;

/// Longest signature kept, in bytes.
pub const MAX_SIGNATURE: usize = 400;

/// Bits of [`FileFacts::flags`].
pub mod file_flag {
    /// A `// Code generated ... DO NOT EDIT.` line is before the package clause.
    pub const GENERATED: u32 = 1;
    /// Imports `"C"`.
    pub const CGO: u32 = 2;
    /// Nesting deeper than `ast::MAX_DEPTH` was cut.
    pub const TOO_DEEP: u32 = 4;
    /// Some bytes are not UTF-8.
    pub const NOT_UTF8: u32 = 8;
}

/// One import spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Import {
    /// The alias, `.` or `_` as written; else `NO_NAME`.
    pub alias: NameIx,
    /// The import path, unquoted.
    pub path: NameIx,
    pub line: u32,
}

/// "No owner" and "no node".
pub const NONE: u32 = u32::MAX;

/// One declared symbol, with exact places.
///
/// Byte offsets count from the start of the file; lines and columns from 1, columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Decl {
    /// A [`crate::model::SymbolKind`] as its number.
    pub kind: u8,
    /// [`decl_flag`] bits.
    pub flags: u8,
    pub reserved: u16,
    pub name: NameIx,
    /// Receiver's base type name for methods, else `NO_NAME`.
    pub receiver: NameIx,
    /// Index in `decls` of the struct or interface type that a field or interface method belongs to (the named type,
    /// also for fields of anonymous structs inside it); else [`NONE`].
    pub owner: u32,
    /// The node that declares it: `FuncDecl`, `TypeSpec`, `VarSpec`, `ConstSpec`, or for fields the `Group`, for
    /// interface methods the `IMethod`.
    pub node: u32,
    /// The place of the name in that node (`a, b int`: 0 and 1).
    pub nth: u32,
    pub line: u32,
    pub col: u32,
    pub end_line: u32,
    /// Byte range of the declaration without its doc comment: `func`..`}` for functions; for a type, var or const the
    /// spec, or the whole `type T ...` when it is not in a parenthesised group; a field's own line.
    pub start: u32,
    pub end: u32,
    /// Where the body begins (the `{` of a function's block, of a struct or an interface), or `end` without one.
    /// `start..body` is the signature.
    pub body: u32,
    /// The declaration's head as one line of text in the name table: `func (e *Engine) Run(addr ...string) error`,
    /// `type Engine struct`, `Addr string`. Blanks collapsed, control and bidi characters replaced, cut at
    /// [`MAX_SIGNATURE`] bytes on a character boundary with `…`.
    pub signature: NameIx,
    /// Byte range of the doc comment directly above (or, for fields and specs without one, of the trailing line
    /// comment); empty when there is none.
    pub doc: [u32; 2],
}

/// Bits of [`Decl::flags`].
pub mod decl_flag {
    /// The name begins with an upper-case letter.
    pub const EXPORTED: u8 = 1;
    /// A method with a pointer receiver.
    pub const POINTER: u8 = 2;
    /// An embedded field.
    pub const EMBEDDED: u8 = 4;
    /// A field of an anonymous struct inside its owner.
    pub const NESTED: u8 = 8;
    /// A generic function or type, or a method, field or interface method of a generic type.
    pub const GENERIC: u8 = 16;
    /// A function `ExampleXxx` with an `// Output:` comment; `go test` runs no others.
    pub const OUTPUT: u8 = 32;
    /// Its doc comment says that it is deprecated.
    pub const DEPRECATED: u8 = 64;
}

impl FileFacts {
    /// Number of names in the table. The build expression and signatures come after them. O(declarations).
    pub fn n_names(&self) -> u32 {
        let texts = self.decls.iter().map(|d| d.signature).chain([self.build]);
        texts.min().unwrap_or(NO_NAME).min(self.name_ends.len() as u32)
    }

    /// The table's entries that are names, in order. An entry that cuts a character reads as empty. O(names).
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.name_ends.iter().take(self.n_names() as usize).map(move |&end| {
            let from = std::mem::replace(&mut start, end as usize);
            self.name_text.get(from..end as usize).unwrap_or_default()
        })
    }

    /// The name behind an index; empty for `NO_NAME` and anything out of range.
    pub fn name(&self, ix: NameIx) -> &str {
        let Some(&end) = self.name_ends.get(ix as usize) else { return "" };
        let start = if ix == 0 { 0 } else { self.name_ends[ix as usize - 1] };
        self.name_text.get(start as usize..end as usize).unwrap_or_default()
    }
}
