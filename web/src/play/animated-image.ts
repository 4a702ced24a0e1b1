// A game as an animated picture (GIF), made in the page: a frame for the start and one for each move.

import type { CrownBoard } from '../board/board';
import { looksOf } from '../board/palette';
import type { Side } from '../generated/protocol';
import type { GameLine, Scene } from '../generated/wasm';
import { chosen } from '../settings.svelte';
import { GameHandle } from '../workers/rules-client';
import { drawLayers } from './board-image';

/** The width and height in pixels. */
const SIZE = 400;
/** Of a longer game, the last moves are shown. */
export const MOST_MOVES = 250;
/** How long a move is shown, and the last position, in milliseconds. */
const PACE = 800;
const REST = 4000;
/** The colours of all frames; one more stands for what has not changed. */
const COLOURS = 127;

/** The GIF of a game; says how many frames are done. */
export async function animatedGame(
  line: GameLine,
  bottom: Side,
  progress: (done: number, of: number) => void = () => {},
): Promise<Blob> {
  const { GIFEncoder, quantize, applyPalette } = await import('gifenc');
  const game = new GameHandle();
  const stage = new Stage(line.game, bottom);
  const gif = GIFEncoder();
  const begin = Math.max(0, line.moves.length - MOST_MOVES);
  const of = line.moves.length - begin + 1;
  let palette: number[][] | undefined;
  let before: Uint8ClampedArray | undefined;
  try {
    // The colours are those of the start and the end, between which there are no others.
    const end = await stage.draw(await game.show(line));
    for (let count = begin; count <= line.moves.length; count++) {
      const scene = await game.show({ ...line, moves: line.moves.slice(0, count) });
      const pixels = await stage.draw(scene);
      if (!palette) {
        const both = new Uint8ClampedArray(end.length + pixels.length);
        both.set(end);
        both.set(pixels, end.length);
        palette = quantize(both, COLOURS);
        palette.push([0, 0, 0]);
      }
      const transparent = palette.length - 1;
      const index = applyPalette(pixels, palette.slice(0, -1));
      if (before) keepChanges(index, before, pixels, transparent);
      gif.writeFrame(index, SIZE, SIZE, {
        ...(before ? { transparent: true, transparentIndex: transparent } : { palette, repeat: 0 }),
        delay: count === line.moves.length ? REST : PACE,
        dispose: 1,
      });
      before = pixels;
      progress(count - begin + 1, of);
    }
    gif.finish();
    return new Blob([gif.bytes()], { type: 'image/gif' });
  } finally {
    stage.close();
    game.close();
  }
}

/** Leaves out the pixels that are as they were, so that a frame takes a few kilobytes. */
function keepChanges(
  index: Uint8Array,
  before: Uint8ClampedArray,
  now: Uint8ClampedArray,
  transparent: number,
) {
  const [old, fresh] = [new Uint32Array(before.buffer), new Uint32Array(now.buffer)];
  for (let i = 0; i < index.length; i++) if (old[i] === fresh[i]) index[i] = transparent;
}

/** A board beside the screen, whose layers are drawn on a canvas. */
class Stage {
  private board = document.createElement('crown-board') as CrownBoard;
  private base = canvas();
  private paper = canvas();
  private hasBase = false;

  constructor(
    game: string,
    private bottom: Side,
  ) {
    const { board, pieces } = looksOf(game, chosen);
    Object.assign(this.board.dataset, { board, pieces });
    this.board.inert = true;
    this.board.ariaHidden = 'true';
    this.board.style.cssText = `position:fixed;left:-${2 * SIZE}px;top:0;width:${SIZE}px`;
    document.body.append(this.board);
  }

  /** The pixels of a position. */
  async draw(scene: Scene): Promise<Uint8ClampedArray> {
    this.board.update({
      scene,
      bottom: this.bottom,
      live: false,
      pending: false,
      names: false,
      motion: false,
      marks: { pointed: [], arrows: [] },
      tags: [],
      pile: () => null,
      sound: () => () => {},
      premoves: null,
      tapper: async () => ({ kind: 'cleared' }),
      mover: async () => {},
      say: () => '',
      label: '',
    });
    const [base, ...layers] = [...this.board.querySelectorAll('svg')];
    if (!this.hasBase) await drawLayers([base!], this.base);
    this.hasBase = true;
    this.paper.drawImage(this.base.canvas, 0, 0);
    await drawLayers(layers, this.paper);
    return this.paper.getImageData(0, 0, SIZE, SIZE).data;
  }

  close() {
    this.board.remove();
  }
}

function canvas(): CanvasRenderingContext2D {
  const it = document.createElement('canvas');
  it.width = it.height = SIZE;
  return it.getContext('2d', { willReadFrequently: true })!;
}
