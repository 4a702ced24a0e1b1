// A match at this screen: two people, or one and the computer. The arbiter runs in the page.

import { edition, MatchHandle, randomHex } from '../workers/rules-client';
import { Computer } from '../workers/computer-client';
import type {
  Command,
  CommandRefusal,
  GameOrigin,
  MatchEvent,
  MatchSettings,
  MatchState,
  Offer,
  Seat,
} from '../generated/protocol';
import type { GameLine, MatchDisplay, OpponentSettings, OpponentTask } from '../generated/wasm';
import { character } from '../characters';
import { moving } from '../settings.svelte';
import { translateError } from '../i18n/sentences.svelte';
import { t } from '../i18n/i18n.svelte';
import { games, type LocalGame, otherSeat, type LocalPlayer } from './game-store';
import { count } from './household';
import { MatchSession } from './match-session.svelte';
import { replyNotice } from './notice';

/** The least time that a move of the computer takes, so that it can be followed. */
const PAUSE = 450;

export class LocalSession extends MatchSession {
  readonly kind = 'local';
  seats: { one: LocalPlayer; two: LocalPlayer };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** What is done at the match, one after the other. */
  private work: Promise<unknown> = Promise.resolve();
  /** What the computer thinks about, or thought about last. */
  private task: OpponentTask | null = null;
  /** Whether the computer thinks about what it does in the match. */
  private deciding = $state(false);

  private stopListening: () => void;

  private constructor(
    private game: LocalGame,
    protected match: MatchHandle,
  ) {
    super();
    this.seats = $state(game.seats);
    this.stopListening = games.onChange(game.id, () => void this.enqueue(async () => {}));
    this.warnOfStorage();
  }

  /** Opens a match, keeps it, and says which it is. */
  static async create(settings: MatchSettings, seats: LocalGame['seats']): Promise<string> {
    const match = MatchHandle.open(settings);
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    const [, state, look] = await Promise.all([
      match.ready,
      match.state(),
      match.display({ seat: ownSeats(seats)[0] ?? 'one' }),
    ]);
    const game = { id: randomHex(6), seats, state, seed, shown: { look, by: edition } };
    games.save(game);
    match.close();
    return game.id;
  }

  /** A match that is kept here. */
  static load(id: string): LocalSession | null {
    const game = games.load(id);
    if (!game) return null;
    const match = MatchHandle.restore(game.state);
    const session = new LocalSession(game, match);
    // The same rules draw the same board, so nobody waits for them to do it again.
    if (game.shown?.by === edition) session.show(game.shown.look);
    const ready = session.enqueue(async () => {
      const [display] = await Promise.all([session.nextDisplay(), match.ready]);
      session.showIfChanged(display);
    });
    ready.catch(async (error: unknown) => (session.failure = await translateError(error)));
    return session;
  }

  get mine(): Seat[] {
    return ownSeats(this.seats);
  }

  /** The computer's seat, if it plays. */
  get computerSeat(): Seat | null {
    return (['one', 'two'] as const).find((seat) => this.seats[seat].kind === 'computer') ?? null;
  }

  get level(): number {
    return this.opponent?.level ?? 0;
  }

  /** The computer opponent, if it plays. */
  private get opponent(): OpponentSettings | null {
    const seat = this.computerSeat;
    const player = seat && this.seats[seat];
    if (player?.kind !== 'computer') return null;
    return { seat: seat!, level: player.level, seed: this.game.seed };
  }

  setLevel(level: number) {
    if (!this.computerSeat) return;
    this.seats[this.computerSeat] = { kind: 'computer', level };
    this.game = { ...this.game, seats: $state.snapshot(this.seats) };
    games.save(this.game);
  }

  name(seat: Seat): string {
    const who = this.seats[seat];
    if (who.kind === 'computer') return character(who.level).name;
    if (who.name) return who.name;
    if (this.computerSeat) return t('you');
    return t(seat === 'one' ? 'player-one' : 'player-two');
  }

  override get thinking(): boolean {
    return super.thinking || this.deciding;
  }

  command(seat: Seat, command: Command): Promise<boolean> {
    return this.enqueue(() => this.execute(seat, command));
  }

  takeBack(): Promise<void> {
    return this.enqueue(async () => {
      const plies = this.display?.view.plies ?? [];
      const last = plies.findLast((ply) => ply.how !== 'forced')?.seat;
      const seat = this.computerSeat ? otherSeat(this.computerSeat) : last;
      if (seat && plies.some((ply) => ply.seat === seat)) await this.propose(seat, 'takeback');
    });
  }

  offer(offer: Offer): Promise<void> {
    const seat = this.mine[0]!;
    return this.enqueue(async () => {
      if (offer === 'rematch') this.tossResult = null;
      if ((await this.propose(seat, offer)) && this.computerSeat && offer === 'draw')
        this.notice = replyNotice({ text: t('draw-asked') });
    });
  }

  /** Offers something. Two at this screen have agreed on it already. */
  private async propose(seat: Seat, offer: Offer): Promise<boolean> {
    const offered = await this.execute(seat, { kind: 'offer', offer });
    if (offered && !this.computerSeat)
      await this.execute(otherSeat(seat), { kind: 'accept', offer });
    return offered;
  }

  /** Those who sit here toss at once, and the coins fall as they would between strangers. */
  toss(): Promise<void> {
    const secrets = { one: randomHex(32), two: randomHex(32) };
    return this.enqueue(async () => {
      for (const seat of this.mine) {
        const commitment = await this.match.commitment(seat, secrets[seat]);
        await this.match.command(seat, { kind: 'commit', commitment });
      }
      // Nobody reveals before the computer has committed.
      await this.attendToComputer();
      for (const seat of this.mine) {
        await this.execute(seat, { kind: 'reveal', secret: secrets[seat] });
      }
    });
  }

  /** At one screen the one answer is that of all who sit here. */
  nameYoungest(youngest: Seat): Promise<void> {
    return this.enqueue(async () => {
      for (const seat of this.mine) await this.execute(seat, { kind: 'name-youngest', youngest });
    });
  }

  /** Does something at the table when what came before is done, so that nothing comes in between. */
  private enqueue<T>(task: () => Promise<T>): Promise<T> {
    const done = this.work.then(() =>
      this.alone(async () => {
        await this.catchUp();
        return task();
      }),
    );
    this.work = done.then(() => this.alone(() => this.settle())).catch(() => {});
    return done;
  }

  /** Does something while no other tab does anything in the same match. */
  private alone<T>(task: () => Promise<T>): Promise<T> {
    // A page without HTTPS has no locks, and then the last tab wins.
    if (!('locks' in navigator)) return task();
    return navigator.locks.request(`crownhead.local.${this.game.id}`, task) as Promise<T>;
  }

  /** Goes on from where another tab has left the match, if it has. */
  private async catchUp() {
    const stored = games.load(this.game.id);
    if (!stored || this.closed) return;
    const isNew = JSON.stringify(stored.state) !== JSON.stringify(this.game.state);
    if (JSON.stringify(stored.seats) !== JSON.stringify(this.game.seats)) this.seats = stored.seats;
    this.game = stored;
    if (!isNew) return;
    this.match.close();
    this.match = MatchHandle.restore(stored.state);
    this.task = null;
    this.deciding = false;
    this.computer?.stop();
    this.notice = this.hint = this.idea = null;
    this.showIfChanged(await this.nextDisplay());
  }

  /** Carries out a command. Whatever calls this has its turn. */
  private async execute(seat: Seat, command: Command): Promise<boolean> {
    const { events, refusal } = await this.match.command(seat, command);
    await this.showEvents(events, refusal);
    return !refusal;
  }

  /** Saves the match, then shows what has happened or was refused: what is seen survives a reload. */
  private async showEvents(events: MatchEvent[], refusal: CommandRefusal | null = null) {
    const [display, state] = await Promise.all([this.nextDisplay(), this.match.state()]);
    this.save(display, state);
    this.countGame(display);
    this.handleEvents(events);
    if (refusal) this.refuse(refusal);
    this.showIfChanged(display);
  }

  private nextDisplay(): Promise<MatchDisplay> {
    return this.match.display({ seat: this.mine[0] ?? 'one' });
  }

  private showIfChanged(display: MatchDisplay) {
    if (JSON.stringify(display) !== JSON.stringify(this.display)) this.show(display);
  }

  private save(display: MatchDisplay, state: MatchState) {
    this.game = { ...this.game, state, shown: { look: display, by: edition } };
    games.save(this.game);
    this.warnOfStorage();
    const { view } = display;
    games.note({
      id: this.game.id,
      kind: 'local',
      game: view.settings.play.game,
      changed: Date.now(),
      over: view.stage.kind === 'over',
      plies: view.plies.length,
    });
  }

  /** Counts a game between two people with names for the score of the evening. */
  private countGame({ view }: MatchDisplay) {
    const { one, two } = this.seats;
    const { stage } = view;
    if (stage.kind !== 'over' || stage.reason === 'aborted') return;
    if (one.kind !== 'person' || two.kind !== 'person' || !one.name || !two.name) return;
    const winner = stage.winner && this.name(stage.winner);
    const id = `${this.game.id}.${view.game}`;
    count({ id, at: view.time, players: [one.name, two.name], winner });
  }

  /** The computer declines nothing but a draw. */
  protected declinedText(): string {
    return t('no-draw');
  }

  /** A match on this device has no server that could be away. */
  protected outageText(): string {
    return '';
  }

  /** Sees to what happens by itself: clocks, and whatever the computer wants to do. */
  private async settle() {
    clearTimeout(this.timer);
    const view = this.display?.view;
    if (!view || this.closed) return;
    if (view.due) {
      const wait = Math.max(0, view.due - Date.now());
      this.timer = setTimeout(() => void this.tick(), Math.min(wait + 20, 2 ** 31 - 1));
    }
    await this.attendToComputer();
  }

  private tick(): Promise<void> {
    return this.enqueue(async () => {
      const { events } = await this.match.tick();
      await this.showEvents(events);
    });
  }

  /** Lets the computer do what needs no thought, and think about the rest. */
  private async attendToComputer() {
    const { opponent } = this;
    if (!opponent || this.closed) return;
    const { events, task } = await this.match.opponentTurn(opponent);
    if (events.length > 0) await this.showEvents(events);
    // The same task needs no second thought, and one that was refused is not tried again.
    if (JSON.stringify(task) === JSON.stringify(this.task)) return;
    if (this.deciding) this.computer?.stop();
    this.task = task;
    this.deciding = task !== null;
    if (task) void this.think(opponent, task);
  }

  /** Thinks about a task, and does what comes of it if that is still wanted then. */
  private async think(opponent: OpponentSettings, task: OpponentTask) {
    const pause = new Promise((resolve) => setTimeout(resolve, moving() ? PAUSE : 0));
    try {
      this.computer ??= new Computer();
      const command = await this.computer.answer(opponent, task);
      if (command?.kind === 'move') await pause;
      await this.enqueue(async () => {
        if (this.closed || this.task !== task) return;
        if (command) await this.execute(opponent.seat, command);
        this.deciding = false;
      });
    } catch {
      // It was stopped, or the module did not load; then the next change tries again.
      if (this.task !== task) return;
      this.deciding = false;
      this.task = null;
    }
  }

  override close() {
    super.close();
    this.closed = true;
    this.stopListening();
    clearTimeout(this.timer);
    this.match.close();
  }
}

const ownSeats = (seats: LocalGame['seats']): Seat[] =>
  (['one', 'two'] as const).filter((seat) => seats[seat].kind === 'person');

/** Goes to a game that was just created. */
export const localGameAddress = (id: string) => `/here/${id}`;

/** Begins a game for two at this screen where a line ends, and says where it is. */
export async function playFrom({ game, options, position, moves }: GameLine): Promise<string> {
  const origin: GameOrigin =
    moves.length > 0
      ? { kind: 'log', position, moves }
      : position
        ? { kind: 'position', text: position }
        : { kind: 'start' };
  const person = { kind: 'person', name: '' } as const;
  const id = await LocalSession.create(
    {
      play: { game, options },
      ritual: { kind: 'given', first: 'one' },
      clock: { kind: 'none' },
      takebacks: 'agreement',
      rated: false,
      origin,
    },
    { one: person, two: person },
  );
  return localGameAddress(id);
}
