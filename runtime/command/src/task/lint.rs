//! `task lint`: every fault of tasks as they are written.

use compoworld_world::gate::lint_task;
use compoworld_world::{Catalog, Task};

use crate::exit_code;
use crate::failure::Failure;
use crate::output::Output;

pub(super) fn run(
    catalog: &Catalog,
    tasks: &[Task],
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let mut n_faulty = 0;
    for task in tasks {
        let faults = lint_task(catalog, task);
        n_faulty += usize::from(!faults.is_empty());
        for fault in faults {
            output.print(&format!("{}: {}: {}", task.id, fault.place, fault.message))?;
        }
    }
    output.say(&format!("{} of {} tasks have no fault", tasks.len() - n_faulty, tasks.len()));
    Ok(if n_faulty == 0 { exit_code::OK } else { exit_code::FAILED })
}
