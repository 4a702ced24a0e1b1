import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TapHost, TapQueue } from '../src/board/selection';
import type { TapReply } from '../src/generated/wasm';

const more = (...taps: string[]): TapReply => ({
  kind: 'more',
  taps,
  stop: null,
  targets: [],
  choices: [],
});
const first = [{ square: '18', reply: more('18') }];

/** Lets all timers run out and everything that waits for them go on. */
const settle = () => vi.runAllTimersAsync();
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function queue(
  tapper: (taps: string[], square: string) => Promise<TapReply>,
  more: Partial<TapHost> = {},
) {
  const replies: TapReply[] = [];
  const taps = new TapQueue({
    ready: () => true,
    firstTaps: () => first,
    tapper,
    onreply: (reply) => void replies.push(reply),
    onact: async () => {},
    ...more,
  });
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
    await after(square === '9' ? 5 : 0);
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

test('taps wait until they can be answered', () => {
  let ready = false;
  const { taps, replies } = queue(async (before, square) => more(...before, square), {
    ready: () => ready,
  });
  taps.push('5');
  taps.push('18');
  expect(replies).toEqual([]);
  ready = true;
  taps.resume();
  expect(replies).toEqual([{ kind: 'no-action', squares: ['5'] }, more('18')]);
});

test('taps behind a move are answered in the position that it leads to', async () => {
  let at = first;
  const played: string[] = [];
  const { taps, replies } = queue(async () => ({ kind: 'act', text: '18-14' }), {
    firstTaps: () => at,
    onact: async (text) => {
      await after(20);
      played.push(text);
      at = [{ square: '9', reply: more('9') }];
      taps.positionChanged();
    },
  });
  for (const square of ['18', '14', '9']) taps.push(square);
  await settle();
  expect(played).toEqual(['18-14']);
  expect(replies).toEqual([more('18'), { kind: 'act', text: '18-14' }, more('9')]);
});

test('a position that the player did not bring about drops the taps', async () => {
  const { taps, replies } = queue(async (before, square) => more(...before, square));
  taps.push('18');
  taps.push('9');
  taps.positionChanged();
  await settle();
  expect(replies).toEqual([more('18')]);
  expect(taps.taps).toEqual([]);
});
