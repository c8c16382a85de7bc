import type { GuardReason } from '../service/guard.js';
import { joinSentences } from '../text/sentences.js';
import { type Description, type ErrorWords } from './description.js';
import { verifyRetryAdvice } from './describe.js';

/** What a verify from here does to the player (§3.1, §7.1). */
const harmOfVerify =
  'A verify from here would RECORD the purchase: the game’s own verify would then get HTTP 409, and the game must not grant.';
const rejection = 'A verify of it would be rejected with HTTP 422 and would grant nothing.';

export const nothingSent = `Nothing was sent. ${harmOfVerify}`;

/** Says how to verify anyway. It is never a command that can be pasted, because that would take the item from the player. */
export function confirmHint(whose: string): string {
  return `To verify on prod anyway, confirm with ${whose} (\`--confirm\`).`;
}

/** `name`: what `--confirm` must say. `whose`: a noun for it, such as `the profile’s name`. `given`: what was typed; empty without `--confirm`. */
type Confirmation = Readonly<Record<'name' | 'whose' | 'given', string>>;

/** Describes a verify that was not sent, from the look-up before it. */
export function describeGuard(
  reason: GuardReason,
  lookup: Description,
  confirmation: Confirmation,
): Description {
  if (reason === 'look-up-failed' && lookup.error !== null) {
    return describeFailedLookup(lookup, lookup.error);
  }
  const { verdict } = lookup;
  const facts = [{ label: 'Look-up', value: verdict?.says ?? '' }, ...lookup.facts];
  const { who = '', not = '', next = '' } = verdict ?? {};
  // The words of the verdict are used, not those of HTTP 409: no verify was sent, so no 409 came.
  if (reason === 'already-recorded') {
    const says =
      'The gateway already has a verify of this purchase on record, so pvg did not send another.';
    const error = { code: reason, says, who, not, hint: next, section: '§3.1' };
    return { ...lookup, facts, exit: 7, advice: 'already-verified', error };
  }
  const { name, whose, given: typedName } = confirmation;
  const isWrongName = typedName !== '' && typedName !== name;
  // The words of `paid-never-received` already name the harm.
  const consequence = verdict?.id === 'paid-never-received' ? undefined : harmOfVerify;
  const says = joinSentences(
    isWrongName && `--confirm is not ${whose}.`,
    'No verify was sent, only a look-up.',
    reason === 'would-be-rejected' ? rejection : consequence,
  );
  const hint = joinSentences(next, reason === 'unconfirmed' && confirmHint(whose));
  const error = { code: 'verify-guarded', says, who, not, hint, section: '§3.1' };
  return { ...lookup, facts, exit: 13, error };
}

function describeFailedLookup(lookup: Description, error: ErrorWords): Description {
  const says = `${error.says} No verify was sent, because the look-up before it failed.`;
  const isWorthRepeating = lookup.verdict === null && lookup.advice === 'retry-later';
  if (!isWorthRepeating) return { ...lookup, error: { ...error, says } };
  const hint = `Nothing was recorded. ${verifyRetryAdvice()}`;
  return { ...lookup, advice: 'check', nextStep: 'lookup', error: { ...error, says, hint } };
}
