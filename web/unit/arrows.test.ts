import { expect, test } from 'vitest';
import { arrowsOf } from '../src/board/marks';
import { toggleArrow } from '../src/play/arrows';

test('drawing an arrow again removes it', () => {
  const one = toggleArrow([], '11', '15');
  expect(one).toEqual([{ from: '11', to: '15' }]);
  const two = toggleArrow(one, '11', '11');
  expect(two).toHaveLength(2);
  expect(toggleArrow(two, '11', '15')).toEqual([{ from: '11', to: '11' }]);
});

test('a move is an arrow from square to square, and a placement a ring', () => {
  expect(arrowsOf(['1', '10', '19'], 'hint')).toEqual([
    { from: '1', to: '10', kind: 'hint' },
    { from: '10', to: '19', kind: 'hint' },
  ]);
  expect(arrowsOf(['c3'], 'line')).toEqual([{ from: 'c3', to: 'c3', kind: 'line' }]);
  expect(arrowsOf([], 'line')).toEqual([]);
});
