// A moment of a game that its player tries again: the board before the move, and what the move that
// is tried now is worth.

import { NO_SELECTION } from '../board/selection';
import { Computer } from '../workers/computer-client';
import { GameHandle } from '../workers/rules-client';
import type { GameLine, JudgedMove, MoveExplanation, ReviewMoment, Scene } from '../generated/wasm';

/** How much of the chance to win a move may cost and still be as good. */
const AS_GOOD = 0.05;
const NODES = 60_000;

/** What became of a try. */
export type Verdict = 'best' | 'good' | 'same' | 'worse' | 'shown';

export class MomentTrial {
  /** The board; none until the rules have drawn it. */
  scene = $state.raw<Scene | null>(null);
  verdict = $state<Verdict | null>(null);
  /** The move that was tried last. */
  tried = $state('');
  /** Whether the computer is judging it. */
  judging = $state(false);
  /** The squares of the answer to a move that was not good enough. */
  answer: string[] = $state.raw([]);
  explanation = $state.raw<MoveExplanation | null>(null);
  choice = $state.raw(NO_SELECTION);
  private handle = new GameHandle();
  private computer: Computer | null = null;
  private turn = 0;
  /** The line to the position before the move. */
  private readonly line: GameLine;

  constructor(
    game: GameLine,
    readonly moment: ReviewMoment,
    readonly move: JudgedMove,
  ) {
    this.line = { ...game, moves: game.moves.slice(0, moment.index) };
  }

  /** Whether a move can be tried. */
  get live(): boolean {
    return this.scene !== null && this.verdict === null && !this.judging;
  }

  /** Shows the position again, without what was tried. */
  retry = async () => {
    this.turn++;
    this.verdict = null;
    this.judging = false;
    this.tried = '';
    this.answer = [];
    this.explanation = null;
    this.choice = NO_SELECTION;
    this.scene = await this.handle.show(this.line);
  };

  tap = (taps: string[], square: string) => this.handle.tap(taps, square);

  explainTouch = async (squares: string[]) => {
    this.explanation = await this.handle.explainTouch(squares);
  };

  /** Plays a move, and judges it. */
  play = async (text: string) => {
    const turn = ++this.turn;
    this.explanation = null;
    this.choice = NO_SELECTION;
    this.tried = text;
    this.judging = true;
    const after = { ...this.line, moves: [...this.line.moves, text] };
    this.scene = await this.handle.show(after);
    const verdict = await this.judge(text, after).catch((): Verdict => 'worse');
    if (turn !== this.turn) return;
    this.judging = false;
    this.verdict = verdict;
    if (verdict === 'worse' || verdict === 'same') await this.showAnswer(after);
  };

  /** Shows the best move. */
  showBest = async () => {
    const turn = ++this.turn;
    this.judging = false;
    this.explanation = null;
    this.answer = [];
    this.tried = this.move.best;
    const before = await this.handle.show(this.line);
    if (turn !== this.turn) return;
    this.scene = before;
    const after = { ...this.line, moves: [...this.line.moves, this.move.best] };
    const scene = await this.handle.show(after);
    if (turn !== this.turn) return;
    this.scene = scene;
    this.verdict = 'shown';
  };

  private async judge(text: string, after: GameLine): Promise<Verdict> {
    const { move } = this;
    if (text === move.best) return 'best';
    if (text === move.text) return 'same';
    const { end } = this.scene!;
    const own = (first: number) => (move.side === 'first' ? first : 1 - first);
    const best = own(move.after.chance) + move.loss;
    if (end) return own(chanceOf(end.winner)) >= best - AS_GOOD ? 'good' : 'worse';
    this.computer ??= new Computer();
    const { lines } = await this.computer.think(after, { nodes: NODES, lines: 1 });
    this.reply = lines[0]?.moves[0] ?? '';
    return own(lines[0]?.chance ?? 0.5) >= best - AS_GOOD ? 'good' : 'worse';
  }

  private reply = '';

  /** Points to what the other side answers. */
  private async showAnswer(after: GameLine) {
    const reply = this.tried === this.move.text ? this.moment.reply_line[0] : this.reply;
    const action = this.scene?.actions.find(({ text }) => text === reply);
    if (after.moves.at(-1) === this.tried) this.answer = action?.trail ?? [];
  }

  close() {
    this.turn++;
    this.computer?.close();
    this.handle.close();
  }
}

/** The first side's chance in a game that is over. */
export const chanceOf = (winner: 'first' | 'second' | null) =>
  winner === null ? 0.5 : Number(winner === 'first');
