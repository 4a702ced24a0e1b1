// Small boards for the rule book: where a rule can be tried, and the moves that show it.

import type { GameLine } from './generated/wasm';

export interface Example {
  /** The rule's id. */
  rule: string;
  /** Where it is tried. */
  line: GameLine;
  /** What shows it, move by move. */
  shows: string[];
}

/** A board of one game: the rule's id without the game, a position, and the moves that show it. */
const board =
  (game: string, options: Record<string, string> = {}) =>
  (rule: string, position: string, shows: string, moves: string[] = []): Example => ({
    rule: `${game}.${rule}`,
    line: { game, options, position, moves },
    shows: shows.split(', '),
  });

const JUMP_OR_STEP = 'B:W18,26,32:B14,1';
const ONE_JUMP = 'B:W18,32:B14,1';
const TWO_JUMPS = 'B:W6,15,32:B1,12';
const A_CHOICE = 'B:W17,18,32:B14,1';
const CROWNED_BY_A_JUMP = 'B:W26,27,18:B22,1';
const NEARLY_CROWNED = 'B:W32,31:B22,1';
const A_KING = 'B:W23,32:BK14,1';
const HEMMED_IN = 'B:W32,13:B24';
const THE_LAST = 'B:W18:B14';
const TOGETHER = 'B:W17,18,32:B13,14,1';

const regal = board('regal-checkers');
const kingMe = board('king-me-standard');
const jumpingOn = board('king-me-standard', { crowning: 'continues' });
const winning = board('winning-moves-checkers');
const parker = board('parker-checkers');
const stacks = board('stack-em');
const coast = board('coast-to-coast');
const corner = board('coast-to-coast', { setup: 'corner' });
const placing = board('checkerboard-tic-tac-toe');
const exchange = board('checkerboard-tic-tac-toe', { exchange: 'on' });
const floating = board('checkerboard-tic-tac-toe', { floating: 'on' });
const six = board('checkerboard-tic-tac-toe', { size: '6' });
const three = board('tic-tac-toe');

const PLACED = 'xxoxo/oxoxo/xoxox/oxxoo/xo1xo';

export const examples: Example[] = [
  regal('jump.duty', JUMP_OR_STEP, '1-5'),
  regal('jump.go-on', TWO_JUMPS, '1x10'),
  regal('jump.choice', A_CHOICE, '14x21'),
  regal('crown.how', NEARLY_CROWNED, '22-25, 32-28, 25-29'),
  regal('crown.mid-jump', CROWNED_BY_A_JUMP, '22x31'),
  regal('move.king', A_KING, '14-10, 32-28, 10-15'),
  regal('end.captured-all', THE_LAST, '14x23'),
  regal('pass', 'B:W32:B28', 'pass, 32-27'),

  kingMe('jump.duty', ONE_JUMP, '14x23'),
  kingMe('jump.go-on', TWO_JUMPS, '1x10x19'),
  kingMe('jump.choice', A_CHOICE, '14x21'),
  kingMe('crown.how', NEARLY_CROWNED, '22-25, 32-28, 25-29'),
  kingMe('crown.mid-jump.stops', CROWNED_BY_A_JUMP, '22x31'),
  jumpingOn('crown.mid-jump.continues', CROWNED_BY_A_JUMP, '22x31x24'),
  kingMe('move.king', A_KING, '14-10, 32-28, 10-15'),
  kingMe('end.no-move', HEMMED_IN, '24-28, 13-9'),

  winning('jump.duty', ONE_JUMP, '14x23'),
  winning('jump.go-on', TWO_JUMPS, '1x10x19'),
  winning('jump.choice', A_CHOICE, '14x21'),
  winning('crown.how', NEARLY_CROWNED, '22-25, 32-28, 25-29'),
  winning('crown.mid-jump', CROWNED_BY_A_JUMP, '22x31'),
  winning('move.king', A_KING, '14-10, 32-28, 10-15'),
  winning('end.no-move', HEMMED_IN, '24-28, 13-9'),

  parker('jump.duty', ONE_JUMP, '14x23'),
  parker('jump.go-on', TWO_JUMPS, '1x10, huff 10'),
  parker('jump.choice', A_CHOICE, '14x21'),
  parker('crown.how', NEARLY_CROWNED, '22-25, 32-28, 25-29'),
  parker('crown.mid-jump', CROWNED_BY_A_JUMP, '22x31'),
  parker('remedy', ONE_JUMP, '1-5, compel'),
  parker('remedy.culprits', TOGETHER, '1-5, huff 13'),
  parker('remedy.compel', ONE_JUMP, 'compel, 14x23', ['1-5']),
  parker('remedy.huff', ONE_JUMP, 'huff 14, 32-28', ['1-5']),
  parker('remedy.stand', ONE_JUMP, 'stand, 32-28', ['1-5']),
  parker('remedy.kept', TWO_JUMPS, '1x10, stand'),
  parker('end.no-move', HEMMED_IN, '24-28, 13-9'),
  parker('end.last-huffed', THE_LAST, '14-17, huff 17'),

  stacks('stack.control', 'R:10rbr,15rb,31b', '10x19'),
  stacks('stack.king', 'R:10rbR,31b', '10-7'),
  stacks('jump.removed', 'R:10r,15rb,31b', '10x19'),
  stacks('jump.removed.under', 'R:10r,15b,24b,31b', '10x19x28'),
  stacks('jump.demote', 'R:10r,15B,31b', '10x19'),
  stacks('jump.again', 'R:10r,15bb,31b', '10x19x10'),
  stacks('king-row.clear', 'R:26br,1r,13b', '26-30'),
  stacks('king-row.clear.mid-jump', 'R:23r,26b,13b', '23x30'),
  stacks('crown.by-jump', 'R:10r,15b,31b', '10x19'),
  stacks('crown.how', 'R:26r,1r,13b', '26-30'),
  stacks('crown.mid-jump', 'R:23r,26b,27b,13b', '23x30'),
  stacks('jump.go-on', 'R:10r,15b,24b,31b', '10x19x28'),
  stacks('end.no-move', 'R:10r,15b', '10x19'),

  coast('setup.lines', '3rrr2/4rrr1/5rrr/b5rr/bb5r/bbb5/1bbb4/2bbb3 b 0 0', 'b3-c4'),
  corner('setup.corner', '4rrr1/4rrrr/5rrr/6rr/bb6/bbb5/bbbb4/1bbb4 b 0 0', 'b4-c5'),
  coast('move.step', '8/8/5r2/8/3b4/8/8/8 b 11 11', 'd4-c5, f6-e6, c5-d6'),
  coast('jump.how', '8/8/5r2/8/8/2r5/1b6/8 b 11 10', 'b2-d4'),
  coast('jump.go-on', '8/8/8/4r3/8/2r5/1b6/8 b 11 10', 'b2-f6'),
  coast('crown.free-move', '8/6b1/8/8/8/8/1r6/8 b 11 11', 'g7-h8-g8'),
  coast('move.king', '8/8/5r2/8/3B4/8/8/8 b 11 11', 'd4-c3'),
  coast('home.off', '8/8/8/8/8/3r4/1B6/8 b 11 11', 'b2-a1'),
  coast('end.all-home', '8/8/8/8/8/3r4/1B6/8 b 11 11', 'b2-a1'),

  placing('count.overlap', 'xxxx1/ooxo1/xoxoo/oxoxo/xoxox o', 'e4'),
  placing('count.shared', 'xxoxo/oxoxo/xoxox/oxxoo/xo1x1 o', 'e1'),
  exchange('exchange.how', PLACED + ' x -', 'a1=b1, pass'),
  exchange('exchange.used', PLACED + ' o a1=b1', 'pass'),
  exchange('exchange.any-two', PLACED + ' x -', 'a1=d1, pass'),
  floating('float.first', '8/8/8/8/8/8/8/8 x', 'd4'),
  floating('float.layout', '8/8/8/3o4/3x4/8/8/8 x', 'h4'),
  six('board.six', '6/6/6/6/6/6 x', 'f6'),
  six('setup.six', '6/6/2x3/6/6/6 o', 'd4'),

  three('end.three-in-a-row', 'xx1/oo1/3 x', 'c3'),
  three('end.full', 'xox/xoo/ox1 x', 'c1'),
];
