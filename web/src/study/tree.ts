// A game with comments, arrows and variations. Moves stand in one list, each with the number of the
// one that it follows; of those that follow the same, the first is the main one.

import type { Line } from '../types';

/** Before the first move. */
export const START = -1;

/** An arrow from square to square, or a ring on one. */
export type Drawn = { from: string; to: string };

export interface Note {
  comment: string;
  arrows: Drawn[];
}

export interface Node extends Note {
  parent: number;
  text: string;
}

export interface Tree extends Note {
  game: string;
  options: Record<string, string>;
  position?: string;
  nodes: Node[];
}

const NOTHING: Note = { comment: '', arrows: [] };

export function ofLine({ game, options, position, moves }: Line): Tree {
  const nodes = moves.map((text, i) => ({ parent: i - 1, text, ...NOTHING }));
  return { game, options, ...(position ? { position } : {}), ...NOTHING, nodes };
}

export const childrenOf = (tree: Tree, node: number): number[] =>
  tree.nodes.flatMap(({ parent }, i) => (parent === node ? [i] : []));

/** The moves that lead to one, itself included. */
export function pathTo(tree: Tree, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at !== START; at = tree.nodes[at]!.parent) path.unshift(at);
  return path;
}

/** A move and the main ones after it. */
export function runFrom(tree: Tree, node: number): number[] {
  const run = [node];
  for (;;) {
    const next = childrenOf(tree, run.at(-1)!)[0];
    if (next === undefined) return run;
    run.push(next);
  }
}

/** The last move of the branch that one is in. */
export const endOf = (tree: Tree, node: number): number => runFrom(tree, node).at(-1)!;

export function lineTo(tree: Tree, node: number): Line {
  const { game, options, position } = tree;
  const moves = pathTo(tree, node).map((at) => tree.nodes[at]!.text);
  return { game, options, moves, ...(position ? { position } : {}) };
}

/** The tree with a move after another, and where that move is. One that is there is found. */
export function follow(tree: Tree, node: number, text: string): [Tree, number] {
  const known = childrenOf(tree, node).find((at) => tree.nodes[at]!.text === text);
  if (known !== undefined) return [tree, known];
  const nodes = [...tree.nodes, { parent: node, text, ...NOTHING }];
  return [{ ...tree, nodes }, nodes.length - 1];
}

export const noteOf = (tree: Tree, node: number): Note =>
  node === START ? tree : tree.nodes[node]!;

export function noted(tree: Tree, node: number, note: Partial<Note>): Tree {
  if (node === START) return { ...tree, ...note };
  const nodes = tree.nodes.map((it, i) => (i === node ? { ...it, ...note } : it));
  return { ...tree, nodes };
}

/** The tree without a move and everything after it. Numbers before it stay. */
export function without(tree: Tree, node: number): Tree {
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
export const isAnnotated = (tree: Tree): boolean =>
  [tree, ...tree.nodes].some(({ comment, arrows }) => comment || arrows.length > 0) ||
  tree.nodes.some(({ parent }, i) => parent !== i - 1);
