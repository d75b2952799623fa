//! Plex: the movies of a media library and the playlists made of them.
/// Everything that the library knows.
#[derive(State)]
pub struct Plex {
    pub movies: Table<Movie>,
    pub playlists: Table<Playlist>,
    pub playlist_items: Table<PlaylistItem>,
}
/// A movie in the library.
#[derive(Entity)]
pub struct Movie {
    #[entity(key, sequence = "MOV-{:05}")]
    pub key: Key<Movie>,
    #[entity(title)]
    pub title: String,
    #[entity(range = 1880..=2100)]
    pub year: Option<i64>,
    #[entity(body)]
    pub summary: Option<String>,
    #[entity(tag)]
    pub genres: Vec<String>,
    #[entity(created)]
    pub added_at: Timestamp,
}
/// An ordered set of movies with a name.
#[derive(Entity)]
pub struct Playlist {
    #[entity(key, sequence = "PLA-{:05}")]
    pub key: Key<Playlist>,
    #[entity(title)]
    pub name: String,
    #[entity(created)]
    pub created_at: Timestamp,
}
/// A movie on a playlist.
#[derive(Entity)]
pub struct PlaylistItem {
    #[entity(key, sequence = "ITE-{:05}")]
    pub id: Key<PlaylistItem>,
    #[entity(on_delete = cascade)]
    pub playlist_key: Key<Playlist>,
    #[entity(on_delete = cascade)]
    pub movie_key: Key<Movie>,
}
pub trait Tools {
    #[tool(search((title, summary)~query))]
    fn search_movies() -> Page<Movie>;
    #[tool(get, key(movie_key))]
    fn get_movie_details() -> Movie;
    #[tool(list)]
    fn list_playlists() -> Page<Playlist>;
    #[tool(list, filter(playlist_key))]
    fn get_playlist_items() -> Page<PlaylistItem>;
    #[tool(simulate(unclear_effect, "the movies to put on it are one text of several keys"))]
    fn create_playlist();
    #[tool(delete, key(playlist_key))]
    fn delete_playlist() -> Playlist;
    #[tool(create)]
    fn add_to_playlist() -> PlaylistItem;
    #[tool(list, sort(added_at, descending), page(limit = count))]
    fn recent_movies() -> Page<Movie>;
    #[tool(get, key(movie_key))]
    fn get_movie_genres() -> Movie;
}
