//! `symbol`
