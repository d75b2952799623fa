//! Filesystem: text files and folders under a few allowed folders.
//!
//! Paths are absolute and normalized; a relative path starts at the first allowed folder. A
//! folder exists when it has a row or when something lies below it. Nothing is ever deleted:
//! files are written, edited and moved.

/// Everything on the disk, and where callers may go.
#[derive(State)]
pub struct Filesystem {
    pub directories: Table<Directory>,
    pub files: Table<File>,
    pub roots: Table<Root>,
}

/// A folder.
#[derive(Entity)]
pub struct Directory {
    #[entity(key, path, pattern = "^/")]
    pub path: Key<Directory>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub modified_at: Timestamp,
}

/// A file with its content.
#[derive(Entity)]
pub struct File {
    #[entity(key, path, pattern = "^/")]
    pub path: Key<File>,
    /// The text; of an image or a sound, by the path's ending, the bytes in Base64.
    #[entity(body)]
    pub content: String,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub modified_at: Timestamp,
}

/// A folder under which callers may read and write. Without any, everything is open.
#[derive(Entity)]
pub struct Root {
    #[entity(key, pattern = "^/")]
    pub root: Key<Root>,
}

/// An answer in one text.
#[derive(Record)]
pub struct TextAnswer {
    pub content: String,
}

pub trait Tools {
    /// Reads a file as text, whole or its first or last lines.
    #[tool(get, key(path), about = File, reads(files, directories, roots))]
    #[case(
        args = r#"{"path":"/data/work/notes.txt"}"#,
        ok = r#"{"content":"alpha\nbeta\ngamma\n"}"#
    )]
    #[case(args = r#"{"path":"/data/work/missing.txt"}"#, error = "not_found")]
    fn read_file(
        state: &Filesystem,
        args: ReadFile,
        _cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        read_lines(state, args.path.as_str(), args.head, args.tail)
    }

    /// Reads a file as text, whole or its first or last lines.
    #[tool(get, key(path), about = File, reads(files, directories, roots))]
    #[case(
        args = r#"{"path":"/data/work/notes.txt","head":2}"#,
        ok = r#"{"content":"alpha\nbeta"}"#
    )]
    #[case(args = r#"{"path":"notes.txt","tail":2}"#, ok = r#"{"content":"gamma\n"}"#)]
    #[case(args = r#"{"path":"notes.txt","head":1,"tail":1}"#, error = "invalid_argument")]
    #[case(args = r#"{"path":"/etc/hostname"}"#, error = "permission_denied")]
    fn read_text_file(
        state: &Filesystem,
        args: ReadTextFile,
        _cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        read_lines(state, args.path.as_str(), args.head, args.tail)
    }

    /// Reads a file as Base64, with its media type.
    #[tool(reads(files, directories, roots))]
    #[case(
        args = r#"{"path":"/data/work/reports/dot.png"}"#,
        ok = r#"{"content":[{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}]}"#
    )]
    #[case(
        args = r#"{"path":"/data/work/notes.txt"}"#,
        ok = r#"{"content":[{"type":"resource","resource":{"blob":"YWxwaGEKYmV0YQpnYW1tYQo="}}]}"#
    )]
    #[case(args = r#"{"path":"/data/work/reports"}"#, error = "failed_precondition")]
    fn read_media_file(
        state: &Filesystem,
        args: ReadMediaFile,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let path = resolve(state, &args.path)?;
        let file = find_file(state, &path)?;
        let data = if is_binary(&path) {
            file.content.clone()
        } else {
            encode_base64(file.content.as_bytes())
        };
        let (kind, mime) = media_type(&path);
        let block = if kind == "resource" {
            serde_json::json!({
                "type": kind,
                "resource": {"uri": format!("file://{path}"), "mimeType": mime, "blob": data},
            })
        } else {
            serde_json::json!({"type": kind, "data": data, "mimeType": mime})
        };
        Ok(serde_json::json!({"content": [block]}))
    }

    /// Reads several files; one that cannot be read says so in its place.
    #[tool(reads(files, directories, roots))]
    #[case(
        args = r#"{"paths":["/data/work/notes.txt","/data/work/missing.txt"]}"#,
        ok = r#"{"content":"/data/work/notes.txt:\nalpha\nbeta\ngamma\n\n\n---\n/data/work/missing.txt: Error - ENOENT: no such file or directory, open '/data/work/missing.txt'"}"#
    )]
    #[case(args = r#"{"paths":[]}"#, error = "invalid_argument")]
    fn read_multiple_files(
        state: &Filesystem,
        args: ReadMultipleFiles,
        _cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        let read = |path: &String| {
            let text =
                resolve(state, path).and_then(|at| find_file(state, &at)).map(|f| text_of(&f));
            match text {
                Ok(text) => format!("{path}:\n{text}\n"),
                Err(error) => format!("{path}: Error - {}", error.message),
            }
        };
        let parts: Vec<String> = args.paths.iter().map(read).collect();
        Ok(TextAnswer { content: parts.join("\n---\n") })
    }

    /// Writes a whole file, over what was there.
    #[tool(upsert, key(path), about = File, reads(files, directories, roots), writes(files))]
    #[case(
        args = r#"{"path":"/data/work/reports/new.md","content":"New\n"}"#,
        ok = r#"{"content":"Successfully wrote to /data/work/reports/new.md"}"#
    )]
    #[case(args = r#"{"path":"/data/work/nowhere/new.md","content":"x"}"#, error = "not_found")]
    #[case(args = r#"{"path":"/data/work/reports","content":"x"}"#, error = "failed_precondition")]
    fn write_file(
        state: &mut Filesystem,
        args: WriteFile,
        cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        let path = resolve(state, args.path.as_str())?;
        if is_directory(state, &path) {
            return Err(no_file_but_folder(&path));
        }
        let now = cx.now();
        match state.files.get(path.as_str()) {
            Some(_) => put_text(state, &path, args.content, now)?,
            None => {
                require_folder_of(state, &path)?;
                state.files.insert(File {
                    path: Key::new(path.as_str()),
                    content: stored_text(&path, args.content),
                    created_at: now,
                    modified_at: now,
                })?;
            }
        }
        Ok(TextAnswer { content: format!("Successfully wrote to {}", args.path) })
    }

    /// Replaces passages of a text file and answers with the difference; `dryRun` only shows it.
    #[tool(reads(files, directories, roots), writes(files))]
    #[case(
        args = r#"{"path":"/data/work/reports/plan.md","edits":[{"oldText":"- item two","newText":"- item 2 (done)"}]}"#,
        ok = r#"{"content":"```diff\nIndex: /data/work/reports/plan.md\n===================================================================\n--- /data/work/reports/plan.md\toriginal\n+++ /data/work/reports/plan.md\tmodified\n@@ -1,3 +1,3 @@\n # Plan\n - item one\n-- item two\n+- item 2 (done)\n```\n\n"}"#
    )]
    #[case(
        args = r#"{"path":"/data/work/reports/plan.md","edits":[{"oldText":"not present","newText":"x"}]}"#,
        error = "failed_precondition"
    )]
    fn edit_file(
        state: &mut Filesystem,
        args: EditFile,
        cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        let path = resolve(state, &args.path)?;
        let before = text_of(&*find_file(state, &path)?).replace("\r\n", "\n");
        let mut after = before.clone();
        for edit in &args.edits {
            let (old, new) =
                (edit.old_text.replace("\r\n", "\n"), edit.new_text.replace("\r\n", "\n"));
            after = apply_edit(&after, &old, &new)?;
        }
        let difference = unified_difference(&path, &before, &after);
        if !args.dry_run {
            put_text(state, &path, after, cx.now())?;
        }
        let mut fence = String::from("```");
        while difference.contains(&fence) {
            fence.push('`');
        }
        Ok(TextAnswer { content: format!("{fence}diff\n{difference}{fence}\n\n") })
    }

    /// Makes a folder and the folders above it; one that is there already is fine.
    #[tool(reads(files, directories, roots), writes(directories))]
    #[case(
        args = r#"{"path":"/data/work/a/b"}"#,
        ok = r#"{"content":"Successfully created directory /data/work/a/b"}"#
    )]
    #[case(args = r#"{"path":"/data/work/notes.txt"}"#, error = "already_exists")]
    #[case(args = r#"{"path":"/data/other"}"#, error = "permission_denied")]
    fn create_directory(
        state: &mut Filesystem,
        args: CreateDirectory,
        cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        let path = resolve(state, &args.path)?;
        let now = cx.now();
        let mut at = String::new();
        for part in path.split('/').filter(|part| !part.is_empty()) {
            at = format!("{at}/{part}");
            if state.files.contains(at.as_str()) {
                return Err(ToolError::already_exists(format!("`{at}` is a file")));
            }
            if is_allowed(state, &at) && !is_directory(state, &at) {
                let path = Key::new(at.as_str());
                state.directories.insert(Directory { path, created_at: now, modified_at: now })?;
            }
        }
        Ok(TextAnswer { content: format!("Successfully created directory {}", args.path) })
    }

    /// Lists what lies directly in a folder, each name with `[FILE]` or `[DIR]` before it.
    #[tool(reads(files, directories, roots))]
    #[case(
        args = r#"{"path":"/data/work"}"#,
        ok = r#"{"content":"[FILE] notes.txt\n[DIR] reports"}"#
    )]
    #[case(args = r#"{"path":""}"#, ok = r#"{"content":"[FILE] notes.txt\n[DIR] reports"}"#)]
    #[case(args = r#"{"path":"/data/work/nowhere"}"#, error = "not_found")]
    fn list_directory(
        state: &Filesystem,
        args: ListDirectory,
        _cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        let path = resolve(state, &args.path)?;
        require_directory(state, &path)?;
        let lines: Vec<String> = children(state, &path).iter().map(Child::tagged).collect();
        Ok(TextAnswer { content: lines.join("\n") })
    }

    /// Lists what lies directly in a folder with sizes and totals, by name or largest first.
    #[tool(reads(files, directories, roots))]
    #[case(
        args = r#"{"path":"/data/work/reports","sortBy":"size"}"#,
        ok = r#"{"content":"[FILE] plan.md                              29 B\n[FILE] dot.png                               8 B\n\nTotal: 2 files, 0 directories\nCombined size: 37 B"}"#
    )]
    #[case(args = r#"{"path":"/data/work/notes.txt"}"#, error = "failed_precondition")]
    #[case(args = r#"{"path":"/data/work","sortBy":"color"}"#, error = "invalid_argument")]
    fn list_directory_with_sizes(
        state: &Filesystem,
        args: ListDirectoryWithSizes,
        _cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        let path = resolve(state, &args.path)?;
        require_directory(state, &path)?;
        let mut found = children(state, &path);
        if args.sort_by.as_str() == "size" {
            found.sort_by_key(|child| std::cmp::Reverse(child.size.unwrap_or(DIRECTORY_SIZE)));
        } else {
            found.sort_by_cached_key(|child| child.name.to_lowercase());
        }
        let mut lines: Vec<String> = found.iter().map(Child::sized).collect();
        let n_files = found.iter().filter(|child| child.size.is_some()).count();
        let total: usize = found.iter().filter_map(|child| child.size).sum();
        lines.push(String::new());
        lines.push(format!("Total: {n_files} files, {} directories", found.len() - n_files));
        lines.push(format!("Combined size: {}", human_size(total)));
        Ok(TextAnswer { content: lines.join("\n") })
    }

    /// Shows a folder and all below it as a JSON tree.
    #[tool(reads(files, directories, roots))]
    #[case(
        args = r#"{"path":"/data/work","excludePatterns":["*.txt"]}"#,
        ok = r#"{"content":"[\n  {\n    \"name\": \"reports\",\n    \"type\": \"directory\",\n    \"children\": [\n      {\n        \"name\": \"dot.png\",\n        \"type\": \"file\"\n      },\n      {\n        \"name\": \"plan.md\",\n        \"type\": \"file\"\n      }\n    ]\n  }\n]"}"#
    )]
    #[case(args = r#"{"path":"/data/work/nowhere"}"#, error = "not_found")]
    fn directory_tree(
        state: &Filesystem,
        args: DirectoryTree,
        _cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        let path = resolve(state, &args.path)?;
        require_directory(state, &path)?;
        let mut content = String::new();
        write_tree(state, &path, &path, &args.exclude_patterns, 0, &mut content);
        Ok(TextAnswer { content })
    }

    /// Moves or renames a file, or a folder with all in it; never over what is there.
    #[tool(reads(files, directories, roots), writes(files, directories))]
    #[case(
        args = r#"{"source":"/data/work/reports","destination":"/data/work/archive"}"#,
        ok = r#"{"content":"Successfully moved /data/work/reports to /data/work/archive"}"#
    )]
    #[case(
        args = r#"{"source":"/data/work/notes.txt","destination":"/data/work/reports/plan.md"}"#,
        error = "already_exists"
    )]
    #[case(
        args = r#"{"source":"/data/work/missing.txt","destination":"/data/work/x.txt"}"#,
        error = "not_found"
    )]
    fn move_file(
        state: &mut Filesystem,
        args: MoveFile,
        _cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        let source = resolve(state, &args.source)?;
        let destination = resolve(state, &args.destination)?;
        let is_file = state.files.contains(source.as_str());
        if !is_file && !is_directory(state, &source) {
            return Err(ToolError::not_found(format!("no such file or folder: `{source}`")));
        }
        if state.files.contains(destination.as_str()) || is_directory(state, &destination) {
            return Err(ToolError::already_exists(format!("`{destination}` exists already")));
        }
        require_folder_of(state, &destination)?;
        if is_below(&destination, &source) {
            let message = "a folder cannot be moved into itself";
            return Err(ToolError::failed_precondition(message));
        }
        if allowed_folders(state).contains(&source) {
            let message = format!("`{source}` is an allowed folder and stays where it is");
            return Err(ToolError::permission_denied(message));
        }
        move_rows(state, &source, &destination)?;
        let content = format!("Successfully moved {} to {}", args.source, args.destination);
        Ok(TextAnswer { content })
    }

    /// Finds files and folders below a folder whose path, seen from there, matches a glob.
    #[tool(reads(files, directories, roots))]
    #[case(
        args = r#"{"path":"/data/work","pattern":"**/*.md"}"#,
        ok = r#"{"content":"/data/work/reports/plan.md"}"#
    )]
    #[case(
        args = r#"{"path":"/data/work","pattern":"*.md"}"#,
        ok = r#"{"content":"No matches found"}"#
    )]
    #[case(args = r#"{"path":"/home","pattern":"*"}"#, error = "permission_denied")]
    fn search_files(
        state: &Filesystem,
        args: SearchFiles,
        _cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        let root = resolve(state, &args.path)?;
        require_directory(state, &root)?;
        let mut found = Vec::new();
        search_below(state, &root, &root, &args.pattern, &args.exclude_patterns, &mut found);
        if found.is_empty() {
            found.push("No matches found".to_owned());
        }
        Ok(TextAnswer { content: found.join("\n") })
    }

    /// Tells size, times, kind and permissions of a file or folder.
    #[tool(reads(files, directories, roots))]
    #[case(
        args = r#"{"path":"/data/work/notes.txt"}"#,
        ok = r#"{"content":"size: 17\ncreated: Mon Mar 02 2026 09:00:00 GMT+0000 (Coordinated Universal Time)\nmodified: Tue Mar 03 2026 10:30:00 GMT+0000 (Coordinated Universal Time)\naccessed: Tue Mar 03 2026 10:30:00 GMT+0000 (Coordinated Universal Time)\nisDirectory: false\nisFile: true\npermissions: 644"}"#
    )]
    #[case(args = r#"{"path":"/data/work/missing.txt"}"#, error = "not_found")]
    fn get_file_info(
        state: &Filesystem,
        args: GetFileInfo,
        cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        let path = resolve(state, &args.path)?;
        if let Some(file) = state.files.get(path.as_str()) {
            let times = (file.created_at, file.modified_at);
            return Ok(describe(Some(size_of(file)), times));
        }
        if !is_directory(state, &path) {
            return Err(ToolError::not_found(format!("no such file or folder: `{path}`")));
        }
        let times = match state.directories.get(path.as_str()) {
            Some(directory) => (directory.created_at, directory.modified_at),
            None => (cx.now(), cx.now()),
        };
        Ok(describe(None, times))
    }

    /// Names the folders that may be read and written.
    #[tool(reads(roots))]
    #[case(args = "{}", ok = r#"{"content":"Allowed directories:\n/data/work"}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn list_allowed_directories(
        state: &Filesystem,
        _args: ListAllowedDirectories,
        _cx: &mut Context,
    ) -> Result<TextAnswer, ToolError> {
        let content = format!("Allowed directories:\n{}", allowed_folders(state).join("\n"));
        Ok(TextAnswer { content })
    }
}

/// What a folder itself takes on the disk, in bytes.
const DIRECTORY_SIZE: usize = 4_096;

/// How long a path, one part of it, and a chain of folders may be.
const PATH_BYTES_MAX: usize = 4_095;
const NAME_BYTES_MAX: usize = 255;
const PATH_PARTS_MAX: usize = 200;

/// How many unchanged lines a difference shows around a change.
const CONTEXT_LINES: usize = 4;

/// The largest table that the comparison of two texts fills; larger middles count as replaced.
const COMPARISON_CELLS_MAX: usize = 1_000_000;

/// Something that lies directly in a folder.
struct Child {
    name: String,
    /// Bytes of a file; `None` for a folder.
    size: Option<usize>,
}

impl Child {
    fn tagged(&self) -> String {
        let tag = if self.size.is_some() { "[FILE]" } else { "[DIR]" };
        format!("{tag} {}", self.name)
    }

    fn sized(&self) -> String {
        let tag = if self.size.is_some() { "[FILE]" } else { "[DIR]" };
        let size = self.size.map(|bytes| format!("{:>10}", human_size(bytes))).unwrap_or_default();
        format!("{tag} {:<30} {size}", self.name)
    }
}

/// The folders that callers may touch, in order.
fn allowed_folders(state: &Filesystem) -> Vec<String> {
    if state.roots.is_empty() {
        return vec!["/".to_owned()];
    }
    state.roots.iter().map(|root| root.root.as_str().to_owned()).collect()
}

fn is_below(path: &str, folder: &str) -> bool {
    if folder == "/" {
        return path.starts_with('/');
    }
    path == folder || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn is_allowed(state: &Filesystem, path: &str) -> bool {
    allowed_folders(state).iter().any(|allowed| is_below(path, allowed))
}

/// The absolute, normalized form of a path that a caller gave.
fn resolve(state: &Filesystem, given: &str) -> Result<String, ToolError> {
    if given.contains('\0') {
        return Err(ToolError::invalid_argument("a path has no null characters"));
    }
    let allowed = allowed_folders(state);
    let start = allowed.first().map(String::as_str).unwrap_or("/");
    let whole = if given.starts_with('/') { given.to_owned() } else { format!("{start}/{given}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    let long = parts.iter().any(|part| part.len() > NAME_BYTES_MAX);
    let path = format!("/{}", parts.join("/"));
    if long || path.len() > PATH_BYTES_MAX || parts.len() > PATH_PARTS_MAX {
        return Err(ToolError::invalid_argument("ENAMETOOLONG: name too long"));
    }
    if is_allowed(state, &path) {
        return Ok(path);
    }
    Err(ToolError::permission_denied(format!(
        "`{path}` is outside the allowed folders: {}",
        allowed.join(", ")
    )))
}

fn parent_of(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((parent, _)) => parent,
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn is_directory(state: &Filesystem, path: &str) -> bool {
    let below = |other: &str| other != path && is_below(other, path);
    state.directories.contains(path)
        || allowed_folders(state).iter().any(|allowed| allowed == path)
        || state.directories.first(&|directory| below(directory.path.as_str())).is_some()
        || state.files.first(&|file| below(file.path.as_str())).is_some()
}

fn require_directory(state: &Filesystem, path: &str) -> Result<(), ToolError> {
    if state.files.contains(path) {
        return Err(ToolError::failed_precondition(format!("`{path}` is a file, not a folder")));
    }
    if is_directory(state, path) {
        return Ok(());
    }
    Err(ToolError::not_found(format!("no such folder: `{path}`")))
}

fn require_folder_of(state: &Filesystem, path: &str) -> Result<(), ToolError> {
    let parent = parent_of(path);
    if is_directory(state, parent) {
        return Ok(());
    }
    if state.files.contains(parent) {
        return Err(ToolError::failed_precondition(format!("`{parent}` is a file, not a folder")));
    }
    Err(ToolError::not_found(format!("the folder `{parent}` does not exist, make it first")))
}

fn no_file_but_folder(path: &str) -> ToolError {
    ToolError::failed_precondition(format!("`{path}` is a folder, not a file"))
}

fn find_file(state: &Filesystem, path: &str) -> Result<RowRef<File>, ToolError> {
    if state.files.contains(path) {
        return state.files.find(path);
    }
    if is_directory(state, path) {
        let message = "EISDIR: illegal operation on a directory, read";
        return Err(ToolError::failed_precondition(message));
    }
    Err(ToolError::not_found(format!("ENOENT: no such file or directory, open '{path}'")))
}

/// Whether a file's content is kept as Base64.
fn is_binary(path: &str) -> bool {
    let (kind, mime) = media_type(path);
    kind != "resource" && mime != "image/svg+xml"
}

/// A text as the file at this path keeps it.
fn stored_text(path: &str, text: String) -> String {
    if is_binary(path) { encode_base64(text.as_bytes()) } else { text }
}

/// A file's text; bytes that are no text are replaced, as a reader of text does.
fn text_of(file: &File) -> String {
    if is_binary(file.path.as_str()) {
        return String::from_utf8_lossy(&decode_base64(&file.content)).into_owned();
    }
    file.content.clone()
}

fn size_of(file: &File) -> usize {
    if is_binary(file.path.as_str()) {
        return decode_base64(&file.content).len();
    }
    file.content.len()
}

fn put_text(
    state: &mut Filesystem,
    path: &str,
    content: String,
    now: Timestamp,
) -> Result<(), ToolError> {
    state.files.update(path, |file| {
        file.content = stored_text(path, content);
        file.modified_at = now;
        Ok(())
    })?;
    Ok(())
}

fn read_lines(
    state: &Filesystem,
    path: &str,
    head: Option<f64>,
    tail: Option<f64>,
) -> Result<TextAnswer, ToolError> {
    // Zero lines are no limit: so do the servers that this model follows.
    let count = |lines: Option<f64>| lines.filter(|lines| *lines != 0.0);
    let (head, tail) = (count(head), count(tail));
    if head.is_some() && tail.is_some() {
        let message = "`head` and `tail` cannot be given together";
        return Err(ToolError::invalid_argument(message));
    }
    if head.or(tail).is_some_and(|lines| lines < 0.0) {
        return Err(ToolError::invalid_argument("a number of lines is not negative"));
    }
    let path = resolve(state, path)?;
    let text = text_of(&*find_file(state, &path)?);
    let content = match (head, tail) {
        (Some(lines), _) => first_lines(&text, lines.ceil() as usize),
        (None, Some(lines)) => last_lines(&text, lines.ceil() as usize),
        (None, None) => text,
    };
    Ok(TextAnswer { content })
}

fn first_lines(text: &str, count: usize) -> String {
    let ended = text.strip_suffix('\n').unwrap_or(text);
    let lines: Vec<&str> = ended.split('\n').take(count).collect();
    lines.join("\n")
}

/// The last lines, with plain line breaks; what follows the last line break counts as a line,
/// even when it is empty.
fn last_lines(text: &str, count: usize) -> String {
    let text = text.replace("\r\n", "\n");
    let mut lines: Vec<&str> = text.rsplit('\n').take(count).collect();
    lines.reverse();
    lines.join("\n")
}

fn children(state: &Filesystem, folder: &str) -> Vec<Child> {
    let prefix = if folder == "/" { "/".to_owned() } else { format!("{folder}/") };
    let mut found: BTreeMap<String, Option<usize>> = BTreeMap::new();
    for file in state.files.iter() {
        if let Some(rest) = file.path.as_str().strip_prefix(&prefix) {
            match rest.split_once('/') {
                None => found.insert(rest.to_owned(), Some(size_of(file))),
                Some((name, _)) => found.insert(name.to_owned(), None),
            };
        }
    }
    for directory in state.directories.iter() {
        if let Some(rest) = directory.path.as_str().strip_prefix(&prefix)
            && let Some(name) = rest.split('/').next().filter(|name| !name.is_empty())
        {
            found.insert(name.to_owned(), None);
        }
    }
    found.into_iter().map(|(name, size)| Child { name, size }).collect()
}

fn join(folder: &str, name: &str) -> String {
    if folder == "/" { format!("/{name}") } else { format!("{folder}/{name}") }
}

/// A path as seen from a folder above it.
fn relative<'a>(path: &'a str, root: &str) -> &'a str {
    path.strip_prefix(root).unwrap_or(path).trim_start_matches('/')
}

fn is_excluded_from_tree(path: &str, patterns: &[String]) -> bool {
    patterns.iter().any(|pattern| {
        glob_matches(pattern, path)
            || !pattern.contains('*')
                && (glob_matches(&format!("**/{pattern}"), path)
                    || glob_matches(&format!("**/{pattern}/**"), path))
    })
}

fn write_tree(
    state: &Filesystem,
    root: &str,
    folder: &str,
    excluded: &[String],
    depth: usize,
    out: &mut String,
) {
    let indent = "  ".repeat(depth);
    let mut any = false;
    out.push('[');
    for child in children(state, folder) {
        let path = join(folder, &child.name);
        if is_excluded_from_tree(relative(&path, root), excluded) {
            continue;
        }
        out.push_str(if any { ",\n" } else { "\n" });
        any = true;
        let name = serde_json::Value::from(child.name);
        out.push_str(&format!("{indent}  {{\n{indent}    \"name\": {name},\n"));
        if child.size.is_some() {
            out.push_str(&format!("{indent}    \"type\": \"file\"\n"));
        } else {
            out.push_str(&format!("{indent}    \"type\": \"directory\",\n"));
            out.push_str(&format!("{indent}    \"children\": "));
            write_tree(state, root, &path, excluded, depth + 2, out);
            out.push('\n');
        }
        out.push_str(&format!("{indent}  }}"));
    }
    if any {
        out.push_str(&format!("\n{indent}"));
    }
    out.push(']');
}

fn search_below(
    state: &Filesystem,
    root: &str,
    folder: &str,
    pattern: &str,
    excluded: &[String],
    found: &mut Vec<String>,
) {
    for child in children(state, folder) {
        let path = join(folder, &child.name);
        let seen = relative(&path, root);
        if excluded.iter().any(|pattern| glob_matches(pattern, seen)) {
            continue;
        }
        if glob_matches(pattern, seen) {
            found.push(path.clone());
        }
        if child.size.is_none() {
            search_below(state, root, &path, pattern, excluded, found);
        }
    }
}

/// Whether a path matches a glob: `*`, `?` and `[a-z]` within a part, `**` for any parts,
/// `{a,b}` for alternatives, `!` before a pattern for all that it does not match.
fn glob_matches(pattern: &str, path: &str) -> bool {
    let positive = pattern.trim_start_matches('!');
    let negated = (pattern.len() - positive.len()) % 2 == 1;
    let parts: Vec<&str> = path.split('/').collect();
    let matches = expand_braces(positive).iter().any(|pattern| {
        let mut patterns: Vec<PartPattern> = pattern.split('/').map(PartPattern::read).collect();
        // `**` at the end stands for one part at least.
        if matches!(patterns.last(), Some(PartPattern::Any)) {
            patterns.push(PartPattern::Text(vec![Letter::Any]));
        }
        sequence_matches(&patterns, &parts, is_any_parts, part_fits)
    });
    matches != negated
}

/// A pattern with alternatives as patterns without them; at most 64.
fn expand_braces(pattern: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut open = vec![pattern.to_owned()];
    while let Some(next) = open.pop() {
        let split = next.split_once('{').and_then(|(before, rest)| {
            let (inside, after) = rest.split_once('}')?;
            inside.contains(',').then(|| (before.to_owned(), inside.to_owned(), after.to_owned()))
        });
        match split {
            Some((before, inside, after)) if done.len() + open.len() < 64 => {
                open.extend(inside.split(',').map(|choice| format!("{before}{choice}{after}")));
            }
            _ => done.push(next),
        }
    }
    done
}

/// A part of a glob between two slashes.
enum PartPattern {
    /// `**`.
    Any,
    Text(Vec<Letter>),
}

/// A letter of a part of a glob.
enum Letter {
    /// `*`.
    Any,
    /// `?`.
    One,
    Class(Vec<char>),
    Exactly(char),
}

impl PartPattern {
    fn read(text: &str) -> Self {
        if text == "**" {
            return Self::Any;
        }
        let characters: Vec<char> = text.chars().collect();
        let mut letters = Vec::new();
        let mut rest = characters.as_slice();
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            letters.push(match first {
                '*' => Letter::Any,
                '?' => Letter::One,
                '[' => match class_end(after) {
                    Some((class, after)) => {
                        rest = after;
                        Letter::Class(class.to_vec())
                    }
                    None => Letter::Exactly('['),
                },
                other => Letter::Exactly(*other),
            });
        }
        Self::Text(letters)
    }
}

fn is_any_parts(pattern: &PartPattern) -> bool {
    matches!(pattern, PartPattern::Any)
}

fn part_fits(pattern: &PartPattern, part: &&str) -> bool {
    match pattern {
        PartPattern::Any => true,
        PartPattern::Text(letters) => {
            let characters: Vec<char> = part.chars().collect();
            sequence_matches(letters, &characters, is_any_letters, letter_fits)
        }
    }
}

fn is_any_letters(pattern: &Letter) -> bool {
    matches!(pattern, Letter::Any)
}

fn letter_fits(pattern: &Letter, character: &char) -> bool {
    match pattern {
        Letter::Any | Letter::One => true,
        Letter::Class(class) => in_class(class, *character),
        Letter::Exactly(wanted) => wanted == character,
    }
}

/// Matches the whole sequence. The last pattern for any number of items takes one more whenever
/// what follows it does not fit, which tries all that can matter in quadratic time.
fn sequence_matches<P, I>(
    patterns: &[P],
    items: &[I],
    is_any: fn(&P) -> bool,
    fits: fn(&P, &I) -> bool,
) -> bool {
    let (mut at, mut next) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while let Some(item) = items.get(next) {
        match patterns.get(at) {
            Some(pattern) if is_any(pattern) => {
                retry = Some((at, next));
                at += 1;
            }
            Some(pattern) if fits(pattern, item) => {
                at += 1;
                next += 1;
            }
            _ => match retry {
                Some((any, from)) => {
                    retry = Some((any, from + 1));
                    at = any + 1;
                    next = from + 1;
                }
                None => return false,
            },
        }
    }
    patterns.iter().skip(at).all(is_any)
}

/// The inside of `[..]` and what follows it.
fn class_end(rest: &[char]) -> Option<(&[char], &[char])> {
    let end = rest.iter().skip(1).position(|character| *character == ']')? + 1;
    let (class, after) = rest.split_at_checked(end)?;
    Some((class, after.split_first()?.1))
}

fn in_class(class: &[char], character: char) -> bool {
    let (negated, class) = match class.split_first() {
        Some(('!' | '^', rest)) => (true, rest),
        _ => (false, class),
    };
    let ranges = class.windows(3).any(|window| match window {
        [low, '-', high] => (*low..=*high).contains(&character),
        _ => false,
    });
    (ranges || class.contains(&character)) != negated
}

fn move_rows(state: &mut Filesystem, source: &str, destination: &str) -> Result<(), ToolError> {
    let moved = |path: &str| {
        path.strip_prefix(source)
            .filter(|rest| rest.is_empty() || rest.starts_with('/'))
            .map(|rest| format!("{destination}{rest}"))
    };
    for file in state.files.select(&|file| moved(file.path.as_str()).is_some()) {
        if let Some(to) = moved(file.path.as_str()) {
            let content = match (is_binary(file.path.as_str()), is_binary(&to)) {
                (true, false) => text_of(&file),
                (false, true) => encode_base64(file.content.as_bytes()),
                _ => file.content.clone(),
            };
            state.files.update(&file.path, |file| {
                file.path = Key::new(to);
                file.content = content;
                Ok(())
            })?;
        }
    }
    for directory in state.directories.select(&|row| moved(row.path.as_str()).is_some()) {
        if let Some(to) = moved(directory.path.as_str()) {
            state.directories.update(&directory.path, |directory| {
                directory.path = Key::new(to);
                Ok(())
            })?;
        }
    }
    Ok(())
}

/// Replaces the first place where `old` stands: as it is, else line by line without regard to
/// the space around each line.
fn apply_edit(text: &str, old: &str, new: &str) -> Result<String, ToolError> {
    if text.contains(old) {
        return Ok(text.replacen(old, new, 1));
    }
    let lines: Vec<&str> = text.split('\n').collect();
    let old_lines: Vec<&str> = old.split('\n').collect();
    let fits = |window: &[&str]| {
        window.iter().zip(&old_lines).all(|(line, old)| line.trim() == old.trim())
    };
    let Some(at) = lines.windows(old_lines.len()).position(fits) else {
        return Err(ToolError::failed_precondition(format!(
            "the text to replace is not in the file:\n{old}"
        )));
    };
    let indent = lines.get(at).map(|line| indent_of(line)).unwrap_or_default();
    let mut out: Vec<String> = lines.iter().take(at).map(|line| (*line).to_owned()).collect();
    for (index, line) in new.split('\n').enumerate() {
        let old_indent = old_lines.get(index).map(|line| indent_of(line)).unwrap_or_default();
        let new_indent = indent_of(line);
        if index == 0 {
            out.push(format!("{indent}{}", line.trim_start()));
        } else if !old_indent.is_empty() && !new_indent.is_empty() {
            let deeper = new_indent.len().saturating_sub(old_indent.len());
            out.push(format!("{indent}{}{}", " ".repeat(deeper), line.trim_start()));
        } else {
            out.push(line.to_owned());
        }
    }
    out.extend(lines.iter().skip(at + old_lines.len()).map(|line| (*line).to_owned()));
    Ok(out.join("\n"))
}

fn indent_of(line: &str) -> &str {
    let end = line.len() - line.trim_start().len();
    line.get(..end).unwrap_or_default()
}

/// One line of a comparison.
#[derive(Clone, Copy)]
enum Step<'a> {
    Same(&'a str),
    Removed(&'a str),
    Added(&'a str),
}

/// A difference in the unified form, with its header.
fn unified_difference(path: &str, before: &str, after: &str) -> String {
    let rule = "=".repeat(67);
    let mut out = format!("Index: {path}\n{rule}\n--- {path}\toriginal\n+++ {path}\tmodified\n");
    let steps = compare_lines(before, after);
    let changed: Vec<usize> = steps
        .iter()
        .enumerate()
        .filter(|(_, step)| !matches!(step, Step::Same(_)))
        .map(|(at, _)| at)
        .collect();
    let mut hunks: Vec<(usize, usize)> = Vec::new();
    for at in changed {
        let (start, end) =
            (at.saturating_sub(CONTEXT_LINES), (at + CONTEXT_LINES + 1).min(steps.len()));
        match hunks.last_mut() {
            Some(last) if start <= last.1 => last.1 = end,
            _ => hunks.push((start, end)),
        }
    }
    for (start, end) in hunks {
        write_hunk(&steps, start, end, &mut out);
    }
    out
}

fn write_hunk(steps: &[Step<'_>], start: usize, end: usize, out: &mut String) {
    let old_lines = |steps: &mut dyn Iterator<Item = &Step<'_>>| {
        steps.filter(|step| !matches!(step, Step::Added(_))).count()
    };
    let new_lines = |steps: &mut dyn Iterator<Item = &Step<'_>>| {
        steps.filter(|step| !matches!(step, Step::Removed(_))).count()
    };
    let hunk: Vec<Step<'_>> = steps.iter().skip(start).take(end - start).copied().collect();
    let (n_old, n_new) = (old_lines(&mut hunk.iter()), new_lines(&mut hunk.iter()));
    // A side without lines is placed after the line before it.
    let first = |before: usize, count: usize| if count == 0 { before } else { before + 1 };
    let old_start = first(old_lines(&mut steps.iter().take(start)), n_old);
    let new_start = first(new_lines(&mut steps.iter().take(start)), n_new);
    out.push_str(&format!("@@ -{old_start},{n_old} +{new_start},{n_new} @@\n"));
    for step in hunk {
        let (sign, line) = match step {
            Step::Same(line) => (' ', line),
            Step::Removed(line) => ('-', line),
            Step::Added(line) => ('+', line),
        };
        out.push(sign);
        match line.strip_suffix('\n') {
            Some(_) => out.push_str(line),
            None => out.push_str(&format!("{line}\n\\ No newline at end of file\n")),
        }
    }
}

/// The steps from one text to the other, by the longest common subsequence of their lines.
fn compare_lines<'a>(before: &'a str, after: &'a str) -> Vec<Step<'a>> {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let room = old.len().min(new.len()) - head;
    // A common end is matched as early as it can be, unless the texts are too long for that.
    let small = old.len().saturating_mul(new.len()) <= COMPARISON_CELLS_MAX;
    let tail = if small {
        0
    } else {
        old.iter().rev().zip(new.iter().rev()).take(room).take_while(|(a, b)| a == b).count()
    };
    let middle = |lines: &[&'a str]| -> Vec<&'a str> {
        lines.iter().skip(head).take(lines.len() - head - tail).copied().collect()
    };
    let mut steps: Vec<Step<'a>> = old.iter().take(head).map(|line| Step::Same(line)).collect();
    compare_middle(&middle(&old), &middle(&new), &mut steps);
    steps.extend(old.iter().skip(old.len() - tail).map(|line| Step::Same(line)));
    steps
}

fn compare_middle<'a>(old: &[&'a str], new: &[&'a str], steps: &mut Vec<Step<'a>>) {
    if old.len().saturating_mul(new.len()) > COMPARISON_CELLS_MAX {
        steps.extend(old.iter().map(|line| Step::Removed(line)));
        steps.extend(new.iter().map(|line| Step::Added(line)));
        return;
    }
    // `common` at (i, j) is the length of the longest common part of old from i and new from j.
    let width = new.len() + 1;
    let mut common = vec![0_usize; (old.len() + 1) * width];
    let at = |common: &[usize], i: usize, j: usize| {
        common.get(i * width + j).copied().unwrap_or_default()
    };
    for (i, line) in old.iter().enumerate().rev() {
        for (j, other) in new.iter().enumerate().rev() {
            let length = if line == other {
                at(&common, i + 1, j + 1) + 1
            } else {
                at(&common, i + 1, j).max(at(&common, i, j + 1))
            };
            if let Some(cell) = common.get_mut(i * width + j) {
                *cell = length;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        match (old.get(i), new.get(j)) {
            (Some(line), Some(other)) if line == other => {
                steps.push(Step::Same(line));
                i += 1;
                j += 1;
            }
            (Some(line), other)
                if other.is_none() || at(&common, i + 1, j) >= at(&common, i, j + 1) =>
            {
                steps.push(Step::Removed(line));
                i += 1;
            }
            (_, Some(other)) => {
                steps.push(Step::Added(other));
                j += 1;
            }
            _ => break,
        }
    }
}

/// What is known of a file with this size, or of a folder, which has none of its own.
fn describe(file_size: Option<usize>, times: (Timestamp, Timestamp)) -> TextAnswer {
    let (created, modified) = (long_date(times.0), long_date(times.1));
    let is_directory = file_size.is_none();
    let size = file_size.unwrap_or(DIRECTORY_SIZE);
    let permissions = if is_directory { 755 } else { 644 };
    TextAnswer {
        content: format!(
            "size: {size}\ncreated: {created}\nmodified: {modified}\naccessed: {modified}\n\
             isDirectory: {is_directory}\nisFile: {}\npermissions: {permissions}",
            !is_directory
        ),
    }
}

/// `Mon Mar 02 2026 09:00:00 GMT+0000 (Coordinated Universal Time)`.
fn long_date(at: Timestamp) -> String {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let (year, month, day) = at.date().year_month_day();
    let start = usize::from(month.unsigned_abs().saturating_sub(1)) * 3;
    let month = MONTHS.get(start..start + 3).unwrap_or_default();
    let weekday = match at.date().weekday() {
        "monday" => "Mon",
        "tuesday" => "Tue",
        "wednesday" => "Wed",
        "thursday" => "Thu",
        "friday" => "Fri",
        "saturday" => "Sat",
        _ => "Sun",
    };
    let seconds = at.unix_seconds().rem_euclid(86_400);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!(
        "{weekday} {month} {day:02} {year:04} {hour:02}:{minute:02}:{second:02} GMT+0000 \
         (Coordinated Universal Time)"
    )
}

/// `512 B`, `1.50 KB`.
fn human_size(bytes: usize) -> String {
    if bytes < 1_024 {
        return format!("{bytes} B");
    }
    let mut size = bytes as f64;
    let mut unit = "B";
    for larger in ["KB", "MB", "GB", "TB"] {
        if size < 1_024.0 {
            break;
        }
        size /= 1_024.0;
        unit = larger;
    }
    format!("{size:.2} {unit}")
}

/// The kind of content block and the media type, by the file name's ending.
fn media_type(path: &str) -> (&'static str, &'static str) {
    let ending = name_of(path).rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    match ending.as_deref().unwrap_or_default() {
        "png" => ("image", "image/png"),
        "jpg" | "jpeg" => ("image", "image/jpeg"),
        "gif" => ("image", "image/gif"),
        "webp" => ("image", "image/webp"),
        "bmp" => ("image", "image/bmp"),
        "svg" => ("image", "image/svg+xml"),
        "mp3" => ("audio", "audio/mpeg"),
        "wav" => ("audio", "audio/wav"),
        "ogg" => ("audio", "audio/ogg"),
        "flac" => ("audio", "audio/flac"),
        _ => ("resource", "application/octet-stream"),
    }
}

const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn encode_base64(bytes: &[u8]) -> String {
    let digits = BASE64.as_bytes();
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4_usize {
            let index = (bits >> (18 - 6 * place) & 63) as usize;
            let digit = digits.get(index).copied().unwrap_or(b'A');
            out.push(if place > chunk.len() { '=' } else { char::from(digit) });
        }
    }
    out
}

/// The bytes of a Base64 text; characters that are no digits are passed over.
fn decode_base64(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut bits, mut n_bits) = (0_u32, 0_u32);
    for character in text.chars() {
        let Some(value) = BASE64.find(character) else { continue };
        bits = (bits << 6 | value as u32) & 0xffff;
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            out.push((bits >> n_bits & 0xff) as u8);
        }
    }
    out
}

/// A folder with a plan and a picture, beside a note.
pub const FIXTURE: &str = r##"{
    "directories": {
        "/data/work": {"path": "/data/work", "created_at": "2026-03-01T08:00:00Z", "modified_at": "2026-03-02T09:00:00Z"},
        "/data/work/reports": {"path": "/data/work/reports", "created_at": "2026-03-01T08:30:00Z", "modified_at": "2026-03-01T08:30:00Z"}
    },
    "files": {
        "/data/work/notes.txt": {"path": "/data/work/notes.txt", "content": "alpha\nbeta\ngamma\n", "created_at": "2026-03-02T09:00:00Z", "modified_at": "2026-03-03T10:30:00Z"},
        "/data/work/reports/plan.md": {"path": "/data/work/reports/plan.md", "content": "# Plan\n- item one\n- item two\n", "created_at": "2026-03-01T09:00:00Z", "modified_at": "2026-03-01T09:00:00Z"},
        "/data/work/reports/dot.png": {"path": "/data/work/reports/dot.png", "content": "iVBORw0KGgo=", "created_at": "2026-03-01T09:05:00Z", "modified_at": "2026-03-01T09:05:00Z"}
    },
    "roots": {"/data/work": {"root": "/data/work"}}
}"##;
