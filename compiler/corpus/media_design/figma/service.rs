//! Figma: one open document with its nodes, styles, components, annotations and prototype links.
/// Everything that Figma knows.
#[derive(State)]
pub struct Figma {
    pub annotations: Table<Annotation>,
    pub document: One<Document>,
    pub local_components: Table<LocalComponent>,
    pub nodes: Table<Node>,
    pub reactions: Table<Reaction>,
    pub selection: One<Selection>,
    pub styles: Table<Style>,
}
/// A note on a node.
#[derive(Entity)]
pub struct Annotation {
    #[entity(key, sequence = "ANN-{:05}")]
    pub id: Key<Annotation>,
    #[entity(on_delete = cascade)]
    pub node_id: Key<Node>,
    #[entity(body)]
    pub label_markdown: String,
    pub category_id: Option<String>,
}
/// The open document.
#[derive(Entity)]
pub struct Document {
    #[entity(title)]
    pub name: String,
    pub current_page: String,
}
/// In which direction a frame lays out what is in it.
#[derive(Choice)]
pub enum LayoutMode {
    #[choice(rename = "NONE")]
    None,
    #[choice(rename = "HORIZONTAL")]
    Horizontal,
    #[choice(rename = "VERTICAL")]
    Vertical,
}
/// What `layout_wrap` can be.
#[derive(Choice)]
pub enum LayoutWrap {
    #[choice(rename = "NO_WRAP")]
    NoWrap,
    #[choice(rename = "WRAP")]
    Wrap,
}
/// What `primary_axis_align_items` can be.
#[derive(Choice)]
pub enum PrimaryAxisAlignItems {
    #[choice(rename = "MIN")]
    Min,
    #[choice(rename = "MAX")]
    Max,
    #[choice(rename = "CENTER")]
    Center,
    #[choice(rename = "SPACE_BETWEEN")]
    SpaceBetween,
}
/// What `counter_axis_align_items` can be.
#[derive(Choice)]
pub enum CounterAxisAlignItems {
    #[choice(rename = "MIN")]
    Min,
    #[choice(rename = "MAX")]
    Max,
    #[choice(rename = "CENTER")]
    Center,
    #[choice(rename = "BASELINE")]
    Baseline,
}
/// How a node takes its size from what is around it or in it.
#[derive(Choice)]
pub enum LayoutSizing {
    #[choice(rename = "FIXED")]
    Fixed,
    #[choice(rename = "HUG")]
    Hug,
    #[choice(rename = "FILL")]
    Fill,
}
/// One local component.
#[derive(Entity)]
pub struct LocalComponent {
    #[entity(key, sequence = "LOC-{:05}")]
    pub id: Key<LocalComponent>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
/// Something on the canvas.
#[derive(Entity)]
pub struct Node {
    #[entity(key, sequence = "1:{:05}")]
    pub id: Key<Node>,
    pub kind: NodeKind,
    #[entity(title)]
    pub name: Option<String>,
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<Node>>,
    pub x: f64,
    pub y: f64,
    pub width: Option<f64>,
    pub height: Option<f64>,
    #[entity(body)]
    pub text: Option<String>,
    pub font_size: Option<f64>,
    pub font_weight: Option<f64>,
    pub font_color: Option<Json>,
    pub fill_color: Option<Json>,
    pub stroke_color: Option<Json>,
    pub stroke_weight: Option<f64>,
    pub corner_radius: Option<f64>,
    pub corners: Option<Json>,
    pub layout_mode: Option<LayoutMode>,
    pub layout_wrap: Option<LayoutWrap>,
    pub padding_top: Option<f64>,
    pub padding_right: Option<f64>,
    pub padding_bottom: Option<f64>,
    pub padding_left: Option<f64>,
    pub primary_axis_align_items: Option<PrimaryAxisAlignItems>,
    pub counter_axis_align_items: Option<CounterAxisAlignItems>,
    pub layout_sizing_horizontal: Option<LayoutSizing>,
    pub layout_sizing_vertical: Option<LayoutSizing>,
    pub item_spacing: Option<f64>,
    /// The component that an instance shows.
    #[entity(on_delete = clear)]
    pub component_key: Option<Key<LocalComponent>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}
/// What sort of thing a node is.
#[derive(Choice)]
pub enum NodeKind {
    #[choice(rename = "RECTANGLE")]
    Rectangle,
    #[choice(rename = "FRAME")]
    Frame,
    #[choice(rename = "TEXT")]
    Text,
    #[choice(rename = "INSTANCE")]
    Instance,
}
/// A prototype link: what happens when something is done to a node.
#[derive(Entity)]
pub struct Reaction {
    #[entity(key, sequence = "REA-{:05}")]
    pub id: Key<Reaction>,
    #[entity(on_delete = cascade)]
    pub node_id: Key<Node>,
    pub trigger: String,
    #[entity(on_delete = clear)]
    pub destination_id: Option<Key<Node>>,
}
/// What the user has marked.
#[derive(Entity)]
pub struct Selection {
    #[entity(on_delete = clear)]
    pub node_ids: Vec<Key<Node>>,
}
/// One style.
#[derive(Entity)]
pub struct Style {
    #[entity(key, sequence = "STY-{:05}")]
    pub id: Key<Style>,
    #[entity(title)]
    pub name: String,
    #[entity(body)]
    pub description: Option<String>,
}
pub trait Tools {
    #[tool(get)]
    fn get_document_info() -> Document;
    #[tool(get)]
    fn get_selection() -> Selection;
    #[tool(simulate(external_computation, "it puts together everything below the marked nodes"))]
    fn read_my_design();
    #[tool(get, key(node_id))]
    fn get_node_info() -> Node;
    #[tool(list, filter(id in node_ids))]
    fn get_nodes_info() -> Page<Node>;
    #[tool(create, set(kind = NodeKind::Rectangle))]
    fn create_rectangle() -> Node;
    #[tool(create, set(kind = NodeKind::Frame))]
    fn create_frame() -> Node;
    #[tool(create, set(kind = NodeKind::Text))]
    fn create_text() -> Node;
    #[tool(simulate(unclear_effect, "four numbers have to be put together into one colour"))]
    fn set_fill_color();
    #[tool(simulate(unclear_effect, "four numbers have to be put together into one colour"))]
    fn set_stroke_color();
    #[tool(update, key(node_id))]
    fn move_node() -> Node;
    #[tool(simulate(unclear_effect, "a copy takes everything below the node with it"))]
    fn clone_node();
    #[tool(update, key(node_id))]
    fn resize_node() -> Node;
    #[tool(delete, key(node_id))]
    fn delete_node() -> Node;
    #[tool(delete, key(node_ids))]
    fn delete_multiple_nodes() -> Vec<Node>;
    #[tool(simulate(media, "it draws a picture of the node"))]
    fn export_node_as_image();
    #[tool(update, key(node_id))]
    fn set_text_content() -> Node;
    #[tool(list)]
    fn get_styles() -> Page<Style>;
    #[tool(list)]
    fn get_local_components() -> Page<LocalComponent>;
    #[tool(list, filter(node_id), ignore(include_categories))]
    fn get_annotations() -> Page<Annotation>;
    #[tool(simulate(unclear_effect, "it adds or changes, as a key is given or not"))]
    fn set_annotation();
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn set_multiple_annotations();
    #[tool(create, set(kind = NodeKind::Instance))]
    fn create_component_instance() -> Node;
    #[tool(simulate(external_computation, "an instance is compared with its component"))]
    fn get_instance_overrides();
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn set_instance_overrides();
    #[tool(update, key(node_id), map(corner_radius = radius))]
    fn set_corner_radius() -> Node;
    #[tool(simulate(unclear_effect, "it looks through everything below the node"))]
    fn scan_text_nodes();
    #[tool(simulate(unclear_effect, "it looks through everything below the node"))]
    fn scan_nodes_by_types();
    #[tool(simulate(unclear_effect, "it works on many rows at once"))]
    fn set_multiple_text_contents();
    #[tool(update, key(node_id))]
    fn set_layout_mode() -> Node;
    #[tool(update, key(node_id))]
    fn set_padding() -> Node;
    #[tool(update, key(node_id))]
    fn set_axis_align() -> Node;
    #[tool(update, key(node_id))]
    fn set_layout_sizing() -> Node;
    #[tool(update, key(node_id))]
    fn set_item_spacing() -> Node;
    #[tool(list, filter(node_id in node_ids))]
    fn get_reactions() -> Page<Reaction>;
    #[tool(simulate(unclear_effect, "which connector is copied is kept in the editor"))]
    fn set_default_connector();
    #[tool(simulate(unclear_effect, "it adds many rows at once"))]
    fn create_connections();
    #[tool(simulate(external_computation, "it joins the editor to the tools, outside the document"))]
    fn join_channel();
}
