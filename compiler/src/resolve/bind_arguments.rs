//! Binds the arguments of one tool to what they are for.

use heck::ToSnakeCase;
use proc_macro2::Ident;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Pointer};
use crate::model::{
    ArgumentGroup, FieldModel, Kind, OperationModel, OptionsModel, ParsedModel, Relation,
    StructModel, ToolModel, place,
};
use crate::spec::Tool;

use super::bind_keys::{bind_given_key, bind_usual_key};
use super::read_subject::Subject;
use super::type_arguments::{could_hold, filter_kind, leaves, leaves_of, takes_list};
use super::{Binding, ResolvedFilter, Role};

/// What is known of the arguments of one tool so far.
pub struct Binder<'a> {
    pub model: &'a ParsedModel,
    pub spec: &'a Tool,
    /// The tool's position in the spec as it was read.
    pub listed_index: usize,
    pub tool: &'a ToolModel,
    /// What every call gives, and only other parts of the tool have a use for.
    pub others: &'a [String],
    pub entity: Option<&'a StructModel>,
    /// Whether the entity's table holds one row.
    pub is_single: bool,
    /// The role of each argument, and the type that comes with it.
    pub roles: Vec<Option<(Role, Option<Kind>)>>,
    pub keys: Vec<Binding>,
    pub sets: Vec<Binding>,
    pub filters: Vec<ResolvedFilter>,
    pub items: Vec<(usize, usize)>,
    pub diagnostics: &'a mut Diagnostics,
}

impl<'a> Binder<'a> {
    /// Knows nothing of the arguments yet. `subject` is what the function is.
    pub fn new(
        model: &'a ParsedModel,
        (tool, spec): (&'a ToolModel, &'a Tool),
        (listed_index, others): (usize, &'a [String]),
        subject: &Subject,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        let entity = subject.entity.as_deref().and_then(|entity| model.entity(entity));
        let table = entity.and_then(|entity| model.table_of(&entity.ident.to_string()));
        Self {
            model,
            spec,
            listed_index,
            tool,
            others,
            entity,
            is_single: table.is_some_and(|table| table.is_single),
            roles: vec![None; spec.parameters.properties.len()],
            keys: Vec::new(),
            sets: Vec::new(),
            filters: Vec::new(),
            items: Vec::new(),
            diagnostics,
        }
    }

    /// Binds everything that the options say, then what follows from names.
    pub fn bind(&mut self) {
        let n_told = self.diagnostics.len();
        self.bind_options();
        self.bind_names();
        // After another mistake an argument may only seem to have no use.
        let is_declared = self.tool.body.is_none() && self.entity.is_some();
        if is_declared && self.diagnostics.len() == n_told {
            self.report_unused(self.operation());
        }
    }

    /// Binds what the options say, and the key.
    pub fn bind_options(&mut self) {
        let options = &self.tool.options;
        self.bind_pages(options);
        self.bind_order(options);
        for name in &options.ignore {
            if let Some(argument) = self.argument(name) {
                self.take(argument, Role::Ignored, None, name);
            }
        }
        for name in &options.simulated {
            if let Some(argument) = self.argument(name) {
                self.take(argument, Role::Simulated, None, name);
            }
        }
        let needs_entity =
            !options.map.is_empty() || !options.filter.is_empty() || !options.items.is_empty();
        if let Some(entity) = self.entity {
            self.bind_maps(options, entity);
            self.bind_filters(options, entity);
            self.bind_items(options, entity);
        } else if needs_entity {
            let place = place(self.tool.ident.span());
            self.diagnostics.push(
                Diagnostic::new(Code::UnknownEntity, place)
                    .message(format!("it is not clear whose fields `{}` names", self.tool.ident)),
            );
        }
        self.ignore_choice();
        if let (Some(entity), Some(operation)) = (self.entity, self.operation()) {
            self.bind_keys(operation, options, entity);
        }
    }

    /// Binds what follows from the names of arguments.
    pub fn bind_names(&mut self) {
        if let (Some(entity), Some(operation)) = (self.entity, self.operation()) {
            self.bind_by_name(operation, entity);
        }
        self.ignore_others();
    }

    fn operation(&self) -> Option<&'a OperationModel> {
        self.tool.operation.as_ref().map(|(operation, _)| operation)
    }

    fn bind_pages(&mut self, options: &OptionsModel) {
        for (part, name) in &options.page {
            let Some(argument) = self.argument(name) else { continue };
            let kind = match part {
                crate::model::PagePart::Cursor => Kind::Text,
                _ => Kind::Integer,
            };
            self.take(argument, Role::Page, Some(kind), name);
        }
    }

    fn bind_order(&mut self, options: &OptionsModel) {
        let Some(sort) = &options.sort else { return };
        for name in sort.by.iter().chain(&sort.direction) {
            let Some(argument) = self.argument(name) else { continue };
            self.take(argument, Role::Order, Some(Kind::Text), name);
        }
    }

    fn bind_maps(&mut self, options: &OptionsModel, entity: &StructModel) {
        for (field, group) in &options.map {
            let Some(index) = self.field(entity, field) else { continue };
            if let Some(binding) = self.bind_group(&entity.fields[index].kind, group, Role::Set) {
                self.sets.push(Binding { field: Some(index), arguments: binding });
            }
        }
    }

    fn bind_filters(&mut self, options: &OptionsModel, entity: &StructModel) {
        for filter in &options.filter {
            let fields: Vec<usize> =
                filter.fields.iter().filter_map(|field| self.field(entity, field)).collect();
            let Some(first) = fields.first() else { continue };
            let kind = &entity.fields[*first].kind;
            if filter.argument.names.len() > 1 {
                if let Some(arguments) = self.bind_group(kind, &filter.argument, Role::Filter) {
                    let relation = filter.relation;
                    self.filters.push(ResolvedFilter { fields, relation, arguments });
                }
                continue;
            }
            let Some(name) = filter.argument.names.first() else { continue };
            let Some(argument) = self.argument(name) else { continue };
            let kind = filter_kind(kind, filter.relation, takes_list(self.schema(argument)));
            self.take(argument, Role::Filter, Some(kind), name);
            let relation = filter.relation;
            self.filters.push(ResolvedFilter { fields, relation, arguments: vec![argument] });
        }
    }

    fn bind_items(&mut self, options: &OptionsModel, entity: &StructModel) {
        for (field, name) in &options.items {
            let (Some(index), Some(argument)) = (self.field(entity, field), self.argument(name))
            else {
                continue;
            };
            let list = takes_list(self.schema(argument));
            let kind = filter_kind(&entity.fields[index].kind, Relation::Has, list);
            self.take(argument, Role::Items, Some(kind), name);
            self.items.push((index, argument));
        }
    }

    fn bind_keys(
        &mut self,
        operation: &OperationModel,
        options: &OptionsModel,
        entity: &StructModel,
    ) {
        let by_key = matches!(
            operation,
            OperationModel::Get
                | OperationModel::Update
                | OperationModel::Upsert
                | OperationModel::Delete
                | OperationModel::Append
                | OperationModel::Detach
        );
        if let Some((groups, span)) = &options.key {
            let bound = bind_given_key(self, entity, groups, *span);
            if by_key {
                self.keys = bound;
            } else if operation.is_list() {
                let equal = |binding: Binding| ResolvedFilter {
                    fields: binding.field.into_iter().collect(),
                    relation: Relation::Equals,
                    arguments: binding.arguments,
                };
                self.filters.extend(bound.into_iter().map(equal));
            } else {
                self.sets.extend(bound);
            }
        } else if !self.is_single && (by_key || *operation == OperationModel::Create) {
            let bound = bind_usual_key(self, entity, operation);
            if by_key { self.keys = bound } else { self.sets.extend(bound) }
        }
    }

    /// An argument that nothing else uses goes to the field of its name.
    fn bind_by_name(&mut self, operation: &OperationModel, entity: &StructModel) {
        // What a part adds or takes out its option names; other fields are other parts'.
        let is_of_items = matches!(operation, OperationModel::Append | OperationModel::Detach);
        if self.tool.part.is_some() && is_of_items {
            return;
        }
        for argument in 0..self.roles.len() {
            if self.roles[argument].is_some() {
                continue;
            }
            let name = self.name(argument);
            let snake = name.to_snake_case();
            let Some(index) = entity.position(&name).or_else(|| entity.position(&snake)) else {
                continue;
            };
            let field = &entity.fields[index];
            if self.makes_key(field) {
                continue;
            }
            // A body may take an argument to mean something else than the field of its name.
            if self.tool.body.is_some()
                && !could_hold(self.model, &field.kind, self.schema(argument))
            {
                continue;
            }
            match operation {
                OperationModel::Create
                | OperationModel::Update
                | OperationModel::Upsert
                | OperationModel::Append
                | OperationModel::Detach => {
                    if self.sets.iter().any(|set| set.field == Some(index)) {
                        continue;
                    }
                    self.roles[argument] = Some((Role::Set, Some(field.kind.required().clone())));
                    self.sets.push(Binding { field: Some(index), arguments: vec![argument] });
                }
                OperationModel::List | OperationModel::Search | OperationModel::Count => {
                    let list = takes_list(self.schema(argument));
                    let relation = match (field.kind.item(), list) {
                        (Some(_), _) => Relation::Has,
                        (None, true) => Relation::OneOf,
                        (None, false) => Relation::Equals,
                    };
                    let kind = filter_kind(&field.kind, relation, list);
                    self.roles[argument] = Some((Role::Filter, Some(kind)));
                    let (fields, arguments) = (vec![index], vec![argument]);
                    self.filters.push(ResolvedFilter { fields, relation, arguments });
                }
                OperationModel::Get | OperationModel::Delete | OperationModel::Simulate { .. } => {}
            }
        }
    }

    /// What chooses a part has no other effect in it, unless an option gives it one.
    fn ignore_choice(&mut self) {
        let Some(part) = &self.tool.part else { return };
        if let Some(choice) = self.find_argument(&part.argument.to_string())
            && self.roles[choice].is_none()
        {
            self.roles[choice] = Some((Role::Ignored, Some(Kind::Text)));
        }
    }

    /// What belongs to other parts of the tool has no effect here.
    fn ignore_others(&mut self) {
        for argument in 0..self.roles.len() {
            let is_other = self.others.contains(&self.name(argument));
            if is_other && self.tool.body.is_none() && self.roles[argument].is_none() {
                self.roles[argument] = Some((Role::Ignored, None));
            }
        }
    }

    /// Whether a part makes new keys for this field, so that an argument of its name is another
    /// part's.
    pub fn makes_key(&self, field: &FieldModel) -> bool {
        let creates = matches!(self.tool.operation, Some((OperationModel::Create, _)));
        self.tool.part.is_some() && creates && field.is_key && field.form.is_some()
    }

    fn report_unused(&mut self, operation: Option<&OperationModel>) {
        let help = match operation {
            Some(OperationModel::List | OperationModel::Search | OperationModel::Count) => {
                "add it to `filter(field = argument)` or `page(limit = argument)`, or `ignore(..)` \
                 it when it makes no difference in this model, or leave calls that give it to the \
                 world model: `simulated(..)`"
            }
            Some(OperationModel::Create | OperationModel::Update | OperationModel::Upsert) => {
                "add a field of its name, `map(field = argument)`, or `ignore(..)` it when it \
                 makes no difference in this model, or leave calls that give it to the world \
                 model: `simulated(..)`"
            }
            Some(OperationModel::Simulate { .. }) => return,
            _ => "use it in an option, `ignore(..)` it, or write the tool's body",
        };
        for argument in 0..self.roles.len() {
            if self.roles[argument].is_none() {
                let (name, tool) = (self.name(argument), &self.tool.ident);
                self.diagnostics.push(
                    Diagnostic::new(Code::UnusedArgument, place(tool.span()))
                        .message(format!("the argument `{name}` of `{tool}` has no meaning here"))
                        .help(help)
                        .label(self.pointer(argument), "the argument"),
                );
            }
        }
    }

    /// Binds one argument to a field's kind, or several to the parts of a composite reference.
    pub fn bind_group(
        &mut self,
        kind: &Kind,
        group: &ArgumentGroup,
        role: Role,
    ) -> Option<Vec<usize>> {
        let kinds = match group.names.len() {
            1 => vec![kind.required().clone()],
            _ => match kind.required() {
                Kind::Key(other) if self.model.entity(other).is_some() => leaves(self.model, other),
                other => leaves_of(self.model, other, 1),
            },
        };
        if kinds.len() != group.names.len() {
            let name = group.names.first()?;
            self.diagnostics.push(
                Diagnostic::new(Code::MissingKeyArgument, place(name.span())).message(format!(
                    "`{kind}` has {} parts, and {} arguments are given",
                    kinds.len(),
                    group.names.len()
                )),
            );
            return None;
        }
        let mut arguments = Vec::new();
        for (name, kind) in group.names.iter().zip(kinds) {
            let argument = self.argument(name)?;
            self.take(argument, role, Some(kind), name);
            arguments.push(argument);
        }
        Some(arguments)
    }

    /// Gives an argument its role.
    pub fn take(&mut self, argument: usize, role: Role, kind: Option<Kind>, at: &Ident) {
        let kind = match kind {
            // A list of keys names several rows.
            Some(kind) if role == Role::Key && takes_list(self.schema(argument)) => {
                Some(Kind::List(Box::new(kind)))
            }
            kind => kind,
        };
        if self.roles[argument].is_some() {
            let name = self.name(argument);
            self.diagnostics.push(
                Diagnostic::new(Code::ArgumentUsedTwice, place(at.span())).message(format!(
                    "the argument `{name}` of `{}` is used twice",
                    self.tool.ident
                )),
            );
            return;
        }
        self.roles[argument] = Some((role, kind));
    }

    /// The argument that an option names.
    pub fn argument(&mut self, name: &Ident) -> Option<usize> {
        let found = self.find_argument(&name.to_string());
        if found.is_none() {
            let known: Vec<_> = (0..self.roles.len())
                .map(|argument| format!("`{}`", self.name(argument).to_snake_case()))
                .collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            self.diagnostics.push(
                Diagnostic::new(Code::UnknownArgument, place(name.span()))
                    .message(format!("`{}` has no argument `{name}`", self.tool.ident))
                    .help(format!("its arguments: {known}")),
            );
        }
        found
    }

    /// The argument with this name, in JSON or in snake case.
    pub fn find_argument(&self, name: &str) -> Option<usize> {
        let properties = &self.spec.parameters.properties;
        properties
            .get_index_of(name)
            .or_else(|| properties.keys().position(|key| key.to_snake_case() == name))
    }

    /// The field that an option names.
    pub fn field(&mut self, entity: &StructModel, name: &Ident) -> Option<usize> {
        let found = entity.position(&name.to_string());
        if found.is_none() {
            let known: Vec<_> =
                entity.fields.iter().map(|field| format!("`{}`", field.ident)).collect();
            self.diagnostics.push(
                Diagnostic::new(Code::UnknownField, place(name.span()))
                    .message(format!("`{}` has no field `{name}`", entity.ident))
                    .help(format!("its fields: {}", known.join(", "))),
            );
        }
        found
    }

    /// The argument's name in JSON.
    pub fn name(&self, argument: usize) -> String {
        let (name, _) = self.property(argument);
        name.clone()
    }

    pub fn schema(&self, argument: usize) -> &'a crate::spec::Schema {
        self.property(argument).1
    }

    fn property(&self, argument: usize) -> (&'a String, &'a crate::spec::Schema) {
        let properties = &self.spec.parameters.properties;
        properties.get_index(argument).expect("arguments are numbered as the properties are")
    }

    /// Where the argument is in the spec.
    pub fn pointer(&self, argument: usize) -> Pointer {
        Pointer::root()
            .key("tools")
            .index(self.listed_index)
            .key("parameters")
            .key("properties")
            .key(&self.name(argument))
    }
}
