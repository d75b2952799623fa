//! Spotify: artists, albums, tracks and audiobooks of the catalog, and playlists to change.
//!
//! Something is named by its identifier or by its URI, such as `spotify:track:…`, which must be of
//! the right type. Every market has the whole catalog. A playlist changes only for its owner, and
//! its tracks also for followers when it is collaborative; every change gives it a new snapshot.

/// The catalog and the playlists.
#[derive(State)]
pub struct Spotify {
    pub session: One<Session>,
    pub users: Table<User>,
    pub artists: Table<Artist>,
    pub albums: Table<Album>,
    pub tracks: Table<Track>,
    pub audiobooks: Table<Audiobook>,
    pub chapters: Table<Chapter>,
    pub categories: Table<Category>,
    pub playlists: Table<Playlist>,
}

/// Who is signed in, and with which token.
#[derive(Entity)]
pub struct Session {
    #[entity(secret)]
    pub access_token: String,
    #[entity(default = "Bearer".to_owned())]
    pub token_type: String,
    /// Seconds that the token is valid for.
    #[entity(default = 3600, range = 1..=3600)]
    pub expires_in: i64,
    pub user_id: Key<User>,
}

/// Someone who listens.
#[derive(Entity)]
pub struct User {
    #[entity(key, username)]
    pub id: Key<User>,
    #[entity(len = 1..=30, person)]
    pub display_name: String,
    #[entity(country)]
    pub country: Option<String>,
}

/// Who makes music.
#[derive(Entity)]
pub struct Artist {
    #[entity(key, token("", 22))]
    pub id: Key<Artist>,
    #[entity(len = 1..=200, person)]
    pub name: String,
    #[entity(tag)]
    pub genres: Vec<String>,
    #[entity(default, range = 0..=100)]
    pub popularity: i64,
    #[entity(default, range = 0..=200_000_000)]
    pub followers: i64,
}

/// A record.
#[derive(Entity)]
pub struct Album {
    #[entity(key, token("", 22))]
    pub id: Key<Album>,
    #[entity(len = 1..=300, title)]
    pub name: String,
    pub album_type: AlbumType,
    #[entity(on_delete = clear, len = 1..=20)]
    pub artist_ids: Vec<Key<Artist>>,
    pub release_date: Date,
    #[entity(company)]
    pub label: Option<String>,
    #[entity(default, range = 0..=100)]
    pub popularity: i64,
}

/// The kinds of records.
#[derive(Choice)]
pub enum AlbumType {
    Album,
    Single,
    Compilation,
}

/// A piece on a record.
#[derive(Entity)]
#[entity(unique(album_id, disc_number, track_number))]
pub struct Track {
    #[entity(key, token("", 22))]
    pub id: Key<Track>,
    #[entity(len = 1..=300, title)]
    pub name: String,
    #[entity(on_delete = cascade)]
    pub album_id: Key<Album>,
    #[entity(on_delete = clear, len = 1..=20)]
    pub artist_ids: Vec<Key<Artist>>,
    #[entity(default = 1, range = 1..=20)]
    pub disc_number: i64,
    #[entity(range = 1..=500)]
    pub track_number: i64,
    #[entity(range = 1..=86_400_000)]
    pub duration_ms: i64,
    #[entity(default)]
    pub explicit: bool,
    #[entity(default, range = 0..=100)]
    pub popularity: i64,
}

/// A book that is read aloud.
#[derive(Entity)]
pub struct Audiobook {
    #[entity(key, token("", 22))]
    pub id: Key<Audiobook>,
    #[entity(len = 1..=300, title)]
    pub name: String,
    #[entity(len = 1..=10, person)]
    pub authors: Vec<String>,
    #[entity(person)]
    pub narrators: Vec<String>,
    #[entity(company)]
    pub publisher: String,
    #[entity(body)]
    pub description: String,
    #[entity(language)]
    pub languages: Vec<String>,
    #[entity(default)]
    pub explicit: bool,
}

/// A part of an audiobook.
#[derive(Entity)]
#[entity(unique(audiobook_id, chapter_number))]
pub struct Chapter {
    #[entity(key, token("", 22))]
    pub id: Key<Chapter>,
    #[entity(on_delete = cascade)]
    pub audiobook_id: Key<Audiobook>,
    #[entity(len = 1..=300, title)]
    pub name: String,
    #[entity(range = 0..=1000)]
    pub chapter_number: i64,
    #[entity(range = 1..=86_400_000)]
    pub duration_ms: i64,
}

/// A mood or style that playlists are sorted by.
#[derive(Entity)]
pub struct Category {
    #[entity(key, slug)]
    pub id: Key<Category>,
    #[entity(len = 1..=100, tag)]
    pub name: String,
}

/// Tracks in an order that someone chose; a track may be there several times.
#[derive(Entity)]
pub struct Playlist {
    #[entity(key, token("", 22))]
    pub id: Key<Playlist>,
    #[entity(len = 1..=100, title)]
    pub name: String,
    #[entity(len = 0..=300, body)]
    pub description: Option<String>,
    #[entity(default)]
    pub public: bool,
    /// Whether followers may change the tracks too.
    #[entity(default)]
    pub collaborative: bool,
    pub owner_id: Key<User>,
    #[entity(on_delete = clear)]
    pub follower_ids: Vec<Key<User>>,
    /// Names the present contents.
    pub snapshot_id: String,
    #[entity(on_delete = clear)]
    pub track_ids: Vec<Key<Track>>,
    #[entity(on_delete = clear)]
    pub category_ids: Vec<Key<Category>>,
    /// Whether the editors recommend it.
    #[entity(default)]
    pub featured: bool,
}

/// An artist beside something that they made.
#[derive(Record)]
pub struct ArtistRef {
    pub id: Key<Artist>,
    pub name: String,
}

/// A track as callers see it.
#[derive(Record)]
pub struct TrackView {
    pub id: Key<Track>,
    pub uri: String,
    pub name: String,
    pub artists: Vec<ArtistRef>,
    pub album_id: Key<Album>,
    pub album_name: String,
    pub disc_number: i64,
    pub track_number: i64,
    pub duration_ms: i64,
    pub explicit: bool,
    pub popularity: i64,
}

/// An album as callers see it.
#[derive(Record)]
pub struct AlbumView {
    pub id: Key<Album>,
    pub uri: String,
    pub name: String,
    pub album_type: AlbumType,
    pub artists: Vec<ArtistRef>,
    pub release_date: Date,
    pub label: Option<String>,
    pub popularity: i64,
    pub total_tracks: i64,
    pub track_ids: Vec<Key<Track>>,
}

/// A playlist as callers see it.
#[derive(Record)]
pub struct PlaylistView {
    pub id: Key<Playlist>,
    pub uri: String,
    pub name: String,
    pub description: Option<String>,
    pub public: bool,
    pub collaborative: bool,
    pub owner_id: Key<User>,
    pub owner_name: String,
    pub followers: i64,
    pub snapshot_id: String,
    pub total_tracks: i64,
    pub track_ids: Vec<Key<Track>>,
}

/// A place in a playlist.
#[derive(Record)]
pub struct PlaylistItem {
    pub track: TrackView,
}

/// What a search found, of the type that was asked for.
#[derive(Record)]
pub struct Found {
    pub artists: Vec<FoundArtist>,
    pub albums: Vec<AlbumView>,
    pub tracks: Vec<TrackView>,
    pub playlists: Vec<PlaylistView>,
}

/// An artist that a search found.
#[derive(Record)]
pub struct FoundArtist {
    pub id: Key<Artist>,
    pub uri: String,
    pub name: String,
    pub genres: Vec<String>,
    pub popularity: i64,
    pub followers: i64,
}

/// The names of genres.
#[derive(Record)]
pub struct Genres {
    pub genres: Vec<String>,
}

/// The state of a playlist after a change.
#[derive(Record)]
pub struct Changed {
    pub snapshot_id: String,
    pub total_tracks: i64,
}

#[derive(Args)]
pub struct AddTracksToPlaylist {
    pub id: Key<Playlist>,
    pub uris: Vec<Key<Track>>,
    pub position: Option<i64>,
}

/// A track to take out, everywhere or at some places.
#[derive(Record)]
pub struct RemovedTrack {
    pub uri: Key<Track>,
    pub positions: Option<Vec<i64>>,
}

#[derive(Args)]
pub struct RemoveTracksFromPlaylist {
    pub id: Key<Playlist>,
    pub tracks: Vec<RemovedTrack>,
    pub snapshot_id: Option<String>,
}

pub trait Tools {
    /// Reads the token of the session.
    #[tool(reads(session))]
    #[case(
        args = "{}",
        ok = r#"{"access_token":"BQDfixture","token_type":"Bearer","expires_in":3600}"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_access_token(
        state: &Spotify,
        _args: GetAccessToken,
        _cx: &mut Context,
    ) -> Result<RowRef<Session>, ToolError> {
        state.session.find()
    }

    /// Finds what has all the words, the most popular first. A word may be bound to a field:
    /// `artist:`, `album:`, `track:`, `genre:` and `year:`, the last one also with a span.
    #[tool(page(limit = limit), reads(artists, albums, tracks, playlists, users))]
    #[case(
        args = r#"{"query":"HARBOUR","type":"track"}"#,
        ok = r#"{"tracks":[{"name":"Harbour Lights","uri":"spotify:track:3trackaaaaaaaaaaaaaaa1"}],"artists":[]}"#
    )]
    #[case(
        args = r#"{"query":"artist:\"Nell Farrow\" year:2020-2026","type":"album"}"#,
        ok = r#"{"albums":[{"name":"Low Tide"}]}"#
    )]
    #[case(
        args = r#"{"query":"genre:folk","type":"artist","limit":1}"#,
        ok = r#"{"artists":[{"name":"Nell Farrow"}]}"#
    )]
    #[case(
        args = r#"{"query":"morning","type":"playlist"}"#,
        ok = r#"{"playlists":[{"name":"Slow Mornings"}]}"#
    )]
    #[case(args = r#"{"query":" ","type":"track"}"#, error = "invalid_argument")]
    #[case(args = r#"{"query":"x","type":"show"}"#, error = "invalid_argument")]
    fn search(state: &Spotify, args: Search, _cx: &mut Context) -> Result<Found, ToolError> {
        let terms = split_terms(&args.query);
        if terms.is_empty() {
            return Err(ToolError::invalid_argument("the query must not be empty"));
        }
        let limit = usize::try_from(args.limit.max(1)).unwrap_or(20);
        let mut found = Found {
            artists: Vec::new(),
            albums: Vec::new(),
            tracks: Vec::new(),
            playlists: Vec::new(),
        };
        match args.r#type.as_str() {
            "artist" => {
                let fits = |row: &Artist| all_fit(&terms, &artist_facts(row));
                let mut rows = state.artists.select(&fits);
                rows.sort_by_key(|row| std::cmp::Reverse(row.popularity));
                found.artists = rows.iter().take(limit).map(|row| found_artist(row)).collect();
            }
            "album" => {
                let fits = |row: &Album| all_fit(&terms, &album_facts(state, row));
                let mut rows = state.albums.select(&fits);
                rows.sort_by_key(|row| std::cmp::Reverse(row.popularity));
                found.albums = rows.iter().take(limit).map(|row| view_album(state, row)).collect();
            }
            "track" => {
                let fits = |row: &Track| all_fit(&terms, &track_facts(state, row));
                let mut rows = state.tracks.select(&fits);
                rows.sort_by_key(|row| std::cmp::Reverse(row.popularity));
                found.tracks = rows.iter().take(limit).map(|row| view_track(state, row)).collect();
            }
            _ => {
                let fits = |row: &Playlist| row.public && all_fit(&terms, &playlist_facts(row));
                let mut rows = state.playlists.select(&fits);
                rows.sort_by_key(|row| std::cmp::Reverse(row.follower_ids.len()));
                found.playlists =
                    rows.iter().take(limit).map(|row| view_playlist(state, row)).collect();
            }
        }
        Ok(found)
    }

    /// Reads an artist.
    #[tool(get, key(id), reads(artists))]
    #[case(
        args = r#"{"id":"spotify:artist:1artistaaaaaaaaaaaaaa1"}"#,
        ok = r#"{"id":"1artistaaaaaaaaaaaaaa1","name":"Nell Farrow","genres":["folk","indie"]}"#
    )]
    #[case(args = r#"{"id":"1artistaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    #[case(args = r#"{"id":"spotify:album:1artistaaaaaaaaaaaaaa1"}"#, error = "invalid_argument")]
    fn get_artist(
        state: &Spotify,
        args: GetArtist,
        _cx: &mut Context,
    ) -> Result<RowRef<Artist>, ToolError> {
        state.artists.find(&bare(&args.id, "artist")?)
    }

    /// Reads several artists in the order in which they are named; a missing one is `null`.
    #[tool(types(ids = Vec<Key<Artist>>), about = Artist, reads(artists))]
    #[case(
        args = r#"{"ids":["1artistaaaaaaaaaaaaaa2","1artistaaaaaaaaaaaaaa9"]}"#,
        ok = r#"[{"name":"The Ferrymen"},null]"#
    )]
    #[case(args = r#"{"ids":[]}"#, error = "invalid_argument")]
    fn get_multiple_artists(
        state: &Spotify,
        args: GetMultipleArtists,
        _cx: &mut Context,
    ) -> Result<Vec<Option<RowRef<Artist>>>, ToolError> {
        let ids = bare_all(&args.ids, "artist", 50)?;
        Ok(ids.iter().map(|id| state.artists.find(id).ok()).collect())
    }

    /// Lists the ten most popular tracks of an artist.
    #[tool(
        list,
        filter(artist_ids has id),
        about = Track,
        ignore(market),
        reads(artists, tracks, albums)
    )]
    #[case(
        args = r#"{"id":"1artistaaaaaaaaaaaaaa1","market":"NO"}"#,
        ok = r#"[{"name":"Harbour Lights"},{"name":"Salt"},{"name":"Ropes"}]"#
    )]
    #[case(args = r#"{"id":"1artistaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    #[case(
        args = r#"{"id":"1artistaaaaaaaaaaaaaa1","market":"Norway"}"#,
        error = "invalid_argument"
    )]
    fn get_artist_top_tracks(
        state: &Spotify,
        args: GetArtistTopTracks,
        _cx: &mut Context,
    ) -> Result<Vec<TrackView>, ToolError> {
        check_market(args.market.as_deref())?;
        let artist = state.artists.find(&bare(&args.id, "artist")?)?;
        let mut rows = state.tracks.select(&|row| row.artist_ids.contains(&artist.id));
        rows.sort_by_key(|row| std::cmp::Reverse(row.popularity));
        Ok(rows.iter().take(10).map(|row| view_track(state, row)).collect())
    }

    /// Lists up to twenty artists who share genres with an artist, the closest first.
    #[tool(types(id = Key<Artist>), about = Artist, reads(artists))]
    #[case(args = r#"{"id":"1artistaaaaaaaaaaaaaa1"}"#, ok = r#"[{"name":"The Ferrymen"}]"#)]
    #[case(args = r#"{"id":"1artistaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    fn get_artist_related_artists(
        state: &Spotify,
        args: GetArtistRelatedArtists,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Artist>>, ToolError> {
        let artist = state.artists.find(&bare(&args.id, "artist")?)?;
        let shared =
            |row: &Artist| row.genres.iter().filter(|genre| artist.genres.contains(genre)).count();
        let mut rows = state.artists.select(&|row| row.id != artist.id && shared(row) > 0);
        rows.sort_by_key(|row| std::cmp::Reverse((shared(row), row.popularity)));
        rows.truncate(20);
        Ok(rows)
    }

    /// Lists the albums of an artist, the latest first, and those on which they only appear.
    #[tool(
        list,
        filter(artist_ids has id),
        about = Album,
        page(limit = limit, offset = offset),
        reads(artists, albums, tracks)
    )]
    #[case(
        args = r#"{"id":"1artistaaaaaaaaaaaaaa1"}"#,
        ok = r#"{"items":[{"name":"Dockside Songs"},{"name":"Low Tide"}],"total":2}"#
    )]
    #[case(
        args = r#"{"id":"1artistaaaaaaaaaaaaaa1","include_groups":["appears_on"]}"#,
        ok = r#"{"items":[{"name":"Dockside Songs"}],"total":1}"#
    )]
    #[case(args = r#"{"id":"1artistaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    #[case(args = r#"{"id":"1artistaaaaaaaaaaaaaa1","limit":51}"#, error = "invalid_argument")]
    fn get_artist_albums(
        state: &Spotify,
        args: GetArtistAlbums,
        _cx: &mut Context,
    ) -> Result<Page<AlbumView>, ToolError> {
        let artist = state.artists.find(&bare(&args.id, "artist")?)?;
        let wanted: Vec<&str> =
            args.include_groups.iter().flatten().map(|group| group.as_str()).collect();
        let in_groups = |album: &Album| {
            group_of(state, &artist.id, album)
                .is_some_and(|group| wanted.is_empty() || wanted.contains(&group))
        };
        let mut rows = state.albums.select(&in_groups);
        rows.sort_by_key(|row| std::cmp::Reverse(row.release_date));
        let page = slice(rows, Some(args.limit), Some(args.offset))?;
        Ok(each(page, |row| view_album(state, row)))
    }

    /// Reads an album.
    #[tool(get, key(id), about = Album, reads(albums, artists, tracks))]
    #[case(
        args = r#"{"id":"2albumaaaaaaaaaaaaaaa1"}"#,
        ok = r#"{"name":"Low Tide","album_type":"album","artists":[{"name":"Nell Farrow"}],"total_tracks":2,"track_ids":["3trackaaaaaaaaaaaaaaa1","3trackaaaaaaaaaaaaaaa2"]}"#
    )]
    #[case(args = r#"{"id":"2albumaaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    fn get_album(
        state: &Spotify,
        args: GetAlbum,
        _cx: &mut Context,
    ) -> Result<AlbumView, ToolError> {
        let album = state.albums.find(&bare(&args.id, "album")?)?;
        Ok(view_album(state, &album))
    }

    /// Lists the tracks of an album in their order.
    #[tool(
        list,
        filter(album_id = id),
        about = Track,
        page(limit = limit, offset = offset),
        reads(albums, artists, tracks)
    )]
    #[case(
        args = r#"{"id":"spotify:album:2albumaaaaaaaaaaaaaaa1","limit":1,"offset":1}"#,
        ok = r#"{"items":[{"name":"Salt","track_number":2}],"total":2}"#
    )]
    #[case(args = r#"{"id":"2albumaaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    fn get_album_tracks(
        state: &Spotify,
        args: GetAlbumTracks,
        _cx: &mut Context,
    ) -> Result<Page<TrackView>, ToolError> {
        let album = state.albums.find(&bare(&args.id, "album")?)?;
        let page = slice(tracks_of(state, &album.id), Some(args.limit), Some(args.offset))?;
        Ok(each(page, |row| view_track(state, row)))
    }

    /// Reads several albums in the order in which they are named; a missing one is `null`.
    #[tool(types(ids = Vec<Key<Album>>), about = Album, reads(albums, artists, tracks))]
    #[case(
        args = r#"{"ids":["2albumaaaaaaaaaaaaaaa2","2albumaaaaaaaaaaaaaaa9"]}"#,
        ok = r#"[{"name":"Dockside Songs"},null]"#
    )]
    #[case(args = r#"{"ids":["not an id"]}"#, error = "invalid_argument")]
    fn get_multiple_albums(
        state: &Spotify,
        args: GetMultipleAlbums,
        _cx: &mut Context,
    ) -> Result<Vec<Option<AlbumView>>, ToolError> {
        let ids = bare_all(&args.ids, "album", 20)?;
        let view = |id: &Key<Album>| state.albums.get(id).map(|row| view_album(state, row));
        Ok(ids.iter().map(view).collect())
    }

    /// Reads a track.
    #[tool(get, key(id), about = Track, reads(tracks, albums, artists))]
    #[case(
        args = r#"{"id":"spotify:track:3trackaaaaaaaaaaaaaaa3"}"#,
        ok = r#"{"name":"Ropes","artists":[{"name":"The Ferrymen"},{"name":"Nell Farrow"}],"album_name":"Dockside Songs"}"#
    )]
    #[case(args = r#"{"id":"3trackaaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    fn get_track(
        state: &Spotify,
        args: GetTrack,
        _cx: &mut Context,
    ) -> Result<TrackView, ToolError> {
        let track = state.tracks.find(&bare(&args.id, "track")?)?;
        Ok(view_track(state, &track))
    }

    /// Lists the genres of the catalog's artists.
    #[tool(reads(artists))]
    #[case(args = "{}", ok = r#"{"genres":["folk","indie","shanty"]}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_available_genres(
        state: &Spotify,
        _args: GetAvailableGenres,
        _cx: &mut Context,
    ) -> Result<Genres, ToolError> {
        Ok(Genres { genres: genres_of(state) })
    }

    /// Lists albums, the latest first.
    #[tool(
        list,
        about = Album,
        sort(release_date, descending),
        ignore(country),
        page(limit = limit, offset = offset),
        reads(albums, artists, tracks)
    )]
    #[case(
        args = r#"{"limit":1}"#,
        ok = r#"{"items":[{"name":"Dockside Songs","release_date":"2026-01-30"}],"total":2}"#
    )]
    #[case(args = r#"{"country":"Norway"}"#, error = "invalid_argument")]
    fn get_new_releases(
        state: &Spotify,
        args: GetNewReleases,
        _cx: &mut Context,
    ) -> Result<Page<AlbumView>, ToolError> {
        check_market(args.country.as_deref())?;
        let mut rows = state.albums.select(&|_| true);
        rows.sort_by_key(|row| std::cmp::Reverse(row.release_date));
        let page = slice(rows, Some(args.limit), Some(args.offset))?;
        Ok(each(page, |row| view_album(state, row)))
    }

    /// Lists tracks that share artists or genres with up to five seeds, the closest first, and of
    /// these the most popular.
    #[tool(
        page(limit = limit),
        types(seed_tracks = Vec<Key<Track>>, seed_artists = Vec<Key<Artist>>),
        about = Track,
        reads(tracks, artists, albums)
    )]
    #[case(
        args = r#"{"seed_tracks":["spotify:track:3trackaaaaaaaaaaaaaaa1"]}"#,
        ok = r#"[{"name":"Ropes"},{"name":"Salt"}]"#
    )]
    #[case(args = r#"{"seed_genres":["shanty"],"limit":1}"#, ok = r#"[{"name":"Ropes"}]"#)]
    #[case(args = "{}", error = "invalid_argument")]
    #[case(args = r#"{"seed_genres":["no such genre"]}"#, error = "invalid_argument")]
    #[case(args = r#"{"seed_artists":["1artistaaaaaaaaaaaaaa9"]}"#, error = "not_found")]
    fn get_recommendations(
        state: &Spotify,
        args: GetRecommendations,
        _cx: &mut Context,
    ) -> Result<Vec<TrackView>, ToolError> {
        let genres = args.seed_genres.unwrap_or_default();
        let tracks = args.seed_tracks.unwrap_or_default();
        let artists = args.seed_artists.unwrap_or_default();
        let n_seeds = genres.len() + tracks.len() + artists.len();
        if !(1..=5).contains(&n_seeds) {
            return Err(ToolError::invalid_argument("pass one to five seeds, all together"));
        }
        let known = genres_of(state);
        if let Some(genre) = genres.iter().find(|genre| !known.contains(genre)) {
            return Err(ToolError::invalid_argument(format!("`{genre}` is no available genre")));
        }
        let mut taste = Taste { artists: Vec::new(), genres, heard: Vec::new() };
        for id in &tracks {
            let track = state.tracks.find(&bare(id, "track")?)?;
            taste.artists.extend(track.artist_ids.iter().cloned());
            taste.heard.push(track.id.clone());
        }
        for id in &artists {
            taste.artists.push(state.artists.find(&bare(id, "artist")?)?.id.clone());
        }
        for id in &taste.artists {
            let row = state.artists.get(id);
            taste.genres.extend(row.iter().flat_map(|row| row.genres.iter().cloned()));
        }
        let likeness = |track: &Track| likeness(state, &taste, track);
        let mut rows =
            state.tracks.select(&|track| !taste.heard.contains(&track.id) && likeness(track) > 0);
        rows.sort_by_key(|track| std::cmp::Reverse((likeness(track), track.popularity)));
        rows.truncate(usize::try_from(args.limit.max(1)).unwrap_or(20));
        Ok(rows.iter().map(|row| view_track(state, row)).collect())
    }

    /// Reads an audiobook.
    #[tool(get, key(id), ignore(market), reads(audiobooks))]
    #[case(
        args = r#"{"id":"4bookaaaaaaaaaaaaaaaa1"}"#,
        ok = r#"{"name":"The Lighthouse Year","authors":["Ida Holm"]}"#
    )]
    #[case(args = r#"{"id":"4bookaaaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    fn get_audiobook(
        state: &Spotify,
        args: GetAudiobook,
        _cx: &mut Context,
    ) -> Result<RowRef<Audiobook>, ToolError> {
        check_market(args.market.as_deref())?;
        // The URI of an audiobook says `show`.
        state.audiobooks.find(&bare_of(&args.id, &["audiobook", "show"])?)
    }

    /// Reads several audiobooks in the order in which they are named; a missing one is `null`.
    #[tool(
        types(ids = Vec<Key<Audiobook>>),
        about = Audiobook,
        ignore(market),
        reads(audiobooks)
    )]
    #[case(
        args = r#"{"ids":["4bookaaaaaaaaaaaaaaaa2","4bookaaaaaaaaaaaaaaaa9"]}"#,
        ok = r#"[{"name":"Knots"},null]"#
    )]
    #[case(args = r#"{"ids":[]}"#, error = "invalid_argument")]
    fn get_multiple_audiobooks(
        state: &Spotify,
        args: GetMultipleAudiobooks,
        _cx: &mut Context,
    ) -> Result<Vec<Option<RowRef<Audiobook>>>, ToolError> {
        check_market(args.market.as_deref())?;
        check_count(args.ids.len(), 50)?;
        let mut rows = Vec::new();
        for id in &args.ids {
            rows.push(state.audiobooks.find(&bare_of(id, &["audiobook", "show"])?).ok());
        }
        Ok(rows)
    }

    /// Lists the chapters of an audiobook in their order.
    #[tool(
        list,
        filter(audiobook_id = id),
        about = Chapter,
        ignore(market),
        page(limit = limit, offset = offset),
        reads(audiobooks, chapters)
    )]
    #[case(
        args = r#"{"id":"4bookaaaaaaaaaaaaaaaa1"}"#,
        ok = r#"{"items":[{"name":"Arrival"},{"name":"First Storm"}],"total":2}"#
    )]
    #[case(args = r#"{"id":"4bookaaaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    fn get_audiobook_chapters(
        state: &Spotify,
        args: GetAudiobookChapters,
        _cx: &mut Context,
    ) -> Result<Page<RowRef<Chapter>>, ToolError> {
        check_market(args.market.as_deref())?;
        let book = state.audiobooks.find(&bare_of(&args.id, &["audiobook", "show"])?)?;
        let mut rows = state.chapters.select(&|row| row.audiobook_id == book.id);
        rows.sort_by_key(|row| row.chapter_number);
        slice(rows, args.limit.or(Some(20)), args.offset)
    }

    /// Reads a playlist.
    #[tool(get, key(id), about = Playlist, ignore(market), reads(playlists, users))]
    #[case(
        args = r#"{"id":"spotify:playlist:5listaaaaaaaaaaaaaaaa1"}"#,
        ok = r#"{"name":"Slow Mornings","owner_id":"mira","total_tracks":2,"followers":1}"#
    )]
    #[case(args = r#"{"id":"5listaaaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    fn get_playlist(
        state: &Spotify,
        args: GetPlaylist,
        _cx: &mut Context,
    ) -> Result<PlaylistView, ToolError> {
        check_market(args.market.as_deref())?;
        let playlist = state.playlists.find(&bare(&args.id, "playlist")?)?;
        Ok(view_playlist(state, &playlist))
    }

    /// Lists the tracks of a playlist in their order.
    #[tool(
        types(id = Key<Playlist>),
        about = Track,
        ignore(fields, market),
        page(limit = limit, offset = offset),
        reads(playlists, tracks, albums, artists)
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa1","offset":1}"#,
        ok = r#"{"items":[{"track":{"name":"Ropes","uri":"spotify:track:3trackaaaaaaaaaaaaaaa3"}}],"total":2}"#
    )]
    #[case(args = r#"{"id":"5listaaaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    fn get_playlist_tracks(
        state: &Spotify,
        args: GetPlaylistTracks,
        _cx: &mut Context,
    ) -> Result<Page<PlaylistItem>, ToolError> {
        check_market(args.market.as_deref())?;
        playlist_page(state, &args.id, args.limit, args.offset)
    }

    /// Lists the items of a playlist in their order; all of them are tracks.
    #[tool(
        types(id = Key<Playlist>),
        about = Track,
        ignore(fields, market),
        page(limit = limit, offset = offset),
        reads(playlists, tracks, albums, artists)
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa1","limit":1}"#,
        ok = r#"{"items":[{"track":{"name":"Salt"}}],"total":2}"#
    )]
    #[case(args = r#"{"id":"5listaaaaaaaaaaaaaaaa9"}"#, error = "not_found")]
    fn get_playlist_items(
        state: &Spotify,
        args: GetPlaylistItems,
        _cx: &mut Context,
    ) -> Result<Page<PlaylistItem>, ToolError> {
        check_market(args.market.as_deref())?;
        playlist_page(state, &args.id, args.limit, args.offset)
    }

    /// Changes what is given of a playlist that the current user owns. A collaborative playlist is
    /// not public.
    #[tool(update, key(id), about = Playlist, reads(session, users), writes(playlists))]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa1","name":"Slower Mornings","public":false,"collaborative":true}"#,
        ok = r#"{"name":"Slower Mornings","public":false,"collaborative":true}"#
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa1","collaborative":true}"#,
        error = "failed_precondition"
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa2","name":"Mine now"}"#,
        error = "permission_denied"
    )]
    #[case(args = r#"{"id":"5listaaaaaaaaaaaaaaaa9","name":"x"}"#, error = "not_found")]
    #[case(args = r#"{"id":"5listaaaaaaaaaaaaaaaa1"}"#, error = "invalid_argument")]
    fn modify_playlist(
        state: &mut Spotify,
        args: ModifyPlaylist,
        cx: &mut Context,
    ) -> Result<PlaylistView, ToolError> {
        let nothing = args.name.is_none()
            && args.description.is_none()
            && args.public.is_none()
            && args.collaborative.is_none();
        if nothing {
            return Err(ToolError::invalid_argument("pass something to change"));
        }
        let playlist = state.playlists.find(&bare(&args.id, "playlist")?)?;
        if playlist.owner_id != current_user(state)? {
            return Err(ToolError::permission_denied("only its owner changes a playlist"));
        }
        let mut changed = (*playlist).clone();
        changed.name = args.name.unwrap_or(changed.name);
        changed.description = args.description.or(changed.description);
        changed.public = args.public.unwrap_or(changed.public);
        changed.collaborative = args.collaborative.unwrap_or(changed.collaborative);
        if args.collaborative == Some(true) && changed.public {
            return Err(ToolError::failed_precondition(
                "a public playlist cannot be collaborative; set `public` to false too",
            ));
        }
        changed.collaborative &= !changed.public;
        changed.snapshot_id = cx.token("A", 31);
        let changed = state.playlists.put(changed);
        Ok(view_playlist(state, &changed))
    }

    /// Puts tracks into a playlist, at its end or at a place. The tracks are named by URI or
    /// identifier; one that is there already is put in once more.
    #[tool(
        append(track_ids = uris),
        key(id),
        about = Playlist,
        reads(session, tracks),
        writes(playlists)
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa1","uris":["spotify:track:3trackaaaaaaaaaaaaaaa1"],"position":0}"#,
        ok = r#"{"total_tracks":3}"#
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa3","uris":["3trackaaaaaaaaaaaaaaa2","3trackaaaaaaaaaaaaaaa2"]}"#,
        ok = r#"{"total_tracks":3}"#
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa2","uris":["3trackaaaaaaaaaaaaaaa2"]}"#,
        error = "permission_denied"
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa1","uris":["spotify:track:3trackaaaaaaaaaaaaaaa9"]}"#,
        error = "not_found"
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa1","uris":["3trackaaaaaaaaaaaaaaa2"],"position":7}"#,
        error = "invalid_argument"
    )]
    fn add_tracks_to_playlist(
        state: &mut Spotify,
        args: AddTracksToPlaylist,
        cx: &mut Context,
    ) -> Result<Changed, ToolError> {
        let playlist = editable(state, &args.id)?;
        let mut added = bare_all(&args.uris, "track", 100)?;
        for id in &added {
            state.tracks.find(id)?;
        }
        let n_before = playlist.track_ids.len();
        if n_before.saturating_add(added.len()) > TRACKS_MAX {
            let message = format!("a playlist holds {TRACKS_MAX} tracks at most");
            return Err(ToolError::new(ErrorCode::ResourceExhausted, message));
        }
        let at = match args.position {
            None => n_before,
            Some(position) => usize::try_from(position).unwrap_or(usize::MAX),
        };
        let Some((before, after)) = playlist.track_ids.split_at_checked(at) else {
            let message = format!("the playlist has {n_before} tracks, position {at} is beyond");
            return Err(ToolError::invalid_argument(message));
        };
        let mut track_ids = before.to_vec();
        track_ids.append(&mut added);
        track_ids.extend(after.iter().cloned());
        save_tracks(state, &playlist.id, track_ids, cx)
    }

    /// Takes tracks out of a playlist, everywhere or only at some places. A track that is not in
    /// it is passed over.
    #[tool(key(id), about = Playlist, reads(session), writes(playlists))]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa1","tracks":[{"uri":"spotify:track:3trackaaaaaaaaaaaaaaa2"}],"snapshot_id":"Asnap1"}"#,
        ok = r#"{"total_tracks":1}"#
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa1","tracks":[{"uri":"3trackaaaaaaaaaaaaaaa2","positions":[1]}]}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa1","tracks":[{"uri":"3trackaaaaaaaaaaaaaaa2"}],"snapshot_id":"Aold"}"#,
        error = "conflict"
    )]
    #[case(
        args = r#"{"id":"5listaaaaaaaaaaaaaaaa2","tracks":[{"uri":"3trackaaaaaaaaaaaaaaa2"}]}"#,
        error = "permission_denied"
    )]
    fn remove_tracks_from_playlist(
        state: &mut Spotify,
        args: RemoveTracksFromPlaylist,
        cx: &mut Context,
    ) -> Result<Changed, ToolError> {
        let playlist = editable(state, &args.id)?;
        check_count(args.tracks.len(), 100)?;
        if args.snapshot_id.is_some_and(|snapshot| snapshot != playlist.snapshot_id) {
            return Err(ToolError::conflict("the playlist has changed since that snapshot"));
        }
        let mut dropped: Vec<usize> = Vec::new();
        for removed in &args.tracks {
            let id = bare(&removed.uri, "track")?;
            let places = (0..).zip(&playlist.track_ids).filter(|(_, track)| **track == id);
            let places: Vec<usize> = places.map(|(place, _)| place).collect();
            match &removed.positions {
                None => dropped.extend(places),
                Some(positions) => {
                    for position in positions {
                        let place = usize::try_from(*position).unwrap_or(usize::MAX);
                        if !places.contains(&place) {
                            let message = format!("track `{id}` is not at position {position}");
                            return Err(ToolError::invalid_argument(message));
                        }
                        dropped.push(place);
                    }
                }
            }
        }
        let kept = (0..).zip(&playlist.track_ids).filter(|(place, _)| !dropped.contains(place));
        let track_ids = kept.map(|(_, track)| track.clone()).collect();
        save_tracks(state, &playlist.id, track_ids, cx)
    }

    /// Lists the playlists that the current user owns or follows.
    #[tool(
        list,
        about = Playlist,
        page(limit = limit, offset = offset),
        reads(session, playlists, users)
    )]
    #[case(
        args = "{}",
        ok = r#"{"items":[{"name":"Slow Mornings"},{"name":"Boat Kitchen"}],"total":2}"#
    )]
    #[case(args = r#"{"limit":0}"#, error = "invalid_argument")]
    fn get_current_user_playlists(
        state: &Spotify,
        args: GetCurrentUserPlaylists,
        _cx: &mut Context,
    ) -> Result<Page<PlaylistView>, ToolError> {
        let me = current_user(state)?;
        let mine = |row: &Playlist| row.owner_id == me || row.follower_ids.contains(&me);
        let page = slice(state.playlists.select(&mine), args.limit.or(Some(20)), args.offset)?;
        Ok(each(page, |row| view_playlist(state, row)))
    }

    /// Lists the playlists that the editors recommend.
    #[tool(
        list,
        about = Playlist,
        ignore(locale),
        page(limit = limit, offset = offset),
        reads(playlists, users)
    )]
    #[case(args = "{}", ok = r#"{"items":[{"name":"Sea Songs"}],"total":1}"#)]
    #[case(args = r#"{"offset":-1}"#, error = "invalid_argument")]
    fn get_featured_playlists(
        state: &Spotify,
        args: GetFeaturedPlaylists,
        _cx: &mut Context,
    ) -> Result<Page<PlaylistView>, ToolError> {
        let rows = state.playlists.select(&|row| row.featured && row.public);
        let page = slice(rows, args.limit.or(Some(20)), args.offset)?;
        Ok(each(page, |row| view_playlist(state, row)))
    }

    /// Lists the public playlists of a category.
    #[tool(
        list,
        filter(category_ids has category_id),
        types(category_id = Key<Category>),
        about = Playlist,
        page(limit = limit, offset = offset),
        reads(categories, playlists, users)
    )]
    #[case(
        args = r#"{"category_id":"calm"}"#,
        ok = r#"{"items":[{"name":"Slow Mornings"}],"total":1}"#
    )]
    #[case(args = r#"{"category_id":"no-such-category"}"#, error = "not_found")]
    fn get_category_playlists(
        state: &Spotify,
        args: GetCategoryPlaylists,
        _cx: &mut Context,
    ) -> Result<Page<PlaylistView>, ToolError> {
        let category = state.categories.find(&args.category_id)?;
        let rows =
            state.playlists.select(&|row| row.public && row.category_ids.contains(&category.id));
        let page = slice(rows, args.limit.or(Some(20)), args.offset)?;
        Ok(each(page, |row| view_playlist(state, row)))
    }
}

/// How many tracks a playlist holds.
const TRACKS_MAX: usize = 10_000;

fn slice<T>(rows: Vec<T>, limit: Option<i64>, offset: Option<i64>) -> Result<Page<T>, ToolError> {
    PageRequest { limit, offset, ..PageRequest::default() }.cut(rows)
}

fn each<T: Entity, V>(page: Page<RowRef<T>>, view: impl Fn(&T) -> V) -> Page<V> {
    let items = page.items.iter().map(|row| view(row)).collect();
    Page { items, total: page.total, next_cursor: page.next_cursor }
}

/// The identifier in an identifier, a URI or an address of the web player.
fn bare<T>(named: &Key<T>, kind: &str) -> Result<Key<T>, ToolError> {
    bare_of(named, &[kind])
}

fn bare_of<T>(named: &Key<T>, kinds: &[&str]) -> Result<Key<T>, ToolError> {
    let text = named.as_str().trim();
    let path = text
        .strip_prefix("spotify:")
        .and_then(|rest| rest.split_once(':'))
        .or_else(|| text.strip_prefix("https://open.spotify.com/")?.split_once('/'));
    let id = match path {
        Some((kind, id)) if kinds.contains(&kind) => id.split('?').next().unwrap_or_default(),
        Some((kind, _)) => {
            let message = format!("`{text}` names a {kind}, not a {}", kinds.join(" or "));
            return Err(ToolError::invalid_argument(message));
        }
        None => text,
    };
    if id.is_empty() || !id.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(ToolError::invalid_argument(format!("`{text}` is no identifier")));
    }
    Ok(Key::new(id))
}

fn bare_all<T>(named: &[Key<T>], kind: &str, most: usize) -> Result<Vec<Key<T>>, ToolError> {
    check_count(named.len(), most)?;
    named.iter().map(|id| bare(id, kind)).collect()
}

fn check_count(n: usize, most: usize) -> Result<(), ToolError> {
    if (1..=most).contains(&n) {
        return Ok(());
    }
    Err(ToolError::invalid_argument(format!("pass 1 to {most} of them, not {n}")))
}

fn check_market(market: Option<&str>) -> Result<(), ToolError> {
    match market {
        Some(code) if code.len() != 2 || !code.chars().all(|c| c.is_ascii_alphabetic()) => {
            let message = format!("`{code}` is no market, write it like `NO`");
            Err(ToolError::invalid_argument(message))
        }
        _ => Ok(()),
    }
}

fn current_user(state: &Spotify) -> Result<Key<User>, ToolError> {
    Ok(state.session.find()?.user_id.clone())
}

/// The playlist, when the current user may change its tracks.
fn editable(state: &Spotify, id: &Key<Playlist>) -> Result<RowRef<Playlist>, ToolError> {
    let playlist = state.playlists.find(&bare(id, "playlist")?)?;
    let me = current_user(state)?;
    let helps = playlist.collaborative && playlist.follower_ids.contains(&me);
    if playlist.owner_id != me && !helps {
        return Err(ToolError::permission_denied("the playlist belongs to someone else"));
    }
    Ok(playlist)
}

fn save_tracks(
    state: &mut Spotify,
    id: &Key<Playlist>,
    track_ids: Vec<Key<Track>>,
    cx: &mut Context,
) -> Result<Changed, ToolError> {
    let snapshot_id = cx.token("A", 31);
    let playlist = state.playlists.update(id, |playlist| {
        playlist.track_ids = track_ids;
        playlist.snapshot_id = snapshot_id;
        Ok(())
    })?;
    Ok(Changed {
        snapshot_id: playlist.snapshot_id.clone(),
        total_tracks: count(playlist.track_ids.len()),
    })
}

fn playlist_page(
    state: &Spotify,
    id: &Key<Playlist>,
    limit: Option<i64>,
    offset: Option<i64>,
) -> Result<Page<PlaylistItem>, ToolError> {
    let playlist = state.playlists.find(&bare(id, "playlist")?)?;
    let rows = playlist.track_ids.iter().filter_map(|id| state.tracks.find(id).ok()).collect();
    let page = slice(rows, limit.or(Some(100)), offset)?;
    Ok(each(page, |row| PlaylistItem { track: view_track(state, row) }))
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// The tracks of an album in their order.
fn tracks_of(state: &Spotify, album: &Key<Album>) -> Vec<RowRef<Track>> {
    let mut rows = state.tracks.select(&|row| row.album_id == *album);
    rows.sort_by_key(|row| (row.disc_number, row.track_number));
    rows
}

/// How an artist has to do with an album.
fn group_of(state: &Spotify, artist: &Key<Artist>, album: &Album) -> Option<&'static str> {
    if album.artist_ids.contains(artist) {
        return Some(album.album_type.as_str());
    }
    let appears = |row: &Track| row.album_id == album.id && row.artist_ids.contains(artist);
    state.tracks.first(&appears).map(|_| "appears_on")
}

/// The genres of all artists, each once, in the order of the alphabet.
fn genres_of(state: &Spotify) -> Vec<String> {
    let mut genres: Vec<String> =
        state.artists.iter().flat_map(|artist| artist.genres.iter().cloned()).collect();
    genres.sort();
    genres.dedup();
    genres
}

/// What the seeds of a recommendation say.
struct Taste {
    artists: Vec<Key<Artist>>,
    genres: Vec<String>,
    heard: Vec<Key<Track>>,
}

/// How much a track has in common with the seeds: an artist counts more than any genre.
fn likeness(state: &Spotify, taste: &Taste, track: &Track) -> usize {
    let of_artist = |id: &Key<Artist>| {
        let by_name = if taste.artists.contains(id) { 10 } else { 0 };
        let genres = state.artists.get(id).map_or(0, |artist| {
            artist.genres.iter().filter(|genre| taste.genres.contains(genre)).count()
        });
        genres.saturating_add(by_name)
    };
    track.artist_ids.iter().map(of_artist).sum()
}

/// What a search can look at.
struct Facts {
    /// All words that count.
    texts: Vec<String>,
    track: String,
    album: String,
    artist: String,
    genres: Vec<String>,
    year: Option<i64>,
}

fn artist_facts(artist: &Artist) -> Facts {
    Facts {
        texts: vec![artist.name.clone()],
        track: String::new(),
        album: String::new(),
        artist: artist.name.clone(),
        genres: artist.genres.clone(),
        year: None,
    }
}

fn album_facts(state: &Spotify, album: &Album) -> Facts {
    let artist = artist_names(state, &album.artist_ids);
    let (year, _, _) = album.release_date.year_month_day();
    Facts {
        texts: vec![album.name.clone(), artist.clone()],
        track: String::new(),
        album: album.name.clone(),
        genres: artist_genres(state, &album.artist_ids),
        artist,
        year: Some(i64::from(year)),
    }
}

fn track_facts(state: &Spotify, track: &Track) -> Facts {
    let album = state.albums.get(&track.album_id);
    let artist = artist_names(state, &track.artist_ids);
    let album_name = album.map(|album| album.name.clone()).unwrap_or_default();
    Facts {
        texts: vec![track.name.clone(), artist.clone(), album_name.clone()],
        track: track.name.clone(),
        album: album_name,
        genres: artist_genres(state, &track.artist_ids),
        artist,
        year: album.map(|album| i64::from(album.release_date.year_month_day().0)),
    }
}

fn playlist_facts(playlist: &Playlist) -> Facts {
    Facts {
        texts: vec![playlist.name.clone(), playlist.description.clone().unwrap_or_default()],
        track: String::new(),
        album: String::new(),
        artist: String::new(),
        genres: Vec::new(),
        year: None,
    }
}

fn artist_names(state: &Spotify, ids: &[Key<Artist>]) -> String {
    let names: Vec<&str> =
        ids.iter().filter_map(|id| state.artists.get(id)).map(|row| row.name.as_str()).collect();
    names.join(" ")
}

fn artist_genres(state: &Spotify, ids: &[Key<Artist>]) -> Vec<String> {
    let rows = ids.iter().filter_map(|id| state.artists.get(id));
    rows.flat_map(|row| row.genres.iter().cloned()).collect()
}

fn all_fit(terms: &[String], facts: &Facts) -> bool {
    terms.iter().all(|term| fits(term, facts))
}

fn fits(term: &str, facts: &Facts) -> bool {
    let (field, value) = term.split_once(':').unwrap_or(("", term));
    let has = |text: &str| contains_text(&[text], value);
    match field {
        "track" => has(&facts.track),
        "album" => has(&facts.album),
        "artist" => has(&facts.artist),
        "genre" => facts.genres.iter().any(|genre| genre.eq_ignore_ascii_case(value)),
        "year" => {
            let (from, to) = value.split_once('-').unwrap_or((value, value));
            let bound = |text: &str| text.parse::<i64>().ok();
            match (facts.year, bound(from), bound(to)) {
                (Some(year), Some(from), Some(to)) => (from..=to).contains(&year),
                _ => false,
            }
        }
        _ => {
            let texts: Vec<&str> = facts.texts.iter().map(String::as_str).collect();
            contains_text(&texts, term)
        }
    }
}

/// Cuts a query at spaces; quotes keep words together and are dropped.
fn split_terms(query: &str) -> Vec<String> {
    let mut terms = vec![String::new()];
    let mut quoted = false;
    for letter in query.chars() {
        match (letter, terms.last_mut()) {
            ('"', _) => quoted = !quoted,
            (space, _) if space.is_whitespace() && !quoted => terms.push(String::new()),
            (other, Some(term)) => term.push(other),
            _ => {}
        }
    }
    terms.retain(|term| !term.trim().is_empty());
    terms
}

fn artist_refs(state: &Spotify, ids: &[Key<Artist>]) -> Vec<ArtistRef> {
    let rows = ids.iter().filter_map(|id| state.artists.get(id));
    rows.map(|row| ArtistRef { id: row.id.clone(), name: row.name.clone() }).collect()
}

fn found_artist(artist: &Artist) -> FoundArtist {
    FoundArtist {
        id: artist.id.clone(),
        uri: format!("spotify:artist:{}", artist.id),
        name: artist.name.clone(),
        genres: artist.genres.clone(),
        popularity: artist.popularity,
        followers: artist.followers,
    }
}

fn view_track(state: &Spotify, track: &Track) -> TrackView {
    let album = state.albums.get(&track.album_id);
    TrackView {
        id: track.id.clone(),
        uri: format!("spotify:track:{}", track.id),
        name: track.name.clone(),
        artists: artist_refs(state, &track.artist_ids),
        album_id: track.album_id.clone(),
        album_name: album.map(|album| album.name.clone()).unwrap_or_default(),
        disc_number: track.disc_number,
        track_number: track.track_number,
        duration_ms: track.duration_ms,
        explicit: track.explicit,
        popularity: track.popularity,
    }
}

fn view_album(state: &Spotify, album: &Album) -> AlbumView {
    let tracks = tracks_of(state, &album.id);
    AlbumView {
        id: album.id.clone(),
        uri: format!("spotify:album:{}", album.id),
        name: album.name.clone(),
        album_type: album.album_type,
        artists: artist_refs(state, &album.artist_ids),
        release_date: album.release_date,
        label: album.label.clone(),
        popularity: album.popularity,
        total_tracks: count(tracks.len()),
        track_ids: tracks.iter().map(|row| row.id.clone()).collect(),
    }
}

fn view_playlist(state: &Spotify, playlist: &Playlist) -> PlaylistView {
    let owner = state.users.get(&playlist.owner_id);
    PlaylistView {
        id: playlist.id.clone(),
        uri: format!("spotify:playlist:{}", playlist.id),
        name: playlist.name.clone(),
        description: playlist.description.clone(),
        public: playlist.public,
        collaborative: playlist.collaborative,
        owner_id: playlist.owner_id.clone(),
        owner_name: owner.map(|owner| owner.display_name.clone()).unwrap_or_default(),
        followers: count(playlist.follower_ids.len()),
        snapshot_id: playlist.snapshot_id.clone(),
        total_tracks: count(playlist.track_ids.len()),
        track_ids: playlist.track_ids.clone(),
    }
}

/// Two artists with an album each, and playlists of two listeners.
pub const FIXTURE: &str = r#"{
    "session": {"access_token": "BQDfixture", "token_type": "Bearer", "expires_in": 3600, "user_id": "mira"},
    "users": {
        "mira": {"id": "mira", "display_name": "Mira Solheim", "country": "NO"},
        "oskar": {"id": "oskar", "display_name": "Oskar Brandt", "country": "DE"}
    },
    "artists": {
        "1artistaaaaaaaaaaaaaa1": {"id": "1artistaaaaaaaaaaaaaa1", "name": "Nell Farrow", "genres": ["folk", "indie"], "popularity": 61, "followers": 48200},
        "1artistaaaaaaaaaaaaaa2": {"id": "1artistaaaaaaaaaaaaaa2", "name": "The Ferrymen", "genres": ["folk", "shanty"], "popularity": 40, "followers": 9100}
    },
    "albums": {
        "2albumaaaaaaaaaaaaaaa1": {"id": "2albumaaaaaaaaaaaaaaa1", "name": "Low Tide", "album_type": "album", "artist_ids": ["1artistaaaaaaaaaaaaaa1"], "release_date": "2024-09-13", "label": "Quay Records", "popularity": 55},
        "2albumaaaaaaaaaaaaaaa2": {"id": "2albumaaaaaaaaaaaaaaa2", "name": "Dockside Songs", "album_type": "single", "artist_ids": ["1artistaaaaaaaaaaaaaa2"], "release_date": "2026-01-30", "label": null, "popularity": 33}
    },
    "tracks": {
        "3trackaaaaaaaaaaaaaaa1": {"id": "3trackaaaaaaaaaaaaaaa1", "name": "Harbour Lights", "album_id": "2albumaaaaaaaaaaaaaaa1", "artist_ids": ["1artistaaaaaaaaaaaaaa1"], "disc_number": 1, "track_number": 1, "duration_ms": 214000, "explicit": false, "popularity": 58},
        "3trackaaaaaaaaaaaaaaa2": {"id": "3trackaaaaaaaaaaaaaaa2", "name": "Salt", "album_id": "2albumaaaaaaaaaaaaaaa1", "artist_ids": ["1artistaaaaaaaaaaaaaa1"], "disc_number": 1, "track_number": 2, "duration_ms": 187000, "explicit": false, "popularity": 44},
        "3trackaaaaaaaaaaaaaaa3": {"id": "3trackaaaaaaaaaaaaaaa3", "name": "Ropes", "album_id": "2albumaaaaaaaaaaaaaaa2", "artist_ids": ["1artistaaaaaaaaaaaaaa2", "1artistaaaaaaaaaaaaaa1"], "disc_number": 1, "track_number": 1, "duration_ms": 201000, "explicit": true, "popularity": 37}
    },
    "audiobooks": {
        "4bookaaaaaaaaaaaaaaaa1": {"id": "4bookaaaaaaaaaaaaaaaa1", "name": "The Lighthouse Year", "authors": ["Ida Holm"], "narrators": ["Peter Vale"], "publisher": "Beacon Audio", "description": "A keeper counts ships.", "languages": ["en"], "explicit": false},
        "4bookaaaaaaaaaaaaaaaa2": {"id": "4bookaaaaaaaaaaaaaaaa2", "name": "Knots", "authors": ["Tom Aker"], "narrators": ["Tom Aker"], "publisher": "Beacon Audio", "description": "How ropes hold.", "languages": ["en"], "explicit": false}
    },
    "chapters": {
        "6chapteraaaaaaaaaaaaa1": {"id": "6chapteraaaaaaaaaaaaa1", "audiobook_id": "4bookaaaaaaaaaaaaaaaa1", "name": "Arrival", "chapter_number": 1, "duration_ms": 1260000},
        "6chapteraaaaaaaaaaaaa2": {"id": "6chapteraaaaaaaaaaaaa2", "audiobook_id": "4bookaaaaaaaaaaaaaaaa1", "name": "First Storm", "chapter_number": 2, "duration_ms": 1510000}
    },
    "categories": {
        "calm": {"id": "calm", "name": "Calm"},
        "travel": {"id": "travel", "name": "Travel"}
    },
    "playlists": {
        "5listaaaaaaaaaaaaaaaa1": {"id": "5listaaaaaaaaaaaaaaaa1", "name": "Slow Mornings", "description": "Before the first call", "public": true, "collaborative": false, "owner_id": "mira", "follower_ids": ["oskar"], "snapshot_id": "Asnap1", "track_ids": ["3trackaaaaaaaaaaaaaaa2", "3trackaaaaaaaaaaaaaaa3"], "category_ids": ["calm"], "featured": false},
        "5listaaaaaaaaaaaaaaaa2": {"id": "5listaaaaaaaaaaaaaaaa2", "name": "Sea Songs", "description": null, "public": true, "collaborative": false, "owner_id": "oskar", "follower_ids": [], "snapshot_id": "Asnap2", "track_ids": ["3trackaaaaaaaaaaaaaaa3"], "category_ids": ["travel"], "featured": true},
        "5listaaaaaaaaaaaaaaaa3": {"id": "5listaaaaaaaaaaaaaaaa3", "name": "Boat Kitchen", "description": null, "public": false, "collaborative": true, "owner_id": "oskar", "follower_ids": ["mira"], "snapshot_id": "Asnap3", "track_ids": ["3trackaaaaaaaaaaaaaaa1"], "category_ids": [], "featured": false}
    }
}"#;
