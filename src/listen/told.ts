import { paths, withoutQuery } from '../contract/interfaces.js';
import { failureShape } from '../contract/listed.js';
import type { Diagnosis } from '../diagnosis/outcome.js';
import { isExplained, verdictOf } from '../diagnosis/verdict.js';
import { membersIn, once, readBody } from '../service/read.js';
import { nearest } from '../text/nearest.js';
import { familyRule, wordsOf } from '../view/code-words.js';
import type { Seen } from './request.js';

/** What pvg says of one request: what its signature shows, and what was answered. `--json` has the ids. */
export interface Told {
  readonly id: ToldId;
  readonly says: string;
  readonly fix: string;
  /** Ids: the simplest set of causes, then the problems beside them. */
  readonly causes: readonly string[];
}

/** Each id with its word for people. */
export const toldAs = {
  'signature-right': { word: 'ok', mood: 'good' },
  refused: { word: 'refused', mood: 'bad' },
  'cannot-succeed': { word: 'not allowed', mood: 'bad' },
  'cause-found': { word: 'mismatch', mood: 'bad' },
  'cause-unknown': { word: 'unknown', mood: 'bad' },
  'signature-missing': { word: 'no signature', mood: 'bad' },
  'too-large': { word: 'too large', mood: 'bad' },
  'not-judged': { word: 'not judged', mood: 'careful' },
  'not-diagnosed': { word: 'not diagnosed', mood: 'careful' },
} as const;

type ToldId = keyof typeof toldAs;

/** Why there is no diagnosis. */
export const undiagnosed = (says: string): Told => ({ id: 'not-diagnosed', says, fix: '', causes: [] });
export const tooLarge = (says: string): Told => ({
  ...{ id: 'too-large', says, causes: [] },
  fix: 'Send a smaller request of the same program.',
});

/** What an answer refuses. */
export interface Refusal {
  /** `DUPLICATE_TRANSACTION`; undefined if the contract does not list it. */
  readonly code: string | undefined;
  readonly says: string;
  readonly fix: string;
  /** With --signature-only: only the emulator does not know the receipt. */
  readonly isExcused?: boolean;
}

/** In the words of the contract, if it has some; undefined if the answer refuses nothing. */
export function refusalIn(
  { answer, interface: of = 'gateway' }: Seen,
  signatureOnly: boolean,
): Refusal | undefined {
  const { status, body, because = '' } = answer;
  if (status >= 200 && status <= 299) return undefined;
  const sent = once(membersIn(readBody(body)), failureShape[of].member);
  const entry = wordsOf(of, typeof sent === 'string' ? sent : undefined);
  const code = entry && String(sent);
  // Its store has only the demo purchases and those of --store: the request may be right.
  if (answer.isUnknownReceipt === true) {
    const fix = 'Add the purchase with `--store <file>`, or start with `--signature-only`.';
    return { code, says: 'The emulator’s store does not know this receipt.', fix, isExcused: signatureOnly };
  }
  // With 400 the emulator names the member, which the contract’s own words do not.
  if (entry !== undefined && status !== 400) return { code, says: entry.means, fix: entry.fix };
  return {
    code,
    says: `${because} The contract does not show the service’s own answer.`.trim(),
    fix: entry === undefined ? familyRule(status) : '',
  };
}

/** `refused`: what the answer refuses and nothing excuses. */
export function toldOf(diagnosis: Diagnosis, refused?: Refusal): Told {
  const { id, says, next: fix, causes } = verdictOf(diagnosis);
  const told = { says, fix, causes };
  const isFine = causes.length === 0;
  const has = (cause: string): boolean => causes.includes(cause);
  switch (id) {
    case 'signature-right': {
      if (refused === undefined) return { ...told, id, fix: isFine ? '' : fix };
      const first = isFine ? 'The signature is right, but the request' : `${says} The request`;
      return {
        ...told,
        id: 'refused',
        says: `${first} was refused. ${refused.says}`,
        fix: refused.fix || (isFine ? '' : fix),
      };
    }
    case 'cannot-succeed':
      return { ...told, id };
    case 'cause-unknown':
      return { ...told, id: has('request-too-large') ? 'too-large' : id };
    default:
      return { ...told, id: has('hdr-signature-missing') ? 'signature-missing' : 'cause-found' };
  }
}

/** What the contract does not show, as a callback, may be right: of its signature only a proven cause is told. */
export function judged({ operation, target }: Seen, found: Diagnosis | Told | undefined): Diagnosis | Told {
  const isProven = found !== undefined && (!('outcome' in found) || isExplained(found));
  if (found !== undefined && (operation !== undefined || isProven)) return found;
  const [near] = nearest(withoutQuery(target), Object.values(paths));
  const says = 'The contract does not show this path, so pvg did not judge the request.';
  const told = { id: 'not-judged', says, fix: '', causes: [] } as const;
  if (near === undefined) return told;
  const fix = 'If this is a call to the service, correct the path.';
  return { ...told, says: `${says} A similar path is \`${near}\`.`, fix };
}
