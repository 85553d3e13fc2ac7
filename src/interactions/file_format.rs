//! The text of the sidecar file. It is JSON that a person can read, with one symbol a line, so that line-based tools
//! can compare two versions.
//!
//! ```json
//! {"format":"codegraph-tui interactions","version":1,"symbols":{
//! "queue/queue.go::Queue.Push::method":{"last":1763710000,"shown":[12,4.25],"opened":[3,2.41]},
//! "store/store.go::Open::func":{"last":1763709000,"copied":[1,1.0]}
//! }}
//! ```
//!
//! `last` is in seconds since the epoch. The first number of each pair is the count of events; the second is the same
//! count with each event halved for every 30 days before `last`.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, de};

use super::{Act, InteractionLog, Tally};

/// The value of `format` in the file.
pub const FORMAT: &str = "codegraph-tui interactions";
/// The version that is written. Files of a newer version are neither read nor overwritten.
pub const VERSION: u32 = 1;

/// Why the text of a sidecar file was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("written by a newer version of this program (format version {0})")]
    Newer(u32),
    #[error("damaged: {0}")]
    Damaged(String),
}

impl InteractionLog {
    /// Reads the text of a sidecar file. O(bytes).
    ///
    /// # Errors
    /// The text is damaged, of another format or of a newer version. A damaged file is rejected as a whole, because writing
    /// back a part of it would lose the rest.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        /// The field that every version has. It is read alone if the rest does not fit.
        #[derive(Deserialize)]
        struct VersionOnly {
            version: u32,
        }
        match serde_json::from_str::<SidecarFile<'_>>(text) {
            Ok(file) if file.version > VERSION => Err(Unreadable::Newer(file.version)),
            Ok(file) if file.format != FORMAT => Err(Unreadable::Damaged("another kind of file".to_owned())),
            Ok(file) => Ok(file.symbols.0),
            Err(error) => match serde_json::from_str::<VersionOnly>(text) {
                Ok(head) if head.version > VERSION => Err(Unreadable::Newer(head.version)),
                _ => Err(Unreadable::Damaged(error.to_string())),
            },
        }
    }

    /// The text of the sidecar file. StoredSymbols are in order of id, so equal memories give equal bytes.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.len() * 96 + 96);
        let _ = write!(text, "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"symbols\":{{");
        for (ix, (id, tally)) in self.iter().enumerate() {
            text.push_str(if ix == 0 { "\n" } else { ",\n" });
            quote(&mut text, id);
            let _ = write!(text, ":{{\"last\":{}", tally.last());
            for (act, count, recent) in tally.parts() {
                let _ = write!(text, ",\"{}\":[{count},{}]", act.name(), (recent * 1e6).round() / 1e6);
            }
            text.push('}');
        }
        text.push_str("\n}}\n");
        text
    }
}

/// Writes an id as a JSON string. Ids contain paths, so they can contain any character.
fn quote(text: &mut String, id: &str) {
    if id.bytes().all(|b| b >= b' ' && b != b'"' && b != b'\\') {
        let _ = write!(text, "\"{id}\"");
    } else {
        text.push_str(&serde_json::Value::from(id).to_string());
    }
}

#[derive(Deserialize)]
struct SidecarFile<'t> {
    #[serde(borrow)]
    format: Cow<'t, str>,
    version: u32,
    symbols: StoredSymbols,
}

struct StoredSymbols(InteractionLog);

impl<'de> Deserialize<'de> for StoredSymbols {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct SymbolsVisitor;

        impl<'de> Visitor<'de> for SymbolsVisitor {
            type Value = StoredSymbols;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("symbols by id")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<StoredSymbols, M::Error> {
                let mut tallies = Vec::new();
                while let Some((Id(id), row)) = map.next_entry::<Id<'_>, StoredTally>()? {
                    tallies.push((
                        Box::from(&*id),
                        row.tally().ok_or_else(|| de::Error::custom("an impossible count"))?,
                    ));
                }
                // A tree that is collected from a sorted list is built without searching.
                Ok(StoredSymbols(InteractionLog { tallies: tallies.into_iter().collect() }))
            }
        }

        from.deserialize_map(SymbolsVisitor)
    }
}

/// An id, borrowed from the text unless it has escapes, so that it is copied once and not twice.
#[derive(Deserialize)]
struct Id<'t>(#[serde(borrow)] Cow<'t, str>);

#[derive(Deserialize)]
struct StoredTally {
    last: i64,
    shown: Option<(u32, f64)>,
    opened: Option<(u32, f64)>,
    pinned: Option<(u32, f64)>,
    copied: Option<(u32, f64)>,
    banned: Option<(u32, f64)>,
}

impl StoredTally {
    fn tally(&self) -> Option<Tally> {
        let stored = [self.shown, self.opened, self.pinned, self.copied, self.banned];
        let parts: Vec<(Act, u32, f64)> = Act::ALL
            .into_iter()
            .zip(stored)
            .filter_map(|(act, pair)| pair.map(|(count, recent)| (act, count, recent)))
            .collect();
        Tally::from_parts(&parts, self.last)
    }
}
