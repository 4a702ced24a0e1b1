// A board as a picture that looks the same away from the page: the looks of its style sheet are
// written into a copy, and the paint that all boards share goes along.

const SIZE = 1200;

/** What only tells where to tap. */
const TOUCH = '.halo, .tile.pointed, .target, .number-tag';

const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'stroke-dashoffset',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
];

/** Saves what a board shows as a picture. */
export async function saveBoardImage(board: Element, name: string) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  await drawLayers([...board.querySelectorAll('svg')], canvas.getContext('2d')!);
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${name}.png`;
  link.click();
}

/** Draws layers of a board over each other. */
export async function drawLayers(layers: SVGSVGElement[], paper: CanvasRenderingContext2D) {
  const { width } = paper.canvas;
  for (const layer of layers) paper.drawImage(await drawn(layer, width), 0, 0);
}

/** A layer of the board as an image. */
async function drawn(layer: SVGSVGElement, size: number): Promise<HTMLImageElement> {
  const copy = layer.cloneNode(true) as SVGSVGElement;
  paint(layer, copy);
  for (const mark of copy.querySelectorAll(TOUCH)) mark.remove();
  copy.setAttribute('width', String(size));
  copy.setAttribute('height', String(size));
  const shared = document.querySelector('svg.paint defs');
  if (shared) copy.prepend(shared.cloneNode(true));
  const image = new Image();
  const text = new XMLSerializer().serializeToString(copy);
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

function paint(from: Element, to: Element) {
  const looks = getComputedStyle(from);
  for (const look of LOOKS) {
    const value = looks.getPropertyValue(look);
    // The browser names the whole address of a paint in some cases; a copy has it within.
    if (value) to.setAttribute(look, value.replace(/url\("?[^"#)]*#([\w-]+)"?\)/, 'url(#$1)'));
  }
  [...from.children].forEach((child, i) => paint(child, to.children[i]!));
}
