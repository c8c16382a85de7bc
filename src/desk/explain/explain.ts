import { interfaceOf, interfaces, operationAnswering, type Interface } from '../../contract/interfaces.js';
import {
  acknowledgementStates,
  neverReceivedReason,
  purchaseStates,
  verifiedState,
} from '../../contract/states.js';
import { failures, isOwnCode, type FailureCode } from '../../failure.js';
import { judge } from '../../service/judge.js';
import type { Outcome } from '../../service/outcome.js';
import { policies } from '../../service/policy.js';
import { once } from '../../service/read.js';
import type { JsonObject } from '../../text/json/json.js';
import { printJson } from '../../text/json/print.js';
import { nearest } from '../../text/nearest.js';
import { sentences } from '../../text/sentences.js';
import { anomalyTold } from '../../view/anomaly-words.js';
import { catalogue, type CatalogueEntry } from '../../view/catalogue.js';
import { familyRule } from '../../view/code-words.js';
import { tell, type Told } from '../../view/tell.js';
import { isVerdict } from '../../view/verdict-words.js';
import { sectionsOfVerdict, verdictNamed } from '../../view/verdict.js';
import { nextWords, type Fact, type ToldAnomaly, type ToldError, type Verdict } from '../../view/words.js';
import type { Advice } from '../../service/policy.js';
import type { JournalEntry } from '../journal/entry.js';

export interface Meaning {
  readonly interface: Interface;
  readonly code: string;
  readonly entry: CatalogueEntry;
}

export const allMeanings: readonly Meaning[] = interfaces.flatMap((id) =>
  Object.entries<CatalogueEntry>(catalogue[id]).map(([code, entry]) => ({ interface: id, code, entry })),
);

export interface Explanation {
  /** What was recognised, as a noun. Never the input itself, which may be a secret typed in the wrong place. */
  readonly asked: string;
  /** Whether the contract lists it; if not, the command ends with 2. */
  readonly listed: boolean;
  readonly meanings: readonly Meaning[];
  readonly status: number | null;
  readonly near: readonly string[];
  readonly note: string | null;
  /** Of the contract: what the note and the verdict rest on. */
  readonly sections: readonly string[];
  /** What it means for the person asking, if that is more than the meaning of a code. */
  readonly judgement: Said | null;
}

interface Said {
  readonly verdict: Verdict | null;
  readonly error: ToldError | null;
  readonly advice: Advice | null;
  readonly facts: readonly Fact[];
  readonly anomalies: readonly ToldAnomaly[];
}

const blank: Explanation = {
  ...{ asked: 'a code that the contract does not list', listed: false, meanings: [], status: null },
  ...{ near: [], note: null, sections: [], judgement: null },
};

/** Explains a code, a state or a verdict in upper or lower case, or an HTTP status. */
export function explain(input: string): Explanation {
  const text = input.trim();
  const number = /^(?:http[- ]?)?(\d{1,3})$/i.exec(text)?.[1];
  if (number !== undefined) return explainNumber(Number(number));
  const code = spelled(text);
  const meanings = allMeanings.filter((meaning) => spelled(meaning.code) === code);
  const [first] = meanings;
  if (first) return { ...blank, asked: first.code, listed: true, meanings };
  // `pending` is a verdict, `PENDING` a state.
  return (
    explainVerdict(text) ??
    explainState(code) ??
    explainVerdict(text.toLowerCase()) ?? { ...blank, near: nearCodes(code), note: ownCode(text) }
  );
}

const spelled = (code: string): string => code.toUpperCase().replace(/[-\s]+/g, '_');

const nearCodes = (text: string): string[] =>
  nearest(
    text,
    allMeanings.map(({ code }) => code),
  );

/** Not in the contract, but people ask about them too. */
function ownCode(text: string): string | null {
  const word = text.toLowerCase();
  if (!Object.hasOwn(failures, word)) return null;
  const [exit, when] = failures[word as FailureCode];
  return `This is a code of pvg, not of the contract (exit status ${exit}): ${when}`;
}

const success = {
  note: 'Success. After a verify, grant only if `success` in the body is true: the status alone is not enough. After a look-up, see `found`, then each transaction. After a session call, see `xmdtCompleted`.',
  sections: ['§2.4', '§2.6', '§7.1'],
} as const;

function explainNumber(number: number): Explanation {
  if (number < 100) return explainStateNumber(number);
  const meanings = allMeanings.filter(({ entry }) => entry.status === number);
  const found = { ...blank, asked: `HTTP ${number}`, status: number, meanings };
  if (number === 200) return { ...found, ...success, listed: true };
  const sections = meanings.length === 0 && number >= 400 && number < 600 ? ['§7.1'] : [];
  return { ...found, listed: meanings.length > 0, note: statusNote(number, meanings), sections };
}

function statusNote(status: number, meanings: readonly Meaning[]): string | null {
  if (status === 401)
    return 'It says nothing about the player’s payment: it is between the game’s server and the service.';
  if (status < 300) return null;
  if (status < 400) return 'The contract has no redirects: the address may be wrong.';
  if (status >= 600) return 'It is not a valid HTTP status.';
  // A status that only one interface lists may come from the other, too.
  const other = interfaces.find((id) => !meanings.some((meaning) => meaning.interface === id));
  if (other === undefined) return null;
  const where =
    meanings.length === 0 ? 'The' : `For the ${other === 'gateway' ? other : 'session interface'} the`;
  return `${where} contract does not list this status. About every ${Math.floor(status / 100)}xx it says: ${familyRule(status)} Do not grant on this answer.`;
}

const named = (names: Readonly<Record<string, string>>, number: number): string | undefined =>
  new Map(Object.entries(names)).get(String(number));

function explainStateNumber(number: number): Explanation {
  const asked = `the number ${number}`;
  const purchase = named(purchaseStates, number);
  if (purchase === undefined) return { ...blank, asked, note: `${number} is not an HTTP status.` };
  const acknowledged = named(acknowledgementStates, number);
  const note = sentences(
    states[purchase],
    acknowledged && `As \`acknowledgement_state\` it means ${acknowledged}.`,
  );
  return { ...blank, asked, listed: true, note, sections: ['§3'] };
}

const neverReceived = verdictNamed('paid-never-received');

/** Words in an answer that are not codes (§2.3, §2.4, §3). */
const states: Readonly<Record<string, string>> = {
  PURCHASED:
    'The `purchase_state` 0: the purchase is paid at the store. `gateway.found` in the same answer says whether the gateway has a verify of it.',
  CANCELED:
    'The `purchase_state` 1: the store reports the purchase as cancelled. Do not grant. If `gateway.found` is true, the item may have been granted before: the game’s developers check whether it was delivered.',
  PENDING:
    'The `purchase_state` 2: the purchase is not paid yet. Do not grant. Look up the purchase again later.',
  [verifiedState]:
    'The only `gateway.current_state` that the contract lists: the gateway has verified and recorded the purchase. `recorded_for_this_game` in the same answer says whether it is recorded for this game.',
  [neverReceivedReason]: `The \`reason\` in a look-up whose \`gateway.found\` is false. It is not a failure. ${neverReceived.says} ${nextWords(neverReceived)}`,
};

function explainState(word: string): Explanation | undefined {
  // The British spelling.
  const wanted = word === 'CANCELLED' ? 'CANCELED' : word;
  const asked = Object.keys(states).find((state) => spelled(state) === wanted);
  if (asked === undefined) return undefined;
  const sections = ['§2.3', '§2.4', '§3', ...(asked === neverReceivedReason ? neverReceivedSections : [])];
  return { ...blank, asked, listed: true, note: states[asked] ?? null, sections };
}

const neverReceivedSections = sectionsOfVerdict('paid-never-received');

function explainVerdict(id: string): Explanation | undefined {
  if (!isVerdict(id)) return undefined;
  const verdict = verdictNamed(id);
  const judgement = { ...silent, verdict, advice: policies[id].advice };
  return { ...blank, asked: id, listed: true, sections: verdict.sections ?? [], judgement };
}

const silent: Said = { verdict: null, error: null, advice: null, facts: [], anomalies: [] };

/** An answer whose JSON body somebody saved. */
export function explainAnswer(object: JsonObject): Explanation {
  const operation = operationAnswering((member) => object.has(member));
  // The `error` of a store rejection is a sentence, not a code (§2.4).
  const code = object.has('found') ? undefined : (once(object, 'error') ?? once(object, 'code'));
  const listedAs = allMeanings.filter((meaning) => meaning.code === code);
  const own = listedAs.filter((meaning) => meaning.interface === interfaceOf(operation));
  const meanings = own.length > 0 ? own : listedAs;
  // A bare body has no status, but the contract shows a success and a store rejection only with 200.
  const isGood =
    object.get('success') === true || typeof object.get('found') === 'boolean' || object.has('sessionToken');
  const status = meanings[0]?.entry.status ?? (isGood ? 200 : undefined);
  const told = status === undefined ? undefined : tell(judged(operation, object, status));
  const isUnlisted = typeof code === 'string' && meanings.length === 0;
  const isOfContract = told !== undefined && told.error?.code !== 'no-contract-shape';
  const isListed = !isUnlisted && isOfContract && (told.exit === 0 || told.verdict !== null);
  return {
    ...blank,
    asked: isUnlisted ? 'the code in this answer' : 'an answer of the service',
    listed: meanings.length > 0 || isListed,
    meanings,
    status: status ?? null,
    near: isUnlisted ? nearCodes(code) : [],
    note: ['purchase_state', 'gateway', 'recorded_for_this_game'].some((name) => object.has(name))
      ? 'It looks like a part of a look-up’s answer. Give the whole answer, from the first `{` to the last `}`.'
      : null,
    sections: told?.verdict?.sections ?? [],
    judgement: told ? saidOf(told) : null,
  };
}

/** Without the answer itself: it may have a token. */
const saidOf = ({ verdict, error, advice, facts, anomalies }: Told): Said => ({
  ...{ verdict, error, advice, facts },
  anomalies: anomalies.map(anomalyTold),
});

/** As if it had just arrived, but without a request and without our clock: no attempt was made. */
function judged(operation: Outcome['operation'], object: JsonObject, status: number): Outcome {
  const body = Buffer.from(printJson(object));
  const times = { elapsedMs: 0, startedAtMs: 0, endedAtMs: 0 };
  const request = { method: 'POST', url: '', headers: [], body: new Uint8Array() } as const;
  const last = { ...times, request, outcome: { status, headers: [], body } };
  return judge(operation, { attempts: [], last, elapsedMs: 0, unclearBefore: false, clockSkewS: undefined });
}

/** A call that failed: the meaning of its code, or what was said of it. */
export function explainFailure(failure: JournalEntry): Explanation {
  // A verify that was sent and has no answer has no code.
  const code = failure.code ?? (failure.exit === null ? 'outcome-unknown' : 'internal');
  const found = explain(code);
  const meanings = found.meanings.filter((meaning) => meaning.interface === failure.interface);
  const { verdict, error, advice } = failure;
  const isOwn = isOwnCode(code) && !/^http-\d/.test(code);
  return {
    ...found,
    asked: code,
    status: failure.status,
    meanings,
    listed: meanings.length > 0 || isOwn,
    note: isOwn || meanings.length > 0 ? null : found.note,
    judgement: { ...silent, verdict, error, advice },
  };
}
