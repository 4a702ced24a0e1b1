import { expect, test } from 'vitest';
import { fromPdn, toPdn } from '../src/study/pdn';
import { noted, playersOf, START, treeOfLine } from '../src/study/variation-tree';
import type { PdnTree } from '../src/generated/wasm';
import type { Computer } from '../src/workers/computer-client';

test('arrows travel as a command in the comment', async () => {
  const line = { game: 'winning-moves-checkers', options: {}, moves: ['11-15', '22-18'] };
  const arrows = [
    { from: '11', to: '15' },
    { from: '22', to: '22' },
  ];
  const plain = noted(noted(treeOfLine(line), START, { comment: 'Well.' }), 1, { arrows });
  const tree = { ...plain, tags: { Black: 'Ann', White: 'Ben' } };
  let written: PdnTree | undefined;
  const computer = {
    toPdn: async (asked: PdnTree) => ((written = asked), 'PDN'),
    fromPdn: async () => written!,
  } as unknown as Computer;
  expect(await toPdn(computer, tree)).toBe('PDN');
  expect(written!.nodes[1]!.comment).toBe('[%arrows 11-15 22]');
  expect(written!.nodes.map(({ parent }) => parent)).toEqual([null, 0]);
  expect(await fromPdn(computer, 'PDN')).toEqual(tree);
  expect(playersOf(tree)).toEqual(['Ann', 'Ben']);
});

test('line breaks of a comment travel as commands', async () => {
  const line = { game: 'winning-moves-checkers', options: {}, moves: ['11-15'] };
  const arrows = [{ from: '11', to: '15' }];
  const comment = 'Two lines,\na } and a [note].';
  const tree = noted(noted(treeOfLine(line), 0, { comment }), 0, { arrows });
  let written: PdnTree | undefined;
  const computer = {
    toPdn: async (plain: PdnTree) => ((written = plain), 'PDN'),
    fromPdn: async () => written!,
  } as unknown as Computer;
  await toPdn(computer, tree);
  expect(written!.nodes[0]!.comment).toBe('Two lines, [%br] a } and a [note]. [%arrows 11-15]');
  expect(await fromPdn(computer, 'PDN')).toEqual({ ...tree, tags: {} });
});
