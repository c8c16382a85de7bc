import { mayBeName } from '../input/pasted/named.js';
import { doubtOwnName, doubtReceipt } from '../input/receipt.js';
import { isIos, type Asked } from '../service/asked.js';
import type { Step } from '../service/policy.js';
import type { Told } from '../view/tell.js';
import { rightEnvironment } from '../view/verdict.js';
import { checkFirst, type Fact } from '../view/words.js';
import type { Connection } from './connection.js';

/**
 * Not confirmed is not fraud: the receipt or the environment may be the agent's mistake. That is said before anything
 * about the player's receipt.
 */
export function withOwnDoubts(
  { command, profile }: Connection,
  told: Told,
  asked: Asked,
): { readonly told: Told; readonly step: Step | undefined } {
  const { exit, error, facts } = told;
  if (exit !== 6 || error === null) return { told, step: undefined };
  // With this code the store knows the receipt, so the environment is right.
  const isKnown =
    error.code === 'PRODUCT_MISMATCH' || command === 'session' || told.advice === 'check';
  const where = isKnown ? undefined : rightEnvironment(profile.environment, profile.local);
  return {
    told: {
      ...told,
      facts: [...receiptDoubt(asked), ...facts],
      error: { ...error, ...(where !== undefined && { first: where }) },
    },
    step: command === 'lookup' && where !== undefined ? 'profiles' : undefined,
  };
}

/** Sent with `--force`, or a name: the player gets no reply that asks for papers. */
function receiptDoubt(asked: Asked): Fact[] {
  const { receipt = '', productId, package: packageName } = asked;
  if (isIos(asked)) return [];
  const says = mayBeName(receipt)
    ? 'It looks like a name.'
    : (doubtOwnName(receipt, [productId], packageName) ?? doubtReceipt(receipt))?.says;
  return says === undefined ? [] : [checkFirst(`Is the receipt right? ${says}`)];
}
