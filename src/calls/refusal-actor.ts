import { PvgError } from '../failure.js';
import type { JournalEntry } from '../support/journal/entry.js';
import { findRefusalAction, keptNot, nothingKnown } from '../support/report/actions.js';
import type { Refusal } from '../support/ticket-refusal.js';

/** Who acts next on a refused paste, in the same words as the page and the report. */

type Actor = NonNullable<PvgError['details']['actor']>;

export function withActor(failure: PvgError, refusal: Refusal): PvgError {
  const { code, message, details } = failure;
  const isOptionForgotten =
    details.isRefusedPaste === true && !details.namedNote && refusal.orders.length === 0;
  // Somebody who named nothing has just left an option out: nobody else has to act.
  if (isOptionForgotten) return failure;
  const { who, not } = findActor(refusal, message);
  const hasSecret = details.secretNote !== undefined;
  const actor = { who: hasSecret ? `${who}; for the secret, the operator` : who, not };
  return new PvgError(code, message, { ...details, actor });
}

function findActor({ named, orders }: Refusal, reason: string): Actor {
  const [answer, ...otherAnswers] = orders.flatMap(({ answer: orderAnswer }) => orderAnswer ?? []);
  // `situation` is null if the text has a receipt: then it is looked up first, whatever is known of its order.
  if (answer === undefined || named.situation === null) {
    return findRefusalAction({ ...named, text: reason });
  }
  // Answers about several orders may have several actors.
  const isWholeAnswer = orders.length === 1 && otherAnswers.length === 0;
  return isWholeAnswer ? actorOfAnswer(answer) : nothingKnown;
}

/** The actor of the answer that is known about the only order of the text. */
function actorOfAnswer({ error, verdict }: JournalEntry): Actor {
  const who = error?.who ?? verdict?.who ?? '';
  return { who, not: verdict === null ? '' : keptNot(verdict) };
}
