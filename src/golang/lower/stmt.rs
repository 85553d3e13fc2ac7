//! Lowers statements.

use super::expr::operator_number;
use super::grammar::Syn;
use super::tree::{Lower, is_wrapper};
use crate::golang::ast::{Kind, NO_NAME, flag};

impl Lower<'_, '_> {
    /// Lowers a statement to one node. Jumps and empty statements become no node, declarations one for each spec.
    pub(super) fn stmt(&mut self) {
        if self.out.is_too_deep() {
            return self.leaf(Kind::Bad, 0);
        }
        match self.at.syn() {
            Syn::Block => self.block(),
            Syn::Jump => self.jump(),
            Syn::Send => self.all(Kind::Send, 0, 2),
            Syn::IncDec => self.all(Kind::IncDec, 0, 1),
            Syn::Assign | Syn::Declare => self.assign(),
            Syn::Receive => self.receive(),
            Syn::Return => {
                let at = self.open(Kind::Return);
                self.parts(|l| l.list(Self::expr));
                self.out.close(at);
            }
            Syn::If => self.if_stmt(),
            Syn::For => self.for_stmt(),
            Syn::Switch => self.switch(),
            Syn::TypeSwitch => self.type_switch(),
            Syn::Select => {
                let at = self.open(Kind::Select);
                self.breakable.push(at);
                self.parts(Self::comm_case);
                self.breakable.pop();
                self.out.close(at);
            }
            Syn::TypeDecl | Syn::ValueDecl => self.declaration(false, [0, 0]),
            Syn::Exprs => self.expr_list(),
            syn if is_wrapper(syn) => {
                self.unwrap(Self::stmt);
            }
            _ => self.expr(),
        }
    }

    /// Marks what a `break` ends; one with a label may end any statement around it.
    fn jump(&mut self) {
        let Some(label) = self.text().strip_prefix(b"break") else { return };
        let nearest = self.breakable.len().saturating_sub(1);
        let ended = &self.breakable[if label.is_empty() { nearest } else { 0 }..];
        for &at in ended {
            self.out.nodes[at].flags |= flag::BREAKS;
        }
    }

    pub(super) fn block(&mut self) {
        let at = self.open(Kind::Block);
        self.list(|l| match l.at.syn() {
            Syn::Stmts => l.list(Self::stmt),
            _ => l.stmt(),
        });
        self.out.close(at);
    }

    /// Lowers the expressions of a list, or a single one, to a `List`.
    pub(super) fn expr_list(&mut self) {
        let at = self.open(Kind::List);
        if self.at.syn() == Syn::Exprs {
            self.list(Self::expr);
        } else {
            self.expr();
        }
        self.out.close(at);
    }

    /// `Assign` [left, right].
    fn assign(&mut self) {
        let at = self.open(Kind::Assign);
        let (mut flags, mut given) = (0, 0);
        self.each(|l| match l.at.syn() {
            Syn::Define => flags |= flag::DEFINE,
            Syn::Update => {
                let text = l.text();
                flags |= flag::COMPOUND | operator_number(text.strip_suffix(b"=").unwrap_or(text));
            }
            syn if syn.is_part() && given < 2 => {
                l.expr_list();
                given += 1;
            }
            _ => {}
        });
        self.out.nodes[at].flags = flags;
        self.pad_lists(given, 2);
        self.out.close(at);
    }

    fn pad_lists(&mut self, given: usize, wanted: usize) {
        for _ in given..wanted {
            self.leaf(Kind::List, 0);
        }
    }

    /// Lowers `x := <-c` of a `select` to an `Assign`, and a mere `<-c` to the expression.
    fn receive(&mut self) {
        let mut assigns = false;
        self.each(|l| assigns |= matches!(l.at.syn(), Syn::Define | Syn::Set));
        if assigns {
            return self.assign();
        }
        let before = self.out.nodes.len();
        self.parts(|l| {
            if l.out.nodes.len() == before {
                l.expr();
            }
        });
    }

    /// `If` [init?, condition, block, else?].
    fn if_stmt(&mut self) {
        let at = self.open(Kind::If);
        let mut given = 0;
        self.parts(|l| {
            let syn = l.at.syn();
            match given {
                0 if syn.is_simple_statement() => {
                    l.init();
                    given = 1;
                }
                0 | 1 => {
                    if given == 0 {
                        l.absent();
                    }
                    l.expr();
                    given = 2;
                }
                2 | 3 => {
                    l.stmt();
                    given += 1;
                }
                _ => {}
            }
        });
        while given < 4 {
            self.absent();
            given += 1;
        }
        self.out.close(at);
    }

    /// Lowers a statement where exactly one node is required.
    fn init(&mut self) {
        let before = self.out.nodes.len();
        self.stmt();
        if self.out.nodes.len() == before {
            self.absent();
        }
    }

    /// `For` [init?, condition?, post?, block] or `Range` [key?, value?, operand, block].
    fn for_stmt(&mut self) {
        let mut at = None;
        let mut body = false;
        self.parts(|l| match l.at.syn() {
            Syn::Block if !body => {
                if at.is_none() {
                    at = Some(l.for_head(Kind::For, |l| l.absents(3)));
                }
                l.block();
                body = true;
            }
            _ if at.is_some() => {}
            Syn::RangeClause => at = Some(l.for_head(Kind::Range, Self::range_clause)),
            Syn::ForClause => at = Some(l.for_head(Kind::For, Self::for_clause)),
            _ => {
                at = Some(l.for_head(Kind::For, |l| {
                    l.absent();
                    l.expr();
                    l.absent();
                }));
            }
        });
        let at = at.unwrap_or_else(|| self.for_head(Kind::For, |l| l.absents(3)));
        if !body {
            self.absent();
        }
        self.breakable.pop();
        self.out.close(at);
    }

    fn for_head(&mut self, kind: Kind, lower: impl FnOnce(&mut Self)) -> usize {
        let at = self.open(kind);
        lower(self);
        self.breakable.push(at);
        at
    }

    fn absents(&mut self, n: usize) {
        for _ in 0..n {
            self.absent();
        }
    }

    fn for_clause(&mut self) {
        let (mut given, mut semicolons) = (0, 0);
        self.each(|l| match l.at.syn() {
            Syn::Semicolon => semicolons += 1,
            syn if syn.is_part() && given < 3 && given <= semicolons => {
                l.absents(semicolons - given);
                l.init();
                given = semicolons + 1;
            }
            _ => {}
        });
        self.absents(3 - given.min(3));
    }

    fn range_clause(&mut self) {
        let at = self.out.nodes.len() - 1;
        let (mut variables, mut operand) = (0, false);
        self.each(|l| match l.at.syn() {
            Syn::Define => l.out.nodes[at].flags |= flag::DEFINE,
            Syn::Exprs if variables == 0 && !operand => l.parts(|l| {
                if variables < 2 {
                    l.expr();
                    variables += 1;
                }
            }),
            syn if syn.is_part() && !operand => {
                l.absents(2 - variables);
                variables = 2;
                l.expr();
                operand = true;
            }
            _ => {}
        });
        self.absents(2 - variables);
        if !operand {
            self.leaf(Kind::Bad, 0);
        }
    }

    /// `Switch` [init?, tag?, case*].
    fn switch(&mut self) {
        let at = self.open(Kind::Switch);
        self.breakable.push(at);
        let mut given = 0;
        self.parts(|l| match l.at.syn() {
            Syn::ExprCase | Syn::DefaultCase => {
                l.absents(2 - given);
                given = 2;
                l.case();
            }
            syn if syn.is_simple_statement() && given == 0 => {
                l.init();
                given = 1;
            }
            _ if given < 2 => {
                l.absents(1 - given);
                l.expr();
                given = 2;
            }
            _ => {}
        });
        self.absents(2 - given);
        self.breakable.pop();
        self.out.close(at);
    }

    /// `Case` [List, Block].
    fn case(&mut self) {
        let at = self.open_case(Kind::Case);
        let mut listed = false;
        self.parts(|l| match l.at.syn() {
            Syn::Exprs if !listed => {
                l.expr_list();
                listed = true;
            }
            _ => {}
        });
        self.pad_lists(usize::from(listed), 1);
        self.case_body();
        self.out.close(at);
    }

    fn open_case(&mut self, kind: Kind) -> usize {
        let default = self.at.syn() == Syn::DefaultCase;
        self.out.open(kind, if default { flag::DEFAULT } else { 0 }, NO_NAME, self.at.line())
    }

    /// Lowers the statements of a case to a `Block`.
    fn case_body(&mut self) {
        let at = self.open(Kind::Block);
        self.list(|l| {
            if l.at.syn() == Syn::Stmts {
                l.list(Self::stmt);
            }
        });
        self.out.close(at);
    }

    /// `TypeSwitch` [init?, operand, case*]; its name is that of the variable.
    fn type_switch(&mut self) {
        let at = self.open(Kind::TypeSwitch);
        self.breakable.push(at);
        let mut given = 0;
        self.parts(|l| match l.at.syn() {
            Syn::TypeCase | Syn::DefaultCase => {
                l.end_switch_head(given);
                given = 2;
                l.type_case();
            }
            Syn::Exprs if given < 2 => {
                let name = l.name();
                l.out.nodes[at].name = name;
            }
            syn if syn.is_simple_statement() && given == 0 => {
                l.init();
                given = 1;
            }
            _ if given < 2 => {
                l.absents(1 - given);
                l.expr();
                given = 2;
            }
            _ => {}
        });
        self.end_switch_head(given);
        self.breakable.pop();
        self.out.close(at);
    }

    fn end_switch_head(&mut self, given: usize) {
        if given < 2 {
            self.absents(1 - given);
            self.leaf(Kind::Bad, 0);
        }
    }

    /// `TypeCase` [List of types, Block].
    fn type_case(&mut self) {
        let at = self.open_case(Kind::TypeCase);
        let list = self.open(Kind::List);
        self.parts(|l| {
            if l.at.syn() != Syn::Stmts {
                l.expr();
            }
        });
        self.out.close(list);
        self.case_body();
        self.out.close(at);
    }

    /// `CommCase` [communication?, Block].
    fn comm_case(&mut self) {
        if !matches!(self.at.syn(), Syn::CommCase | Syn::DefaultCase) {
            return;
        }
        let at = self.open_case(Kind::CommCase);
        let mut given = 0;
        self.parts(|l| {
            if l.at.syn() != Syn::Stmts && given == 0 {
                l.init();
                given = 1;
            }
        });
        self.absents(1 - given);
        self.case_body();
        self.out.close(at);
    }
}
