//! Temporary: stands in for the facts' own encoding, which is not there yet.

use crate::golang::facts::FileFacts;

pub(super) fn encode(_facts: &FileFacts, _out: &mut Vec<u8>) {}

pub(super) fn decode(_bytes: &[u8]) -> Option<FileFacts> {
    None
}
