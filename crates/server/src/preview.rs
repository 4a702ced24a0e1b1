//! Link previews: the Open Graph tags of a match.

use std::fmt::Write;

use crownhead_arbiter::{BySeat, Match, MatchStage, Seat};

use crownhead_protocol::{MatchId, Player};

/// The width of the picture.
const WIDTH: u32 = 600;

/// The tags for the head of a match's page. `base` is the public address of the server, such as
/// `https://games.example`.
pub fn tags(base: &str, id: MatchId, game_match: &Match, players: &BySeat<Player>) -> String {
    let game = game_match.state().settings.play.game().title();
    let title = format!("{}, {} – {}", game, player_name(&players.one), player_name(&players.two));
    let picture = format!("{base}/api/v1/matches/{id}/picture?form=png&width={WIDTH}");
    let mut tags = String::new();
    for (property, content) in [
        ("og:type", "website"),
        ("og:site_name", "Crownhead"),
        ("og:title", &title),
        ("og:description", &description(game_match, players)),
        ("og:url", &format!("{base}/{id}")),
        ("og:image", &picture),
        ("og:image:type", "image/png"),
        ("og:image:width", &WIDTH.to_string()),
        ("og:image:height", &WIDTH.to_string()),
        ("og:image:alt", &format!("The board of {game}")),
    ] {
        let content = escaped(content);
        let _ = writeln!(tags, "<meta property=\"{property}\" content=\"{content}\">");
    }
    tags.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\">\n");
    tags
}

fn player_name(player: &Player) -> String {
    match (&player.name, player.computer) {
        (Some(name), _) => name.clone(),
        (None, Some(level)) => format!("the computer at level {level}"),
        (None, None) => "a guest".to_owned(),
    }
}

fn description(game_match: &Match, players: &BySeat<Player>) -> String {
    let name = |seat: Seat| player_name(&players[seat]);
    match (&game_match.state().stage, game_match.turn()) {
        (MatchStage::Over { winner: Some(seat), .. }, _) => format!("{} has won.", name(*seat)),
        (MatchStage::Over { winner: None, .. }, _) => {
            "The game is over, and nobody has won.".to_owned()
        }
        (_, Some(seat)) => {
            let plies = game_match.state().play.plies.len();
            format!("{} is to move, after {plies} moves.", name(seat))
        }
        (_, None) => "It is being decided who begins.".to_owned(),
    }
}

/// Escapes a text for an HTML attribute.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use crownhead_arbiter::{MatchSettings, Salt, Timestamp};
    use crownhead_games::GameId;

    use super::*;

    #[test]
    fn a_preview_names_players_and_game_and_escapes_markup() {
        let settings = MatchSettings::casual(GameId::StackEm.rules());
        let (game_match, _) =
            Match::open(settings, Timestamp::from_millis(1), Salt([1; 16])).unwrap();
        let one = Player { name: Some("\"><script>".to_owned()), ..Player::default() };
        let two = Player { computer: Some(4), ..Player::default() };
        let id = "AbCdEfGh".parse().unwrap();
        let tags = tags("https://games.example", id, &game_match, &BySeat::new(one, two));
        assert!(!tags.contains("<script"), "{tags}");
        assert!(tags.contains("&quot;&gt;&lt;script&gt; – the computer at level 4"), "{tags}");
        assert!(tags.contains("content=\"https://games.example/AbCdEfGh\""), "{tags}");
        assert!(tags.contains("picture?form=png&amp;width=600"), "{tags}");
        assert!(tags.lines().all(|line| line.starts_with("<meta ") && line.ends_with("\">")));
    }
}
