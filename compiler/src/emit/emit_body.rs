//! Writes the function of a declared tool.

use std::collections::BTreeSet;

use heck::ToSnakeCase;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Expr;
use syn::ext::IdentExt;

use crate::lower::{Body, Change, Check, KeySource, NewRow, Value};
use crate::model::{DefaultModel, FieldModel, Kind, OperationModel, PagePart, StructModel};
use crate::resolve::{CORE_NAMES, ResolvedArgument, ResolvedService, ResolvedTool, Returns};

use super::emit_args::has_struct;
use super::emit_filters::{condition, preludes};
use super::values::{expression_json, fixed_tokens};

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
    let name = names.iter().copied().find(|name| free(&name)).unwrap_or("row_");
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

    fn returns(&self) -> TokenStream {
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

    fn doc(&self, body: &Body) -> String {
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

    fn body(&self, body: &Body) -> TokenStream {
        let table = &self.table;
        match body {
            Body::Create(new) => self.insert(new),
            Body::Get { key, checks } => {
                let (before, find) = self.find(key.as_ref());
                if checks.is_empty() {
                    return quote!(#before #find);
                }
                let (row, checks) = (&self.row, self.checks(checks));
                quote!(#before let #row = #find?; #checks Ok(#row))
            }
            Body::List { filters, sort, page } => self.list(filters, *sort, page),
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
            Body::Update { key, checks, changes } => self.update(key.as_ref(), checks, changes),
            Body::Upsert { key, checks, changes, new } => {
                self.upsert(key.as_ref(), checks, changes, new)
            }
            Body::Delete { key, checks } => {
                let (before, key) = self.key(key);
                let checks = (!checks.is_empty()).then(|| {
                    let (row, checks) = (&self.row, self.checks(checks));
                    quote!(let #row = state.#table.find(#key)?; #checks)
                });
                quote!(#before #checks state.delete(#key))
            }
            Body::Written | Body::Simulated => TokenStream::new(),
        }
    }

    /// Statements before, and the key as an argument.
    fn key(&self, key: &KeySource) -> (TokenStream, TokenStream) {
        let arguments: &[usize] = match key {
            KeySource::Argument(argument) => std::slice::from_ref(argument),
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

    fn find(&self, key: Option<&KeySource>) -> (TokenStream, TokenStream) {
        let table = &self.table;
        match key {
            Some(key) => {
                let (before, key) = self.key(key);
                (before, quote!(state.#table.find(#key)))
            }
            None => (TokenStream::new(), quote!(state.#table.find())),
        }
    }

    fn list(
        &self,
        filters: &[crate::resolve::ResolvedFilter],
        sort: Option<(usize, bool)>,
        page: &[(PagePart, usize)],
    ) -> TokenStream {
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
            (order, Some(request)) => {
                let cut = match order {
                    Some((name, direction)) => {
                        quote!(#page_type::sorted(rows, #name, #direction, &request))
                    }
                    None => quote!(request.cut(rows)),
                };
                let answer = if is_page { cut } else { quote!(Ok(#cut?.items)) };
                quote! {
                    #before
                    let rows = #select;
                    let request = #request;
                    #answer
                }
            }
        }
    }

    fn page_request(&self, page: &[(PagePart, usize)]) -> TokenStream {
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

    /// `return Err(..)` for each check that does not hold.
    fn checks(&self, checks: &[Check]) -> TokenStream {
        let checks = checks.iter().map(|check| self.check(check));
        quote!(#(#checks)*)
    }

    fn check(&self, check: &Check) -> TokenStream {
        let (row, field) = (&self.row, self.field(check.field));
        let (ident, error) = (&field.ident, self.core("ToolError"));
        let is_optional = field.kind.is_optional();
        let patterns = check.values.iter().map(|value| {
            let is_some = matches!(value, Expr::Call(call)
                if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some")));
            let is_none = matches!(value, Expr::Path(path) if path.path.is_ident("None"));
            if is_optional && !is_some && !is_none { quote!(Some(#value)) } else { quote!(#value) }
        });
        let breaks = match (field.kind.required(), check.values.as_slice()) {
            (Kind::Boolean, [Expr::Lit(literal)]) if !is_optional => {
                if matches!(&literal.lit, syn::Lit::Bool(flag) if flag.value) {
                    quote!(!#row.#ident)
                } else {
                    quote!(#row.#ident)
                }
            }
            (Kind::Text, _) if is_optional => {
                quote!(!matches!(#row.#ident.as_deref(), #(#patterns)|*))
            }
            (Kind::Text, _) => quote!(!matches!(#row.#ident.as_str(), #(#patterns)|*)),
            _ => quote!(!matches!(#row.#ident, #(#patterns)|*)),
        };
        let values: Vec<_> = check
            .values
            .iter()
            .map(|value| match expression_json(self.service, value) {
                Some(serde_json::Value::String(text)) => format!("`{text}`"),
                Some(serde_json::Value::Null) => "empty".to_owned(),
                Some(value) => format!("`{value}`"),
                None => "set".to_owned(),
            })
            .collect();
        let (name, one) = (&field.name, self.entity.ident.to_string().to_snake_case());
        let message = format!(
            "the {}'s `{name}` must be {} for this",
            one.replace('_', " "),
            values.join(" or ")
        );
        quote! {
            if #breaks {
                return Err(#error::failed_precondition(#message));
            }
        }
    }

    fn update(
        &self,
        key: Option<&KeySource>,
        checks: &[Check],
        changes: &[Change],
    ) -> TokenStream {
        let (table, row) = (&self.table, &self.row);
        let checks = self.checks(checks);
        let changes = changes.iter().map(|change| self.change(change));
        let (before, key) = match key {
            Some(key) => {
                let (before, key) = self.key(key);
                (before, quote!(#key,))
            }
            None => (TokenStream::new(), TokenStream::new()),
        };
        let inside = quote!(#checks #(#changes)*);
        let row = if inside.is_empty() { quote!(_) } else { quote!(#row) };
        quote! {
            #before
            state.#table.update(#key |#row| {
                #inside
                Ok(())
            })
        }
    }

    fn upsert(
        &self,
        key: Option<&KeySource>,
        checks: &[Check],
        changes: &[Change],
        new: &NewRow,
    ) -> TokenStream {
        let table = &self.table;
        let Some(key) = key else {
            let update = self.update(None, checks, changes);
            let insert = self.insert(new);
            return quote! {
                if state.#table.get().is_none() {
                    #insert
                } else {
                    #update
                }
            };
        };
        if let KeySource::Argument(argument) = key
            && self.argument(*argument).kind.is_optional()
        {
            let ident = &self.argument(*argument).ident;
            let row = &self.row;
            let (checks, changes) =
                (self.checks(checks), changes.iter().map(|change| self.change(change)));
            let values = new.values.iter().map(|value| match value {
                Value::ArgumentOrKey(given) if given == argument => Value::NewKey,
                other => other.clone(),
            });
            let insert = self.insert(&NewRow { values: values.collect() });
            return quote! {
                if let Some(#ident) = &args.#ident {
                    return state.#table.update(#ident, |#row| {
                        #checks
                        #(#changes)*
                        Ok(())
                    });
                }
                #insert
            };
        }
        let (before, given) = self.key(key);
        let row = &self.row;
        let (checks, changes) =
            (self.checks(checks), changes.iter().map(|change| self.change(change)));
        let insert = self.insert(new);
        quote! {
            #before
            if state.#table.contains(#given) {
                return state.#table.update(#given, |#row| {
                    #checks
                    #(#changes)*
                    Ok(())
                });
            }
            #insert
        }
    }

    fn change(&self, change: &Change) -> TokenStream {
        let row = &self.row;
        match change {
            Change::Set { field, arguments } => self.set(*field, arguments),
            Change::Fix(field, value) => {
                let field = self.field(*field);
                let (ident, value) = (&field.ident, fixed_tokens(self.service, field, value));
                quote!(#row.#ident = #value;)
            }
            Change::Stamp(field) => {
                let field = self.field(*field);
                let (ident, stamp) = (&field.ident, stamp(field));
                quote!(#row.#ident = #stamp;)
            }
            Change::Append(field, argument) => self.append(*field, *argument),
            Change::Detach(field, argument) => self.detach(*field, *argument),
        }
    }

    fn set(&self, field: usize, arguments: &[usize]) -> TokenStream {
        let (row, field) = (&self.row, self.field(field));
        let name = &field.ident;
        let wrap = |value: TokenStream| {
            if field.kind.is_optional() { quote!(Some(#value)) } else { value }
        };
        if let [index] = arguments {
            let argument = self.argument(*index);
            let ident = &argument.ident;
            if argument.kind.is_optional() {
                let value = wrap(quote!(#ident));
                return quote!(if let Some(#ident) = args.#ident { #row.#name = #value; });
            }
            let value = wrap(quote!(args.#ident));
            return quote!(#row.#name = #value;);
        }
        let (key, join) = (self.core("Key"), self.core("join_key"));
        let idents: Vec<_> = arguments.iter().map(|index| &self.argument(*index).ident).collect();
        let may_lack =
            arguments.iter().any(|index| self.argument(*index).kind.is_optional());
        if may_lack {
            let given = arguments.iter().map(|index| {
                let argument = self.argument(*index);
                let ident = &argument.ident;
                if argument.kind.is_optional() {
                    quote!(args.#ident)
                } else {
                    quote!(Some(args.#ident))
                }
            });
            let value = wrap(quote!(#key::new(#join(&[#(&#idents),*]))));
            return quote! {
                if let (#(Some(#idents)),*) = (#(#given),*) {
                    #row.#name = #value;
                }
            };
        }
        let value = wrap(quote!(#key::new(#join(&[#(&args.#idents),*]))));
        quote!(#row.#name = #value;)
    }

    fn append(&self, field: usize, argument: usize) -> TokenStream {
        let (row, field, argument) = (&self.row, self.field(field), self.argument(argument));
        let (name, ident) = (&field.ident, &argument.ident);
        let list = if field.kind.is_optional() {
            quote!(#row.#name.get_or_insert_default())
        } else {
            quote!(#row.#name)
        };
        match (argument.kind.item().is_some(), argument.kind.is_optional()) {
            (true, is_optional) => {
                let items = if is_optional {
                    quote!(args.#ident.unwrap_or_default())
                } else {
                    quote!(args.#ident)
                };
                quote! {
                    for item in #items {
                        if !#list.contains(&item) {
                            #list.push(item);
                        }
                    }
                }
            }
            (false, false) => quote! {
                if !#list.contains(&args.#ident) {
                    #list.push(args.#ident);
                }
            },
            (false, true) => quote! {
                if let Some(item) = args.#ident && !#list.contains(&item) {
                    #list.push(item);
                }
            },
        }
    }

    fn detach(&self, field: usize, argument: usize) -> TokenStream {
        let (row, field, argument) = (&self.row, self.field(field), self.argument(argument));
        let (name, ident) = (&field.ident, &argument.ident);
        let list = if field.kind.is_optional() {
            quote!(#row.#name.get_or_insert_default())
        } else {
            quote!(#row.#name)
        };
        match (argument.kind.item().is_some(), argument.kind.is_optional()) {
            (true, false) => quote!(#list.retain(|item| !args.#ident.contains(item));),
            (true, true) => quote! {
                if let Some(items) = args.#ident {
                    #list.retain(|item| !items.contains(item));
                }
            },
            (false, false) => quote!(#list.retain(|item| *item != args.#ident);),
            (false, true) => quote! {
                if let Some(gone) = args.#ident {
                    #list.retain(|item| *item != gone);
                }
            },
        }
    }

    /// `let row = Entity { .. }; state.table.insert(row)`
    fn insert(&self, new: &NewRow) -> TokenStream {
        let (table, row, entity) = (&self.table, &self.row, &self.entity.ident);
        let mut before = TokenStream::new();
        let mut fields = Vec::new();
        let mut locals: BTreeSet<usize> = BTreeSet::new();
        // A number is counted among the rows of its parent, so a joined parent comes first.
        for value in &new.values {
            let Value::NextNumber { within } = value else { continue };
            for parent in within {
                if let Value::Composite { arguments, is_wrapped: false } = &new.values[*parent] {
                    let (ident, joined) = (&self.field(*parent).ident, self.joined(arguments));
                    before.extend(quote!(let #ident = #joined;));
                    locals.insert(*parent);
                }
            }
        }
        for (index, value) in new.values.iter().enumerate() {
            let field = self.field(index);
            let ident = &field.ident;
            if locals.contains(&index) {
                fields.push(quote!(#ident,));
                continue;
            }
            if let Value::NextNumber { within } = value {
                before.extend(self.next_number(new, index, within, &locals));
                fields.push(match field.kind {
                    Kind::IntKey(_) => {
                        let key = self.core("IntKey");
                        quote!(#ident: #key::new(#ident),)
                    }
                    _ => quote!(#ident,),
                });
                continue;
            }
            let value = self.value(field, value);
            fields.push(quote!(#ident: #value,));
        }
        let method = if self.tool.table.as_ref().is_some_and(|table| table.is_single) {
            quote!(Ok(state.#table.set(#row)))
        } else {
            quote!(state.#table.insert(#row))
        };
        quote! {
            #before
            let #row = #entity { #(#fields)* };
            #method
        }
    }

    fn next_number(
        &self,
        new: &NewRow,
        index: usize,
        within: &[usize],
        locals: &BTreeSet<usize>,
    ) -> TokenStream {
        let (table, row) = (&self.table, &self.row);
        let field = self.field(index);
        let ident = &field.ident;
        let parents = within.iter().map(|parent| {
            let name = &self.field(*parent).ident;
            let value = match &new.values[*parent] {
                _ if locals.contains(parent) => quote!(#name),
                Value::Argument(argument) => {
                    let argument = &self.argument(*argument).ident;
                    quote!(args.#argument)
                }
                other => self.value(self.field(*parent), other),
            };
            quote!(#row.#name == #value)
        });
        let number = match field.kind {
            Kind::IntKey(_) => quote!(#row.#ident.get()),
            _ => quote!(#row.#ident),
        };
        quote! {
            let #ident = state
                .#table
                .next_number_where(&|#row| #(#parents)&&*, &|#row| #number);
        }
    }

    fn joined(&self, arguments: &[usize]) -> TokenStream {
        let (key, join) = (self.core("Key"), self.core("join_key"));
        let idents = arguments.iter().map(|index| &self.argument(*index).ident);
        quote!(#key::new(#join(&[#(&args.#idents),*])))
    }

    fn value(&self, field: &FieldModel, value: &Value) -> TokenStream {
        let ident_of = |argument: &usize| &self.argument(*argument).ident;
        match value {
            Value::Argument(argument) => {
                let ident = ident_of(argument);
                quote!(args.#ident)
            }
            Value::Wrapped(argument) => {
                let ident = ident_of(argument);
                quote!(Some(args.#ident))
            }
            Value::ArgumentOr(argument, default) => self.argument_or(field, *argument, default),
            Value::ArgumentOrKey(argument) => {
                let (ident, key) = (ident_of(argument), self.new_key(field));
                quote! {
                    match args.#ident {
                        Some(#ident) => #ident,
                        None => #key,
                    }
                }
            }
            Value::Composite { arguments, is_wrapped } => {
                let joined = self.joined(arguments);
                if *is_wrapped { quote!(Some(#joined)) } else { joined }
            }
            Value::OptionalComposite(arguments) => {
                let (key, join) = (self.core("Key"), self.core("join_key"));
                let idents: Vec<_> = arguments.iter().map(ident_of).collect();
                let given = arguments.iter().map(|index| {
                    let argument = self.argument(*index);
                    let ident = &argument.ident;
                    if argument.kind.is_optional() {
                        quote!(&args.#ident)
                    } else {
                        quote!(Some(&args.#ident))
                    }
                });
                quote! {
                    match (#(#given),*) {
                        (#(Some(#idents)),*) => Some(#key::new(#join(&[#(#idents),*]))),
                        _ => None,
                    }
                }
            }
            Value::NewKey => self.new_key(field),
            Value::NextNumber { .. } => quote!(1),
            Value::Stamp => stamp(field),
            Value::Fixed(value) => fixed_tokens(self.service, field, value),
            Value::Default(DefaultModel::Value(value)) => quote!(#value),
            Value::Default(DefaultModel::OfType) | Value::Empty => empty(&field.kind),
        }
    }

    fn argument_or(
        &self,
        field: &FieldModel,
        argument: usize,
        default: &DefaultModel,
    ) -> TokenStream {
        let ident = &self.argument(argument).ident;
        let value = match default {
            DefaultModel::OfType => return quote!(args.#ident.unwrap_or_default()),
            DefaultModel::Value(value) => &**value,
        };
        if field.kind.is_optional() {
            return quote!(args.#ident.or_else(|| #value));
        }
        match value {
            Expr::Lit(_) | Expr::Path(_) | Expr::Unary(_) => quote!(args.#ident.unwrap_or(#value)),
            Expr::Call(call) if call.args.is_empty() => {
                let path = &call.func;
                let is_new = quote!(#path).to_string().replace(' ', "");
                if matches!(is_new.as_str(), "Vec::new" | "String::new" | "BTreeMap::new") {
                    return quote!(args.#ident.unwrap_or_default());
                }
                quote!(args.#ident.unwrap_or_else(#path))
            }
            value => quote!(args.#ident.unwrap_or_else(|| #value)),
        }
    }

    fn new_key(&self, field: &FieldModel) -> TokenStream {
        let table = &self.table;
        match field.kind {
            Kind::IntKey(_) => quote!(state.#table.next_int_key(cx)),
            Kind::Integer => quote!(state.#table.next_int_key(cx).get()),
            Kind::Key(_) => quote!(state.#table.next_key(cx)),
            _ => quote!(state.#table.next_key_text(cx)),
        }
    }
}

fn stamp(field: &FieldModel) -> TokenStream {
    let now = match field.kind.required() {
        Kind::Date => quote!(cx.today()),
        _ => quote!(cx.now()),
    };
    if field.kind.is_optional() { quote!(Some(#now)) } else { now }
}

/// The value of a type that nothing else is said of.
fn empty(kind: &Kind) -> TokenStream {
    match kind {
        Kind::Optional(_) => quote!(None),
        Kind::List(_) => quote!(Vec::new()),
        Kind::Map(_) => quote!(BTreeMap::new()),
        Kind::Text => quote!(String::new()),
        Kind::Integer => quote!(0),
        Kind::Number => quote!(0.0),
        Kind::Boolean => quote!(false),
        _ => quote!(Default::default()),
    }
}
