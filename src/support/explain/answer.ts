import { type Interface, interfaceOf, type Operation } from '../../contract/interfaces.js';
import { listedFailure } from '../../contract/listed.js';
import { describeGoogleError, type GoogleError } from '../../input/pasted/google-error.js';
import { judgeAnswer } from '../../service/judge.js';
import type { Outcome } from '../../service/outcome.js';
import { uniqueMember } from '../../service/fields.js';
import { JsonObject, printJson } from '../../text/json/json.js';
import { parseObject } from '../../text/json/parse.js';
import { joinSentences } from '../../text/sentences.js';
import { describeAnomaly } from '../../wording/anomaly-words.js';
import { describeOutcome } from '../../wording/describe.js';
import {
  allMeanings,
  blank,
  explainStatus,
  explainTerm,
  gameDevelopers,
  explainKnown,
  titleOf,
  webPage,
  type Explanation,
  type CodeMeaning,
} from './explain.js';
import { misplacedCodeIn, type MisplacedCode } from './misplaced-code.js';
import { mayBePage, type PastedAnswer, type SaidAnswer } from './pasted.js';

/** Explains a pasted answer as the call that got it would have. The answer may have a token, so only its facts are repeated. */
export function explainPastedAnswer({ page, ...answer }: PastedAnswer): Explanation {
  const explanation = explainOneAnswer(answer);
  if (page === undefined) return explanation;
  return { ...explanation, note: joinSentences(pageBeside(page), explanation.note ?? '') };
}

/** The note for a text with two answers: the answer of the service is explained, and the web page is not. */
function pageBeside({ status }: PastedAnswer): string {
  const shown = status === undefined ? '' : ` (HTTP ${status})`;
  return `The text has two answers. This explains the JSON of the service, not the web page${shown}: for that, give the page alone.`;
}

function explainOneAnswer(pasted: PastedAnswer): Explanation {
  const { status, object, otherBody } = pasted;
  const isStatusAlone = object === undefined && status !== undefined && otherBody.trim() === '';
  if (isStatusAlone) return explainStatus(status, pasted.interface);
  if (object === undefined) return explainOtherBody(status, otherBody);
  const read = readAnswer(object, status);
  switch (read.kind) {
    case 'misplaced-code':
      return explainMisplaced(read.misplaced, status);
    case 'code-alone':
      return explainCodeAlone(read.code);
    case 'failure-without-code':
      return failureWithoutCode;
    case 'not-of-service':
      return notOfService;
    case 'answer':
      return explainJudged(judgeObject(object, read), read.code);
  }
}

/** What a JSON object is, as far as it can be explained. */
type ReadAnswer =
  | { readonly kind: 'misplaced-code'; readonly misplaced: MisplacedCode }
  | { readonly kind: 'code-alone'; readonly code: string }
  | { readonly kind: 'failure-without-code' }
  | { readonly kind: 'not-of-service' }
  | WholeAnswer;

interface WholeAnswer {
  readonly kind: 'answer';
  readonly operation: Operation;
  readonly code: string | undefined;
  /** The HTTP status. If the text has none, it is the one that the contract pairs with the code, or 200 without a code. */
  readonly status: number;
}

function readAnswer(object: JsonObject, status: number | undefined): ReadAnswer {
  const misplaced = misplacedCodeIn(object);
  if (misplaced !== undefined) return { kind: 'misplaced-code', misplaced };
  const codeInError = codeInErrorObject(object);
  if (codeInError !== undefined) return { kind: 'code-alone', code: codeInError };
  const operation = operationOf(object);
  const code = codeWordIn(object);
  // With a transaction id the answer contradicts itself, so it is judged as a whole.
  const isBareFailure = uniqueMember(object, 'success') === false && !object.has('transaction_id');
  if (isBareFailure && code === undefined && status === undefined) {
    return { kind: 'failure-without-code' };
  }
  if (operation === undefined) {
    return code === undefined ? { kind: 'not-of-service' } : { kind: 'code-alone', code };
  }
  const entry = listedFailure(interfaceOf(operation), code);
  // Without an HTTP status, an answer with an unlisted code cannot be judged: only the code is looked at.
  if (status === undefined && code !== undefined && entry === undefined) {
    return { kind: 'code-alone', code };
  }
  return { kind: 'answer', operation, code, status: status ?? entry?.status ?? 200 };
}

function judgeObject(object: JsonObject, { operation, status }: WholeAnswer): Outcome {
  return judgeAnswer(operation, { status, body: Buffer.from(printJson(object)) });
}

/** Explains a code and a status from a sentence or a log by building the answer that would have them. */
export function explainSaidAnswer({ code, status }: SaidAnswer): Explanation {
  if (code === undefined || status === undefined) return explainTerm(code ?? String(status));
  const isOfGateway = findMeaning('gateway', code) !== undefined;
  const members = isOfGateway ? `"success":false,"error":"${code}"` : `"code":"${code}"`;
  const object = parseObject(`{${members},"message":""}`);
  return explainPastedAnswer({ status, object, otherBody: '' });
}

/** An error of Google's interface is not in the contract: Google sent it to a program that called Google itself. */
export function explainGoogleError(error: GoogleError): Explanation {
  return {
    ...blank,
    asked: 'this error of Google',
    headline: `This is an error of Google’s own interface (${error.status}), not an answer of this service.`,
    status: error.status,
    note: describeGoogleError(error),
    who: gameDevelopers,
  };
}

/**
 * The operation of an answer; undefined if it is not a whole answer of the service. A failure of the gateway looks the same for
 * a verify and a look-up: it is taken for a verify.
 */
function operationOf(object: JsonObject): Operation | undefined {
  if (object.has('success')) return 'verify';
  if (object.has('found')) return 'lookup';
  const isSession = object.has('sessionToken') || typeof uniqueMember(object, 'code') === 'string';
  return isSession ? 'session' : undefined;
}

/** The code of an answer. A look-up (`found`) has none: its `error`, of a store rejection, is a sentence (§2.4). */
function codeWordIn(object: JsonObject): string | undefined {
  if (object.has('found')) return undefined;
  const code = uniqueMember(object, 'error') ?? uniqueMember(object, 'code');
  return typeof code === 'string' && code.trim() !== '' ? code : undefined;
}

/** `{"error":{"code":"…"}}`, as programs around the service wrap a failure. */
function codeInErrorObject(object: JsonObject): string | undefined {
  const error = uniqueMember(object, 'error');
  const code = error instanceof JsonObject ? uniqueMember(error, 'code') : undefined;
  return typeof code === 'string' && code.trim() !== '' ? code : undefined;
}

function explainMisplaced(
  { code, member, isInside }: MisplacedCode,
  status: number | undefined,
): Explanation {
  const explanation =
    status === undefined ? explainCodeAlone(code) : explainSaidAnswer({ code, status });
  const place = isInside
    ? 'The code stands in an object here, and the contract shows it as a text'
    : `The contract shows this code as \`${member}\``;
  const note = `${place}: a program between may have changed the answer.`;
  return { ...explanation, note: joinSentences(explanation.note ?? '', note) };
}

/** Explains a code of which nothing else is known. The HTTP status is the one that the contract pairs with it. */
function explainCodeAlone(code: string): Explanation {
  const explanation = explainTerm(code);
  return { ...explanation, status: explanation.meanings[0]?.status ?? null };
}

const notOfService: Explanation = {
  ...blank,
  asked: 'this answer',
  headline: 'This is not an answer of this service.',
  note: 'Give the whole answer, from the first `{` to the last `}`.',
};

const failureWithoutCode: Explanation = {
  ...blank,
  asked: 'this answer',
  headline: 'The answer says that the call failed, and has no code that says why.',
  note: 'Do not grant on this answer. Give the whole answer with its HTTP status.',
};

const sentBySomethingElse =
  'A proxy, or a server other than the service, sent it. Check the base address of the caller.';

/**
 * `XML` or `a web page`: what to call a body with markup. It is XML if it begins with `<?xml`, or with a tag with which no page
 * begins, and has none of the tags that a page has.
 */
function nounOfMarkup(body: string): string {
  const isXml = /^\s*<\?xml\b/i.test(body) || /^\s*<(?!!|html|head|body)/i.test(body);
  const isPage = /<(?:html|!doctype|body|title|h1|center|p)\b/i.test(body);
  return isXml && !isPage ? 'XML' : 'a web page';
}

function explainOtherBody(status: number | undefined, body: string): Explanation {
  if (status === undefined) {
    return {
      ...blank,
      asked: webPage,
      headline: `This is ${nounOfMarkup(body)}, not an answer of this service.`,
      note: sentBySomethingElse,
      who: gameDevelopers,
    };
  }
  const isFailureOfService = status >= 500 || status === 429;
  if (status >= 400 && !isFailureOfService) return explainForeignBody(status, body);
  // The operation is not known. It is judged as a verify, where a wrong step does the most harm; the note says so.
  const outcome = judgeAnswer('verify', { status, body: Buffer.from(body) });
  const judged = explainJudged(outcome, undefined);
  const explanation = mayBePage(body) ? { ...judged, asked: webPage } : judged;
  return { ...explanation, note: joinSentences(explanation.note ?? '', meaningForVerify) };
}

/** Explains a body that no answer of this service has with such a status. */
function explainForeignBody(status: number, body: string): Explanation {
  if (/^\s*[[{]/.test(body)) return explainOtherJson(status, parseObject(body));
  const asked = 'this answer';
  if (/^\s*</.test(body)) {
    const headline = `This is ${nounOfMarkup(body)} with HTTP ${status}, not an answer of this service.`;
    return { ...blank, asked, headline, status, note: sentBySomethingElse, who: gameDevelopers };
  }
  return {
    ...blank,
    asked,
    headline: `The text has HTTP ${status}, and no JSON of this service with it.`,
    status,
    note: 'Give the answer with its JSON: the code in it says what it means. An answer without JSON was sent by a proxy or another server.',
    who: gameDevelopers,
  };
}

function explainOtherJson(status: number, object: JsonObject | undefined): Explanation {
  const hasCode = object !== undefined && codeWordIn(object) !== undefined;
  const content = hasCode
    ? 'a code that the contract does not list'
    : 'JSON of another form than the service’s answers';
  return {
    ...blank,
    asked: 'this answer',
    headline: `This answer has HTTP ${status}, and ${content}.`,
    status,
    note: 'Another service sent it, or a program changed it on the way. Ask the developers which address their program called. Do not grant on this answer.',
    who: gameDevelopers,
  };
}

const meaningForVerify =
  'This holds if the game sent a verify. After a look-up or a session call, simply repeat the call.';

function explainJudged(outcome: Outcome, code: string | undefined): Explanation {
  const { operation, kind, status = 0 } = outcome;
  const { exit, advice, verdict, error, facts, anomalies } = describeOutcome(outcome);
  const isAnswer = kind !== 'foreign' && kind !== 'redirected';
  const details = {
    status,
    exit,
    verdict,
    error,
    advice,
    anomalies: anomalies.map(describeAnomaly),
    // A failure has its message among the facts, and the message may repeat any secret.
    facts: 'code' in outcome ? [] : facts,
    sections: verdict?.sections ?? [],
  };
  const meaning = code === undefined ? undefined : findMeaning(interfaceOf(operation), code);
  // A failure that is sent with HTTP 200 still means its code.
  const hasStatusOfMeaning = meaning?.status === status || status === 200;
  if (isAnswer && meaning !== undefined && hasStatusOfMeaning) {
    return explainKnown(meaning.code, titleOf(meaning), { ...details, meanings: [meaning] });
  }
  if (code !== undefined && meaning === undefined) return { ...explainTerm(code), ...details };
  const headline = error?.says ?? verdict?.says ?? '';
  if (isAnswer) return explainKnown('an answer of the service', headline, details);
  const note = outcome.answer === null ? sentBySomethingElse : notOfService.note;
  return {
    ...blank,
    ...details,
    asked: 'this answer',
    headline: joinSentences(notOfService.headline, headline),
    note,
  };
}

function findMeaning(id: Interface, code: string): CodeMeaning | undefined {
  return allMeanings.find((meaning) => meaning.interface === id && meaning.code === code);
}
