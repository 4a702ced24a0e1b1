// The computer, in a worker of its own, which is ended when it must stop.

import init, { Computer, tree_from_pdn, tree_to_pdn } from '../../wasm/computer/crownhead.js';
import { said } from './unable';

const ready = init().then(() => new Computer());

// The module tells its thoughts through this.
Object.assign(globalThis, { thinking: (report: string) => postMessage({ report }) });

addEventListener('message', async ({ data }) => {
  const { id, name, args } = data as { id: number; name: string; args: unknown[] };
  try {
    const it = await ready;
    const [one, other] = args.map((arg) => JSON.stringify(arg)) as [string, string];
    const calls: Record<string, () => string> = {
      choose: () => it.choose(one, other),
      hint: () => it.hint(one, other),
      think: () => it.think(one, other),
      review: () => it.review(one, other),
      toPdn: () => JSON.stringify(tree_to_pdn(one)),
      fromPdn: () => tree_from_pdn(args[0] as string),
    };
    const answer = calls[name]?.();
    if (answer === undefined) throw new Error(`no call ${name}`);
    postMessage({ id, answer: JSON.parse(answer) });
  } catch (error) {
    postMessage({ id, error: said(error) });
  }
});
