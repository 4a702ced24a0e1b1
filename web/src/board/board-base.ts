// The board itself: frame, squares, names, homes and areas. Drawn once for a layout.

import type { Scene } from '../generated/wasm';
import { FRAME, type Layout, SQUARE } from './geometry';
import { standing, svg } from './svg';

/** The squares and what is printed on them. */
export function table(scene: Scene, layout: Layout, names: boolean): SVGElement[] {
  const board = svg('g', layout.diamond ? { transform: 'rotate(-45)' } : {});
  const side = scene.frame * SQUARE;
  const full = side + 2 * FRAME;
  const whole = { x: -full / 2, y: -full / 2, width: full, height: full, rx: 6 };
  const line = side + FRAME;
  board.append(
    svg('rect', { class: 'frame', ...whole }),
    svg('rect', { class: 'trim', x: -line / 2, y: -line / 2, width: line, height: line, rx: 3 }),
    svg('rect', { class: 'light', x: -side / 2, y: -side / 2, width: side, height: side }),
    isPlainGrid(scene) ? grid(scene.frame) : darkSquares(scene.frame),
    svg('rect', { class: 'grain', ...whole }),
    // Boards of card are folded in the middle; the grid on the back shows nothing of it.
    svg('path', { class: 'fold', d: isPlainGrid(scene) ? '' : `M${-full / 2} 0h${full}` }),
    svg('rect', { class: 'sheen', ...whole }),
  );
  return [
    board,
    ...crowns(scene, layout),
    ...area(scene, layout),
    ...(names ? labels(scene, layout) : []),
  ];
}

/** Whether the squares are those of a drawn grid, and all of one colour. */
export const isPlainGrid = ({ shape, frame }: Scene) => shape === 'grid' && frame === 3;

/** One path for all dark squares: a page of boards has to be drawn quickly. */
function darkSquares(frame: number): SVGElement {
  let d = '';
  for (let file = 0; file < frame; file++) {
    for (let rank = 0; rank < frame; rank++) {
      if ((file + rank) % 2 !== 0) continue;
      const x = (file - frame / 2) * SQUARE;
      const y = (frame / 2 - rank - 1) * SQUARE;
      d += `M${x} ${y}h${SQUARE}v${SQUARE}h${-SQUARE}Z`;
    }
  }
  return svg('path', { class: 'dark', d });
}

/** The lines between squares that are all of one colour. */
function grid(frame: number): SVGElement {
  const half = (frame / 2) * SQUARE - 8;
  let d = '';
  for (let i = 1; i < frame; i++) {
    const at = (i - frame / 2) * SQUARE;
    d += `M${at} ${-half}V${half}M${-half} ${at}H${half}`;
  }
  return svg('path', { class: 'grid-lines', d });
}

/** Gold crowns, printed in two corners: the homes of the race. */
function crowns(scene: Scene, layout: Layout): SVGElement[] {
  if (scene.frame !== 8 || scene.shape === 'grid') return [];
  const crown = 'M-26 20 L-33 -14 L-15 2 L0 -25 L15 2 L33 -14 L26 20 Z M-25 27 H25';
  return [layout.centre(0, 0), layout.centre(7, 7)].map(({ x, y }) => {
    const printed = standing(x, y, svg('path', { d: crown }));
    if (scene.home) {
      const half = SQUARE / 2 - 4;
      const turn = layout.diamond ? 'rotate(-45)' : '';
      const sides = { x: -half, y: -half, width: 2 * half, height: 2 * half };
      printed.prepend(svg('rect', { ...sides, transform: turn }));
    }
    printed.setAttribute('class', scene.home ? 'printed home' : 'printed');
    return printed;
  });
}

const NOTE = 84;

/** The corner that is played on, fenced with sticky notes. */
function area(scene: Scene, layout: Layout): SVGElement[] {
  const size = Math.sqrt(scene.cells.length);
  if (scene.shape !== 'grid' || size === scene.frame) return [];
  const a1 = layout.centre(0, 0);
  const edge = size * SQUARE;
  const left = a1.x - SQUARE / 2;
  const top = a1.y + SQUARE / 2 - edge;
  const notes = svg('g', { class: 'notes' });
  const note = (x: number, y: number, tilt: number) => {
    const half = NOTE / 2;
    const place = standing(x, y);
    place.setAttribute('transform', `translate(${x} ${y}) rotate(${tilt})`);
    place.append(
      svg('path', {
        class: 'lifted',
        d: `M${-half} ${half}q${NOTE * 0.7} 9 ${NOTE + 5} 4l-9 -14Z`,
      }),
      svg('path', {
        d: `M${-half} ${-half}H${half}V${half - 3}q${-NOTE / 2} 6 ${-NOTE} 2Z`,
      }),
      svg('rect', { class: 'gum', x: -half, y: -half, width: NOTE, height: 17 }),
    );
    notes.append(place);
  };
  for (let i = 0; i < size; i++) {
    const tilt = ((i * 37) % 7) - 3;
    note(left + (i + 0.5) * SQUARE, top - SQUARE / 2 + 2, tilt);
    note(left + edge + SQUARE / 2 - 2, top + (i + 0.5) * SQUARE, -tilt);
  }
  const half = scene.frame * (SQUARE / 2);
  const away = svg('path', {
    class: 'away',
    'fill-rule': 'evenodd',
    d: `M${-half} ${-half}H${half}V${half}H${-half}Z M${left} ${top}h${edge}v${edge}h${-edge}Z`,
  });
  return [away, notes];
}

/** The names of the squares, in a corner that neither checkers nor rings reach. */
function labels(scene: Scene, layout: Layout): SVGElement[] {
  const plain = isPlainGrid(scene);
  return scene.cells.map((cell) => {
    const { x, y } = layout.centre(cell.file, cell.rank);
    const [left, up] = plain ? [43, 34] : [49, 35];
    const corner = layout.diamond ? { x, y: y - 43 } : { x: x - left, y: y - up };
    const anchor = layout.diamond ? 'middle' : 'start';
    const shade = plain ? 'on-light in-grid' : cell.dark ? 'on-dark' : 'on-light';
    const attributes = { class: `name ${shade}`, 'text-anchor': anchor, ...corner };
    return svg('text', attributes, cell.square);
  });
}
