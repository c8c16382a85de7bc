import { interfaceOf } from '../contract/interfaces.js';
import type { LocalObstacle } from '../contract/wire.js';
import type { OutcomeKind, BodyProblem, BodyProblemId } from '../service/outcome.js';
import { errorCodeOf, mayBeRecorded } from '../service/policy.js';
import { joinSentences } from '../text/sentences.js';
import { typeWords } from './anomaly-words.js';
import { familyRule, wordsOf as listedWords } from './code-words.js';
import { clockHint, type Particulars } from './answer-details.js';
import { describeVerdict } from './verdict.js';
import type { ErrorWords } from './description.js';

/** Why a call has no good answer, and what to do: for `--json`, the journal and a person. */

/** null for an answer that the call was made for. */
export function describeError(of: Particulars): ErrorWords | null {
  const id = errorCodeOf(of);
  if (id === null) return null;
  const verdict = describeVerdict(of);
  const [says, hint, who] =
    verdict?.id === id.code
      ? [verdict.says, verdict.next, verdict.who]
      : (unclearAnswerWords[of.kind] ?? serviceErrorWords)(of);
  return { ...id, says, ...(who !== undefined && { who }), hint };
}

type Words = (of: Particulars) => readonly [says: string, hint: string, who?: string | undefined];

const doctor = '`pvg doctor --online` shows what you can reach.';

type Later = Pick<Particulars, 'operation' | 'isIos'> & Partial<Pick<Particulars, 'retryAfterS'>>;

/** What to do then, and whom to tell. Nobody repeats a verify without a look-up. */
export function retryAdvice({ operation, isIos, retryAfterS }: Later): string {
  const when = retryAfterS === undefined ? 'in a few minutes' : `in ${retryAfterS} s`;
  const isToLookUp = operation === 'verify' && !isIos;
  const what = isToLookUp
    ? `Look up the purchase ${when}, before any verify.`
    : `Try again ${when}.`;
  return `${what} If it still fails after an hour, tell the operator.`;
}

/** Without an answer of the service, or not a clear one. */
const unclearAnswerWords: Partial<Record<OutcomeKind, Words>> = {
  'own-duplicate': (of) => [
    'The gateway answered DUPLICATE_TRANSACTION, but it may have recorded an earlier attempt of this same run, which got no clear answer.',
    repeatWarning(of),
  ],
  unclear: (of) => [
    `${answeredPhrase(of)}, but not in the form of the service: a proxy may have sent it after the gateway worked.`,
    repeatWarning(of),
  ],
  'not-reached': (of) => {
    const says = `The service was never reached: ${failurePhrase(of)}`;
    const unsent =
      of.operation === 'verify'
        ? 'Nothing was sent, so nothing was recorded.'
        : 'Nothing was sent, so you can safely repeat the command.';
    const obstacle = of.failure?.obstacle;
    if (obstacle === undefined) {
      return [says, joinSentences(unsent, retryAdvice(of), doctor), 'you, later'];
    }
    return [
      says,
      joinSentences(unsent, 'Waiting does not help.', obstacleFixes[obstacle]),
      ownNetwork,
    ];
  },
  lost: (of) => [`No clear answer came: ${failurePhrase(of)}`, `${repeatWarning(of)} ${doctor}`],
  broken: (of) => [
    `The answer is not complete: ${failurePhrase(of)}`,
    `${repeatWarning(of)} ${doctor}`,
  ],
  foreign: (of) => [
    joinSentences(
      `${answeredPhrase(of)}, but the answer does not match the contract: ${of.trouble ? bodyProblemClause(of.trouble) : ''}.`,
      of.contentType && `Content-Type: ${of.contentType}.`,
    ),
    foreignAnswerHint(of),
  ],
  redirected: (of) => [
    `${answeredPhrase(of)}, a redirect to ${of.redirect ?? 'an address that it does not name'}. pvg did not follow it.`,
    foreignAnswerHint(of),
  ],
};

/** Who acts when a setting of this computer or its network stands in the way. */
const ownNetwork = 'you, or whoever manages this computer and its network';

export const obstacleFixes: Readonly<Record<LocalObstacle, string>> = {
  'proxy-address':
    'Set HTTPS_PROXY to `http://<host>:<port>` or `https://<host>:<port>`; pvg does not use SOCKS proxies. If the service needs no proxy, add its host to NO_PROXY.',
  'proxy-unreached':
    'Check the address in HTTPS_PROXY. If the service needs no proxy, add its host to NO_PROXY.',
  'proxy-certificate':
    'Set HTTPS_PROXY to the name that the certificate of the proxy has, or to its http address.',
  'proxy-login': 'Put them into HTTPS_PROXY: `http://<user>:<password>@<host>:<port>`.',
  'proxy-refusal':
    'Ask whoever manages the proxy to allow connections to the address of the service.',
  'unknown-authority':
    'If your network has its own certificate authority, set NODE_EXTRA_CA_CERTS to the file with its certificate. If not, the address may be wrong, or somebody may answer in place of the service.',
  'not-allowed': 'Allow this computer to connect to the address of the service: see its firewall.',
};

const answeredPhrase = ({ address = 'The service', status }: Particulars): string =>
  `${address} answered HTTP ${status}`;

/** `the connection was refused (ECONNREFUSED). The request was POST https://….` */
const failurePhrase = ({ failure, address }: Particulars): string =>
  joinSentences(
    failure && `${failure.says}${failure.code === '' ? '' : ` (${failure.code})`}.`,
    address && `The request was ${address}.`,
  );

/** What is not known after an unclear outcome, and what to do. */
export function repeatWarning({
  operation,
  isIos,
}: Pick<Particulars, 'operation' | 'isIos'>): string {
  if (operation === 'lookup') return 'A look-up changes nothing, so you can safely repeat it.';
  if (operation === 'session') return 'Repeating is safe: it mints another token.';
  const how = isIos
    ? 'The contract does not show how to look up an iOS purchase: ask the operator about it, and give them the order id of Apple’s e-mail to the player.'
    : 'Look it up before you do anything else.';
  return `The purchase may have been recorded. ${how} If it was recorded, a second verify gets HTTP 409 (already verified).`;
}

/** Something else than the service has answered. */
const foreignAnswerHint = (of: Particulars): string =>
  joinSentences(
    of.operation === 'verify' && mayBeRecorded(of.status, of.unclearBefore) && repeatWarning(of),
    clockHint(of),
    'The base address may be wrong, or a proxy may have answered instead of the service.',
    doctor,
    // Of a verify it would send a second one.
    of.operation !== 'verify' && '`--raw` shows the whole answer.',
  );

/** The service refused the request, or failed. */
const serviceErrorWords: Words = (of) => {
  const { operation, kind, status, code } = of;
  const listed = listedWords(interfaceOf(operation), code);
  const verdict = kind === 'rejected' ? describeVerdict(of) : null;
  const hints =
    kind === 'failed' || kind === 'limited'
      ? [operation === 'verify' && kind === 'failed' ? repeatWarning(of) : retryAdvice(of), doctor]
      : [
          verdict?.next ?? listed?.fix ?? familyRule(status),
          // Whoever asked may have mistyped the product: nothing about swapped receipts.
          code !== 'PRODUCT_MISMATCH' &&
            listed?.causes &&
            `Listed causes: ${listed.causes.join('; ')}.`,
          clockHint(of),
          operation === 'lookup' && kind !== 'credentials-refused' && notShownHere,
        ];
  const says = joinSentences(
    `${listed?.title ?? untitledError(status)} (HTTP ${status}).`,
    listed?.means,
  );
  const you = kind === 'failed' || kind === 'limited' ? 'you, later' : undefined;
  return [says, joinSentences(...hints), (verdict ?? listed)?.who ?? you];
};

const notShownHere = 'The contract does not show what this status means for a look-up.';

/** Without a code that the contract lists. */
function untitledError(status: number): string {
  if (status === 429) return 'Too many requests';
  return status >= 500
    ? 'The service or the store behind it failed'
    : 'The service refused the request';
}

/** Why a body is not an answer of the contract: one clause. */
export function bodyProblemClause({ id, values }: BodyProblem): string {
  return bodyProblemClauses[id](...values);
}

const bodyProblemClauses: Readonly<
  Record<BodyProblemId, (...values: readonly (string | undefined)[]) => string>
> = {
  'not-utf8': () => 'the body is not UTF-8',
  empty: () => 'the body is empty',
  html: () => 'the body is HTML or XML',
  cut: () => 'the body is JSON that ends too early (possibly cut)',
  'not-json': (why = '') => `the body is not JSON (${why})`,
  'not-an-object': (type) => `the body is ${typeWords(type)}, not a JSON object`,
  'member-missing': (name = '') => `\`${name}\` is missing`,
  'member-twice': (name = '') => `\`${name}\` appears more than once`,
  'member-type': (name = '', is, wanted) =>
    `\`${name}\` is ${typeWords(is)}, not ${typeWords(wanted)}`,
  'status-not-shown': (status = '') => `the contract shows no such answer with HTTP ${status}`,
};
