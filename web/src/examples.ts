// Small boards for the rule book: where a rule can be tried, and what to try.

import type { Line } from './types';

interface Example {
  /** The rule's id, without the game. */
  rule: string;
  line: Line;
}

const of = (game: string, rule: string, position: string, more: Partial<Line> = {}): Example => ({
  rule: `${game}.${rule}`,
  line: { game, options: {}, position, moves: [], ...more },
});

export const examples: Example[] = [
  of('regal-checkers', 'jump.duty', 'B:W18,26,32:B14,1'),
  of('regal-checkers', 'jump.go-on', 'B:W6,15,32:B1,12'),
  of('regal-checkers', 'crown.how', 'B:W32,31:B22,1'),
  of('king-me-standard', 'jump.duty', 'B:W18,32:B14,1'),
  of('king-me-standard', 'crown.mid-jump.continues', 'B:W26,27,18:B22,1', {
    options: { crowning: 'continues' },
  }),
  of('winning-moves-checkers', 'jump.duty', 'B:W18,32:B14,1'),
  of('winning-moves-checkers', 'jump.choice', 'B:W17,18,32:B14,1'),
  of('winning-moves-checkers', 'crown.mid-jump', 'B:W26,27,18:B22,1'),
  of('parker-checkers', 'remedy', 'B:W18,32:B14,1', { moves: ['1-5'] }),
  of('parker-checkers', 'jump.duty', 'B:W18,32:B14,1'),
  of('stack-em', 'jump.removed.under', 'R:10r,15b,24b,31b'),
  of('stack-em', 'stack.control', 'R:10rbr,15rb,31b'),
  of('coast-to-coast', 'crown.free-move', '8/6b1/8/8/8/8/1r6/8 b 11 11'),
  of('coast-to-coast', 'home.off', '8/8/8/8/8/3r4/1B6/8 b 11 11'),
  of('checkerboard-tic-tac-toe', 'exchange.how', 'xxoxo/oxoxo/xoxox/oxxoo/xo1xo x -', {
    options: { exchange: 'on' },
  }),
  of('tic-tac-toe', 'end.three-in-a-row', 'xx1/oo1/3 x'),
];
