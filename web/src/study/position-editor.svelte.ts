// A board that is set up by hand. It may be no position yet: the rules write its text, and say what
// is wrong with it.

import { rules } from '../workers/rules-client';
import { entry } from '../catalog';
import type { Side } from '../generated/protocol';
import type { Cell, GameLine, Scene } from '../generated/wasm';
import { translateError } from '../i18n/sentences.svelte';

export class PositionEditor {
  /** What stands on the board. */
  board = $state.raw<Scene>()!;
  options = $state.raw<Record<string, string>>({});
  side = $state<Side>('first');
  /** What the next tap puts down, lettered as in a scene; nothing clears. */
  chosen = $state('a');
  /** Where something was put down last. */
  touched = $state('');
  text = $state('');
  /** The position, once it is one, or else why not. */
  scene = $state.raw<Scene | null>(null);
  why = $state('');
  private turn = 0;

  constructor(scene: Scene) {
    this.options = scene.options;
    this.side = scene.side;
    this.board = bare(scene);
    if (scene.position) this.text = scene.position;
    void this.write();
  }

  get game() {
    return this.board.game;
  }

  /** The game that begins here, once it is a position. */
  get line(): GameLine | null {
    if (!this.scene) return null;
    const { game, options } = this;
    return { game, options, moves: [], ...(this.begins ? {} : { position: this.text.trim() }) };
  }

  /** Whether this is how the game begins. */
  private get begins() {
    return this.scene?.position === this.start?.position;
  }

  private start = $state.raw<Scene | null>(null);

  tap(square: string) {
    this.touched = square;
    const put = ({ checkers }: Cell) =>
      this.chosen && entry(this.game)?.stacks ? checkers + this.chosen : this.chosen;
    this.put((cell) => (cell.square === square ? put(cell) : cell.checkers));
  }

  clear = () => this.put(() => '');

  /** Another game, or the same from its start. */
  async begin(game = this.game, options = game === this.game ? this.options : {}) {
    const start = await rules.scene({ game, options, moves: [] });
    this.options = start.options;
    this.side = start.side;
    if (entry(game)?.start.shape === 'grid') this.chosen = this.chosen.toLowerCase();
    this.board = bare(start);
    await this.write();
  }

  /** Another option: what stands on squares that are still there stays. */
  async choose(key: string, value: string) {
    if (this.options[key] === value) return;
    const { begins, board } = this;
    const options = { ...this.options, [key]: value };
    if (begins) return this.begin(this.game, options);
    const start = await rules.scene({ game: this.game, options, moves: [] });
    const stood = new Map(board.cells.map((cell) => [cell.square, cell.checkers]));
    this.options = start.options;
    this.board = bare(start);
    this.put((cell) => stood.get(cell.square) ?? '');
  }

  turnTo(side: Side) {
    if (side === this.side) return;
    this.side = side;
    void this.write();
  }

  /** A text that is typed: the board follows it once it is a position. */
  async type(text: string) {
    this.text = text;
    await this.judge();
    if (!this.scene || this.text !== text) return;
    this.side = this.scene.side;
    this.board = bare(this.scene);
  }

  private put(what: (cell: Cell) => string) {
    const cells = this.board.cells.map((cell) => ({ ...cell, checkers: what(cell) }));
    this.board = { ...this.board, cells };
    void this.write();
  }

  private async write() {
    const turn = ++this.turn;
    const { game, options, side, board } = this;
    const cells = Object.fromEntries(board.cells.map((cell) => [cell.square, cell.checkers]));
    const text = await rules.setUp({ game, options, moves: [] }, side === 'second', cells);
    if (turn !== this.turn) return;
    this.text = text;
    await this.judge();
  }

  private async judge() {
    const turn = ++this.turn;
    const { game, options, text } = this;
    const line = { game, options, moves: [] };
    const start = await rules.scene(line);
    const [scene, why] = await rules.scene({ ...line, position: text }).then(
      (scene) => [scene, ''] as const,
      async (error) => [null, await translateError(error)] as const,
    );
    if (turn === this.turn) [this.start, this.scene, this.why] = [start, scene, why];
  }
}

/** The board without anything that happens on it. */
const bare = (scene: Scene): Scene => ({
  ...scene,
  actions: [],
  counted: [[], []],
  end: null,
  last: null,
  phase: 'play',
});
