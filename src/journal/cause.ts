import type { JournalEntry } from './entry.js';

/** What a look-up in the journal says about a rejected verify. */
export interface SupportedCause {
  /** Which of the three causes that §7.1 lists for VERIFICATION_FAILED; null for none. */
  readonly cause: 1 | 2 | 3 | null;
  readonly says: string;
}

/**
 * §7.1 lists three causes: 1 a purchase state other than 0, 2 a package mismatch, 3 store credentials that are not
 * configured. Only what the failure itself says counts, and what the answer to a look-up of the same receipt shows;
 * nothing is concluded from the other two being unlikely.
 */
export function supportedCause(
  failure: JournalEntry,
  history: readonly JournalEntry[],
): SupportedCause | undefined {
  const lookup = [...history, failure].findLast(
    (call) => call.command === 'lookup' && (call.exit === 0 || call.exit === 6),
  );
  const shown = lookup && shownBy(lookup, failure);
  if (shown !== undefined && shown.cause !== null) return shown;
  return toldBy(failure) ?? shown;
}

/** By the failure's own message. Its words are the service's: the contract does not list them. */
function toldBy(failure: JournalEntry): SupportedCause | undefined {
  const message = factOf(failure, 'Message');
  const named = message === undefined ? undefined : causeNamed(message);
  return (
    named && {
      cause: named.cause,
      says: `The message of the ${failure.command === 'verify' ? 'verify' : 'answer'} names ${named.what} (${String(message)}): that supports the ${named.which} of the listed causes (§7.1).`,
    }
  );
}

function shownBy(lookup: JournalEntry, failure: JournalEntry): SupportedCause {
  const isItself = lookup.id === failure.id;
  const made = isItself ? 'This look-up' : `The look-up ${lookup.id}`;
  const state = factOf(lookup, 'State');
  if (lookup.exit === 0 && state !== undefined && !state.startsWith('0')) {
    return {
      cause: 1,
      says: `${made} found the purchase in state ${state}: that supports the first of the listed causes (§7.1).`,
    };
  }
  const [asked, verified] = [lookup.package, failure.package];
  if (lookup.exit === 0 && asked !== null && verified !== null && asked !== verified) {
    return {
      cause: 2,
      says: `${made} found the purchase with the package ${asked}, the verify named ${verified}: that supports the second of the listed causes (§7.1).`,
    };
  }
  const detail = factOf(lookup, 'Store detail');
  const named = lookup.exit === 6 && detail !== undefined ? causeNamed(detail) : undefined;
  if (named !== undefined) {
    return {
      cause: named.cause,
      says: `${made} was rejected, and the store’s detail names ${named.what} (${String(detail)}): that supports the ${named.which} of the listed causes (§7.1).`,
    };
  }
  const said =
    lookup.exit === 0
      ? `found the purchase${state === undefined ? '' : ` in state ${state}`}`
      : `was rejected by the store${isItself ? '' : ' as well'}${detail === undefined ? '' : ` (${detail})`}`;
  return {
    cause: null,
    says: `${made} ${said}: the answer does not tell which of the listed causes it is (§7.1).`,
  };
}

const namedCauses = [
  {
    cause: 1,
    which: 'first',
    what: 'the state of the purchase',
    words: /\bpurchase[ _]?state\b|\bpending\b|\bcancell?ed\b/i,
  },
  { cause: 2, which: 'second', what: 'the package', words: /\bpackage\b/i },
  {
    cause: 3,
    which: 'third',
    what: 'the store’s credentials',
    words: /\bcredentials?\b|\bservice[- ]account\b/i,
  },
] as const;

/** The form of a detail or message is not shown (§2.2, §2.4): only its own words are gone by, and only one may be named. */
function causeNamed(text: string): (typeof namedCauses)[number] | undefined {
  const [only, ...others] = namedCauses.filter(({ words }) => words.test(text));
  return others.length === 0 ? only : undefined;
}

const factOf = ({ facts }: JournalEntry, wanted: string): string | undefined =>
  facts.find(({ label }) => label === wanted)?.value;
