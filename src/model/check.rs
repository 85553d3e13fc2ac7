//! Checks that the columns of a graph are consistent.

use super::{Cause, EdgeKind, Graph, NONE, Origin, SymbolKind};

/// Why a graph's columns cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {what}")]
pub struct Damage {
    pub column: &'static str,
    pub what: &'static str,
}

fn fail(column: &'static str, what: &'static str) -> Result<(), Damage> {
    Err(Damage { column, what })
}

/// Checks the ends of a packed column.
fn ends(column: &'static str, ends: &[u32], total: usize) -> Result<(), Damage> {
    if ends.windows(2).any(|w| w[0] > w[1]) || ends.last().map_or(0, |&e| e as usize) != total {
        return fail(column, "ends do not rise to the size of their column");
    }
    Ok(())
}

/// Checks that a column's ids are below `n`; with `none`, [`NONE`] is allowed too.
fn below(column: &'static str, ids: &[u32], n: usize, none: bool) -> Result<(), Damage> {
    if ids.iter().all(|&id| (id as usize) < n || (none && id == NONE)) {
        return Ok(());
    }
    fail(column, "an id is out of range")
}

impl Graph<'_> {
    /// Checks that every index in the columns is in range and every packed column is well formed, so that no reader
    /// can panic on a stored graph. O(columns). A database calls it once when it is written; later its checksum
    /// suffices.
    ///
    /// # Errors
    /// The first column that is inconsistent.
    pub fn check(&self) -> Result<(), Damage> {
        ends("string_ends", self.string_ends, self.string_bytes.len())?;
        if std::str::from_utf8(self.string_bytes).is_err() {
            return fail("string_bytes", "not UTF-8");
        }
        self.check_rows()?;
        self.check_ids()?;
        let edges = self.n_edges();
        ends("out_end", self.out_end, edges)?;
        ends("in_end", self.in_end, edges)?;
        ends("edge_site_end", self.edge_site_end, self.site_line.len())?;
        if self.symbol_kind.iter().any(|&k| SymbolKind::from_number(k).is_none()) {
            return fail("symbol_kind", "an unknown kind");
        }
        if self.edge_kind.iter().any(|&k| EdgeKind::from_number(k).is_none()) {
            return fail("edge_kind", "an unknown kind");
        }
        if self.edge_origin.iter().any(|&o| Origin::from_number(o).is_none()) {
            return fail("edge_origin", "an unknown origin");
        }
        if self.unbound_cause.iter().any(|&c| Cause::from_number(c).is_none()) {
            return fail("unbound_cause", "an unknown cause");
        }
        Ok(())
    }

    /// Checks that the columns of each table are equally long.
    fn check_rows(&self) -> Result<(), Damage> {
        let (files, symbols, edges) = (self.n_files(), self.n_symbols(), self.n_edges());
        for (name, len, rows) in [
            ("file_flags", self.file_flags.len(), files),
            ("file_symbol", self.file_symbol.len(), files),
            ("file_package", self.file_package.len(), files),
            ("file_lines", self.file_lines.len(), files),
            ("symbol_flags", self.symbol_flags.len(), symbols),
            ("symbol_name", self.symbol_name.len(), symbols),
            ("symbol_qualified", self.symbol_qualified.len(), symbols),
            ("symbol_ordinal", self.symbol_ordinal.len(), symbols),
            ("symbol_file", self.symbol_file.len(), symbols),
            ("symbol_package", self.symbol_package.len(), symbols),
            ("symbol_owner", self.symbol_owner.len(), symbols),
            ("symbol_line", self.symbol_line.len(), symbols),
            ("symbol_col", self.symbol_col.len(), symbols),
            ("symbol_end_line", self.symbol_end_line.len(), symbols),
            ("symbol_start", self.symbol_start.len(), symbols),
            ("symbol_body", self.symbol_body.len(), symbols),
            ("symbol_end", self.symbol_end.len(), symbols),
            ("symbol_doc_start", self.symbol_doc_start.len(), symbols),
            ("symbol_doc_end", self.symbol_doc_end.len(), symbols),
            ("symbol_signature", self.symbol_signature.len(), symbols),
            ("symbol_authority", self.symbol_authority.len(), symbols),
            ("symbol_hub", self.symbol_hub.len(), symbols),
            ("symbol_load", self.symbol_load.len(), symbols),
            ("symbol_in_degree", self.symbol_in_degree.len(), symbols),
            ("symbol_out_degree", self.symbol_out_degree.len(), symbols),
            ("by_authority", self.by_authority.len(), symbols),
            ("out_end", self.out_end.len(), symbols),
            ("in_end", self.in_end.len(), symbols),
            ("edge_to", self.edge_to.len(), edges),
            ("edge_kind", self.edge_kind.len(), edges),
            ("edge_origin", self.edge_origin.len(), edges),
            ("edge_confidence", self.edge_confidence.len(), edges),
            ("edge_share", self.edge_share.len(), edges),
            ("edge_access", self.edge_access.len(), edges),
            ("edge_site_end", self.edge_site_end.len(), edges),
            ("in_edge", self.in_edge.len(), edges),
            ("site_access", self.site_access.len(), self.site_line.len()),
            ("via_interface", self.via_interface.len(), self.via_edge.len()),
            ("outside_interface", self.outside_interface.len(), self.outside_symbol.len()),
            ("conversion_type", self.conversion_type.len(), self.n_conversions()),
            ("conversion_interface", self.conversion_interface.len(), self.n_conversions()),
            ("conversion_satisfied", self.conversion_satisfied.len(), self.n_conversions()),
            ("conversion_line", self.conversion_line.len(), self.n_conversions()),
            ("literal_first", self.literal_first.len(), self.literal_symbol.len()),
            ("literal_last", self.literal_last.len(), self.literal_symbol.len()),
            ("import_path", self.import_path.len(), self.import_file.len()),
            ("import_line", self.import_line.len(), self.import_file.len()),
            ("foreign_from", self.foreign_from.len(), self.foreign_name.len()),
            ("foreign_line", self.foreign_line.len(), self.foreign_name.len()),
            ("foreign_flags", self.foreign_flags.len(), self.foreign_name.len()),
            ("unbound_cause", self.unbound_cause.len(), self.unbound_symbol.len()),
            ("unbound_count", self.unbound_count.len(), self.unbound_symbol.len()),
        ] {
            if len != rows {
                return fail(name, "wrong number of rows");
            }
        }
        Ok(())
    }

    /// Checks that ids are in range.
    fn check_ids(&self) -> Result<(), Damage> {
        let (strings, files) = (self.string_ends.len(), self.n_files());
        let (symbols, edges) = (self.n_symbols(), self.n_edges());
        below("file_path", self.file_path, strings, false)?;
        below("file_symbol", self.file_symbol, symbols, false)?;
        below("file_package", self.file_package, symbols, false)?;
        below("symbol_name", self.symbol_name, strings, false)?;
        below("symbol_qualified", self.symbol_qualified, strings, false)?;
        below("symbol_signature", self.symbol_signature, strings, false)?;
        below("symbol_file", self.symbol_file, files, true)?;
        below("symbol_package", self.symbol_package, symbols, false)?;
        below("symbol_owner", self.symbol_owner, symbols, true)?;
        below("by_authority", self.by_authority, symbols, false)?;
        below("edge_from", self.edge_from, symbols, false)?;
        below("edge_to", self.edge_to, symbols, false)?;
        below("in_edge", self.in_edge, edges, false)?;
        below("via_edge", self.via_edge, edges, false)?;
        below("via_interface", self.via_interface, strings, false)?;
        below("outside_symbol", self.outside_symbol, symbols, false)?;
        below("outside_interface", self.outside_interface, strings, false)?;
        below("conversion_symbol", self.conversion_symbol, symbols, false)?;
        below("conversion_type", self.conversion_type, symbols, false)?;
        below("conversion_interface", self.conversion_interface, strings, false)?;
        below("literal_symbol", self.literal_symbol, symbols, false)?;
        below("import_file", self.import_file, symbols, false)?;
        below("import_path", self.import_path, strings, false)?;
        below("foreign_name", self.foreign_name, strings, false)?;
        below("foreign_from", self.foreign_from, symbols, false)?;
        below("unbound_symbol", self.unbound_symbol, symbols, false)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;
    use crate::model::GraphData;

    /// A graph with something in every column that holds indices.
    fn full() -> GraphData {
        let calls = [(0, 1, 0.9), (1, 2, 1.0), (2, 0, 0.5)];
        let mut data =
            fixture::functions(3, &calls.map(|(a, b, confidence)| fixture::call(a, b, confidence)));
        let symbols = data.graph().n_symbols();
        (data.via_edge, data.via_interface) = (vec![0], vec![0]);
        (data.outside_symbol, data.outside_interface) = (vec![3], vec![0]);
        (data.conversion_symbol, data.conversion_type) = (vec![3], vec![3]);
        (data.conversion_interface, data.conversion_line) = (vec![0], vec![1]);
        data.conversion_satisfied = vec![1];
        (data.import_file, data.import_path, data.import_line) = (vec![3], vec![0], vec![1]);
        (data.foreign_name, data.foreign_from) = (vec![0], vec![3]);
        (data.foreign_line, data.foreign_flags) = (vec![1], vec![1]);
        (data.unbound_symbol, data.unbound_cause, data.unbound_count) = (vec![3], vec![0], vec![7]);
        (data.symbol_authority, data.symbol_hub) = (vec![0.2; symbols], vec![0.2; symbols]);
        data.symbol_load = vec![0.2; symbols];
        (data.symbol_in_degree, data.symbol_out_degree) = (vec![1; symbols], vec![1; symbols]);
        data.by_authority = (0..symbols as u32).collect();
        data
    }

    /// Reads whatever can be read of a graph.
    fn read(graph: &Graph<'_>) {
        for symbol in graph.symbols() {
            let id = symbol.id_text();
            let _ = (symbol.signature(), symbol.owner(), symbol.package_name(), graph.find_id(&id));
            let near = graph.outgoing(symbol.id).count() + graph.incoming(symbol.id).count();
            let _ = graph.foreign_of(symbol.id).count();
            let _ = (near, graph.unbound(symbol.id).count(), graph.outside(symbol.id).count());
            let _ = graph.callers(symbol.id);
        }
        let _ = (graph.foreign("f").count(), graph.foreign_names().count());
        let converted = graph.conversions().map(|conversion| graph.edge(conversion.id));
        for edge in graph.edges().chain(converted) {
            let _ = (edge.strength(), graph.via(edge.id));
        }
    }

    /// With any byte of any column changed, the check refuses the graph, or the graph can be read.
    #[test]
    fn what_passes_the_check_can_be_read() {
        let data = full();
        let graph = data.graph();
        graph.check().unwrap();
        read(&graph);
        let mut refused = 0;
        for (harmed, bytes) in graph.sections() {
            for (at, change) in (0..bytes.len()).flat_map(|at| [1, 4, 0x80, 0xff].map(|change| (at, change)))
            {
                // Numbers of eight bytes are aligned enough for any column.
                let mut column = vec![0_u64; bytes.len().div_ceil(8)];
                let copy = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut column)[..bytes.len()];
                copy.copy_from_slice(bytes);
                copy[at] ^= change;
                let copy = &*copy;
                let section = |name| {
                    let intact =
                        || graph.sections().find(|(column, _)| *column == name).map(|(_, bytes)| bytes);
                    if name == harmed { Some(copy) } else { intact() }
                };
                let Some(graph) = Graph::from_sections(section) else { continue };
                match graph.check() {
                    Ok(()) => read(&graph),
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(refused > 100, "{refused}");
    }
}
