//! Boards with lists of cards, each of which is shown below what it belongs to only.

use compoworld_core::{
    Args, Context, Entity, Key, Operation, Page, Returns, RowRef, Run, ServiceDef, State, Table,
    Tool, ToolError, run_read, run_write,
};

use super::{bind, same, tool};

/// Everything that hangs on the wall.
#[derive(State)]
pub struct Kanban {
    pub boards: Table<Board>,
    pub lists: Table<List>,
    pub cards: Table<Card>,
}

/// What lists are on.
#[derive(Debug, Clone, Entity)]
pub struct Board {
    #[entity(key, uuid)]
    pub id: Key<Board>,
    #[entity(title)]
    pub name: String,
}

/// What cards are in.
#[derive(Debug, Clone, Entity)]
pub struct List {
    #[entity(key, uuid)]
    pub id: Key<List>,
    #[entity(on_delete = cascade)]
    pub board: Key<Board>,
    #[entity(title)]
    pub name: String,
}

/// Something to do.
#[derive(Debug, Clone, Entity)]
pub struct Card {
    #[entity(key, uuid)]
    pub id: Key<Card>,
    #[entity(on_delete = cascade)]
    pub board: Key<Board>,
    #[entity(on_delete = cascade)]
    pub list: Key<List>,
    #[entity(title)]
    pub name: String,
    #[entity(email)]
    pub owner_email: String,
    #[entity(body)]
    pub notes: Option<String>,
}

#[derive(Args)]
pub struct Everything {}

#[derive(Args)]
pub struct OfBoard {
    pub board_id: Key<Board>,
}

#[derive(Args)]
pub struct OfList {
    pub list_id: Key<List>,
}

#[derive(Args)]
pub struct CreateCard {
    pub board_id: Key<Board>,
    pub list_id: Key<List>,
    pub name: String,
    pub owner_email: String,
    pub notes: Option<String>,
}

fn list_boards(
    s: &Kanban,
    _: Everything,
    _: &mut Context,
) -> Result<Page<RowRef<Board>>, ToolError> {
    Ok(Page::whole(s.boards.select(&|_| true)))
}

fn list_lists(s: &Kanban, a: OfBoard, _: &mut Context) -> Result<Page<RowRef<List>>, ToolError> {
    Ok(Page::whole(s.lists.select(&|list| list.board == a.board_id)))
}

fn list_cards(s: &Kanban, a: OfList, _: &mut Context) -> Result<Page<RowRef<Card>>, ToolError> {
    Ok(Page::whole(s.cards.select(&|card| card.list == a.list_id)))
}

fn create_card(s: &mut Kanban, a: CreateCard, cx: &mut Context) -> Result<RowRef<Card>, ToolError> {
    let card = Card {
        id: s.cards.next_key(cx),
        board: a.board_id,
        list: a.list_id,
        name: a.name,
        owner_email: a.owner_email,
        notes: a.notes,
    };
    s.cards.insert(card)
}

/// The service.
pub static SERVICE: ServiceDef = ServiceDef {
    name: "kanban",
    title: "Kanban",
    domain: "work",
    summary: "Boards with lists of cards.",
    tools: &TOOLS,
    state: &Kanban::INFO,
    version: "by-hand",
};

static TOOLS: [Tool; 4] = [
    tool!("list_boards", "List boards.",
        r#"{"type":"object","properties":{},"additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, list_boards)),
        { operation: Operation::List, entity: "Board", reads: &["boards"], returns: Returns::Page }),
    tool!("list_lists", "List the lists of a board.",
        r#"{"type":"object","properties":{"board_id":{"type":"string"}},"required":["board_id"],
            "additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, list_lists)),
        { operation: Operation::List, entity: "List", reads: &["lists"], returns: Returns::Page,
          filters: &[same("board_id", &["board"])] }),
    tool!("list_cards", "List the cards of a list.",
        r#"{"type":"object","properties":{"list_id":{"type":"string"}},"required":["list_id"],
            "additionalProperties":false}"#,
        Run::Read(|s, a, cx| run_read(s, a, cx, list_cards)),
        { operation: Operation::List, entity: "Card", reads: &["cards"], returns: Returns::Page,
          filters: &[same("list_id", &["list"])] }),
    tool!("create_card", "Add a card to a list.",
        r#"{"type":"object","properties":{"board_id":{"type":"string"},"list_id":{"type":"string"},
            "name":{"type":"string","minLength":1},"owner_email":{"type":"string"},
            "notes":{"type":"string"}},"required":["board_id","list_id","name","owner_email"],
            "additionalProperties":false}"#,
        Run::Write(|s, a, cx| run_write(s, a, cx, create_card)),
        { operation: Operation::Create, entity: "Card", reads: &["boards", "lists"],
          writes: &["cards"], returns: Returns::Row,
          sets: &[bind("board_id", "board"), bind("list_id", "list"), bind("name", "name"),
                  bind("owner_email", "owner_email"), bind("notes", "notes")] }),
];
