// A game on its way to somebody else: a link that holds it, a picture, a text.

import type { Line } from '../types';

/** A line as the part of an address behind `#`. */
export function pack(line: Line): string {
  const params = new URLSearchParams({ game: line.game });
  for (const [key, value] of Object.entries(line.options)) params.set(`o.${key}`, value);
  if (line.position) params.set('position', line.position);
  if (line.moves.length > 0) params.set('moves', line.moves.join('_').replaceAll(' ', '~'));
  return params.toString();
}

/** The line behind an address, or none if it holds none. */
export function unpack(text: string): Line | null {
  const params = new URLSearchParams(text);
  const game = params.get('game');
  if (!game) return null;
  const options: Record<string, string> = {};
  for (const [key, value] of params) if (key.startsWith('o.')) options[key.slice(2)] = value;
  const moves = params.get('moves')?.replaceAll('~', ' ').split('_') ?? [];
  const position = params.get('position');
  return { game, options, moves, ...(position ? { position } : {}) };
}

export const studyAddress = (line: Line) => `/study#${pack(line)}`;

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Saves a text as a file. */
export function saveText(text: string, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves what a board shows as a picture. */
export async function savePicture(board: Element, name: string) {
  const size = 1200;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const paper = canvas.getContext('2d')!;
  for (const layer of board.querySelectorAll('svg')) {
    const whole = layer.cloneNode(true) as SVGSVGElement;
    paint(layer, whole);
    whole.setAttribute('width', String(size));
    whole.setAttribute('height', String(size));
    const text = new XMLSerializer().serializeToString(whole);
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
    await image.decode();
    paper.drawImage(image, 0, 0);
  }
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${name}.png`;
  link.click();
}

const LOOKS = [
  'fill',
  'stroke',
  'stroke-width',
  'opacity',
  'fill-opacity',
  'stroke-dasharray',
  'font',
];

/** Writes the looks of a page's style sheet into a copy that leaves it. */
function paint(from: Element, to: Element) {
  const looks = getComputedStyle(from);
  for (const look of LOOKS) {
    const value = looks.getPropertyValue(look);
    if (value && !value.includes('url(')) to.setAttribute(look, value);
  }
  [...from.children].forEach((child, i) => paint(child, to.children[i]!));
}
