use compoworld_core::{Entity, Key};

#[derive(Clone, Entity)]
#[entity(unique(team, nmae))]
struct Project {
    #[entity(key)]
    id: Key<Project>,
    team: String,
    name: String,
}

fn main() {}
