//! Numbers of files, packages, declarations and types. This file imports nothing, so that linking, the universe and
//! the table of types can share it.

/// A declaration of the whole tree: files in order of their path, each file's declarations in source order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DeclIx(pub(crate) u32);

/// A file, in order of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FileIx(pub(crate) u32);

/// A package: the files of one folder with one package clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PackageIx(pub(crate) u32);

/// A type. Two numbers of one table are equal if and only if the types are identical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ty(pub(crate) u32);

/// A type declaration: of the tree, of the standard library, of the universe, or local to a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TypeDeclIx(pub(crate) u32);

/// The declared types of the universe come first among all type declarations.
pub(crate) const ERROR: TypeDeclIx = TypeDeclIx(0);
pub(crate) const COMPARABLE: TypeDeclIx = TypeDeclIx(1);
/// Stands for every interface without methods in a conversion. It shares the number of `comparable`, to which no
/// value can be converted.
pub(crate) const ANY: TypeDeclIx = COMPARABLE;
/// The package and the file of declarations that are in no file.
pub(crate) const NO_PACKAGE: PackageIx = PackageIx(u32::MAX);
pub(crate) const NO_FILE: FileIx = FileIx(u32::MAX);
