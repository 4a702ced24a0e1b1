// What the rules and the arbiter tell the page, as JSON.

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

export type Kind = 'step' | 'jump' | 'place' | 'exchange' | 'huff' | 'word';

export interface Action {
  text: string;
  kind: Kind;
  trail: string[];
  onward: boolean;
}

/** What fills a place of a sentence: what is named there, and how many moves are not. */
export interface Filled {
  place: string;
  kind:
    'square' | 'squares' | 'any-of' | 'moves' | 'side' | 'number' | 'typed' | 'text' | 'sentences';
  texts: string[];
  others: number;
  /** Other sentences that fill it. */
  said?: Said[];
}

/** A sentence in English, and by its message what other languages need. */
export interface Said {
  says: string;
  message?: string;
  args?: Filled[];
}

export interface End {
  winner: Side | null;
  reason: string;
  rule: string;
  said: Said;
}

export interface Last {
  text: string;
  kind: Kind;
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
  actions: Action[];
  home: [number, number] | null;
  counted: [string[][], string[][]];
  end: End | null;
  last: Last | null;
}

export interface Line {
  game: string;
  options: Record<string, string>;
  position?: string;
  moves: string[];
}

export interface Explained {
  legal: string | null;
  kind: string;
  rule: string;
  said: Said;
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

export interface Look {
  view: View;
  scene: Scene | null;
  line: Line | null;
  patience: number | null;
}

export interface Refusal {
  kind: string;
  says: string;
  rule?: string;
  illegal?: { why: string; squares: string[]; candidates: string[] };
}

export interface MatchEvent {
  version: number;
  at: number;
  what: { kind: string; [field: string]: unknown };
}

export interface Done {
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

export interface Box {
  title: string;
  games: GameEntry[];
}

export interface Rule {
  id: string;
  topic: string;
  says: string;
  source: [string, string] | null;
  when: [string, string] | null;
}

/** How a game ends with best play, where that is proven. */
export interface Certain {
  winner: Side | null;
  margin: number | null;
  plies: number | null;
}

export interface Way {
  chance: number;
  score: string;
  moves: string[];
  exact: Certain | null;
}

export interface Thought {
  depth: number;
  nodes: number;
  time: number;
  ways: Way[];
}

export interface Judged {
  side: Side;
  text: string;
  best: string;
  after: { chance: number; score: string };
  loss: number;
  judged: string;
  turning_point: boolean;
}

export interface Review {
  moves: Judged[];
  accuracy: [number | null, number | null];
}
