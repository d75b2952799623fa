//! Writes the function of a declared tool.

use std::collections::BTreeSet;

use heck::ToSnakeCase;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use crate::lower::{Body, KeySource};
use crate::model::{FieldModel, OperationModel, PagePart, StructModel};
use crate::resolve::{
    CORE_NAMES, OrderArguments, ResolvedArgument, ResolvedService, ResolvedTool, Returns,
};

use super::emit_args::has_struct;
use super::emit_filters::{condition, preludes, when_unfiltered};

/// What the parts of one function share.
pub struct Writer<'a> {
    pub service: &'a ResolvedService,
    pub tool: &'a ResolvedTool,
    pub entity: &'a StructModel,
    /// The table's field in the state.
    pub table: Ident,
    /// The variable that holds a row.
    pub row: Ident,
}

/// The whole function.
pub fn declared_function(
    service: &ResolvedService,
    tool: &ResolvedTool,
    body: &Body,
) -> TokenStream {
    let entity = service.entity_of(tool);
    let table = tool.table.as_ref().expect("check gave every entity a table");
    let row = row_ident(tool, entity);
    let writer = Writer { service, tool, entity, table: table.ident.clone(), row };
    let statements = writer.body(body);
    let doc = writer.doc(body);
    let name = &tool.ident;
    let state_type = &service.model.state.ident;
    let reference = if tool.is_write { quote!(&mut #state_type) } else { quote!(&#state_type) };
    let uses = words(&statements);
    let parameter = |name: &str| {
        let name = if uses.contains(name) { name.to_owned() } else { format!("_{name}") };
        format_ident!("{name}")
    };
    let (args, cx) = (parameter("args"), parameter("cx"));
    let args_type = if has_struct(tool) {
        let args = &tool.args_ident;
        quote!(#args)
    } else {
        quote!(())
    };
    let (context, error, returns) =
        (writer.core("Context"), writer.core("ToolError"), writer.returns());
    quote! {
        #[doc = #doc]
        pub fn #name(
            state: #reference,
            #args: #args_type,
            #cx: &mut #context,
        ) -> Result<#returns, #error> {
            #statements
        }
    }
}

/// The names of variables in a token stream.
fn words(tokens: &TokenStream) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut stack = vec![tokens.clone()];
    while let Some(tokens) = stack.pop() {
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Group(group) => stack.push(group.stream()),
                proc_macro2::TokenTree::Ident(ident) => {
                    words.insert(ident.to_string());
                }
                _ => {}
            }
        }
    }
    words
}

fn row_ident(tool: &ResolvedTool, entity: &StructModel) -> Ident {
    let snake = entity.ident.to_string().to_snake_case();
    let mut taken: BTreeSet<String> =
        tool.arguments.iter().map(|argument| argument.ident.unraw().to_string()).collect();
    taken.extend(["state", "args", "cx", "items", "request", "rows", "key"].map(str::to_owned));
    taken.extend(CORE_NAMES.iter().map(|name| (*name).to_owned()));
    taken.extend(entity.fields.iter().map(FieldModel::plain_name));
    let free = |name: &&str| !taken.contains(*name) && syn::parse_str::<Ident>(name).is_ok();
    let names = [snake.as_str(), "row", "found", "entry", "record"];
    let name = names.iter().copied().find(free).unwrap_or("row_");
    Ident::new(name, Span::call_site())
}

impl Writer<'_> {
    /// A name of the runtime; a path where a type of the model hides it.
    pub fn core(&self, name: &str) -> TokenStream {
        let ident = format_ident!("{name}");
        let hidden = self.service.model.type_names().any(|other| other == name)
            || self.service.tools.iter().any(|tool| tool.args_ident == name);
        if hidden { quote!(::compoworld_core::#ident) } else { quote!(#ident) }
    }

    pub fn argument(&self, index: usize) -> &ResolvedArgument {
        &self.tool.arguments[index]
    }

    pub fn field(&self, index: usize) -> &FieldModel {
        &self.entity.fields[index]
    }

    pub fn returns(&self) -> TokenStream {
        let entity = &self.entity.ident;
        let row = self.core("RowRef");
        match self.tool.returns {
            Returns::Page => {
                let page = self.core("Page");
                quote!(#page<#row<#entity>>)
            }
            Returns::List => quote!(Vec<#row<#entity>>),
            Returns::Number => quote!(i64),
            Returns::Row | Returns::Other => quote!(#row<#entity>),
        }
    }

    pub fn doc(&self, body: &Body) -> String {
        let one = self.entity.ident.to_string().to_snake_case().replace('_', " ");
        let article = if one.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        match body {
            Body::Create(_) => format!(" Adds {article} {one}."),
            Body::Get { key: Some(_), .. } => format!(" Reads {article} {one}."),
            Body::Get { key: None, .. } => format!(" Reads the {one}."),
            Body::List { .. } => match self.tool.operation {
                Some(OperationModel::Search) => format!(" Finds each {one} with the words."),
                _ => format!(" Lists each {one} that passes the filters."),
            },
            Body::Count { .. } => format!(" Counts each {one} that passes the filters."),
            Body::Update { key: None, .. } => format!(" Changes the {one}."),
            Body::Update { .. } => format!(" Changes {article} {one}."),
            Body::Upsert { .. } => format!(" Changes {article} {one}, or adds it."),
            Body::Delete { .. } => format!(" Removes {article} {one}."),
            Body::Written | Body::Simulated => String::new(),
        }
    }

    pub fn body(&self, body: &Body) -> TokenStream {
        match self.tool.each() {
            Some(each) => self.each(each, body),
            None => self.once(body),
        }
    }

    /// The same for each row that a list of keys names.
    fn each(&self, each: usize, body: &Body) -> TokenStream {
        let (list, key, row) = (&self.argument(each).ident, self.each_key(), &self.row);
        let (table, key_ref) = (&self.table, quote!(#key));
        let (before, found, within, checks) = match body {
            Body::Get { within, checks, .. } => {
                (preludes(self, within), quote!(state.#table.find(#key_ref)?), within, checks)
            }
            Body::Delete { within, checks, .. } => {
                (preludes(self, within), quote!(state.delete(#key_ref)?), within, checks)
            }
            Body::Update { within, checks, changes, .. } => {
                let preludes = preludes(self, within);
                let changed = self.change_row(Some(&key_ref), within, checks, changes);
                return quote! {
                    #preludes
                    let mut rows = Vec::with_capacity(args.#list.len());
                    for #key in &args.#list {
                        rows.push(#changed?);
                    }
                    Ok(rows)
                };
            }
            _ => return TokenStream::new(),
        };
        let looks = !within.is_empty() || !checks.is_empty();
        let (within, checks) = (self.within(within), self.checks(checks));
        let looked =
            looks.then(|| quote!(let #row = state.#table.find(#key_ref)?; #within #checks));
        quote! {
            #before
            let mut rows = Vec::with_capacity(args.#list.len());
            for #key in &args.#list {
                #looked
                rows.push(#found);
            }
            Ok(rows)
        }
    }

    /// What a function calls one key of its list.
    fn each_key(&self) -> Ident {
        let taken = |name: &str| self.row == name;
        Ident::new(if taken("key") { "one" } else { "key" }, Span::call_site())
    }

    fn once(&self, body: &Body) -> TokenStream {
        let table = &self.table;
        match body {
            Body::Create(new) => self.insert(new),
            Body::Get { key, within, checks } => {
                let (before, find) = self.find(key.as_ref());
                if checks.is_empty() && within.is_empty() {
                    return quote!(#before #find);
                }
                let (preludes, within) = (preludes(self, within), self.within(within));
                let (row, checks) = (&self.row, self.checks(checks));
                quote!(#preludes #before let #row = #find?; #within #checks Ok(#row))
            }
            Body::List { filters, sort, order, page } => self.list(filters, *sort, *order, page),
            Body::Count { filters } => {
                let (before, row) = (preludes(self, filters), &self.row);
                match condition(self, filters) {
                    Some(condition) => quote! {
                        #before
                        Ok(state.#table.iter().filter(|#row| #condition).count() as i64)
                    },
                    None => quote!(Ok(state.#table.len() as i64)),
                }
            }
            Body::Update { key, within, checks, changes } => {
                self.update(key.as_ref(), within, checks, changes)
            }
            Body::Upsert { key, checks, changes, new } => {
                self.upsert(key.as_ref(), checks, changes, new)
            }
            Body::Delete { key, within, checks } => {
                let (before, key) = self.key(key);
                let preludes = preludes(self, within);
                let checks = (!checks.is_empty() || !within.is_empty()).then(|| {
                    let (row, checks) = (&self.row, self.checks(checks));
                    let within = self.within(within);
                    quote!(let #row = state.#table.find(#key)?; #within #checks)
                });
                quote!(#preludes #before #checks state.delete(#key))
            }
            Body::Written | Body::Simulated => TokenStream::new(),
        }
    }

    /// Statements before, and the key as an argument.
    pub fn key(&self, key: &KeySource) -> (TokenStream, TokenStream) {
        let arguments: &[usize] = match key {
            KeySource::Argument(argument) | KeySource::Each(argument) => {
                std::slice::from_ref(argument)
            }
            KeySource::Parts(parts) => parts,
        };
        let mut before = TokenStream::new();
        let mut parts = Vec::new();
        for index in arguments {
            let argument = self.argument(*index);
            let ident = &argument.ident;
            if argument.kind.is_optional() {
                let error = self.core("ToolError");
                let message = format!("`{}` is needed", argument.name);
                before.extend(quote! {
                    let Some(#ident) = args.#ident else {
                        return Err(#error::invalid_argument(#message));
                    };
                });
                parts.push(quote!(&#ident));
            } else {
                parts.push(quote!(&args.#ident));
            }
        }
        match parts.as_slice() {
            [part] => (before, part.clone()),
            parts => {
                let join = self.core("join_key");
                before.extend(quote!(let key = #join(&[#(#parts),*]);));
                (before, quote!(&key))
            }
        }
    }

    pub fn find(&self, key: Option<&KeySource>) -> (TokenStream, TokenStream) {
        let table = &self.table;
        match key {
            Some(key) => {
                let (before, key) = self.key(key);
                (before, quote!(state.#table.find(#key)))
            }
            None => (TokenStream::new(), quote!(state.#table.find())),
        }
    }

    pub fn list(
        &self,
        filters: &[crate::resolve::ResolvedFilter],
        sort: Option<(usize, bool)>,
        order: OrderArguments,
        page: &[(PagePart, usize)],
    ) -> TokenStream {
        if order.iter().next().is_some() {
            return self.ordered_list(filters, sort, order, page);
        }
        let (table, row) = (&self.table, &self.row);
        let before = preludes(self, filters);
        let select = match condition(self, filters) {
            Some(condition) => quote!(state.#table.select(&|#row| #condition)),
            None => quote!(state.#table.select(&|_| true)),
        };
        let is_page = self.tool.returns == Returns::Page;
        let order = sort.map(|(field, is_descending)| {
            let name = &self.field(field).name;
            let direction = self.core("Direction");
            let end = if is_descending { quote!(Descending) } else { quote!(Ascending) };
            (quote!(#name), quote!(#direction::#end))
        });
        let paging = (!page.is_empty()).then(|| self.page_request(page));
        let page_type = self.core("Page");
        match (order, paging) {
            (None, None) if is_page => quote!(#before Ok(#page_type::whole(#select))),
            (None, None) => quote!(#before Ok(#select)),
            (Some((name, direction)), None) => {
                let sort = self.core("sort_rows");
                let answer = if is_page { quote!(#page_type::whole(rows)) } else { quote!(rows) };
                quote! {
                    #before
                    let mut rows = #select;
                    #sort(&mut rows, #name, #direction)?;
                    Ok(#answer)
                }
            }
            (Some((name, direction)), Some(request)) => {
                let cut = quote!(#page_type::sorted(rows, #name, #direction, &request));
                let answer = if is_page { cut } else { quote!(Ok(#cut?.items)) };
                quote! {
                    #before
                    let rows = #select;
                    let request = #request;
                    #answer
                }
            }
            (None, Some(request)) => {
                let pages = self.pages(filters, is_page);
                quote! {
                    #before
                    let request = #request;
                    #pages
                }
            }
        }
    }

    /// The wanted page in key order: of all rows at the cost of the page, else of those that the
    /// filters accept.
    fn pages(&self, filters: &[crate::resolve::ResolvedFilter], is_page: bool) -> TokenStream {
        let (table, row) = (&self.table, &self.row);
        let answer = |page: TokenStream| if is_page { page } else { quote!(Ok(#page?.items)) };
        let all = answer(quote!(state.#table.page(&request)));
        let Some(condition) = condition(self, filters) else { return all };
        let some = answer(quote!(state.#table.page_where(&request, &|#row| #condition)));
        match when_unfiltered(self, filters) {
            Some(unfiltered) => quote! {
                if #unfiltered {
                    return #all;
                }
                #some
            },
            None => some,
        }
    }

    pub fn page_request(&self, page: &[(PagePart, usize)]) -> TokenStream {
        let request = self.core("PageRequest");
        let parts = page.iter().map(|(part, index)| {
            let argument = self.argument(*index);
            let ident = &argument.ident;
            let name = match part {
                PagePart::Limit => quote!(limit),
                PagePart::Cursor => quote!(cursor),
                PagePart::Offset => quote!(offset),
                PagePart::Page => quote!(page),
            };
            if argument.kind.is_optional() {
                quote!(#name: args.#ident,)
            } else {
                quote!(#name: Some(args.#ident),)
            }
        });
        let rest = (page.len() < 4).then(|| quote!(..#request::default()));
        quote!(#request { #(#parts)* #rest })
    }
}
