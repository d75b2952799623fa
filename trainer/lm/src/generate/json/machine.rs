//! Where a writer of JSON is, and which bytes can follow.
//!
//! A place is a set of stacks, one for each way in which what was written can be read so far: cases
//! of a schema may begin alike. Nothing is begun that cannot be ended.

use std::sync::Arc;

use super::nodes::{heights, shifted, without_chains};
use super::number::{NumberRange, NumberState};
use super::schema::{JsonSchema, Node, NodeId, ObjectNode};
use super::text::{TextState, TextStep};

/// Values are nested so deep at most: readers of JSON have limits too.
const DEPTH_MAX: usize = 64;
/// So many blanks may follow each other: models fall into writing them for ever.
const SPACE_MAX: u8 = 24;

/// A part of what is written.
#[derive(Debug, Clone)]
pub enum Piece {
    /// Anything, up to and with this mark, whose first byte is not in it again.
    Until(&'static str),
    /// This text.
    Words(String),
    /// A value of this schema, with blanks before it.
    Json(JsonSchema),
    /// Anything, or nothing.
    Anything,
}

/// What may be written: one of several rows of pieces.
#[derive(Debug, Clone)]
pub struct Form {
    nodes: Vec<Node>,
    /// How deep values of each node nest at least; none where they never end.
    heights: Vec<Option<usize>>,
    start: Vec<Stack>,
}

/// Where a writer is.
#[derive(Debug, Clone)]
pub struct Place(Vec<Stack>);

#[derive(Debug, Clone)]
struct Stack {
    /// What is open, the innermost last.
    frames: Vec<Frame>,
    n_space: u8,
}

#[derive(Debug, Clone)]
enum Frame {
    Until {
        mark: &'static [u8],
        at: usize,
    },
    Words {
        text: Arc<[u8]>,
        at: usize,
    },
    Anything,
    Value(NodeId),
    Literal {
        node: NodeId,
        option: usize,
        at: usize,
    },
    Text {
        chars_min: usize,
        chars_max: usize,
        state: TextState,
    },
    Number {
        range: NumberRange,
        state: NumberState,
    },
    Object {
        node: NodeId,
        seen: Arc<Seen>,
        stage: Stage,
    },
    /// A name, above its object.
    Key {
        text: Vec<u8>,
        state: TextState,
    },
    List {
        node: NodeId,
        n_items: usize,
        stage: Stage,
    },
}

/// The names that an object has already.
#[derive(Debug, Clone, Default)]
struct Seen {
    members: Vec<bool>,
    others: Vec<Box<[u8]>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Behind the opening bracket.
    Open,
    /// Behind a comma.
    Next,
    /// Behind a name; the value is of this node.
    Named(NodeId),
    /// Behind a value.
    Valued,
}

/// The first nodes of every form: parts of any value.
const ANY: NodeId = 0;
const ANY_OBJECT: NodeId = 1;
const ANY_LIST: NodeId = 2;
const ANY_WORD: NodeId = 3;

impl Form {
    /// A form. `None` when one of its schemas has no value that ends.
    #[must_use]
    pub fn new(rows: Vec<Vec<Piece>>) -> Option<Self> {
        let words = ["null", "true", "false"].map(|word| word.as_bytes().into());
        let object = ObjectNode { members: Vec::new(), required: Vec::new(), others: Some(ANY) };
        let list = Node::List { first: Vec::new(), items: Some(ANY), n_min: 0, n_max: usize::MAX };
        let mut nodes = vec![Node::Any, Node::Object(object), list, Node::Literals(words.into())];
        let mut start = Vec::new();
        for row in rows {
            let mut frames: Vec<Frame> =
                row.into_iter().map(|piece| frame_of(piece, &mut nodes)).collect();
            frames.reverse();
            start.push(Stack { frames, n_space: 0 });
        }
        let heights = heights(&nodes);
        let ends = |frame: &Frame| match frame {
            Frame::Value(node) => heights[*node].is_some_and(|height| height <= DEPTH_MAX),
            _ => true,
        };
        let all_end = start.iter().flat_map(|stack| &stack.frames).all(ends);
        let nodes: Vec<Node> = (0..nodes.len()).map(|node| without_chains(&nodes, node)).collect();
        all_end.then_some(Self { nodes, heights, start })
    }

    /// Where nothing is written.
    #[must_use]
    pub fn start(&self) -> Place {
        Place(self.start.clone())
    }

    /// Behind one more byte; `None` when it cannot stand here.
    #[must_use]
    pub fn step(&self, place: &Place, byte: u8) -> Option<Place> {
        let mut out = Vec::with_capacity(place.0.len());
        for stack in &place.0 {
            self.step_stack(stack.clone(), byte, &mut out);
        }
        (!out.is_empty()).then_some(Place(out))
    }

    /// Whether what is written is whole.
    #[must_use]
    pub fn may_end(&self, place: &Place) -> bool {
        place.0.iter().any(|stack| {
            stack.frames.iter().all(|frame| match frame {
                Frame::Anything => true,
                Frame::Number { range, state } => state.may_end(range),
                _ => false,
            })
        })
    }

    fn step_stack(&self, mut stack: Stack, byte: u8, out: &mut Vec<Stack>) {
        let Some(frame) = stack.frames.pop() else { return };
        if frame.takes_space() && matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
            stack.frames.push(frame);
            stack.n_space += 1;
            if stack.n_space <= SPACE_MAX {
                out.push(stack);
            }
            return;
        }
        stack.n_space = 0;
        match frame {
            Frame::Anything => out.push(stack.with(Frame::Anything)),
            Frame::Until { mark, at } => {
                let at = match byte {
                    _ if byte == mark[at] => at + 1,
                    _ => usize::from(byte == mark[0]),
                };
                let is_over = at == mark.len();
                out.push(if is_over { stack } else { stack.with(Frame::Until { mark, at }) });
            }
            Frame::Words { text, at } if text[at] == byte => {
                let at = at + 1;
                let is_over = at == text.len();
                out.push(if is_over { stack } else { stack.with(Frame::Words { text, at }) });
            }
            Frame::Words { .. } => {}
            Frame::Value(node) => self.begin(node, &stack, byte, out),
            Frame::Literal { node, option, at } => self.literal(stack, node, option, at, byte, out),
            Frame::Text { chars_min, chars_max, state } => {
                text(stack, chars_min, chars_max, state, byte, out);
            }
            Frame::Number { range, state } => {
                if let Some(state) = state.step(byte, &range) {
                    out.push(stack.with(Frame::Number { range, state }));
                } else if state.may_end(&range) {
                    // A number ends where something else begins.
                    self.step_stack(stack, byte, out);
                }
            }
            Frame::Object { node, seen, stage } => {
                self.object(stack, node, seen, stage, byte, out);
            }
            Frame::Key { text, state } => self.key(stack, text, state, byte, out),
            Frame::List { node, n_items, stage } => {
                self.list(stack, node, n_items, stage, byte, out);
            }
        }
    }

    /// Whether a value of a node can be ended that begins inside of what is open.
    fn fits(&self, node: NodeId, stack: &Stack) -> bool {
        let depth = stack.frames.iter().filter(|frame| frame.is_bracket()).count();
        self.heights[node].is_some_and(|height| depth + height <= DEPTH_MAX)
    }

    fn begin(&self, node: NodeId, stack: &Stack, byte: u8, out: &mut Vec<Stack>) {
        if !self.fits(node, stack) {
            return;
        }
        match (&self.nodes[node], byte) {
            (Node::Any, b'{') => self.begin(ANY_OBJECT, stack, byte, out),
            (Node::Any, b'[') => self.begin(ANY_LIST, stack, byte, out),
            (Node::Any, b'"') => {
                let (chars_min, chars_max, state) = (0, usize::MAX, TextState::default());
                out.push(stack.clone().with(Frame::Text { chars_min, chars_max, state }));
            }
            (Node::Any, b'-' | b'0'..=b'9') => begin_number(NumberRange::ANY, stack, byte, out),
            (Node::Any, _) => self.begin(ANY_WORD, stack, byte, out),
            (Node::OneOf(cases), _) => {
                for &case in cases {
                    self.begin(case, stack, byte, out);
                }
            }
            (Node::Literals(texts), _) => {
                for option in 0..texts.len() {
                    self.literal(stack.clone(), node, option, 0, byte, out);
                }
            }
            (&Node::Text { chars_min, chars_max }, b'"') => {
                let state = TextState::default();
                out.push(stack.clone().with(Frame::Text { chars_min, chars_max, state }));
            }
            (Node::Number(range), _) => begin_number(*range, stack, byte, out),
            (Node::List { .. }, b'[') => {
                let stage = Stage::Open;
                out.push(stack.clone().with(Frame::List { node, n_items: 0, stage }));
            }
            (Node::Object(object), b'{') => {
                let members = vec![false; object.members.len()];
                let seen = Arc::new(Seen { members, others: Vec::new() });
                out.push(stack.clone().with(Frame::Object { node, seen, stage: Stage::Open }));
            }
            _ => {}
        }
    }

    fn literal(
        &self,
        stack: Stack,
        node: NodeId,
        option: usize,
        at: usize,
        byte: u8,
        out: &mut Vec<Stack>,
    ) {
        let Node::Literals(texts) = &self.nodes[node] else { return };
        if texts[option][at] == byte {
            let at = at + 1;
            let is_over = at == texts[option].len();
            out.push(if is_over { stack } else { stack.with(Frame::Literal { node, option, at }) });
        }
    }

    fn list(
        &self,
        stack: Stack,
        node: NodeId,
        n_items: usize,
        stage: Stage,
        byte: u8,
        out: &mut Vec<Stack>,
    ) {
        let Node::List { first, items, n_min, n_max } = &self.nodes[node] else { return };
        let item = first.get(n_items).copied().or(*items).filter(|_| n_items < *n_max);
        // An item that nests too deep here is one that is not there.
        let open = stack.clone().with(Frame::List { node, n_items, stage: Stage::Next });
        let item = item.filter(|item| self.fits(*item, &open));
        match (stage, byte) {
            (Stage::Open | Stage::Valued, b']') if n_items >= *n_min => out.push(stack),
            (Stage::Valued, b',') if item.is_some() => out.push(open),
            (Stage::Open | Stage::Next, _) => {
                let Some(item) = item else { return };
                let (n_items, stage) = (n_items + 1, Stage::Valued);
                let open = stack.with(Frame::List { node, n_items, stage });
                self.begin(item, &open, byte, out);
            }
            _ => {}
        }
    }

    fn object(
        &self,
        stack: Stack,
        node: NodeId,
        seen: Arc<Seen>,
        stage: Stage,
        byte: u8,
        out: &mut Vec<Stack>,
    ) {
        let Node::Object(object) = &self.nodes[node] else { return };
        let open = |stage| stack.clone().with(Frame::Object { node, seen: seen.clone(), stage });
        let is_whole = object.required.iter().zip(&seen.members).all(|(need, has)| !need || *has);
        let has_names = || self.may_be_name(object, &seen, b"", &open(Stage::Next));
        match (stage, byte) {
            (Stage::Open | Stage::Valued, b'}') if is_whole => out.push(stack),
            (Stage::Open | Stage::Next, b'"') if has_names() => {
                let key = Frame::Key { text: Vec::new(), state: TextState::default() };
                out.push(open(Stage::Next).with(key));
            }
            (Stage::Valued, b',') if has_names() => out.push(open(Stage::Next)),
            (Stage::Named(value), b':') => {
                out.push(open(Stage::Valued).with(Frame::Value(value)));
            }
            _ => {}
        }
    }

    /// Whether a name that can follow in an object begins so.
    fn may_be_name(&self, object: &ObjectNode, seen: &Seen, text: &[u8], open: &Stack) -> bool {
        let mut members = object.members.iter().zip(&seen.members);
        let is_member = members
            .any(|((name, value), has)| !has && name.starts_with(text) && self.fits(*value, open));
        // An escape could spell the name of a member, so other names are written without.
        let is_other = object.others.is_some_and(|value| self.fits(value, open));
        is_member || (is_other && !text.contains(&b'\\'))
    }

    fn key(
        &self,
        mut stack: Stack,
        mut text: Vec<u8>,
        state: TextState,
        byte: u8,
        out: &mut Vec<Stack>,
    ) {
        let Some(Frame::Object { node, seen, .. }) = stack.frames.last() else { return };
        let (node, mut seen) = (*node, seen.clone());
        let Node::Object(object) = &self.nodes[node] else { return };
        let value = match state.step(byte) {
            None => return,
            Some(TextStep::On(state)) => {
                text.push(byte);
                if self.may_be_name(object, &seen, &text, &stack) {
                    out.push(stack.with(Frame::Key { text, state }));
                }
                return;
            }
            Some(TextStep::Closed) => self.take_name(object, &mut seen, text, &stack),
        };
        if let Some(value) = value {
            stack.frames.pop();
            out.push(stack.with(Frame::Object { node, seen, stage: Stage::Named(value) }));
        }
    }

    /// What the value of a name is, unless the name cannot be there.
    fn take_name(
        &self,
        object: &ObjectNode,
        seen: &mut Arc<Seen>,
        text: Vec<u8>,
        open: &Stack,
    ) -> Option<NodeId> {
        let member = object.members.iter().position(|(name, _)| **name == *text);
        let value = match member {
            Some(place) => object.members[place].1,
            None => object.others?,
        };
        let is_new = match member {
            Some(place) => !seen.members[place],
            None => !seen.others.iter().any(|name| **name == *text) && !text.contains(&b'\\'),
        };
        if !is_new || !self.fits(value, open) {
            return None;
        }
        let seen = Arc::make_mut(seen);
        match member {
            Some(place) => seen.members[place] = true,
            None => seen.others.push(text.into()),
        }
        Some(value)
    }
}

impl Stack {
    fn with(mut self, frame: Frame) -> Self {
        self.frames.push(frame);
        self
    }
}

impl Frame {
    fn takes_space(&self) -> bool {
        matches!(self, Self::Value(_) | Self::Object { .. } | Self::List { .. })
    }

    fn is_bracket(&self) -> bool {
        matches!(self, Self::Object { .. } | Self::List { .. })
    }
}

fn text(
    stack: Stack,
    chars_min: usize,
    chars_max: usize,
    state: TextState,
    byte: u8,
    out: &mut Vec<Stack>,
) {
    match state.step(byte) {
        Some(TextStep::Closed) if state.n_chars() >= chars_min => out.push(stack),
        Some(TextStep::On(state))
            if state.n_chars() + usize::from(state.is_within()) <= chars_max =>
        {
            out.push(stack.with(Frame::Text { chars_min, chars_max, state }));
        }
        _ => {}
    }
}

fn begin_number(range: NumberRange, stack: &Stack, byte: u8, out: &mut Vec<Stack>) {
    if let Some(state) = NumberState::begin(byte, &range) {
        out.push(stack.clone().with(Frame::Number { range, state }));
    }
}

/// The frame of a piece; a schema's nodes are put behind those that are there.
fn frame_of(piece: Piece, nodes: &mut Vec<Node>) -> Frame {
    match piece {
        Piece::Until(mark) => Frame::Until { mark: mark.as_bytes(), at: 0 },
        Piece::Words(text) => Frame::Words { text: text.into_bytes().into(), at: 0 },
        Piece::Anything => Frame::Anything,
        Piece::Json(schema) => {
            let by = nodes.len();
            nodes.extend(schema.nodes.into_iter().map(|node| shifted(node, by)));
            Frame::Value(schema.root + by)
        }
    }
}
