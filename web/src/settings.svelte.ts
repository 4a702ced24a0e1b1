// What a person has chosen for this browser: looks, sounds, language.

import type { BoardChoice, PiecesChoice } from './board/palette';
import { saveItem, loadItem } from './storage';

export interface Chosen {
  /** The code of a language, or `auto` for the browser's. */
  language: string;
  theme: 'auto' | 'light' | 'dark';
  board: BoardChoice;
  pieces: PiecesChoice;
  sound: boolean;
  names: boolean;
  motion: boolean;
  /** Whether there is always a field to type moves into. */
  typing: boolean;
  /** Whether a move is asked about before it is played. */
  confirm: boolean;
  /** Whether the computer analyses what is studied. */
  engine: boolean;
  /** Whether it is said when another box has another rule. */
  boxes: boolean;
  name: string;
}

const DEFAULTS: Chosen = {
  language: 'auto',
  theme: 'auto',
  board: 'box',
  pieces: 'box',
  sound: true,
  names: false,
  motion: true,
  typing: false,
  confirm: false,
  engine: false,
  boxes: true,
  name: '',
};

export const chosen = $state<Chosen>({ ...DEFAULTS, ...loadItem<Partial<Chosen>>('settings') });

/** Keeps the choices, and shows those that are looks. */
export function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = chosen.theme;
  saveItem('settings', { ...chosen });
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether changes are shown as motion. */
export const moving = () => chosen.motion && !still.matches;
