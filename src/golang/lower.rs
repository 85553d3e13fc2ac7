//! Lowering: from the bytes of one Go file to its facts. (Interim version of the lead's; see the room's owner.)
use rustc_hash::FxHashMap;
use tree_sitter::{Node as Cst, Parser, TreeCursor};

use super::ast::{Kind, Lit, NO_NAME, NameIx, Node, flag, op};
use super::facts::{Decl, FileFacts, Import, NONE, decl_flag, file_flag};
use crate::model::SymbolKind;

pub struct Lowering {
    parser: Parser,
}

struct Cx<'s, 't> {
    src: &'s [u8],
    out: FileFacts,
    names: FxHashMap<&'s [u8], NameIx>,
    cursor: TreeCursor<'t>,
    depth: u32,
    owner: u32,
    nested: bool,
}

type Kids<'t> = Vec<(Cst<'t>, Option<&'t str>)>;

impl Lowering {
    pub fn new() -> Self {
        let mut parser = Parser::new();
        let _ = parser.set_language(&tree_sitter_go::LANGUAGE.into());
        Self { parser }
    }

    pub fn facts(&mut self, source: &[u8]) -> FileFacts {
        let Some(tree) = self.parser.parse(source, None) else { return FileFacts::default() };
        let mut cx = Cx {
            src: source,
            out: FileFacts { package: NO_NAME, build: NO_NAME, ..FileFacts::default() },
            names: FxHashMap::default(),
            cursor: tree.walk(),
            depth: 0,
            owner: NONE,
            nested: false,
        };
        cx.out.lines = source.iter().filter(|&&b| b == b'\n').count() as u32 + 1;
        cx.file(tree.root_node());
        cx.out
    }
}

impl<'s, 't> Cx<'s, 't> {
    fn kids(&mut self, n: Cst<'t>) -> Kids<'t> {
        let mut v = Vec::new();
        self.cursor.reset(n);
        if self.cursor.goto_first_child() {
            loop {
                let c = self.cursor.node();
                if c.is_named() && c.kind() != "comment" {
                    v.push((c, self.cursor.field_name()));
                }
                if !self.cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        v
    }

    fn text(&self, n: Cst) -> &'s [u8] {
        &self.src[n.start_byte()..n.end_byte()]
    }

    fn name(&mut self, t: &'s [u8]) -> NameIx {
        if let Some(&i) = self.names.get(t) {
            return i;
        }
        let i = self.out.name_ends.len() as u32;
        let s = String::from_utf8_lossy(t);
        self.out.name_bytes.extend_from_slice(s.as_bytes());
        self.out.name_ends.push(self.out.name_bytes.len() as u32);
        self.names.insert(t, i);
        i
    }

    fn own_name(&mut self, t: &str) -> NameIx {
        let i = self.out.name_ends.len() as u32;
        self.out.name_bytes.extend_from_slice(t.as_bytes());
        self.out.name_ends.push(self.out.name_bytes.len() as u32);
        i
    }

    fn open(&mut self, k: Kind, flags: u8, name: NameIx, line: u32) -> usize {
        self.out.nodes.push(Node::new(k, flags, name, line));
        self.out.nodes.len() - 1
    }

    fn close(&mut self, at: usize) {
        self.out.nodes[at].end = self.out.nodes.len() as u32;
    }

    fn leaf(&mut self, k: Kind, flags: u8, name: NameIx, line: u32) {
        let a = self.open(k, flags, name, line);
        self.close(a);
    }

    fn absent(&mut self, line: u32) {
        self.leaf(Kind::Absent, 0, NO_NAME, line);
    }

    fn file(&mut self, root: Cst<'t>) {
        let head = self.src;
        for (c, _) in self.kids(root) {
            match c.kind() {
                "package_clause" => {
                    if let Some((id, _)) = self.kids(c).first().copied() {
                        self.out.package = self.name(self.text(id));
                        self.out.package_line = id.start_position().row as u32 + 1;
                        self.out.package_col = id.start_position().column as u32 + 1;
                        let before = &head[..c.start_byte()];
                        for l in before.split(|&b| b == b'\n') {
                            let l = String::from_utf8_lossy(l);
                            let l = l.trim_end_matches('\r');
                            if l.starts_with("// Code generated ") && l.ends_with(" DO NOT EDIT.") {
                                self.out.flags |= file_flag::GENERATED;
                            }
                            if let Some(e) = l.strip_prefix("//go:build ") {
                                self.out.build = self.own_name(e.trim());
                            }
                        }
                    }
                }
                "import_declaration" => self.imports(c),
                _ => self.top(c),
            }
        }
    }

    fn imports(&mut self, n: Cst<'t>) {
        for (c, _) in self.kids(n) {
            if c.kind() == "import_spec_list" {
                self.imports(c);
            } else if c.kind() == "import_spec" {
                let (mut alias, mut path) = (NO_NAME, NO_NAME);
                for (x, f) in self.kids(c) {
                    match f {
                        Some("name") => alias = self.name(self.text(x)),
                        Some("path") => {
                            let t = self.text(x);
                            path = self.name(&t[1..t.len().saturating_sub(1).max(1)]);
                        }
                        _ => {}
                    }
                }
                if self.out.name(path) == "C" {
                    self.out.flags |= file_flag::CGO;
                }
                self.out.imports.push(Import { alias, path, line: c.start_position().row as u32 + 1 });
            }
        }
    }

    fn top(&mut self, c: Cst<'t>) {
        match c.kind() {
            "function_declaration" | "method_declaration" => self.func(c),
            "type_declaration" | "var_declaration" | "const_declaration" => self.gen_decl(c, true),
            "ERROR" => {
                self.out.errors.push(c.start_position().row as u32 + 1);
                for (x, _) in self.kids(c) {
                    self.top(x);
                }
            }
            _ => {}
        }
    }

    fn decl(&mut self, kind: SymbolKind, id: Cst<'t>, node: usize, nth: u32, span: Cst<'t>) -> usize {
        let name = self.name(self.text(id));
        let ex = std::str::from_utf8(self.text(id))
            .is_ok_and(|t| t.chars().next().is_some_and(char::is_uppercase));
        let sig = String::from_utf8_lossy(self.text(span));
        let sig: String =
            sig.split_whitespace().take(30).collect::<Vec<_>>().join(" ").chars().take(200).collect();
        let signature = self.own_name(&sig);
        self.out.decls.push(Decl {
            kind: kind as u8,
            flags: if ex { decl_flag::EXPORTED } else { 0 },
            reserved: 0,
            name,
            receiver: NO_NAME,
            owner: NONE,
            node: node as u32,
            nth,
            line: id.start_position().row as u32 + 1,
            col: id.start_position().column as u32 + 1,
            end_line: span.end_position().row as u32 + 1,
            start: span.start_byte() as u32,
            end: span.end_byte() as u32,
            body: span.end_byte() as u32,
            signature,
            doc: [0, 0],
        });
        self.out.decls.len() - 1
    }

    fn func(&mut self, n: Cst<'t>) {
        let k = self.kids(n);
        let get = |f: &str| k.iter().find(|c| c.1 == Some(f)).map(|c| c.0);
        let Some(id) = get("name") else { return };
        let line = n.start_position().row as u32 + 1;
        let nm = self.name(self.text(id));
        let at = self.open(Kind::FuncDecl, flag::TOP, nm, line);
        let method = n.kind() == "method_declaration";
        let d = self.decl(if method { SymbolKind::Method } else { SymbolKind::Func }, id, at, 0, n);
        match get("receiver") {
            Some(r) => {
                self.params(r);
                let rec = self.text(r);
                let t = String::from_utf8_lossy(rec).into_owned();
                let t = t.trim_matches(['(', ')']).split('[').next().unwrap_or("").to_owned();
                if t.contains('*') {
                    self.out.decls[d].flags |= decl_flag::POINTER;
                }
                let base =
                    t.rsplit([' ', '*', '(', ')', '\t']).find(|x| !x.is_empty()).unwrap_or("").to_owned();
                // interned by content
                let pos = (0..self.out.name_ends.len() as u32).find(|&i| self.out.name(i) == base);
                let r = pos.unwrap_or_else(|| self.own_name(&base));
                self.out.decls[d].receiver = r;
            }
            None => self.absent(line),
        }
        match get("type_parameters") {
            Some(t) => self.tparams(t),
            None => self.absent(line),
        }
        self.func_type(n);
        match get("body") {
            Some(b) => self.stmt(b),
            None => self.absent(line),
        }
        self.close(at);
    }

    fn func_type(&mut self, n: Cst<'t>) {
        let k = self.kids(n);
        let get = |f: &str| k.iter().find(|c| c.1 == Some(f)).map(|c| c.0);
        let line = n.start_position().row as u32 + 1;
        let at = self.open(Kind::FuncType, 0, NO_NAME, line);
        match get("parameters") {
            Some(p) => self.params(p),
            None => self.absent(line),
        }
        match get("result") {
            Some(p) if p.kind() == "parameter_list" => self.params(p),
            Some(t) => {
                let a = self.open(Kind::Params, 0, NO_NAME, line);
                let g = self.open(Kind::Group, 0, NO_NAME, line);
                self.expr(t);
                self.close(g);
                self.close(a);
            }
            None => self.absent(line),
        }
        self.close(at);
    }

    fn params(&mut self, n: Cst<'t>) {
        let line = n.start_position().row as u32 + 1;
        let at = self.open(Kind::Params, 0, NO_NAME, line);
        for (c, _) in self.kids(n) {
            if !matches!(c.kind(), "parameter_declaration" | "variadic_parameter_declaration") {
                continue;
            }
            if c.kind().starts_with('v') {
                self.out.nodes[at].flags |= flag::VARIADIC;
            }
            self.group(c, 0);
        }
        self.close(at);
    }

    fn group(&mut self, c: Cst<'t>, flags: u8) -> usize {
        let k = self.kids(c);
        let g = self.open(Kind::Group, flags, NO_NAME, c.start_position().row as u32 + 1);
        for (x, f) in &k {
            if *f == Some("type") {
                self.expr(*x);
            }
        }
        for (x, f) in &k {
            if *f == Some("name") && x.kind() != "," {
                let nm = self.name(self.text(*x));
                self.leaf(Kind::Ident, flag::DEFINING, nm, x.start_position().row as u32 + 1);
            }
        }
        self.close(g);
        g
    }

    fn tparams(&mut self, n: Cst<'t>) {
        let at = self.open(Kind::TypeParams, 0, NO_NAME, n.start_position().row as u32 + 1);
        for (c, _) in self.kids(n) {
            if c.kind() == "type_parameter_declaration" {
                self.group(c, 0);
            }
        }
        self.close(at);
    }

    fn gen_decl(&mut self, n: Cst<'t>, top: bool) {
        let mut prev_inherits = false;
        let _ = &mut prev_inherits;
        for (c, _) in self.kids(n) {
            match c.kind() {
                "var_spec_list" => self.gen_decl(c, top),
                "var_spec" | "const_spec" => self.value_spec(c, top),
                "type_spec" | "type_alias" => self.type_spec(c, top),
                _ => {}
            }
        }
    }

    fn value_spec(&mut self, c: Cst<'t>, top: bool) {
        let k = self.kids(c);
        let line = c.start_position().row as u32 + 1;
        let con = c.kind() == "const_spec";
        let has = k.iter().any(|x| x.1 == Some("value"));
        let ty = k.iter().find(|x| x.1 == Some("type")).map(|x| x.0);
        let mut fl = if top { flag::TOP } else { 0 };
        if con && !has && ty.is_none() {
            fl |= flag::INHERITS;
        }
        let at = self.open(if con { Kind::ConstSpec } else { Kind::VarSpec }, fl, NO_NAME, line);
        match ty {
            Some(t) => self.expr(t),
            None => self.absent(line),
        }
        let l = self.open(Kind::List, 0, NO_NAME, line);
        let mut nth = 0;
        for (x, f) in &k {
            if *f == Some("name") && x.kind() != "," {
                let nm = self.name(self.text(*x));
                self.leaf(Kind::Ident, flag::DEFINING, nm, x.start_position().row as u32 + 1);
                if top {
                    self.decl(if con { SymbolKind::Const } else { SymbolKind::Var }, *x, at, nth, c);
                }
                nth += 1;
            }
        }
        self.close(l);
        let l = self.open(Kind::List, 0, NO_NAME, line);
        for (x, f) in &k {
            if *f == Some("value") {
                for (e, _) in self.kids(*x) {
                    self.expr(e);
                }
            }
        }
        self.close(l);
        self.close(at);
    }

    fn type_spec(&mut self, c: Cst<'t>, top: bool) {
        let k = self.kids(c);
        let get = |f: &str| k.iter().find(|c| c.1 == Some(f)).map(|c| c.0);
        let (Some(id), Some(ty)) = (get("name"), get("type")) else { return };
        let line = c.start_position().row as u32 + 1;
        let alias = c.kind() == "type_alias";
        let nm = self.name(self.text(id));
        let at = self.open(
            Kind::TypeSpec,
            if top { flag::TOP } else { 0 } | if alias { flag::ALIAS } else { 0 },
            nm,
            line,
        );
        if top {
            let kind = match (alias, ty.kind()) {
                (true, _) => SymbolKind::Alias,
                (_, "struct_type") => SymbolKind::Struct,
                (_, "interface_type") => SymbolKind::Interface,
                _ => SymbolKind::Type,
            };
            let d = self.decl(kind, id, at, 0, c);
            self.owner = d as u32;
            self.nested = kind != SymbolKind::Struct && kind != SymbolKind::Interface;
        }
        match get("type_parameters") {
            Some(t) => self.tparams(t),
            None => self.absent(line),
        }
        self.expr(ty);
        self.owner = NONE;
        self.close(at);
    }

    fn list(&mut self, n: Option<Cst<'t>>, line: u32) {
        let l = self.open(Kind::List, 0, NO_NAME, line);
        if let Some(n) = n {
            if n.kind() == "expression_list" {
                for (e, _) in self.kids(n) {
                    self.expr(e);
                }
            } else {
                self.expr(n);
            }
        }
        self.close(l);
    }

    fn stmts(&mut self, k: &Kids<'t>, line: u32) {
        let b = self.open(Kind::Block, 0, NO_NAME, line);
        for (x, f) in k {
            if f.is_none() && x.kind() == "statement_list" {
                for (s, _) in self.kids(*x) {
                    self.stmt(s);
                }
            }
        }
        self.close(b);
    }

    fn opt(&mut self, n: Option<Cst<'t>>, line: u32) {
        match n {
            Some(n) => self.stmt(n),
            None => self.absent(line),
        }
    }

    fn opt_e(&mut self, n: Option<Cst<'t>>, line: u32) {
        match n {
            Some(n) => self.expr(n),
            None => self.absent(line),
        }
    }

    #[allow(clippy::too_many_lines)]
    fn stmt(&mut self, n: Cst<'t>) {
        let line = n.start_position().row as u32 + 1;
        let k = self.kids(n);
        let get = |f: &str| k.iter().find(|c| c.1 == Some(f)).map(|c| c.0);
        match n.kind() {
            "block" => self.stmts(&k, line),
            "expression_statement" | "go_statement" | "defer_statement" => {
                for (x, _) in &k {
                    self.expr(*x);
                }
            }
            "labeled_statement" => {
                for (x, f) in &k {
                    if f.is_none() {
                        self.stmt(*x);
                    }
                }
            }
            "break_statement"
            | "continue_statement"
            | "goto_statement"
            | "fallthrough_statement"
            | "empty_statement" => {}
            "send_statement" => {
                let at = self.open(Kind::Send, 0, NO_NAME, line);
                self.opt_e(get("channel"), line);
                self.opt_e(get("value"), line);
                self.close(at);
            }
            "inc_statement" | "dec_statement" => {
                let at = self.open(Kind::IncDec, 0, NO_NAME, line);
                for (x, _) in &k {
                    self.expr(*x);
                }
                self.close(at);
            }
            "assignment_statement" | "short_var_declaration" | "receive_statement" => {
                let txt = |c: &Self, a: Cst, b: Cst| c.src[a.end_byte()..b.start_byte()].to_vec();
                let mut fl = 0;
                if let (Some(l), Some(r)) = (get("left"), get("right")) {
                    let t = txt(self, l, r);
                    if t.windows(2).any(|w| w == b":=") {
                        fl |= flag::DEFINE;
                    }
                }
                if let Some(r) = get("right") {
                    if get("left").is_none() {
                        self.expr(r);
                        return;
                    }
                }
                let at = self.open(Kind::Assign, fl, NO_NAME, line);
                self.list(get("left"), line);
                self.list(get("right"), line);
                self.close(at);
            }
            "return_statement" => {
                let at = self.open(Kind::Return, 0, NO_NAME, line);
                for (x, _) in &k {
                    for (e, _) in self.kids(*x) {
                        self.expr(e);
                    }
                }
                self.close(at);
            }
            "if_statement" => {
                let at = self.open(Kind::If, 0, NO_NAME, line);
                self.opt(get("initializer"), line);
                self.opt_e(get("condition"), line);
                self.opt(get("consequence"), line);
                self.opt(get("alternative"), line);
                self.close(at);
            }
            "for_statement" => {
                let head = k.iter().find(|c| c.1.is_none()).map(|c| c.0);
                match head {
                    Some(h) if h.kind() == "range_clause" => {
                        let hk = self.kids(h);
                        let l = hk.iter().find(|c| c.1 == Some("left")).map(|c| c.0);
                        let r = hk.iter().find(|c| c.1 == Some("right")).map(|c| c.0);
                        let mut fl = 0;
                        if let (Some(l), Some(r)) = (l, r) {
                            if self.src[l.end_byte()..r.start_byte()].windows(2).any(|w| w == b":=") {
                                fl = flag::DEFINE;
                            }
                        }
                        let at = self.open(Kind::Range, fl, NO_NAME, line);
                        let vars: Vec<_> = l.map(|l| self.kids(l)).unwrap_or_default();
                        self.opt_e(vars.first().map(|v| v.0), line);
                        self.opt_e(vars.get(1).map(|v| v.0), line);
                        self.opt_e(r, line);
                        self.opt(get("body"), line);
                        self.close(at);
                    }
                    Some(h) if h.kind() == "for_clause" => {
                        let hk = self.kids(h);
                        let g = |f: &str| hk.iter().find(|c| c.1 == Some(f)).map(|c| c.0);
                        let at = self.open(Kind::For, 0, NO_NAME, line);
                        self.opt(g("initializer"), line);
                        self.opt_e(g("condition"), line);
                        self.opt(g("update"), line);
                        self.opt(get("body"), line);
                        self.close(at);
                    }
                    h => {
                        let at = self.open(Kind::For, 0, NO_NAME, line);
                        self.absent(line);
                        self.opt_e(h, line);
                        self.absent(line);
                        self.opt(get("body"), line);
                        self.close(at);
                    }
                }
            }
            "expression_switch_statement" => {
                let at = self.open(Kind::Switch, 0, NO_NAME, line);
                self.opt(get("initializer"), line);
                self.opt_e(get("value"), line);
                for (c, _) in &k {
                    if matches!(c.kind(), "expression_case" | "default_case") {
                        let ck = self.kids(*c);
                        let a = self.open(Kind::Case, u8::from(c.kind() == "default_case"), NO_NAME, line);
                        let v = ck.iter().find(|x| x.1 == Some("value")).map(|x| x.0);
                        self.list(v, line);
                        self.stmts(&ck, line);
                        self.close(a);
                    }
                }
                self.close(at);
            }
            "type_switch_statement" => {
                let nm = match get("alias") {
                    Some(a) => self.name(self.text(a)),
                    None => NO_NAME,
                };
                let at = self.open(Kind::TypeSwitch, 0, nm, line);
                self.opt(get("initializer"), line);
                self.opt_e(get("value"), line);
                for (c, _) in &k {
                    if matches!(c.kind(), "type_case" | "default_case") {
                        let ck = self.kids(*c);
                        let a =
                            self.open(Kind::TypeCase, u8::from(c.kind() == "default_case"), NO_NAME, line);
                        let l = self.open(Kind::List, 0, NO_NAME, line);
                        for (x, f) in &ck {
                            if *f == Some("type") {
                                self.expr(*x);
                            }
                        }
                        self.close(l);
                        self.stmts(&ck, line);
                        self.close(a);
                    }
                }
                self.close(at);
            }
            "select_statement" => {
                let at = self.open(Kind::Select, 0, NO_NAME, line);
                for (c, _) in &k {
                    let ck = self.kids(*c);
                    let a = self.open(Kind::CommCase, u8::from(c.kind() == "default_case"), NO_NAME, line);
                    let v = ck.iter().find(|x| x.1 == Some("communication")).map(|x| x.0);
                    self.opt(v, line);
                    self.stmts(&ck, line);
                    self.close(a);
                }
                self.close(at);
            }
            "var_declaration" | "const_declaration" | "type_declaration" => {
                let o = std::mem::replace(&mut self.owner, NONE);
                self.gen_decl(n, false);
                self.owner = o;
            }
            _ => self.expr(n),
        }
    }

    #[allow(clippy::too_many_lines)]
    fn expr(&mut self, n: Cst<'t>) {
        if self.depth > 900 {
            self.leaf(Kind::Bad, 0, NO_NAME, 1);
            return;
        }
        self.depth += 1;
        let line = n.start_position().row as u32 + 1;
        let k = self.kids(n);
        let get = |f: &str| k.iter().find(|c| c.1 == Some(f)).map(|c| c.0);
        let all = |s: &mut Self, kind: Kind, fl: u8, nm: NameIx, ln: u32| {
            let at = s.open(kind, fl, nm, ln);
            for (x, _) in &k {
                s.expr(*x);
            }
            s.close(at);
        };
        match n.kind() {
            "identifier" | "type_identifier" | "package_identifier" | "field_identifier" | "nil" | "true"
            | "false" | "iota" | "blank_identifier" => {
                let nm = self.name(self.text(n));
                self.leaf(Kind::Ident, 0, nm, line);
            }
            "int_literal" => {
                let nm = self.name(self.text(n));
                self.leaf(Kind::BasicLit, Lit::Int as u8, nm, line);
            }
            "float_literal" => self.leaf(Kind::BasicLit, Lit::Float as u8, NO_NAME, line),
            "imaginary_literal" => self.leaf(Kind::BasicLit, Lit::Imag as u8, NO_NAME, line),
            "rune_literal" => self.leaf(Kind::BasicLit, Lit::Rune as u8, NO_NAME, line),
            "interpreted_string_literal" | "raw_string_literal" => {
                self.leaf(Kind::BasicLit, Lit::String as u8, NO_NAME, line);
            }
            "parenthesized_expression"
            | "parenthesized_type"
            | "type_elem"
            | "type_constraint"
            | "literal_element"
            | "variadic_argument" => {
                if k.len() > 1 && n.kind() != "parenthesized_expression" {
                    all(self, Kind::Union, 0, NO_NAME, line);
                } else {
                    for (x, _) in &k {
                        self.expr(*x);
                    }
                    if k.is_empty() {
                        self.absent(line);
                    }
                }
            }
            "func_literal" => {
                let at = self.open(Kind::FuncLit, 0, NO_NAME, line);
                self.func_type(n);
                self.opt(get("body"), line);
                self.close(at);
            }
            "composite_literal" => {
                let at = self.open(Kind::CompositeLit, 0, NO_NAME, line);
                self.opt_e(get("type"), line);
                if let Some(b) = get("body") {
                    self.elems(b);
                }
                self.close(at);
            }
            "literal_value" => {
                let at = self.open(Kind::CompositeLit, flag::ELIDED, NO_NAME, line);
                self.absent(line);
                self.elems(n);
                self.close(at);
            }
            "keyed_element" => all(self, Kind::KeyValue, 0, NO_NAME, line),
            "selector_expression" => {
                let (Some(o), Some(f)) = (get("operand"), get("field")) else {
                    self.depth -= 1;
                    return self.leaf(Kind::Bad, 0, NO_NAME, line);
                };
                let nm = self.name(self.text(f));
                let at = self.open(Kind::Selector, 0, nm, f.start_position().row as u32 + 1);
                self.expr(o);
                self.close(at);
            }
            "qualified_type" => {
                let (Some(o), Some(f)) = (get("package"), get("name")) else {
                    self.depth -= 1;
                    return self.leaf(Kind::Bad, 0, NO_NAME, line);
                };
                let nm = self.name(self.text(f));
                let at = self.open(Kind::Selector, 0, nm, line);
                self.expr(o);
                self.close(at);
            }
            "generic_type" | "type_instantiation_expression" => {
                let at = self.open(Kind::Index, 0, NO_NAME, line);
                for (x, _) in &k {
                    if x.kind() == "type_arguments" {
                        for (e, _) in self.kids(*x) {
                            self.expr(e);
                        }
                    } else {
                        self.expr(*x);
                    }
                }
                self.close(at);
            }
            "index_expression" => all(self, Kind::Index, 0, NO_NAME, line),
            "slice_expression" => all(self, Kind::SliceExpr, 0, NO_NAME, line),
            "type_assertion_expression" => {
                let at = self.open(Kind::TypeAssert, 0, NO_NAME, line);
                self.opt_e(get("operand"), line);
                self.opt_e(get("type"), line);
                self.close(at);
            }
            "call_expression" => {
                let args = get("arguments");
                let ak = args.map(|a| self.kids(a)).unwrap_or_default();
                let var = ak.last().is_some_and(|a| a.0.kind() == "variadic_argument");
                let at = self.open(Kind::Call, u8::from(var), NO_NAME, line);
                if let Some(ta) = get("type_arguments") {
                    let ix = self.open(Kind::Index, 0, NO_NAME, line);
                    self.opt_e(get("function"), line);
                    for (e, _) in self.kids(ta) {
                        self.expr(e);
                    }
                    self.close(ix);
                } else {
                    self.opt_e(get("function"), line);
                }
                for (a, _) in &ak {
                    self.expr(*a);
                }
                self.close(at);
            }
            "type_conversion_expression" => {
                let at = self.open(Kind::Call, 0, NO_NAME, line);
                self.opt_e(get("type"), line);
                self.opt_e(get("operand"), line);
                self.close(at);
            }
            "unary_expression" => {
                let o = match self.src.get(n.start_byte()) {
                    Some(b'&') => op::ADDR,
                    Some(b'<') => op::RECV,
                    Some(b'!') => op::NOT,
                    Some(b'*') => 0,
                    _ => op::ARITH,
                };
                let (kind, fl) = if o == 0 { (Kind::Star, 0) } else { (Kind::Unary, o) };
                let at = self.open(kind, fl, NO_NAME, line);
                self.opt_e(get("operand"), line);
                self.close(at);
            }
            "binary_expression" => {
                let (Some(l), Some(r)) = (get("left"), get("right")) else {
                    self.depth -= 1;
                    return self.leaf(Kind::Bad, 0, NO_NAME, line);
                };
                let o = n.child_by_field_name("operator").map_or("+", |o| o.kind());
                let o = match o {
                    "==" | "!=" | "<" | "<=" | ">" | ">=" => op::COMPARE,
                    "<<" | ">>" => op::SHIFT,
                    "&&" | "||" => op::LOGIC,
                    _ => op::ARITH,
                };
                let at = self.open(Kind::Binary, o, NO_NAME, line);
                self.expr(l);
                self.expr(r);
                self.close(at);
            }
            "pointer_type" => all(self, Kind::Star, 0, NO_NAME, line),
            "array_type" => {
                let at = self.open(Kind::ArrayType, 0, NO_NAME, line);
                self.opt_e(get("length"), line);
                self.opt_e(get("element"), line);
                self.close(at);
            }
            "implicit_length_array_type" => {
                let at = self.open(Kind::ArrayType, flag::ELLIPSIS, NO_NAME, line);
                self.absent(line);
                self.opt_e(get("element"), line);
                self.close(at);
            }
            "slice_type" => all(self, Kind::SliceType, 0, NO_NAME, line),
            "map_type" => all(self, Kind::MapType, 0, NO_NAME, line),
            "channel_type" => {
                let t = self.text(n);
                let v = get("value");
                let head = v.map_or(t, |v| &self.src[n.start_byte()..v.start_byte()]);
                let fl = if t.starts_with(b"<-") {
                    flag::RECV
                } else if head.windows(2).any(|w| w == b"<-") {
                    flag::SEND
                } else {
                    flag::SEND | flag::RECV
                };
                all(self, Kind::ChanType, fl, NO_NAME, line);
            }
            "function_type" => self.func_type(n),
            "struct_type" => {
                let at = self.open(Kind::StructType, 0, NO_NAME, line);
                let owner = self.owner;
                for (l, _) in &k {
                    for (f, _) in self.kids(*l) {
                        if f.kind() == "field_declaration" {
                            self.field(f, owner);
                        }
                    }
                }
                self.close(at);
            }
            "interface_type" => {
                let owner = self.owner;
                let at = self.open(Kind::InterfaceType, 0, NO_NAME, line);
                for (m, _) in &k {
                    if m.kind() == "method_elem" {
                        let mk = self.kids(*m);
                        let Some((id, _)) = mk.iter().find(|x| x.1 == Some("name")).copied() else {
                            continue;
                        };
                        let nm = self.name(self.text(id));
                        let a = self.open(Kind::IMethod, 0, nm, m.start_position().row as u32 + 1);
                        if owner != NONE && !self.nested {
                            let d = self.decl(SymbolKind::InterfaceMethod, id, a, 0, *m);
                            self.out.decls[d].owner = owner;
                        }
                        self.func_type(*m);
                        self.close(a);
                    } else {
                        self.expr(*m);
                    }
                }
                self.close(at);
            }
            "negated_type" => all(self, Kind::Tilde, 0, NO_NAME, line),
            "block" | "expression_list" => self.stmt(n),
            "special_argument_list" => {}
            "ERROR" => all(self, Kind::Bad, 0, NO_NAME, line),
            _ => self.leaf(Kind::Bad, 0, NO_NAME, line),
        }
        self.depth -= 1;
    }

    fn elems(&mut self, b: Cst<'t>) {
        for (e, _) in self.kids(b) {
            self.expr(e);
        }
    }

    fn field(&mut self, f: Cst<'t>, owner: u32) {
        let k = self.kids(f);
        let names: Vec<_> =
            k.iter().filter(|x| x.1 == Some("name") && x.0.kind() != ",").map(|x| x.0).collect();
        let emb = names.is_empty();
        let line = f.start_position().row as u32 + 1;
        let at = self.open(Kind::Group, u8::from(emb), NO_NAME, line);
        let mut ds = vec![];
        if owner != NONE {
            for (i, x) in names.iter().enumerate() {
                ds.push(self.decl(SymbolKind::Field, *x, at, i as u32, f));
            }
        }
        let star = self.src.get(f.start_byte()) == Some(&b'*');
        let st = if star { Some(self.open(Kind::Star, 0, NO_NAME, line)) } else { None };
        let ty = k.iter().find(|x| x.1 == Some("type")).map(|x| x.0);
        if emb && owner != NONE {
            if let Some(mut t) = ty {
                for _ in 0..5 {
                    let tk = self.kids(t);
                    if t.kind() == "qualified_type" {
                        if let Some(x) = tk.iter().find(|x| x.1 == Some("name")) {
                            t = x.0;
                        }
                    } else if let Some(x) = tk.first().filter(|_| t.kind() != "type_identifier") {
                        t = x.0;
                    }
                }
                let d = self.decl(SymbolKind::Field, t, at, 0, f);
                self.out.decls[d].flags |= decl_flag::EMBEDDED;
                ds.push(d);
            }
        }
        for d in ds {
            self.out.decls[d].owner = owner;
        }
        self.opt_e(ty, line);
        if let Some(s) = st {
            self.close(s);
        }
        for x in names {
            let nm = self.name(self.text(x));
            self.leaf(Kind::Ident, flag::DEFINING, nm, line);
        }
        self.close(at);
    }
}
