import { once } from '../../contract/answer.js';
import { familyRule } from '../../contract/codes.js';
import { interfaceOf, interfaces, type Interface } from '../../contract/interfaces.js';
import {
  nextWords,
  verdictNamed,
  type CatalogueEntry,
  type Judgement,
  type VerdictMeaning,
} from '../../contract/judgement.js';
import { notShown } from '../../contract/not-shown.js';
import { exitStatuses, failureExit, type FailureCode } from '../../failure.js';
import { recordFacts, transactionFacts, transactionOddities } from '../../gateway/answer.js';
import {
  lookupVerdict,
  lookupVerdicts,
  neverReceivedReason,
  verdictOf,
  verifiedState,
} from '../../gateway/verdict.js';
import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { nearest } from '../../text/nearest.js';
import { wings } from '../../wings.js';
import { judgeText, readAnswer, type ServiceAnswer } from './given.js';
import { ownCodes } from './own-codes.js';

export interface Meaning {
  readonly interface: Interface;
  readonly code: string;
  readonly entry: CatalogueEntry;
}

/** What was recognised. Never the input itself: it may be a secret typed in the wrong place. */
type Recognised =
  | { readonly kind: 'code' | 'state' | 'verdict'; readonly code: string }
  | { readonly kind: 'unlisted-code' | 'unlisted-code-in-answer' | 'answer' | 'part' | 'output' }
  | { readonly kind: 'status' | 'number'; readonly number: number };

export interface Explanation {
  readonly asked: Recognised;
  /** Whether the contract lists it; if not, the command ends with 2. */
  readonly listed: boolean;
  readonly meanings: readonly Meaning[];
  readonly status: number | null;
  readonly near: readonly string[];
  readonly note: string | null;
  /** What it means for the person asking, where that is more than the meaning of a code. */
  readonly judgement: Said | null;
}

type Said = Pick<Judgement, 'exit' | 'verdict' | 'advice' | 'anomalies' | 'facts' | 'error'>;

/** All verdicts of pvg, by id. */
const verdicts = new Map(wings.flatMap((wing) => Object.entries<VerdictMeaning>(wing.verdicts)));

const meaningsOf = (name: Interface, catalogue: Readonly<Record<string, CatalogueEntry>>): Meaning[] =>
  Object.entries(catalogue).map(([code, entry]) => ({ interface: name, code, entry }));

export const allMeanings: readonly Meaning[] = wings.flatMap(({ record, codes }) =>
  meaningsOf(record.id, codes.catalogue),
);

/**
 * Explains a code, state or verdict in any case, an HTTP status or status line, or an answer: whole or a part of one,
 * as JSON, an HTTP response, in a line of a log, or pvg's own `--json`.
 */
export function explain(input: string): Explanation {
  const text = input.replace(/^\ufeff/, '').trim();
  const number = /^(?:http(?:\/[\d.]+)?[- ]?)?(\d{1,3})(?: [a-z' -]+)?$/i.exec(text)?.[1];
  if (number !== undefined) return explainStatus(Number(number));
  const given = readAnswer(text);
  if (given === undefined) return explainCode(text);
  if (given.kind === 'envelope') return explainEnvelope(given.object);
  return explainPart(given.object) ?? explainAnswer(given);
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
    `gateway: not listed (§7.1); of its kind it says: ${familyRule(status)}${status === 429 ? ` ${rateLimitsNote}` : ''} Not a success: do not grant on it.`,
  session: (status) => `session: not listed (§7.2); pvg takes it by its kind: ${familyRule(status)}`,
};

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
  return (
    // `pending` is a verdict, `PENDING` a state.
    explainVerdict(text) ??
    explainState(spelled(text)) ??
    explainVerdict(text.toLowerCase()) ?? {
      ...blank,
      near: nearCodes(spelled(text)),
      note: ownCodeNote(text.toLowerCase()),
    }
  );
}

/** A word of an answer that is neither a code nor a number (§2.3, §2.4, §3). */
function explainState(word: string): Explanation | undefined {
  const state = states.find(({ code }) => spelled(code) === word);
  return state && { ...blank, asked: { kind: 'state', code: state.code }, listed: true, note: state.note };
}

const states: readonly { readonly code: string; readonly note: string }[] = [
  {
    code: 'PURCHASED',
    note: 'A `purchase_state`, number 0: the purchase is paid at the store (§2.3). Whether the gateway has a verify of it stands in `gateway.found` beside it.',
  },
  {
    code: 'CANCELED',
    note: 'A `purchase_state`, number 1: the store reports the purchase as cancelled (§2.3). Do not grant. Where `gateway.found` is true, the item may have been granted before: the game’s developers compare it with what was delivered.',
  },
  {
    code: 'PENDING',
    note: 'A `purchase_state`, number 2: the purchase is not paid yet (§2.3). Do not grant; look it up again later.',
  },
  {
    code: verifiedState,
    note: 'A `gateway.current_state`, the only one that the contract lists (§3): the gateway has verified the purchase and recorded it. For which game stands in `recorded_for_this_game` beside it.',
  },
  { code: neverReceivedReason, note: neverReceivedNote() },
];

function explainVerdict(id: string): Explanation | undefined {
  const meaning = verdicts.get(id);
  if (meaning === undefined) return undefined;
  const { advice } = meaning;
  const verdict = verdictNamed(id, meaning);
  return {
    ...blank,
    asked: { kind: 'verdict', code: id },
    listed: true,
    judgement: { exit: 0, verdict, advice, anomalies: [], facts: [], error: null },
  };
}

const nearCodes = (text: string): string[] =>
  nearest(
    text,
    allMeanings.map(({ code }) => code),
  );

function neverReceivedNote(): string {
  const { says, ...next } = lookupVerdicts['paid-never-received'];
  return `${says} ${nextWords(next)} The word is the \`reason\` in a look-up whose gateway.found is false, and no failure (§2.4).`;
}

/** pvg's own codes are not the contract's, but whoever asks for them wants to know. */
function ownCodeNote(word: string): string | null {
  if (!Object.hasOwn(failureExit, word)) return null;
  const code = word as FailureCode;
  return `A code of pvg, not of the contract (exit status ${String(failureExit[code])}): ${ownCodes[code]}`;
}

const ofInterface = (meanings: readonly Meaning[], name: Interface | undefined): Meaning[] => {
  const own = meanings.filter((meaning) => meaning.interface === name);
  return own.length > 0 ? own : [...meanings];
};

/** One element of `transactions`, or the `gateway` object in it, cut out of a look-up (§2.4): never a store rejection. */
function explainPart(object: JsonObject | undefined): Explanation | undefined {
  if (object === undefined || ['success', 'transactions', 'game_id'].some((name) => object.has(name)))
    return undefined;
  const part = { ...blank, asked: { kind: 'part' }, listed: true } as const;
  if (object.has('purchase_state')) {
    const id = verdictOf(object);
    return {
      ...part,
      judgement: {
        exit: 0,
        verdict: lookupVerdict(id),
        advice: lookupVerdicts[id].advice,
        anomalies: transactionOddities(object, 'transaction', object, {}),
        facts: transactionFacts(object),
        error: null,
      },
    };
  }
  const inner = object.get('gateway');
  const record = inner instanceof JsonObject ? inner : object;
  const found = once(record, 'found');
  const isRecord = inner === record || recordMembers.some((name) => record.has(name));
  if (!isRecord || typeof found !== 'boolean') return undefined;
  return {
    ...part,
    note: `The \`gateway\` part of a look-up. ${found ? recordFound : recordNotFound} Paste the whole answer for a verdict.`,
    judgement: {
      exit: 0,
      verdict: null,
      advice: 'none',
      anomalies: [],
      facts: recordFacts(record),
      error: null,
    },
  };
}

/** Members of the `gateway` object that no store rejection has. */
const recordMembers = ['reason', 'tx_mgmt_id', 'current_state', 'last_error_code', 'recorded_for_this_game'];

const recordFound =
  'The gateway has a verify of this purchase on record. Whether it is paid stands in `purchase_state` beside it (§2.4).';
const recordNotFound =
  'The gateway never received a verify of this purchase. This is no failure: the store knows the purchase, and whether it is paid stands in `purchase_state` beside it (§2.4).';

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
