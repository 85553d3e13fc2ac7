//! The flow of values between type parameters and type arguments. Instances are not kept apart.

use super::super::Checker;
use crate::golang::flow::{FlowNode, Part};
use crate::golang::ids::Ty;
use crate::golang::types::Type;

impl Checker<'_> {
    /// Records what the type arguments that the current declaration gives mean to the values of type parameters.
    pub(super) fn link_instances(&mut self) {
        for (param, arg) in std::mem::take(&mut self.instances) {
            self.link(param, arg);
        }
    }

    /// Links the type parameters of a generic type to the type arguments of an instance.
    pub(super) fn link_instance(&mut self, ty: Ty) {
        let Type::Named(decl, args) = self.types.get(self.types.deref(ty)) else { return };
        if args.is_empty() {
            return;
        }
        let args = args.clone();
        let params = self.type_decl(*decl).params.get().cloned().unwrap_or_default();
        for (&param, &arg) in params.iter().zip(&args) {
            self.link(param, arg);
        }
    }

    fn link(&mut self, param: Ty, arg: Ty) {
        if !matches!(self.types.get(param), Type::Param(_))
            || self.types.get(arg) == &Type::Unknown
            || self.param_key(param) == self.param_key(arg)
            || !self.flow.instances.insert((param, arg))
        {
            return;
        }
        let any = self.flow.node(FlowNode::Part(Part::TypeParam, self.param_key(param)));
        if !self.carries(arg) {
            let held = self.held_type(arg);
            self.flow.edge(held, any);
            return;
        }
        if matches!(self.types.get(arg), Type::Param(_)) {
            let given = self.flow.node(FlowNode::Part(Part::TypeParam, self.param_key(arg)));
            self.flow.edge(given, any);
        } else {
            let held = self.held_type(arg);
            self.flow.edge(held, any);
        }
        for part in Part::OF_ELEMENTS {
            let (inner, outer) = (self.part(part, param), self.part(part, arg));
            self.flow.edge(inner, outer);
            self.flow.edge(outer, inner);
        }
    }
}
