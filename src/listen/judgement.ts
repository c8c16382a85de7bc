import { Buffer } from 'node:buffer';
import { nearestPaths } from '../contract/request-path.js';
import type { RequestDiagnosis } from '../diagnosis/outcome.js';
import { mismatchVerdict } from '../diagnosis/verdict.js';
import { readSubject } from '../service/subject.js';
import { judgeAnswer } from '../service/judge.js';
import { verdictIdOf } from '../service/policy.js';
import { didYouMean } from '../text/nearest.js';
import { codeWords, familyRule, banAndFix } from '../wording/code-words.js';
import { caveatOf } from '../wording/verdict.js';
import type { ReceivedRequest } from './request.js';

/** What pvg says about one request: about its signature, and about a refusal of the emulator. */
export interface RequestJudgement {
  readonly id: keyof typeof judgementWords;
  readonly says: string;
  readonly fix: string;
  /** The ids of the causes of a wrong signature, then those of other problems. */
  readonly causes: readonly string[];
}

/** The ids for `--json`, each with its word for people. */
export const judgementWords = {
  'signature-right': { word: 'ok', mood: 'good' },
  refused: { word: 'refused', mood: 'bad' },
  'cannot-succeed': { word: 'not allowed', mood: 'bad' },
  'cause-found': { word: 'mismatch', mood: 'bad' },
  'cause-unknown': { word: 'unexplained', mood: 'bad' },
  'signature-missing': { word: 'no signature', mood: 'bad' },
  'too-large': { word: 'too large', mood: 'bad' },
  'not-judged': { word: 'not judged', mood: 'careful' },
  'not-diagnosed': { word: 'not diagnosed', mood: 'careful' },
} as const;

/** The judgement of a request that was not diagnosed. */
export function undiagnosed(
  says: string,
  id: RequestJudgement['id'] = 'not-diagnosed',
  fix = '',
): RequestJudgement {
  return { id, says, fix, causes: [] };
}

export function requestTooLarge(says: string): RequestJudgement {
  return undiagnosed(says, 'too-large', 'Send a smaller request of the same program.');
}

/** The judgement for a path that the contract does not show. It may be a right callback, so pvg does not call it wrong. */
export function notJudged(target: string): RequestJudgement {
  const near = didYouMean(nearestPaths(target)) ?? '`pvg help service` has the paths.';
  return undiagnosed(
    'The contract does not show this path, so pvg did not judge the request.',
    'not-judged',
    `If this is a call to the service, correct its path: ${near}`,
  );
}

/** Why the emulator refused a request. */
export interface RequestRefusal {
  /** `DUPLICATE_TRANSACTION`; undefined if the contract does not list it. */
  readonly code: string | undefined;
  readonly says: string;
  readonly fix: string;
  /** With --signature-only a receipt that only the emulator's store lacks is no refusal. */
  readonly isExcused?: boolean;
}

/** Why the request was refused, in the contract’s words if it has some; undefined if it was not refused. */
export function readRefusal(
  { answer }: ReceivedRequest,
  signatureOnly: boolean,
): RequestRefusal | undefined {
  const { status, code, because = '' } = answer;
  if (status >= 200 && status <= 299) return undefined;
  // The emulator’s store has only demo purchases and those of --store, so the request may be right for the service.
  if (answer.isUnknownReceipt === true) {
    return {
      code,
      says: 'The emulator’s store does not know this receipt.',
      fix: 'Add the purchase with `--store <file>`, or start with `--signature-only`.',
      isExcused: signatureOnly,
    };
  }
  if (answer.isPending === true) {
    return {
      code,
      says: 'The purchase is pending: the player has not paid yet.',
      fix: 'Nothing is wrong with the request. Do not grant, and verify again when it is paid.',
    };
  }
  // With 400 the emulator’s own sentence is better than the contract’s words: it names the wrong member.
  if (code !== undefined && status !== 400) {
    const words = codeWords(code);
    return { code, says: words.means, fix: banAndFix(words) };
  }
  return {
    code,
    says: `${because} The contract does not show the service’s own answer.`.trim(),
    fix: code === undefined ? familyRule(status) : '',
  };
}

/** The caveat of a look-up that reports a paid purchase; empty for any other answer. */
export function paidCaveat({ operation, answer, body }: ReceivedRequest): string {
  if (operation !== 'lookup') return '';
  const { status, text } = answer;
  const received = { status, body: Buffer.from(text) };
  const outcome = judgeAnswer('lookup', received, readSubject(body ?? new Uint8Array()));
  return caveatOf(verdictIdOf(outcome.kind) ?? undefined) ?? '';
}

/** @param refusal undefined if the request was not refused, or the refusal is excused */
export function judgeDiagnosis(
  diagnosis: RequestDiagnosis,
  refusal?: RequestRefusal,
): RequestJudgement {
  const { id, says, next, causes } = mismatchVerdict(diagnosis);
  const hasNoProblem = id === 'signature-right' && causes.length === 0;
  const fix = hasNoProblem ? '' : next;
  if (id === 'signature-right' && refusal !== undefined) {
    const beginning = hasNoProblem
      ? 'The signature is right, but the request'
      : `${says} The request`;
    return {
      id: 'refused',
      says: `${beginning} was refused. ${refusal.says}`,
      fix: refusal.fix || fix,
      causes,
    };
  }
  if (id === 'signature-right' || id === 'cannot-succeed') return { id, says, fix, causes };
  if (id === 'cause-unknown') {
    // With a large body some ways are still tried, so only a request that was not searched at all is too large.
    const isTooLarge = causes.includes('request-too-large') && diagnosis.tried === 0;
    return { id: isTooLarge ? 'too-large' : id, says, fix, causes };
  }
  // The other verdicts name what is wrong: `cause-found`, `step-differs` and `headers-at-fault`.
  const isUnsigned = causes.includes('hdr-signature-missing');
  return { id: isUnsigned ? 'signature-missing' : 'cause-found', says, fix, causes };
}
