// The board: a custom element without a framework. It draws a scene, narrows the legal moves by
// the squares that are tapped or dragged over, and tells the page what was meant. It knows no rule.

import type { Action, Cell, Scene, Side } from '../types';
import { colourOf, stack } from './checkers';
import { type Layout, layout, type Point } from './geometry';
import { Grid } from './grid';
import { type Marks, movable, over, under } from './marks';
import { Pen } from './pen';
import { show } from './motion';
import { candidates, tap } from './narrow';
import { standing, svg } from './svg';
import { table } from './table';
import './board.css';

/** Everything that a board shows. */
export interface BoardState {
  scene: Scene;
  /** Whose player sits at the bottom. */
  bottom: Side;
  /** Whether the one who looks can act. */
  live: boolean;
  /** Whether squares are named. */
  names: boolean;
  /** Whether changes are shown as motion. */
  motion: boolean;
  marks: Marks;
  /** What may be planned for one's next turn, while the other is to move. */
  ahead: Action[] | null;
  /** What a screen reader says of a square, and of the board. */
  say: (cell: Cell) => string;
  label: string;
}

/**
 * What a board tells: `act` a move, `tried` squares without one, `choice` between several, `drawn`
 * an arrow, or a ring where it ends where it begins.
 */
export interface BoardEvents {
  act: { text: string };
  tried: { squares: string[] };
  choice: { actions: Action[]; stop: Action | null; taps?: string[] };
  touched: { square: string | null };
  drawn: { from: string; to: string };
}

const DRAG = 8;

export class CrownBoard extends HTMLElement {
  private state: BoardState | null = null;
  private layout: Layout | null = null;
  private drawnFor = '';
  private taps: string[] = [];
  private stop: Action | null = null;
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
  private pen = new Pen((from, to) => this.tell('drawn', { from, to }));

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

  /** Shows a state. Only what differs from the one before is drawn anew. */
  update(state: BoardState) {
    const before = this.state;
    this.state = state;
    if (!this.isConnected) return;
    const { scene, bottom, names } = state;
    const board = [scene.game, scene.shape, scene.cells.length, bottom, names].join();
    if (board !== this.drawnFor) this.build(board);
    const changed = before?.scene !== scene;
    if (changed || !this.actions) this.forget();
    if (changed) this.refused = null;
    if (changed) this.ghosts.replaceChildren();
    if (changed || board !== this.drawnFor || this.stacks.size === 0) this.drawStacks();
    this.drawnFor = board;
    this.drawMarks();
    if (changed && before && state.motion && before.scene.game === scene.game) {
      const { layout, stacks, ghosts } = this;
      void show({ layout: layout!, stacks, ghosts, colours: this.colours() }, before.scene, scene);
    }
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
  private get actions(): Action[] | null {
    const { live, scene, ahead } = this.state!;
    return live ? scene.actions : ahead;
  }

  private colours(): [string, string] {
    const [first, second] = this.state!.scene.sides;
    return [colourOf(first, true), colourOf(second, false)];
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
    const { actions, layout, taps } = this;
    const shown = { scene, layout: layout!, taps, actions: actions ?? [], live, marks };
    this.under.replaceChildren(...under(shown));
    this.over.replaceChildren(...over(shown));
    if (this.inert) return;
    this.grid.update(scene, say, taps, movable(actions ?? []));
    this.grid.label(label);
  }

  private forget() {
    this.taps = [];
    this.stop = null;
  }

  private tell<K extends keyof BoardEvents>(name: K, detail: BoardEvents[K]) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private tap(square: string) {
    const { actions } = this;
    this.tell('touched', { square });
    if (!actions) return;
    const meant = tap(actions, this.taps, square);
    this.forget();
    if (meant.kind === 'more') {
      this.taps = meant.taps;
      this.stop = meant.stop;
    }
    this.drawMarks();
    const several = this.taps.length > 1 ? candidates(actions, this.taps) : [];
    this.tell('choice', { actions: several, stop: this.stop, taps: this.taps });
    if (meant.kind === 'act') this.tell('act', { text: meant.text });
    if (meant.kind === 'tried') this.tried(meant.squares);
    else this.refused = null;
  }

  /** Tells of squares without a move; an empty one belongs to the checker that was tapped before. */
  private tried(squares: string[]) {
    const [square] = squares;
    const follows = this.refused && squares.length === 1 && !this.stacks.has(square!);
    const whole = follows ? [this.refused!, square!] : squares;
    this.refused = this.stacks.has(whole[0]!) ? whole[0]! : null;
    this.tell('tried', { squares: whole });
  }

  private onClick = (event: Event) => {
    const square = (event.target as HTMLElement).closest('button')?.dataset.square;
    if (this.dragged) this.dragged = false;
    else if (square) this.tap(square);
    else if (this.state?.live) this.beside(event as MouseEvent);
  };

  /** A tap on a square of the board that the game does not use. */
  private beside(event: MouseEvent) {
    const square = this.layout!.named(this.point(event));
    if (square) this.tried([square]);
  }

  private onMenu = (event: Event) => event.preventDefault();

  private onKey = (event: KeyboardEvent) => {
    const { square } = (event.target as HTMLElement).dataset;
    if (event.shiftKey && event.key === 'Enter' && square) {
      event.preventDefault();
      return this.pen.key(square);
    }
    if (event.key !== 'Escape' || this.taps.length === 0) return;
    this.forget();
    this.drawMarks();
    this.tell('choice', { actions: [], stop: null });
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
    if (!this.actions || !event.isPrimary || event.button !== 0) return;
    if (!square || !this.stacks.has(square)) return;
    const stuck = !movable(this.actions).has(square);
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
        this.forget();
        this.drawMarks();
      } else if (this.taps[0] !== this.drag.square) {
        this.forget();
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
    const { actions, taps } = this;
    const way = drag.stuck ? [drag.square, square] : [...taps, square];
    if (this.state!.live && candidates(actions ?? [], way).length === 0) {
      this.forget();
      this.drawMarks();
      this.tell('choice', { actions: [], stop: null });
      this.tried(way);
    } else {
      this.tap(square);
    }
  };

  private onCancel = () => {
    this.pen.cancel();
    const lifted = this.drag && this.stacks.get(this.drag.square)?.firstElementChild;
    lifted?.removeAttribute('transform');
    this.classList.remove('dragging');
    this.drag = null;
  };
}

customElements.define('crown-board', CrownBoard);
