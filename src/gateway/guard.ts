import { nextWords, sentences, type Judgement } from '../contract/judgement.js';
import { PvgError } from '../failure.js';
import { JsonObject, type Json } from '../text/json/json.js';

interface GuardInput {
  /** What the look-up before the verify said; undefined where none is possible (iOS, a body without the fields). */
  readonly lookup: Judgement | undefined;
  /** What --confirm must name. */
  readonly name: string;
  readonly confirm: string | undefined;
}

/** What the store does not confirm, or has in another state than purchased. */
const rejected = ['not-confirmed', 'pending', 'cancelled'];
const rejection = 'A verify of it would be rejected (422) and grant nothing (§7.1).';

const harm =
  'A verify from here would RECORD the purchase: the game’s own verify then gets 409 (already verified) and must not grant (§3.1, §7.1).';

/**
 * Rule 1 of the command line, pvg's own policy: what stops a verify on prod, as the judgement to end with.
 * undefined: it may be sent. @throws {PvgError} `verify-guarded` when there is no look-up to show.
 */
export function guardVerify({ lookup, name, confirm }: GuardInput): Judgement | undefined {
  if (lookup === undefined) {
    if (confirm === name) return undefined;
    throw new PvgError('verify-guarded', `Nothing was sent. ${harm}`, {
      hint: `If it must be, name the profile: \`--confirm ${name}\`.`,
      section: '§3.1',
    });
  }
  if (lookup.exit !== 0 && lookup.exit !== 6) return lookupFailed(lookup);
  if (hasRecord(lookup.answer)) return alreadyRecorded(lookup);
  if (confirm === name) return undefined;
  const isRejected = rejected.includes(lookup.verdict?.id ?? '');
  return {
    ...lookup,
    facts: factsWithVerdict(lookup),
    exit: 13,
    error: {
      code: 'verify-guarded',
      says: sentences(
        confirm !== undefined && '--confirm does not name the profile.',
        'No verify was sent, only a look-up.',
        isRejected ? rejection : harm,
      ),
      hint: sentences(
        whoActs(lookup),
        !isRejected && `If it must be, name the profile: \`--confirm ${name}\`.`,
      ),
      section: '§3.1',
    },
  };
}

const lookupFailed = (lookup: Judgement): Judgement => ({
  ...lookup,
  error: lookup.error && {
    ...lookup.error,
    says: `${lookup.error.says} No verify was sent: the look-up before it failed.`,
  },
});

/** Whether the gateway has a verify of any of the purchases found, whatever their verdict. */
const hasRecord = (answer: Json): boolean => {
  const transactions = answer instanceof JsonObject ? answer.get('transactions') : undefined;
  return Array.isArray(transactions) && transactions.some(isRecorded);
};

const isRecorded = (transaction: Json): boolean => {
  const record = transaction instanceof JsonObject ? transaction.get('gateway') : undefined;
  return record instanceof JsonObject && record.get('found') === true;
};

/** The gateway was not asked to verify, so no 409 came: what is told is what the look-up saw. */
const alreadyRecorded = (lookup: Judgement): Judgement => ({
  ...lookup,
  facts: factsWithVerdict(lookup),
  exit: 7,
  advice: 'check',
  error: {
    code: 'already-recorded',
    says: 'The look-up shows that the gateway has a verify of this purchase on record. No verify was sent.',
    hint: whoActs(lookup),
    section: '§3.1',
  },
});

/** The warning of a purchase that the gateway never received stands above it already. */
const whoActs = ({ verdict }: Judgement): string => {
  if (verdict === null) return '';
  return nextWords(verdict.id === 'paid-never-received' ? { ...verdict, next: '' } : verdict);
};

const factsWithVerdict = ({ verdict, facts }: Judgement): Judgement['facts'] => [
  ...(verdict === null ? [] : [{ label: 'Look-up', value: verdict.says }]),
  ...facts,
];
