//! The columns of a graph. The table at the end of this file is the only definition of what a graph consists of.

use super::name_index::NameIndexPlace;

macro_rules! columns {
    ($($(#[$doc:meta])* $column:ident: $cell:ty),+ $(,)?) => {
        /// The columns of a graph, owned. [`super::GraphBuilder`] fills most of them, the ranking fills the rest.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct GraphData { $($(#[$doc])* pub $column: Vec<$cell>),+ }

        /// The columns of a graph, borrowed. Every reader works on this type, and a copy of it copies pointers only.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct Graph<'a> {
            $($(#[$doc])* pub $column: &'a [$cell],)+
            /// The place for an index of the names.
            pub names: NameIndexPlace<'a>,
            /// The build that the files were chosen for, such as `linux/amd64`; empty if it is not known.
            pub build: &'a str,
        }

        impl GraphData {
            /// The borrowed view.
            pub fn graph(&self) -> Graph<'_> {
                Graph { $($column: &self.$column,)+ names: NameIndexPlace::default(), build: "" }
            }
        }

        impl<'a> Graph<'a> {
            /// The name and the bytes of each column, in the order of the table. The index file stores these.
            pub fn sections(&self) -> impl Iterator<Item = (&'static str, &'a [u8])> {
                [$((stringify!($column), bytemuck::cast_slice(self.$column))),+].into_iter()
            }

            /// The graph over stored sections. `section` returns the bytes of the column that has the given name. None
            /// if a section is missing, misaligned or not a whole number of cells.
            pub fn from_sections(mut section: impl FnMut(&'static str) -> Option<&'a [u8]>) -> Option<Self> {
                Some(Self {
                    $($column: bytemuck::try_cast_slice(section(stringify!($column))?).ok()?,)+
                    names: NameIndexPlace::default(),
                    build: "",
                })
            }
        }
    };
}

columns! {
    /// Where string `i` ends in `string_bytes`; it starts where `i - 1` ends.
    string_ends: u32,
    /// All strings, UTF-8, one after the other.
    string_bytes: u8,

    /// Path relative to the root, `/` between parts ([`super::StrId`]).
    file_path: u32,
    /// [`super::symbol_flag`] bits that hold for everything in the file.
    file_flags: u16,
    /// The symbol of the file itself, and the symbol of its package.
    file_symbol: u32,
    file_package: u32,
    /// Number of lines.
    file_lines: u32,

    /// [`super::SymbolKind`] as a number.
    symbol_kind: u8,
    /// [`super::symbol_flag`] bits.
    symbol_flags: u16,
    /// The name without a receiver or a struct ([`super::StrId`]).
    symbol_name: u32,
    /// `Recv.Name`, `Struct.field` or the plain name ([`super::StrId`]). For a package, its import path or its folder.
    symbol_qualified: u32,
    /// 1 for the first symbol of a file that has this id, 2 for the second, which is written with `#2`, and so on.
    symbol_ordinal: u32,
    /// The file of the symbol; [`super::NONE`] for packages.
    symbol_file: u32,
    /// The symbol of the package. For a package, the symbol itself.
    symbol_package: u32,
    /// The type that a method, field or interface method belongs to, else [`super::NONE`].
    symbol_owner: u32,
    /// Line and byte column of the name, both counted from 1; 1:1 for packages. Then the last line of the declaration.
    symbol_line: u32,
    symbol_col: u32,
    symbol_end_line: u32,
    /// Byte range of the declaration. `symbol_body` is where its body begins; it equals the end if there is no body.
    symbol_start: u32,
    symbol_body: u32,
    symbol_end: u32,
    /// Byte range of the doc comment; empty without one.
    symbol_doc_start: u32,
    symbol_doc_end: u32,
    /// The declaration's head on one line ([`super::StrId`]).
    symbol_signature: u32,

    /// PageRank, and PageRank over the reversed edges. Each column sums to 1, and is empty until the graph is ranked.
    symbol_authority: f64,
    symbol_hub: f64,
    /// Load: authority weighted by what a symbol depends on and how many files use it; at least the authority. Empty until
    /// ranked.
    symbol_load: f64,
    /// Number of distinct symbols that depend on this one, and number of distinct symbols that it depends on.
    symbol_in_degree: u32,
    symbol_out_degree: u32,
    /// The symbols by falling authority, with ties in order of their ids.
    by_authority: u32,

    /// The symbols that an edge goes from and to.
    edge_from: u32,
    edge_to: u32,
    /// [`super::EdgeKind`] and [`super::Origin`] as numbers.
    edge_kind: u8,
    edge_origin: u8,
    /// Probability in (0, 1] that Go's type checker would find the same edge. It is calibrated for each origin, and for
    /// `Dispatch` for each way on which values arrive.
    edge_confidence: f32,
    /// Part of the site's weight that this target has, in (0, 1]: 1 except for `Dispatch`. There the targets that one
    /// interface call can reach share 1, together with code outside of the tree if the interface is declared there. An edge's
    /// strength is confidence x share.
    edge_share: f32,
    /// [`super::access`] bits of an edge to a field, a variable or a struct, of all its sites; 0 for others.
    edge_access: u8,
    /// Where the lines of edge `i` end in `site_line`. They start where those of edge `i - 1` end.
    edge_site_end: u32,
    /// Lines of the sites of an edge, rising, in the file of `from`. An edge that is bound directly leaves out the lines that
    /// have only dispatch.
    site_line: u32,
    /// [`super::access`] bits of the sites on each line.
    site_access: u8,

    /// Where symbol `i`'s outgoing edges end: they are edges `out_end[i - 1]..out_end[i]`.
    out_end: u32,
    /// Where symbol `i`'s incoming edges end in `in_edge`, which lists edge ids in order of (to, from, kind).
    in_end: u32,
    in_edge: u32,

    /// The dispatch edges, rising, and the interface that the call goes through ([`super::StrId`]), like `io.Writer`.
    via_edge: u32,
    via_interface: u32,
    /// Methods by which a type satisfies an interface from outside the tree, whose own code may call them, and the
    /// interface ([`super::StrId`]). In order of symbol, the smallest interface first.
    outside_symbol: u32,
    outside_interface: u32,

    /// Declarations that put a value of a type of the tree into an interface from outside ([`super::StrId`]), whether it is
    /// satisfied (0 or 1), and the first line where they do. In order of all but the line.
    conversion_symbol: u32,
    conversion_type: u32,
    conversion_interface: u32,
    conversion_satisfied: u8,
    conversion_line: u32,

    /// Function literals in the values of packages' variables but for those inside of another: the variable, and the first
    /// and the last line on which nothing else stands; the last is less if there are none. In order.
    literal_symbol: u32,
    literal_first: u32,
    literal_last: u32,

    /// Imports of packages that are not in the tree: the file's symbol, the import path ([`super::StrId`]), and the first
    /// line that imports it. In order of the file, then of the path.
    import_file: u32,
    import_path: u32,
    import_line: u32,

    /// Places in the tree that name something from outside: its name with the import path ([`super::StrId`]), the
    /// declaration around the place, the line, and whether the place calls it (0 or 1). In order of the first three; the
    /// string ids rise with the names.
    foreign_name: u32,
    foreign_from: u32,
    foreign_line: u32,
    foreign_flags: u8,

    /// Sites that no edge was found for: the symbol, the [`super::Cause`], and their number. In order of (symbol, cause).
    unbound_symbol: u32,
    unbound_cause: u8,
    unbound_count: u32,
}
