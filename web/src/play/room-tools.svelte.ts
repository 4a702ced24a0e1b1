// Everything in a match that is a button and no move: what it is called, where it stands, what it does.

import type { IconName } from '../components/icons';
import { errorText } from '../people/api';
import { go } from '../router.svelte';
import { chosen } from '../settings.svelte';
import { t } from '../i18n/i18n.svelte';
import { LiveSession } from './live-session.svelte';
import { replyNotice } from './notice';
import type { RoomState } from './room-state.svelte';
import type { Session } from './session';

export interface Tool {
  id: string;
  icon: IconName;
  label: string;
  run: () => unknown;
  disabled?: boolean;
  /** For a switch: whether it is on. */
  pressed?: boolean;
  /**
   * In the bar on every screen; in the bar where it is wide, and else in the menu; apart from these, as
   * it ends the game, and in the menu where the bar is narrow; or always in the menu.
   */
  place: 'bar' | 'wide' | 'apart' | 'menu';
}

/** The tools that a match has now. */
export function roomTools(session: Session, room: RoomState, speak: () => void): Tool[] {
  const display = session.display!;
  const playing = display.view.stage.kind === 'playing';
  const mine = playing && session.mine.length > 0;
  const tools: Tool[] = mine ? [...aids(session)] : [];
  if (session.scene?.shape !== 'grid')
    tools.push({
      id: 'flip',
      icon: 'flip',
      label: t('flip'),
      run: () => (room.flipped = !room.flipped),
      place: 'wide',
    });
  if (session.kind === 'live' && session.viewer && session.opponentCame && !session.againstComputer)
    tools.push({ id: 'say', icon: 'chat', label: t('say'), run: speak, place: 'bar' });
  if (mine) tools.push(...switches(session, room), ...ends(session, room));
  if (room.arrows.length > 0)
    tools.push({
      id: 'clear-arrows',
      icon: 'sweep',
      label: t('clear-arrows'),
      run: () => (room.arrows = []),
      place: 'menu',
    });
  return tools;
}

/** Whether two people share this screen, and so agree on a draw themselves. */
export const isShared = (session: Session) => session.kind === 'local' && !session.computerSeat;

/** What helps a player. */
function aids(session: Session): Tool[] {
  const local = session.kind === 'local' ? session : null;
  const takeBack: Tool = {
    id: 'take-back',
    icon: 'undo',
    label: t('take-back'),
    run: () => session.takeBack(),
    disabled: !session.line?.moves.length,
    place: 'bar',
  };
  if (!local) return [takeBack];
  const busy = local.thinking || !local.canMove;
  const hint: Tool = {
    id: 'hint',
    icon: 'hint',
    label: t('hint'),
    run: () => local.requestHint(),
    disabled: busy,
    place: 'bar',
  };
  const idea: Tool = {
    id: 'idea',
    icon: 'idea',
    label: t('idea'),
    run: () => local.requestIdea(),
    disabled: busy,
    place: 'menu',
  };
  return local.computerSeat ? [takeBack, hint, idea] : [takeBack, hint];
}

/** How the game is played on. */
function switches(session: Session, room: RoomState): Tool[] {
  const tools: Tool[] = [];
  if (isShared(session))
    tools.push({
      id: 'facing',
      icon: 'facing',
      label: t('facing'),
      run: () => (room.facing = !room.facing),
      pressed: room.facing,
      place: 'menu',
    });
  if (!chosen.typing)
    tools.push({
      id: 'type-move',
      icon: 'keys',
      label: t('type-move'),
      run: () => (room.typing = true),
      place: 'menu',
    });
  if (session.kind === 'local')
    tools.push({
      id: 'go-online',
      icon: 'link',
      label: t('go-online'),
      run: () => goOnline(session, room),
      place: 'menu',
    });
  return tools;
}

/** What ends the game. Until both have moved, a game on a server is called off rather than given up. */
function ends(session: Session, room: RoomState): Tool[] {
  const display = session.display!;
  const shared = isShared(session);
  if (session.kind === 'live' && display.can_abort)
    return [
      {
        id: 'call-off',
        icon: 'close',
        label: t('abort'),
        run: () => session.callOff(),
        place: 'apart',
      },
    ];
  const resign: Tool = {
    id: 'resign',
    icon: 'flag',
    label: t('resign'),
    run: () => (room.confirming = 'resign'),
    place: 'apart',
  };
  if (!display.draw_by_agreement) return [resign];
  const draw: Tool = {
    id: 'draw',
    icon: 'draw',
    label: t(shared ? 'agree-draw' : 'offer-draw'),
    run: () => (shared ? (room.confirming = 'draw') : session.offer('draw')),
    disabled: !display.can_offer_draw,
    place: 'apart',
  };
  return [draw, resign];
}

/** Continues this game on the server, with a link for the other player. */
async function goOnline(session: Session, room: RoomState) {
  const line = session.line!;
  const first = room.ownSide === 'first' ? 'one' : 'two';
  const origin = { kind: 'log', position: line.position ?? null, moves: line.moves } as const;
  const { settings } = session.display!.view;
  try {
    const ritual = { kind: 'given', first } as const;
    go(await LiveSession.create({ ...settings, ritual, origin }));
  } catch (error) {
    session.notice = replyNotice({ text: errorText(error) });
  }
}
