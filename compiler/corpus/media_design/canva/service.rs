//! Canva keeps designs with their pages, assets and folders, brand templates, and the jobs that
//! export, import and fill designs.

/// Everything that Canva knows.
#[derive(State)]
pub struct Canva {
    pub assets: Table<Asset>,
    pub autofills: Table<Autofill>,
    pub brand_templates: Table<BrandTemplate>,
    pub designs: Table<Design>,
    pub design_export_formats: Table<DesignExportFormat>,
    pub design_pages: Table<DesignPage>,
    pub exports: Table<Export>,
    pub folders: Table<Folder>,
    pub folder_items: Table<FolderItem>,
    pub user: One<User>,
    pub imports: Table<Import>,
}

/// One asset.
#[derive(Entity)]
pub struct Asset {
    #[entity(key, sequence = "ASS-{:05}")]
    pub id: Key<Asset>,
    #[entity(title)]
    pub name: String,
    #[entity(url)]
    pub url: String,
    #[entity(tag)]
    pub tags: Vec<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A design made from a brand template and data.
#[derive(Entity)]
pub struct Autofill {
    #[entity(key, sequence = "AUT-{:05}")]
    pub id: Key<Autofill>,
    #[entity(on_delete = cascade)]
    pub brand_template_id: Key<BrandTemplate>,
    #[entity(title)]
    pub title: Option<String>,
    pub data: Json,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(default = JobStatus::Success)]
    pub status: JobStatus,
}

/// One brand template.
#[derive(Entity)]
pub struct BrandTemplate {
    #[entity(key, sequence = "BRA-{:05}")]
    pub id: Key<BrandTemplate>,
    pub dataset: Option<Json>,
    #[entity(title)]
    pub title: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One design.
#[derive(Entity)]
pub struct Design {
    #[entity(key, sequence = "DES-{:05}")]
    pub id: Key<Design>,
    pub design_type: Json,
    #[entity(on_delete = clear)]
    pub asset_id: Option<Key<Asset>>,
    #[entity(title)]
    pub title: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// One design export format.
#[derive(Entity)]
pub struct DesignExportFormat {
    #[entity(key, sequence = "DEX-{:05}")]
    pub id: Key<DesignExportFormat>,
    #[entity(on_delete = cascade)]
    pub design_id: Key<Design>,
    #[entity(title)]
    pub name: String,
}

/// One design page.
#[derive(Entity)]
pub struct DesignPage {
    #[entity(key, sequence = "DPA-{:05}")]
    pub id: Key<DesignPage>,
    #[entity(on_delete = cascade)]
    pub design_id: Key<Design>,
    pub number: i64,
    #[entity(url)]
    pub thumbnail_url: Option<String>,
}

/// A design turned into a file.
#[derive(Entity)]
pub struct Export {
    #[entity(key, sequence = "EXP-{:05}")]
    pub id: Key<Export>,
    #[entity(on_delete = cascade)]
    pub design_id: Key<Design>,
    pub format: Json,
    #[entity(default = JobStatus::Success)]
    pub status: JobStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// One folder.
#[derive(Entity)]
pub struct Folder {
    #[entity(key, sequence = "FOL-{:05}")]
    pub id: Key<Folder>,
    #[entity(title)]
    pub name: String,
    pub parent_folder_id: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A design, an asset or a folder where it lies in a folder.
#[derive(Entity)]
pub struct FolderItem {
    #[entity(key, sequence = "FIT-{:05}")]
    pub id: Key<FolderItem>,
    #[entity(on_delete = cascade)]
    pub folder_id: Key<Folder>,
    #[entity(updated)]
    pub updated_at: Timestamp,
    pub item_type: String,
}

/// The person whose account it is, with what the account may do.
#[derive(Entity)]
pub struct User {
    #[entity(person)]
    pub name: String,
    #[entity(email)]
    pub email: String,
    pub team_id: Option<String>,
    pub capabilities: Vec<String>,
}

/// How far a job has come; jobs are done at once here.
#[derive(Choice)]
pub enum JobStatus {
    InProgress,
    Success,
    Failed,
}

/// A design that is brought in from a web address.
#[derive(Entity)]
pub struct Import {
    #[entity(key, sequence = "IMP-{:05}")]
    pub id: Key<Import>,
    #[entity(title)]
    pub title: String,
    #[entity(url)]
    pub url: String,
    #[entity(mime)]
    pub mime_type: Option<String>,
    #[entity(default = JobStatus::InProgress)]
    pub status: JobStatus,
    #[entity(created)]
    pub created_at: Timestamp,
}

pub trait Tools {
    #[tool(create)]
    fn create_design() -> Design;

    #[tool(
        search(title ~ query),
        sort(updated_at, descending),
        page(limit = limit, cursor = continuation),
        ignore(ownership, sort_by),
    )]
    fn list_designs() -> Page<Design>;

    #[tool(get, key(design_id))]
    fn get_design() -> Design;

    #[tool(list, filter(design_id), page(offset, limit))]
    fn get_design_pages() -> Page<DesignPage>;

    #[tool(list, filter(design_id))]
    fn get_design_export_formats() -> Page<DesignExportFormat>;

    #[tool(create)]
    fn upload_asset_from_url() -> Asset;

    /// Gives the asset that the upload made; the job has its identifier.
    #[tool(get, key(job_id))]
    fn get_asset_upload_status() -> Asset;

    /// Gives the asset that the upload made; the job has its identifier.
    #[tool(get, key(job_id))]
    fn get_url_asset_upload_status() -> Asset;

    #[tool(get, key(asset_id))]
    fn get_asset() -> Asset;

    #[tool(update, key(asset_id))]
    fn update_asset() -> Asset;

    #[tool(delete, key(asset_id))]
    fn delete_asset() -> Asset;

    #[tool(create)]
    fn create_folder() -> Folder;

    #[tool(get, key(folder_id))]
    fn get_folder() -> Folder;

    #[tool(update, key(folder_id))]
    fn update_folder() -> Folder;

    #[tool(delete, key(folder_id))]
    fn delete_folder() -> Folder;

    #[tool(
        list,
        filter(folder_id, item_type in item_types),
        sort(updated_at, descending),
        page(limit = limit, cursor = continuation),
        ignore(sort_by),
    )]
    fn list_folder_items() -> Page<FolderItem>;

    #[tool(update, key(item_id), map(folder_id = to_folder_id))]
    fn move_folder_item() -> FolderItem;

    #[tool(create)]
    fn create_export() -> Export;

    #[tool(get, key(export_id))]
    fn get_export_status() -> Export;

    #[tool(create)]
    fn import_design_from_url() -> Import;

    #[tool(get, key(job_id))]
    fn get_import_status() -> Import;

    #[tool(get, key(job_id))]
    fn get_url_import_status() -> Import;

    #[tool(
        search(title ~ query),
        sort(updated_at, descending),
        page(limit = limit, cursor = continuation),
        ignore(ownership, sort_by, dataset),
    )]
    fn list_brand_templates() -> Page<BrandTemplate>;

    #[tool(get, key(template_id))]
    fn get_brand_template() -> BrandTemplate;

    #[tool(get, key(template_id))]
    fn get_brand_template_dataset() -> BrandTemplate;

    #[tool(create)]
    fn create_autofill() -> Autofill;

    #[tool(get, key(job_id))]
    fn get_autofill_status() -> Autofill;

    #[tool(get)]
    fn get_user() -> User;

    #[tool(get)]
    fn get_user_profile() -> User;

    #[tool(get)]
    fn get_user_capabilities() -> User;
}
