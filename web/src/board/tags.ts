// Small tags on checkers that say what can be done there: stop, huff, jump. They are buttons over the
// board, for fingers, keys and screen readers.

import type { Layout } from './geometry';
import './tags.css';

export interface Tag {
  square: string;
  kind: 'stop' | 'huff' | 'must';
  /** What it says on the board. */
  text: string;
  /** What a screen reader says. */
  label: string;
  /** The move that it makes; without one it taps the square. */
  move?: string;
}

/** The tags of a board. */
export class Tags {
  readonly element = document.createElement('div');
  private shown = '';

  constructor(private onpress: (tag: Tag) => void) {
    this.element.className = 'tags';
  }

  update(tags: Tag[], layout: Layout) {
    const shown = JSON.stringify([tags, tags.map(({ square }) => layout.of(square))]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.replaceChildren(...tags.map((tag) => this.button(tag, layout)));
  }

  private button(tag: Tag, layout: Layout) {
    const button = document.createElement('button');
    const { x, y } = layout.of(tag.square);
    const part = (at: number) => `${((at + layout.half) / (2 * layout.half)) * 100}%`;
    button.type = 'button';
    button.className = `tag ${tag.kind}`;
    button.style.left = part(x);
    // At the near edge of its square, so that it hides little of the checker.
    button.style.top = part(y + 44);
    button.textContent = tag.text;
    button.setAttribute('aria-label', tag.label);
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      this.onpress(tag);
    });
    return button;
  }
}
