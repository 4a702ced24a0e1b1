// The computer in a worker of its own. The page ends the worker to stop a search.

import init, {
  Computer,
  games_of_pdn,
  tree_from_pdn,
  tree_to_pdn,
} from '../../wasm/computer/crownhead.js';
import type { Command } from '../generated/protocol';
import type {
  AnalysisReport,
  AnalysisRequest,
  GameLine,
  GameReview,
  HintReply,
  OpponentSettings,
  OpponentTask,
  PdnGameSummary,
  PdnTree,
} from '../generated/wasm';
import { serve } from './worker-server';

// The module calls this while it searches.
Object.assign(globalThis, { thinking: (progress: string) => postMessage({ progress }) });

/** The levels of the two sides, as far as they are known. */
export type Levels = [number | null, number | null];

const json = JSON.stringify;
const parse = JSON.parse;

const calls = (computer: Computer) => ({
  answer: (opponent: OpponentSettings, task: OpponentTask): Command | null =>
    parse(computer.answer(json(opponent), json(task))),
  hint: (line: GameLine, request: AnalysisRequest): HintReply =>
    parse(computer.hint(json(line), json(request))),
  think: (line: GameLine, request: AnalysisRequest): AnalysisReport =>
    parse(computer.think(json(line), json(request))),
  review: (line: GameLine, request: AnalysisRequest, levels: Levels): GameReview =>
    parse(computer.review(json(line), json(request), json(levels))),
  toPdn: (tree: PdnTree) => tree_to_pdn(json(tree)),
  fromPdn: (text: string, place: number): PdnTree => parse(tree_from_pdn(text, place)),
  gamesOfPdn: (text: string): PdnGameSummary[] => parse(games_of_pdn(text)),
});

export type ComputerCalls = ReturnType<typeof calls>;

serve(init().then(() => calls(new Computer())));
