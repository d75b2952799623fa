//! OpenDota: matches of Dota 2, the players, heroes and teams in them, and rankings.

/// Everything that OpenDota knows.
#[derive(State)]
pub struct Opendota {
    pub heroes: Table<Hero>,
    pub matches: Table<Match>,
    pub match_players: Table<MatchPlayer>,
    pub players: Table<Player>,
    pub player_rankings: Table<PlayerRanking>,
    pub teams: Table<Team>,
}
/// A hero that players choose, with how it does.
#[derive(Entity)]
pub struct Hero {
    #[entity(key, sequence)]
    pub id: IntKey<Hero>,
    #[entity(unique, title)]
    pub localized_name: String,
    pub primary_attr: Option<String>,
    pub attack_type: Option<String>,
    pub roles: Vec<String>,
    #[entity(range = 0..=100_000_000)]
    pub picks: Option<i64>,
    #[entity(range = 0..=100_000_000)]
    pub wins: Option<i64>,
}
/// A game that was played.
#[derive(Entity)]
pub struct Match {
    #[entity(key, sequence)]
    pub id: IntKey<Match>,
    #[entity(default)]
    pub radiant_win: bool,
    #[entity(range = 0..=36_000)]
    pub duration: i64,
    pub game_mode: Option<String>,
    #[entity(range = 0..=1_000)]
    pub radiant_score: Option<i64>,
    #[entity(range = 0..=1_000)]
    pub dire_score: Option<i64>,
    #[entity(on_delete = clear)]
    pub radiant_team_id: Option<IntKey<Team>>,
    #[entity(on_delete = clear)]
    pub dire_team_id: Option<IntKey<Team>>,
    pub start_time: Timestamp,
}
/// What one player did with a hero in a match.
#[derive(Entity)]
#[entity(unique(match_id, hero_id))]
pub struct MatchPlayer {
    #[entity(key, sequence = "MPL-{:05}")]
    pub id: Key<MatchPlayer>,
    #[entity(on_delete = cascade)]
    pub match_id: IntKey<Match>,
    #[entity(on_delete = clear)]
    pub account_id: Option<IntKey<Player>>,
    pub hero_id: IntKey<Hero>,
    #[entity(default)]
    pub radiant: bool,
    #[entity(default)]
    pub won: bool,
    #[entity(range = 0..=200)]
    pub kills: i64,
    #[entity(range = 0..=200)]
    pub deaths: i64,
    #[entity(range = 0..=200)]
    pub assists: i64,
    pub start_time: Timestamp,
}
/// Someone who plays, with games won and lost.
#[derive(Entity)]
pub struct Player {
    #[entity(key, sequence)]
    pub account_id: IntKey<Player>,
    #[entity(username)]
    pub personaname: String,
    #[entity(person)]
    pub name: Option<String>,
    #[entity(on_delete = clear)]
    pub team_id: Option<IntKey<Team>>,
    #[entity(range = 0..=100)]
    pub rank_tier: Option<i64>,
    #[entity(range = 0..=1_000_000)]
    pub win: i64,
    #[entity(range = 0..=1_000_000)]
    pub lose: i64,
    pub last_match_time: Option<Timestamp>,
}
/// How a player ranks with a hero.
#[derive(Entity)]
#[entity(unique(account_id, hero_id))]
pub struct PlayerRanking {
    #[entity(key, sequence = "RNK-{:05}")]
    pub id: Key<PlayerRanking>,
    #[entity(on_delete = cascade)]
    pub account_id: IntKey<Player>,
    pub hero_id: IntKey<Hero>,
    pub score: f64,
    #[entity(range = 0..=1)]
    pub percent_rank: Option<f64>,
}
/// A professional team.
#[derive(Entity)]
pub struct Team {
    #[entity(key, sequence)]
    pub id: IntKey<Team>,
    #[entity(unique, title)]
    pub name: String,
    #[entity(tag)]
    pub tag: Option<String>,
    pub rating: Option<f64>,
    #[entity(range = 0..=100_000)]
    pub wins: i64,
    #[entity(range = 0..=100_000)]
    pub losses: i64,
}
pub trait Tools {
    #[tool(get, key(account_id))]
    fn get_player_by_id() -> Player;
    #[tool(list, filter(account_id), sort(start_time, descending), page(limit))]
    fn get_player_recent_matches() -> Page<MatchPlayer>;
    #[tool(get, key(match_id))]
    fn get_match_data() -> Match;
    #[tool(get, key(account_id))]
    fn get_player_win_loss() -> Player;
    #[tool(simulate(external_computation, "it sums up the matches of the player by hero"))]
    fn get_player_heroes();
    #[tool(list, filter(id = hero_id))]
    fn get_hero_stats() -> Page<Hero>;
    #[tool(search((personaname, name) ~ query))]
    fn search_player() -> Page<Player>;
    #[tool(simulate(unclear_effect, "no argument says which players are professionals"))]
    fn get_pro_players();
    #[tool(simulate(unclear_effect, "no argument says which matches are of professionals"))]
    fn get_pro_matches();
    #[tool(simulate(external_computation, "it sums up the matches that players had together"))]
    fn get_player_peers();
    #[tool(list)]
    fn get_heroes() -> Page<Hero>;
    #[tool(simulate(external_computation, "it sums up the matches of the player"))]
    fn get_player_totals();
    #[tool(list, filter(account_id))]
    fn get_player_rankings() -> Page<PlayerRanking>;
    #[tool(simulate(external_computation, "it counts the words of chats"))]
    fn get_player_wordcloud();
    #[tool(get, key(team_id))]
    fn get_team_info() -> Team;
    #[tool(simulate(unclear_effect, "it samples matches, and no argument says which"))]
    fn get_public_matches();
    #[tool(list, filter(match_id))]
    fn get_match_heroes() -> Page<MatchPlayer>;
}
