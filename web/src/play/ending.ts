// The end of a game as a moment: the last move once more, slowly, and then the checkers go back into
// the box. Whatever the player does cuts it short.

import type { RoomState } from './room-state.svelte';
import type { Session } from './session';

/** How fast the last move is shown again. */
const RATE = 0.45;
/** How long the board rests before it, and before the checkers leave, in milliseconds. */
const REST = 900;
/** How long a checker takes to its box, and after what time the next one follows. */
const LEAVE = 520;
const NEXT = 45;

const wait = (time: number) => new Promise((go) => setTimeout(go, time));

/** Shows the end; `packed` is called when all checkers are in the box. */
export async function showEnding(room: RoomState, session: Session, packed: () => void) {
  const board = document.querySelector<HTMLElement>('crown-board.large');
  const line = session.line;
  if (!board || !line) return;
  let cut = false;
  const stop = () => (cut = true);
  addEventListener('pointerdown', stop, { once: true });
  addEventListener('keydown', stop, { once: true });
  const over = () =>
    cut ||
    session.line !== line ||
    session.display?.view.stage.kind !== 'over' ||
    !board.isConnected;
  const resting = () => Promise.allSettled(playing(board).map(({ finished }) => finished));
  try {
    await wait(REST);
    await resting();
    if (over()) return;
    // A game that was resigned or agreed on has no last move to celebrate.
    if (session.scene?.end && line.moves.length > 0) {
      await room.goTo(line.moves.length - 1);
      await wait(REST);
      if (over()) return;
      room.returnToPresent();
      await wait(40);
      for (const motion of playing(board)) motion.playbackRate = RATE;
      await resting();
      await wait(REST);
    }
    if (over()) return;
    await pack(board, over);
    if (!over()) packed();
  } finally {
    removeEventListener('pointerdown', stop);
    removeEventListener('keydown', stop);
    for (const motion of leaving.splice(0)) motion.cancel();
    if (room.past?.at === line.moves.length - 1 && !cut) room.returnToPresent();
  }
}

const playing = (board: Element) =>
  board.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running');

let leaving: Animation[] = [];

/** The checkers slide off the near edge, one after the other, the nearest first. */
async function pack(board: HTMLElement, over: () => boolean) {
  const box = board.getBoundingClientRect();
  const stacks = [...board.querySelectorAll<SVGGElement>('svg.play .stack')]
    .map((stack) => ({ stack, place: stack.getBoundingClientRect() }))
    .sort((a, b) => b.place.top - a.place.top);
  leaving = stacks.map(({ stack, place }, i) => {
    // The picture is 100 units to a square; its own measure is that of the screen's.
    const scale = stack.getScreenCTM()?.a ?? 1;
    const x = (box.left + box.width / 2 - place.left - place.width / 2) / scale;
    const y = (box.bottom - place.top) / scale;
    return stack.animate(
      [
        { transform: 'translate(0, 0)', opacity: 1 },
        { transform: `translate(${x * 0.7}px, ${y * 0.8}px) scale(.9)`, opacity: 1, offset: 0.8 },
        { transform: `translate(${x}px, ${y}px) scale(.8)`, opacity: 0 },
      ],
      { duration: LEAVE, delay: i * NEXT, easing: 'cubic-bezier(.5,0,.7,.4)', fill: 'both' },
    );
  });
  const end = Date.now() + LEAVE + stacks.length * NEXT;
  while (Date.now() < end && !over()) await wait(60);
}
