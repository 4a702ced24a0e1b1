// Making and filling SVG elements.

const NS = 'http://www.w3.org/2000/svg';

export type Attributes = Record<string, string | number>;

/** An element with its attributes and children. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (SVGElement | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A group that stands at a point. */
export function standing(x: number, y: number, ...children: SVGElement[]): SVGGElement {
  return svg('g', { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, ...children);
}
