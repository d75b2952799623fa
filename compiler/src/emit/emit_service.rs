//! Writes `src/lib.rs`: the crate's documentation, its modules and the service itself.

use quote::quote;

use crate::resolve::Implementation;

use super::Emission;
use super::format::{one_line, rust_file};

/// The root of the crate.
pub fn emit_service(emission: &Emission<'_>) -> Result<String, syn::Error> {
    let service = &emission.lowered.service;
    let spec = &service.spec;
    let (name, title, domain) = (&spec.service, &spec.title, &spec.domain);
    let (summary, version) = (&spec.summary, &emission.version);
    let state = &service.model.state.ident;
    let has_logic = service
        .tools
        .iter()
        .any(|tool| !matches!(tool.implementation, Implementation::Simulated { .. }));
    let logic = has_logic.then(|| {
        quote!(
            pub mod args;
            pub mod logic;
        )
    });
    let items = quote! {
        pub mod state;
        #logic
        mod tools;

        /// The service.
        pub static SERVICE: ServiceDef = ServiceDef {
            name: #name,
            title: #title,
            domain: #domain,
            summary: #summary,
            tools: &tools::TOOLS,
            state: &state::#state::INFO,
            version: #version,
        };
    };
    let mut docs = service.model.docs.clone();
    if docs.is_empty() {
        docs.push(format!("{}: {}", one_line(title), one_line(summary)));
    }
    let imports = quote!(#![forbid(unsafe_code)] use ::compoworld_core::ServiceDef;);
    rust_file(emission, &docs, imports, items)
}
