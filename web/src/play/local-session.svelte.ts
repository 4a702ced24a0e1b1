// A match at this screen: two people, or one and the computer. The arbiter runs in the page.

import { edition, MatchHandle, randomHex } from '../workers/rules-client';
import { Computer } from '../workers/computer-client';
import type { Command, GameLine, MatchSettings, Offer, Origin, Seat } from '../types';
import { moving } from '../settings.svelte';
import { translateError } from '../i18n/sentences.svelte';
import { t } from '../i18n/i18n.svelte';
import { games, type LocalGame, otherSeat, type LocalPlayer } from './game-store';
import { MatchSession } from './match-session.svelte';
import { replyNotice } from './notice';

/** The least time that a move of the computer takes, so that it can be followed. */
const PAUSE = 450;

/** From how many plies on the computer agrees to a draw. */
const DRAW_PLIES = 30;

/** What the computer has to decide, or does without a thought. */
type ComputerTask = { move: GameLine } | { draw: GameLine } | { command: Command };

export class LocalSession extends MatchSession {
  readonly kind = 'local';
  seats: { one: LocalPlayer; two: LocalPlayer };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** What is done at the match, one after the other. */
  private work: Promise<unknown> = Promise.resolve();
  /** What the computer is at, as a text: the same wish needs no second thought. */
  private about = $state('');

  private constructor(
    private game: LocalGame,
    protected match: MatchHandle,
  ) {
    super();
    this.seats = $state(game.seats);
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
    const ready = session.enqueue(() => Promise.all([match.ready, session.refresh()]));
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
    const seat = this.computerSeat && this.seats[this.computerSeat];
    return seat?.kind === 'computer' ? seat.level : 0;
  }

  setLevel(level: number) {
    if (!this.computerSeat) return;
    this.seats[this.computerSeat] = { kind: 'computer', level };
    void this.save();
  }

  name(seat: Seat): string {
    const who = this.seats[seat];
    if (who.kind === 'computer') return t('computer');
    if (who.name) return who.name;
    if (this.computerSeat) return t('you');
    return t(seat === 'one' ? 'player-one' : 'player-two');
  }

  override get thinking(): boolean {
    return super.thinking || this.about !== '';
  }

  command(seat: Seat, command: Command): Promise<boolean> {
    return this.enqueue(() => this.execute(seat, command));
  }

  /** Both at this screen agree, and so does the computer: a move is taken back at once. */
  takeBack(): Promise<void> {
    return this.enqueue(async () => {
      const plies = this.display?.view.plies ?? [];
      const last = plies.findLast((ply) => ply.how !== 'forced')?.seat;
      const seat = this.computerSeat ? otherSeat(this.computerSeat) : last;
      if (seat && plies.some((ply) => ply.seat === seat)) await this.agree(seat, 'takeback');
    });
  }

  /** The computer thinks about a draw; to everything else those who sit here agree. */
  offer(offer: Offer): Promise<void> {
    const seat = this.mine[0]!;
    return this.enqueue(async () => {
      if (offer !== 'draw' || !this.computerSeat) {
        this.tossResult = null;
        await this.agree(seat, offer);
      } else if (await this.execute(seat, { kind: 'offer', offer })) {
        this.notice = replyNotice({ text: t('draw-asked') });
      }
    });
  }

  private async agree(seat: Seat, offer: Offer) {
    if (await this.execute(seat, { kind: 'offer', offer })) {
      await this.execute(otherSeat(seat), { kind: 'accept', offer });
    }
  }

  /** Both players' secrets are made here, and the coins fall as they would between strangers. */
  toss(): Promise<void> {
    const secrets = { one: randomHex(32), two: randomHex(32) };
    return this.enqueue(async () => {
      for (const seat of ['one', 'two'] as const) {
        const commitment = await this.match.commitment(seat, secrets[seat]);
        await this.match.command(seat, { kind: 'commit', commitment });
      }
      for (const seat of ['one', 'two'] as const) {
        await this.execute(seat, { kind: 'reveal', secret: secrets[seat] });
      }
    });
  }

  /** At one screen the one answer is both players'. */
  nameYoungest(youngest: Seat): Promise<void> {
    return this.enqueue(async () => {
      await this.execute('one', { kind: 'name-youngest', youngest });
      await this.execute('two', { kind: 'name-youngest', youngest });
    });
  }

  /** Does something at the table when what came before is done, so that nothing comes in between. */
  private enqueue<T>(task: () => Promise<T>): Promise<T> {
    const done = this.work.then(task);
    this.work = done.then(
      () => this.schedule(),
      () => {},
    );
    return done;
  }

  /** Carries out a command. Whatever calls this has its turn. */
  private async execute(seat: Seat, command: Command): Promise<boolean> {
    const done = await this.match.command(seat, command);
    this.handleEvents(done.events);
    if (done.refusal) this.refuse(done.refusal);
    await this.refresh();
    await this.save();
    return !done.refusal;
  }

  private async refresh() {
    const display = await this.match.display({ seat: this.mine[0] ?? 'one' });
    if (JSON.stringify(display) !== JSON.stringify(this.display)) this.show(display);
  }

  private async save() {
    this.game = {
      ...this.game,
      seats: $state.snapshot(this.seats),
      state: await this.match.state(),
      shown: this.display ? { look: this.display, by: edition } : undefined,
    };
    games.save(this.game);
    const view = this.display?.view;
    if (!view) return;
    games.note({
      id: this.game.id,
      kind: 'local',
      game: view.settings.play.game,
      changed: Date.now(),
      over: view.stage.kind === 'over',
      plies: view.plies.length,
    });
  }

  /** The computer declines nothing but a draw. */
  protected declinedText(): string {
    return t('no-draw');
  }

  /** What happens by itself: clocks, and whatever the computer has to do. */
  private schedule() {
    clearTimeout(this.timer);
    const view = this.display?.view;
    if (!view || this.closed) return;
    if (view.due) {
      const wait = Math.max(0, view.due - Date.now());
      this.timer = setTimeout(() => void this.tick(), Math.min(wait + 20, 2 ** 31 - 1));
    }
    const wish = this.wish();
    const about = wish ? JSON.stringify(wish) : '';
    if (about === this.about) return;
    // What it is at is not asked for any more.
    if (this.about) this.computer?.stop();
    this.about = about;
    if (wish) void this.runTask(wish, about);
  }

  private tick(): Promise<void> {
    return this.enqueue(async () => {
      const done = await this.match.tick();
      this.handleEvents(done.events);
      await this.refresh();
      await this.save();
    });
  }

  /** What the computer has to do as things stand. What is offered is answered before it moves: a
   *  move would turn it down. */
  private wish(): ComputerTask | null {
    const { computerSeat: seat, line } = this;
    const view = this.display?.view;
    if (!view || !seat) return null;
    const { stage, offers, turn, plies } = view;
    if (stage.kind === 'choosing' && stage.seat === seat)
      return { command: { kind: 'choose-side', side: 'first' } };
    if (stage.kind === 'over' && offers.rematch === otherSeat(seat))
      return { command: { kind: 'accept', offer: 'rematch' } };
    if (stage.kind !== 'playing' || !line) return null;
    if (offers.takeback === otherSeat(seat))
      return { command: { kind: 'accept', offer: 'takeback' } };
    if (offers.draw === otherSeat(seat) && plies.length < DRAW_PLIES)
      return { command: { kind: 'decline', offer: 'draw' } };
    if (offers.draw === otherSeat(seat)) return { draw: line };
    return turn === seat ? { move: line } : null;
  }

  /** Thinks about what there is to do, and does it if there is still nothing else to do. */
  private async runTask(wish: ComputerTask, about: string) {
    let command: Command | null = null;
    try {
      command = await this.decide(wish);
    } catch {
      // It was given up, or the module did not load; then the next change tries again.
    }
    if (this.closed || this.about !== about) return;
    if (!command) return void (this.about = '');
    await this.enqueue(async () => {
      // What was done meanwhile came first.
      if (this.closed || this.about !== about) return;
      const still = JSON.stringify(this.wish()) === about;
      // What is refused is not tried again before something changes.
      if (!still || (await this.execute(this.computerSeat!, command))) this.about = '';
    });
  }

  private async decide(wish: ComputerTask): Promise<Command> {
    if ('command' in wish) return wish.command;
    this.computer ??= new Computer();
    if ('draw' in wish) {
      const thought = await this.computer.think(wish.draw, { nodes: 50_000, lines: 1 });
      const first = thought.lines[0]?.chance ?? 0.5;
      const own = this.sideOf(this.computerSeat!) === 'first' ? first : 1 - first;
      return { kind: own <= 0.5 ? 'accept' : 'decline', offer: 'draw' };
    }
    const pause = new Promise((resolve) => setTimeout(resolve, moving() ? PAUSE : 0));
    const seed = (this.game.seed + wish.move.moves.length) >>> 0;
    const [{ text }] = await Promise.all([
      this.computer.choose(wish.move, this.level, seed),
      pause,
    ]);
    return { kind: 'move', text };
  }

  override close() {
    super.close();
    this.closed = true;
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
  const origin: Origin =
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
