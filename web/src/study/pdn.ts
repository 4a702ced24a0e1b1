// Trees as the PDN reader and writer know them: arrows are a command in the comment.

import type { Computer } from '../workers/computer-client';
import { type ArrowSquares, type MoveNote, START, type VariationTree } from './variation-tree';

/** A line break, which a PDN comment does not have. */
const BREAK = '[%br]';
const ARROWS = /\s*\[%arrows ([^\]]*)\]/;

const written = ({ comment, arrows }: MoveNote) => {
  const drawn = arrows.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(' ');
  const lines = comment.trim().replaceAll(/\s*\n/g, ` ${BREAK} `);
  return drawn ? `${lines} [%arrows ${drawn}]`.trim() : lines;
};

function read(text: string): MoveNote {
  const drawn = ARROWS.exec(text)?.[1]?.split(' ').filter(Boolean) ?? [];
  const arrows: ArrowSquares[] = drawn.map((arrow) => {
    const [from = '', to = from] = arrow.split('-');
    return { from, to };
  });
  const comment = text.replace(ARROWS, '').replaceAll(/ ?\[%br\] ?/g, '\n');
  return { comment, arrows };
}

export function toPdn(computer: Computer, tree: VariationTree): Promise<string> {
  const { game, options, position, tags = {}, nodes } = tree;
  const plain = nodes.map((node) => ({
    parent: node.parent === START ? null : node.parent,
    text: node.text,
    comment: written(node),
  }));
  return computer.toPdn({ game, options, position, tags, comment: written(tree), nodes: plain });
}

/** A game of a PDN text, by its place from 0. */
export async function fromPdn(computer: Computer, text: string, place = 0): Promise<VariationTree> {
  const { comment, nodes, ...begin } = await computer.fromPdn(text, place);
  return {
    ...begin,
    ...read(comment),
    nodes: nodes.map(({ parent, text, comment }) => ({
      parent: parent ?? START,
      text,
      ...read(comment),
    })),
  };
}
