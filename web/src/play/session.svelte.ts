// A match as a page plays it, wherever the arbiter is.

import type {
  Command,
  Line,
  Look,
  MatchEvent,
  Offer,
  Refusal,
  Said,
  Scene,
  Seat,
  Side,
} from '../types';
import { rules } from '../rules/rules';
import { Computer } from '../rules/computer';
import { sound } from '../sound';
import { other } from './games';

/** What a person is told, with the squares that it speaks of and the rule behind it. */
export interface Told extends Said {
  rule?: string;
  squares: string[];
}

/** How coins or lots fell. */
export interface Fallen {
  coins?: { one: 'heads' | 'tails'; two: 'heads' | 'tails' };
  winner?: Seat;
}

/** How long the computer looks for its idea, and how many moves of it are shown. */
const IDEA_TIME = 700;
const IDEA_MOVES = 4;

/** The squares that each of these moves touches. */
async function trailsOf(line: Line, moves: string[]): Promise<string[][]> {
  const after = moves.map((_, i) => [...line.moves, ...moves.slice(0, i + 1)]);
  const scenes = await Promise.all(after.map((moves) => rules.scene({ ...line, moves })));
  return scenes.map((scene) => scene.last?.trail ?? []);
}

export abstract class Session {
  look = $state.raw<Look | null>(null);
  told = $state.raw<Told | null>(null);
  fallen = $state.raw<Fallen | null>(null);
  hint = $state.raw<{ text: string; said: Said; squares: string[] } | null>(null);
  /** What the computer thinks will follow, and the squares of each of those moves. */
  idea = $state.raw<{ moves: string[]; trails: string[][] } | null>(null);
  /** Where steps and jumps are both open: the checkers that should jump, if any should, and why. */
  duty = $state.raw<{ squares: string[]; rule: string } | null>(null);
  /** The board before the first move of the game. */
  opening = $state.raw<Scene | null>(null);
  private opened = '';
  /** Whether the computer is thinking, for itself or for a hint. */
  thinking = $state(false);
  /** Why there is nothing to show. */
  lost = $state('');
  protected computer: Computer | null = null;

  /** The seats that are played at this screen. */
  abstract readonly mine: Seat[];
  abstract name(seat: Seat): string;
  abstract command(seat: Seat, command: Command): Promise<boolean>;
  abstract takeBack(): Promise<void>;
  abstract offer(offer: Offer): Promise<void>;
  abstract toss(): Promise<void>;

  get scene(): Scene | null {
    return this.look?.scene ?? null;
  }

  get line(): Line | null {
    return this.look?.line ?? null;
  }

  /** Whether one who sits here is to decide. */
  get live(): boolean {
    const turn = this.look?.view.turn;
    return !!turn && this.mine.includes(turn);
  }

  sideOf(seat: Seat): Side | null {
    const first = this.look?.view.first;
    return first ? (first === seat ? 'first' : 'second') : null;
  }

  seatOf(side: Side): Seat | null {
    const first = this.look?.view.first;
    return first ? (side === 'first' ? first : other(first)) : null;
  }

  async act(text: string) {
    const turn = this.look?.view.turn;
    if (turn && this.mine.includes(turn)) await this.command(turn, { kind: 'move', text });
  }

  /** Squares were touched that no move has: the rule book answers. */
  async tried(squares: string[]) {
    if (!this.line) return;
    const { said, rule, squares: pointed } = await rules.touch(this.line, squares);
    this.told = { ...said, rule, squares: pointed };
  }

  async resign() {
    const turn = this.look?.view.turn;
    const seat = this.mine.length === 1 ? this.mine[0]! : turn;
    if (seat) await this.command(seat, { kind: 'resign' });
  }

  async askHint() {
    const line = this.line;
    if (!line || this.thinking) return;
    this.thinking = true;
    try {
      this.computer ??= new Computer();
      const { text, said } = await this.computer.hint(line);
      const action = this.scene?.actions.find((action) => action.text === text);
      if (action && this.line === line) this.hint = { text, said, squares: action.trail };
    } catch {
      // The game has gone on, and needs no hint for where it was.
    } finally {
      this.thinking = false;
    }
  }

  /** Lets the computer tell what it has in mind: the best play from here, as it sees it. */
  async askIdea() {
    const line = this.line;
    if (!line || this.thinking) return;
    this.thinking = true;
    try {
      this.computer ??= new Computer();
      const thought = await this.computer.think(line, { time: IDEA_TIME, lines: 1 });
      const moves = thought.ways[0]?.moves.slice(0, IDEA_MOVES) ?? [];
      const idea = { moves, trails: await trailsOf(line, moves) };
      if (this.line === line) this.idea = idea;
    } catch {
      // The game has gone on, and the idea was for where it was.
    } finally {
      this.thinking = false;
    }
  }

  protected show(look: Look) {
    const before = this.look?.scene ?? null;
    this.look = look;
    if (look.scene && before && before !== look.scene && look.scene.last) {
      const more = (look.line?.moves.length ?? 0) > this.moves;
      if (more) sound(before, look.scene);
    }
    this.moves = look.line?.moves.length ?? 0;
    if (before !== look.scene) void this.askDuty(look);
    void this.askOpening(look.line);
  }

  private async askOpening(line: Line | null) {
    const first = line && { ...line, moves: [] };
    const which = JSON.stringify(first);
    if (!first || which === this.opened) return;
    this.opened = which;
    this.opening = await rules.scene(first);
  }

  /** Asks the rule book what a step means while there are jumps: a choice, or an offence. */
  private async askDuty({ scene, line }: Look) {
    this.duty = null;
    const step = scene?.actions.find(({ kind }) => kind === 'step');
    if (!line || !step || !scene?.actions.some(({ kind }) => kind === 'jump')) return;
    const { said, rule } = await rules.explain(line, step.text);
    const squares = said.args?.find(({ place }) => place === 'culprits')?.texts ?? [];
    if (this.line === line) this.duty = { squares, rule };
  }
  private moves = 0;

  protected refuse(refusal: Refusal) {
    const { kind, says, rule, illegal } = refusal;
    const squares = illegal?.squares ?? [];
    this.told = { says, message: `refusal.${kind}`, rule, squares };
  }

  /** What in these events is to be seen besides the board. */
  protected note(events: MatchEvent[]) {
    for (const { what } of events) {
      if (what.kind === 'coins-tossed') this.fallen = { coins: what.coins as Fallen['coins'] };
      if (what.kind === 'lots-drawn') this.fallen = { winner: what.winner as Seat };
      if (what.kind === 'moved' || what.kind === 'taken-back' || what.kind === 'began') {
        this.hint = null;
        this.idea = null;
        this.told = null;
      }
    }
  }

  leave() {
    this.computer?.end();
  }
}
