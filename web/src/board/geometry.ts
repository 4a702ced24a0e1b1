// Where squares lie in the picture, in hundredths of a square.

import type { Side } from '../generated/protocol';
import type { Scene } from '../generated/wasm';

export const SQUARE = 100;
/** The frame around the squares. It is slim, so that squares on a phone are as wide as a finger. */
export const FRAME = 9;

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  /** Half the width of the picture; its middle is 0, 0. */
  half: number;
  diamond: boolean;
  centre(file: number, rank: number): Point;
  /** Where a square's middle is, by its name. */
  of(square: string): Point;
  /** The square under a point, if the game uses one there. */
  at(point: Point): string | null;
  /** Where the edge is at which a player sits. */
  edge(side: Side): number;
  /** What a square of the board is called that the game does not use, where squares are called by file and rank. */
  named(point: Point): string | null;
}

const SIN = Math.SQRT1_2;

/** The layout of a scene's board with one side's player at the bottom. */
export function layout(scene: Scene, bottom: Side): Layout {
  const { frame } = scene;
  const diamond = scene.shape === 'diamond';
  // Files and ranks are named as the second side of checkers sees them, and the first of the race.
  const turned = diamond ? bottom === 'second' : scene.shape === 'dark' && bottom === 'first';
  const flat = (file: number, rank: number): Point => {
    const x = (file + 0.5 - frame / 2) * SQUARE;
    const y = (frame / 2 - rank - 0.5) * SQUARE;
    return turned ? { x: -x, y: -y } : { x, y };
  };
  const turn = ({ x, y }: Point, by: number): Point => ({
    x: SIN * (x + by * y),
    y: SIN * (y - by * x),
  });
  const centre = (file: number, rank: number) => {
    const point = flat(file, rank);
    return diamond ? turn(point, 1) : point;
  };
  const places = new Map(scene.cells.map((cell) => [cell.square, centre(cell.file, cell.rank)]));
  const side = (frame / 2) * SQUARE + FRAME;
  const half = diamond ? side / SIN : side;
  return {
    half,
    edge: (side) => (side === bottom ? half : -half),
    diamond,
    centre,
    of: (square) => places.get(square) ?? { x: 0, y: 0 },
    at(point) {
      const here = diamond ? turn(point, -1) : point;
      for (const cell of scene.cells) {
        const { x, y } = flat(cell.file, cell.rank);
        const reach = SQUARE / 2;
        if (Math.abs(here.x - x) <= reach && Math.abs(here.y - y) <= reach) return cell.square;
      }
      return null;
    },
    named({ x, y }) {
      const file = Math.floor(x / SQUARE + frame / 2);
      const rank = Math.floor(frame / 2 - y / SQUARE);
      const inside = [file, rank].every((place) => place >= 0 && place < frame);
      return scene.shape === 'grid' && inside ? `${'abcdefgh'[file]}${rank + 1}` : null;
    },
  };
}
