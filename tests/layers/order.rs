//! The order of the server's layers, as its crate documentation draws it.

use std::collections::BTreeMap;

use crate::source::Source;

/// The rank of every module: a module may name its own and those of a lower rank. Modules of the
/// lowest rank hold what all others need, and may name each other.
pub(crate) struct Order(BTreeMap<String, usize>);

impl Order {
    /// Reads the drawing: the fenced block with an arrow in it, a rank per line, `→ names  remark`.
    pub(crate) fn drawn_in(crate_doc: &str) -> Self {
        let mut ranks = BTreeMap::new();
        let mut in_block = false;
        let mut rank = 0;
        for line in crate_doc
            .lines()
            .filter_map(|line| line.strip_prefix("//!"))
        {
            let line = line.trim();
            if line.starts_with("```") {
                in_block = !in_block;
            } else if in_block {
                rank += usize::from(line.starts_with('→'));
                let names = line.trim_start_matches('→').trim();
                let names = names.split_once("  ").map_or(names, |(names, _)| names);
                for name in names.split(',') {
                    ranks.insert(name.trim().to_owned(), rank);
                }
            }
        }
        Self(ranks)
    }

    pub(crate) fn modules(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Every name of a module that stands beside or above the one that names it.
    pub(crate) fn violations(&self, sources: &[Source]) -> Vec<String> {
        let mut found = Vec::new();
        for source in sources {
            let own = source.module()[0];
            if matches!(own, "lib" | "main") {
                continue;
            }
            let Some(own_rank) = self.0.get(own) else {
                found.push(format!("{}: `{own}` is in no layer of lib.rs", source.path));
                continue;
            };
            for name in source.names_of_crate() {
                let is_fine = match self.0.get(&name) {
                    Some(rank) => rank < own_rank || name == own || *rank == 0,
                    None => false,
                };
                if !is_fine {
                    found.push(format!("{}: `{own}` must not name `{name}`", source.path));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWING: &str = "//! Layers:\n//!\n//! ```text\n//! clock, tasks\n\
                           //!   → store   two, of a kind\n//!   → api, cli\n//! ```\n//! More.";

    #[test]
    fn the_drawing_gives_the_ranks() {
        let order = Order::drawn_in(DRAWING);
        let expected = [
            ("api", 2),
            ("cli", 2),
            ("clock", 0),
            ("store", 1),
            ("tasks", 0),
        ];
        let found: Vec<_> = order
            .0
            .iter()
            .map(|(name, rank)| (name.as_str(), *rank))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn an_arrow_that_points_back_or_aside_is_found() {
        let order = Order::drawn_in(DRAWING);
        let check = |path, text| order.violations(&[Source::new(path, text)]);
        assert_eq!(check("s/src/api.rs", "use crate::store::Store;"), [""; 0]);
        assert_eq!(check("s/src/tasks.rs", "use crate::clock::Clock;"), [""; 0]);
        assert_eq!(
            check("s/src/store/sql.rs", "use crate::api;"),
            ["s/src/store/sql.rs: `store` must not name `api`"]
        );
        assert_eq!(
            check("s/src/api.rs", "fn f() { crate::cli::f() }"),
            ["s/src/api.rs: `api` must not name `cli`"]
        );
        assert_eq!(
            check("s/src/odd.rs", ""),
            ["s/src/odd.rs: `odd` is in no layer of lib.rs"]
        );
    }
}
