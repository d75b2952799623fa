//! Tasks from three services written by hand.

use super::sample_services::catalog;
use super::{PlanConfig, synthesize};

#[test]
fn print_samples() {
    if let Ok(n) = std::env::var("N") {
        let n: usize = n.parse().unwrap();
        for (name, config) in [("easy", PlanConfig::easy()), ("full", PlanConfig { n_distractors: 0, k: 2..=3, ..PlanConfig::full() })] {
            let at = std::time::Instant::now();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            let made = pool.install(|| synthesize(&catalog(), &config, n, 7));
            println!("{name}: {} of {n} in {:?}; {:?}", made.tasks.len(), at.elapsed(), made.misses);
            for (miss, example) in &made.examples {
                println!("{}: {example}", miss.as_str());
            }
            let different: std::collections::BTreeSet<_> = made.tasks.iter().map(|t| &t.instruction).collect();
            println!("different: {}", different.len());
        }
        return;
    }
    for config in [PlanConfig::easy(), PlanConfig { n_distractors: 0, k: 2..=3, ..PlanConfig::full() }] {
        let made = synthesize(&catalog(), &config, 40, 1);
        println!("{} tasks, misses {:?}", made.tasks.len(), made.misses);
        for (miss, example) in &made.examples {
            println!("{}: {example}", miss.as_str());
        }
        for task in &made.tasks {
            println!("--- {:?}\n{}", task.graph.walk, task.instruction);
        }
    }
}
