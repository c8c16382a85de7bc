import { nextWords, sentences, type Judgement } from '../contract/judgement.js';
import { PvgError } from '../failure.js';
import { memberIn, type Json } from '../text/json/json.js';
import { gameVerifies } from './verdict.js';

interface GuardInput {
  /** What the look-up before the verify said; undefined if none is possible (iOS, a body without the fields). */
  readonly lookup: Judgement | undefined;
  /** What `--confirm` must say, and whose name that is. */
  readonly name: string;
  readonly whose: string;
  readonly confirm: string | undefined;
}

/** Verdicts on purchases that the store does not confirm, or that are not in the state purchased. */
const rejected = ['not-confirmed', 'pending', 'cancelled'];
/** §7.1. */
const rejection = 'A verify of it would be rejected with HTTP 422 and would grant nothing.';

/** §3.1, §7.1. */
const harm =
  'A verify from here would RECORD the purchase: the game’s own verify would then get HTTP 409, and the game must not grant.';

/**
 * Rule 1 of the command line, pvg's own policy: what stops a verify on prod, as the judgement to end with.
 * undefined: it may be sent. @throws {PvgError} `verify-guarded` when there is no look-up to show.
 */
export function guardVerify({ lookup, name, whose, confirm }: GuardInput): Judgement | undefined {
  // Never a ready-made command: whoever pastes it takes the item from the player.
  const anyway = `To verify on prod anyway, confirm with ${whose} (\`--confirm\`).`;
  if (lookup === undefined) {
    if (confirm === name) return undefined;
    throw new PvgError('verify-guarded', `Nothing was sent. ${harm}`, {
      hint: anyway,
      section: '§3.1',
    });
  }
  if (lookup.exit !== 0 && lookup.exit !== 6) return lookupFailed(lookup);
  if (hasRecord(lookup.answer)) return alreadyRecorded(lookup);
  // A verify would record the purchase of another ticket.
  const isOther = lookup.exit === 0 && lookup.facts.some(({ id }) => id === 'check-first');
  if (confirm === name && !isOther) return undefined;
  const isRejected = rejected.includes(lookup.verdict?.id ?? '');
  return {
    ...lookup,
    facts: factsWithVerdict(lookup),
    exit: 13,
    error: {
      code: 'verify-guarded',
      says: sentences(
        confirm !== undefined && confirm !== name && `--confirm is not ${whose}.`,
        'No verify was sent, only a look-up.',
        isRejected ? rejection : harm,
      ),
      hint: sentences(whoActs(lookup), !isRejected && !isOther && anyway),
      section: '§3.1',
    },
  };
}

const lookupFailed = (lookup: Judgement): Judgement => ({
  ...lookup,
  error: lookup.error && {
    ...lookup.error,
    says: `${lookup.error.says} No verify was sent, because the look-up before it failed.`,
  },
});

/** Whether the gateway has a verify of any purchase found on record, whatever its verdict. */
const hasRecord = (answer: Json): boolean => {
  const transactions = memberIn(answer, 'transactions');
  return (
    Array.isArray(transactions) &&
    transactions.some((each) => memberIn(memberIn(each, 'gateway'), 'found') === true)
  );
};

/** No verify was sent, so there is no 409: this says what the look-up showed. */
const alreadyRecorded = (lookup: Judgement): Judgement => ({
  ...lookup,
  facts: factsWithVerdict(lookup),
  exit: 7,
  advice: 'check',
  error: {
    code: 'already-recorded',
    says: 'The gateway already has a verify of this purchase on record, so pvg did not send another.',
    hint: whoActs(lookup),
    section: '§3.1',
  },
});

/** For a purchase that the gateway never received, the headline has the warning already. */
const whoActs = ({ verdict }: Judgement): string => {
  if (verdict === null) return '';
  return nextWords(verdict.id === 'paid-never-received' ? { ...verdict, next: gameVerifies } : verdict);
};

const factsWithVerdict = ({ verdict, facts }: Judgement): Judgement['facts'] => [
  ...(verdict === null ? [] : [{ label: 'Look-up', value: verdict.says }]),
  ...facts,
];
