// Generated from Rust types by ts-rs. Do not edit: change the Rust type, then run
// `UPDATE=1 cargo test --test typescript`.

import type { CommandRefusal, MatchEvent, MatchView, Ritual, Seat, Side } from './protocol';

export type ActionKind = "step" | "jump" | "place" | "exchange" | "pass" | "compel" | "huff" | "stand";

export type AnalysisLine = { moves: Array<string>, chance: number, margin?: number } & ({ "kind": "exact", value: 'win' | 'loss' | 'draw', plies?: number }
  | { "kind": "mate", value: 'win' | 'loss', plies: number }
  | { "kind": "estimate", score: number });

export type AnalysisReport = { depth: number, nodes: number, time: number, lines: Array<AnalysisLine> };

export type AnalysisRequest = { nodes?: number, time?: number, lines: number };

export type BoardShape = "dark" | "diamond" | "grid";

export type Cell = { square: string, file: number, rank: number, dark: boolean, checkers: string };

export type CommandOutcome = { events: Array<MatchEvent>, refusal: CommandRefusal | null };

export type ComparisonRow = { topic: string, entries: Array<Array<RuleEntry>> };

export type FirstTap = { square: string, reply: TapReply };

export type GameBox = { leaflet: Leaflet, title: string, games: Array<GameEntry> };

export type GameEnd = { winner: Side | null, reason: Reason, rule: string, sentence: LocalizedSentence };

export type GameEntry = { id: GameId, title: string, about: string, sides: [string, string], rituals: Array<Ritual>, options: Array<GameOption>, handicap: boolean, checkers: boolean, stacks: boolean, wins_by_count: boolean, score_unit: ScoreUnit, is_default: boolean, start: Scene };

export type GameId = "regal-checkers" | "tic-tac-toe" | "king-me-standard" | "coast-to-coast" | "stack-em" | "winning-moves-checkers" | "checkerboard-tic-tac-toe" | "parker-checkers";

export type GameLine = { game: string, options: { [key in string]: string }, position?: string | null, moves: Array<string> };

export type GameOption = { key: string, values: Array<string>, about: string };

export type GameReview = { moves: Array<JudgedMove>, accuracy: [number | null, number | null], moments: [Array<ReviewMoment>, Array<ReviewMoment>] };

export type HintReply = { text: string, sentence: LocalizedSentence };

export type JudgedMove = { side: Side, text: string, best: string, after: LineEvaluation, loss: number, judged: MoveQuality, turning_point: boolean };

export type LastMove = { text: string, kind: ActionKind, side: Side, trail: Array<string>, captures: Array<string>, crowned: boolean };

export type Leaflet = "regal" | "king-me" | "winning-moves" | "tic-tac-toe-on-a-checkerboard" | "parker";

export type LineEvaluation = { chance: number, margin?: number } & ({ "kind": "exact", value: 'win' | 'loss' | 'draw', plies?: number }
  | { "kind": "mate", value: 'win' | 'loss', plies: number }
  | { "kind": "estimate", score: number });

export type LocalizedSentence = { text: string, message: string, args: Array<SentenceArg> };

export type MatchDisplay = { view: MatchView, scene: Scene | null, line: GameLine | null, patience: number | null, draw_by_agreement: boolean, can_offer_draw: boolean, can_abort: boolean, can_claim_absence: boolean, planned: Array<Array<string>> };

export type MessageArgKind = "square" | "squares" | "any-of" | "moves" | "side" | "number" | "typed" | "text" | "sentences";

export type MomentKind = "missed-win" | "missed-jump" | "missed-line" | "missed-block" | "missed-king" | "missed-chance" | "allowed-win" | "gave-checkers" | "allowed-line" | "allowed-king" | "better";

export type MoveExplanation = { legal: string | null, kind: string, rule: string, sentence: LocalizedSentence, squares: Array<string>, candidates: Array<string> };

export type MoveQuality = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

export type OpponentSettings = { seat: Seat, level: number, seed: number };

export type OpponentTask = { draw: boolean, line: GameLine, own_turn: boolean, last: string | null, plies: number, left: number | null, increment: number };

export type OpponentTurn = { events: Array<MatchEvent>, task: OpponentTask | null };

export type PdnGameSummary = { game: string | null, players: [string, string], event: string, date: string, result: string, moves: number, fault?: LocalizedSentence };

export type PdnTree = { game: string, options: { [key in string]: string }, position?: string | null, tags: { [key in string]: string }, comment: string, nodes: Array<PdnTreeNode> };

export type PdnTreeNode = { parent: number | null, text: string, comment: string };

export type Phase = "play" | "placing" | "exchange" | "regular" | "remedy" | "compelled";

export type Reason = "captured-all" | "no-move" | "neither-can-move" | "three-in-a-row" | "full" | "count" | "all-home" | "repetition" | "no-progress";

export type ReviewMoment = { index: number, kind: MomentKind, count: number, cost: number, best_line: Array<string>, reply_line: Array<string> };

export type ReviewProgress = { done: number, of: number };

export type RuleEntry = { id: string, topic: string, text: string, source: [string, string] | null, when: [string, string] | null };

export type Scene = { game: string, options: { [key in string]: string }, title: string, shape: BoardShape, frame: number, cells: Array<Cell>, position: string | null, phase: Phase, side: Side, sides: [string, string], coins: boolean, actions: Array<SceneAction>, first_taps: Array<FirstTap>, home: [number, number] | null, counted: [Array<[string, string, string]>, Array<[string, string, string]>], end: GameEnd | null, last: LastMove | null };

export type SceneAction = { text: string, kind: ActionKind, trail: Array<string> };

export type ScoreUnit = "men" | "steps" | "tic-tac-toes";

export type SentenceArg = { place: string, kind: MessageArgKind, texts: Array<string>, others: number, sentences?: Array<LocalizedSentence> };

export type TapOptions = { actions: Array<SceneAction>, first_taps: Array<FirstTap> };

export type TapReply = { "kind": "act", text: string }
  | { "kind": "more", taps: Array<string>, stop: string | null, targets: Array<TapSquare>, choices: Array<string> }
  | { "kind": "cleared" }
  | { "kind": "no-action", squares: Array<string> };

export type TapSquare = { square: string, ends: boolean };
