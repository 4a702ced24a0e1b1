// What happens for those who hear the page, or use its keys, when they go to another one: its heading
// has the focus, and its title is announced.

/** For how long a page may take to show its heading. */
const PATIENCE = 10_000;

/** The title that is announced. */
export const arrival = $state({ title: '' });

let stop = () => {};

/** Focuses the heading of the page as soon as it is there, unless the person is already elsewhere. */
export function arriveAtHeading(page: HTMLElement) {
  stop();
  arrival.title = '';
  const settle = () => {
    const heading = page.querySelector('h1');
    if (!heading || document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    arrival.title ||= document.title;
  };
  // A page may show a first heading while it loads, and then another.
  const watch = new MutationObserver(settle);
  watch.observe(page, { childList: true, subtree: true });
  const timer = setTimeout(() => stop(), PATIENCE);
  const gone = () => stop();
  addEventListener('pointerdown', gone);
  stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    removeEventListener('pointerdown', gone);
  };
  settle();
}
