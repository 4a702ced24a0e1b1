// The board for fingers, keys and screen readers: a grid of buttons that lies over the picture.

import type { Side } from '../generated/protocol';
import type { Cell, Scene } from '../generated/wasm';
import type { Layout } from './geometry';
import { SQUARE } from './geometry';

const BUTTON = document.createElement('button');
BUTTON.type = 'button';
BUTTON.setAttribute('role', 'gridcell');
BUTTON.setAttribute('tabindex', '-1');

/** A grid of buttons, one for each square that the game uses. */
export class Grid {
  readonly element = document.createElement('div');
  private buttons = new Map<string, HTMLButtonElement>();
  private rows: string[][] = [];
  private current = '';

  constructor() {
    this.element.className = 'squares';
    this.element.setAttribute('role', 'grid');
    this.element.addEventListener('keydown', (event) => this.onKey(event));
    this.element.addEventListener('focusin', (event) => {
      const square = (event.target as HTMLElement).dataset.square;
      if (square) this.rove(square);
    });
  }

  /** Builds the buttons anew, rows from the top of the picture. */
  build(scene: Scene, layout: Layout, bottom: Side) {
    const up =
      scene.shape === 'diamond'
        ? bottom === 'first'
        : scene.shape === 'dark'
          ? bottom === 'second'
          : true;
    const place = (at: number) => (up ? at : scene.frame - 1 - at);
    const rows: Cell[][] = Array.from({ length: scene.frame }, () => []);
    for (const cell of scene.cells) rows[scene.frame - 1 - place(cell.rank)]!.push(cell);
    this.buttons.clear();
    this.rows = rows
      .filter((row) => row.length > 0)
      .map((row) => row.sort((a, b) => place(a.file) - place(b.file)).map((cell) => cell.square));
    const share = (scene.frame * SQUARE) / (2 * layout.half);
    this.element.style.inset = `${(1 - share) * 50}%`;
    this.element.style.transform = layout.diamond ? 'rotate(-45deg)' : '';
    this.element.replaceChildren(
      ...rows.flatMap((row, index) => (row.length > 0 ? [this.row(scene, row, index, place)] : [])),
    );
    if (!this.buttons.has(this.current)) this.current = this.rows[0]?.[0] ?? '';
    this.rove(this.current);
  }

  private row(scene: Scene, cells: Cell[], index: number, place: (at: number) => number) {
    const row = document.createElement('div');
    row.setAttribute('role', 'row');
    row.setAttribute('aria-rowindex', String(index + 1));
    const share = 100 / scene.frame;
    for (const cell of cells) {
      const button = BUTTON.cloneNode() as HTMLButtonElement;
      button.setAttribute('aria-colindex', String(place(cell.file) + 1));
      button.dataset.square = cell.square;
      button.style.left = `${place(cell.file) * share}%`;
      button.style.top = `${index * share}%`;
      button.style.width = button.style.height = `${share}%`;
      row.append(button);
      this.buttons.set(cell.square, button);
    }
    return row;
  }

  /** Says what is on every square now. */
  update(scene: Scene, say: (cell: Cell) => string, taps: string[], movable: Set<string>) {
    for (const cell of scene.cells) {
      const button = this.buttons.get(cell.square);
      if (!button) continue;
      button.setAttribute('aria-label', say(cell));
      button.setAttribute('aria-selected', String(taps.includes(cell.square)));
      button.classList.toggle('draggable', movable.has(cell.square));
    }
  }

  label(text: string) {
    this.element.setAttribute('aria-label', text);
  }

  private rove(square: string) {
    this.buttons.get(this.current)?.setAttribute('tabindex', '-1');
    this.current = square;
    this.buttons.get(square)?.setAttribute('tabindex', '0');
  }

  private onKey(event: KeyboardEvent) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[
      event.key
    ];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const row = this.rows.findIndex((names) => names.includes(this.current));
    const column = this.rows[row]?.indexOf(this.current) ?? 0;
    const next = this.rows[row + step[0]!];
    const name = next?.[Math.min(column + step[1]!, next.length - 1)];
    if (name) this.buttons.get(name)?.focus();
  }
}
