// A game that is studied: its variation tree, the position on the board, and what can be done there.

import { NO_SELECTION } from '../board/selection';
import { defaultGame, entry } from '../catalog';
import { describeMove } from '../i18n/descriptions';
import { t } from '../i18n/i18n.svelte';
import { translateError } from '../i18n/sentences.svelte';
import { errorText, pdnOf } from '../people/api';
import { toggleArrow } from '../play/arrows';
import { playFrom } from '../play/local-session.svelte';
import { pack, saveText, unpack, unpackPlayers } from '../play/share-link';
import { go, rename } from '../router.svelte';
import type { Side } from '../generated/protocol';
import type { GameLine, MoveExplanation, ReviewMoment, Scene } from '../generated/wasm';
import type { Levels } from '../workers/computer.worker';
import { GameHandle, rules } from '../workers/rules-client';
import { Analysis } from './analysis.svelte';
import { LinePreview } from './line-preview.svelte';
import { MomentTrial } from './moment-trial.svelte';
import { type LinkFault, openLine } from './open-line';
import { fromPdn, toPdn } from './pdn';
import { nextGame, type PdnFile, readPdnFile } from './pdn-file';
import { PositionEditor } from './position-editor.svelte';
import { studies } from './study-store';
import * as trees from './variation-tree';

const DEFAULT_LINE: GameLine = { game: defaultGame.id, options: {}, moves: [] };

export class StudySession {
  tree = $state.raw(treeOfAddress());
  node = $state(trees.START);
  /** The id under which the browser stores it, if it does. */
  id = $state('');
  title = $state('');
  /** The position on the board; none until the rules have drawn it. */
  scene = $state.raw<Scene | null>(null);
  /** Who makes the first move. */
  begins = $state<Side>('first');
  /** The side at the bottom of the board. */
  bottom = $state<Side>('first');
  /** A board that is set up by hand instead. */
  editor = $state.raw<PositionEditor | null>(null);
  /** The file with several games that this one is from. */
  file = $state.raw<PdnFile | null>(null);
  /** A moment of the game that is tried again. */
  trial = $state.raw<MomentTrial | null>(null);
  explanation = $state.raw<MoveExplanation | null>(null);
  error = $state('');
  /** What is wrong with the link that was opened. */
  linkFault = $state.raw<LinkFault>();
  choice = $state.raw(NO_SELECTION);
  touched = $state<string | null>(null);
  /** What a screen reader hears of the move that led to the board. */
  said = $state('');
  /** The line from the start to what is on the board. */
  line: GameLine = $derived(trees.lineTo(this.tree, this.node));
  /** The same, with the main moves that follow. */
  wholeLine: GameLine = $derived(trees.lineTo(this.tree, trees.endOf(this.tree, this.node)));
  /** The names of the players, first side first; empty where they are unknown. */
  players = $derived(trees.playersOf(this.tree));
  note = $derived(trees.noteOf(this.tree, this.node));
  readonly analysis = new Analysis(() => this.line);
  readonly preview = new LinePreview();
  private handle = new GameHandle();

  get game(): string {
    return this.editor?.game ?? this.tree.game;
  }

  /** Opens what the address names: a game of the server, a stored study, or a line. */
  start() {
    const query = new URLSearchParams(location.hash.slice(1));
    if (query.has('match')) void this.openServerGame(query.get('match')!, query.get('number')!);
    else if (query.has('kept')) this.openStored(query.get('kept')!);
    else void this.openLink(this.wholeFromStart(), query.get('review'));
  }

  close() {
    this.analysis.end();
    this.preview.close();
    this.trial?.close();
    this.handle.close();
  }

  show = async (node: number) => {
    this.endTrial();
    this.preview.stop();
    this.node = node;
    this.explanation = null;
    this.choice = NO_SELECTION;
    this.touched = null;
    const before = this.scene;
    try {
      this.scene = await this.handle.show(this.line);
      this.error = '';
      if (before && before !== this.scene)
        this.said = describeMove(before, this.scene) || t('said-back-start');
    } catch (error) {
      this.error = t('bad-position', { why: await translateError(error) });
    }
    this.analysis.look(this.scene);
  };

  /** Plays a move from here; other moves stay beside it as variations. */
  play = (text: string) => this.playAll([text]);

  /** Plays several moves from here. */
  playAll = async (texts: string[]) => {
    let [tree, to] = [this.tree, this.node];
    for (const text of texts) [tree, to] = trees.follow(tree, to, text);
    if (tree !== this.tree) this.change(tree);
    this.linkFault = undefined;
    await this.show(to);
    this.updateAddress();
  };

  tap = (taps: string[], square: string) => this.handle.tap(taps, square);

  explainTouch = async (squares: string[]) => {
    this.explanation = await this.handle.explainTouch(squares);
  };

  flip = () => {
    this.bottom = this.bottom === 'first' ? 'second' : 'first';
  };

  toggleArrow = (from: string, to: string) =>
    this.changeNote({ arrows: toggleArrow(this.note.arrows, from, to) });

  changeNote(note: Partial<trees.MoveNote>) {
    this.change(trees.noted(this.tree, this.node, note));
  }

  rename(title: string) {
    this.title = title;
    this.change(this.tree);
  }

  /** Removes the move on the board and everything after it. */
  async removeMove() {
    const { parent } = this.tree.nodes[this.node]!;
    this.change(trees.without(this.tree, this.node));
    this.analysis.review = null;
    await this.show(parent);
    this.updateAddress();
  }

  /** Makes the branch on the board the main line. */
  async promote() {
    const [tree, node] = trees.promoted(this.tree, this.node);
    this.change(tree);
    this.analysis.review = null;
    await this.show(node);
    this.updateAddress();
  }

  /** Takes up another game, at its end. */
  open = async (tree: trees.VariationTree) => {
    this.tree = tree;
    this.analysis.review = this.editor = null;
    this.linkFault = undefined;
    this.id = this.title = '';
    void this.learnWhoBegins();
    await this.show(trees.endOf(tree, trees.START));
    this.updateAddress();
  };

  /** Opens a PDN text: its only game, or the first that can be opened and the list of all. */
  openPdn = async (text: string) => {
    try {
      const file = await readPdnFile(this.analysis.computer, text);
      const at = nextGame(file, 1);
      if (file.games.length < 2 || at < 0) {
        await this.open(await fromPdn(this.analysis.computer, text));
        this.file = null;
      } else {
        this.file = file;
        await this.openGame(at);
      }
    } catch (error) {
      this.error = t('bad-pdn', { why: await translateError(error) });
    }
  };

  /** Opens a game of the file, by its place. */
  openGame = async (place: number) => {
    const { file } = this;
    if (!file || place < 0 || place >= file.games.length) return;
    this.file = { ...file, at: place };
    try {
      await this.open(await fromPdn(this.analysis.computer, file.text, place));
    } catch (error) {
      this.error = t('bad-game', { number: place + 1, why: await translateError(error) });
    }
  };

  /** The next or previous game of the file. */
  stepGame(step: 1 | -1) {
    const to = this.file ? nextGame(this.file, step) : -1;
    if (this.file && to !== this.file.at) void this.openGame(to);
  }

  async savePdn() {
    try {
      const text = await toPdn(this.analysis.computer, this.tree);
      saveText(text, `${this.title || this.tree.game}.pdn`);
    } catch (error) {
      this.error = await translateError(error);
    }
  }

  async review(levels: Levels = [null, null]) {
    const path = trees.pathTo(this.tree, trees.endOf(this.tree, this.node));
    try {
      await this.analysis.judge(this.wholeLine, path, levels);
    } catch (error) {
      this.error = await translateError(error);
    }
  }

  /** Lets a moment of the review be tried again on the board. */
  async tryMoment(moment: ReviewMoment) {
    const { review } = this.analysis;
    if (!review) return;
    await this.show(review.path[moment.index - 1] ?? trees.START);
    const last = review.path.at(-1) ?? trees.START;
    const trial = new MomentTrial(
      trees.lineTo(this.tree, last),
      moment,
      review.moves[moment.index]!,
    );
    await trial.retry();
    this.endTrial();
    this.trial = trial;
  }

  endTrial = () => {
    this.trial?.close();
    this.trial = null;
  };

  /** Stores the study in the browser. */
  store() {
    this.id = studies.fresh();
    const [first, second] = this.players;
    const title = entry(this.tree.game)?.title ?? this.tree.game;
    this.title = first && second ? `${first} – ${second}, ${title}` : title;
    this.change(this.tree);
    if (this.error) this.id = '';
    this.updateAddress();
  }

  edit() {
    this.endTrial();
    this.preview.stop();
    this.error = '';
    this.editor = new PositionEditor(this.scene!);
  }

  /** Begins a game for two at this screen where a line ends. */
  playFrom = async (line: GameLine) => {
    try {
      go(await playFrom(line));
    } catch (error) {
      this.error = await translateError(error);
    }
  };

  private wholeFromStart(): GameLine {
    return trees.lineTo(this.tree, trees.endOf(this.tree, trees.START));
  }

  /** Opens a line from an address, as far as it can be played; reviews it if the address says so. */
  private async openLink(link: GameLine, review: string | null) {
    const [line, fault] = await openLine(link, DEFAULT_LINE);
    this.linkFault = fault;
    if (fault) this.tree = { ...trees.treeOfLine(line), tags: this.tree.tags };
    void this.learnWhoBegins();
    await this.show(trees.endOf(this.tree, trees.START));
    if (review !== null && line.moves.length > 0) await this.review(levelsOf(review));
  }

  private openStored(id: string) {
    const study = studies.load(id);
    if (!study) return void (this.error = t('no-local'));
    this.tree = study.tree;
    this.analysis.review = null;
    [this.id, this.title] = [id, study.title];
    void this.learnWhoBegins();
    void this.show(trees.endOf(this.tree, trees.START));
  }

  /** Opens a game of the server. The address names it until it holds it. */
  private async openServerGame(match: string, number: string) {
    try {
      await this.openPdn(await pdnOf(match, Number(number)));
    } catch (error) {
      this.error = errorText(error);
    }
  }

  private async learnWhoBegins() {
    const { tree } = this;
    const begin = await rules.scene(trees.lineTo(tree, trees.START)).catch(() => null);
    if (begin && tree === this.tree) this.begins = begin.side;
  }

  private updateAddress() {
    rename(this.id ? `/study#kept=${this.id}` : `/study#${pack(this.wholeLine, this.players)}`);
  }

  /** Replaces the tree, and stores it again if it is stored. */
  private change(tree: trees.VariationTree) {
    this.tree = tree;
    if (this.id && !studies.save(this.id, { title: this.title, tree })) this.error = t('not-kept');
  }
}

/** The game in the address, with the names of its players. */
function treeOfAddress(): trees.VariationTree {
  const packed = location.hash.slice(1);
  const tree = trees.treeOfLine(unpack(packed) ?? DEFAULT_LINE);
  const tags = trees.playerTags(!!entry(tree.game)?.checkers, unpackPlayers(packed));
  return { ...tree, tags };
}

/** The levels of the two players in an address, such as `3-4`; one that is missing is unknown. */
function levelsOf(text: string): Levels {
  const [first, second] = text.split('-').map((level) => Number(level) || null);
  return [first ?? null, second ?? null];
}
