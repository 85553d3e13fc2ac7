//! Interfaces together with the types that they embed: methods, terms, core types (Go spec, "Interface types", "Core
//! types").

use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::lookup::SetMethod;
use crate::golang::ids::{COMPARABLE, DeclIx, PackageIx, Ty};
use crate::golang::names::Name;
use crate::golang::types::{Type, UNKNOWN};

/// The most interfaces and terms that are visited for one interface. Real ones stay below a hundred.
const MAX_EMBEDDED: usize = 2_000;

/// The most interfaces that are followed from union to union. Real ones nest three deep.
const MAX_NESTED: usize = 200;

/// A member with the key under which it hides others; `None` for a field.
type KeyedMember = ((Name, PackageIx), Option<SetMethod>);

impl Checker<'_> {
    /// An interface and all that it embeds, directly or not, each once, in source order: pairs of the type as written
    /// and its underlying type. O(embeddings), even if they are shared or cyclic.
    fn with_embedded(&mut self, interface: Ty) -> Vec<(Ty, Ty)> {
        let mut found = Vec::new();
        let mut seen: FxHashSet<Ty> = FxHashSet::default();
        let mut open = vec![interface];
        while let Some(ty) = open.pop()
            && found.len() < MAX_EMBEDDED
        {
            let under = self.underlying(ty);
            if !seen.insert(under) {
                continue;
            }
            found.push((ty, under));
            if let Type::Interface(_, _, embeds) = self.types.get(under) {
                open.extend(embeds.iter().rev());
            }
        }
        found
    }

    /// The declaration and signature of a method that an interface or one that it embeds declares; `None` if there is
    /// no visible one of this name.
    pub(crate) fn interface_method(&mut self, interface: Ty, name: Name) -> Option<(Option<DeclIx>, Ty)> {
        let under = self.underlying(interface);
        let Type::Interface(_, _, embeds) = self.types.get(under) else { return None };
        // This is the common case: most interfaces embed nothing.
        if embeds.is_empty() {
            return self.declared_method(under, name);
        }
        self.with_embedded(under).into_iter().find_map(|(_, under)| self.declared_method(under, name))
    }

    fn declared_method(&self, interface: Ty, name: Name) -> Option<(Option<DeclIx>, Ty)> {
        let Type::Interface(package, methods, _) = self.types.get(interface) else { return None };
        let own = methods.iter().find(|m| m.name == name)?;
        self.visible(name, PackageIx(*package)).then_some((own.decl, own.sig))
    }

    /// All methods of an interface, embedded ones included.
    pub(super) fn interface_members(&mut self, interface: Ty) -> Vec<KeyedMember> {
        let mut members = Vec::new();
        let mut seen = FxHashSet::default();
        for (_, under) in self.with_embedded(interface) {
            let Type::Interface(package, methods, _) = self.types.get(under) else { continue };
            for method in methods {
                let key = self.set_key(method.name, PackageIx(*package));
                if seen.insert(key) {
                    let (name, package) = key;
                    let (sig, through) = (method.sig, Some(under));
                    let set = SetMethod { name, package, sig, decl: None, through, pointer: false };
                    members.push((key, Some(set)));
                }
            }
        }
        members
    }

    /// Returns the parts that decide if two interfaces are identical, however they are written: the methods, embedded
    /// ones included, and the other restrictions of the type set (Go spec, "Type identity").
    pub(super) fn type_set_of(&mut self, interface: Ty) -> (Vec<SetMethod>, Vec<Ty>) {
        let members = self.interface_members(interface).into_iter();
        let mut methods: Vec<SetMethod> = members.filter_map(|(_, method)| method).collect();
        methods.sort_by_key(|method| (method.name, method.package));
        let comparable = self.types.named(COMPARABLE);
        let embedded = self.with_embedded(interface).into_iter();
        let restrictions = embedded
            .filter(|&(ty, under)| ty == comparable || !matches!(self.types.get(under), Type::Interface(..)));
        let mut restrictions: Vec<Ty> = restrictions.map(|(ty, _)| ty).collect();
        restrictions.sort_unstable();
        restrictions.dedup();
        (methods, restrictions)
    }

    /// Returns whether an interface can only be a constraint, because it or one that it embeds restricts its types (Go
    /// spec, "General interfaces").
    pub(crate) fn is_constraint(&mut self, interface: Ty) -> bool {
        let restrictions = self.with_embedded(interface);
        self.wants_comparable(interface) || restrictions.into_iter().any(|(_, under)| self.lists_types(under))
    }

    /// Returns whether an interface embeds `comparable`, directly or not.
    pub(crate) fn wants_comparable(&mut self, interface: Ty) -> bool {
        let comparable = self.types.named(COMPARABLE);
        self.with_embedded(interface).into_iter().any(|(ty, _)| ty == comparable)
    }

    /// Returns whether an embedded element is a union, or a single type as the only term: `interface{ int }`.
    fn lists_types(&self, under: Ty) -> bool {
        !matches!(
            self.types.get(under),
            Type::Interface(..) | Type::Unknown | Type::External | Type::Foreign(..)
        )
    }

    /// Returns whether a type is in the type set of an interface, as far as the interface lists types or embeds
    /// `comparable`. Methods are not checked, and of generic types only the declaration is compared.
    pub(crate) fn is_in_type_set(&mut self, interface: Ty, ty: Ty) -> bool {
        self.search_type_set(interface, ty, &mut FxHashMap::default())
    }

    /// The recursion of [`Self::is_in_type_set`]. `asked` holds the answer for each visited interface; it is false
    /// while it is being computed, so a cycle adds nothing.
    fn search_type_set(&mut self, interface: Ty, ty: Ty, asked: &mut FxHashMap<Ty, bool>) -> bool {
        let key = self.underlying(interface);
        if let Some(&is_member) = asked.get(&key) {
            return is_member;
        }
        if asked.len() == MAX_NESTED {
            return false;
        }
        asked.insert(key, false);
        let comparable = self.types.named(COMPARABLE);
        let restrictions = self.with_embedded(interface);
        // A constraint that also lists types has to be implemented, which needs strict comparability (Go spec,
        // "Satisfying a type constraint").
        let strictly = restrictions.iter().any(|&(_, under)| self.lists_types(under));
        let is_member = restrictions.into_iter().all(|(term, under)| match self.types.get(under).clone() {
            Type::Interface(..) if term == comparable => self.is_comparable(ty, strictly),
            Type::Interface(..) | Type::Unknown | Type::External | Type::Foreign(..) | Type::Param(_) => true,
            Type::Union(terms) => terms.iter().any(|&(term, tilde)| self.is_term(term, tilde, ty, asked)),
            _ => self.is_term(term, false, ty, asked),
        });
        asked.insert(key, is_member);
        is_member
    }

    fn is_term(&mut self, term: Ty, tilde: bool, ty: Ty, asked: &mut FxHashMap<Ty, bool>) -> bool {
        match (self.types.get(term), self.types.get(ty)) {
            (Type::Param(_), _) => true,
            (Type::Named(term, _), Type::Named(own, _)) if term == own => true,
            (&Type::Pointer(term), &Type::Pointer(own)) => self.is_term(term, false, own, asked),
            _ => {
                let under = self.underlying(term);
                match self.types.get(under) {
                    Type::Interface(..) => self.search_type_set(term, ty, asked),
                    _ => tilde && under == self.underlying(ty),
                }
            }
        }
    }

    /// Returns whether values of a type can be compared (Go spec, "Comparison operators"); `strictly` excludes types
    /// that contain interfaces. Unknown types count as comparable.
    pub(super) fn is_comparable(&mut self, ty: Ty, strictly: bool) -> bool {
        let (mut open, mut seen) = (vec![ty], FxHashSet::default());
        while let Some(ty) = open.pop()
            && seen.len() < MAX_EMBEDDED
        {
            let under = self.underlying(ty);
            if !seen.insert(under) {
                continue;
            }
            match self.types.get(under) {
                Type::Slice(_) | Type::Map(..) | Type::Func(..) => return false,
                Type::Interface(..) if strictly => return false,
                Type::Array(of, _) => open.push(*of),
                Type::Struct(_, fields) => open.extend(fields.iter().map(|field| field.ty)),
                _ => {}
            }
        }
        true
    }

    /// The single underlying type of all types that satisfy a constraint (Go spec, "Core types"); `UNKNOWN` if there
    /// is none.
    pub(super) fn core_of_constraint(&mut self, constraint: Ty) -> Ty {
        let mut constraint = constraint;
        // The constraint may be a type parameter itself. The steps are bounded because invalid sources can form a
        // cycle.
        for _ in 0..16 {
            let under = self.underlying(constraint);
            let Type::Param(param) = *self.types.get(under) else { break };
            constraint = self.constraint(param);
        }
        for (_, under) in self.with_embedded(constraint) {
            let core = match self.types.get(under).clone() {
                Type::Union(terms) => self.core_of_terms(&terms),
                Type::Interface(..) | Type::Unknown | Type::External | Type::Foreign(..) => UNKNOWN,
                Type::Param(param) => {
                    let constraint = self.constraint(param);
                    let under = self.underlying(constraint);
                    if matches!(self.types.get(under), Type::Interface(..)) { UNKNOWN } else { under }
                }
                _ => under,
            };
            if core != UNKNOWN {
                return core;
            }
        }
        UNKNOWN
    }

    /// The underlying types of the types that a type parameter's constraint lists; empty if it lists none.
    pub(super) fn listed_types(&mut self, ty: Ty) -> Vec<Ty> {
        let Type::Param(param) = *self.types.get(ty) else { return Vec::new() };
        let mut open = vec![self.constraint(param)];
        let (mut listed, mut seen) = (Vec::new(), FxHashSet::default());
        while let Some(ty) = open.pop()
            && seen.len() < MAX_EMBEDDED
        {
            let under = self.underlying(ty);
            if !seen.insert(under) {
                continue;
            }
            match self.types.get(under) {
                Type::Interface(_, _, embeds) => open.extend(embeds),
                Type::Union(terms) => open.extend(terms.iter().map(|term| term.0)),
                Type::Param(of) => open.push(self.constraint(*of)),
                _ => listed.push(under),
            }
        }
        listed
    }

    /// The common underlying type. Of channels with the same elements it is that with the fewest directions, unless
    /// their directions conflict.
    fn core_of_terms(&mut self, terms: &[(Ty, bool)]) -> Ty {
        let mut core = None;
        for &(term, _) in terms {
            let term = self.underlying(term);
            let so_far = *core.get_or_insert(term);
            if so_far == term || self.restricts(so_far, term) {
                continue;
            }
            if !self.restricts(term, so_far) {
                return UNKNOWN;
            }
            core = Some(term);
        }
        core.unwrap_or(UNKNOWN)
    }

    /// Returns whether the first is a channel type with one direction, and the second with both and the same elements.
    pub(super) fn restricts(&self, one: Ty, both: Ty) -> bool {
        match (self.types.get(one), self.types.get(both)) {
            (Type::Chan(own, send, recv), Type::Chan(theirs, true, true)) => {
                own == theirs && !(*send && *recv)
            }
            _ => false,
        }
    }

    /// The type that a constraint lists as its only one, without a tilde.
    pub(super) fn only_type(&mut self, constraint: Ty) -> Option<Ty> {
        let mut listed =
            self.with_embedded(constraint).into_iter().filter(|&(_, under)| self.lists_types(under));
        let (ty, under) = listed.next()?;
        match self.types.get(under) {
            _ if listed.next().is_some() => None,
            Type::Union(terms) => {
                terms.first().filter(|(_, tilde)| terms.len() == 1 && !tilde).map(|term| term.0)
            }
            _ => Some(ty),
        }
    }
}
