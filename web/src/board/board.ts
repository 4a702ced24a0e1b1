// The board: a custom element without a framework. It draws a scene, collects the squares that are
// tapped or dragged over, and makes the move that the rules say they mean. It knows no rule.

import type { Side } from '../generated/protocol';
import type { Cell, Scene, TapOptions, TapReply } from '../generated/wasm';
import { colourOf, stack } from './checkers';
import { type Layout, layout, type Point } from './geometry';
import { Grid } from './grid';
import { type Marks, movable, over, under } from './marks';
import { Pen } from './arrow-drawing';
import { show } from './animation';
import { type Selection, TapQueue, type Tapper } from './selection';
import { standing, svg } from './svg';
import { table } from './board-base';
import './board.css';

/** Everything that a board shows. */
export interface BoardState {
  scene: Scene;
  /** Whose player sits at the bottom. */
  bottom: Side;
  /** Whether the one who looks can act. */
  live: boolean;
  /** Whether the rules still have to load. Taps wait for them. */
  pending: boolean;
  /** Whether squares are named. */
  names: boolean;
  /** Whether changes are shown as motion. */
  motion: boolean;
  marks: Marks;
  /** What may be planned for one's next turn, while the other is to move. */
  premoves: TapOptions | null;
  /** Asks the rules what one more tap means. */
  tapper: Tapper;
  /** Makes a move. It settles when the move is on the board, or is refused. */
  mover: (text: string) => Promise<unknown>;
  /** What a screen reader says of a square, and of the board. */
  say: (cell: Cell) => string;
  label: string;
}

/**
 * What a board emits: squares that are `illegal`, the `choice` that the taps leave, every `touch`, and
 * an `arrow` that was drawn, which is a ring if it ends where it begins.
 */
export interface BoardEvents {
  illegal: { squares: string[] };
  choice: Selection;
  touch: { square: string | null };
  arrow: { from: string; to: string };
}

const DRAG = 8;

/** Whether two scenes show the same position with the same moves to choose from. */
function sameMoment(before: Scene | undefined, after: Scene): boolean {
  const moment = ({ game, options, cells, phase, side, actions }: Scene) =>
    JSON.stringify([game, options, cells, phase, side, actions]);
  return before !== undefined && moment(before) === moment(after);
}

export class CrownBoard extends HTMLElement {
  private state: BoardState | null = null;
  private layout: Layout | null = null;
  private drawnFor = '';
  private taps = new TapQueue({
    ready: () => this.options !== null,
    firstTaps: () => this.options?.first_taps ?? [],
    tapper: (taps, square) => this.state!.tapper(taps, square),
    onreply: (reply) => this.onReply(reply),
    onact: (text) => this.state!.mover(text),
  });
  /** A checker that was tapped and cannot move: the next tap may say where it was to go. */
  private refused: string | null = null;
  private base = svg('svg', { class: 'base', 'aria-hidden': 'true' });
  private under = svg('g');
  private stackGroup = svg('g');
  private ghosts = svg('g');
  private over = svg('g');
  private play = svg(
    'svg',
    { class: 'play', 'aria-hidden': 'true' },
    this.under,
    this.stackGroup,
    this.ghosts,
    this.over,
  );
  private grid = new Grid();
  private stacks = new Map<string, SVGGElement>();
  private drag: { square: string; at: Point; moving: boolean; stuck: boolean } | null = null;
  private dragged = false;
  private pen = new Pen((from, to) => this.emit('arrow', { from, to }));

  connectedCallback() {
    this.replaceChildren(this.base, this.play);
    // A picture has nothing to touch.
    if (!this.inert) this.append(this.grid.element);
    this.addEventListener('click', this.onClick);
    this.addEventListener('pointerdown', this.onDown);
    this.addEventListener('pointermove', this.onMove);
    this.addEventListener('pointerup', this.onUp);
    this.addEventListener('pointercancel', this.onCancel);
    this.addEventListener('keydown', this.onKey);
    this.addEventListener('contextmenu', this.onMenu);
    if (this.state) this.update(this.state);
  }

  /** Shows a state. Only the differences from the previous one are redrawn. */
  update(state: BoardState) {
    const before = this.state;
    this.state = state;
    if (!this.isConnected) return;
    const { scene, bottom, names } = state;
    const board = [scene.game, scene.shape, scene.cells.length, bottom, names].join();
    if (board !== this.drawnFor) this.build(board);
    const changed = before?.scene !== scene;
    if (!this.options && !state.pending) this.taps.reset();
    // The same position again, as after a reload of the rules, keeps the taps, and so does the first
    // position that the rules draw.
    else if (changed && !before?.pending && !sameMoment(before?.scene, scene))
      this.taps.positionChanged();
    if (changed) this.refused = null;
    if (changed) this.ghosts.replaceChildren();
    if (changed || board !== this.drawnFor || this.stacks.size === 0) this.drawStacks();
    this.drawnFor = board;
    this.drawMarks();
    if (changed && before && state.motion && before.scene.game === scene.game) {
      const { layout, stacks, ghosts } = this;
      void show({ layout: layout!, stacks, ghosts, colours: this.colours() }, before.scene, scene);
    }
    // The replies may change the state that is being shown here.
    queueMicrotask(() => this.taps.resume());
  }

  /** Taps squares as a player would. */
  tapAll(squares: string[]) {
    for (const square of squares) this.tap(square);
  }

  private build(board: string) {
    const { scene, bottom, names } = this.state!;
    const lay = (this.layout = layout(scene, bottom));
    const view = `${-lay.half} ${-lay.half} ${2 * lay.half} ${2 * lay.half}`;
    this.base.setAttribute('viewBox', view);
    this.play.setAttribute('viewBox', view);
    this.base.replaceChildren(...table(scene, lay, names));
    if (!this.inert) this.grid.build(scene, lay, bottom);
    this.drawnFor = board;
    this.stacks.clear();
  }

  /** What can be done or planned; nothing for one who only looks. */
  private get options(): TapOptions | null {
    const { live, scene, premoves } = this.state!;
    return live ? scene : premoves;
  }

  private colours(): [string, string] {
    const { scene } = this.state!;
    return [colourOf(scene, 'first'), colourOf(scene, 'second')];
  }

  private drawStacks() {
    const colours = this.colours();
    this.stacks.clear();
    this.stackGroup.replaceChildren();
    const centre = (cell: Cell) => this.layout!.of(cell.square);
    const taken = this.state!.scene.cells.filter((cell) => cell.checkers);
    // What is nearer to the player hides what is behind it.
    taken.sort((a, b) => centre(a).y - centre(b).y);
    for (const cell of taken) {
      const { x, y } = centre(cell);
      const drawn = standing(x, y, stack(cell.checkers, colours));
      this.stacks.set(cell.square, drawn);
      this.stackGroup.append(drawn);
    }
  }

  private drawMarks() {
    const { scene, live, marks, say, label } = this.state!;
    const { selection } = this.taps;
    const actions = this.options?.actions ?? [];
    const shown = { scene, layout: this.layout!, selection, actions, live, marks };
    this.under.replaceChildren(...under(shown));
    this.over.replaceChildren(...over(shown));
    if (this.inert) return;
    this.grid.update(scene, say, selection.taps, movable(actions));
    this.grid.label(label);
  }

  private emit<K extends keyof BoardEvents>(name: K, detail: BoardEvents[K]) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private tap(square: string) {
    this.emit('touch', { square });
    if (this.options || this.state!.pending) this.taps.push(square);
  }

  private onReply(reply: TapReply) {
    this.drawMarks();
    this.emit('choice', this.taps.selection);
    if (reply.kind === 'no-action') this.explain(reply.squares);
    else this.refused = null;
  }

  /** Takes the taps back. */
  private clear() {
    this.taps.reset();
    this.drawMarks();
    this.emit('choice', this.taps.selection);
  }

  /** Emits squares without a move; an empty one belongs to the checker that was tapped before. */
  private explain(squares: string[]) {
    const [square] = squares;
    const follows = this.refused && squares.length === 1 && !this.stacks.has(square!);
    const whole = follows ? [this.refused!, square!] : squares;
    this.refused = this.stacks.has(whole[0]!) ? whole[0]! : null;
    this.emit('illegal', { squares: whole });
  }

  private onClick = (event: Event) => {
    const square = (event.target as HTMLElement).closest('button')?.dataset.square;
    if (this.dragged) this.dragged = false;
    else if (square) this.tap(square);
    else if (this.state?.live || this.state?.pending) this.beside(event as MouseEvent);
  };

  /** A tap on a square of the board that the game does not use. */
  private beside(event: MouseEvent) {
    const square = this.layout!.named(this.point(event));
    if (!square) return;
    if (this.state!.live) this.explain([square]);
    else this.taps.push(square);
  }

  private onMenu = (event: Event) => event.preventDefault();

  private onKey = (event: KeyboardEvent) => {
    const { square } = (event.target as HTMLElement).dataset;
    if (event.shiftKey && event.key === 'Enter' && square) {
      event.preventDefault();
      return this.pen.key(square);
    }
    if (event.key === 'Escape' && this.taps.taps.length > 0) this.clear();
  };

  private point(event: MouseEvent): Point {
    const box = this.play.getBoundingClientRect();
    const scale = (2 * this.layout!.half) / box.width;
    const half = this.layout!.half;
    return {
      x: (event.clientX - box.left) * scale - half,
      y: (event.clientY - box.top) * scale - half,
    };
  }

  private onDown = (event: PointerEvent) => {
    this.dragged = false;
    const at = this.point(event);
    const square = this.layout!.at(at);
    if (square) this.pen.down(event, square);
    if (!this.options || !event.isPrimary || event.button !== 0) return;
    if (!square || !this.stacks.has(square)) return;
    const stuck = !movable(this.options.actions).has(square);
    // What cannot be planned is not explained.
    if (!stuck || this.state!.live) this.drag = { square, at, moving: false, stuck };
  };

  private onMove = (event: PointerEvent) => {
    this.pen.move(event);
    if (!this.drag || this.pen.draws) return;
    const at = this.point(event);
    const { x, y } = this.drag.at;
    const box = this.play.getBoundingClientRect();
    const pixels = (Math.hypot(at.x - x, at.y - y) * box.width) / (2 * this.layout!.half);
    if (!this.drag.moving && pixels < DRAG) return;
    if (!this.drag.moving) {
      this.drag.moving = true;
      this.setPointerCapture(event.pointerId);
      if (this.drag.stuck) {
        this.taps.reset();
        this.drawMarks();
      } else if (this.taps.taps[0] !== this.drag.square) {
        this.taps.reset();
        this.tap(this.drag.square);
      }
      this.stackGroup.append(this.stacks.get(this.drag.square)!);
      this.classList.add('dragging');
    }
    const lifted = this.stacks.get(this.drag.square)?.firstElementChild;
    lifted?.setAttribute('transform', `translate(${at.x - x} ${at.y - y}) scale(1.08)`);
  };

  private onUp = (event: PointerEvent) => {
    const { drag } = this;
    const square = this.layout!.at(this.point(event));
    const drew = this.pen.up(square);
    this.onCancel();
    if (drew) this.dragged = event.button === 0;
    if (drew || !drag?.moving) return;
    this.dragged = true;
    if (!square || square === drag.square) return;
    if (drag.stuck) {
      this.clear();
      this.explain([drag.square, square]);
    } else {
      void this.drop(drag.square, square);
    }
  };

  /** A dragged checker is let go: whatever is no move of that checker is explained. */
  private async drop(from: string, to: string) {
    const { state, taps } = this;
    const before = taps.taps;
    if (!state!.live || before.length === 0) return this.tap(to);
    const reply = await state!.tapper(before, to);
    if (this.state!.scene !== state!.scene || taps.taps !== before) return;
    const action =
      reply.kind === 'act' && state!.scene.actions.find((it) => it.text === reply.text);
    const continues =
      reply.kind === 'more' ? reply.taps[0] === from : action && action.trail[0] === from;
    if (continues) return this.tap(to);
    this.clear();
    this.explain([...before, to]);
  }

  private onCancel = () => {
    this.pen.cancel();
    const lifted = this.drag && this.stacks.get(this.drag.square)?.firstElementChild;
    lifted?.removeAttribute('transform');
    this.classList.remove('dragging');
    this.drag = null;
  };
}

customElements.define('crown-board', CrownBoard);
