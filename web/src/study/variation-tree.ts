// A game with comments, arrows and variations. Moves stand in one list, each with the number of the
// one that it follows; of those that follow the same, the first is the main one.

import type { GameLine } from '../generated/wasm';

/** Before the first move. */
export const START = -1;

/** An arrow from square to square, or a ring on one. */
export type ArrowSquares = { from: string; to: string };

export interface MoveNote {
  comment: string;
  arrows: ArrowSquares[];
}

export interface TreeNode extends MoveNote {
  parent: number;
  text: string;
}

export interface VariationTree extends MoveNote, Omit<GameLine, 'moves'> {
  /** Names, dates and places, by their PDN tags. */
  tags?: Record<string, string>;
  nodes: TreeNode[];
}

const NOTHING: MoveNote = { comment: '', arrows: [] };

export function treeOfLine({ game, options, position, moves }: GameLine): VariationTree {
  const nodes = moves.map((text, i) => ({ parent: i - 1, text, ...NOTHING }));
  return { game, options, ...(position ? { position } : {}), ...NOTHING, nodes };
}

export const childrenOf = (tree: VariationTree, node: number): number[] =>
  tree.nodes.flatMap(({ parent }, i) => (parent === node ? [i] : []));

/** The moves that lead to one, itself included. */
export function pathTo(tree: VariationTree, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at !== START; at = tree.nodes[at]!.parent) path.unshift(at);
  return path;
}

/** A move and the main ones after it. */
export function runFrom(tree: VariationTree, node: number): number[] {
  const run = [node];
  for (;;) {
    const next = childrenOf(tree, run.at(-1)!)[0];
    if (next === undefined) return run;
    run.push(next);
  }
}

/** The last move of the branch that one is in. */
export const endOf = (tree: VariationTree, node: number): number => runFrom(tree, node).at(-1)!;

export function lineTo(tree: VariationTree, node: number): GameLine {
  const { game, options, position } = tree;
  const moves = pathTo(tree, node).map((at) => tree.nodes[at]!.text);
  return { game, options, moves, ...(position ? { position } : {}) };
}

/** The tree with a move after another, and where that move is. One that is there is found. */
export function follow(tree: VariationTree, node: number, text: string): [VariationTree, number] {
  const known = childrenOf(tree, node).find((at) => tree.nodes[at]!.text === text);
  if (known !== undefined) return [tree, known];
  const nodes = [...tree.nodes, { parent: node, text, ...NOTHING }];
  return [{ ...tree, nodes }, nodes.length - 1];
}

/** The names of the players, first side first; empty where they are unknown. */
export function playersOf({ tags = {} }: VariationTree): [string, string] {
  return [tags['Black'] ?? tags['First'] ?? '', tags['White'] ?? tags['Second'] ?? ''];
}

/** The tags of two players: in checkers they are called black and white. */
export function playerTags(checkers: boolean, [first, second]: [string, string]) {
  const names = checkers ? ['Black', 'White'] : ['First', 'Second'];
  const tags: Record<string, string> = {};
  if (first) tags[names[0]!] = first;
  if (second) tags[names[1]!] = second;
  return tags;
}

/** The moves that could be played instead of one, itself included. */
export const siblingsOf = (tree: VariationTree, node: number): number[] =>
  node === START ? [] : childrenOf(tree, tree.nodes[node]!.parent);

/** The tree with a variation as the main line, and that move by move back to the start. */
export function promoted(tree: VariationTree, node: number): [VariationTree, number] {
  const path = new Set(pathTo(tree, node));
  // Of those that follow the same move, the one on the path comes first; parents stay before children.
  const order: number[] = [];
  const visit = (at: number) => {
    const children = childrenOf(tree, at);
    const first = children.filter((child) => path.has(child));
    const sorted = [...first, ...children.filter((child) => !path.has(child))];
    order.push(...sorted);
    sorted.forEach(visit);
  };
  visit(START);
  const place = new Map(order.map((old, now) => [old, now]));
  const nodes = order.map((old) => {
    const it = tree.nodes[old]!;
    return { ...it, parent: it.parent === START ? START : place.get(it.parent)! };
  });
  return [{ ...tree, nodes }, node === START ? START : place.get(node)!];
}

export const noteOf = (tree: VariationTree, node: number): MoveNote =>
  node === START ? tree : tree.nodes[node]!;

export function noted(tree: VariationTree, node: number, note: Partial<MoveNote>): VariationTree {
  if (node === START) return { ...tree, ...note };
  const nodes = tree.nodes.map((it, i) => (i === node ? { ...it, ...note } : it));
  return { ...tree, nodes };
}

/** The tree without a move and everything after it. Numbers before it stay. */
export function without(tree: VariationTree, node: number): VariationTree {
  const gone = new Set([node]);
  tree.nodes.forEach(({ parent }, i) => gone.has(parent) && gone.add(i));
  const left = tree.nodes.map((_, i) => i).filter((i) => !gone.has(i));
  const place = new Map(left.map((old, now) => [old, now]));
  const nodes = left.map((i) => {
    const it = tree.nodes[i]!;
    return { ...it, parent: it.parent === START ? START : place.get(it.parent)! };
  });
  return { ...tree, nodes };
}

/** Whether there is anything that a line does not hold. */
export const isAnnotated = (tree: VariationTree): boolean =>
  [tree, ...tree.nodes].some(({ comment, arrows }) => comment || arrows.length > 0) ||
  tree.nodes.some(({ parent }, i) => parent !== i - 1);
