//! The closed vocabularies of the graph. Their names are used on the command line and in every export.

macro_rules! vocabulary {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// Every value, in order of its number.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name used on the command line, in exports and on the screen.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The value of a stored number; `None` when it is out of range.
            pub fn from_number(n: u8) -> Option<Self> {
                Self::ALL.get(usize::from(n)).copied()
            }

            /// The value of a name.
            pub fn from_name(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|v| v.name() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

vocabulary! {
    /// The kind of a symbol.
    SymbolKind {
        Package = "package",
        File = "file",
        Func = "func",
        Method = "method",
        Struct = "struct",
        Interface = "interface",
        /// A defined type that is neither struct nor interface.
        Type = "type",
        Alias = "alias",
        Const = "const",
        Var = "var",
        Field = "field",
        /// An interface's own method.
        InterfaceMethod = "imethod",
    }
}

vocabulary! {
    /// Why A depends on B.
    EdgeKind {
        Calls = "calls",
        /// The method set of A satisfies interface B. No code declares this.
        Implements = "implements",
        /// A embeds B (struct in struct, interface in interface).
        Extends = "extends",
        Imports = "imports",
        /// A refers to a type, constant, variable or function value B.
        Uses = "uses",
        /// A reads or writes field B.
        Accesses = "accesses",
        /// A is declared in, or belongs to, B.
        MemberOf = "member_of",
        /// The linker makes A and B one (`//go:linkname`), so what refers to A refers to B.
        Delegates = "delegates",
        /// A may run B, which no code at the site names: through a function value, or because A passes B to code outside
        /// the tree, which calls it back.
        Runs = "runs",
    }
}

vocabulary! {
    /// The way in which an edge was bound.
    Origin {
        /// A name of the same file or package.
        Scope = "scope",
        /// A name of an imported package.
        Import = "import",
        /// A method or field of a receiver whose type is known.
        Typed = "typed",
        /// A promoted method or field, through embedding.
        Embedded = "embedded",
        /// One of the concrete methods that an interface call can reach.
        Dispatch = "dispatch",
        /// One of the functions that a call of a function value can reach.
        Value = "func-value",
        /// A function or method that code outside the tree may call back, because the caller passes it there.
        Callback = "callback",
        /// One of the declarations whose function literals a call of a function value can run.
        Closure = "closure",
        /// A guess by name alone.
        Name = "name",
    }
}

vocabulary! {
    /// Why a site is unbound.
    Cause {
        /// It refers to something outside the repository whose name is known.
        External = "external",
        /// It selects from a value of a type outside the repository that is not known.
        ExternalValue = "external-value",
        /// A call through a function value.
        FunctionValue = "function-value",
        /// The receiver's type is unknown.
        UnknownType = "unknown-type",
        /// There are two equally near candidates: Go itself would reject it, or build constraints decide.
        Ambiguous = "ambiguous",
        /// No declaration of the name is in scope.
        Undeclared = "undeclared",
        /// It is inside code that the parser could not read.
        Syntax = "syntax-error",
        /// A call through an interface with more implementers than one call is spread over.
        Crowded = "implementers-left-out",
        /// A call through an interface, or of a function value, to which callers outside the tree may give what is called.
        Given = "given-outside",
    }
}

impl Origin {
    /// Returns whether an edge of this origin is one of several that a site can take, and has the name of what it goes
    /// through.
    pub fn is_through(self) -> bool {
        matches!(self, Self::Dispatch | Self::Value | Self::Closure | Self::Callback)
    }
}

impl SymbolKind {
    /// Returns whether it is a package or a file: these contain other symbols and have no code of their own.
    pub fn is_container(self) -> bool {
        matches!(self, Self::Package | Self::File)
    }

    /// Returns whether it is a struct, an interface, another defined type, or an alias.
    pub fn is_type(self) -> bool {
        matches!(self, Self::Struct | Self::Interface | Self::Type | Self::Alias)
    }

    /// Returns whether it is a function, a method, or an interface's method.
    pub fn is_callable(self) -> bool {
        matches!(self, Self::Func | Self::Method | Self::InterfaceMethod)
    }

    /// The noun for it in a sentence.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Func => "function",
            Self::Const => "constant",
            Self::Var => "variable",
            Self::InterfaceMethod => "interface method",
            kind => kind.name(),
        }
    }

    /// One letter for narrow columns, where colour must not be the only signal.
    pub fn letter(self) -> char {
        match self {
            Self::Package => 'P',
            Self::File => 'L',
            Self::Func => 'F',
            Self::Method => 'M',
            Self::Struct => 'S',
            Self::Interface => 'I',
            Self::Type => 'T',
            Self::Alias => 'A',
            Self::Const => 'C',
            Self::Var => 'V',
            Self::Field => 'D',
            Self::InterfaceMethod => 'N',
        }
    }
}

/// Bits of the columns `edge_access` and `site_access`: what code does with the field, variable or type at an edge's
/// end.
pub mod access {
    pub const READS: u8 = 1;
    /// Assigned to, or to a part of it.
    pub const WRITES: u8 = 2;
    /// Its address is taken, so it may be read and written through a pointer.
    pub const POINTS: u8 = 4;
    /// All fields of the struct are set, by a literal that names no field.
    pub const FILLS: u8 = 8;
    /// A value of the type is made: by a literal, a conversion, `new`, `make`, or a variable without a value.
    pub const MAKES: u8 = 16;
    /// A type without a name, or one that a body declares, embeds it.
    pub const EMBEDS: u8 = 32;
    /// It is compared with `==` or `!=`, or as a case of a switch.
    pub const COMPARES: u8 = 64;
    /// Bits that are added to a reference to a type. Alone they make no edge.
    pub const NOTES: u8 = FILLS | MAKES | EMBEDS;
}

/// Bits of the column `symbol_flags`.
pub mod symbol_flag {
    /// The name begins with an upper-case letter.
    pub const EXPORTED: u16 = 1;
    /// Declared in a `_test.go` file.
    pub const TEST: u16 = 2;
    /// Declared in a file with the line that marks generated code.
    pub const GENERATED: u16 = 4;
    /// The host's build leaves out the file because of its build constraints.
    pub const CONSTRAINED: u16 = 8;
    /// Declared under a `vendor` folder.
    pub const VENDORED: u16 = 16;
    /// A method with a pointer receiver.
    pub const POINTER: u16 = 32;
    /// An embedded field.
    pub const EMBEDDED: u16 = 64;
    /// Generic, or a member of something generic.
    pub const GENERIC: u16 = 128;
    /// Another declaration of the same package has the same name, under other build constraints.
    pub const VARIANT: u16 = 256;
    /// A function `ExampleXxx` with an `// Output:` comment; `go test` runs no others.
    pub const OUTPUT: u16 = 512;
    /// A constant whose spec has no value of its own and repeats the one above it.
    pub const REPEATS: u16 = 1024;
    /// Some builds leave out the file: because of its name, its build constraint, or because it needs C.
    pub const SOME_BUILDS: u16 = 2048;
    /// No build contains the file: it is run by hand, or read by a generator.
    pub const NO_BUILDS: u16 = 4096;
    /// Its doc comment says that it is deprecated.
    pub const DEPRECATED: u16 = 8192;
    /// In a folder of test data, for data or code of tests.
    pub const TESTDATA: u16 = 16384;
    /// A function that code outside the tree is given, by the flow of values, and may call; or a variable of a package in
    /// whose value a function literal stands that it is given.
    pub const HANDED_OUT: u16 = 32768;
}
