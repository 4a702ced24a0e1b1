// The JSON of the WebAssembly modules.

import type { MatchEvent } from './generated/protocol';

export type { MatchEvent };

export type Side = 'first' | 'second';
export type Seat = 'one' | 'two';
export type Viewer = { seat: Seat } | 'spectator';
export type BySeat<T> = { one: T; two: T };

export interface Cell {
  square: string;
  file: number;
  rank: number;
  dark: boolean;
  /** From bottom to top: `a` a man of the first side, `b` of the second, a capital for a king. */
  checkers: string;
}

export type ActionKind =
  'step' | 'jump' | 'place' | 'exchange' | 'pass' | 'compel' | 'huff' | 'stand';

export interface SceneAction {
  text: string;
  kind: ActionKind;
  trail: string[];
}

/** What a tap on the board means. */
export type TapReply =
  | { kind: 'act'; text: string }
  | {
      kind: 'more';
      taps: string[];
      stop: string | null;
      targets: TapSquare[];
      choices: string[];
    }
  | { kind: 'cleared' }
  | { kind: 'no-action'; squares: string[] };

/** A square that can be tapped next, and whether a move ends there. */
export interface TapSquare {
  square: string;
  ends: boolean;
}

export interface FirstTap {
  square: string;
  reply: TapReply;
}

/** Legal moves, with the replies to a first tap. */
export interface TapOptions {
  actions: SceneAction[];
  first_taps: FirstTap[];
}

/** The value of one placeholder; `others` counts moves that are not named. */
export interface SentenceArg {
  place: string;
  kind:
    'square' | 'squares' | 'any-of' | 'moves' | 'side' | 'number' | 'typed' | 'text' | 'sentences';
  texts: string[];
  others: number;
  /** Nested sentences. */
  sentences?: LocalizedSentence[];
}

/** A sentence in English, with what a translation needs. */
export interface LocalizedSentence {
  text: string;
  message?: string;
  args?: SentenceArg[];
}

export interface GameEnd {
  winner: Side | null;
  reason: string;
  rule: string;
  sentence: LocalizedSentence;
}

export interface LastMove {
  text: string;
  kind: ActionKind;
  side: Side;
  trail: string[];
}

export interface Scene {
  game: string;
  options: Record<string, string>;
  title: string;
  shape: 'dark' | 'diamond' | 'grid';
  frame: number;
  cells: Cell[];
  position: string | null;
  phase: string;
  side: Side;
  sides: [string, string];
  actions: SceneAction[];
  first_taps: FirstTap[];
  home: [number, number] | null;
  counted: [string[][], string[][]];
  end: GameEnd | null;
  last: LastMove | null;
}

export interface GameLine {
  game: string;
  options: Record<string, string>;
  position?: string;
  moves: string[];
}

export interface MoveExplanation {
  legal: string | null;
  kind: string;
  rule: string;
  sentence: LocalizedSentence;
  squares: string[];
  candidates: string[];
}

export type Ritual =
  { kind: 'youngest' | 'lots' | 'coins' | 'choice' } | { kind: 'given'; first: Seat };

export type ClockSetting =
  | { kind: 'none' }
  | { kind: 'main'; time: number; increment: number }
  | { kind: 'days'; days: number };

export type Origin =
  | { kind: 'start' }
  | { kind: 'position'; text: string }
  | { kind: 'log'; position?: string | null; moves: string[] }
  | { kind: 'handicap'; stronger: Seat; without: number };

export interface MatchSettings {
  play: { game: string; options: Record<string, string> };
  ritual: Ritual;
  clock: ClockSetting;
  takebacks: 'off' | 'agreement' | 'free';
  rated: boolean;
  origin: Origin;
}

export type Offer = 'draw' | 'takeback' | 'rematch';

export type Command =
  | { kind: 'name-youngest'; youngest: Seat }
  | { kind: 'choose-side'; side: Side }
  | { kind: 'commit'; commitment: string }
  | { kind: 'reveal'; secret: string }
  | { kind: 'move'; text: string; seen?: number }
  | { kind: 'premove'; text: string }
  | { kind: 'cancel-premove' | 'resign' | 'abort' }
  | { kind: 'offer' | 'accept' | 'decline'; offer: Offer }
  | { kind: 'claim'; claim: 'time' | 'absence-win' | 'absence-draw' };

export interface Toss {
  kind: 'toss';
  of: 'lots' | 'coins';
  round: number;
  prize: Side | null;
  committed: BySeat<string | null>;
  revealed: BySeat<string | null>;
  until: number | null;
}

export type Stage =
  | { kind: 'youngest'; named: BySeat<Seat | null> }
  | { kind: 'choice'; wishes: BySeat<Side | null> }
  | Toss
  | { kind: 'choosing'; seat: Seat; until: number }
  | { kind: 'settled'; first: Seat }
  | { kind: 'playing' }
  | { kind: 'over'; winner: Seat | null; reason: string };

export interface Ply {
  seat: Seat;
  text: string;
  how?: 'premove' | 'forced';
}

export interface View {
  viewer: Viewer;
  version: number;
  time: number;
  settings: MatchSettings;
  game: number;
  stage: Stage;
  first: Seat | null;
  turn: Seat | null;
  position: string | null;
  phase: string | null;
  plies: Ply[];
  clocks: { left: BySeat<number>; running?: { seat: Seat; since: number } } | null;
  offers: {
    draw: Seat | null;
    takeback: Seat | null;
    rematch: Seat | null;
    'draw-used': BySeat<boolean>;
    'takeback-used': BySeat<boolean>;
  };
  premove: string | null;
  absent: BySeat<number | null>;
  score: { won: BySeat<number>; drawn: number };
  due: number | null;
}

export interface MatchDisplay {
  view: View;
  scene: Scene | null;
  line: GameLine | null;
  patience: number | null;
}

export interface Refusal {
  kind: string;
  says: string;
  rule?: string;
  illegal?: { why: string; squares: string[]; candidates: string[] };
}

export interface CommandOutcome {
  events: MatchEvent[];
  refusal: Refusal | null;
}

export interface GameEntry {
  id: string;
  title: string;
  about: string;
  sides: [string, string];
  rituals: Ritual[];
  options: { key: string; values: string[]; about: string }[];
  handicap: boolean;
  start: Scene;
}

export interface GameBox {
  title: string;
  games: GameEntry[];
}

export interface RuleEntry {
  id: string;
  topic: string;
  text: string;
  source: [string, string] | null;
  when: [string, string] | null;
}

/** The rules of several games on one topic. */
export interface ComparisonRow {
  topic: string;
  entries: RuleEntry[][];
}

/** What a position is worth to the side to move, or a move to the side that makes it. */
export interface Evaluation {
  kind: 'exact' | 'mate' | 'estimate';
  /** How the game ends with best play, unless it is an estimate. */
  value?: 'win' | 'loss' | 'draw';
  /** In how many plies, where that is known. */
  plies?: number;
  /** How far the side is ahead, in men, steps or tic-tac-toes; only of an estimate. */
  score?: number;
  /** Its tic-tac-toes less the other's, where they are counted and certain. */
  margin?: number;
}

export interface AnalysisLine extends Evaluation {
  /** The first side's chance to win. */
  chance: number;
  moves: string[];
}

export interface AnalysisReport {
  depth: number;
  nodes: number;
  time: number;
  lines: AnalysisLine[];
}

export interface JudgedMove {
  side: Side;
  text: string;
  best: string;
  after: Evaluation & { chance: number };
  loss: number;
  judged: string;
  turning_point: boolean;
}

export interface GameReview {
  moves: JudgedMove[];
  accuracy: [number | null, number | null];
}
