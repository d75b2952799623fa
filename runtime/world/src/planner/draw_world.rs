//! A world for whoever writes a task by hand: services that can pass values to each other, filled
//! as for planned tasks.

use super::cast::Cast;
use super::config::PlanConfig;
use super::stage::{Setting, Stage};
use super::walk::Dependencies;
use crate::catalog::Catalog;
use crate::dice::Dice;
use crate::environment::Environment;
use crate::event::Recording;

/// Draws worlds from a catalog.
pub struct WorldSource<'a> {
    catalog: &'a Catalog,
    config: PlanConfig,
    dependencies: Dependencies,
}

impl<'a> WorldSource<'a> {
    /// The worlds that tasks of this catalog with these dials stand in.
    #[must_use]
    pub fn new(catalog: &'a Catalog, config: PlanConfig) -> Self {
        let dependencies = Dependencies::of(catalog, &config);
        Self { catalog, config, dependencies }
    }

    /// The catalog.
    #[must_use]
    pub fn catalog(&self) -> &'a Catalog {
        self.catalog
    }

    /// The world of a seed: as many services as the largest task needs, and the distractors. Equal
    /// seeds give equal worlds. `None` when the catalog allows no such world.
    #[must_use]
    pub fn draw(&self, seed: u64) -> Option<Environment> {
        /// How many draws may come to nothing: a dead end, or rules that no state was found for.
        const DRAWS_MAX: usize = 12;
        let mut dice = Dice::new(seed);
        (0..DRAWS_MAX).find_map(|_| {
            let (catalog, config, dependencies) = (self.catalog, &self.config, &self.dependencies);
            let services =
                dependencies.draw_pool(config, config.n_distractors, &mut dice)?.services;
            let cast = &Cast::draw(config.n_people, &mut dice);
            let setting = Setting { catalog, dependencies, config, cast, seed };
            let stage = Stage::set(&setting, &services, &mut dice)?;
            Some(stage.environment.with_recording(Recording::default()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::WorldSource;
    use crate::planner::PlanConfig;
    use crate::planner::sample_services::catalog;

    #[test]
    fn equal_seeds_give_equal_worlds_with_rows_in_them() {
        let config = PlanConfig { k: 2..=2, l: 3..=4, n_distractors: 1, ..PlanConfig::full() };
        let catalog = catalog();
        let source = WorldSource::new(&catalog, config);
        let draw = |seed| source.draw(seed).expect("these services have worlds");
        assert_eq!(draw(3).digest(), draw(3).digest());
        assert_ne!(draw(3).digest(), draw(4).digest());
        assert_eq!(draw(3).members().len(), 3);
        let rows = draw(3).members().map(|(_, one)| one.state().rows(0).len()).sum::<usize>();
        assert!(rows > 0);
    }
}
