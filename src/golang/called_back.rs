//! Which methods code outside the tree calls on the values that it receives, according to the documentation of the
//! standard library and of the common YAML packages.
//!
//! Such code finds methods by their names: `fmt` looks for `String`, `encoding/json` for `MarshalJSON`, `io.Copy` for
//! `WriteTo`. Reflection finds any exported method.

/// Names of methods that such code looks for in a value and in the values that it contains, sorted.
const LOOKED_FOR: [&str; 26] = [
    "As",
    "Error",
    "Format",
    "GoString",
    "GobDecode",
    "GobEncode",
    "Is",
    "IsZero",
    "LogValue",
    "MarshalBinary",
    "MarshalJSON",
    "MarshalText",
    "MarshalXML",
    "MarshalXMLAttr",
    "MarshalYAML",
    "Scan",
    "Set",
    "String",
    "UnmarshalBinary",
    "UnmarshalJSON",
    "UnmarshalText",
    "UnmarshalXML",
    "UnmarshalXMLAttr",
    "UnmarshalYAML",
    "Unwrap",
    "Value",
];

/// Whether the standard library or a YAML package looks for a method of this name in the values that it receives.
#[must_use]
pub fn is_looked_for(method: &str) -> bool {
    LOOKED_FOR.binary_search(&method).is_ok()
}

/// Whether a function from outside the tree, named with its import path, may call any exported method of any value by
/// reflection.
#[must_use]
pub fn calls_any_method(function: &str) -> bool {
    let of_reflection = ["reflect.Value.Method", "reflect.Value.MethodByName", "reflect.Type.Method"];
    let of_templates = ["text/template.Template.Execute", "html/template.Template.Execute"];
    of_reflection.contains(&function)
        || of_templates.iter().any(|prefix| function.starts_with(prefix))
        || function.starts_with("net/rpc.")
}
