//! Go code of any size, the same every time: packages of ten files that call each other.
//!
//! About 29 symbols and 160 edges a file, the proportions of real code; names are drawn from few words and a number, so
//! that every filter finds much. It binds as the compiler would bind it, but computes nothing.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

const FILES: usize = 10;
/// Functions and methods of a file.
const FUNCTIONS: usize = 11;
const METHODS: usize = 6;
const SYMBOLS_PER_FILE: usize = 29;

const VERBS: [&str; 16] = [
    "Read", "Write", "Open", "Close", "Serve", "Handle", "Parse", "Encode", "Decode", "Find", "Merge",
    "Split", "Lock", "Watch", "Retry", "Flush",
];
const NOUNS: [&str; 16] = [
    "Handler", "File", "Conn", "Buffer", "Header", "Index", "Router", "Token", "Cache", "Stream", "Server",
    "Client", "Frame", "Record", "Lease", "Queue",
];

/// Writes a module of about `symbols` symbols into `root`.
pub(crate) fn write(root: &Path, symbols: usize) -> io::Result<()> {
    let packages = symbols.div_ceil(SYMBOLS_PER_FILE * FILES).max(1);
    fs::create_dir_all(root)?;
    fs::write(root.join("go.mod"), "module example.com/synthetic\n\ngo 1.24\n")?;
    for package in 0..packages {
        let dir = root.join(folder(package));
        fs::create_dir_all(&dir)?;
        for file in 0..FILES {
            let test = if file == FILES - 1 { "_test" } else { "" };
            fs::write(dir.join(format!("part{file}{test}.go")), source(package, file))?;
        }
    }
    Ok(())
}

fn folder(package: usize) -> String {
    format!("area{:02}/p{package}", package % 40)
}

/// A number that depends on its seeds alone (SplitMix64).
fn draw(seeds: [usize; 3], below: usize) -> usize {
    let mut x = 0x9e37_79b9_7f4a_7c15_u64;
    for seed in seeds {
        x = x.wrapping_add(seed as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 31;
    }
    (x % below as u64) as usize
}

fn words(package: usize, at: usize) -> String {
    format!("{}{}", VERBS[draw([package, at, 1], 16)], NOUNS[draw([package, at, 2], 16)])
}

/// The `nth` function of a package, of `FILES * FUNCTIONS`.
fn function(package: usize, nth: usize) -> String {
    format!("{}{nth}", words(package, nth))
}

fn method(package: usize, file: usize, nth: usize) -> String {
    format!("{}{nth}", words(package, 1000 + file * METHODS + nth))
}

fn type_name(package: usize, file: usize) -> String {
    format!("{}{file}", NOUNS[draw([package, file, 3], 16)])
}

/// The package that a site leads to: like real code mostly to a few, which much of the tree leans on.
fn callee(package: usize, site: usize) -> usize {
    let reach = package.max(1);
    let hubs = draw([package, site, 4], reach.min(64));
    if site.is_multiple_of(3) { hubs } else { draw([package, site, 5], reach) }
}

fn source(package: usize, file: usize) -> String {
    let name = type_name(package, file);
    // A file imports two packages that come before its own.
    let imports: Vec<usize> = {
        let mut found: Vec<usize> = (0..2).map(|nth| callee(package, file * 2 + nth)).collect();
        found.retain(|&other| other != package);
        found.sort_unstable();
        found.dedup();
        found
    };
    let mut out = format!("// Package p{package} is part of a synthetic tree.\npackage p{package}\n\n");
    for other in &imports {
        let _ = writeln!(out, "import \"example.com/synthetic/{}\"", folder(*other));
    }
    let _ = write!(
        out,
        "\n// {name} keeps what its methods share.\ntype {name} struct {{\n\tcount, limit int\n\tname  string\n\tnext  *{name}\n}}\n\n\
         // Sized{file} is what has a size.\ntype Sized{file} interface {{\n\tSize{package}x{file}() int\n\tGrow{package}x{file}(by int)\n}}\n\n\
         const Limit{file} = {}\n\nvar Default{file} = {name}{{limit: Limit{file}}}\n\ntype Level{file} int\n\n",
        file + 10,
    );
    for nth in 0..METHODS {
        let own = match nth {
            0 => format!("Size{package}x{file}() int"),
            1 => format!("Grow{package}x{file}(by int)"),
            _ => format!("{}(by int) int", method(package, file, nth)),
        };
        let _ = writeln!(out, "// It is step {nth} of {name}.\nfunc (x *{name}) {own} {{");
        let _ = writeln!(out, "\tx.count += Limit{file}");
        calls(&mut out, package, file, 100 + nth, &imports);
        out.push_str(if nth == 1 { "}\n\n" } else { "\treturn x.count\n}\n\n" });
    }
    for nth in 0..FUNCTIONS {
        let whole = function(package, file * FUNCTIONS + nth);
        let _ = writeln!(
            out,
            "// {whole} does its part and hands on to others.\nfunc {whole}(x *{name}, by int) int {{"
        );
        let at = 2 + draw([package, file, nth], METHODS - 2);
        let _ = writeln!(out, "\tby += x.{}(Default{file}.limit)", method(package, file, at));
        calls(&mut out, package, file, nth, &imports);
        out.push_str("\treturn by + x.count\n}\n\n");
    }
    out
}

/// Calls of functions of the package itself and of those that the file imports.
fn calls(out: &mut String, package: usize, file: usize, site: usize, imports: &[usize]) {
    let seed = file * 1000 + site;
    for nth in 0..2 {
        let target = draw([package, seed, 10 + nth], FILES * FUNCTIONS - FUNCTIONS);
        let _ = writeln!(out, "\t{}(nil, {nth})", function(package, target));
    }
    for (nth, &other) in imports.iter().enumerate() {
        let target = draw([package, seed, 20 + nth], (FILES - 1) * FUNCTIONS);
        let _ = writeln!(out, "\tp{other}.{}(nil, {nth})", function(other, target));
    }
}
