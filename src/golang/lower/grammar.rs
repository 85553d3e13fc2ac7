//! The grammar's node kinds as one small enum, so that lowering compares numbers instead of strings.

use std::sync::LazyLock;

use crate::golang::ast::op;

macro_rules! syntax {
    (tokens { $($token:ident: $($text:literal)+;)+ } nodes { $($node:ident: $($kind:literal)+;)+ }) => {
        /// The kind of a node of the syntax tree, as far as lowering needs it. Tokens come first: everything from
        /// [`Syn::Unknown`] on is a part with a meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub(super) enum Syn {
            /// A keyword or a mark that adds nothing to the kind of the node around it.
            Token,
            Comment,
            /// The parser's `ERROR`: text that it could not parse.
            Error,
            $($token,)+
            /// A named node that lowering has no use for.
            Unknown,
            $($node,)+
        }

        #[cfg(test)]
        const ALL: &[Syn] = &[Syn::Token, Syn::Comment, Syn::Error, $(Syn::$token,)+ Syn::Unknown, $(Syn::$node,)+];

        fn classify(kind: &str, named: bool) -> Syn {
            match (named, kind) {
                (true, "comment") => Syn::Comment,
                (true, "ERROR") => Syn::Error,
                $((false, $($text)|+) => Syn::$token,)+
                $((true, $($kind)|+) => Syn::$node,)+
                (true, _) => Syn::Unknown,
                (false, _) => Syn::Token,
            }
        }
    };
}

syntax! {
    tokens {
        Star: "*";
        Amp: "&";
        Arrow: "<-";
        Bang: "!";
        Arith: "+" "-" "/" "%" "|" "^" "&^";
        Shift: "<<" ">>";
        Compare: "==" "!=" "<" "<=" ">" ">=";
        Logic: "&&" "||";
        Define: ":=";
        Set: "=";
        Update: "*=" "/=" "%=" "<<=" ">>=" "&=" "&^=" "+=" "-=" "|=" "^=";
        Func: "func";
        Type: "type";
        Var: "var";
        Const: "const";
        OpenBrace: "{";
        OpenParen: "(";
        Colon: ":";
        Semicolon: ";";
    }
    nodes {
        PackageClause: "package_clause";
        ImportDecl: "import_declaration";
        ImportList: "import_spec_list";
        ImportSpec: "import_spec";
        FuncDecl: "function_declaration";
        MethodDecl: "method_declaration";
        TypeDecl: "type_declaration";
        ValueDecl: "var_declaration" "const_declaration";
        VarList: "var_spec_list";
        TypeSpec: "type_spec";
        TypeAlias: "type_alias";
        VarSpec: "var_spec";
        ConstSpec: "const_spec";

        Name: "identifier" "field_identifier" "package_identifier" "blank_identifier" "dot" "nil" "true" "false"
            "iota";
        TypeName: "type_identifier";
        Label: "label_name";
        Int: "int_literal";
        Float: "float_literal";
        Imaginary: "imaginary_literal";
        Rune: "rune_literal";
        Text: "interpreted_string_literal" "raw_string_literal";

        ParenType: "parenthesized_type";
        QualifiedType: "qualified_type";
        GenericType: "generic_type";
        PointerType: "pointer_type";
        ArrayType: "array_type";
        OpenArrayType: "implicit_length_array_type";
        SliceType: "slice_type";
        MapType: "map_type";
        ChanType: "channel_type";
        FuncType: "function_type";
        StructType: "struct_type";
        InterfaceType: "interface_type";
        TildeType: "negated_type";
        TypeTerms: "type_elem" "type_constraint";
        TypeArgs: "type_arguments";
        TypeParams: "type_parameter_list";
        TypeParam: "type_parameter_declaration";
        Params: "parameter_list";
        Param: "parameter_declaration";
        VariadicParam: "variadic_parameter_declaration";
        Fields: "field_declaration_list";
        Field: "field_declaration";
        MethodElem: "method_elem";

        Paren: "parenthesized_expression";
        Selector: "selector_expression";
        Index: "index_expression";
        Slice: "slice_expression";
        Call: "call_expression";
        Args: "argument_list" "special_argument_list";
        Spread: "variadic_argument";
        TypeAssert: "type_assertion_expression";
        Conversion: "type_conversion_expression";
        Instantiation: "type_instantiation_expression";
        Composite: "composite_literal";
        Elements: "literal_value";
        Element: "literal_element";
        KeyedElement: "keyed_element";
        FuncLit: "func_literal";
        Unary: "unary_expression";
        Binary: "binary_expression";
        Exprs: "expression_list";

        Block: "block";
        Stmts: "statement_list";
        ExprStmt: "expression_statement";
        GoDefer: "go_statement" "defer_statement";
        Labeled: "labeled_statement";
        Send: "send_statement";
        Receive: "receive_statement";
        IncDec: "inc_statement" "dec_statement";
        Assign: "assignment_statement";
        Declare: "short_var_declaration";
        Jump: "break_statement" "continue_statement" "goto_statement" "fallthrough_statement" "empty_statement";
        Return: "return_statement";
        If: "if_statement";
        For: "for_statement";
        ForClause: "for_clause";
        RangeClause: "range_clause";
        Switch: "expression_switch_statement";
        TypeSwitch: "type_switch_statement";
        Select: "select_statement";
        ExprCase: "expression_case";
        TypeCase: "type_case";
        CommCase: "communication_case";
        DefaultCase: "default_case";
    }
}

impl Syn {
    /// Returns whether the node is a part of what is around it, rather than a token, a comment or an error.
    pub(super) fn is_part(self) -> bool {
        self >= Syn::Unknown
    }

    /// Returns whether it is a statement that may come before the `;` of an `if`, `switch` or `for`.
    pub(super) fn is_simple_statement(self) -> bool {
        matches!(self, Syn::ExprStmt | Syn::Send | Syn::Receive | Syn::IncDec | Syn::Assign | Syn::Declare)
    }

    pub(super) fn is_statement(self) -> bool {
        self >= Syn::Block || matches!(self, Syn::TypeDecl | Syn::ValueDecl)
    }

    /// The class of a binary operator's token; `None` for other tokens.
    pub(super) fn binary_operator(self) -> Option<u8> {
        Some(match self {
            Syn::Star | Syn::Amp | Syn::Arith => op::ARITH,
            Syn::Shift => op::SHIFT,
            Syn::Compare => op::COMPARE,
            Syn::Logic => op::LOGIC,
            _ => return None,
        })
    }
}

/// [`Syn`] by the number of the node's kind.
static BY_KIND: LazyLock<Box<[Syn]>> = LazyLock::new(|| {
    let language = tree_sitter::Language::from(tree_sitter_go::LANGUAGE);
    let classify_id = |id| {
        let kind = language.node_kind_for_id(id).unwrap_or_default();
        classify(kind, language.node_kind_is_named(id))
    };
    (0..language.node_kind_count() as u16).map(classify_id).collect()
});

/// The table of kinds. Walkers keep a reference, so that they check its initialisation only once.
pub(super) fn table() -> &'static [Syn] {
    &BY_KIND
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kind that a newer grammar renames would silently become `Unknown`.
    #[test]
    fn every_kind_is_one_of_the_grammar() {
        let missing: Vec<Syn> = ALL.iter().copied().filter(|syn| !table().contains(syn)).collect();
        // The parser's own number for errors is not in the table.
        assert_eq!(missing, [Syn::Error]);
    }
}
