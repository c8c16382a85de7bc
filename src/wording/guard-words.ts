import type { GuardReason } from '../service/guard.js';
import { joinSentences } from '../text/sentences.js';
import { retryAdvice } from './error-words.js';
import type { Description } from './describe.js';
import { nextWords } from './description.js';

/** §3.1, §7.1. */
const harm =
  'A verify from here would RECORD the purchase: the game’s own verify would then get HTTP 409, and the game must not grant.';
const rejection = 'A verify of it would be rejected with HTTP 422 and would grant nothing.';

export const nothingSent = `Nothing was sent. ${harm}`;

/** Never a ready-made command: whoever pastes it takes the item from the player. */
export function confirmHint(whose: string): string {
  return `To verify on prod anyway, confirm with ${whose} (\`--confirm\`).`;
}

/** What --confirm must say, whose name that is, and what it says: empty without it. */
type Confirmation = Readonly<Record<'name' | 'whose' | 'given', string>>;

/** A look-up that only has to be made again. */
export function isWorthRepeating({ verdict, advice }: Description): boolean {
  return verdict === null && advice === 'retry-later';
}

/** The look-up before a verify that was not sent. */
export function describeGuard(
  stop: GuardReason,
  lookup: Description,
  { name, whose, given }: Confirmation,
): Description {
  const { verdict } = lookup;
  if (stop === 'look-up-failed' && lookup.error !== null) {
    const says = `${lookup.error.says} No verify was sent, because the look-up before it failed.`;
    const hint = `Nothing was recorded. ${retryAdvice({ operation: 'verify', isIos: false })}`;
    return {
      ...lookup,
      error: { ...lookup.error, says, ...(isWorthRepeating(lookup) && { hint }) },
    };
  }
  const next = verdict === null ? '' : nextWords(verdict);
  const facts = [{ label: 'Look-up', value: verdict?.says ?? '' }, ...lookup.facts];
  // No verify was sent, so there is no 409: this says what the look-up showed.
  if (stop === 'already-recorded') {
    const says =
      'The gateway already has a verify of this purchase on record, so pvg did not send another.';
    const error = { code: stop, says, hint: next, section: '§3.1' };
    return { ...lookup, facts, exit: 7, advice: 'already-verified', error };
  }
  const says = joinSentences(
    given !== '' && given !== name && `--confirm is not ${whose}.`,
    'No verify was sent, only a look-up.',
    // The words of that verdict have it.
    stop === 'would-be-rejected' ? rejection : verdict?.id !== 'paid-never-received' && harm,
  );
  const hint = joinSentences(next, stop === 'unconfirmed' && confirmHint(whose));
  return {
    ...lookup,
    facts,
    exit: 13,
    error: { code: 'verify-guarded', says, hint, section: '§3.1' },
  };
}
