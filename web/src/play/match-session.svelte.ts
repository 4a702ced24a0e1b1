// A match as the page plays it, wherever the arbiter runs: the base of local and live sessions.

import type {
  BySeat,
  Coin,
  Command,
  CommandRefusal,
  MatchEvent,
  Offer,
  Seat,
  Side,
} from '../generated/protocol';
import type {
  GameLine,
  LocalizedSentence,
  MatchDisplay,
  MoveExplanation,
  Scene,
  TapReply,
} from '../generated/wasm';
import { Computer } from '../workers/computer-client';
import type { MatchHandle } from '../workers/rules-client';
import { t } from '../i18n/i18n.svelte';
import { takeStorageWarning } from '../storage';
import { otherSeat } from './game-store';
import { boardNotice, type Notice, noticeAfter, replyNotice } from './notice';
import { noteOf, type OtherBoxNote } from './other-boxes';

/** How coins or lots fell. */
export interface TossResult {
  coins?: BySeat<Coin>;
  winner?: Seat;
}

/** How long the computer searches for its idea, and how many moves of it are shown. */
const IDEA_TIME = 700;
const IDEA_MOVES = 4;

export abstract class MatchSession {
  abstract readonly kind: 'local' | 'live';
  display = $state.raw<MatchDisplay | null>(null);
  notice = $state.raw<Notice | null>(null);
  tossResult = $state.raw<TossResult | null>(null);
  hint = $state.raw<{ text: string; sentence: LocalizedSentence; squares: string[] } | null>(null);
  /** The line that the computer expects, and the squares of each of its moves. */
  idea = $state.raw<{ moves: string[]; trails: string[][] } | null>(null);
  /** Where steps and jumps are both open: the checkers that should jump, if any should, and why. */
  duty = $state.raw<{ squares: string[]; rule: string } | null>(null);
  /** What another box would say about the player's last move. */
  otherBox = $state.raw<OtherBoxNote | null>(null);
  /** The board before the first move of the game. */
  opening = $state.raw<Scene | null>(null);
  /** The line, without its moves, of which `opening` is the start. */
  private openingKey = '';
  /** Whether the computer searches for a hint or an idea. */
  private helping = $state(false);
  /** Why there is nothing to show. */
  failure = $state('');
  protected computer: Computer | null = null;

  /** The match in the worker; none before a server has sent it. */
  protected abstract readonly match: MatchHandle | null;
  /** The seats that are played at this screen. */
  abstract readonly mine: Seat[];
  abstract name(seat: Seat): string;
  /** How a player hears that the other declined an offer. */
  protected abstract declinedText(offer: Offer, by: Seat): string;
  /** How the players hear that the server was away, and that nobody is charged for it. */
  protected abstract outageText(span: number): string;
  abstract command(seat: Seat, command: Command): Promise<boolean>;
  abstract nameYoungest(youngest: Seat): Promise<unknown>;
  abstract takeBack(): Promise<void>;
  abstract offer(offer: Offer): Promise<void>;
  abstract toss(): Promise<void>;

  /** Whether the computer is thinking, for itself or for a player. */
  get thinking(): boolean {
    return this.helping;
  }

  get scene(): Scene | null {
    return this.display?.scene ?? null;
  }

  get line(): GameLine | null {
    return this.display?.line ?? null;
  }

  /** Whether a player at this screen is to move. */
  get canMove(): boolean {
    const turn = this.display?.view.turn;
    return !!turn && this.mine.includes(turn);
  }

  sideOf(seat: Seat): Side | null {
    const first = this.display?.view.first;
    return first ? (first === seat ? 'first' : 'second') : null;
  }

  seatOf(side: Side): Seat | null {
    const first = this.display?.view.first;
    return first ? (side === 'first' ? first : otherSeat(first)) : null;
  }

  async play(text: string) {
    const turn = this.display?.view.turn;
    const seen = this.display?.view.plies.length;
    if (turn && this.mine.includes(turn)) await this.command(turn, { kind: 'move', text, seen });
  }

  /** The legal move that a typed text means, or null after showing the rule book's answer. */
  async parseMove(text: string): Promise<string | null> {
    const answer = await this.match?.explain(text);
    if (answer && !answer.legal) this.showExplanation(answer);
    return answer?.legal ?? null;
  }

  /** What one more tap on the board means. */
  async tap(taps: string[], square: string): Promise<TapReply> {
    return (await this.match?.tap(taps, square)) ?? { kind: 'cleared' };
  }

  /** Shows the rule book's answer to squares that no move has. */
  async explainTouch(squares: string[]) {
    const answer = await this.match?.explainTouch(squares);
    if (answer) this.showExplanation(answer);
  }

  private showExplanation({ text, sentence, rule, squares, others }: MoveExplanation) {
    this.notice = { ...boardNotice(sentence, squares), rule };
    this.otherBox = this.line && noteOf(this.line, text, others);
  }

  /** Asks what other boxes would say about a move that was just made at this screen. */
  private async updateOtherBox() {
    const last = await this.match?.otherBoxes();
    if (last) this.otherBox = noteOf(last.line, last.text, last.remarks);
  }

  /** The board after the first moves of the game. */
  async sceneAt(plies: number): Promise<Scene | null> {
    return (await this.match?.sceneAt(plies)) ?? null;
  }

  async resign() {
    const turn = this.display?.view.turn;
    const seat = this.mine.length === 1 ? this.mine[0]! : turn;
    if (seat) await this.command(seat, { kind: 'resign' });
  }

  async requestHint() {
    await this.help(async (computer, line) => {
      const { text, sentence } = await computer.hint(line);
      const action = this.scene?.actions.find((action) => action.text === text);
      if (action && this.line === line) this.hint = { text, sentence, squares: action.trail };
    });
  }

  /** Shows the line that the computer thinks best for both. */
  async requestIdea() {
    await this.help(async (computer, line) => {
      const report = await computer.think(line, { time: IDEA_TIME, lines: 1 });
      const moves = report.lines[0]?.moves.slice(0, IDEA_MOVES) ?? [];
      if (this.line !== line) return;
      const trails = (await this.match?.trails(moves)) ?? [];
      if (this.line === line) this.idea = { moves, trails };
    });
  }

  private async help(search: (computer: Computer, line: GameLine) => Promise<void>) {
    const line = this.line;
    if (!line || this.thinking) return;
    this.helping = true;
    try {
      this.computer ??= new Computer();
      await search(this.computer, line);
    } catch {
      // The game has moved on, and the answer was for an earlier position.
    } finally {
      this.helping = false;
    }
  }

  protected show(display: MatchDisplay) {
    const before = this.display?.scene ?? null;
    this.display = display;
    if (before !== display.scene) void this.updateDuty(display);
    void this.updateOpening(display.line);
  }

  private async updateOpening(line: GameLine | null) {
    const key = line && JSON.stringify({ ...line, moves: [] });
    if (!key || key === this.openingKey) return;
    this.openingKey = key;
    this.opening = await this.sceneAt(0);
  }

  /** Queries the rule book what a step means while there are jumps: a choice, or an offence. */
  private async updateDuty({ scene, line }: MatchDisplay) {
    this.duty = null;
    const step = scene?.actions.find(({ kind }) => kind === 'step');
    if (!line || !step || !scene?.actions.some(({ kind }) => kind === 'jump')) return;
    const answer = await this.match?.explain(step.text);
    if (!answer || this.line !== line) return;
    // The answer names the offenders where they would stand after the step; here they have not moved.
    const offends = answer.sentence.args?.some(({ place }) => place === 'culprits');
    const jumpers = scene.actions.flatMap(({ kind, trail }) => (kind === 'jump' ? trail[0]! : []));
    this.duty = { squares: offends ? [...new Set(jumpers)] : [], rule: answer.rule };
  }

  /** Warns once that the browser stores nothing. */
  protected warnOfStorage() {
    if (takeStorageWarning()) this.notice = replyNotice({ text: t('not-stored') });
  }

  protected refuse({ kind, says, rule, illegal }: CommandRefusal) {
    const reason = { text: says, message: `refusal.${kind}` };
    const notice = illegal ? boardNotice(reason, illegal.squares) : replyNotice(reason);
    this.notice = { ...notice, rule };
  }

  /** Shows what events bring besides a new board, and removes what they make obsolete. */
  protected handleEvents(events: MatchEvent[]) {
    for (const { what } of events) {
      this.notice = noticeAfter(this.notice, what, this.mine);
      if (what.kind === 'coins-tossed') this.tossResult = { coins: what.coins };
      if (what.kind === 'lots-drawn') this.tossResult = { winner: what.winner };
      if (what.kind === 'declined' && this.mine.length === 1 && what.seat !== this.mine[0])
        this.notice = replyNotice({ text: this.declinedText(what.offer, what.seat) });
      if (what.kind === 'outage-credited' && what.span)
        this.notice = replyNotice({ text: this.outageText(what.span) });
      if (what.kind === 'moved' || what.kind === 'taken-back' || what.kind === 'began') {
        this.hint = null;
        this.idea = null;
      }
      if (what.kind === 'taken-back' || what.kind === 'began') this.otherBox = null;
      if (what.kind === 'moved' && this.mine.includes(what.seat)) {
        this.otherBox = null;
        void this.updateOtherBox();
      }
    }
  }

  /** Removes a message about the board, because the player went on. */
  clearBoardNotice() {
    if (this.notice?.about === 'board') this.notice = null;
  }

  close() {
    this.computer?.close();
  }
}
