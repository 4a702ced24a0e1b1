// Generated from Rust types by ts-rs. Do not edit: change the Rust type, then run
// `UPDATE=1 cargo test --test typescript`.

export type AcceptedChallenge = { id: MatchId, version: Version, seat: Seat, secret: string, link: string };

export type AccountData = { name: string, made: Timestamp, endpoints: Array<string>, ratings: Array<Rating>, sessions: Array<SessionInfo>, tokens: Array<TokenInfo>, blocked: Array<string>, mail: string | null, "mail-confirmed": boolean, "mail-notices": boolean };

export type AccountDeletion = { password: Password };

export type AccountEvent = { "kind": "account", now: Timestamp, matches: Array<AccountMatch>, challenges: Array<Challenge> }
  | { "kind": "match-started", match: AccountMatch }
  | { "kind": "your-turn", match: AccountMatch }
  | { "kind": "their-turn", match: AccountMatch }
  | { "kind": "match-over", match: AccountMatch }
  | { "kind": "challenge-accepted", challenge: MatchId, match: MatchId };

export type AccountMatch = { id: MatchId, game: string, version: Version, changed: Timestamp, seat: Seat, players: BySeat<Player>, running: boolean, turn: Seat | null, "your-turn": boolean };

export type AccountMatchPage = { matches: Array<AccountMatch>, after: string | null };

export type BlockList = { blocked: Array<string> };

export type BySeat<T> = { one: T, two: T };

export type Challenge = { id: MatchId, settings: MatchSettings, name?: string | null, account?: boolean, seat: Seat, made: Timestamp, match?: MatchId | null };

export type ChallengeGuest = { name?: Nickname | null };

export type ChallengeHost = { name?: Nickname | null, seat?: Seat | null, listed: boolean };

export type ChallengeList = { challenges: Array<Challenge> };

export type CheckerCount = number;

export type Claim = "time" | "absence-win" | "absence-draw";

export type ClientMessage = { "kind": "join", secret?: string | null, seen?: Version | null, name?: Nickname | null }
  | { "kind": "command", id: CommandId, command: Command, lag?: Span };

export type Clocks = { left: BySeat<Span>, lag: BySeat<Span>, running?: RunningClock | null };

export type Coin = "heads" | "tails";

export type Command = { "kind": "name-youngest", youngest: Seat }
  | { "kind": "choose-side", side: Side }
  | { "kind": "commit", commitment: Commitment }
  | { "kind": "reveal", secret: Secret }
  | { "kind": "move", text: string, seen?: PlyCount | null }
  | { "kind": "premove", text: string, queue?: boolean }
  | { "kind": "cancel-premove" }
  | { "kind": "say", phrase: Phrase }
  | { "kind": "resign" }
  | { "kind": "abort" }
  | { "kind": "offer", offer: Offer }
  | { "kind": "accept", offer: Offer }
  | { "kind": "decline", offer: Offer }
  | { "kind": "claim", claim: Claim }
  | { "kind": "presence", seat: Seat, here: boolean }
  | { "kind": "tick" }
  | { "kind": "credit-outages", outages: Array<Outage> };

export type CommandBody = { id: CommandId, command: Command };

export type CommandId = string;

export type CommandRefusal = { kind: CommandRefusalKind, says: string, rule?: string | null, illegal?: IllegalMoveDetails | null, until?: Timestamp | null };

export type CommandRefusalKind = "spectator" | "host-only" | "players-only" | "overdue" | "nothing-due" | "stale" | "command-id-used" | "illegal-move" | "too-long" | "not-your-turn" | "your-turn" | "out-of-time" | "not-playing" | "game-over" | "not-over" | "other-ritual" | "not-your-choice" | "already-committed" | "not-committed" | "already-revealed" | "wrong-secret" | "too-late-to-abort" | "too-early" | "no-agreement" | "already-offered" | "nothing-offered" | "no-takebacks" | "nothing-to-take-back" | "opponent-moved" | "no-premove" | "too-many-premoves" | "too-many-phrases" | "no-clock" | "not-yet" | "not-absent" | "no-absence" | "not-rated" | "bad-ritual" | "bad-clock" | "bad-position" | "bad-log" | "bad-handicap" | "unsound";

export type CommandResponse = { id: CommandId, from: Version, to: Version, events: Array<MatchEvent> };

export type Commitment = string;

export type CreatedChallenge = { id: MatchId, secret: string, until: Timestamp };

export type CreatedToken = { id: string, token: string };

export type CurrentGame = { plies: Array<PlayedPly>, moved: BySeat<boolean>, "turn-since": Timestamp, clocks: Clocks | null, offers: Offers, premoves: BySeat<string | null>, "queued-premoves"?: BySeat<Array<string>>, phrases?: BySeat<PhraseUse> };

export type Days = number;

export type EndReason = "captured-all" | "no-move" | "neither-can-move" | "three-in-a-row" | "full" | "count" | "all-home" | "repetition" | "no-progress" | "resignation" | "agreement" | "time" | "absence" | "aborted";

export type EndgameAnswer = { moves: Array<EndgameMove>, line: Array<string> } & ({ "kind": "exact", value: 'win' | 'loss' | 'draw', plies?: number }
  | { "kind": "mate", value: 'win' | 'loss', plies: number }
  | { "kind": "estimate", score: number });

export type EndgameMove = { move: string } & ({ "kind": "exact", value: 'win' | 'loss' | 'draw', plies?: number }
  | { "kind": "mate", value: 'win' | 'loss', plies: number }
  | { "kind": "estimate", score: number });

export type Evaluation = { "kind": "exact", value: 'win' | 'loss' | 'draw', plies?: number }
  | { "kind": "mate", value: 'win' | 'loss', plies: number }
  | { "kind": "estimate", score: number };

export type EventCause = { seat: Seat, id: CommandId };

export type EventKind = { "kind": "opened", rules: RulesVersion, salt: Salt, settings: MatchSettings }
  | { "kind": "youngest-named", seat: Seat, youngest: Seat }
  | { "kind": "side-chosen", seat: Seat, side: Side }
  | { "kind": "committed", seat: Seat, commitment: Commitment }
  | { "kind": "revealed", seat: Seat, secret: Secret }
  | { "kind": "coins-tossed", coins: BySeat<Coin> }
  | { "kind": "lots-drawn", winner: Seat }
  | { "kind": "toss-forfeited", seat: Seat }
  | { "kind": "toss-void" }
  | { "kind": "began", game: GameNumber, first: Seat }
  | { "kind": "ritual-began", game: GameNumber }
  | { "kind": "moved", seat: Seat, text: string, how?: MoveSource, lag?: Span }
  | { "kind": "taken-back", seat: Seat, plies: PlyCount }
  | { "kind": "offered", seat: Seat, offer: Offer }
  | { "kind": "declined", seat: Seat, offer: Offer }
  | { "kind": "premove-set", seat: Seat, text: string, queue?: boolean }
  | { "kind": "premove-cancelled", seat: Seat }
  | { "kind": "premove-dropped", seat: Seat, text: string, why: string }
  | { "kind": "said", seat: Seat, phrase: Phrase }
  | { "kind": "presence", seat: Seat, here: boolean }
  | { "kind": "outage-credited", until: Timestamp, span?: Span }
  | { "kind": "ended", winner?: Seat | null, reason: EndReason }
  | { "kind": "veiled" };

export type EventPage = { events: Array<MatchEvent>, more: boolean };

export type FinishedGame = { match: MatchId, number: GameNumber, game: string, players: BySeat<Player>, first: Seat | null, winner: Seat | null, reason: string, ended: Timestamp, plies: number, ratings?: BySeat<number> | null };

export type FinishedGamePage = { games: Array<FinishedGame>, after: string | null };

export type GameNumber = number;

export type GameOrigin = { "kind": "start" }
  | { "kind": "position", text: string }
  | { "kind": "log", position?: string | null, moves: Array<string> }
  | { "kind": "handicap" } & Handicap;

export type Handicap = { stronger: Seat, without: CheckerCount };

export type HintResponse = { text: string, sentence: string };

export type IllegalMoveDetails = { why: string, message: string, args: Array<[string, string]>, squares: Array<string>, candidates: Array<string> };

export type KnownEndgames = { game: string, options: { [key in string]: string }, checkers: number, makes: number };

export type LiveMatch = { id: MatchId, game: string, version: Version, changed: Timestamp, players: BySeat<Player> };

export type LiveMatchList = { matches: Array<LiveMatch> };

export type LobbyKind = "lobby";

export type LobbyMatch = { id: MatchId, game: string, players: BySeat<Player> };

export type LobbyView = { kind: LobbyKind, challenges: Array<Challenge>, matches: Array<LobbyMatch> };

export type MatchEvent = { version: Version, at: Timestamp, cause?: EventCause | null, what: EventKind };

export type MatchId = string;

export type MatchPlayers = { players: BySeat<SeatRequest> };

export type MatchSettings = { play: NamedRules, ritual: Ritual, clock: TimeControl, takebacks: Takebacks, rated: boolean, origin: GameOrigin };

export type MatchStage = { "kind": "youngest", named: BySeat<Seat | null> }
  | { "kind": "choice", wishes: BySeat<Side | null> }
  | { "kind": "toss" } & Toss | { "kind": "choosing", seat: Seat, until: Timestamp }
  | { "kind": "settled", first: Seat }
  | { "kind": "playing" }
  | { "kind": "over", winner: Seat | null, reason: EndReason };

export type MatchState = { rules: RulesVersion, version: Version, time: Timestamp, salt: Salt, settings: MatchSettings, game: GameNumber, first: Seat | null, stage: MatchStage, play: CurrentGame, absent: BySeat<Timestamp | null>, score: SeriesScore, recent: Array<RecentCommand> };

export type MatchView = { viewer: Viewer, version: Version, time: Timestamp, hash: Sha256Hash, settings: MatchSettings, game: GameNumber, stage: MatchStage, first: Seat | null, turn: Seat | null, position: string | null, phase: string | null, legal: Array<string>, plies: Array<PlayedPly>, clocks: Clocks | null, offers: Offers, premove: string | null, "queued-premoves"?: Array<string>, absent: BySeat<Timestamp | null>, score: SeriesScore, due: Timestamp | null };

export type MoveSource = "by-hand" | "premove" | "forced";

export type NamedRules = { game: string, options?: { [key in string]: string } };

export type NewAccount = { name: UserName, password: Password };

export type NewMail = { mail: string | null, password: Password };

export type NewPassword = { old: Password, new: Password };

export type NewReport = { about: UserName, match?: string | null, words: string };

export type NewToken = { name: Nickname, scopes: Array<Scope> };

export type Nickname = string;

export type NoticeSettings = { mail: boolean };

export type Offer = "draw" | "takeback" | "rematch";

export type Offers = { draw: Seat | null, takeback: Seat | null, rematch: Seat | null, "draw-used": BySeat<boolean>, "takeback-used": BySeat<boolean> };

export type OpenedMatch<Link = SeatLink> = { id: MatchId, version: Version, seats: BySeat<Link> };

export type Outage = { from: Timestamp, until: Timestamp };

export type OwnAccount = { name: string, made: Timestamp };

export type Password = string;

export type PasswordRecovery = { secret: string, password: Password };

export type Phrase = "hello" | "good-luck" | "nice-jump" | "well-played" | "oops" | "one-moment" | "thank-you" | "again" | "goodbye";

export type PhraseUse = { count: number, last: Timestamp };

export type PlayedPly = { seat: Seat, text: string, how?: MoveSource, gained?: Span };

export type Player = { name?: string | null, computer?: number | null, account?: boolean };

export type PlyCount = number;

export type Profile = { name: string, made: Timestamp, ratings: Array<Rating> };

export type Rating = { game: string, rating: number, deviation: number, provisional: boolean, games: number };

export type RecentCommand = { seat: Seat, id: CommandId, from: Version, to: Version };

export type RecoveryRequest = { name: UserName };

export type RenameRequest = { name: Nickname };

export type Ritual = { "kind": "youngest" }
  | { "kind": "lots" }
  | { "kind": "coins" }
  | { "kind": "choice" }
  | { "kind": "given", first: Seat };

export type RulesVersion = number;

export type RunningClock = { seat: Seat, since: Timestamp };

export type Salt = string;

export type Scope = "read" | "play";

export type Seat = "one" | "two";

export type SeatLink = { secret: string, link: string };

export type SeatRequest = { name?: Nickname | null, computer?: number | null, me?: boolean };

export type Secret = string;

export type SeriesScore = { won: BySeat<number>, drawn: number };

export type ServerMessage = { "kind": "snapshot" } & Snapshot | { "kind": "missed", now: Timestamp, viewer: Viewer, here: BySeat<boolean>, players: BySeat<Player>, events: Array<MatchEvent> }
  | { "kind": "players", players: BySeat<Player> }
  | { "kind": "events", events: Array<MatchEvent> }
  | { "kind": "done", id: CommandId, from: Version, to: Version }
  | { "kind": "refused", id: CommandId, refusal: CommandRefusal }
  | { "kind": "unsure", id: CommandId, says: string };

export type SessionInfo = { id: string, made: Timestamp, seen: Timestamp, program: string, this: boolean };

export type SessionList = { sessions: Array<SessionInfo> };

export type Sha256Hash = string;

export type Side = 'first' | 'second';

export type SignIn = { name: string, password: Password };

export type Snapshot = { id: MatchId, now: Timestamp, here: BySeat<boolean>, players: BySeat<Player>, view: MatchView, state: MatchState };

export type Span = number;

export type Takebacks = "off" | "agreement" | "free";

export type TimeControl = { "kind": "none" }
  | { "kind": "main", time: Span, increment: Span }
  | { "kind": "days", days: Days };

export type Timestamp = number;

export type TokenInfo = { id: string, name: string, scopes: Array<Scope>, made: Timestamp };

export type TokenList = { tokens: Array<TokenInfo> };

export type Toss = { of: TossMethod, round: TossRound, prize: Side | null, committed: BySeat<Commitment | null>, revealed: BySeat<Secret | null>, until: Timestamp | null };

export type TossMethod = "lots" | "coins";

export type TossRound = number;

export type UserName = string;

export type Version = number;

export type Viewer = { "seat": Seat } | "spectator";
