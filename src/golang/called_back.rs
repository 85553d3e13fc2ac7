//! What code from outside does with the values that a tree hands to it, as far as the documentation of the standard library
//! says.
//!
//! It looks for methods by their name in whatever it gets: `fmt` for `String`, `encoding/json` for `MarshalJSON`, `io.Copy`
//! for `WriteTo`. Reflection finds any exported method.

/// Methods that the standard library looks for in a value, and in the values that it holds.
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

/// Whether the standard library looks for a method of this name in the values that it gets.
#[must_use]
pub fn is_looked_for(method: &str) -> bool {
    LOOKED_FOR.binary_search(&method).is_ok()
}

/// Whether a function from outside, named with its import path, calls methods by reflection: in whichever value it gets.
#[must_use]
pub fn calls_any_method(function: &str) -> bool {
    let of_reflection = ["reflect.Value.Method", "reflect.Value.MethodByName", "reflect.Type.Method"];
    let of_templates = ["text/template.Template.Execute", "html/template.Template.Execute"];
    of_reflection.contains(&function)
        || of_templates.iter().any(|prefix| function.starts_with(prefix))
        || function.starts_with("net/rpc.")
}
