// The board: a custom element without a framework. It draws a scene, collects the squares that are
// tapped or dragged over, and makes the move that the rules say they mean. It knows no rule.

import type { Side } from '../generated/protocol';
import type { Cell, Scene, TapOptions, TapReply } from '../generated/wasm';
import { colourOf, RADIUS, stack } from './checkers';
import { type Layout, layout, type Point } from './geometry';
import { Grid } from './grid';
import { HOMECOMER, type Marks, movable, over, trayPlace, under } from './marks';
import { Pen } from './arrow-drawing';
import { Motion } from './animation';
import type { Cue } from './choreography';
import { Hand } from './hand';
import { type Selection, TapQueue, type Tapper } from './selection';
import { standing, svg } from './svg';
import { type Tag, Tags } from './tags';
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
  /** What is said on the checkers themselves. */
  tags: Tag[];
  /** Where a player's next captured checker is laid, on the screen. */
  pile: (side: Side) => DOMRect | null;
  /** Plays sounds; what it returns silences those that are still to come. */
  sound: (cues: Cue[]) => () => void;
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
 * What a board emits: squares that are `illegal`, the `choice` that the taps leave, every `touch`, an
 * `arrow` that was drawn, which is a ring if it ends where it begins, and how many checkers are in
 * `flight` to each player's pile.
 */
export interface BoardEvents {
  illegal: { squares: string[] };
  choice: Selection;
  touch: { square: string | null };
  arrow: { from: string; to: string };
  flight: Record<Side, number>;
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
    onact: (text) => this.make(text),
  });
  /** A checker that was tapped and cannot move: the next tap may say where it was to go. */
  private refused: string | null = null;
  private base = svg('svg', { class: 'base', 'aria-hidden': 'true' });
  private under = svg('g');
  private stackGroup = svg('g');
  private partway = svg('g', { class: 'partway' });
  private motion = new Motion();
  /** How many checkers are still on their way to each player's place beside the board. */
  private underway: Record<Side, number> = { first: 0, second: 0 };
  private hand = new Hand(() => this.state?.motion ?? false);
  private over = svg('g');
  private play = svg(
    'svg',
    { class: 'play', 'aria-hidden': 'true' },
    this.under,
    this.stackGroup,
    this.partway,
    this.motion.low,
    this.over,
    this.motion.high,
  );
  private grid = new Grid();
  private tags = new Tags((tag) => this.press(tag));
  private stacks = new Map<string, SVGGElement>();
  private drag: { square: string; at: Point; moving: boolean; stuck: boolean } | null = null;
  private dragged = false;
  private pen = new Pen((from, to) => this.emit('arrow', { from, to }));

  connectedCallback() {
    this.replaceChildren(this.base, this.play);
    // A picture has nothing to touch.
    if (!this.inert) this.append(this.grid.element, this.tags.element);
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
    const to = scene.last?.trail.at(-1);
    const dropped = changed && to ? this.hand.droppedAt(this.layout!.of(to)) : null;
    if (changed || this.stacks.size === 0) this.drawStacks();
    this.drawMarks();
    if (changed && before) this.showChange(before.scene, dropped);
    // The replies may change the state that is being shown here.
    queueMicrotask(() => this.taps.resume());
  }

  /** Shows what has happened since another scene. */
  private showChange(before: Scene, dropped: { by: Point; height: number } | null) {
    const { scene, motion, sound } = this.state!;
    const { layout, stacks } = this;
    const stage = {
      layout: layout!,
      stacks,
      dropped,
      sound,
      colours: this.colours(),
      pile: (side: Side) => this.pile(side),
      onmove: (underway: boolean) => this.classList.toggle('moving', underway),
      onflight: (underway: Record<Side, number>) => {
        this.underway = underway;
        if (scene.home) this.drawMarks();
        this.emit('flight', underway);
      },
    };
    this.motion.show(stage, before, scene, motion);
  }

  /** Where a player's next captured checker is laid, in the picture's measures. */
  private pile(side: Side) {
    const { home } = this.state!.scene;
    if (home) {
      const next = Math.max(0, home[side === 'first' ? 0 : 1] - 1);
      return { at: trayPlace(this.layout!, side, next), scale: HOMECOMER / (2 * RADIUS) };
    }
    const rect = this.state!.pile(side);
    if (!rect) return null;
    const box = this.play.getBoundingClientRect();
    const scale = (2 * this.layout!.half) / box.width;
    const middle = { clientX: rect.x + rect.width / 2, clientY: rect.y + rect.height / 2 };
    return { at: this.point(middle), scale: (rect.width * scale) / (2 * RADIUS) };
  }

  /** Makes a move. What was carried there glides back if it is refused. */
  private async make(text: string) {
    try {
      await this.state!.mover(text);
    } finally {
      this.hand.glideBack();
    }
  }

  private press(tag: Tag) {
    if (tag.move) void this.make(tag.move);
    else this.tap(tag.square);
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
    this.motion.cut();
    this.hand.empty();
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
    const { scene, live, marks, tags, say, label } = this.state!;
    const { selection } = this.taps;
    const { underway } = this;
    const actions = this.options?.actions ?? [];
    const shown = { scene, layout: this.layout!, selection, actions, live, marks, underway };
    this.under.replaceChildren(...under(shown));
    this.over.replaceChildren(...over(shown));
    if (this.inert) return;
    this.grid.update(scene, say, selection.taps, movable(actions));
    this.grid.label(label);
    this.tags.update(tags, this.layout!);
    const [held] = selection.taps;
    const drawn = this.stacks.get(held ?? '')?.firstElementChild as SVGGElement | undefined;
    this.hand.raise(held ?? null, drawn, this.layout!.of(held ?? ''));
    this.drawPartway(selection.taps);
  }

  /** A checker in the middle of a jump is seen where it would stop, and where it comes from as well. */
  private drawPartway(taps: string[]) {
    const [from] = taps;
    const at = taps.length > 1 ? taps.at(-1)! : from;
    for (const [square, drawn] of this.stacks)
      drawn.classList.toggle('left', square === from && at !== from);
    const cell = this.state!.scene.cells.find(({ square }) => square === from);
    this.partway.replaceChildren();
    if (!cell?.checkers || !at || at === from) return;
    const { x, y } = this.layout!.of(at);
    this.partway.append(standing(x, y, stack(cell.checkers, this.colours())));
  }

  private emit<K extends keyof BoardEvents>(name: K, detail: BoardEvents[K]) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private tap(square: string) {
    this.emit('touch', { square });
    if (this.options || this.state!.pending) this.taps.push(square);
  }

  private onReply(reply: TapReply) {
    if (reply.kind === 'more' && reply.taps.length === 1) this.hear('lift');
    this.drawMarks();
    this.emit('choice', this.taps.selection);
    if (reply.kind === 'no-action') this.explain(reply.squares);
    else this.refused = null;
  }

  private hear(sound: Cue['sound']) {
    this.state!.sound([{ sound, at: 0, step: 0 }]);
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

  private point(event: { clientX: number; clientY: number }): Point {
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
    if (!this.drag.moving) this.pickUp(event);
    this.hand.follow(at);
    this.aim(this.layout!.at(at));
  };

  /** A checker begins to be dragged. */
  private pickUp(event: PointerEvent) {
    const { square, stuck } = this.drag!;
    this.drag!.moving = true;
    this.setPointerCapture(event.pointerId);
    this.motion.cut();
    const drawn = this.stacks.get(square)!.firstElementChild as SVGGElement;
    this.hand.take(square, drawn, this.layout!.of(square), event.pointerType);
    if (stuck) {
      this.taps.reset();
      this.drawMarks();
      this.hear('lift');
    } else if (this.taps.taps[0] !== square) {
      this.taps.reset();
      this.tap(square);
    }
    this.classList.add('dragging');
  }

  /** Marks the target that a dragged checker is above. */
  private aim(square: string | null) {
    for (const target of this.over.querySelectorAll<SVGElement>('.target'))
      target.classList.toggle('aimed', target.dataset.target === square);
  }

  private onUp = (event: PointerEvent) => {
    const { drag } = this;
    const square = this.layout!.at(this.point(event));
    const drew = this.pen.up(square);
    this.endDrag();
    if (drew) this.dragged = event.button === 0;
    if (drew || !drag?.moving) return;
    this.dragged = true;
    if (!square || square === drag.square) return this.hand.glideBack();
    if (drag.stuck) {
      this.hand.glideBack();
      this.clear();
      this.hear('refuse');
      this.explain([drag.square, square]);
    } else {
      this.hand.letGo();
      void this.drop(drag.square, square);
    }
  };

  /** A dragged checker is let go: whatever is no move of that checker is explained. */
  private async drop(from: string, to: string) {
    const { state, taps } = this;
    const before = taps.taps;
    if (!state!.live || before.length === 0) {
      this.hand.glideBack();
      return this.tap(to);
    }
    const reply = await state!.tapper(before, to);
    if (this.state!.scene !== state!.scene || taps.taps !== before) return this.hand.glideBack();
    const action =
      reply.kind === 'act' && state!.scene.actions.find((it) => it.text === reply.text);
    const continues =
      reply.kind === 'more' ? reply.taps[0] === from : action && action.trail[0] === from;
    if (reply.kind !== 'act' || !continues) this.hand.glideBack();
    if (continues) return this.tap(to);
    this.hear('refuse');
    this.clear();
    this.explain([...before, to]);
  }

  private onCancel = () => {
    this.hand.glideBack();
    this.endDrag();
  };

  private endDrag() {
    this.pen.cancel();
    this.aim(null);
    this.classList.remove('dragging');
    this.drag = null;
  }
}

customElements.define('crown-board', CrownBoard);
