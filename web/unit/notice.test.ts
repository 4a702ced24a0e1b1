import { expect, test } from 'vitest';
import type { EventKind } from '../src/generated/protocol';
import { boardNotice, type Notice, noticeAfter, replyNotice } from '../src/play/notice';

const board = boardNotice({ text: 'You have to jump with 14: 14x23.' }, ['14']);
const reply = replyNotice({ text: 'The computer would rather play on.' });

const after = (notice: Notice | null, event: EventKind) => noticeAfter(notice, event, ['one']);

test('a reply outlasts the move of the other player', () => {
  const moved: EventKind = { kind: 'moved', seat: 'two', text: '22-18' };
  expect(after(reply, moved)).toBe(reply);
  expect(after(board, moved)).toBe(null);
});

test('a reply stays until the player moves by hand', () => {
  const moved: EventKind = { kind: 'moved', seat: 'one', text: 'pass' };
  expect(after(reply, { ...moved, how: 'forced' })).toBe(reply);
  expect(after(reply, { ...moved, how: 'premove' })).toBe(reply);
  expect(after(reply, moved)).toBe(null);
  expect(after(board, { ...moved, how: 'forced' })).toBe(null);
});

test('an offer of the player replaces the reply to the one before', () => {
  const offered: EventKind = { kind: 'offered', seat: 'one', offer: 'takeback' };
  expect(after(reply, offered)).toBe(null);
  expect(after(board, offered)).toBe(board);
});

test('no notice outlasts the game or a takeback', () => {
  const events: EventKind[] = [
    { kind: 'taken-back', seat: 'two', plies: 1 },
    { kind: 'ended', reason: 'resignation' },
    { kind: 'began', game: 2, first: 'two' },
  ];
  for (const event of events) {
    expect(after(reply, event)).toBe(null);
    expect(after(board, event)).toBe(null);
  }
});

test('a change that leaves the position alone removes no notice', () => {
  const events: EventKind[] = [
    { kind: 'offered', seat: 'two', offer: 'draw' },
    { kind: 'presence', seat: 'two', here: false },
    { kind: 'outage-credited', until: 25_000, span: 20_000 },
    { kind: 'veiled' },
  ];
  for (const event of events) {
    expect(after(reply, event)).toBe(reply);
    expect(after(board, event)).toBe(board);
  }
});
