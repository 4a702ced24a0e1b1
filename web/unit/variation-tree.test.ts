import { describe, expect, test } from 'vitest';
import {
  childrenOf,
  endOf,
  follow,
  isAnnotated,
  lineTo,
  noted,
  pathTo,
  START,
  treeOfLine,
  without,
} from '../src/study/variation-tree';

const line = { game: 'winning-moves-checkers', options: {}, moves: ['11-15', '22-18', '15x22'] };

describe('a variation tree', () => {
  test('holds a line and gives it back', () => {
    const tree = treeOfLine(line);
    expect(lineTo(tree, endOf(tree, START))).toEqual(line);
    expect(pathTo(tree, 1)).toEqual([0, 1]);
    expect(isAnnotated(tree)).toBe(false);
    const from = { ...line, position: 'B:W32:B1' };
    expect(lineTo(treeOfLine(from), 0)).toEqual({ ...from, moves: ['11-15'] });
  });

  test('keeps another move beside the one that was played', () => {
    const [tree, at] = follow(treeOfLine(line), 0, '23-19');
    expect(childrenOf(tree, 0)).toEqual([1, at]);
    expect(endOf(tree, 0)).toBe(2);
    expect(isAnnotated(tree)).toBe(true);
    expect(follow(tree, 0, '23-19')).toEqual([tree, at]);
  });

  test('drops a move with everything after it, and renumbers the rest', () => {
    const [branched] = follow(treeOfLine(line), START, '9-14');
    const tree = without(branched, 0);
    expect(tree.nodes.map(({ text, parent }) => [text, parent])).toEqual([['9-14', START]]);
    const [again, at] = follow(tree, 0, '22-18');
    expect(lineTo(again, at).moves).toEqual(['9-14', '22-18']);
  });

  test('has notes before the first move and on each move', () => {
    const tree = noted(noted(treeOfLine(line), START, { comment: 'a' }), 1, { comment: 'b' });
    expect([tree.comment, tree.nodes[0]!.comment, tree.nodes[1]!.comment]).toEqual(['a', '', 'b']);
    expect(isAnnotated(tree)).toBe(true);
  });
});
