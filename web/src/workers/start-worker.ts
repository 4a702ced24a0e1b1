// Starts the rules' worker. The document runs this file before all others, so that the rules load
// while the page itself does. It is a separate file because it must be small: the browser parses
// the file that makes a request once more to report where the request came from.

const start = () => new Worker(new URL('./rules.worker.ts', import.meta.url), { type: 'module' });

let early: Worker | null = start();
// Nobody listens yet. The next caller starts another worker and gets the error.
early.addEventListener('error', () => (early = null), { once: true });

/** The worker that was started early, or a new one if that failed. */
export function rulesWorker(): Worker {
  return early ?? start();
}
