import { interfaceOf } from '../contract/interfaces.js';
import { errorIdOf } from '../service/ids.js';
import type { Trouble } from '../service/outcome.js';
import { isDoubtful } from '../service/policy.js';
import { typeWords } from './anomaly-words.js';
import { causesTold, familyRule, fixOf, nearCodes, noIosLookup, wordsOf } from './code-words.js';
import { clockHint, type Loss, type Situation } from './situation.js';
import { isMismatch, mismatch, verdictOf } from './verdict.js';
import { type ToldError } from './words.js';
import { sentences } from '../text/sentences.js';

/** Why a call has no good answer, and what to do: for `--json`, the journal and a person. */

const developers = 'the game’s developers';
const doctor = '`pvg doctor --online`';

/** null for an answer that the call was made for. */
export function errorOf(of: Situation): ToldError | null {
  const id = errorIdOf(of);
  const words = id && wordsOfError(of);
  return words && { ...id, ...words };
}

type ErrorWords = Omit<ToldError, 'code' | 'section'>;

function wordsOfError(of: Situation): ErrorWords | null {
  switch (of.kind) {
    case 'not-confirmed':
    case 'store-unavailable':
    case 'verified-doubtful':
    case 'verified-other-product':
      return ofVerdict(of);
    case 'own-duplicate':
      return {
        says: 'The gateway answered DUPLICATE_TRANSACTION, but it may have recorded an earlier attempt of this same run, which got no clear answer.',
        hint: doubt(of, 'This cannot be told apart from an earlier verify'),
      };
    case 'unclear':
      return {
        says: `${address(of)} answered HTTP ${of.status}, but not in the form of the service: a proxy may have sent it after the gateway worked.`,
        hint: doubt(of, 'The request may have arrived'),
      };
    case 'already-verified':
    case 'rejected':
    case 'refused':
    case 'credentials-refused':
      return refused(of);
    case 'failed':
    case 'limited':
      return failed(of);
    case 'lost':
    case 'not-reached':
    case 'broken':
      return of.failure === undefined ? null : unanswered(of, of.failure);
    case 'foreign':
      return of.trouble === undefined ? null : foreign(of, of.trouble);
    case 'redirected':
      return {
        says: `${address(of)} answered HTTP ${of.status}, a redirect to ${of.redirect ?? 'an address that it does not name'}. pvg did not follow it.`,
        hint: sentences(
          `The contract has no redirects: the base address is wrong, or something else answered. Check it with ${doctor}.`,
          of.unclearBefore && doubt(of, 'An earlier attempt got no clear answer'),
        ),
      };
    default:
      return null;
  }
}

const address = ({ address: named }: Situation): string => named ?? 'The service';

const requestTold = ({ address: named }: Situation): string =>
  named === undefined ? '' : ` The request was ${named}.`;

function ofVerdict(of: Situation): ErrorWords | null {
  const verdict = verdictOf(of);
  if (verdict === null) return null;
  const { says, who, next } = verdict;
  return { says, ...(who !== undefined && { who }), hint: next };
}

/** What is not known after an unclear outcome, and what to do. `because`: why it is unclear. */
function doubt({ operation, isIos }: Situation, because: string): string {
  if (operation === 'lookup') return 'A look-up changes nothing, so you can safely repeat it.';
  if (operation === 'session') return 'Repeating is safe: it mints another token.';
  return sentences(
    `${because}, so the purchase may have been recorded.`,
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

function refused(of: Situation): ErrorWords {
  const { operation, status, kind } = of;
  const error = kind === 'rejected' ? ofRejected(of, coded(of)) : coded(of);
  return {
    ...error,
    hint: sentences(
      error.hint,
      operation !== 'session' && status === 401 && clockHint(of),
      operation === 'lookup' &&
        status !== 401 &&
        'The contract does not show what this status means for a look-up.',
    ),
  };
}

function ofRejected(of: Situation, error: ErrorWords): ErrorWords {
  if (isMismatch(of)) return { ...error, who: mismatch.who, hint: mismatch.next };
  if (of.operation === 'verify') return { ...error, who: error.who ?? developers };
  // This is a look-up already: proposing one would lead in a circle.
  const { who, next = '' } = verdictOf(of) ?? {};
  const words = wordsOf('gateway', of.code);
  return {
    ...error,
    ...(who !== undefined && { who }),
    hint: sentences(next, words === undefined ? error.hint : causesTold(words.causes)),
  };
}

/** 5xx and 429. pvg has done the back-off itself (§7.1, 5): what is left to the person. */
function failed(of: Situation): ErrorWords {
  const { operation, status, kind, code, attempts, retryAfterS, isIos } = of;
  const words = wordsOf(interfaceOf(operation), code);
  const error = coded(of);
  if (kind === 'limited')
    return {
      ...error,
      says: words === undefined ? 'Too many requests (HTTP 429).' : error.says,
      hint: sentences(
        words?.fix ?? 'Wait, then try again.',
        retryAfterS !== undefined && `The answer asks you to wait ${retryAfterS} s.`,
        operation !== 'session' && 'The contract does not show the rate limits of the gateway.',
      ),
    };
  const tried = sentences(
    attempts > 1 && `pvg has already tried ${attempts} times.`,
    `Wait a few minutes, then try again. If it keeps failing, ask the operator whether the service has a problem. ${doctor} shows what you can reach.`,
  );
  return {
    ...error,
    says: words === undefined ? `The service or the store behind it failed (HTTP ${status}).` : error.says,
    hint: sentences(
      attempts === 0 ? (words?.fix ?? familyRule(status)) : tried,
      operation === 'verify' &&
        `The answer does not say whether the purchase was recorded. ${isIos ? noIosLookup : 'Look it up before you verify again.'}`,
    ),
  };
}

/** The codes for a certificate whose issuer is not known here. */
export const isUntrusted = (code = ''): boolean =>
  /^(?:UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?|CERT_UNTRUSTED)$/.test(
    code,
  );

export const lossTold = ({ says, code }: Pick<Loss, 'says' | 'code'>): string =>
  code === undefined ? says : `${says} (${code})`;

function unanswered(of: Situation, loss: Loss): ErrorWords {
  const { kind, status } = of;
  const told = lossTold(loss);
  if (kind === 'not-reached')
    return {
      says: `The service was never reached: ${told}.${requestTold(of)}`,
      hint: sentences(
        'Nothing was sent, so you can safely repeat the command.',
        isUntrusted(loss.code) &&
          'If your network has its own certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file.',
        `${doctor} shows where the connection fails: name, port, certificate or answer.`,
      ),
    };
  if (kind === 'lost')
    return {
      says:
        loss.kind === 'lost'
          ? `The answer was lost: ${told}.${requestTold(of)}`
          : `One attempt got no clear answer, and then the service was not reached: ${told}.${requestTold(of)}`,
      hint: sentences(
        doubt(of, 'The request may have arrived'),
        `${doctor} shows where the connection fails.`,
      ),
    };
  return {
    says: `${address(of)} did not give a complete answer: ${told}${status === 0 ? '' : ` (HTTP ${status})`}.`,
    hint: sentences(
      doubt(of, 'The request was received'),
      'A proxy in between may have answered instead of the service.',
    ),
  };
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

function foreign(of: Situation, trouble: Trouble): ErrorWords {
  const { operation, kind, status, contentType, unclearBefore } = of;
  const isUnread = !trouble.id.startsWith('member-') && !trouble.id.startsWith('status-');
  const mayBeRecorded = isDoubtful({ operation, kind, status, made: { unclearBefore } });
  return {
    says: sentences(
      `${address(of)} answered HTTP ${status}, but the answer does not match the contract: ${troubleTold(trouble)}.`,
      isUnread && contentType !== undefined && `Content-Type: ${contentType}.`,
    ),
    hint: sentences(
      mayBeRecorded && doubt(of, 'The request was received'),
      operation !== 'session' && status === 401 && clockHint(of),
      isUnread && 'A proxy or a captive portal may have answered instead of the service.',
      `${doctor} checks the address.`,
      // Of a verify it would send a second one.
      operation !== 'verify' && '`--raw` shows the whole answer.',
    ),
  };
}
