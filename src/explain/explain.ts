import { once } from '../contract/answer.js';
import { familyRule } from '../contract/codes.js';
import { interfaceOf, interfaces, type Interface } from '../contract/interfaces.js';
import type { CatalogueEntry, Judgement } from '../contract/judgement.js';
import { nearest } from '../contract/nearest.js';
import { notShown } from '../contract/not-shown.js';
import { exitStatuses, failureExit } from '../failure.js';
import { lookupVerdicts } from '../gateway/verdict.js';
import { JsonNumber, JsonObject } from '../json/json.js';
import { wings } from '../wings.js';
import { judgeText, readAnswerText, type GivenAnswer } from './given-answer.js';

/** One thing that a code or a status means. */
export interface Meaning {
  readonly interface: Interface;
  readonly code: string;
  readonly entry: CatalogueEntry;
}

export interface Explanation {
  /** What was recognised, for people. Never the input itself: it may be a secret typed in the wrong place. */
  readonly asked: string;
  /** Whether the contract lists it; if not, the command ends with 2. */
  readonly listed: boolean;
  readonly meanings: readonly Meaning[];
  /** The HTTP status that was asked for or came with the answer. */
  readonly status: number | null;
  /** Listed codes of nearly the same spelling. */
  readonly near: readonly string[];
  readonly note: string | null;
  /** What pvg makes of a whole answer of the service. */
  readonly judgement: Judgement | null;
}

const meaningsOf = (name: Interface, catalogue: Readonly<Record<string, CatalogueEntry>>): Meaning[] =>
  Object.entries(catalogue).map(([code, entry]) => ({ interface: name, code, entry }));

/** Every failure the contract lists, of all interfaces. */
export const allMeanings: readonly Meaning[] = wings.flatMap(({ record, codes }) =>
  meaningsOf(record.id, codes.catalogue),
);

/** Explains a code in any case, an HTTP status, or a whole answer: JSON, an HTTP response, or pvg's own `--json`. */
export function explain(input: string): Explanation {
  const text = input.replace(/^\ufeff/, '').trim();
  if (/^(?:http[- ]?)?\d{1,3}$/i.test(text)) return explainStatus(Number(/\d+/.exec(text)?.[0]));
  const given = readAnswerText(text);
  return given === undefined ? explainCode(text) : explainAnswer(given);
}

const blank: Explanation = {
  asked: 'a code that the contract does not list',
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
  const found = { ...blank, asked: `HTTP ${String(status)}`, status, meanings, listed: meanings.length > 0 };
  if (status === 200) return { ...found, listed: true, note: success };
  if (status < 100)
    return { ...found, asked: `the number ${String(status)}`, status: null, note: exitNote(status) };
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
  if (first) return { ...blank, asked: first.code, listed: true, meanings };
  if (spelled(text) === 'NEVER_RECEIVED_BY_GATEWAY') return neverReceived;
  return {
    ...blank,
    near: nearest(
      spelled(text),
      allMeanings.map(({ code }) => code),
    ),
    note: ownWordNote(text),
  };
}

const neverReceived: Explanation = {
  ...blank,
  asked: 'NEVER_RECEIVED_BY_GATEWAY',
  listed: true,
  note: `${lookupVerdicts['paid-never-received'].says} ${lookupVerdicts['paid-never-received'].next} The word is the \`reason\` in a look-up whose gateway.found is false, and no failure (§2.4).`,
};

/** Words of pvg's own output are not the contract's, but whoever asks for them wants to know. */
function ownWordNote(text: string): string | null {
  const word = text.toLowerCase();
  if (Object.hasOwn(lookupVerdicts, word)) {
    const { says, next } = lookupVerdicts[word as keyof typeof lookupVerdicts];
    return `A verdict of pvg, not a code of the contract: ${says} ${next}`;
  }
  if (Object.hasOwn(failureExit, word)) {
    const exit = failureExit[word as keyof typeof failureExit];
    return `A code of pvg, not of the contract: ${exitStatuses[exit]}.`;
  }
  return null;
}

function explainAnswer(given: GivenAnswer): Explanation {
  return given.kind === 'envelope' ? explainEnvelope(given.object) : explainServiceAnswer(given);
}

const ofInterface = (meanings: readonly Meaning[], name: Interface | undefined): Meaning[] => {
  const own = meanings.filter((meaning) => meaning.interface === name);
  return own.length > 0 ? own : [...meanings];
};

/** An answer of the service: its code, and what pvg would have made of it. */
function explainServiceAnswer(given: Extract<GivenAnswer, { kind: 'answer' }>): Explanation {
  // The `error` of a store rejection is a sentence, not a code (§2.4).
  const code = given.object?.has('found')
    ? undefined
    : (once(given.object, 'error') ?? once(given.object, 'code'));
  const named = typeof code === 'string' ? allMeanings.filter((meaning) => meaning.code === code) : [];
  const meanings = ofInterface(named, interfaceOf(given.operation));
  const status = given.status ?? meanings[0]?.entry.status ?? impliedStatus(given);
  const judgement = status === undefined ? null : judgeText(given, status);
  const unlisted = typeof code === 'string' && meanings.length === 0 ? failureShape(given) : undefined;
  const shaped = judgement !== null && judgement.error?.code !== 'no-contract-shape';
  return {
    ...blank,
    asked: unlisted
      ? 'the code in this answer'
      : `an answer of the service${status === undefined ? '' : `, HTTP ${String(status)}`}`,
    listed:
      meanings.length > 0 ||
      (unlisted === undefined && shaped && (judgement.exit === 0 || judgement.verdict !== null)),
    meanings,
    status: status ?? null,
    near:
      typeof code === 'string' && meanings.length === 0
        ? nearest(
            code,
            allMeanings.map((each) => each.code),
          )
        : [],
    note: unlisted
      ? `The shape is that of a failure of the ${unlisted}; the contract does not list its code.`
      : status === undefined
        ? 'Neither its shape nor a code in it is one of the contract.'
        : null,
    judgement,
  };
}

/** Whose failures have this shape, whatever the code (§2.2, §7.2). */
const failureShape = ({ object }: Extract<GivenAnswer, { kind: 'answer' }>): string | undefined => {
  if (once(object, 'success') === false && typeof once(object, 'error') === 'string') return 'gateway (§2.2)';
  return object?.has('success') === false && typeof once(object, 'code') === 'string'
    ? 'session interface (§7.2)'
    : undefined;
};

/** A bare body has no status, but a success and a store rejection have a shape that only 200 is shown with. */
const impliedStatus = ({ object }: Extract<GivenAnswer, { kind: 'answer' }>): number | undefined =>
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
    allMeanings.filter((meaning) => meaning.code === code),
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
    asked: 'an output of pvg',
    listed: meanings.length > 0 || note !== '',
    meanings,
    status: status instanceof JsonNumber ? status.value : null,
    near:
      typeof code === 'string' && meanings.length === 0
        ? nearest(
            code,
            allMeanings.map((each) => each.code),
          )
        : [],
    note: note === '' ? null : note,
  };
}
