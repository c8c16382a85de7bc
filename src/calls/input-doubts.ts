import { mayBeName } from '../input/pasted/look-alikes.js';
import { doubtOwnName, doubtReceipt } from '../input/receipt.js';
import { isIos, type Subject } from '../service/subject.js';
import type { NextStep } from '../service/policy.js';
import type { Description } from '../wording/describe.js';
import { environmentQuestion } from '../wording/verdict.js';
import { checkFirst, type Fact } from '../wording/description.js';
import type { Connection } from './connection.js';

/**
 * Not confirmed is not fraud: the receipt or the environment may be the agent's mistake. That is said before anything
 * about the player's receipt.
 */
export function withInputDoubts(
  { command, profile }: Connection,
  description: Description,
  subject: Subject,
): { readonly told: Description; readonly step: NextStep | undefined } {
  const { exit, error, facts } = description;
  if (exit !== 6 || error === null) return { told: description, step: undefined };
  // With this code the store knows the receipt, so the environment is right.
  const isKnown =
    error.code === 'PRODUCT_MISMATCH' || command === 'session' || description.advice === 'check';
  const where = isKnown ? undefined : environmentQuestion(profile.environment, profile.local);
  return {
    told: {
      ...description,
      facts: [...receiptDoubt(subject), ...facts],
      error: { ...error, ...(where !== undefined && { first: where }) },
    },
    step: command === 'lookup' && where !== undefined ? 'profiles' : undefined,
  };
}

/** Sent with `--force`, or a name: the player gets no reply that asks for papers. */
function receiptDoubt(subject: Subject): Fact[] {
  const { receipt = '', productId, package: packageName } = subject;
  if (isIos(subject)) return [];
  const says = mayBeName(receipt)
    ? 'It looks like a name.'
    : (doubtOwnName(receipt, [productId], packageName) ?? doubtReceipt(receipt))?.says;
  return says === undefined ? [] : [checkFirst(`Is the receipt right? ${says}`)];
}
