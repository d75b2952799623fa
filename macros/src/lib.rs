//! Derive macros for state models: [`State`], [`Entity`], [`Record`], [`Choice`] and [`Args`].
//!
//! The expansions are lean on purpose: names, shapes and one `match` from position to field. All
//! that can be done without the type is done by functions of `compoworld-core`, compiled once.

mod attributes;
mod check;
mod expand_args;
mod expand_choice;
mod expand_entity;
mod expand_info;
mod expand_record;
mod expand_state;
mod fields;

use proc_macro::TokenStream;
use syn::{DeriveInput, Error, parse_macro_input};

/// Makes an enum without data a closed list of names.
///
/// Each variant is written in snake case, or as `#[choice(rename = "in-progress")]` says. The
/// enum also gets `ALL`, `as_str` and `Display`. It must be `Clone`.
#[proc_macro_derive(Choice, attributes(choice))]
pub fn derive_choice(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    plain(&input, expand_choice::expand).into()
}

/// Makes a struct the row of a table. It must be `Clone`.
///
/// On fields, `#[entity(..)]` takes: `key` (several make a composite key), `sequence = "TCK-{:05}"`,
/// `uuid`, `token("cus_", 14)` (how new keys are made), `unique`, `loose` (the reference may
/// dangle), `on_delete = restrict | cascade | clear`, `len = 1..=200`, `range = 0..=5`,
/// `pattern = "^[a-z]+$"`, `default` or `default = expression`, `created`, `updated`,
/// `rename = "name"`, and what the value means: `person`, `email`, `money`, `url` and so on.
/// On the struct: `#[entity(unique(repository, name))]`.
#[proc_macro_derive(Entity, attributes(entity))]
pub fn derive_entity(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    plain(&input, expand_entity::expand).into()
}

/// Makes a struct a value that fields can hold. It must be `Clone`.
///
/// On fields, `#[record(..)]` takes what `#[entity(..)]` takes, without what is about keys and
/// references. On the struct, `#[record(open)]` ignores properties that it does not know, as
/// arguments do.
#[proc_macro_derive(Record, attributes(record))]
pub fn derive_record(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    plain(&input, expand_record::expand).into()
}

/// Makes a struct read a tool's arguments.
///
/// On fields, `#[arg(..)]` takes `rename = "wireName"`, `default` or `default = expression`, and on an
/// `Option` `absent = "all"`: a value that says the same as giving none.
#[proc_macro_derive(Args, attributes(arg))]
pub fn derive_args(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    plain(&input, expand_args::expand).into()
}

/// Makes a struct of `Table`s and `One`s the state of a service. Also makes it `Default`: empty, but
/// for each `One` with `#[state(default)]`, whose row is there from the start.
#[proc_macro_derive(State, attributes(state))]
pub fn derive_state(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    plain(&input, expand_state::expand).into()
}

/// Expands an item without generic parameters; one with them gets nothing but the error, since
/// no stub would fit it.
fn plain(
    input: &DeriveInput,
    expand: fn(&DeriveInput) -> proc_macro2::TokenStream,
) -> proc_macro2::TokenStream {
    match input.generics.params.first() {
        None => expand(input),
        Some(parameter) => {
            let message = "state models take no generic parameters";
            Error::new_spanned(parameter, message).into_compile_error()
        }
    }
}
