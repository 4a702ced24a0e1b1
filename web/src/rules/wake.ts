// Starts the rules' worker. The document runs this file before all others, so that the rules come in
// while the page itself does. It is a file of its own because it is to be small: a browser that is
// asked where a request came from parses the whole file that made it once more.

const start = () => new Worker(new URL('./rules.worker.ts', import.meta.url), { type: 'module' });

let early: Worker | null = start();
// Nobody listens yet; whoever asks for the worker then starts another, and hears what is wrong.
early.addEventListener('error', () => (early = null), { once: true });

/** The worker that was started, or another if that one could not be. */
export function worker(): Worker {
  return early ?? start();
}
