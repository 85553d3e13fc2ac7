//! The methods that code outside the tree calls on the values that it receives, according to the documentation of the
//! standard library and of the common YAML packages.
//!
//! Such code finds methods by their names: `fmt` looks for `String`, `encoding/json` for `MarshalJSON`, `io.Copy` for
//! `WriteTo`. Reflection finds any exported method.

use super::module::is_std_path;

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

/// Returns whether the standard library or a YAML package looks for a method of this name in the values that it
/// receives.
pub fn is_looked_for(method: &str) -> bool {
    LOOKED_FOR.binary_search(&method).is_ok()
}

/// By the start of a function's name with its import path: the methods that it looks for in values of any type. The
/// first row that fits counts.
const LOOKED_FOR_BY: [(&str, &[&str]); 18] = [
    ("fmt.Sscan", &["Scan"]),
    ("fmt.Fscan", &["Scan"]),
    ("fmt.Scan", &["Scan"]),
    ("fmt.", PRINTED),
    ("log.", PRINTED),
    ("log/slog.", &["Error", "Format", "LogValue", "MarshalJSON", "MarshalText", "String"]),
    ("testing.", PRINTED),
    ("text/template.", &["Error", "String"]),
    ("html/template.", &["Error", "MarshalJSON", "MarshalText", "String"]),
    ("encoding/json.", &["IsZero", "MarshalJSON", "MarshalText", "UnmarshalJSON", "UnmarshalText"]),
    ("encoding/xml.", OF_XML),
    ("encoding/gob.", &["GobDecode", "GobEncode", "MarshalBinary", "UnmarshalBinary"]),
    ("errors.", &["As", "Is", "Unwrap"]),
    ("database/sql.", &["Scan", "Value"]),
    ("expvar.", &["MarshalJSON", "MarshalText", "String"]),
    ("net/http.", PRINTED),
    (
        "net/rpc",
        &["GobDecode", "GobEncode", "MarshalBinary", "MarshalJSON", "UnmarshalBinary", "UnmarshalJSON"],
    ),
    ("panic", PRINTED),
];

const OF_XML: &[&str] =
    &["MarshalText", "MarshalXML", "MarshalXMLAttr", "UnmarshalText", "UnmarshalXML", "UnmarshalXMLAttr"];

/// The methods that printing looks for.
const PRINTED: &[&str] = &["Error", "Format", "GoString", "String"];

/// The methods that a function from outside the tree, named with its import path, looks for in values of any type.
pub fn looked_for_by(function: &str) -> &'static [&'static str] {
    // Output of a failing test is not part of what runs.
    let is_of_failure = function.starts_with("testing.")
        && ["Error", "Fatal", "Skip"].iter().any(|call| function.trim_end_matches('f').ends_with(call));
    if is_of_failure {
        return &[];
    }
    let fits = |(start, _): &&(&str, _)| function.starts_with(start);
    LOOKED_FOR_BY.iter().find(fits).map_or(&[], |(_, methods)| methods)
}

/// Returns whether a function from outside the tree, named with its import path, calls of a value of any type only
/// methods that it looks for by their names.
pub fn looks_by_name_alone(function: &str) -> bool {
    let is_known = LOOKED_FOR_BY.iter().any(|(start, _)| function.starts_with(start));
    (is_known || function == "reflect.DeepEqual") && !calls_any_method(function)
}

/// The methods that code outside may look for, anywhere in what it was given, while such a function runs: of packages that are
/// not of the standard library, any.
pub fn may_be_looked_for_by(function: &str) -> &'static [&'static str] {
    let of_package = function.rsplit('/').next().map_or(0, |name| function.len() - name.len());
    let package = function[of_package..].find('.').map(|end| &function[..of_package + end]);
    if package.is_none_or(is_std_path) { looked_for_by(function) } else { &LOOKED_FOR }
}

/// The starts of the names of functions that run no function that they, or others of their package, were given, other than
/// those of [`RUNNING`].
const QUIET: [&str; 26] = [
    "bufio.",
    "bytes.",
    "encoding/base64.",
    "encoding/binary.",
    "encoding/hex.",
    "encoding/json.",
    "errors.",
    "fmt.",
    "io.",
    "math.",
    "math/",
    "os.",
    "path.",
    "path/filepath.",
    "reflect.",
    "regexp.",
    "runtime.",
    "sort.",
    "strconv.",
    "strings.",
    "sync.",
    "sync/atomic.",
    "testing.",
    "time.",
    "unicode",
    "unsafe.",
];

/// The ends of the names of those that do.
const RUNNING: [&str; 24] = [
    ".AddCleanup",
    ".AllocsPerRun",
    ".Benchmark",
    ".Call",
    ".CallSlice",
    ".Cleanup",
    "Func",
    ".Fuzz",
    ".Map",
    ".Run",
    ".RunParallel",
    ".Seq",
    ".Seq2",
    ".SetFinalizer",
    ".Walk",
    ".WalkDir",
    "bufio.Scanner.Split",
    "sort.Find",
    "sort.Search",
    "sort.Slice",
    "sort.SliceIsSorted",
    "sort.SliceStable",
    "sync.Once.Do",
    "sync.Pool.Get",
];

/// Returns whether a function from outside the tree, named with its import path, may run functions that code outside was given
/// at any time. A predeclared function, which has no path, runs none.
pub fn may_run_functions(function: &str) -> bool {
    let is_quiet = !function.contains('.') || QUIET.iter().any(|start| function.starts_with(start));
    !is_quiet || RUNNING.iter().any(|end| function.ends_with(end))
}

/// Returns whether a method tells of a type that reflection found nothing but its name or form.
pub fn tells_of_a_type(method: &str) -> bool {
    let told = ["Bits", "Comparable", "Implements", "Kind", "Len", "Name", "PkgPath", "Size", "String"];
    method.strip_prefix("reflect.Type.").is_some_and(|method| told.contains(&method))
}

/// Returns whether code of a package may call exported methods, and functions in exported fields, of any value that it is given.
pub(super) fn finds_members(package: &str) -> bool {
    matches!(package, "reflect" | "text/template" | "html/template")
}

/// Returns whether a function from outside the tree, named with its import path, may call any exported method of any
/// value by reflection.
pub fn calls_any_method(function: &str) -> bool {
    // The methods of a type are called by the functions that it tells of.
    let of_reflection = ["reflect.Value.Method", "reflect.Value.MethodByName", "reflect.Method.Func"];
    of_reflection.contains(&function)
        || calls_methods_of_results(function)
        || function.starts_with("net/rpc.")
}

/// Returns whether such a function goes on to what a method returns, and calls methods of that.
pub fn calls_methods_of_results(function: &str) -> bool {
    let of_templates = ["text/template.Template.Execute", "html/template.Template.Execute"];
    of_templates.iter().any(|prefix| function.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::{LOOKED_FOR, LOOKED_FOR_BY};

    #[test]
    fn each_method_is_looked_for_by_some_package() {
        let of_no_row: Vec<&str> = LOOKED_FOR
            .into_iter()
            .filter(|method| !LOOKED_FOR_BY.iter().any(|(_, methods)| methods.contains(method)))
            .collect();
        // The first and the last are of packages outside the standard library, the other comes by an interface of package flag.
        assert_eq!(of_no_row, ["MarshalYAML", "Set", "UnmarshalYAML"]);
    }
}
