//! `compoworld-trainer experiment`.

use std::path::{Path, PathBuf};

use burn::tensor::Device;
use compoworld_world::Catalog;
use indicatif::{ProgressBar, ProgressStyle};

use super::arguments::{ExperimentArguments, ExperimentName};
use super::failure::Failure;
use crate::experiment::bench::Bench;
use crate::experiment::composition::Composition;
use crate::experiment::data_scaling::DataScaling;
use crate::experiment::error::ExperimentError;
use crate::experiment::folder::ResultFolder;
use crate::experiment::language_model::LanguageModelTuning;
use crate::experiment::report::{markdown, tables};
use crate::experiment::rewards::Rewards;
use crate::experiment::run::run_cells;
use crate::experiment::settings::shared_settings;
use crate::experiment::{Experiment, Size};
use compoworld_lm::device::open_device;

/// Runs an experiment as far as it is not done, and prints its table.
pub fn run(arguments: &ExperimentArguments, catalog: &Catalog) -> Result<(), Failure> {
    let size = if arguments.quick { Size::Quick } else { Size::Full };
    let opened = open_device(arguments.device)?;
    let experiment = experiment(arguments, &opened.device, size)?;
    let place = place(arguments, experiment.name());
    let settings = shared_settings(&*experiment, catalog.version());
    let folder = ResultFolder::open(&place, &settings)?;
    let bench = Bench {
        catalog,
        device: opened.device.autodiff(),
        n_threads: arguments.threads,
        folder: folder.path().to_owned(),
        bar: progress_bar(),
    };
    eprintln!("{}\nResults are in {}", experiment.about().question, place.display());
    let say = |line: &str| {
        bench.bar.println(line);
        if bench.bar.is_hidden() {
            eprintln!("{line}");
        }
    };
    let cells = run_cells(&*experiment, &bench, &folder, arguments.seeds, &say)?;
    bench.bar.finish_and_clear();
    let progress = format!("{} cells.", cells.len());
    println!("{}", markdown(&*experiment, &tables(&*experiment, &cells), &progress));
    Ok(())
}

fn experiment(
    arguments: &ExperimentArguments,
    device: &Device,
    size: Size,
) -> Result<Box<dyn Experiment>, ExperimentError> {
    Ok(match arguments.name {
        ExperimentName::DataScaling => Box::new(DataScaling::new(size)),
        ExperimentName::Composition => Box::new(Composition::new(size)),
        ExperimentName::Rewards => Box::new(Rewards::new(size)),
        ExperimentName::LanguageModel => {
            let model = arguments.model.as_deref().unwrap_or(Path::new("."));
            Box::new(LanguageModelTuning::new(model, device, size)?)
        }
    })
}

/// The folder of one experiment in one size: sizes have settings of their own.
fn place(arguments: &ExperimentArguments, name: &str) -> PathBuf {
    let size = if arguments.quick { "-quick" } else { "" };
    arguments.out.join(format!("{name}{size}"))
}

/// A bar on stderr for the steps of one cell; nothing when stderr is no terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix}: {msg} {bar:24} {pos}/{len} (eta {eta})")
        .expect("the template names known fields");
    ProgressBar::new(0).with_style(style)
}
