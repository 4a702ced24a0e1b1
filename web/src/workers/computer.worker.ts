// The computer in a worker of its own. The page ends the worker to stop a search.

import init, { Computer, tree_from_pdn, tree_to_pdn } from '../../wasm/computer/crownhead.js';
import { sentenceOf } from './worker-error';

const ready = init().then(() => new Computer());

// The module calls this while it searches.
Object.assign(globalThis, { thinking: (progress: string) => postMessage({ progress }) });

addEventListener('message', async ({ data }) => {
  const { id, name, args } = data as { id: number; name: string; args: unknown[] };
  try {
    const computer = await ready;
    const [line, request] = args.map((arg) => JSON.stringify(arg)) as [string, string];
    const calls: Record<string, () => string> = {
      choose: () => computer.choose(line, request),
      hint: () => computer.hint(line, request),
      think: () => computer.think(line, request),
      review: () => computer.review(line, request),
      toPdn: () => JSON.stringify(tree_to_pdn(line)),
      fromPdn: () => tree_from_pdn(args[0] as string),
    };
    const result = calls[name]?.();
    if (result === undefined) throw new Error(`no call ${name}`);
    postMessage({ id, result: JSON.parse(result) });
  } catch (error) {
    postMessage({ id, error: sentenceOf(error) });
  }
});
