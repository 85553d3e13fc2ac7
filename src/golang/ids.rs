//! Numbers of files, packages, declarations and types. A leaf: linking, the universe and the table of types share them.

/// A declaration of the whole tree: files in order of their path, each file's declarations in source order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DeclIx(pub(crate) u32);

/// A file, in order of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FileIx(pub(crate) u32);

/// A package: the files of one folder with one package clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PackageIx(pub(crate) u32);

/// A type. Comparing two of one table compares the types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ty(pub(crate) u32);

/// A type declaration: of the tree, of the standard library, of the universe, or local to a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TypeDeclIx(pub(crate) u32);

/// The declared types of the universe come first among all type declarations.
pub(crate) const ERROR: TypeDeclIx = TypeDeclIx(0);
pub(crate) const COMPARABLE: TypeDeclIx = TypeDeclIx(1);
/// In a conversion it stands for every interface without methods. No value is put into `comparable`, which has none either.
pub(crate) const ANY: TypeDeclIx = COMPARABLE;
/// The package and file of what no file declares.
pub(crate) const NO_PACKAGE: PackageIx = PackageIx(u32::MAX);
pub(crate) const NO_FILE: FileIx = FileIx(u32::MAX);
