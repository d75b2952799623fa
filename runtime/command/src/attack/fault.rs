//! The kinds of fault that lowered code could have, and one of them at a place.

use compoworld_core::Tool;

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FaultKind {
    /// A filter is not looked at.
    DroppedFilter,
    /// A missing argument is not noticed.
    SkippedRequired,
    /// A value of the wrong type or out of bounds is not noticed.
    SkippedConstraint,
    /// A value outside an enumeration is taken for the first one in it.
    ChoiceOutsideList,
    /// A page has one item more.
    PageOneMore,
    /// A page starts with the last item of the page before.
    PageRepeats,
    /// A list leaves out its last item.
    ListLosesItem,
    /// A field of an answer has the value of another.
    WrongFieldInAnswer,
    /// Reading gives the row after the one that was named.
    WrongRow,
    /// A given value is not stored.
    SwallowedField,
    /// An update changes a field that was not named.
    TouchesOtherField,
    /// An update or a deletion also hits another row.
    HitsNeighbour,
    /// A change leaves the update stamp.
    StaleStamp,
    /// A refusal comes after the change.
    ErrorThatMutates,
    /// A deletion is answered and not done.
    DeleteKeepsRow,
    /// A creation is answered and not done.
    CreateKeepsNothing,
    /// A reference to no row is stored.
    LostReference,
    /// A read writes.
    ReadThatWrites,
    /// A second call of an idempotent tool changes something more.
    SecondCallWrites,
    /// An answer depends on how often anything was asked.
    UnstableAnswer,
    /// Forks share what they write.
    LeaksAcrossForks,
}

impl FaultKind {
    pub(super) const ALL: [Self; 21] = [
        Self::DroppedFilter,
        Self::SkippedRequired,
        Self::SkippedConstraint,
        Self::ChoiceOutsideList,
        Self::PageOneMore,
        Self::PageRepeats,
        Self::ListLosesItem,
        Self::WrongFieldInAnswer,
        Self::WrongRow,
        Self::SwallowedField,
        Self::TouchesOtherField,
        Self::HitsNeighbour,
        Self::StaleStamp,
        Self::ErrorThatMutates,
        Self::DeleteKeepsRow,
        Self::CreateKeepsNothing,
        Self::LostReference,
        Self::ReadThatWrites,
        Self::SecondCallWrites,
        Self::UnstableAnswer,
        Self::LeaksAcrossForks,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::DroppedFilter => "dropped filter",
            Self::SkippedRequired => "skipped check: required",
            Self::SkippedConstraint => "skipped check: type or bound",
            Self::ChoiceOutsideList => "choice outside its list",
            Self::PageOneMore => "page of one more",
            Self::PageRepeats => "page repeats the last item",
            Self::ListLosesItem => "list loses an item",
            Self::WrongFieldInAnswer => "wrong field in an answer",
            Self::WrongRow => "wrong row read",
            Self::SwallowedField => "given value not stored",
            Self::TouchesOtherField => "other field changed",
            Self::HitsNeighbour => "neighbour row hit",
            Self::StaleStamp => "stale update stamp",
            Self::ErrorThatMutates => "error that mutates",
            Self::DeleteKeepsRow => "delete that keeps the row",
            Self::CreateKeepsNothing => "create that keeps nothing",
            Self::LostReference => "lost reference check",
            Self::ReadThatWrites => "read that writes",
            Self::SecondCallWrites => "second call writes again",
            Self::UnstableAnswer => "unstable answer",
            Self::LeaksAcrossForks => "leak across forks",
        }
    }
}

/// A fault at a place.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    pub(super) kind: FaultKind,
    pub(super) tool: &'static Tool,
    /// The argument that it is about; empty when it is about none.
    pub(super) argument: String,
    /// The field that it is about; empty when it is about none.
    pub(super) field: &'static str,
}

impl Fault {
    /// The fault in words.
    pub(super) fn words(&self) -> String {
        let part = [self.argument.as_str(), self.field].into_iter().find(|part| !part.is_empty());
        let part = part.map(|part| format!(" ({part})")).unwrap_or_default();
        format!("{}: {}{part}", self.kind.name(), self.tool.name)
    }
}
