import { mayBeName } from '../input/pasted/plain-words.js';
import { doubtOwnName, doubtReceipt } from '../input/receipt.js';
import type { Subject } from '../service/outcome.js';
import { isIos } from '../service/subject.js';
import { checkFirst, type Description, type Fact } from '../wording/description.js';
import { environmentQuestion } from '../wording/verdict.js';
import type { Connection } from './connection.js';

/**
 * Adds doubts to an answer that did not confirm the purchase: the agent may have taken a wrong receipt or a wrong environment.
 * The question about it comes before any sentence about the player's receipt, because not confirmed is not fraud.
 */
export function addInputDoubts(
  description: Description,
  { command, profile }: Connection,
  subject: Subject,
): Description {
  const { exit, error, facts, advice, nextStep } = description;
  const isNotConfirmed = exit === 6 && error !== null;
  if (!isNotConfirmed) return description;
  // A session asks no store. For PRODUCT_MISMATCH and the advice `check` the store knew the receipt, so its environment is right.
  const isEnvironmentRight =
    error.code === 'PRODUCT_MISMATCH' || command === 'session' || advice === 'check';
  const question = isEnvironmentRight
    ? undefined
    : environmentQuestion(profile.environment, profile.local);
  const doubtful = { ...description, facts: [...receiptDoubts(subject), ...facts] };
  if (question === undefined) return doubtful;
  return {
    ...doubtful,
    error: { ...error, first: question },
    nextStep: command === 'lookup' ? 'profiles' : nextStep,
  };
}

/** A doubt if what was sent does not look like a receipt, which `--force` allows: the agent checks it before the player is asked. */
function receiptDoubts(subject: Subject): Fact[] {
  if (isIos(subject)) return [];
  const doubt = receiptDoubt(subject);
  return doubt === undefined ? [] : [checkFirst(`Is the receipt right? ${doubt}`)];
}

function receiptDoubt({
  receipt = '',
  productId,
  package: packageName,
}: Subject): string | undefined {
  if (mayBeName(receipt)) return 'It looks like a name.';
  return (doubtOwnName(receipt, [productId], packageName) ?? doubtReceipt(receipt))?.says;
}
