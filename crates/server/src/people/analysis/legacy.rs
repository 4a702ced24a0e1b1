//! Reviews stored by earlier versions, whose scores were texts: they are converted when read.

use crownhead_computer::{Evaluation, Score};
use crownhead_games::GameId;
use serde_json::Value;

/// Converts a stored review to the current format. A current one is returned as it is.
pub(super) fn current(json: String, game: Option<GameId>) -> serde_json::Result<String> {
    if !json.contains("\"score\":\"") {
        return Ok(json);
    }
    let mut review: Value = serde_json::from_str(&json)?;
    let moves = review.get_mut("moves").and_then(Value::as_array_mut);
    for judged in moves.into_iter().flatten().filter_map(Value::as_object_mut) {
        let Some(Value::String(text)) = judged.remove("score") else { continue };
        let game = game.unwrap_or(GameId::ENGLISH_CHECKERS);
        let evaluation = Evaluation::of(game, score(&text).unwrap_or(Score::DRAW));
        judged.insert("evaluation".to_owned(), serde_json::to_value(evaluation)?);
    }
    serde_json::to_string(&review)
}

/// Parses an old score: `+0.35`, `wins in 7`, `loses in 4`, or from 190 on a win known from tables.
fn score(text: &str) -> Option<Score> {
    if let Some(plies) = text.strip_prefix("wins in ") {
        return plies.parse().ok().map(Score::win_in);
    }
    if let Some(plies) = text.strip_prefix("loses in ") {
        return plies.parse().ok().map(Score::loss_in);
    }
    let men: f64 = text.parse().ok()?;
    match men.abs() {
        190.0.. => Some(Score::least_tablebase(men > 0.0)),
        _ => Some(Score::new((men * 100.0).round() as i32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(score: &str, game: GameId) -> String {
        let kept = format!(
            "{{\"moves\":[{{\"side\":\"first\",\"text\":\"11-15\",\"best\":\"11-15\",\"before\":0.6,\
             \"after\":0.5,\"score\":\"{score}\",\"judged\":\"best\",\"turning-point\":false}}],\
             \"accuracy\":{{\"first\":100.0,\"second\":null}}}}"
        );
        let read: Value = serde_json::from_str(&current(kept, Some(game)).unwrap()).unwrap();
        assert_eq!(
            (&read["moves"][0]["after"], &read["accuracy"]["first"]),
            (&0.5.into(), &100.0.into())
        );
        assert_eq!(read["moves"][0].get("score"), None);
        read["moves"][0]["evaluation"].to_string()
    }

    #[test]
    fn analyses_of_earlier_versions_are_read() {
        let checkers = GameId::RegalCheckers;
        assert_eq!(read("+0.35", checkers), r#"{"kind":"estimate","score":0.35}"#);
        assert_eq!(read("-0.30", GameId::CoastToCoast), r#"{"kind":"estimate","score":-3.0}"#);
        assert_eq!(read("wins in 7", checkers), r#"{"kind":"mate","plies":7,"value":"win"}"#);
        assert_eq!(read("loses in 4", checkers), r#"{"kind":"mate","plies":4,"value":"loss"}"#);
        assert_eq!(read("-199.94", checkers), r#"{"kind":"exact","value":"loss"}"#);
    }

    #[test]
    fn current_analyses_are_returned_unchanged() {
        let kept = r#"{"moves":[{"evaluation":{"kind":"estimate","score":0.4}}]}"#;
        assert_eq!(current(kept.to_owned(), None).unwrap(), kept);
        assert!(current("{\"moves\":[{\"score\":\"+0.3".to_owned(), None).is_err());
    }
}
