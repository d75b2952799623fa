//! Random walks over the services of a catalog: which values can flow from which to which.

use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use super::ability::Ability;
use super::config::{PairSplit, PlanConfig, is_held_out};
use super::dice::Dice;
use crate::catalog::Catalog;

/// The services that can be planned with, and an edge wherever one offers what the other takes.
pub struct Dependencies {
    abilities: Vec<Ability>,
    graph: DiGraph<usize, ()>,
}

/// A walk: the positions of the services that it visits.
pub type Walk = Vec<usize>;

impl Dependencies {
    /// The dependency graph of a catalog, of the services that the dials allow.
    #[must_use]
    pub fn of(catalog: &Catalog, config: &PlanConfig) -> Self {
        let allowed = |name: &str| config.services.is_empty() || config.services.contains(name);
        let services = catalog.services().iter().filter(|service| allowed(service.name));
        let abilities: Vec<Ability> = services.filter_map(|service| Ability::of(service)).collect();
        let mut graph = DiGraph::new();
        let nodes: Vec<NodeIndex> = (0..abilities.len()).map(|at| graph.add_node(at)).collect();
        for (from, source) in abilities.iter().enumerate() {
            for (to, target) in abilities.iter().enumerate() {
                let held_out = is_held_out(source.service.name, target.service.name);
                let split_allows = config.pairs != PairSplit::Train || !held_out;
                if from != to && split_allows && source.offers.meet(target.takes) {
                    graph.add_edge(nodes[from], nodes[to], ());
                }
            }
        }
        Self { abilities, graph }
    }

    /// What each service can do.
    #[must_use]
    pub fn abilities(&self) -> &[Ability] {
        &self.abilities
    }

    /// A walk with K services and L steps; `None` when the draw comes to a dead end.
    #[must_use]
    pub fn draw_walk(&self, config: &PlanConfig, dice: &mut Dice) -> Option<Walk> {
        let k = dice.between(*config.k.start() as i64, *config.k.end() as i64) as usize;
        let k = k.min(self.abilities.len());
        if k < 2 {
            return None;
        }
        let least = (*config.l.start()).max(k);
        let l = dice.between(least as i64, (*config.l.end()).max(least) as i64) as usize;
        let weights: Vec<u32> =
            self.abilities.iter().map(|ability| self.weight(ability, config)).collect();
        let mut walk = vec![dice.weighted(&weights)?];
        let mut chosen = walk.clone();
        while walk.len() < l {
            let (steps_left, new_left) = (l - walk.len(), k - chosen.len());
            let here = *walk.last()?;
            let is_revisit = chosen.len() > 1 && dice.below(steps_left) >= new_left;
            let next = self.targets(here).filter(|to| chosen.contains(to) == is_revisit);
            let next: Vec<usize> = next.collect();
            let weights: Vec<u32> = next
                .iter()
                .map(|to| if is_revisit { 1 } else { weights[*to] })
                .collect();
            let next = next[dice.weighted(&weights)?];
            if !is_revisit {
                chosen.push(next);
            }
            walk.push(next);
        }
        let ends_well = self.abilities[*walk.last()?].acts() || config.question_percent > 0;
        let is_wanted = config.pairs != PairSplit::HeldOut || self.has_held_out(&walk);
        (chosen.len() == k && ends_well && is_wanted).then_some(walk)
    }

    /// Services that are not in the walk.
    #[must_use]
    pub fn draw_others(&self, walk: &Walk, n: usize, dice: &mut Dice) -> Vec<usize> {
        let mut others: Vec<usize> =
            (0..self.abilities.len()).filter(|at| !walk.contains(at)).collect();
        dice.shuffle(&mut others);
        others.truncate(n);
        others
    }

    fn targets(&self, from: usize) -> impl Iterator<Item = usize> {
        let edges = self.graph.edges(NodeIndex::new(from));
        let mut targets: Vec<usize> = edges.map(|edge| self.graph[edge.target()]).collect();
        targets.sort_unstable();
        targets.into_iter()
    }

    fn weight(&self, ability: &Ability, config: &PlanConfig) -> u32 {
        config.domain_weights.get(ability.service.domain).copied().unwrap_or(1)
    }

    fn has_held_out(&self, walk: &Walk) -> bool {
        let name = |at: usize| self.abilities[at].service.name;
        walk.windows(2).any(|pair| is_held_out(name(pair[0]), name(pair[1])))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Dependencies, PlanConfig};
    use crate::planner::dice::Dice;
    use crate::planner::sample_services::catalog;

    #[test]
    fn a_walk_covers_its_services_and_never_stays() {
        let config = PlanConfig { k: 2..=3, l: 4..=7, ..PlanConfig::full() };
        let dependencies = Dependencies::of(&catalog(), &config);
        let mut drawn = 0;
        for seed in 0..300 {
            let Some(walk) = dependencies.draw_walk(&config, &mut Dice::new(seed)) else { continue };
            drawn += 1;
            let covered: BTreeSet<_> = walk.iter().collect();
            assert!((2..=3).contains(&covered.len()), "{walk:?}");
            assert!((4..=7).contains(&walk.len()), "{walk:?}");
            assert!(walk.windows(2).all(|pair| pair[0] != pair[1]), "{walk:?}");
        }
        assert!(drawn > 250, "{drawn} walks of 300");
    }
}
