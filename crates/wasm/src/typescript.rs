//! The TypeScript types of the JSON between the page and its modules.

use crownhead_protocol::typescript::{self, TypeScriptFile};

use crate::{
    book, catalog, computer, explanation, game_handle, game_line, match_handle, pdn_file, scene,
    sentence, taps, tree,
};

/// The types of every argument and result; those of a match come from the protocol.
pub fn interface() -> TypeScriptFile {
    TypeScriptFile::new()
        .importing("./protocol", &typescript::protocol())
        .with::<sentence::LocalizedSentence>()
        .with::<scene::Scene>()
        .with::<scene::TapOptions>()
        .with::<taps::TapReply>()
        .with::<game_line::GameLine>()
        .with::<explanation::OtherBoxRemark>()
        .with::<explanation::MoveExplanation>()
        .with::<game_handle::BoxAnswer>()
        .with::<catalog::GameBox>()
        .with::<book::RuleEntry>()
        .with::<book::ComparisonRow>()
        .with::<match_handle::CommandOutcome>()
        .with::<match_handle::LastMoveRemarks>()
        .with::<match_handle::MatchDisplay>()
        .with::<computer::OpponentSettings>()
        .with::<match_handle::OpponentTurn>()
        .with::<computer::BrowserAnalysisRequest>()
        .with::<computer::AnalysisReport>()
        .with::<computer::HintReply>()
        .with::<computer::GameReview>()
        .with::<computer::ReviewProgress>()
        .with::<tree::VariationTree>()
        .with::<pdn_file::PdnGameSummary>()
}
