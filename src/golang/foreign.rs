//! Labels declarations outside the tree by the import path of their package, their type, and their name.

use rustc_hash::FxHashMap;

use super::check::{Foreign, ForeignRef};
use super::facts::NONE;
use super::ids::DeclIx;
use super::link::{World, guess_package_name};
use super::names::Name;
use crate::model::{ForeignDraft, GraphBuilder, Label, SymbolKind};

/// The label of each foreign declaration, made once; apart for other names of it.
#[derive(Default)]
pub(super) struct ForeignLabels(FxHashMap<(Foreign, bool), Option<Label>>);

impl ForeignLabels {
    /// Adds references to a graph.
    pub(super) fn add(&mut self, world: &World<'_>, sites: &[ForeignRef], builder: &mut GraphBuilder) {
        for &ForeignRef { from, to, is_call, is_other, line } in sites {
            if let Some(name) = self.label(world, (to, is_other), builder) {
                builder.foreign([ForeignDraft { from, name, is_call, is_other, line }]);
            }
        }
    }

    /// The label of a declaration; `None` if it belongs to no package.
    pub(super) fn of(&mut self, world: &World<'_>, to: Foreign, builder: &mut GraphBuilder) -> Option<Label> {
        self.label(world, (to, false), builder)
    }

    fn label(
        &mut self,
        world: &World<'_>,
        (to, is_other): (Foreign, bool),
        builder: &mut GraphBuilder,
    ) -> Option<Label> {
        let mut made = || {
            let text = label_text(world, to)?;
            // Nobody asks for a member by the name of a type that other packages cannot write.
            let holder = text.rsplit('.').nth(1).unwrap_or_default();
            (!is_other || holder.starts_with(char::is_uppercase)).then(|| builder.label(&text))
        };
        *self.0.entry((to, is_other)).or_insert_with(&mut made)
    }
}

/// The text of a label, such as `net/http.Client.Do`; `None` for a declaration that belongs to no package.
pub(super) fn label_text(world: &World<'_>, foreign: Foreign) -> Option<String> {
    match foreign {
        Foreign::Declared(decl) => declared(world, decl),
        Foreign::Promoted { of, name } => Some(format!(
            "{}.{}",
            declared(world, world.type_decls.get(of.0 as usize)?.decl?)?,
            world.names.text(name)
        )),
        Foreign::Named { path: Name::NONE, of: Name::NONE, name } => Some(world.names.text(name).to_owned()),
        Foreign::Named { path: Name::NONE, of, name } => {
            Some(format!("{}.{}", world.names.text(of), world.names.text(name)))
        }
        Foreign::Named { path, of: Name::NONE, name } => {
            Some(format!("{}.{}", world.names.text(path), world.names.text(name)))
        }
        Foreign::Named { path, of, name } => {
            let [path, of, name] = [path, of, name].map(|name| world.names.text(name));
            Some(format!("{path}.{of}.{name}"))
        }
    }
}

/// The text of a label as code writes it: `http.Client.Do`.
pub(super) fn written_text(world: &World<'_>, foreign: Foreign) -> Option<String> {
    let full = label_text(world, foreign)?;
    let Foreign::Named { path, .. } = foreign else {
        return Some(full.rsplit('/').next().unwrap_or(&full).to_owned());
    };
    let path = if path == Name::NONE { "" } else { world.names.text(path) };
    let rest = full.strip_prefix(path).unwrap_or(&full);
    Some(format!("{}{rest}", if path.is_empty() { "" } else { guess_package_name(path) }))
}

fn declared(world: &World<'_>, ix: DeclIx) -> Option<String> {
    let file = world.file(world.file_of(ix));
    let path = Some(world.package(file.package).import_path.as_str()).filter(|path| !path.is_empty())?;
    let (facts, decl) = (file.facts, world.decl(ix));
    let name = facts.name(decl.name);
    let of = match world.kind(ix) {
        SymbolKind::Method => Some(facts.name(decl.receiver)),
        _ if decl.owner != NONE => facts.decls.get(decl.owner as usize).map(|owner| facts.name(owner.name)),
        _ => None,
    };
    Some(of.map_or_else(|| format!("{path}.{name}"), |of| format!("{path}.{of}.{name}")))
}
