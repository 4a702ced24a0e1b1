// A game that is studied: its variation tree, the position on the board, and what can be done there.

import { NO_SELECTION } from '../board/selection';
import { defaultGame, entry } from '../catalog';
import { t } from '../i18n/i18n.svelte';
import { translateError } from '../i18n/sentences.svelte';
import { errorText, pdnOf } from '../people/api';
import { toggleArrow } from '../play/arrows';
import { playFrom } from '../play/local-session.svelte';
import { pack, saveText, unpack } from '../play/share-link';
import { go, rename } from '../router.svelte';
import type { GameLine, MoveExplanation, Scene } from '../generated/wasm';
import { GameHandle } from '../workers/rules-client';
import { Analysis } from './analysis.svelte';
import { type LinkFault, openLine } from './open-line';
import { fromPdn, toPdn } from './pdn';
import { PositionEditor } from './position-editor.svelte';
import { studies } from './study-store';
import * as trees from './variation-tree';

const DEFAULT_LINE: GameLine = { game: defaultGame.id, options: {}, moves: [] };

export class StudySession {
  tree = $state.raw(trees.treeOfLine(unpack(location.hash.slice(1)) ?? DEFAULT_LINE));
  node = $state(trees.START);
  /** The id under which the browser stores it, if it does. */
  id = $state('');
  title = $state('');
  /** The position on the board; none until the rules have drawn it. */
  scene = $state.raw<Scene | null>(null);
  /** A board that is set up by hand instead. */
  editor = $state.raw<PositionEditor | null>(null);
  explanation = $state.raw<MoveExplanation | null>(null);
  error = $state('');
  /** What is wrong with the link that was opened. */
  linkFault = $state.raw<LinkFault>();
  choice = $state.raw(NO_SELECTION);
  touched = $state<string | null>(null);
  /** The line from the start to what is on the board. */
  line: GameLine = $derived(trees.lineTo(this.tree, this.node));
  /** The same, with the main moves that follow. */
  wholeLine: GameLine = $derived(trees.lineTo(this.tree, trees.endOf(this.tree, this.node)));
  note = $derived(trees.noteOf(this.tree, this.node));
  readonly analysis = new Analysis(() => this.line);
  private handle = new GameHandle();

  get game(): string {
    return this.editor?.game ?? this.tree.game;
  }

  /** Opens what the address names: a game of the server, a stored study, or a line. */
  start() {
    const query = new URLSearchParams(location.hash.slice(1));
    if (query.has('match')) void this.openServerGame(query.get('match')!, query.get('number')!);
    else if (query.has('kept')) this.openStored(query.get('kept')!);
    else void this.openLink(this.wholeFromStart());
  }

  close() {
    this.analysis.end();
    this.handle.close();
  }

  show = async (node: number) => {
    this.node = node;
    this.explanation = null;
    this.choice = NO_SELECTION;
    this.touched = null;
    try {
      this.scene = await this.handle.show(this.line);
      this.error = '';
    } catch (error) {
      this.error = t('bad-position', { why: await translateError(error) });
    }
    this.analysis.look(this.scene);
  };

  /** Plays a move from here; other moves stay beside it as variations. */
  play = async (text: string) => {
    const [next, to] = trees.follow(this.tree, this.node, text);
    if (next !== this.tree) this.change(next);
    this.linkFault = undefined;
    await this.show(to);
    this.updateAddress();
  };

  tap = (taps: string[], square: string) => this.handle.tap(taps, square);

  explainTouch = async (squares: string[]) => {
    this.explanation = await this.handle.explainTouch(squares);
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

  /** Takes up another game, at its end. */
  open = async (tree: trees.VariationTree) => {
    this.tree = tree;
    this.analysis.review = this.editor = null;
    this.linkFault = undefined;
    this.id = this.title = '';
    await this.show(trees.endOf(tree, trees.START));
    this.updateAddress();
  };

  openPdn = async (text: string) => {
    try {
      await this.open(await fromPdn(this.analysis.computer, text));
    } catch (error) {
      this.error = t('bad-pdn', { why: await translateError(error) });
    }
  };

  async savePdn() {
    try {
      const text = await toPdn(this.analysis.computer, this.tree);
      saveText(text, `${this.title || this.tree.game}.pdn`);
    } catch (error) {
      this.error = await translateError(error);
    }
  }

  async review() {
    const path = trees.pathTo(this.tree, trees.endOf(this.tree, this.node));
    try {
      await this.analysis.judge(this.wholeLine, path);
    } catch (error) {
      this.error = await translateError(error);
    }
  }

  /** Stores the study in the browser. */
  store() {
    this.id = studies.fresh();
    this.title = entry(this.tree.game)?.title ?? this.tree.game;
    this.change(this.tree);
    if (this.error) this.id = '';
    this.updateAddress();
  }

  edit() {
    this.analysis.stop();
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

  /** Opens a line from an address, as far as it can be played. */
  private async openLink(link: GameLine) {
    const [line, fault] = await openLine(link, DEFAULT_LINE);
    this.linkFault = fault;
    if (fault) this.tree = trees.treeOfLine(line);
    await this.show(trees.endOf(this.tree, trees.START));
  }

  private openStored(id: string) {
    const study = studies.load(id);
    if (!study) return void (this.error = t('no-local'));
    this.tree = study.tree;
    this.analysis.review = null;
    [this.id, this.title] = [id, study.title];
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

  private updateAddress() {
    rename(this.id ? `/study#kept=${this.id}` : `/study#${pack(this.wholeLine)}`);
  }

  /** Replaces the tree, and stores it again if it is stored. */
  private change(tree: trees.VariationTree) {
    this.tree = tree;
    if (this.id && !studies.save(this.id, { title: this.title, tree })) this.error = t('not-kept');
  }
}
