// A match on a server: the server decides, and the page shows the confirmed state. An unconfirmed
// command is marked as such, and never shown as if it had happened.

import { character } from '../characters';
import { MatchHandle, randomHex } from '../workers/rules-client';
import { saveItem, loadItem } from '../storage';
import { api } from '../people/api';
import { nickname } from '../people/account.svelte';
import type {
  BySeat,
  ClientMessage,
  Command,
  MatchEvent,
  MatchSettings,
  Offer,
  Phrase,
  Player,
  Seat,
  ServerMessage,
  Viewer,
} from '../generated/protocol';
import type { MatchDisplay, TapOptions, TapReply } from '../generated/wasm';
import { language, t } from '../i18n/i18n.svelte';
import { games, otherSeat, seatAddress } from './game-store';
import { translate } from '../i18n/sentences.svelte';
import { MatchSession } from './match-session.svelte';
import { replyNotice } from './notice';
import { isMuted, PHRASE_TIME, setMuted } from './phrases';

interface PendingCommand {
  id: string;
  command: Command;
  done: (kept: boolean) => void;
}

/** The maximum delay before it reconnects, in milliseconds. */
const MAX_BACKOFF = 8000;
/** After how many milliseconds without a reply the connection counts as silent. */
const REPLY_TIMEOUT = 5000;
/** The maximum number of commands without a reply. */
const MAX_PENDING = 16;

export class LiveSession extends MatchSession {
  readonly kind = 'live';
  /** Whether the server answers; `silent` is a connection on which nothing comes back. */
  connection = $state<'joining' | 'open' | 'silent' | 'broken'>('joining');
  /** A move that was sent and is not confirmed. */
  sending = $state('');
  viewer = $state<Seat | null>(null);
  players = $state.raw<BySeat<Player>>({ one: {}, two: {} });
  /** How many milliseconds the server's clock is ahead of this one. */
  offset = $state(0);
  /** What a player has just said. */
  said = $state.raw<Partial<BySeat<Phrase>>>({});
  /** Whether the other player's phrases are not shown. */
  muted = $state(false);
  /** The possible premoves while the opponent is to move. */
  premoves = $state.raw<TapOptions | null>(null);
  private socket: WebSocket | null = null;
  /** The connection on which the server has sent its first state. */
  private joined: WebSocket | null = null;
  protected match: MatchHandle | null = null;
  private waiting: PendingCommand[] = [];
  private backoff = 250;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private replyTimeout: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private work: Promise<void> = Promise.resolve();
  /** The link for the other player, until that player has come. */
  invite = $state<string | null>(null);
  private readonly secret: string | null;

  constructor(readonly id: string) {
    super();
    const seat = games.seat(id);
    this.secret = seat?.secret ?? null;
    this.invite = seat?.invite ?? null;
    this.muted = isMuted(id);
    this.warnOfStorage();
    addEventListener('online', this.online);
    addEventListener('offline', this.offline);
    document.addEventListener('visibilitychange', this.connectNow);
    this.connect();
  }

  /** Opens a match on the server, takes seat one, keeps the link for the other, and says where it is. */
  static async create(settings: MatchSettings): Promise<string> {
    const { id, seats } = await api.open(settings);
    return seatAddress(id, { secret: seats.one.secret, invite: seats.two.link });
  }

  get mine(): Seat[] {
    return this.viewer ? [this.viewer] : [];
  }

  name(seat: Seat): string {
    if (seat === this.viewer) return t('you');
    const { name, computer } = this.players[seat];
    if (name) return name;
    if (computer) return character(computer).name;
    if (this.viewer) return t('opponent');
    return t(seat === 'one' ? 'player-one' : 'player-two');
  }

  /** Whether a player is away, as the server has it. */
  away(seat: Seat): number | null {
    return this.display?.view.absent[seat] ?? null;
  }

  command(_seat: Seat, command: Command): Promise<boolean> {
    if (this.waiting.length >= MAX_PENDING) return Promise.resolve(false);
    return new Promise((done) => {
      const sent = { id: randomHex(10), command, done };
      this.waiting.push(sent);
      if (command.kind === 'move') this.sending = command.text;
      this.send(sent);
    });
  }

  override async play(text: string) {
    const seen = this.display?.view.plies.length ?? 0;
    if (!this.viewer) return;
    if (this.premoves)
      await this.command(this.viewer, { kind: 'premove', text, queue: this.planned.length > 0 });
    else if (this.canMove) await this.command(this.viewer, { kind: 'move', text, seen });
  }

  override async tap(taps: string[], square: string): Promise<TapReply> {
    if (!this.premoves || !this.match) return super.tap(taps, square);
    return this.match.tapPremove(taps, square);
  }

  /** On the opponent's turn, a tap beside the premove cancels it, and nothing is explained. */
  override async explainTouch(squares: string[]) {
    if (this.premoves) await this.cancelPremove();
    else await super.explainTouch(squares);
  }

  async cancelPremove() {
    if (this.viewer && this.display?.view.premove)
      await this.command(this.viewer, { kind: 'cancel-premove' });
  }

  /** The moves that are planned, in their order. */
  get planned(): string[] {
    const { premove, 'queued-premoves': queued = [] } = this.display!.view;
    return premove ? [premove, ...queued] : [];
  }

  /** Whether the other player has been in this match. */
  get opponentCame(): boolean {
    return !this.invite;
  }

  override get canMove(): boolean {
    return super.canMove && !this.sending;
  }

  async nameYoungest(youngest: Seat) {
    if (this.viewer) await this.command(this.viewer, { kind: 'name-youngest', youngest });
  }

  async takeBack() {
    if (this.viewer) await this.command(this.viewer, { kind: 'offer', offer: 'takeback' });
  }

  async offer(offer: Offer) {
    if (this.viewer) await this.command(this.viewer, { kind: 'offer', offer });
  }

  /** Ends the game without a result, until both have moved. */
  async callOff() {
    if (this.viewer) await this.command(this.viewer, { kind: 'abort' });
  }

  async answer(offer: Offer, yes: boolean) {
    if (this.viewer) await this.command(this.viewer, { kind: yes ? 'accept' : 'decline', offer });
  }

  /** Commits to a secret of one's own, which is stored here until both have committed. */
  async toss() {
    const stage = this.display?.view.stage;
    if (stage?.kind !== 'toss' || !this.viewer || !this.match) return;
    const secret = loadItem<string>(this.tossName(stage.round)) ?? randomHex(32);
    saveItem(this.tossName(stage.round), secret);
    const commitment = await this.match.commitment(this.viewer, secret);
    await this.command(this.viewer, { kind: 'commit', commitment });
  }

  private tossName(round: number): string {
    return `toss.${this.id}.${this.display?.view.game}.${round}`;
  }

  /** Reveals the secret as soon as both have committed. */
  private async reveal() {
    const stage = this.display?.view.stage;
    const seat = this.viewer;
    if (stage?.kind !== 'toss' || !seat || stage.revealed[seat]) return;
    if (!stage.committed.one || !stage.committed.two) return;
    const secret = loadItem<string>(this.tossName(stage.round));
    const asked = this.waiting.some(({ command }) => command.kind === 'reveal');
    if (secret && !asked) void this.command(seat, { kind: 'reveal', secret });
  }

  private connect() {
    if (this.ended) return;
    const address = new URL(`/api/v1/matches/${this.id}/live`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = (this.socket = new WebSocket(address));
    this.startTimeout(socket);
    socket.addEventListener('open', () => void this.join(socket));
    socket.addEventListener('message', ({ data }) => {
      if (socket !== this.socket) return;
      clearTimeout(this.replyTimeout);
      this.work = this.work.then(() => this.receive(JSON.parse(data))).catch(() => socket.close());
      void this.work.then(() => this.markAlive(socket));
    });
    socket.addEventListener('close', ({ code, reason }) => this.closed(socket, code, reason));
  }

  private async join(socket: WebSocket) {
    const seen = await this.match?.version();
    const secret = this.secret ?? undefined;
    const name = (secret && nickname()) || undefined;
    const join: ClientMessage = { kind: 'join', secret, seen, name };
    socket.send(JSON.stringify(join));
  }

  /** Reports a lost connection once, and reconnects with exponential backoff and jitter. */
  private closed(socket: WebSocket, code: number, reason: string) {
    if (socket !== this.socket || this.ended) return;
    this.socket = null;
    clearTimeout(this.replyTimeout);
    if (code === 1008 && !this.display) {
      this.failure = (language() === 'en' && reason) || t('wrong-link');
      return;
    }
    const alreadyShown = this.connection === 'broken' || this.connection === 'silent';
    if (this.display && !alreadyShown) this.connection = 'broken';
    void this.exists();
    this.timer = setTimeout(() => this.connect(), this.backoff * (0.75 + Math.random() / 2));
    this.backoff = Math.min(this.backoff * 2, MAX_BACKOFF);
  }

  /** Checks that the match exists. If not, reconnecting is useless. */
  private async exists() {
    if (this.display) return;
    try {
      const response = await fetch(`/api/v1/matches/${this.id}`, {
        signal: AbortSignal.timeout(5000),
      });
      if (response.status === 404) {
        this.failure = t('no-match');
        this.close();
      }
    } catch {
      this.connection = 'broken';
    }
  }

  /** Starts the reply timeout: the connection first counts as silent, then it is replaced. */
  private startTimeout(socket: WebSocket) {
    clearTimeout(this.replyTimeout);
    this.replyTimeout = setTimeout(() => {
      const joined = this.connection === 'open';
      this.connection = this.display ? 'silent' : 'broken';
      if (joined) this.replyTimeout = setTimeout(() => this.reconnect(socket), REPLY_TIMEOUT);
      else this.reconnect(socket);
    }, REPLY_TIMEOUT);
  }

  /** Records a message of the server, and restarts the reply timeout of the pending commands. */
  private markAlive(socket: WebSocket) {
    if (socket !== this.socket) return;
    if (this.connection === 'silent' && this.joined === socket) this.connection = 'open';
    if (this.waiting.length > 0) this.startTimeout(socket);
  }

  /** Replaces a connection without waiting for its close frame. */
  private reconnect(socket: WebSocket) {
    if (socket !== this.socket) return;
    socket.close();
    this.closed(socket, 1006, '');
  }

  private online = () => {
    if (this.socket && this.connection !== 'open') this.reconnect(this.socket);
    this.connectNow();
  };

  /** The browser reports no network, but a server on this machine may still answer. */
  private offline = async () => {
    const { socket } = this;
    try {
      await fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(REPLY_TIMEOUT) });
    } catch {
      if (socket) this.reconnect(socket);
    }
  };

  private connectNow = () => {
    if (this.socket || this.ended || document.hidden) return;
    clearTimeout(this.timer);
    this.backoff = 250;
    this.connect();
  };

  private async receive(message: ServerMessage) {
    switch (message.kind) {
      case 'snapshot':
        this.match?.close();
        this.match = MatchHandle.restore(message.state);
        this.players = message.players;
        this.setJoined(message.view.viewer, message.now);
        await Promise.all([this.match.ready, this.refresh()]);
        this.resend();
        break;
      case 'missed':
        await this.follow(message.events);
        this.players = message.players;
        this.setJoined(message.viewer, message.now);
        this.resend();
        break;
      case 'players':
        this.players = message.players;
        break;
      case 'events':
        await this.follow(message.events);
        break;
      case 'done':
        this.settle(message.id, true);
        break;
      case 'refused':
        this.refuse(message.refusal);
        this.settle(message.id, false);
        break;
      case 'unsure': {
        const sent = this.waiting.find(({ id }) => id === message.id);
        if (sent) setTimeout(() => this.send(sent), 1000);
      }
    }
  }

  private setJoined(viewer: Viewer, now: number) {
    this.viewer = viewer === 'spectator' ? null : viewer.seat;
    this.offset = now - Date.now();
    this.connection = 'open';
    this.joined = this.socket;
    this.backoff = 250;
  }

  private async follow(events: MatchEvent[]) {
    if (!this.match) return;
    const news = await this.match.follow(events);
    this.handleEvents(news);
    for (const { what, at } of news) {
      if (what.kind === 'premove-dropped') await this.reportDropped(what.text);
      // What was said while this page was away is old.
      const old = at < Date.now() + this.offset - PHRASE_TIME;
      if (what.kind === 'said' && !old) this.hear(what.seat, what.phrase);
    }
    await this.refresh();
  }

  protected declinedText(offer: Offer, by: Seat): string {
    return t(`${offer}-declined`, { name: this.name(by) });
  }

  protected outageText(span: number): string {
    return t('room-away', { seconds: Math.ceil(span / 1000) });
  }

  private async refresh() {
    if (!this.match) return;
    const display = await this.match.display(this.viewer ? { seat: this.viewer } : 'spectator');
    this.show(display);
    this.updateInvite(display);
    const { settings, stage, plies } = display.view;
    if (this.viewer) {
      const over = stage.kind === 'over';
      const entry = { id: this.id, kind: 'match' as const, game: settings.play.game };
      games.note({ ...entry, changed: Date.now(), over, plies: plies.length });
    }
    await this.updatePremoves();
    await this.reveal();
  }

  /** Says a phrase to the other player. */
  async say(phrase: Phrase) {
    if (this.viewer) await this.command(this.viewer, { kind: 'say', phrase });
  }

  mute(mute: boolean) {
    this.muted = mute;
    setMuted(this.id, mute);
    if (mute) this.said = {};
  }

  /** Shows for a while what a player has said. */
  private hear(seat: Seat, phrase: Phrase) {
    if (this.muted && seat !== this.viewer) return;
    const now = (this.said = { ...this.said, [seat]: phrase });
    setTimeout(() => {
      if (this.said[seat] === now[seat]) this.said = { ...this.said, [seat]: undefined };
    }, PHRASE_TIME);
  }

  /** Whether the computer plays. */
  get againstComputer(): boolean {
    return !!this.players.one.computer || !!this.players.two.computer;
  }

  /** Says that a planned move was not played, and why, in the position that it was not legal in. */
  private async reportDropped(move: string) {
    const answer = await this.match!.explain(move);
    const why = answer.legal ? '' : translate(answer.sentence);
    this.notice = replyNotice({ text: t('premove-dropped', { move, why }).trim() });
  }

  /** Forgets the invitation once the other player has come. */
  private updateInvite({ view }: MatchDisplay) {
    const { viewer, secret } = this;
    if (!this.invite || !viewer || !secret) return;
    const other = otherSeat(viewer);
    const came = view.absent[other] === null || view.plies.some(({ seat }) => seat === other);
    if (!came) return;
    this.invite = null;
    games.takeSeat(this.id, { secret });
  }

  private async updatePremoves() {
    const view = this.display?.view;
    const waits = this.viewer && view?.turn && view.turn !== this.viewer;
    this.premoves = waits && this.match ? await this.match.premoves() : null;
  }

  private send({ id, command }: PendingCommand) {
    if (this.joined !== this.socket || this.socket?.readyState !== WebSocket.OPEN) return;
    const message: ClientMessage = { kind: 'command', id, command };
    this.socket.send(JSON.stringify(message));
    this.startTimeout(this.socket);
  }

  /** Sends the pending commands again: the server executes each id only once. */
  private resend() {
    for (const sent of this.waiting) this.send(sent);
  }

  private settle(id: string, done: boolean) {
    const sent = this.waiting.find((sent) => sent.id === id);
    this.waiting = this.waiting.filter((sent) => sent.id !== id);
    if (!this.waiting.some(({ command }) => command.kind === 'move')) this.sending = '';
    sent?.done(done);
  }

  override close() {
    super.close();
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.replyTimeout);
    removeEventListener('online', this.online);
    removeEventListener('offline', this.offline);
    document.removeEventListener('visibilitychange', this.connectNow);
    this.socket?.close();
    this.match?.close();
  }
}
