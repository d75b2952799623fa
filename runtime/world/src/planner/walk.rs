//! The services of a catalog as a graph: from which to which values can flow, and random walks
//! over it that choose the services of one task's world.

use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use super::ability::{Ability, Kind};
use super::config::{Descriptions, PairSplit, PlanConfig, is_held_out};
use crate::catalog::Catalog;
use crate::dice::Dice;

/// The services that can be planned with, and an edge wherever one offers what the other takes.
pub struct Dependencies {
    abilities: Vec<Ability>,
    graph: DiGraph<usize, ()>,
}

/// The services of one task's world, and the size of its walk.
#[derive(Debug)]
pub struct Pool {
    /// The services, by position among the abilities.
    pub services: Vec<usize>,
    /// How many of them the walk visits.
    pub k: usize,
    /// How many steps it has.
    pub l: usize,
}

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

    /// The services of one task's world: as many as it needs, found by walking from one to the
    /// next, and more that walks may branch to, or that stay as distractors. The numbers K and L
    /// come with them. `None` when the draw comes to a dead end.
    #[must_use]
    pub fn draw_pool(&self, config: &PlanConfig, dice: &mut Dice) -> Option<Pool> {
        /// How many pools are drawn until the split may be kept in one.
        const DRAWS_MAX: usize = 40;
        (0..DRAWS_MAX).find_map(|_| {
            self.draw_any_pool(config, dice).filter(|pool| self.may_be_wanted(pool, config))
        })
    }

    fn draw_any_pool(&self, config: &PlanConfig, dice: &mut Dice) -> Option<Pool> {
        /// How much likelier a service follows one with which it has something in common.
        const PREFERRED: u32 = 6;
        let k = dice.between(*config.k.start() as i64, *config.k.end() as i64) as usize;
        let k = k.min(self.abilities.len());
        // Where too few services are there for a walk, one alone is not what was asked for.
        if k == 0 || k == 1 && *config.k.start() > 1 {
            return None;
        }
        let least = (*config.l.start()).max(k);
        let l = dice.between(least as i64, (*config.l.end()).max(least) as i64) as usize;
        let feeds_itself = |ability: &Ability| ability.offers.meet(ability.takes);
        let weight = |ability: &Ability| match self.weight(ability, config) {
            _ if k == 1 && !feeds_itself(ability) => 0,
            weight => weight,
        };
        let weights: Vec<u32> = self.abilities.iter().map(weight).collect();
        let mut services = vec![dice.weighted(&weights)?];
        while services.len() < k {
            let here = *services.last()?;
            let next: Vec<usize> = self.targets(here).filter(|to| !services.contains(to)).collect();
            let preferred = |to: usize| if self.prefers(here, to, config) { PREFERRED } else { 1 };
            let weights: Vec<u32> = next.iter().map(|to| weights[*to] * preferred(*to)).collect();
            services.push(next[dice.weighted(&weights)?]);
        }
        let mut others: Vec<usize> =
            (0..self.abilities.len()).filter(|at| !services.contains(at)).collect();
        dice.shuffle(&mut others);
        services.extend(others.into_iter().take(config.n_distractors));
        Some(Pool { services, k, l })
    }

    /// Whether some walk through the pool keeps the split.
    fn may_be_wanted(&self, pool: &Pool, config: &PlanConfig) -> bool {
        if pool.k == 1 {
            return config.pairs != PairSplit::HeldOut;
        }
        let mut pairs = pool
            .services
            .iter()
            .flat_map(|from| pool.services.iter().map(move |to| [*from, *to]))
            .filter(|[from, to]| self.allows(*from, *to));
        pairs.any(|pair| self.is_wanted(&pair, config))
    }

    /// Whether one service may follow another: it takes something that the other offers, and the
    /// split allows the pair.
    #[must_use]
    pub fn allows(&self, from: usize, to: usize) -> bool {
        self.graph.find_edge(NodeIndex::new(from), NodeIndex::new(to)).is_some()
    }

    /// Whether the dials prefer that one service follows another, for what they have in common:
    /// people, companies, products and places that rows of one lead to in the other. Any two
    /// services can be joined by an identifier in a note, which is seldom what work is like.
    #[must_use]
    pub fn prefers(&self, from: usize, to: usize, config: &PlanConfig) -> bool {
        const SHARED: [Kind; 8] = [
            Kind::Person,
            Kind::Email,
            Kind::Phone,
            Kind::Username,
            Kind::Company,
            Kind::Product,
            Kind::Sku,
            Kind::City,
        ];
        let (source, target) = (&self.abilities[from].offers, &self.abilities[to].finds);
        config.described == Descriptions::Varied
            && SHARED.iter().any(|kind| source.has(*kind) && target.has(*kind))
    }

    /// Whether the split allows a finished walk, given as positions of services.
    #[must_use]
    pub fn is_wanted(&self, walk: &[usize], config: &PlanConfig) -> bool {
        let name = |at: usize| self.abilities[at].service.name;
        let held_out = |pair: &[usize]| is_held_out(name(pair[0]), name(pair[1]));
        config.pairs != PairSplit::HeldOut || walk.windows(2).any(held_out)
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
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Dependencies, PlanConfig};
    use crate::dice::Dice;
    use crate::planner::sample_services::catalog;

    #[test]
    fn a_pool_holds_different_services_that_follow_each_other() {
        let config = PlanConfig { k: 2..=2, l: 3..=4, n_distractors: 1, ..PlanConfig::full() };
        let dependencies = Dependencies::of(&catalog(), &config);
        for seed in 0..100 {
            let pool = dependencies.draw_pool(&config, &mut Dice::new(seed)).expect("a pool");
            let different: BTreeSet<_> = pool.services.iter().collect();
            assert_eq!(different.len(), 3, "{pool:?}");
            assert!(dependencies.allows(pool.services[0], pool.services[1]), "{pool:?}");
            assert_eq!(pool.k, 2);
            assert!((3..=4).contains(&pool.l), "{pool:?}");
        }
    }
}
