// What all boards of a page share: the grain of the wood and the light on the checkers.

import { svg } from './svg';

const light = (id: string, bright: string, middle: string, dim: string) =>
  svg(
    'radialGradient',
    { id, cx: 0.36, cy: 0.3, r: 0.8 },
    svg('stop', { offset: 0, 'stop-color': bright }),
    svg('stop', { offset: 0.45, 'stop-color': middle }),
    svg('stop', { offset: 1, 'stop-color': dim }),
  );

/** Puts the shared paint into the page, once. */
export function addSvgDefs() {
  const grain = svg(
    'filter',
    { id: 'grain', x: 0, y: 0, width: 1, height: 1, 'color-interpolation-filters': 'sRGB' },
    svg('feTurbulence', {
      type: 'fractalNoise',
      baseFrequency: '0.012 0.11',
      numOctaves: 3,
      seed: 7,
    }),
    svg('feColorMatrix', { values: '0 0 0 0 .22  0 0 0 0 .11  0 0 0 0 .03  0 0 0 -1.6 1' }),
  );
  const wood = svg(
    'pattern',
    { id: 'wood', width: 400, height: 400, patternUnits: 'userSpaceOnUse' },
    svg('rect', { width: 400, height: 400, filter: 'url(#grain)', opacity: 0.24 }),
  );
  const paint = svg(
    'svg',
    { class: 'paint', width: 0, height: 0, 'aria-hidden': 'true' },
    svg(
      'defs',
      {},
      grain,
      wood,
      light('ink', '#5b5651', '#33302d', '#1f1c1a'),
      light('red', '#e8503f', '#c5281c', '#98190f'),
      light('ivory', '#fffdf6', '#f8efdb', '#dcc99c'),
      light('silver', '#f6f8f9', '#cdd3d7', '#98a2a9'),
    ),
  );
  document.body.append(paint);
}
