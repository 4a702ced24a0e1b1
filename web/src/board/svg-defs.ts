// What all boards of a page share: the grain of wood and card, and the light on everything.

import { type Attributes, svg } from './svg';

type Stop = [offset: number, colour: string, opacity: number];

const stops = (list: Stop[]) =>
  list.map(([offset, colour, opacity]) =>
    svg('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity }),
  );

/** A texture that repeats: noise, stretched and coloured. */
function texture(id: string, noise: Attributes, colour: string, opacity: number) {
  const filter = svg(
    'filter',
    { id: `${id}-noise`, x: 0, y: 0, width: 1, height: 1, 'color-interpolation-filters': 'sRGB' },
    svg('feTurbulence', { type: 'fractalNoise', ...noise }),
    svg('feColorMatrix', { values: colour }),
  );
  const pattern = svg(
    'pattern',
    { id, width: 400, height: 400, patternUnits: 'userSpaceOnUse' },
    svg('rect', { width: 400, height: 400, filter: `url(#${id}-noise)`, opacity }),
  );
  return [filter, pattern];
}

/** Puts the shared paint into the page, once. */
export function addSvgDefs() {
  const brown = '0 0 0 0 .22  0 0 0 0 .11  0 0 0 0 .03  0 0 0 -1.6 1';
  const fibre = '0 0 0 0 .25  0 0 0 0 .18  0 0 0 0 .1  0 0 0 -2.4 1.4';
  const wood = { baseFrequency: '0.012 0.11', numOctaves: 3, seed: 7 };
  const card = { baseFrequency: '0.55 0.75', numOctaves: 2, seed: 3 };
  const paint = svg(
    'svg',
    { class: 'paint', width: 0, height: 0, 'aria-hidden': 'true' },
    svg(
      'defs',
      {},
      ...texture('wood', wood, brown, 0.26),
      ...texture('card', card, fibre, 0.12),
      // The light comes from the upper left.
      svg(
        'radialGradient',
        { id: 'shine', cx: 0.34, cy: 0.27, r: 0.82 },
        ...stops([
          [0, '#fff', 0.34],
          [0.4, '#fff', 0.06],
          [0.62, '#000', 0],
          [1, '#000', 0.3],
        ]),
      ),
      svg(
        'linearGradient',
        { id: 'sheen', x1: 0, y1: 0, x2: 1, y2: 1 },
        ...stops([
          [0, '#fff', 0.16],
          [0.5, '#fff', 0],
          [1, '#000', 0.14],
        ]),
      ),
      svg(
        'linearGradient',
        { id: 'gold', x1: 0, y1: 0, x2: 0.4, y2: 1 },
        ...stops([
          [0, '#ffe9a0', 1],
          [0.5, '#e9b638', 1],
          [1, '#b77f14', 1],
        ]),
      ),
    ),
  );
  document.body.append(paint);
}
