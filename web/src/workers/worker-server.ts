// The worker's side of remote calls: it answers every request by its id.

import { sentenceOf } from './worker-error';

/** Functions that can be called from the page by their names. */
export type Calls = Record<string, (...args: never[]) => unknown>;

/** Answers requests as soon as the calls are ready. */
export function serve(ready: Promise<Calls>) {
  // Every request reports the failure, so nothing else has to.
  ready.catch(() => {});
  addEventListener('message', async ({ data }) => {
    const { id, name, args } = data as { id: number; name: string; args: never[] };
    try {
      const call = (await ready)[name];
      if (!call) throw new Error(`no call ${name}`);
      postMessage({ id, result: call(...args) });
    } catch (error) {
      postMessage({ id, error: sentenceOf(error) });
    }
  });
}
