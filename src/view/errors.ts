import { interfaceOf } from '../contract/interfaces.js';
import { errorIdOf, mayBeRecorded } from '../service/policy.js';
import type { Trouble } from '../service/outcome.js';
import { typeWords } from './anomaly-words.js';
import { causesTold, familyRule, fixOf, nearCodes, noIosLookup, wordsOf } from './code-words.js';
import { clockHint, type Situation } from './situation.js';
import { isMismatch, mismatch, verdictOf } from './verdict.js';
import { type ToldError } from './words.js';
import { sentences } from '../text/sentences.js';

/** Why a call has no good answer, and what to do: for `--json`, the journal and a person. */

const doctor = '`pvg doctor --online`';

/** null for an answer that the call was made for. */
export function errorOf(of: Situation): ToldError | null {
  const id = errorIdOf(of);
  const words = id && wordsOfError(of);
  return words && { ...id, ...words };
}

type ErrorWords = Omit<ToldError, 'code' | 'section'>;

function wordsOfError(of: Situation): ErrorWords | null {
  const address = of.address ?? 'The service';
  switch (of.kind) {
    case 'not-confirmed':
    case 'store-unavailable':
    case 'verified-doubtful':
    case 'verified-other-product':
      return ofVerdict(of);
    case 'own-duplicate':
      return {
        says: 'The gateway answered DUPLICATE_TRANSACTION, but it may have recorded an earlier attempt of this same run, which got no clear answer.',
        hint: doubt(of),
      };
    case 'unclear':
      return {
        says: `${address} answered HTTP ${of.status}, but not in the form of the service: a proxy may have sent it after the gateway worked.`,
        hint: doubt(of),
      };
    case 'rejected':
      return rejected(of);
    case 'already-verified':
    case 'refused':
    case 'credentials-refused':
      return refused(of, coded(of));
    case 'failed':
      return failed(of);
    case 'limited':
      return limited(of);
    case 'not-reached':
      return notReached(of);
    case 'lost':
      return {
        says: `${of.failure?.kind === 'lost' ? 'The answer was lost' : 'One attempt got no clear answer, and then the service was not reached'}: ${lossTold(of)}`,
        hint: sentences(doubt(of), `${doctor} shows where the connection fails.`),
      };
    case 'broken':
      return {
        says: `The answer is not complete: ${lossTold(of)}`,
        hint: sentences(doubt(of), 'A proxy in between may have answered instead of the service.'),
      };
    case 'foreign':
      return of.trouble === undefined ? null : foreign(of, address, of.trouble);
    case 'redirected':
      return {
        says: `${address} answered HTTP ${of.status}, a redirect to ${of.redirect ?? 'an address that it does not name'}. pvg did not follow it.`,
        hint: sentences(
          `The contract has no redirects: the base address is wrong, or something else answered. ${doctor} checks the address.`,
          of.unclearBefore && doubt(of),
        ),
      };
    default:
      return null;
  }
}

function ofVerdict(of: Situation): ErrorWords | null {
  const verdict = verdictOf(of);
  if (verdict === null) return null;
  const { says, who, next } = verdict;
  return { says, ...(who !== undefined && { who }), hint: next };
}

/** What is not known after an unclear outcome, and what to do. */
function doubt({ operation, isIos }: Situation): string {
  if (operation === 'lookup') return 'A look-up changes nothing, so you can safely repeat it.';
  if (operation === 'session') return 'Repeating is safe: it mints another token.';
  return sentences(
    'The purchase may have been recorded.',
    isIos ? noIosLookup : 'Look it up before you do anything else.',
    'If it was recorded, a second verify gets HTTP 409 (already verified).',
  );
}

/** What the code says, if the contract lists it; else what its status says. */
function coded({ operation, status, code, isIos }: Situation): ErrorWords {
  const of = interfaceOf(operation);
  const words = wordsOf(of, code);
  if (words !== undefined)
    return {
      says: `${words.title} (HTTP ${status}). ${words.means}`,
      who: words.who,
      hint: sentences(fixOf(words, isIos), causesTold(words.causes)),
    };
  const what = code === undefined ? 'without an error code from' : 'with an error code that is not in';
  const near = code === undefined ? [] : nearCodes(of, code);
  return {
    says: `The service answered HTTP ${status} ${what} its contract.`,
    hint: sentences(near.length > 0 && `Similar listed codes: ${near.join(', ')}.`, familyRule(status)),
  };
}

const refused = (of: Situation, error: ErrorWords): ErrorWords => ({
  ...error,
  hint: sentences(
    error.hint,
    of.operation !== 'session' && of.status === 401 && clockHint(of),
    of.operation === 'lookup' &&
      of.status !== 401 &&
      'The contract does not show what this status means for a look-up.',
  ),
});

function rejected(of: Situation): ErrorWords {
  const error = coded(of);
  if (isMismatch(of)) return refused(of, { ...error, who: mismatch.who, hint: mismatch.next });
  const { who, next = '' } = verdictOf(of) ?? {};
  const told = { ...error, ...(who !== undefined && { who }) };
  if (of.operation === 'verify') return told;
  // This is a look-up already: proposing one would lead in a circle.
  const causes = wordsOf('gateway', of.code)?.causes;
  return refused(of, { ...told, hint: sentences(next, causesTold(causes)) });
}

/** pvg has done the back-off itself (§7.1, 5): what is left to the person. */
function failed(of: Situation): ErrorWords {
  const { operation, status, code, attempts, retryAfterS, isIos } = of;
  const error = coded(of);
  const wait = retryAfterS === undefined ? 'a few minutes' : `${retryAfterS} s, as the answer asks`;
  return {
    ...error,
    says: code === undefined ? `The service or the store behind it failed (HTTP ${status}).` : error.says,
    hint: sentences(
      attempts > 1 && `pvg has already tried ${attempts} times.`,
      attempts === 0
        ? error.hint
        : `Wait ${wait}, then try again. If it keeps failing, ask the operator whether the service has a problem. ${doctor} shows what you can reach.`,
      operation === 'verify' &&
        `The answer does not say whether the purchase was recorded. ${isIos ? noIosLookup : 'Look it up before you verify again.'}`,
    ),
  };
}

function limited(of: Situation): ErrorWords {
  const { operation, code, retryAfterS } = of;
  const error = code === undefined ? undefined : coded(of);
  return {
    ...error,
    says: error?.says ?? 'Too many requests (HTTP 429).',
    hint: sentences(
      error?.hint ?? 'Wait, then try again.',
      retryAfterS !== undefined && `The answer asks you to wait ${retryAfterS} s.`,
      operation !== 'session' && 'The contract does not show the rate limits of the gateway.',
    ),
  };
}

const notReached = (of: Situation): ErrorWords => ({
  says: `The service was never reached: ${lossTold(of)}`,
  hint: sentences(
    'Nothing was sent, so you can safely repeat the command.',
    isUntrusted(of.failure?.code) &&
      'If your network has its own certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file.',
    `${doctor} shows where the connection fails: name, port, certificate or answer.`,
  ),
});

/** The codes for a certificate whose issuer is not known here. */
export const isUntrusted = (code = ''): boolean =>
  /^(?:UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?|CERT_UNTRUSTED)$/.test(
    code,
  );

/** `the connection was refused (ECONNREFUSED). The request was POST https://….` */
function lossTold({ failure, status, address }: Situation): string {
  const details = [failure?.code, status === 0 ? undefined : `HTTP ${status}`].filter((each) => each);
  const why = `${failure?.says ?? ''}${details.length === 0 ? '' : ` (${details.join(', ')})`}.`;
  return address === undefined ? why : `${why} The request was ${address}.`;
}

/** Why a body is not an answer of the contract: one clause. */
export function troubleTold({ id, values: [first = '', second = '', third = ''] }: Trouble): string {
  switch (id) {
    case 'not-utf8':
      return 'the body is not UTF-8';
    case 'empty':
      return 'the body is empty';
    case 'html':
      return 'the body is HTML or XML';
    case 'cut':
      return 'the body is JSON that ends too early (possibly cut)';
    case 'not-json':
      return `the body is not JSON (${first})`;
    case 'not-an-object':
      return `the body is ${typeWords(first)}, not a JSON object`;
    case 'member-missing':
      return `\`${first}\` is missing`;
    case 'member-twice':
      return `\`${first}\` appears more than once`;
    case 'member-type':
      return `\`${first}\` is ${typeWords(second)}, not ${typeWords(third)}`;
    case 'status-and-found':
      return `HTTP ${first} does not go with \`found\` ${second}`;
    case 'status-not-shown':
      return `the contract shows no answer with HTTP ${first}`;
  }
}

function foreign(of: Situation, address: string, trouble: Trouble): ErrorWords {
  const { operation, status, contentType, unclearBefore } = of;
  const isUnread = !/^(?:member|status)-/.test(trouble.id);
  return {
    says: sentences(
      `${address} answered HTTP ${status}, but the answer does not match the contract: ${troubleTold(trouble)}.`,
      isUnread && contentType !== undefined && `Content-Type: ${contentType}.`,
    ),
    hint: sentences(
      operation === 'verify' && mayBeRecorded(status, unclearBefore) && doubt(of),
      operation !== 'session' && status === 401 && clockHint(of),
      isUnread && 'A proxy or a captive portal may have answered instead of the service.',
      `${doctor} checks the address.`,
      // Of a verify it would send a second one.
      operation !== 'verify' && '`--raw` shows the whole answer.',
    ),
  };
}
