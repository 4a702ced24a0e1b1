// The board itself: frame, squares, names, homes and areas. Drawn once for a layout.

import type { Scene } from '../generated/wasm';
import { FRAME, type Layout, SQUARE } from './geometry';
import { standing, svg } from './svg';

/** The squares and what is printed on them. */
export function table(scene: Scene, layout: Layout, names: boolean): SVGElement[] {
  const board = svg('g');
  const turned = svg('g', layout.diamond ? { transform: 'rotate(-45)' } : {}, board);
  const side = scene.frame * SQUARE;
  const full = side + 2 * FRAME;
  board.append(
    svg('rect', { class: 'frame', x: -full / 2, y: -full / 2, width: full, height: full, rx: 14 }),
    svg('rect', { class: 'light', x: -side / 2, y: -side / 2, width: side, height: side }),
  );
  // One path for all dark squares: a page of boards has to be drawn quickly.
  let dark = '';
  for (let file = 0; file < scene.frame; file++) {
    for (let rank = 0; rank < scene.frame; rank++) {
      if ((file + rank) % 2 !== 0) continue;
      const x = (file - scene.frame / 2) * SQUARE;
      const y = (scene.frame / 2 - rank - 1) * SQUARE;
      dark += `M${x} ${y}h${SQUARE}v${SQUARE}h${-SQUARE}Z`;
    }
  }
  board.append(
    svg('path', { class: 'dark', d: dark }),
    svg('rect', { class: 'grain', x: -full / 2, y: -full / 2, width: full, height: full, rx: 14 }),
  );
  return [
    turned,
    ...homes(scene, layout),
    ...area(scene, layout),
    ...(names ? labels(scene, layout) : []),
  ];
}

/** Gold crowns printed in the two homes of the race. */
function homes(scene: Scene, layout: Layout): SVGElement[] {
  if (!scene.home) return [];
  const crown = 'M-26 18 L-32 -14 L-14 2 L0 -24 L14 2 L32 -14 L26 18 Z';
  return [layout.centre(0, 0), layout.centre(7, 7)].map(({ x, y }) => {
    const home = standing(x, y, svg('path', { d: crown }));
    home.setAttribute('class', 'home');
    return home;
  });
}

/** The corner that is played on, fenced with sticky notes. */
function area(scene: Scene, layout: Layout): SVGElement[] {
  const size = Math.sqrt(scene.cells.length);
  if (scene.shape !== 'grid' || size === scene.frame) return [];
  const a1 = layout.centre(0, 0);
  const edge = size * SQUARE;
  const left = a1.x - SQUARE / 2;
  const top = a1.y + SQUARE / 2 - edge;
  const notes = svg('g', { class: 'notes' });
  for (let i = 0; i < size; i++) {
    const tilt = ((i * 37) % 5) - 2;
    const note = (x: number, y: number, width: number, height: number) => {
      const middle = `${x + width / 2} ${y + height / 2}`;
      return svg('rect', { x, y, width, height, rx: 3, transform: `rotate(${tilt} ${middle})` });
    };
    notes.append(
      note(left + i * SQUARE + 8, top - 34, SQUARE - 16, 28),
      note(left + edge + 6, top + i * SQUARE + 8, 28, SQUARE - 16),
    );
  }
  const away = svg('path', {
    class: 'away',
    'fill-rule': 'evenodd',
    d: `M-400 -400H400V400H-400Z M${left} ${top}h${edge}v${edge}h${-edge}Z`,
  });
  return [away, notes];
}

function labels(scene: Scene, layout: Layout): SVGElement[] {
  return scene.cells.map((cell) => {
    const { x, y } = layout.centre(cell.file, cell.rank);
    const corner = layout.diamond ? { x, y: y - 42 } : { x: x - 44, y: y - 30 };
    const anchor = layout.diamond ? 'middle' : 'start';
    const shade = cell.dark ? 'on-dark' : 'on-light';
    const attributes = { class: `name ${shade}`, 'text-anchor': anchor, ...corner };
    return svg('text', attributes, cell.square);
  });
}
