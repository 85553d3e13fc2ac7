//! Lowers expressions. Types are lowered by the same dispatch, since they have node kinds in common.

use super::grammar::Syn;
use super::literal;
use super::tree::Lower;
use super::walk::SyntaxCursor;
use crate::golang::ast::{Kind, Lit, NO_NAME, NameIx, Node, flag, op};

/// Chains of binary operators that are longer than this are lowered as a balanced tree.
const LONG_CHAIN: usize = 8;

impl Lower<'_, '_> {
    /// Lowers an expression or a type into exactly one node.
    pub(super) fn expr(&mut self) {
        if self.out.is_too_deep() {
            return self.leaf(Kind::Bad, 0);
        }
        match self.at.syn() {
            Syn::Name | Syn::TypeName => self.name_or_masked(),
            Syn::Int => self.literal(Lit::Int),
            Syn::Float => self.literal(Lit::Float),
            Syn::Imaginary => self.literal(Lit::Imag),
            Syn::Rune => self.literal(Lit::Rune),
            Syn::Text => self.literal(Lit::String),
            Syn::FuncLit => self.func_lit(),
            Syn::Composite => self.composite(),
            Syn::Elements => {
                let at = self.out.open(Kind::CompositeLit, flag::ELIDED, NO_NAME, self.at.line());
                self.absent();
                self.elements();
                self.out.close(at);
            }
            Syn::KeyedElement => self.all(Kind::KeyValue, 0, 2),
            Syn::Selector | Syn::QualifiedType => self.selector(),
            Syn::Index | Syn::GenericType | Syn::Instantiation => self.index(),
            Syn::Slice => self.slice(),
            Syn::TypeAssert => self.all(Kind::TypeAssert, 0, 2),
            Syn::Call => self.call(),
            Syn::Conversion => self.conversion(),
            Syn::Unary => self.unary(),
            Syn::Binary => self.binary(),
            syn if super::tree::is_wrapper(syn) => {
                if !self.unwrap(Self::expr) {
                    self.leaf(Kind::Bad, 0);
                }
            }
            _ => self.type_or_bad(),
        }
    }

    /// Lowers a literal. Its value is kept only where a constant is computed from it.
    fn literal(&mut self, lit: Lit) {
        let text = self.text();
        let value = match lit {
            _ if !self.constant => NO_NAME,
            Lit::Int | Lit::Float | Lit::Imag => self.name(),
            Lit::Rune => literal::rune(text).map_or(NO_NAME, |rune| self.number(rune)),
            Lit::String => literal::unquoted(text).map_or(NO_NAME, |text| self.number(text.len() as u32)),
        };
        self.out.leaf(Kind::BasicLit, lit as u8, value, self.at.line());
    }

    /// Interns a number as a name.
    pub(super) fn number(&mut self, number: u32) -> NameIx {
        self.out.names.intern(number.to_string().as_bytes())
    }

    /// Runs `lower` with literals keeping their values.
    pub(super) fn as_constant(&mut self, lower: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.constant, true);
        lower(self);
        self.constant = outer;
    }

    /// The grammar reads `*(*[]T)(x)` as a conversion to a pointer. A type that begins with `*` would have to be in
    /// parentheses (Go spec, "Conversions"), so the stars before them dereference the result of the conversion.
    fn conversion(&mut self) {
        let source = self.src.get(self.at.start()..).unwrap_or_default();
        let head = source.iter().take_while(|byte| **byte == b'*' || byte.is_ascii_whitespace());
        let stars = head.filter(|byte| **byte == b'*').count();
        let call = self.out.nodes.len();
        self.all(Kind::Call, 0, 1);
        for at in call..call + stars {
            let [outer, inner, ..] = &mut self.out.nodes[at..] else { break };
            if inner.kind() == Kind::Star {
                std::mem::swap(outer, inner);
                (outer.end, inner.end) = (inner.end, inner.end);
            }
        }
    }

    /// Lowers a name, or the type literal for which the parser saw a name.
    fn name_or_masked(&mut self) {
        match self.masked.literal(self.at.start()) {
            Some(literal) => {
                let here = std::mem::replace(&mut self.at, SyntaxCursor::new(literal));
                self.type_or_bad();
                self.at = here;
            }
            None => self.ident(0),
        }
    }

    /// Lowers a name; `flag::DEFINING` means that it is declared here. A name that the parser made up becomes `Bad`.
    pub(super) fn ident(&mut self, flags: u8) {
        if self.at.start() == self.at.end() {
            self.note_error();
            return self.leaf(Kind::Bad, 0);
        }
        let name = self.name();
        self.out.leaf(Kind::Ident, flags, name, self.at.line());
    }

    fn func_lit(&mut self) {
        let at = self.open(Kind::FuncLit);
        let mut signature = super::types::SignatureBuilder::default();
        let mut body = false;
        self.parts(|l| match l.at.syn() {
            Syn::Block if !body => {
                l.end_signature(&mut signature);
                l.brace.get_or_insert(l.at.start());
                let around = std::mem::take(&mut l.breakable);
                l.block();
                l.breakable = around;
                body = true;
            }
            _ => l.signature_part(&mut signature),
        });
        self.end_signature(&mut signature);
        self.close_with(at, usize::from(body), 1);
    }

    fn composite(&mut self) {
        let at = self.open(Kind::CompositeLit);
        let (mut typed, mut counted) = (false, false);
        self.parts(|l| match l.at.syn() {
            Syn::Elements => {
                if !std::mem::replace(&mut typed, true) {
                    l.absent();
                }
                l.brace.get_or_insert(l.at.start());
                if counted {
                    l.list(Self::counted_element);
                } else {
                    l.elements();
                }
            }
            _ if !typed => {
                counted = l.at.syn() == Syn::OpenArrayType;
                l.expr();
                typed = true;
            }
            _ => {}
        });
        self.close_with(at, usize::from(typed), 1);
    }

    fn elements(&mut self) {
        self.list(Self::expr);
    }

    /// Lowers an element of a literal whose length is counted. Its key is a constant.
    fn counted_element(&mut self) {
        if self.at.syn() != Syn::KeyedElement {
            return self.expr();
        }
        let at = self.open(Kind::KeyValue);
        self.constant_and_expr(at);
    }

    /// Lowers the two parts of a node, of which the first is a constant: an index or a length.
    pub(super) fn constant_and_expr(&mut self, at: usize) {
        let mut given = 0;
        self.parts(|l| {
            if given == 0 {
                l.as_constant(Self::expr);
            } else {
                l.expr();
            }
            given += 1;
        });
        self.close_with(at, given, 2);
    }

    /// `x.name`, `pkg.Type`: the line is that of the name.
    fn selector(&mut self) {
        let at = self.open(Kind::Selector);
        let mut operands = 0;
        self.parts(|l| {
            if operands == 0 {
                l.expr();
            } else {
                let name = l.name();
                let line = l.at.line();
                let node = &mut l.out.nodes[at];
                (node.name, node.line) = (name, line);
            }
            operands += 1;
        });
        self.close_with(at, operands, 1);
    }

    fn index(&mut self) {
        let at = self.open(Kind::Index);
        let mut given = 0;
        self.parts(|l| {
            if l.at.syn() == Syn::TypeArgs {
                given += l.type_args();
            } else if given == 1 {
                given += l.index_parts();
            } else {
                l.expr();
                given += 1;
            }
        });
        self.close_with(at, given, 2);
    }

    /// Lowers an index, or the type arguments that the parser saw as one, and returns their number.
    fn index_parts(&mut self) -> usize {
        let mut is_list = false;
        if self.at.syn() == Syn::Binary {
            self.each(|l| is_list |= l.masked.is_separator(l.at.start()));
        }
        if !is_list {
            self.expr();
            return 1;
        }
        let mut n = 0;
        self.parts(|l| n += l.index_parts());
        n
    }

    /// Lowers type arguments and returns their number.
    fn type_args(&mut self) -> usize {
        let mut n = 0;
        self.parts(|l| {
            l.expr();
            n += 1;
        });
        n
    }

    /// `x[low:high:max]`: omitted parts become `Absent`.
    fn slice(&mut self) {
        let at = self.open(Kind::SliceExpr);
        let (mut given, mut colons) = (0, 0);
        self.each(|l| match l.at.syn() {
            Syn::Colon => colons += 1,
            syn if syn.is_part() && given <= 3 => {
                // The operand is child 0, and the bound after the nth colon child n + 1.
                while given > 0 && given <= colons {
                    l.absent();
                    given += 1;
                }
                l.expr();
                given += 1;
            }
            _ => {}
        });
        while given < 4 {
            self.absent();
            given += 1;
        }
        self.out.close(at);
    }

    fn call(&mut self) {
        let at = self.open(Kind::Call);
        let mut function = false;
        self.parts(|l| match l.at.syn() {
            Syn::Args if function => l.arguments(at),
            Syn::TypeArgs if function => {
                l.out.open_around(at + 1, Kind::Index);
                l.type_args();
                l.out.close(at + 1);
            }
            _ if !function => {
                l.expr();
                function = true;
                l.out.nodes[at].line = l.out.nodes[at + 1].line;
            }
            _ => {}
        });
        self.close_with(at, usize::from(function), 1);
    }

    fn arguments(&mut self, call: usize) {
        self.list(|l| {
            if l.at.syn() == Syn::Spread {
                l.out.nodes[call].flags |= flag::VARIADIC;
            }
            l.expr();
        });
    }

    fn unary(&mut self) {
        let at = self.open(Kind::Unary);
        let (mut kind, mut class, mut given) = (Kind::Unary, op::ARITH, 0);
        self.each(|l| match l.at.syn() {
            Syn::Star => kind = Kind::Star,
            Syn::Amp => class = op::ADDR,
            Syn::Arrow => class = op::RECV,
            Syn::Bang => class = op::NOT,
            Syn::Arith => class = l.operator(),
            syn if syn.is_part() && given == 0 => {
                l.expr();
                given = 1;
            }
            _ => {}
        });
        let class = if kind == Kind::Star { 0 } else { class };
        self.out.nodes[at] = Node::new(kind, class, NO_NAME, self.at.line());
        self.close_with(at, given, 1);
    }

    /// `a + b + c` nests to the left, as deep as it is long, and generated sources concatenate thousands of strings.
    /// So the cursor descends to the left operands in a loop, and a long chain of operators of one class becomes a
    /// balanced tree, with the operands in the same order and the same type.
    fn binary(&mut self) {
        let mut levels = 0;
        while self.at.syn() == Syn::Binary && self.at.first_child() {
            levels += 1;
            while !self.at.syn().is_part() && self.at.next_sibling() {}
        }
        if levels <= LONG_CHAIN {
            return self.spine(levels);
        }
        let (operator, run) = self.top_run(levels);
        // For other operators the value depends on the order.
        let is_associative = matches!(op::operator(operator), op::ADD | op::MUL | op::AND | op::OR | op::XOR);
        let class = if is_associative { operator } else { op::class(operator) };
        let mut rest = Some(levels - run);
        self.balanced(run + 1, class, &mut rest);
    }

    /// Starts at the leftmost operand, `levels` below the expression. Lowers it and, while climbing, every right
    /// operand.
    fn spine(&mut self, levels: usize) {
        let first = self.out.nodes.len();
        if self.out.has_room_for(levels as u32) {
            for _ in 0..levels {
                self.open(Kind::Binary);
            }
            self.expr();
            for at in (first..first + levels).rev() {
                let class = self.right_operand();
                self.out.nodes[at].flags = class;
                self.out.close(at);
            }
        } else {
            self.leaf(Kind::Bad, 0);
            for _ in 0..levels {
                self.at.parent();
            }
        }
    }

    /// The binary or arithmetic operator under the cursor: its class, and which one it is.
    fn operator(&self) -> u8 {
        let class = self.at.syn().binary_operator().unwrap_or(op::ARITH);
        class | operator_number(self.text())
    }

    /// Starts at a left operand. Lowers the right one, climbs to the expression, and returns the operator's class.
    fn right_operand(&mut self) -> u8 {
        let (mut class, mut found) = (op::ARITH, false);
        while self.at.next_sibling() {
            match self.at.syn() {
                Syn::Error => self.note_error(),
                syn if syn.is_part() && !found => {
                    self.expr();
                    found = true;
                }
                syn if syn.binary_operator().is_some() => class = self.operator(),
                _ => {}
            }
        }
        if !found {
            self.leaf(Kind::Bad, 0);
        }
        self.at.parent();
        class
    }

    /// Starts at the leftmost operand. Returns the class of the topmost operator, and the number of operators in a
    /// row that share it. The cursor returns to where it was.
    fn top_run(&mut self, levels: usize) -> (u8, usize) {
        let mut run = (op::ARITH, 0);
        for _ in 0..levels {
            let mut class = None;
            while class.is_none() && self.at.next_sibling() {
                class = self.at.syn().binary_operator().map(|_| self.operator());
            }
            let class = class.unwrap_or(op::ARITH);
            run = if class == run.0 { (class, run.1 + 1) } else { (class, 1) };
            self.at.parent();
        }
        for _ in 0..levels {
            self.at.first_child();
            while !self.at.syn().is_part() && self.at.next_sibling() {}
        }
        run
    }

    /// Lowers the next `n` operands of a chain to a balanced tree. The very first operand is `rest` levels above the
    /// leftmost one.
    fn balanced(&mut self, n: usize, class: u8, rest: &mut Option<usize>) {
        if n > 1 {
            let at = self.out.open(Kind::Binary, class, NO_NAME, self.at.line());
            self.balanced(n.div_ceil(2), class, rest);
            self.balanced(n / 2, class, rest);
            self.out.close(at);
        } else if let Some(levels) = rest.take() {
            self.spine(levels);
        } else {
            self.right_operand();
        }
    }
}

/// The number of an operator; 0 for those that are known by their class.
pub(super) fn operator_number(text: &[u8]) -> u8 {
    match text {
        b"+" => op::ADD,
        b"-" => op::SUB,
        b"*" => op::MUL,
        b"/" => op::DIV,
        b"%" => op::REM,
        b"&" => op::AND,
        b"|" => op::OR,
        b"^" => op::XOR,
        b"&^" => op::AND_NOT,
        b"<<" => op::SHL,
        b">>" => op::SHR,
        b"==" | b"!=" => op::EQUAL,
        _ => 0,
    }
}
