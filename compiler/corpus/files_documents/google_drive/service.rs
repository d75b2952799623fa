//! Google Drive: files in folders and shared drives, who may see them, and the comments on them.

/// Everything that Google Drive knows.
#[derive(State)]
pub struct GoogleDrive {
    pub about: One<About>,
    pub drives: Table<Drive>,
    pub files: Table<File>,
    pub permissions: Table<Permission>,
    pub revisions: Table<Revision>,
    pub comments: Table<Comment>,
    pub replies: Table<Reply>,
}

/// Whose drive it is, and how full.
#[derive(Entity)]
pub struct About {
    #[entity(person)]
    pub display_name: String,
    #[entity(email)]
    pub email_address: String,
    /// In bytes.
    #[entity(quantity)]
    pub storage_limit: Option<i64>,
    /// In bytes.
    #[entity(quantity)]
    pub storage_usage: i64,
}

/// A drive that a team shares. It can be deleted once it is empty.
#[derive(Entity)]
pub struct Drive {
    #[entity(key, token("0A", 17))]
    pub id: Key<Drive>,
    #[entity(title)]
    pub name: String,
    /// The caller's own name of the request that created it.
    #[entity(unique)]
    pub request_id: String,
    pub background_image_file: Option<Json>,
    #[entity(color)]
    pub color_rgb: Option<String>,
    #[entity(default)]
    pub hidden: bool,
    pub theme_id: Option<String>,
    pub restrictions: Option<Json>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// A file, a folder or a shortcut, as its media type says.
#[derive(Entity)]
pub struct File {
    #[entity(key, token("1", 32))]
    pub id: Key<File>,
    #[entity(title)]
    pub name: String,
    #[entity(mime)]
    pub mime_type: String,
    #[entity(body)]
    pub description: Option<String>,
    /// The text of a text file.
    #[entity(body)]
    pub content: Option<String>,
    /// The folder it stands in; none at the top.
    #[entity(on_delete = cascade)]
    pub parent_id: Option<Key<File>>,
    /// The shared drive it belongs to.
    pub drive_id: Option<Key<Drive>>,
    /// The file that a shortcut leads to.
    #[entity(on_delete = clear)]
    pub shortcut_target_id: Option<Key<File>>,
    #[entity(mime)]
    pub shortcut_target_mime_type: Option<String>,
    #[entity(default)]
    pub starred: bool,
    #[entity(default)]
    pub trashed: bool,
    #[entity(default = true)]
    pub viewers_can_copy_content: bool,
    #[entity(default = true)]
    pub writers_can_share: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// What someone may do with a file.
#[derive(Entity)]
pub struct Permission {
    #[entity(key, token("", 20))]
    pub id: Key<Permission>,
    #[entity(on_delete = cascade)]
    pub file_id: Key<File>,
    pub role: Role,
    pub r#type: GranteeType,
    #[entity(email)]
    pub email_address: Option<String>,
    pub domain: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// How much a permission allows.
#[derive(Choice)]
pub enum Role {
    Reader,
    Commenter,
    Writer,
    #[choice(rename = "fileOrganizer")]
    FileOrganizer,
    Organizer,
    Owner,
}

/// To whom a permission is given.
#[derive(Choice)]
pub enum GranteeType {
    User,
    Group,
    Domain,
    Anyone,
}

/// A version of a file.
#[derive(Entity)]
pub struct Revision {
    #[entity(key, on_delete = cascade)]
    pub file_id: Key<File>,
    #[entity(key)]
    pub revision_id: String,
    #[entity(mime)]
    pub mime_type: Option<String>,
    #[entity(default)]
    pub keep_forever: bool,
    #[entity(default)]
    pub publish_auto: bool,
    #[entity(default)]
    pub published: bool,
    #[entity(default)]
    pub published_outside_domain: bool,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A remark on a file.
#[derive(Entity)]
pub struct Comment {
    #[entity(key, token("AAAA", 8))]
    pub id: Key<Comment>,
    #[entity(on_delete = cascade)]
    pub file_id: Key<File>,
    #[entity(body)]
    pub content: String,
    pub anchor: Option<String>,
    #[entity(mime)]
    pub quoted_file_content_mime_type: Option<String>,
    pub quoted_file_content_value: Option<String>,
    #[entity(default)]
    pub resolved: bool,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// An answer to a comment.
#[derive(Entity)]
pub struct Reply {
    #[entity(key, token("AAAB", 8))]
    pub id: Key<Reply>,
    #[entity(on_delete = cascade)]
    pub file_id: Key<File>,
    #[entity(on_delete = cascade)]
    pub comment_id: Key<Comment>,
    #[entity(body)]
    pub content: String,
    /// What the reply was to do to the comment: `resolve` or `reopen`.
    pub action: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

pub trait Tools {
    #[tool(create)]
    fn googledrive_add_file_sharing_preference() -> Permission;
    #[tool(simulate(unclear_effect, "it makes a second file out of one, which no operation says"))]
    fn googledrive_copy_file();
    #[tool(create)]
    fn googledrive_create_comment() -> Comment;
    #[tool(create)]
    fn googledrive_create_drive() -> Drive;
    #[tool(simulate(unclear_effect, "its folder is given as a list, where a file of the model stands in one folder"))]
    fn googledrive_create_file();
    #[tool(create, map(name = file_name, content = text_content))]
    fn googledrive_create_file_from_text() -> File;
    #[tool(create, map(name = folder_name), set(mime_type = "application/vnd.google-apps.folder".to_owned()))]
    fn googledrive_create_folder() -> File;
    #[tool(create, ignore(fields))]
    fn googledrive_create_reply() -> Reply;
    #[tool(create, map(shortcut_target_id = target_id, shortcut_target_mime_type = target_mime_type), set(mime_type = "application/vnd.google-apps.shortcut".to_owned()), ignore(ignore_default_visibility, include_labels, include_permissions_for_view, keep_revision_forever, supports_all_drives))]
    fn googledrive_create_shortcut_to_file() -> File;
    #[tool(delete, key(comment_id), filter(file_id))]
    fn googledrive_delete_comment() -> Comment;
    #[tool(delete, key(drive_id), ignore(allow_item_deletion, use_domain_admin_access))]
    fn googledrive_delete_drive() -> Drive;
    #[tool(delete, key(permission_id), filter(file_id), ignore(supports_all_drives, use_domain_admin_access))]
    fn googledrive_delete_permission() -> Permission;
    #[tool(delete, key(reply_id), filter(comment_id, file_id))]
    fn googledrive_delete_reply() -> Reply;
    #[tool(simulate(media, "it moves the bytes of a file"))]
    fn googledrive_download_file();
    #[tool(update, key(file_id))]
    fn googledrive_edit_file() -> File;
    #[tool(simulate(unclear_effect, "it removes every file in the trash at once, which no operation says"))]
    fn googledrive_empty_trash();
    #[tool(simulate(unclear_effect, "it sets, changes and removes several labels in one call"))]
    fn googledrive_files_modify_labels();
    #[tool(simulate(unclear_effect, "the query is in a language of its own"))]
    fn googledrive_find_file();
    #[tool(simulate(unclear_effect, "it looks for words that must not be there, which no filter says"))]
    fn googledrive_find_folder();
    #[tool(simulate(external_computation, "the identifiers are made up for later"))]
    fn googledrive_generate_ids();
    #[tool(get, ignore(fields))]
    fn googledrive_get_about() -> About;
    #[tool(simulate(unclear_effect, "the model does not record changes"))]
    fn googledrive_get_changes_start_page_token();
    #[tool(get, key(comment_id), filter(file_id), ignore(include_deleted))]
    fn googledrive_get_comment() -> Comment;
    #[tool(get, key(drive_id), ignore(use_domain_admin_access))]
    fn googledrive_get_drive() -> Drive;
    #[tool(get, key(file_id), ignore(acknowledge_abuse, include_labels, include_permissions_for_view, supports_all_drives))]
    fn googledrive_get_file_metadata() -> File;
    #[tool(get, key(permission_id), filter(file_id), ignore(supports_all_drives, use_domain_admin_access))]
    fn googledrive_get_permission() -> Permission;
    #[tool(get, key(reply_id), filter(comment_id, file_id), ignore(include_deleted))]
    fn googledrive_get_reply() -> Reply;
    #[tool(get, key(file_id, revision_id), ignore(acknowledge_abuse))]
    fn googledrive_get_revision() -> Revision;
    #[tool(delete, key(file_id), ignore(supports_all_drives))]
    fn googledrive_google_drive_delete_folder_or_file_action() -> File;
    #[tool(update, key(drive_id), set(hidden = true))]
    fn googledrive_hide_drive() -> Drive;
    #[tool(simulate(unclear_effect, "the model does not record changes"))]
    fn googledrive_list_changes();
    #[tool(list, filter(file_id, updated_at >= start_modified_time), page(limit = page_size, cursor = page_token), ignore(fields, include_deleted))]
    fn googledrive_list_comments() -> Page<Comment>;
    #[tool(simulate(unclear_effect, "the query is in a language of its own"))]
    fn googledrive_list_files();
    #[tool(simulate(unclear_effect, "the model does not keep labels"))]
    fn googledrive_list_file_labels();
    #[tool(list, filter(file_id), page(limit = page_size, cursor = page_token), ignore(include_permissions_for_view, supports_all_drives, use_domain_admin_access))]
    fn googledrive_list_permissions() -> Page<Permission>;
    #[tool(list, filter(file_id, comment_id), page(limit = page_size, cursor = page_token), ignore(fields, include_deleted))]
    fn googledrive_list_replies_to_comment() -> Page<Reply>;
    #[tool(list, filter(file_id), page(limit = page_size, cursor = page_token), ignore(supports_all_drives))]
    fn googledrive_list_revisions() -> Page<Revision>;
    #[tool(simulate(unclear_effect, "the query is in a language of its own"))]
    fn googledrive_list_shared_drives();
    #[tool(update, key(file_id), filter(parent_id = remove_parents), map(parent_id = add_parents), ignore(include_labels, include_permissions_for_view, keep_revision_forever, ocr_language, supports_all_drives, use_content_as_indexable_text))]
    fn googledrive_move_file() -> File;
    #[tool(simulate(external_computation, "it reads the text out of a file of any kind"))]
    fn googledrive_parse_file();
    #[tool(simulate(unclear_effect, "the model does not keep channels"))]
    fn googledrive_stop_watch_channel();
    #[tool(update, key(drive_id), set(hidden = false))]
    fn googledrive_unhide_drive() -> Drive;
    #[tool(update, key(file_id), set(trashed = false), ignore(supports_all_drives))]
    fn googledrive_untrash_file() -> File;
    #[tool(update, key(comment_id), filter(file_id), ignore(fields))]
    fn googledrive_update_comment() -> Comment;
    #[tool(update, key(drive_id), ignore(use_domain_admin_access))]
    fn googledrive_update_drive() -> Drive;
    #[tool(update, key(file_id), filter(parent_id = remove_parents), map(parent_id = add_parents), ignore(keep_revision_forever, ocr_language, supports_all_drives, use_domain_admin_access))]
    fn googledrive_update_file_put() -> File;
    #[tool(update, key(file_id, revision_id))]
    fn googledrive_update_file_revision_metadata() -> Revision;
    #[tool(simulate(unclear_effect, "what it changes stands in an object, of which only the given members change"))]
    fn googledrive_update_permission();
    #[tool(update, key(reply_id), filter(comment_id, file_id), ignore(fields))]
    fn googledrive_update_reply() -> Reply;
    #[tool(simulate(media, "it moves the bytes of a file from a store"))]
    fn googledrive_upload_file();
    #[tool(simulate(unclear_effect, "the model does not keep channels"))]
    fn googledrive_watch_changes();
}
