//! The services of a catalog as a graph: from which to which values can flow, and random walks
//! over it that choose the services of one task's world.

use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::GetAdjacencyMatrix;

use super::ability::{Ability, Kind, Kinds};
use super::config::{Descriptions, PairSplit, PlanConfig, is_held_out};
use crate::catalog::Catalog;
use crate::dice::Dice;

/// The services that can be planned with, and an edge wherever one offers what the other takes.
pub struct Dependencies {
    abilities: Vec<Ability>,
    graph: DiGraph<(), ()>,
    /// The edges once more, to ask for one without a walk along a list of them.
    matrix: <DiGraph<(), ()> as GetAdjacencyMatrix>::AdjMatrix,
    /// The services that may follow each one, by position.
    targets: Vec<Vec<usize>>,
    /// How often each service is chosen.
    weights: Vec<u32>,
}

/// The services that one task may need, and the size of its walk.
#[derive(Debug, Clone)]
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
        let abilities: Vec<Ability> =
            services.filter_map(|service| Ability::of(service, config.given_max())).collect();
        let mut graph = DiGraph::new();
        let nodes: Vec<NodeIndex> = abilities.iter().map(|_| graph.add_node(())).collect();
        let mut targets: Vec<Vec<usize>> = vec![Vec::new(); abilities.len()];
        for (from, source) in abilities.iter().enumerate() {
            for (to, target) in abilities.iter().enumerate() {
                let held_out = is_held_out(source.service.name, target.service.name);
                let split_allows = config.pairs != PairSplit::Train || !held_out;
                if from != to && split_allows && source.offers.meet(target.takes) {
                    graph.add_edge(nodes[from], nodes[to], ());
                    targets[from].push(to);
                }
            }
        }
        let weights = abilities.iter().map(|ability| weight(ability, config)).collect();
        Self { matrix: graph.adjacency_matrix(), abilities, graph, targets, weights }
    }

    /// The name of a service.
    #[must_use]
    pub fn name(&self, at: usize) -> &'static str {
        self.abilities[at].service.name
    }

    /// What each service can do.
    #[must_use]
    pub fn abilities(&self) -> &[Ability] {
        &self.abilities
    }

    /// The services that one task may need: as many as it visits, found by walking from one to the
    /// next, and spare ones that it may branch to. The numbers K and L come with them. `None` when
    /// the draw comes to a dead end.
    #[must_use]
    pub fn draw_pool(&self, config: &PlanConfig, n_spare: usize, dice: &mut Dice) -> Option<Pool> {
        /// How many pools are drawn until the split may be kept in one.
        const DRAWS_MAX: usize = 40;
        (0..DRAWS_MAX).find_map(|_| {
            let pool = self.draw_any_pool(config, n_spare, dice);
            pool.filter(|pool| self.may_be_wanted(pool, config))
        })
    }

    fn draw_any_pool(&self, config: &PlanConfig, n_spare: usize, dice: &mut Dice) -> Option<Pool> {
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
        let first = match k {
            1 => dice.weighted(&self.weights_alone())?,
            _ => dice.weighted(&self.weights)?,
        };
        let mut services = vec![first];
        while services.len() < k {
            let here = *services.last()?;
            let next = self.targets[here].iter().copied().filter(|to| !services.contains(to));
            let next: Vec<usize> = next.collect();
            let preferred = |to: usize| if self.prefers(here, to, config) { PREFERRED } else { 1 };
            let weight = |to: &usize| self.weights[*to] * preferred(*to);
            let weights: Vec<u32> = next.iter().map(weight).collect();
            services.push(next[dice.weighted(&weights)?]);
        }
        for _ in 0..n_spare.min(self.abilities.len() - k) {
            // Most services are not in the pool, so one is soon found.
            let spare = std::iter::repeat_with(|| dice.below(self.abilities.len()));
            services.extend(spare.into_iter().find(|at| !services.contains(at)));
        }
        Some(Pool { services, k, l })
    }

    /// How often each service is chosen for a walk that stays in it: never, where no step can feed
    /// the next.
    fn weights_alone(&self) -> Vec<u32> {
        let alone = |(ability, &weight): (&Ability, &u32)| match ability.offers.meet(ability.takes)
        {
            true => weight,
            false => 0,
        };
        self.abilities.iter().zip(&self.weights).map(alone).collect()
    }

    /// The services that are not among these, in random order: distractors.
    #[must_use]
    pub fn draw_others(&self, services: &[usize], dice: &mut Dice) -> Vec<usize> {
        let all = 0..self.abilities.len();
        let mut others: Vec<usize> = all.filter(|at| !services.contains(at)).collect();
        dice.shuffle(&mut others);
        others
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
        self.graph.is_adjacent(&self.matrix, NodeIndex::new(from), NodeIndex::new(to))
    }

    /// Whether the dials prefer that one service follows another, for what they have in common:
    /// people, companies, products and places that rows of one lead to in the other. Any two
    /// services can be joined by an identifier in a note, which is seldom what work is like.
    #[must_use]
    pub fn prefers(&self, from: usize, to: usize, config: &PlanConfig) -> bool {
        const SHARED: Kinds = Kinds::of(&[
            Kind::Person,
            Kind::Email,
            Kind::Phone,
            Kind::Username,
            Kind::Company,
            Kind::Product,
            Kind::Sku,
            Kind::City,
        ]);
        let (source, target) = (self.abilities[from].offers, self.abilities[to].finds);
        config.described == Descriptions::Varied && source.both(target).meet(SHARED)
    }

    /// Whether the split allows a finished walk, given as positions of services.
    #[must_use]
    pub fn is_wanted(&self, walk: &[usize], config: &PlanConfig) -> bool {
        let held_out = |pair: &[usize]| is_held_out(self.name(pair[0]), self.name(pair[1]));
        config.pairs != PairSplit::HeldOut || walk.windows(2).any(held_out)
    }
}

fn weight(ability: &Ability, config: &PlanConfig) -> u32 {
    config.domain_weights.get(ability.service.domain).copied().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Dependencies, PlanConfig};
    use crate::dice::Dice;
    use crate::planner::sample_services::catalog;

    #[test]
    fn a_pool_holds_different_services_that_follow_each_other() {
        let config = PlanConfig { k: 2..=2, l: 3..=4, ..PlanConfig::full() };
        let dependencies = Dependencies::of(&catalog(), &config);
        for seed in 0..100 {
            let pool = dependencies.draw_pool(&config, 1, &mut Dice::new(seed)).expect("a pool");
            let different: BTreeSet<_> = pool.services.iter().collect();
            assert_eq!(different.len(), 3, "{pool:?}");
            assert!(dependencies.allows(pool.services[0], pool.services[1]), "{pool:?}");
            assert_eq!(pool.k, 2);
            assert!((3..=4).contains(&pool.l), "{pool:?}");
        }
    }
}
