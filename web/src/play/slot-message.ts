// What the message slot of a match says: whose turn it is, and below it the one thing that matters
// most now, be it a duty, the answer to a wrong move, or a hint.

import { translate } from '../i18n/sentences.svelte';
import { sideName } from '../i18n/descriptions';
import { capital, list, t, waitingFor } from '../i18n/i18n.svelte';
import type { Scene } from '../generated/wasm';
import { otherSeat } from './game-store';
import type { RoomState } from './room-state.svelte';
import type { Session } from './session';

export interface SlotText {
  text: string;
  /** The address of the rule behind it. */
  why?: string;
  /** `note` asks for attention, `warn` reports trouble, `answer` answers what the player did. */
  tone: 'plain' | 'note' | 'warn' | 'answer';
}

const OFFERS = ['draw', 'takeback'] as const;

/** What the other player of a match on a server offers, and waits for an answer to. */
export function offered(session: Session): 'draw' | 'takeback' | null {
  if (session.kind !== 'live' || !session.viewer) return null;
  const other = otherSeat(session.viewer);
  return OFFERS.find((offer) => session.display?.view.offers[offer] === other) ?? null;
}

/** The first line: whose turn it is, what is offered, or what is shown. */
export function slotTitle(session: Session, room: RoomState, scene: Scene): string {
  const side = sideName(scene, scene.side);
  if (room.past) {
    const { at } = room.past;
    const of = session.line?.moves.length ?? 0;
    return t(at === 0 ? 'looking-at-start' : 'looking-at', { at, of, side });
  }
  if (room.confirming) return t(`${room.confirming}-sure`);
  if (room.unconfirmed) return t('move-sure', { move: room.unconfirmed.text });
  const offer = offered(session);
  if (session.kind === 'live' && offer)
    return t(`${offer}-offered`, { name: session.name(otherSeat(session.viewer!)) });
  return turnText(session, scene);
}

/** Whose turn it is, in a sentence; nothing unless the game is being played. */
export function turnText(session: Session, scene: Scene): string {
  const view = session.display!.view;
  if (session.kind === 'live' && session.sending) return t('sending', { move: session.sending });
  if (view.stage.kind !== 'playing' || !view.turn) return '';
  const side = sideName(scene, scene.side);
  const decision = scene.phase === 'remedy';
  if (session.canMove) {
    if (session.mine.length > 1)
      return decision
        ? capital(t('side-decides', { side: capital(side) }))
        : t('side-to-move', { side: capital(side) });
    return t(decision ? 'you-decide' : 'your-move-side', { side });
  }
  if (session.kind === 'local' && session.thinking) return t('thinking');
  const name = session.name(view.turn);
  return decision ? t('waiting-decision', { name }) : waitingFor(name);
}

/** The second line; the first of these that there is. */
export function slotText(session: Session, room: RoomState, scene: Scene): SlotText | null {
  const view = session.display!.view;
  const playing = view.stage.kind === 'playing';
  const past = room.past !== null;
  const trouble = connectionText(session);
  if (trouble) return { text: trouble, tone: 'warn' };
  const { notice } = session;
  if (notice)
    return {
      text: translate(notice),
      why: notice.rule ? `/rules/${scene.game}#${notice.rule}` : undefined,
      tone: 'answer',
    };
  if (past) return playing ? { text: t('replaying'), tone: 'note' } : null;
  if (!playing || room.confirming || room.unconfirmed) return null;
  const { hint, idea } = session;
  if (hint) {
    const text = t('hint-says', { move: hint.text, sentence: translate(hint.sentence) });
    return { text, tone: 'note' };
  }
  if (idea) return { text: t('idea-says', { moves: idea.moves.join(', ') }), tone: 'note' };
  if (session.kind === 'live' && session.planned.length > 0) {
    const moves = session.planned.join(', ');
    const count = session.planned.length;
    return { text: t('premoves', { moves, count }), tone: 'note' };
  }
  return choiceText(session, room, scene) ?? dutyText(session, scene) ?? quietText(session);
}

/** How the connection is, unless it is well. */
function connectionText(session: Session): string {
  if (session.kind !== 'live' || session.connection === 'open') return '';
  if (session.connection === 'silent') return t(session.sending ? 'silent-move' : 'silent');
  return t(session.connection === 'joining' ? 'connecting' : 'reconnecting');
}

/** What the taps so far, or the phase of the game, ask the player to choose. */
function choiceText(session: Session, room: RoomState, scene: Scene): SlotText | null {
  if (!session.canMove) return null;
  const { stop, taps, choices } = room.choice;
  if (stop) return { text: t('stop-or-on', { square: taps.at(-1)! }), tone: 'note' };
  if (choices.length > 1) return { text: t('which-way'), tone: 'note' };
  if (scene.phase === 'exchange') return { text: t('exchange-now'), tone: 'note' };
  if (scene.phase === 'compelled') return { text: t('compelled'), tone: 'note' };
  return null;
}

/** What is told about jumps that are due, or were missed. */
export function dutyText(session: Session, scene: Scene): SlotText | null {
  const { duty, canMove } = session;
  const turn = session.display!.view.turn!;
  if (scene.phase === 'remedy') {
    const why = `/rules/${scene.game}#${scene.game}.remedy`;
    if (canMove) {
      const name = session.name(otherSeat(turn));
      return { text: t('remedy-text', { name }), why, tone: 'note' };
    }
    const squares = list(
      huffs(scene).map(({ trail }) => trail[0]!),
      'disjunction',
    );
    const key = session.mine.length > 0 ? 'remedy-left' : 'remedy-watched';
    return { text: t(key, { squares, name: session.name(turn) }), why, tone: 'note' };
  }
  if (!canMove || !scene.actions.some(({ kind }) => kind === 'jump')) return null;
  if (!scene.actions.some(({ kind }) => kind === 'step'))
    return { text: t('must-jump'), tone: 'note' };
  if (!duty) return null;
  if (duty.squares.length === 0) return { text: t('may-jump'), tone: 'note' };
  return {
    text: t(duty.squares.length > 1 ? 'should-jump-several' : 'should-jump', {
      squares: list(duty.squares, 'disjunction'),
    }),
    why: `/rules/${scene.game}#${duty.rule}`,
    tone: 'note',
  };
}

export const huffs = (scene: Scene) => scene.actions.filter(({ kind }) => kind === 'huff');

/** What can be said while nothing is due. */
function quietText(session: Session): SlotText | null {
  const { view } = session.display!;
  if (view.clocks && !view.clocks.running) return { text: t('clock-waits'), tone: 'plain' };
  if (session.kind !== 'live') return null;
  if (!session.viewer) return { text: t('watching'), tone: 'plain' };
  const asked = OFFERS.find((offer) => view.offers[offer] === session.viewer);
  return asked ? { text: t(`${asked}-asked`), tone: 'plain' } : null;
}
