//! Services written by hand, to plan over in tests.

pub(crate) mod crm;
mod help_desk;
pub(crate) mod kanban;
mod shop;

use compoworld_core::{Binding, Filter, Relation, ServiceDef};

use crate::catalog::Catalog;

/// The three services.
pub(crate) static SERVICES: [&ServiceDef; 3] = [&help_desk::SERVICE, &crm::SERVICE, &shop::SERVICE];

/// A catalog of the three services.
pub(crate) fn catalog() -> Catalog {
    Catalog::new(&SERVICES)
}

const fn bind(argument: &'static str, field: &'static str) -> Binding {
    Binding { argument, field }
}

const fn same(argument: &'static str, fields: &'static [&'static str]) -> Filter {
    Filter { argument, fields, relation: Relation::Equals }
}

const fn words(argument: &'static str, fields: &'static [&'static str]) -> Filter {
    Filter { argument, fields, relation: Relation::Contains }
}

/// One tool, with what is the same for all left out.
macro_rules! tool {
    ($name:literal, $description:literal, $parameters:literal, $run:expr,
     { $($field:ident: $value:expr),* $(,)? }) => {
        ::compoworld_core::Tool {
            name: $name,
            wire_name: $name,
            description: $description,
            parameters: $parameters,
            returns: None,
            hints: ::compoworld_core::Hints {
                read_only: None,
                destructive: None,
                idempotent: None,
                open_world: None,
            },
            semantics: ::compoworld_core::Semantics {
                $($field: $value,)*
                ..::compoworld_core::Semantics::UNKNOWN
            },
            run: $run,
            schema: ::std::sync::OnceLock::new(),
        }
    };
}
use tool;
