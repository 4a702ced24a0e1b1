import { expect, test } from 'vitest';
import { TapQueue } from '../src/board/selection';
import type { TapReply } from '../src/types';

const more = (...taps: string[]): TapReply => ({
  kind: 'more',
  taps,
  stop: null,
  targets: [],
  choices: [],
});
const first = [{ square: '18', reply: more('18') }];
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

function queue(tapper: (taps: string[], square: string) => Promise<TapReply>) {
  const replies: TapReply[] = [];
  const taps = new TapQueue(
    () => first,
    tapper,
    (reply) => replies.push(reply),
  );
  return { taps, replies };
}

test('the first tap is answered at once, from the scene', () => {
  const { taps, replies } = queue(() => Promise.reject(new Error('not needed')));
  taps.push('5');
  expect(replies).toEqual([{ kind: 'no-action', squares: ['5'] }]);
  taps.push('18');
  expect(taps.taps).toEqual(['18']);
});

test('fast taps are answered in order, each after the one before', async () => {
  const { taps, replies } = queue(async (before, square) => {
    await new Promise((resolve) => setTimeout(resolve, square === '9' ? 5 : 0));
    return square === '27' ? { kind: 'act', text: '18x9x18x27' } : more(...before, square);
  });
  for (const square of ['18', '9', '18', '27']) taps.push(square);
  await settle();
  expect(replies.slice(0, 3)).toEqual([more('18'), more('18', '9'), more('18', '9', '18')]);
  expect(replies[3]).toEqual({ kind: 'act', text: '18x9x18x27' });
  expect(taps.taps).toEqual([]);
});

test('a reply to a selection that was reset is dropped', async () => {
  const { taps, replies } = queue(async (before, square) => more(...before, square));
  taps.push('18');
  taps.push('9');
  taps.reset();
  await settle();
  expect(replies).toEqual([more('18')]);
  expect(taps.taps).toEqual([]);
  taps.push('18');
  expect(taps.taps).toEqual(['18']);
});

test('a tap that the rules cannot answer clears the selection', async () => {
  const { taps } = queue(() => Promise.reject(new Error('the worker is gone')));
  taps.push('18');
  taps.push('9');
  await settle();
  expect(taps.taps).toEqual([]);
});
