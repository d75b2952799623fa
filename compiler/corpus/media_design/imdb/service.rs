//! IMDb: films and series with their cast, directors and writers, and what comes out where.

/// Everything that IMDb knows.
#[derive(State)]
pub struct ImdbState {
    pub casts: Table<Cast>,
    pub countries: Table<Country>,
    pub directors: Table<Director>,
    pub genres: Table<Genre>,
    pub imdbs: Table<Imdb>,
    pub languages: Table<Language>,
    pub types: Table<Type>,
    pub upcoming_releases: Table<UpcomingRelease>,
    pub writers: Table<Writer>,
}
/// Someone who plays in a title.
#[derive(Entity)]
pub struct Cast {
    #[entity(key, sequence = "CST-{:05}")]
    pub id: Key<Cast>,
    #[entity(on_delete = cascade)]
    pub imdb_id: Key<Imdb>,
    #[entity(person)]
    pub name: String,
    pub characters: Vec<String>,
}
/// A country that titles come from or are released in.
#[derive(Entity)]
pub struct Country {
    #[entity(key)]
    pub code: Key<Country>,
    #[entity(unique, country)]
    pub name: String,
}
/// Someone who directed a title.
#[derive(Entity)]
pub struct Director {
    #[entity(key, sequence = "DIR-{:05}")]
    pub id: Key<Director>,
    #[entity(on_delete = cascade)]
    pub imdb_id: Key<Imdb>,
    #[entity(person)]
    pub name: String,
}
/// A genre of titles.
#[derive(Entity)]
pub struct Genre {
    #[entity(key)]
    pub name: Key<Genre>,
    #[entity(body)]
    pub description: Option<String>,
}
/// A film, a series or another title.
#[derive(Entity)]
pub struct Imdb {
    #[entity(key, sequence = "tt{:07}")]
    pub id: Key<Imdb>,
    pub r#type: String,
    #[entity(title)]
    pub primary_title: String,
    #[entity(title)]
    pub original_title: Option<String>,
    #[entity(body)]
    pub description: Option<String>,
    pub genres: Vec<String>,
    #[entity(default)]
    pub is_adult: bool,
    #[entity(range = 1870..=2100)]
    pub start_year: Option<i64>,
    #[entity(range = 1..=10_000)]
    pub runtime_minutes: Option<i64>,
    #[entity(range = 0..=10)]
    pub average_rating: Option<f64>,
    #[entity(range = 0..=100_000_000)]
    pub num_votes: i64,
    pub spoken_languages: Vec<String>,
    pub countries_of_origin: Vec<String>,
}
/// A language that is spoken in titles.
#[derive(Entity)]
pub struct Language {
    #[entity(key)]
    pub code: Key<Language>,
    #[entity(unique, language)]
    pub name: String,
}
/// A type of titles, such as `movie`.
#[derive(Entity)]
pub struct Type {
    #[entity(key)]
    pub name: Key<Type>,
    #[entity(body)]
    pub description: Option<String>,
}
/// A title that is soon to come out in a country.
#[derive(Entity)]
pub struct UpcomingRelease {
    #[entity(key, sequence = "REL-{:05}")]
    pub id: Key<UpcomingRelease>,
    #[entity(on_delete = cascade)]
    pub imdb_id: Key<Imdb>,
    pub r#type: String,
    pub country_code: Key<Country>,
    pub release_date: Date,
}
/// Someone who wrote for a title.
#[derive(Entity)]
pub struct Writer {
    #[entity(key, sequence = "WRI-{:05}")]
    pub id: Key<Writer>,
    #[entity(on_delete = cascade)]
    pub imdb_id: Key<Imdb>,
    #[entity(person)]
    pub name: String,
}
pub trait Tools {
    #[tool(list, filter(r#type, genres has genre, genres has genres, is_adult, num_votes >= num_votes_from, num_votes <= num_votes_to, start_year >= start_year_from, start_year <= start_year_to, average_rating >= average_rating_from, average_rating <= average_rating_to, primary_title ~ primary_title, original_title ~ original_title, primary_title ~ primary_title_autocomplete, original_title ~ original_title_autocomplete, spoken_languages has spoken_languages, countries_of_origin has countries_of_origin), sort(id, by = sort_field, direction = sort_order))]
    fn search_imdb() -> Page<Imdb>;
    #[tool(get, key(imdb_id))]
    fn get_imdb_details() -> Imdb;
    #[tool(list, filter(imdb_id))]
    fn get_directors() -> Page<Director>;
    #[tool(list, filter(imdb_id))]
    fn get_cast() -> Page<Cast>;
    #[tool(list, filter(imdb_id))]
    fn get_writers() -> Page<Writer>;
    #[tool(list)]
    fn get_types() -> Page<Type>;
    #[tool(list)]
    fn get_genres() -> Page<Genre>;
    #[tool(list)]
    fn get_countries() -> Page<Country>;
    #[tool(list)]
    fn get_languages() -> Page<Language>;
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_top_250_movies();
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_top_box_office_us();
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_most_popular_movies();
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_top_250_tv_shows();
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_most_popular_tv_shows();
    #[tool(list, filter(r#type, country_code), sort(release_date), page(offset = start))]
    fn get_upcoming_releases() -> Page<UpcomingRelease>;
    #[tool(simulate(unclear_effect, "it lists the countries that have upcoming releases, each once"))]
    fn get_available_country_codes_for_upcoming_releases();
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_top_rated_malayalam_movies();
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_upcoming_indian_movies();
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_trending_tamil_movies();
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_trending_telugu_movies();
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_top_rated_tamil_movies();
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_top_rated_telugu_movies();
    #[tool(simulate(external_computation, "the chart is computed from votes, visits or sales"))]
    fn get_top_rated_indian_movies();
}
