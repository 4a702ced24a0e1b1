// Evaluations whose result is certain.

import type { Evaluation } from '../generated/protocol';

/** The result of a game with best play. */
export type ExactEvaluation = Extract<Evaluation, { kind: 'exact' }>;

export const isExact = <T extends Evaluation>(
  evaluation: T | null | undefined,
): evaluation is T & ExactEvaluation => evaluation?.kind === 'exact';
