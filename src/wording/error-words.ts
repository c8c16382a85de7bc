import { interfaceOf } from '../contract/interfaces.js';
import type { LocalObstacle } from '../contract/wire.js';
import type { BodyProblem, BodyProblemId, Outcome, OutcomeKind } from '../service/outcome.js';
import { errorCodeOf, mayBeRecorded, type ErrorCode } from '../service/policy.js';
import { isIos } from '../service/subject.js';
import { joinSentences } from '../text/sentences.js';
import { typeWords } from './anomaly-words.js';
import {
  calledAddress,
  clockHint,
  contentTypeOf,
  redirectOrigin,
  retryAfterSeconds,
  systemErrorCode,
} from './answer-details.js';
import { familyRule, wordsOf as listedWords } from './code-words.js';
import type { ErrorWords } from './description.js';
import { describeVerdict } from './verdict.js';

/** Why a call has no good answer, and what to do: for `--json`, the journal and a person. */

interface ErrorText {
  /** What went wrong. */
  readonly says: string;
  /** What to do. */
  readonly hint: string;
  /** Who acts next: `the operator`. */
  readonly who?: string | undefined;
  /** What nobody may do now, in a sentence. */
  readonly not?: string | undefined;
}

/** null if the call got the kind of answer that it was made for. */
export function describeError(outcome: Outcome): ErrorWords | null {
  const errorCode = errorCodeOf(outcome);
  if (errorCode === null) return null;
  const { says, hint, who = '', not = '' } = errorText(outcome, errorCode);
  const described = { ...errorCode, says, hint };
  const withActor = who === '' ? described : { ...described, who };
  return not === '' ? withActor : { ...withActor, not };
}

function errorText(outcome: Outcome, { code }: ErrorCode): ErrorText {
  const verdict = describeVerdict(outcome);
  if (verdict?.id === code) {
    return { says: verdict.says, who: verdict.who, not: verdict.not, hint: verdict.next };
  }
  const describeNoAnswer = noClearAnswerTexts[outcome.kind];
  return describeNoAnswer ? describeNoAnswer(outcome) : serviceErrorText(outcome);
}

const doctorHint = '`pvg doctor --online` shows what you can reach.';

/** For outcomes in which the service gave no answer, or none that settles the call. */
const noClearAnswerTexts: Partial<Record<OutcomeKind, (outcome: Outcome) => ErrorText>> = {
  'own-duplicate': (outcome) => ({
    says: 'The gateway answered DUPLICATE_TRANSACTION, but it may have recorded an earlier attempt of this same run, which got no clear answer.',
    who: 'you',
    not: notTwice(outcome),
    hint: repeatAdvice(outcome),
  }),
  unclear: (outcome) => ({
    says: `${answeredPhrase(outcome)}, but not in the form of the service: a proxy may have sent it after the gateway worked.`,
    who: 'you',
    not: notTwice(outcome),
    hint: repeatAdvice(outcome),
  }),
  'not-reached': notReachedText,
  lost: (outcome) => ({
    says: `No clear answer came: ${failurePhrase(outcome)}`,
    who: 'you',
    not: notTwice(outcome),
    hint: `${repeatAdvice(outcome)} ${doctorHint}`,
  }),
  broken: (outcome) => ({
    says: `The answer is not complete: ${failurePhrase(outcome)}`,
    who: 'you',
    not: notTwice(outcome),
    hint: `${repeatAdvice(outcome)} ${doctorHint}`,
  }),
  foreign: foreignAnswerText,
  redirected: (outcome) => {
    const target = redirectOrigin(outcome) ?? 'an address that it does not name';
    return {
      says: `${answeredPhrase(outcome)}, a redirect to ${target}. pvg did not follow it.`,
      ...actorOnForeign(outcome),
      hint: foreignAnswerHint(outcome),
    };
  },
};

function notReachedText(outcome: Outcome): ErrorText {
  const says = `The service was never reached: ${failurePhrase(outcome)}`;
  const nothingSent =
    outcome.operation === 'verify'
      ? 'Nothing was sent, so nothing was recorded.'
      : 'Nothing was sent, so you can safely repeat the command.';
  const obstacle = outcome.failure?.details.obstacle;
  if (obstacle === undefined) {
    const hint = joinSentences(nothingSent, retryAdvice(outcome), doctorHint);
    return { says, hint, who: 'you, later' };
  }
  const hint = joinSentences(nothingSent, 'Waiting does not help.', obstacleFixes[obstacle]);
  return { says, hint, who: ownNetwork };
}

function foreignAnswerText(outcome: Outcome): ErrorText {
  const { bodyProblem } = outcome;
  const contentType = contentTypeOf(outcome);
  const reason = bodyProblem === undefined ? '' : bodyProblemClause(bodyProblem);
  return {
    says: joinSentences(
      `${answeredPhrase(outcome)}, but the answer does not match the contract: ${reason}.`,
      contentType && `Content-Type: ${contentType}.`,
    ),
    ...actorOnForeign(outcome),
    hint: foreignAnswerHint(outcome),
  };
}

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

/** `POST https://gateway.example/iap/verify answered HTTP 500` */
function answeredPhrase(outcome: Outcome): string {
  return `${calledAddress(outcome) ?? 'The service'} answered HTTP ${outcome.status ?? 0}`;
}

/** `the connection was refused (ECONNREFUSED). The request was POST https://….` */
function failurePhrase(outcome: Outcome): string {
  const { failure } = outcome;
  const address = calledAddress(outcome);
  const code = systemErrorCode(outcome);
  const codeInBrackets = code === undefined ? '' : ` (${code})`;
  return joinSentences(
    failure && `${failure.message}${codeInBrackets}.`,
    address && `The request was ${address}.`,
  );
}

/** When to try again, and whom to tell. Nobody repeats a verify without a look-up. */
function retryAdvice(outcome: Outcome): string {
  const seconds = retryAfterSeconds(outcome);
  const when = seconds === undefined ? 'in a few minutes' : `in ${seconds} s`;
  const needsLookup = outcome.operation === 'verify' && !isIos(outcome.subject);
  return needsLookup ? verifyRetryAdvice(when) : `Try again ${when}. ${tellOperator}`;
}

const tellOperator = 'If it still fails after an hour, tell the operator.';

export function verifyRetryAdvice(when = 'in a few minutes'): string {
  return `Look up the purchase ${when}, before any verify. ${tellOperator}`;
}

/** What is not known after an unclear outcome, and whether the call may be repeated. */
export function repeatAdvice({
  operation,
  subject,
}: Pick<Outcome, 'operation' | 'subject'>): string {
  if (operation === 'lookup') return 'A look-up changes nothing, so you can safely repeat it.';
  if (operation === 'session') return 'Repeating is safe: it mints another token.';
  const how = isIos(subject)
    ? 'The contract does not show how to look up an iOS purchase: ask the operator about it, and give them the order id of Apple’s e-mail to the player.'
    : 'Look it up before you do anything else.';
  return `The purchase may have been recorded. ${how} If it was recorded, a second verify gets HTTP 409 (already verified).`;
}

/** A verify that may have been recorded is not sent again before somebody has looked. */
function notTwice({ operation }: Outcome): string {
  return operation === 'verify' ? 'Do not send another verify yet.' : '';
}

/** Whether a verify that something else has answered may have reached the service. */
function hasMaybeRecorded({ operation, status = 0, exchange }: Outcome): boolean {
  return operation === 'verify' && mayBeRecorded(status, exchange.unclearBefore);
}

function actorOnForeign(outcome: Outcome): Pick<ErrorText, 'who' | 'not'> {
  return {
    who: 'you, or whoever set up this profile',
    not: hasMaybeRecorded(outcome) ? notTwice(outcome) : '',
  };
}

/** Something other than the service has answered. */
function foreignAnswerHint(outcome: Outcome): string {
  const isVerify = outcome.operation === 'verify';
  return joinSentences(
    hasMaybeRecorded(outcome) && repeatAdvice(outcome),
    clockHint(outcome),
    'The base address may be wrong, or a proxy may have answered instead of the service.',
    doctorHint,
    // Repeating a verify with --raw would send a second one.
    !isVerify && '`--raw` shows the whole answer.',
  );
}

/** The service refused the request, or failed. */
function serviceErrorText(outcome: Outcome): ErrorText {
  const { operation, kind, status = 0, code } = outcome;
  const listed = listedWords(interfaceOf(operation), code);
  const says = joinSentences(
    `${listed?.title ?? untitledError(status)} (HTTP ${status}).`,
    listed?.means,
  );
  if (kind === 'failed' || kind === 'limited') {
    const mayBeLost = operation === 'verify' && kind === 'failed';
    const advice = mayBeLost ? repeatAdvice(outcome) : retryAdvice(outcome);
    return {
      says,
      who: listed?.who ?? 'you, later',
      not: mayBeLost ? notTwice(outcome) : '',
      hint: `${advice} ${doctorHint}`,
    };
  }
  const verdict = kind === 'rejected' ? describeVerdict(outcome) : null;
  // Whoever asked may have mistyped the product: nothing about swapped receipts.
  const causes = code === 'PRODUCT_MISMATCH' ? undefined : listed?.causes;
  const isUnshown = operation === 'lookup' && kind !== 'credentials-refused';
  const hint = joinSentences(
    verdict?.next ?? listed?.fix ?? familyRule(status),
    causes && `Listed causes: ${causes.join('; ')}.`,
    clockHint(outcome),
    isUnshown && 'The contract does not show what this status means for a look-up.',
  );
  const { who, not } = verdict ?? listed ?? {};
  return { says, who, not, hint };
}

/** Without a code that the contract lists. */
function untitledError(status: number): string {
  if (status === 429) return 'Too many requests';
  if (status >= 500) return 'The service or the store behind it failed';
  return 'The service refused the request';
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
  'not-json': (reason = '') => `the body is not JSON (${reason})`,
  'not-an-object': (type) => `the body is ${typeWords(type)}, not a JSON object`,
  'member-missing': (name = '') => `\`${name}\` is missing`,
  'member-twice': (name = '') => `\`${name}\` appears more than once`,
  'member-type': (name = '', type, wanted) =>
    `\`${name}\` is ${typeWords(type)}, not ${typeWords(wanted)}`,
  'status-not-shown': (status = '') => `the contract shows no such answer with HTTP ${status}`,
};
