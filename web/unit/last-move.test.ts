import { expect, test } from 'vitest';
import { capturedCheckers } from '../src/board/choreography';
import type { LastMove, Scene } from '../src/generated/wasm';

const step: LastMove = {
  text: '26-30',
  kind: 'step',
  side: 'first',
  trail: ['26', '30'],
  captures: [],
  crowned: false,
};

const jump = (trail: string[], captures: string[]): LastMove => {
  return { ...step, text: trail.join('x'), kind: 'jump', side: 'second', trail, captures };
};

/** What the animation reads of a scene: the checkers on its squares, and the last move. */
function scene(checkers: Record<string, string>, last: LastMove | null = null): Scene {
  const cells = Object.entries(checkers).map(([square, checkers]) => {
    return { square, file: 0, rank: 0, dark: true, checkers };
  });
  return { cells, last } as unknown as Scene;
}

const captured = (before: Scene, after: Scene) =>
  capturedCheckers(before, after).map(({ cell, checker, jump }) => [cell.square, checker, jump]);

test('captured checkers leave in jump order', () => {
  const before = scene({ '8': '', '11': 'a', '18': 'A', '22': 'b' });
  const last = jump(['22', '15', '8'], ['18', '11']);
  const after = scene({ '8': 'b', '11': '', '18': '', '22': '' }, last);
  expect(captured(before, after)).toEqual([
    ['18', 'A', 0],
    ['11', 'a', 1],
  ]);
});

test('a stack that is jumped twice loses its top checker first', () => {
  const before = scene({ '14': 'baA', '18': 'a' });
  const last = jump(['9', '18', '25', '18', '9'], ['14', '18', '14']);
  const after = scene({ '14': 'b', '18': '' }, last);
  expect(captured(before, after)).toEqual([
    ['14', 'A', 0],
    ['18', 'a', 1],
    ['14', 'a', 2],
  ]);
});

test('a scene further back shows no captures that it does not know', () => {
  const last = jump(['22', '15'], ['18']);
  expect(captured(scene({ '18': '' }), scene({ '18': '' }, last))).toEqual([]);
  expect(captured(scene({ '18': 'a' }), scene({ '18': 'a' }))).toEqual([]);
});
