// How a match ended, in words.

import { translate } from '../i18n/sentences.svelte';
import { endReasonText, t } from '../i18n/i18n.svelte';
import { otherSeat } from './game-store';
import type { Session } from './session';

/** Who won, as the one who reads it would say it; nothing before the end. */
export function resultTitle(session: Session): string {
  const { stage } = session.display!.view;
  if (stage.kind !== 'over') return '';
  if (stage.reason === 'aborted') return t('result-aborted');
  if (!stage.winner) return t(session.scene?.shape === 'grid' ? 'result-tie' : 'result-draw');
  if (session.mine.length === 1 && session.mine[0] === stage.winner) return t('result-you-win');
  return t('result-win', { name: session.name(stage.winner) });
}

/** Why: what the rules say, or how the players ended it. */
export function resultReason(session: Session): string {
  const { stage } = session.display!.view;
  if (stage.kind !== 'over') return '';
  const end = session.scene?.end;
  if (end) return translate(end.sentence);
  return endReasonText(stage.reason, stage.winner ? session.name(otherSeat(stage.winner)) : '');
}
