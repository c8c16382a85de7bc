import { mayBeName } from '../input/pasted/plain-words.js';
import { doubtOwnName, doubtReceipt } from '../input/receipt.js';
import type { Subject } from '../service/outcome.js';
import { isIos } from '../service/subject.js';
import { checkFirst, type Description, type Fact } from '../wording/description.js';
import { environmentQuestion } from '../wording/verdict.js';
import type { Connection } from './connection.js';

/**
 * Not confirmed is not fraud: the receipt or the environment may be the agent's mistake.
 * That is said before anything about the player's receipt.
 */
export function addInputDoubts(
  description: Description,
  { command, profile }: Connection,
  subject: Subject,
): Description {
  const { exit, error, facts, advice, nextStep } = description;
  const isNotConfirmed = exit === 6 && error !== null;
  if (!isNotConfirmed) return description;
  // A session asks no store. The store knows the receipt of a PRODUCT_MISMATCH, and one that is verified but to check.
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

/** The receipt that was sent may be none, for example with `--force`: then the agent checks it before the player is asked. */
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
