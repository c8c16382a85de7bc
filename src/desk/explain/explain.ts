import { once, readBody } from '../../contract/answer.js';
import { familyRule } from '../../contract/codes.js';
import {
  interfaceOf,
  interfaces,
  type Interface,
  operationAnswering,
  type Operation,
} from '../../contract/interfaces.js';
import { nextWords, type CatalogueEntry, type Judgement } from '../../contract/judgement.js';
import { nearest } from '../../text/nearest.js';
import { notShown } from '../../contract/not-shown.js';
import { exitStatuses, failureExit } from '../../failure.js';
import { lookupVerdicts, neverReceivedReason } from '../../gateway/verdict.js';
import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { wings, judges } from '../../wings.js';
import type { Exchange } from '../../transport/exchange.js';
import type { WireResponse } from '../../contract/wire.js';

export interface Meaning {
  readonly interface: Interface;
  readonly code: string;
  readonly entry: CatalogueEntry;
}

/** What was recognised. Never the input itself: it may be a secret typed in the wrong place. */
type Recognised =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'unlisted-code' | 'unlisted-code-in-answer' | 'answer' | 'output' }
  | { readonly kind: 'status' | 'number'; readonly number: number };

export interface Explanation {
  readonly asked: Recognised;
  /** Whether the contract lists it; if not, the command ends with 2. */
  readonly listed: boolean;
  readonly meanings: readonly Meaning[];
  readonly status: number | null;
  readonly near: readonly string[];
  readonly note: string | null;
  readonly judgement: Judgement | null;
}

const meaningsOf = (name: Interface, catalogue: Readonly<Record<string, CatalogueEntry>>): Meaning[] =>
  Object.entries(catalogue).map(([code, entry]) => ({ interface: name, code, entry }));

export const allMeanings: readonly Meaning[] = wings.flatMap(({ record, codes }) =>
  meaningsOf(record.id, codes.catalogue),
);

/** Explains a code in any case, an HTTP status, or a whole answer: JSON, an HTTP response, or pvg's own `--json`. */
export function explain(input: string): Explanation {
  const text = input.replace(/^\ufeff/, '').trim();
  if (/^(?:http[- ]?)?\d{1,3}$/i.test(text)) return explainStatus(Number(/\d+/.exec(text)?.[0]));
  const given = readAnswerText(text);
  if (given === undefined) return explainCode(text);
  return given.kind === 'envelope' ? explainEnvelope(given.object) : explainAnswer(given);
}

const blank: Explanation = {
  asked: { kind: 'unlisted-code' },
  listed: false,
  meanings: [],
  status: null,
  near: [],
  note: null,
  judgement: null,
};

const success =
  'Success. Of a verify: grant only when `success` is true in the body, not on the status alone (§7.1). Of a look-up: see `found`, then each transaction (§2.4). Of a session: see `xmdtCompleted` (§2.6).';

function explainStatus(status: number): Explanation {
  const meanings = allMeanings.filter(({ entry }) => entry.status === status);
  const asked = { kind: 'status', number: status } as const;
  const found = { ...blank, asked, status, meanings, listed: meanings.length > 0 };
  if (status === 200) return { ...found, listed: true, note: success };
  if (status < 100)
    return { ...found, asked: { kind: 'number', number: status }, status: null, note: exitNote(status) };
  if (found.listed) return { ...found, note: otherInterfaceNote(status, meanings) };
  return { ...found, note: `The contract does not list this status. ${familyNote(status)}`.trim() };
}

/** A status that only one interface lists comes from the other as well: what holds for it there. */
function otherInterfaceNote(status: number, meanings: readonly Meaning[]): string | null {
  const other = interfaces.find((name) => !meanings.some((meaning) => meaning.interface === name));
  if (other === undefined) return null;
  return unlistedAt[other](status);
}

const unlistedAt: Readonly<Record<Interface, (status: number) => string>> = {
  gateway: (status) =>
    `gateway: not listed (§7.1); of its kind it says: ${rule(status)}${status === 429 ? ` ${rateLimitsNote}` : ''} Not a success: do not grant on it.`,
  session: (status) => `session: not listed (§7.2); pvg takes it by its kind: ${rule(status)}`,
};

const rule = (status: number): string => (status === 429 ? 'Wait, then try again.' : familyRule(status));

const rateLimitsNote = `Not shown: ${notShown['gateway-limits'].says} (${notShown['gateway-limits'].section}).`;

const familyNote = (status: number): string =>
  status >= 400 && status < 600
    ? `Of its kind it says: ${familyRule(status)} (§7.1)`
    : status >= 600
      ? 'It is of no kind of HTTP status: nothing can be said of it.'
      : '';

const exitNote = (number: number): string | null =>
  Object.hasOwn(exitStatuses, number)
    ? `As an exit status of pvg: ${exitStatuses[number as keyof typeof exitStatuses]}.`
    : null;

const spelled = (code: string): string => code.toUpperCase().replace(/[-\s]+/g, '_');

function explainCode(text: string): Explanation {
  const meanings = allMeanings.filter(({ code }) => spelled(code) === spelled(text));
  const [first] = meanings;
  if (first) return { ...blank, asked: { kind: 'code', code: first.code }, listed: true, meanings };
  if (spelled(text) === neverReceivedReason) return neverReceived;
  return { ...blank, near: nearCodes(spelled(text)), note: ownWordNote(text) };
}

const nearCodes = (text: string): string[] =>
  nearest(
    text,
    allMeanings.map(({ code }) => code),
  );

const neverReceived: Explanation = {
  ...blank,
  asked: { kind: 'code', code: neverReceivedReason },
  listed: true,
  note: `${lookupVerdicts['paid-never-received'].says} ${nextWords(lookupVerdicts['paid-never-received'])} The word is the \`reason\` in a look-up whose gateway.found is false, and no failure (§2.4).`,
};

/** Words of pvg's own output are not the contract's, but whoever asks for them wants to know. */
function ownWordNote(text: string): string | null {
  const word = text.toLowerCase();
  if (Object.hasOwn(lookupVerdicts, word)) {
    const verdict = lookupVerdicts[word as keyof typeof lookupVerdicts];
    return `A verdict of pvg, not a code of the contract: ${verdict.says} ${nextWords(verdict)}`;
  }
  if (Object.hasOwn(failureExit, word)) {
    const exit = failureExit[word as keyof typeof failureExit];
    return `A code of pvg, not of the contract: ${exitStatuses[exit]}.`;
  }
  return null;
}

const ofInterface = (meanings: readonly Meaning[], name: Interface | undefined): Meaning[] => {
  const own = meanings.filter((meaning) => meaning.interface === name);
  return own.length > 0 ? own : [...meanings];
};

function explainAnswer(given: ServiceAnswer): Explanation {
  // The `error` of a store rejection is a sentence, not a code (§2.4).
  const code = given.object?.has('found')
    ? undefined
    : (once(given.object, 'error') ?? once(given.object, 'code'));
  const named = meaningsNamed(code);
  const meanings = ofInterface(named, interfaceOf(given.operation));
  const status = given.status ?? meanings[0]?.entry.status ?? impliedStatus(given);
  const judgement = status === undefined ? null : judgeText(given, status);
  const unlisted = typeof code === 'string' && meanings.length === 0;
  const shape = unlisted ? failureShape(given) : undefined;
  const isOfContract = judgement !== null && judgement.error?.code !== 'no-contract-shape';
  return {
    ...blank,
    asked: { kind: shape === undefined ? 'answer' : 'unlisted-code-in-answer' },
    listed:
      meanings.length > 0 ||
      (shape === undefined && isOfContract && (judgement.exit === 0 || judgement.verdict !== null)),
    meanings,
    status: status ?? null,
    near: unlisted ? nearCodes(code) : [],
    note: shape
      ? `The shape is that of a failure of the ${shape}; the contract does not list its code.`
      : status === undefined
        ? 'Neither its shape nor a code in it is one of the contract.'
        : null,
    judgement,
  };
}

const meaningsNamed = (code: Json | undefined): Meaning[] =>
  allMeanings.filter((meaning) => meaning.code === code);

/** Whose failures have this shape, whatever the code (§2.2, §7.2). */
const failureShape = ({ object }: ServiceAnswer): string | undefined => {
  if (once(object, 'success') === false && typeof once(object, 'error') === 'string') return 'gateway (§2.2)';
  return object?.has('success') === false && typeof once(object, 'code') === 'string'
    ? 'session interface (§7.2)'
    : undefined;
};

/** A bare body has no status, but a success and a store rejection have a shape that only 200 is shown with. */
const impliedStatus = ({ object }: ServiceAnswer): number | undefined =>
  object?.get('success') === true ||
  typeof object?.get('found') === 'boolean' ||
  object?.has('sessionToken') === true
    ? 200
    : undefined;

/** pvg's own `--json`: the service's code where there is one, else pvg's own words again. */
function explainEnvelope(envelope: JsonObject): Explanation {
  const part = (name: string): JsonObject | undefined => {
    const value = once(envelope, name);
    return value instanceof JsonObject ? value : undefined;
  };
  const error = part('error');
  const code = once(error, 'code');
  const status = once(part('http'), 'status');
  const own = once(envelope, 'interface');
  const meanings = ofInterface(
    meaningsNamed(code),
    interfaces.find((id) => id === own),
  );
  const sentences = [
    once(part('verdict'), 'says'),
    once(part('verdict'), 'next'),
    once(error, 'says'),
    once(error, 'hint'),
  ];
  const note = [...new Set(sentences.filter((sentence) => typeof sentence === 'string'))].join(' ');
  return {
    ...blank,
    asked: { kind: 'output' },
    listed: meanings.length > 0 || note !== '',
    meanings,
    status: status instanceof JsonNumber ? status.value : null,
    near: typeof code === 'string' && meanings.length === 0 ? nearCodes(code) : [],
    note: note === '' ? null : note,
  };
}

/** An answer that somebody kept as text, and what it would have meant had it just arrived. */
type GivenAnswer = ServiceAnswer | { readonly kind: 'envelope'; readonly object: JsonObject };

interface ServiceAnswer {
  readonly kind: 'answer';
  readonly operation: Operation;
  readonly status: number | undefined;
  readonly headers: WireResponse['headers'];
  readonly body: Uint8Array;
  readonly object: JsonObject | undefined;
}

function readAnswerText(text: string): GivenAnswer | undefined {
  if (/^HTTP\/\d/.test(text)) return readHttp(text);
  if (!/^[{["]/.test(text)) return undefined;
  const answer = answerOf(undefined, [], text);
  const { object } = answer;
  return object?.has('schema') && object.has('command') && object.has('exit')
    ? { kind: 'envelope', object }
    : answer;
}

/** As `curl -i` prints it; of several, as behind a proxy or after a 100, the last counts. */
function readHttp(text: string): GivenAnswer | undefined {
  const status = /^HTTP\/\S+[ \t]+(\d{3})/.exec(text)?.[1];
  if (status === undefined) return undefined;
  const end = /\r?\n\r?\n/.exec(text);
  const rest = end === null ? '' : text.slice(end.index + end[0].length);
  if (/^HTTP\/\d/.test(rest)) return readHttp(rest);
  return answerOf(Number(status), headersOf(text.slice(0, end?.index)), rest);
}

function answerOf(status: number | undefined, headers: WireResponse['headers'], text: string): ServiceAnswer {
  const body = new TextEncoder().encode(text);
  const { object } = readBody(body);
  const operation = operationAnswering((member) => object?.has(member) === true);
  return { kind: 'answer', operation, status, headers, body, object };
}

const headersOf = (head: string): [name: string, value: string][] =>
  head
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]];
    });

/** As if it had just arrived, but with no request and no clock of ours: no attempt was made. */
function judgeText({ operation, headers, body }: ServiceAnswer, status: number): Judgement {
  const exchange: Exchange = {
    attempts: [],
    last: {
      request: { method: 'POST', url: '', headers: [], body: new Uint8Array() },
      elapsedMs: 0,
      startedAtMs: 0,
      endedAtMs: 0,
      outcome: { status, headers, body },
    },
    elapsedMs: 0,
    unclearBefore: false,
    clockSkewS: undefined,
  };
  return judges[operation](exchange);
}
