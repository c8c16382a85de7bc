import type { Interface } from '../contract/interfaces.js';
import { failureShape } from '../contract/listed.js';
import { limits } from '../contract/limits.js';
import { paths } from '../contract/interfaces.js';
import { membersIn, once, readBody } from '../service/read.js';
import { familyRule, wordsOf } from '../view/code-words.js';
import type { WireResponse } from '../contract/wire.js';
import type { Diagnosis } from '../diagnosis/outcome.js';
import { verdictOf } from '../diagnosis/verdict.js';
import { nearest } from '../text/nearest.js';
import { sentences } from '../text/sentences.js';
import { counted } from '../text/counted.js';

/** The first words on a request: what its signature shows, and what was answered. */

/** The result for one request; `--json` has these ids. */
export type ToldId =
  | 'signature-right'
  | 'cannot-succeed'
  | 'refused'
  | 'cause-found'
  | 'cause-unknown'
  | 'signature-missing'
  | 'not-judged'
  | 'not-diagnosed';

export interface Told {
  readonly id: ToldId;
  readonly says: string;
  readonly fix: string;
  /** Ids: the simplest set of causes, then the problems in the headers. */
  readonly causes: readonly string[];
}

/** Why there is no diagnosis. */
export const undiagnosed = (says: string): Told => ({ id: 'not-diagnosed', says, fix: '', causes: [] });

export interface WentBack {
  readonly status: number;
  /** `refused`: by the listener. Neither the emulator nor the service saw the request. */
  readonly by: 'emulator' | 'forward' | 'refused';
  readonly says?: string | undefined;
  /** If the emulator or the service refused the request. */
  readonly refusal?: Refusal | undefined;
  /** With --signature-only: refused for a receipt that only the emulator does not know. */
  readonly isExcused?: boolean;
}

export interface Refusal {
  /** `DUPLICATE_TRANSACTION`; undefined if the contract does not list the code. */
  readonly code: string | undefined;
  readonly says: string;
  readonly fix: string;
}

const isRefused = ({ status, refusal, isExcused = false }: WentBack): boolean =>
  !isExcused && (status < 200 || status > 299 || refusal !== undefined);

/** What an answer refuses, in the words of the contract. A gateway's `success` counts, not its status alone (§7.1). */
export function refusalIn(
  { status, body }: WireResponse,
  of: Interface,
  by: WentBack['by'],
): Refusal | undefined {
  const object = membersIn(readBody(body));
  if (status >= 200 && status < 300 && object.get('success') !== false) return undefined;
  const code = once(object, failureShape[of].member);
  const entry = wordsOf(of, typeof code === 'string' ? code : undefined);
  const listed = entry === undefined ? undefined : String(code);
  const words = object.get('message');
  // With 400 the emulator names the member.
  if (by === 'emulator' && typeof words === 'string' && (entry === undefined || status === 400))
    return {
      code: listed,
      says: `${words} The contract does not show the service’s own answer.`,
      fix: '',
    };
  return entry === undefined
    ? { code: undefined, says: `The service answered HTTP ${String(status)}.`, fix: familyRule(status) }
    : { code: listed, says: entry.means, fix: entry.fix };
}

/** The store of the emulator has only the demo purchases and those of --store: the request may be right. */
export const unknownReceipt = (refusal: Refusal, isExcused: boolean): Omit<WentBack, 'status' | 'by'> => {
  const says = 'The emulator’s store does not know this receipt.';
  const fix = 'Add the purchase with `--store <file>`, or start with `--signature-only`.';
  return isExcused ? { says, refusal, isExcused } : { refusal: { ...refusal, says, fix } };
};

export function toldOf(diagnosis: Diagnosis, answered?: WentBack, replayed?: Replayed): Told {
  const { id, says, next, causes } = verdictOf(diagnosis);
  if (id === 'signature-right') {
    if (answered !== undefined && isRefused(answered))
      return { id: 'refused', causes, ...refusedWords(answered, { says, next, causes }, replayed) };
    return { id, says, fix: causes.length === 0 ? '' : next, causes };
  }
  const isMissing = causes.includes('hdr-signature-missing');
  return {
    id: isMissing
      ? 'signature-missing'
      : id === 'headers-at-fault' || id === 'step-differs'
        ? 'cause-found'
        : id,
    says,
    fix: next,
    causes,
  };
}

/** A request that the page sent again. */
export interface Replayed {
  /** When the request itself arrived. */
  readonly ofMs: number;
  /** How old its timestamp is; undefined if it has none. */
  readonly ageSeconds: number | undefined;
}

interface RightWords {
  readonly says: string;
  readonly next: string;
  readonly causes: readonly string[];
}

function refusedWords(
  { status, refusal }: WentBack,
  { says, next, causes }: RightWords,
  replayed: Replayed | undefined,
): Pick<Told, 'says' | 'fix'> {
  const age = replayed?.ageSeconds ?? 0;
  if (status === 401 && Math.abs(age) > limits.timestampSkewSeconds)
    return {
      says: `The signature is right, but the timestamp of this replay is ${counted(Math.abs(age), 'second')} off. The service allows ${String(limits.timestampSkewSeconds)}.`,
      fix: 'Send a new request: a replay keeps the timestamp and the signature of the first one.',
    };
  const isProblem = causes.length > 0;
  return {
    says: sentences(
      isProblem ? `${says} The request was refused.` : 'The signature is right, but the request was refused.',
      refusal?.says,
    ),
    fix: [refusal?.fix, isProblem ? next : ''].find(Boolean) ?? '',
  };
}

/** Of a request that the contract does not show: a callback, an unknown path. Its sender may be right. */
export function notJudged(path: string): Told {
  const [near] = nearest(path, Object.values(paths));
  const says = 'The contract does not show this path, so pvg did not judge the request.';
  const told = { id: 'not-judged', causes: [] } as const;
  return near === undefined
    ? { ...told, says, fix: '' }
    : {
        ...told,
        says: `${says} A similar path is \`${near}\`.`,
        fix: 'If this is a call to the service, correct the path.',
      };
}
