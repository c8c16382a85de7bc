import { once } from '../../service/read.js';
import { familyRule } from '../../view/code-words.js';
import { interfaceOf, interfaces, type Interface } from '../../contract/interfaces.js';
import { nextWords } from '../../view/words.js';
import { sentences } from '../../text/sentences.js';
import { acknowledgementStates, purchaseStates } from '../../contract/states.js';
import { failures, type FailureCode } from '../../failure.js';
import { kindOf, oddTransaction } from '../../service/judge-lookup.js';
import { policies } from '../../service/policy.js';
import { recordFacts, transactionFacts } from '../../view/facts.js';
import { tell, type Told } from '../../view/tell.js';
import { isVerdict } from '../../view/verdict-words.js';
import { sectionsOfVerdict, verdictNamed } from '../../view/verdict.js';
import { catalogue, type CatalogueEntry } from '../../view/catalogue.js';
import { neverReceivedReason, verifiedState } from '../../contract/states.js';
import { JsonObject, type Json } from '../../text/json/json.js';
import { nearest } from '../../text/nearest.js';
import { answerIn, judgeAnswer, type SavedAnswer } from './given.js';

export interface Meaning {
  readonly interface: Interface;
  readonly code: string;
  readonly entry: CatalogueEntry;
}

/** What was recognised. Never the input itself, which may be a secret typed in the wrong place. */
type Recognised =
  | { readonly kind: 'code' | 'state' | 'verdict'; readonly code: string }
  | { readonly kind: 'unlisted-code' | 'unlisted-code-in-answer' | 'answer' | 'part' }
  | { readonly kind: 'status' | 'number'; readonly number: number };

export interface Explanation {
  readonly asked: Recognised;
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

type Said = Pick<Told, 'exit' | 'verdict' | 'advice' | 'anomalies' | 'facts' | 'error'>;

const meaningsOf = (name: Interface, catalogue: Readonly<Record<string, CatalogueEntry>>): Meaning[] =>
  Object.entries(catalogue).map(([code, entry]) => ({ interface: name, code, entry }));

export const allMeanings: readonly Meaning[] = interfaces.flatMap((name) =>
  meaningsOf(name, catalogue[name]),
);

/** Explains a code, a state or a verdict in upper or lower case, or an HTTP status. */
export function explain(input: string): Explanation {
  const text = input.trim();
  const number = /^(?:http[- ]?)?(\d{1,3})$/i.exec(text)?.[1];
  return number === undefined ? explainCode(text) : explainStatus(Number(number));
}

/** Explains an answer of the service, or a part of one. */
export const explainObject = (object: JsonObject): Explanation =>
  explainPart(object) ?? explainAnswer(answerIn(object));

const blank: Explanation = {
  asked: { kind: 'unlisted-code' },
  listed: false,
  meanings: [],
  status: null,
  near: [],
  note: null,
  sections: [],
  judgement: null,
};

const success = {
  note: 'Success. After a verify, grant only if `success` in the body is true: the status alone is not enough. After a look-up, see `found`, then each transaction. After a session call, see `xmdtCompleted`.',
  sections: ['§2.4', '§2.6', '§7.1'],
} as const;

function explainStatus(status: number): Explanation {
  const meanings = allMeanings.filter(({ entry }) => entry.status === status);
  const asked = { kind: 'status', number: status } as const;
  const found = { ...blank, asked, status, meanings, listed: meanings.length > 0 };
  if (status === 200) return { ...found, ...success, listed: true };
  if (status < 100) return explainNumber(status);
  if (status === 401) return { ...found, note: notThePayment };
  if (found.listed) return { ...found, note: otherInterfaceNote(status, meanings) };
  return { ...found, note: familyNote(status), sections: status < 600 && status >= 400 ? ['§7.1'] : [] };
}

/** Below the statuses: the states of the gateway's answers. */
function explainNumber(number: number): Explanation {
  const meanings = Object.entries({
    purchase_state: purchaseStates,
    acknowledgement_state: acknowledgementStates,
  }).flatMap(([member, names]) => {
    const name = new Map<string, string>(Object.entries(names)).get(String(number));
    return name === undefined ? [] : `As \`${member}\` it means ${name}.`;
  });
  const listed = meanings.length > 0;
  return {
    ...blank,
    asked: { kind: 'number', number },
    listed,
    note: listed ? sentences(...meanings) : null,
    sections: listed ? ['§3'] : [],
  };
}

const notThePayment =
  'It says nothing about the player’s payment: it is between the game’s server and the service.';

/** A status that only one interface lists may come from the other too: what it means there. */
function otherInterfaceNote(status: number, meanings: readonly Meaning[]): string | null {
  const other = interfaces.find((name) => !meanings.some((meaning) => meaning.interface === name));
  if (other === undefined) return null;
  return unlistedAt[other](status);
}

const unlistedAt: Readonly<Record<Interface, (status: number) => string>> = {
  gateway: (status) =>
    `For the gateway the contract does not list this status. About every ${family(status)} it says: ${familyRule(status)}${status === 429 ? ` ${rateLimitsNote}` : ''} Do not grant on this answer.`,
  session: (status) =>
    `For the session interface the contract does not list this status. pvg treats it like every ${family(status)}: ${familyRule(status)}`,
};

const family = (status: number): string => `${String(Math.floor(status / 100))}xx`;

const rateLimitsNote = 'It does not show rate limits of the gateway.';

const familyNote = (status: number): string | null => {
  if (status >= 600) return 'It is not a valid HTTP status.';
  if (status >= 300 && status < 400) return 'The contract has no redirects: the address may be wrong.';
  return status >= 400 ? `About every ${family(status)} it says: ${familyRule(status)}` : null;
};

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

/** A word in an answer that is not a code and not a number (§2.3, §2.4, §3). */
function explainState(word: string): Explanation | undefined {
  // The British spelling.
  const named = word === 'CANCELLED' ? 'CANCELED' : word;
  const state = states.find(({ code }) => spelled(code) === named);
  if (state === undefined) return undefined;
  const { code, note, sections } = state;
  return { ...blank, asked: { kind: 'state', code }, listed: true, note, sections };
}

const neverReceived = verdictNamed('paid-never-received');

const states: readonly {
  readonly code: string;
  readonly note: string;
  readonly sections: readonly string[];
}[] = [
  {
    code: 'PURCHASED',
    note: 'The `purchase_state` 0: the purchase is paid at the store. `gateway.found` in the same answer says whether the gateway has a verify of it.',
    sections: ['§2.3', '§2.4'],
  },
  {
    code: 'CANCELED',
    note: 'The `purchase_state` 1: the store reports the purchase as cancelled. Do not grant. If `gateway.found` is true, the item may have been granted before: the game’s developers check whether it was delivered.',
    sections: ['§2.3', '§2.4'],
  },
  {
    code: 'PENDING',
    note: 'The `purchase_state` 2: the purchase is not paid yet. Do not grant. Look up the purchase again later.',
    sections: ['§2.3'],
  },
  {
    code: verifiedState,
    note: 'The only `gateway.current_state` that the contract lists: the gateway has verified and recorded the purchase. `recorded_for_this_game` in the same answer says whether it is recorded for this game.',
    sections: ['§2.4', '§3'],
  },
  {
    code: neverReceivedReason,
    note: `The \`reason\` in a look-up whose \`gateway.found\` is false. It is not a failure. ${neverReceived.says} ${nextWords(neverReceived)}`,
    sections: ['§2.4', ...sectionsOfVerdict('paid-never-received')],
  },
];

function explainVerdict(id: string): Explanation | undefined {
  if (!isVerdict(id)) return undefined;
  const { advice } = policies[id];
  const verdict = verdictNamed(id);
  return {
    ...blank,
    asked: { kind: 'verdict', code: id },
    listed: true,
    sections: verdict.sections ?? [],
    judgement: { exit: 0, verdict, advice, anomalies: [], facts: [], error: null },
  };
}

const nearCodes = (text: string): string[] =>
  nearest(
    text,
    allMeanings.map(({ code }) => code),
  );

/** pvg's own codes are not in the contract, but people ask about them too. */
function ownCodeNote(word: string): string | null {
  if (!Object.hasOwn(failures, word)) return null;
  const code = word as FailureCode;
  const [exit, when] = failures[code];
  return `This is a code of pvg, not of the contract (exit status ${String(exit)}): ${when}`;
}

const ofInterface = (meanings: readonly Meaning[], name: Interface | undefined): Meaning[] => {
  const own = meanings.filter((meaning) => meaning.interface === name);
  return own.length > 0 ? own : [...meanings];
};

/** One element of `transactions` or its `gateway` object, copied out of a look-up (§2.4); never a store rejection. */
function explainPart(object: JsonObject): Explanation | undefined {
  if (['success', 'transactions', 'game_id'].some((name) => object.has(name))) return undefined;
  const part = { ...blank, asked: { kind: 'part' }, listed: true } as const;
  if (object.has('purchase_state')) {
    const id = kindOf(object);
    const verdict = verdictNamed(id);
    return {
      ...part,
      sections: ['§2.4', ...(verdict.sections ?? [])],
      judgement: {
        exit: 0,
        verdict,
        advice: policies[id].advice,
        anomalies: oddTransaction(object, 'transaction', {}),
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
    note: `This is the \`gateway\` part of a look-up. ${found ? recordFound : recordNotFound} Paste the whole answer to get a verdict.`,
    sections: ['§2.4'],
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
  'The gateway has a verify of this purchase on record. `purchase_state` in the same answer says whether it is paid.';
const recordNotFound =
  'The gateway has no verify of this purchase on record. This is not a failure: the store knows the purchase, and `purchase_state` in the same answer says whether it is paid.';

const saidOf = ({ exit, verdict, advice, anomalies, facts, error }: Told): Said => ({
  ...{ exit, verdict, advice, anomalies, facts, error },
});

function explainAnswer(given: SavedAnswer): Explanation {
  // The `error` of a store rejection is a sentence, not a code (§2.4).
  const code = given.object.has('found')
    ? undefined
    : (once(given.object, 'error') ?? once(given.object, 'code'));
  const named = meaningsNamed(code);
  const meanings = ofInterface(named, interfaceOf(given.operation));
  const status = meanings[0]?.entry.status ?? impliedStatus(given);
  const outcome = status === undefined ? null : judgeAnswer(given, status);
  const judgement = outcome && saidOf(tell(outcome));
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
    note: shape === undefined ? null : `The answer looks like a failure of the ${shape.of}.`,
    sections: shape === undefined ? (judgement?.verdict?.sections ?? []) : [shape.section],
    judgement,
  };
}

const meaningsNamed = (code: Json | undefined): Meaning[] =>
  allMeanings.filter((meaning) => meaning.code === code);

/** Whose failures have this shape, whatever the code (§2.2, §7.2). */
const failureShape = ({
  object,
}: SavedAnswer): { readonly of: string; readonly section: string } | undefined => {
  if (once(object, 'success') === false && typeof once(object, 'error') === 'string')
    return { of: 'gateway', section: '§2.2' };
  return !object.has('success') && typeof once(object, 'code') === 'string'
    ? { of: 'session interface', section: '§7.2' }
    : undefined;
};

/** A bare body has no status, but the contract shows a success and a store rejection only with 200. */
const impliedStatus = ({ object }: SavedAnswer): number | undefined =>
  object.get('success') === true || typeof object.get('found') === 'boolean' || object.has('sessionToken')
    ? 200
    : undefined;
