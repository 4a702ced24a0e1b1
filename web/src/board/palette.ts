// The colours of boards and checkers: those of each box, and those that can be chosen for all games.

import type { GameId } from '../generated/wasm';

/** What boards are printed or made of. */
export interface BoardPalette {
  frame: string;
  /** The thin line on the frame. */
  trim: string;
  light: string;
  dark: string;
  /** Numbers on light and on dark squares. */
  onLight: string;
  onDark: string;
  texture: 'card' | 'wood' | 'plain';
  /** Whether checkers also stand on light squares. */
  usesLight?: boolean;
}

export const BOARDS = {
  regal: {
    frame: '#8a1c15',
    trim: '#f7ebcf',
    light: '#f8edd3',
    dark: '#c54b3a',
    onLight: '#7a1d14',
    onDark: '#fff',
    texture: 'card',
    usesLight: true,
  },
  'king-me': {
    frame: '#15110f',
    trim: '#d9a52e',
    light: '#b5281d',
    dark: '#2e2926',
    onLight: '#fff3e0',
    onDark: '#f0dfc4',
    texture: 'card',
  },
  'king-me-crowns': {
    frame: '#15110f',
    trim: '#d9a52e',
    light: '#f5f1e8',
    dark: '#34302d',
    onLight: '#4a423a',
    onDark: '#f0e6d6',
    texture: 'card',
    usesLight: true,
  },
  'winning-moves': {
    frame: '#1c2c57',
    trim: '#fff',
    light: '#d2382c',
    dark: '#26262b',
    onLight: '#fff',
    onDark: '#e8e6ee',
    texture: 'card',
  },
  plain: {
    frame: '#4f6f80',
    trim: '#fff',
    light: '#f7f4ec',
    dark: '#bfd5df',
    onLight: '#3c5666',
    onDark: '#1d3442',
    texture: 'card',
    usesLight: true,
  },
  parker: {
    frame: '#1f3a2a',
    trim: '#e6d3a3',
    light: '#e6d3a3',
    dark: '#4a7857',
    onLight: '#2f4a38',
    onDark: '#fff8e4',
    texture: 'card',
  },
  wood: {
    frame: '#4a2c18',
    trim: '#c08a4a',
    light: '#f0dcb4',
    dark: '#9c6536',
    onLight: '#6b4420',
    onDark: '#fff',
    texture: 'wood',
    usesLight: true,
  },
  flat: {
    frame: '#3f5163',
    trim: '#edf1f4',
    light: '#edf1f4',
    dark: '#61778e',
    onLight: '#43566a',
    onDark: '#fff',
    texture: 'plain',
    usesLight: true,
  },
  contrast: {
    frame: '#000',
    trim: '#fff',
    light: '#fff',
    dark: '#f4c62f',
    onLight: '#000',
    onDark: '#000',
    texture: 'plain',
    usesLight: true,
  },
} as const satisfies Record<string, BoardPalette>;

export type BoardName = keyof typeof BOARDS;

/** The colour of a side's checkers. */
export interface CheckerPalette {
  top: string;
  edge: string;
  /** The outline of the top. */
  line: string;
  /** What is cut or printed into the top: rings on one side's checkers, beads on the other's. */
  mark: string;
}

export type CheckerColour = 'ink' | 'red' | 'ivory' | 'silver';
export type CheckerSet = Record<CheckerColour, CheckerPalette>;

const SILVER: CheckerPalette = {
  top: '#d3d9dd',
  edge: '#7d868c',
  line: '#1f2427',
  mark: '#4d565c',
};

const PLASTIC: CheckerSet = {
  ink: { top: '#262321', edge: '#100e0d', line: '#d3c9bc', mark: '#b5aca0' },
  red: { top: '#b81f15', edge: '#6a100a', line: '#ffd9cd', mark: '#ffc9bb' },
  ivory: { top: '#f8efdb', edge: '#b89f6c', line: '#54401f', mark: '#8a6a35' },
  silver: SILVER,
};

export const PIECES = {
  regal: {
    ...PLASTIC,
    red: { top: '#a3150e', edge: '#5c0a06', line: '#fff0dc', mark: '#ffd9c0' },
  },
  'king-me': {
    ...PLASTIC,
    ink: { top: '#332e2b', edge: '#171412', line: '#e6dccd', mark: '#cabfb1' },
    red: { top: '#c92a1d', edge: '#75130c', line: '#ffe0d6', mark: '#ffd2c6' },
  },
  'winning-moves': {
    ...PLASTIC,
    ink: { top: '#2e2e34', edge: '#141418', line: '#e3e3ec', mark: '#c4c4d0' },
    red: { top: '#d22b20', edge: '#7c130d', line: '#ffe6e0', mark: '#ffd9d2' },
  },
  plain: PLASTIC,
  parker: {
    ...PLASTIC,
    ink: { top: '#33231a', edge: '#160d08', line: '#e0cdb4', mark: '#b89c7c' },
    ivory: { top: '#efdcae', edge: '#a98a4d', line: '#4d3815', mark: '#7c5b23' },
  },
  wood: {
    ...PLASTIC,
    ink: { top: '#33241c', edge: '#180f0a', line: '#ddcbb6', mark: '#b39c86' },
    red: { top: '#a52c1b', edge: '#5e150b', line: '#ffdcc6', mark: '#ffcbb0' },
    ivory: { top: '#f0dfb6', edge: '#b0905a', line: '#4d3815', mark: '#7c5b23' },
  },
  flat: PLASTIC,
  contrast: {
    ink: { top: '#000', edge: '#000', line: '#fff', mark: '#fff' },
    red: { top: '#780010', edge: '#4a0008', line: '#fff', mark: '#fff' },
    ivory: { top: '#fff', edge: '#000', line: '#000', mark: '#000' },
    silver: { top: '#fff', edge: '#000', line: '#000', mark: '#000' },
  },
} as const satisfies Record<string, CheckerSet>;

export type PiecesName = keyof typeof PIECES;

/** One or the other look for the same games. */
export type BoardChoice = 'box' | BoardName;
export type PiecesChoice = 'box' | 'wood' | 'flat';

/** Every game's board and checkers in its box; the compiler names a game without them. */
const BOXES: Record<GameId, [BoardName, PiecesName]> = {
  'regal-checkers': ['regal', 'regal'],
  'tic-tac-toe': ['regal', 'regal'],
  'king-me-standard': ['king-me', 'king-me'],
  // Both are played on the other side of the box's board.
  'coast-to-coast': ['king-me-crowns', 'king-me'],
  'stack-em': ['king-me-crowns', 'king-me'],
  'winning-moves-checkers': ['winning-moves', 'winning-moves'],
  'checkerboard-tic-tac-toe': ['plain', 'plain'],
  'parker-checkers': ['parker', 'parker'],
};

/** The board and the checkers that a game is played with. High contrast is for both. */
export function looksOf(
  game: string,
  chosen: { board: BoardChoice; pieces: PiecesChoice },
): { board: BoardName; pieces: PiecesName } {
  const [boxBoard, boxPieces] = BOXES[game as GameId] ?? ['wood', 'wood'];
  const board = chosen.board === 'box' || !(chosen.board in BOARDS) ? boxBoard : chosen.board;
  if (board === 'contrast') return { board, pieces: 'contrast' };
  return { board, pieces: chosen.pieces === 'box' ? boxPieces : chosen.pieces };
}

/** A style sheet with the colours as custom properties of `data-board` and `data-pieces`. */
function paletteCss(): string {
  const properties = (pairs: [string, string][]) =>
    pairs.map(([name, value]) => `--${name}:${value}`).join(';');
  const boards = Object.entries(BOARDS).map(([name, board]) => {
    const { frame, trim, light, dark, onLight, onDark } = board;
    const colours = { frame, trim, light, dark, 'on-light': onLight, 'on-dark': onDark };
    return `[data-board=${name}]{${properties(Object.entries(colours))}}`;
  });
  const pieces = Object.entries(PIECES).map(([name, set]) => {
    const colours = Object.entries(set).flatMap(([colour, checker]) =>
      Object.entries(checker).map(([part, value]): [string, string] => [
        part === 'top' ? `checker-${colour}` : `checker-${colour}-${part}`,
        value,
      ]),
    );
    return `[data-pieces=${name}]{${properties(colours)}}`;
  });
  return [...boards, ...pieces].join('\n');
}

/** Gives the page the colours of all boards and checkers, once. */
export function addPalettes() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(paletteCss());
  document.adoptedStyleSheets.push(sheet);
}
