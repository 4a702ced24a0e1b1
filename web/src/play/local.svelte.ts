// A match at this screen: two people, or one and the computer. The arbiter runs in the page.

import { edition, randomHex, Table } from '../rules/rules';
import { Computer } from '../rules/computer';
import type { Command, Line, MatchSettings, Offer, Origin, Seat } from '../types';
import { moving } from '../settings.svelte';
import { sayError } from '../words/answers.svelte';
import { t } from '../words/words.svelte';
import { games, type LocalGame, other, type Who } from './games';
import { Session } from './session.svelte';

/** The least time that a move of the computer takes, so that it can be followed. */
const PAUSE = 450;

export class LocalSession extends Session {
  seats: { one: Who; two: Who };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private gone = false;

  private constructor(
    private game: LocalGame,
    private table: Table,
  ) {
    super();
    this.seats = $state(game.seats);
  }

  /** Opens a match, keeps it, and says which it is. */
  static async create(settings: MatchSettings, seats: LocalGame['seats']): Promise<string> {
    const table = Table.open(settings);
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    const [, state, look] = await Promise.all([
      table.ready,
      table.state(),
      table.look({ seat: ownSeats(seats)[0] ?? 'one' }),
    ]);
    const game = { id: randomHex(6), seats, state, seed, shown: { look, by: edition } };
    games.save(game);
    table.close();
    return game.id;
  }

  /** A match that is kept here. */
  static load(id: string): LocalSession | null {
    const game = games.load(id);
    if (!game) return null;
    const table = Table.restore(game.state);
    const session = new LocalSession(game, table);
    // The same rules draw the same board, so nobody waits for them to do it again.
    if (game.shown?.by === edition) session.show(game.shown.look);
    const ready = Promise.all([table.ready, session.refresh()]).then(() => void session.goOn());
    ready.catch(async (error: unknown) => (session.lost = await sayError(error)));
    return session;
  }

  get mine(): Seat[] {
    return ownSeats(this.seats);
  }

  /** The computer's seat, if it plays. */
  get computers(): Seat | null {
    return (['one', 'two'] as const).find((seat) => this.seats[seat].kind === 'computer') ?? null;
  }

  get level(): number {
    const seat = this.computers && this.seats[this.computers];
    return seat?.kind === 'computer' ? seat.level : 0;
  }

  setLevel(level: number) {
    if (!this.computers) return;
    this.seats[this.computers] = { kind: 'computer', level };
    void this.keep();
  }

  name(seat: Seat): string {
    const who = this.seats[seat];
    if (who.kind === 'computer') return t('computer');
    if (who.name) return who.name;
    if (this.computers) return t('you');
    return t(seat === 'one' ? 'player-one' : 'player-two');
  }

  async command(seat: Seat, command: Command): Promise<boolean> {
    const done = await this.table.command(seat, command);
    this.note(done.events);
    if (done.refusal) this.refuse(done.refusal);
    await this.changed();
    return !done.refusal;
  }

  /** Both at this screen agree, so a move is taken back at once. */
  async takeBack() {
    const plies = this.look?.view.plies ?? [];
    const last = plies.findLast((ply) => ply.how !== 'forced')?.seat;
    const seat = this.computers ? other(this.computers) : last;
    if (!seat || !plies.some((ply) => ply.seat === seat)) return;
    this.computer?.stop();
    await this.both(seat, 'takeback');
  }

  async offer(offer: Offer) {
    const seat = this.mine[0]!;
    if (offer === 'draw' && this.computers && !(await this.agrees())) {
      this.told = { says: t('no-draw'), squares: [] };
      return;
    }
    this.fallen = null;
    await this.both(seat, offer);
  }

  private async both(seat: Seat, offer: Offer) {
    if (await this.command(seat, { kind: 'offer', offer })) {
      await this.command(other(seat), { kind: 'accept', offer });
    }
  }

  /** The computer takes a draw when it does not think that it is better. */
  private async agrees(): Promise<boolean> {
    if (!this.line) return false;
    this.computer ??= new Computer();
    const thought = await this.computer.think(this.line, { nodes: 50_000, lines: 1 });
    const first = thought.ways[0]?.chance ?? 0.5;
    const own = this.sideOf(this.computers!) === 'first' ? first : 1 - first;
    return own <= 0.5;
  }

  /** Both players' secrets are made here, and the coins fall as they would between strangers. */
  async toss() {
    const secrets = { one: randomHex(32), two: randomHex(32) };
    for (const seat of ['one', 'two'] as const) {
      const commitment = await this.table.commitment(seat, secrets[seat]);
      await this.table.command(seat, { kind: 'commit', commitment });
    }
    for (const seat of ['one', 'two'] as const) {
      await this.command(seat, { kind: 'reveal', secret: secrets[seat] });
    }
  }

  /** At one screen the one answer is both players'. */
  async nameYoungest(youngest: Seat) {
    await this.command('one', { kind: 'name-youngest', youngest });
    await this.command('two', { kind: 'name-youngest', youngest });
  }

  private async refresh() {
    const look = await this.table.look({ seat: this.mine[0] ?? 'one' });
    if (JSON.stringify(look) !== JSON.stringify(this.look)) this.show(look);
  }

  private async changed() {
    await this.refresh();
    await this.keep();
    void this.goOn();
  }

  private async keep() {
    this.game = {
      ...this.game,
      seats: $state.snapshot(this.seats),
      state: await this.table.state(),
      shown: this.look ? { look: this.look, by: edition } : undefined,
    };
    games.save(this.game);
    const view = this.look?.view;
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

  /** What happens by itself: clocks, and whatever the computer has to decide. */
  private async goOn() {
    clearTimeout(this.timer);
    const view = this.look?.view;
    if (!view || this.gone) return;
    if (view.due) {
      const wait = Math.max(0, view.due - Date.now());
      this.timer = setTimeout(() => void this.tick(), Math.min(wait + 20, 2 ** 31 - 1));
    }
    const { computers } = this;
    if (!computers) return;
    if (view.stage.kind === 'choosing' && view.stage.seat === computers) {
      await this.command(computers, { kind: 'choose-side', side: 'first' });
    } else if (view.turn === computers && !this.thinking) {
      await this.computerMoves(computers);
    }
  }

  private async tick() {
    const done = await this.table.tick();
    this.note(done.events);
    await this.changed();
  }

  private async computerMoves(seat: Seat) {
    const line = this.line!;
    this.thinking = true;
    let text = '';
    try {
      this.computer ??= new Computer();
      const pause = new Promise((resolve) => setTimeout(resolve, moving() ? PAUSE : 0));
      const seed = (this.game.seed + line.moves.length) >>> 0;
      [{ text }] = await Promise.all([this.computer.choose(line, this.level, seed), pause]);
    } catch {
      // A takeback ended the thought, or the module did not load; the next change tries again.
    } finally {
      this.thinking = false;
    }
    if (this.gone) return;
    if (text && this.line === line) await this.command(seat, { kind: 'move', text });
    else if (this.line !== line) void this.goOn();
  }

  override leave() {
    super.leave();
    this.gone = true;
    clearTimeout(this.timer);
    this.table.close();
  }
}

const ownSeats = (seats: LocalGame['seats']): Seat[] =>
  (['one', 'two'] as const).filter((seat) => seats[seat].kind === 'person');

/** Goes to a game that was just created. */
export const addressOf = (id: string) => `/here/${id}`;

/** Begins a game for two at this screen where a line ends, and says where it is. */
export async function playFrom({ game, options, position, moves }: Line): Promise<string> {
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
  return addressOf(id);
}
