import type { Difference } from './difference.js';
import type { ExpectedSteps } from './expected-values.js';
import type { CutShort } from './search/limits.js';

/** What explains a signature: the ids of its causes in the catalogue, the sentences, and what to do. */
export type SignatureFinding = {
  readonly causes: readonly string[];
  readonly says: string;
  readonly fix: string;
  /** The difference between the sent body and the signed bytes. */
  readonly difference: Difference | null;
};

/** Something wrong with a request that can be seen without a search. */
export interface LintFinding {
  readonly id: string;
  readonly says: string;
  readonly fix: string;
  /**
   * `refused`: the contract shows that the service refuses the request. `not-allowed`: against the contract, which does
   * not show the service's answer. `unclear`: the request may succeed.
   */
  readonly effect: 'refused' | 'not-allowed' | 'unclear';
}

/** Whether both are the same problem. Compares values, because redaction makes copies. */
export function isSameProblem(one: LintFinding, other: LintFinding | undefined): boolean {
  return one.id === other?.id && one.says === other.says;
}

/** The result of a diagnosis. Each kind has only the fields that it needs. */
export type DiagnosisOutcome =
  | { readonly kind: 'right' }
  /** The signature is right, but the service refuses the request or the contract does not allow it: `lint` says why. */
  | { readonly kind: 'refused-anyway' }
  | {
      readonly kind: 'explained';
      readonly finding: SignatureFinding;
      /** The contract does not show whether the service accepts such a signature, so this is only a warning. */
      readonly isOpen?: true;
    }
  /** The sender's own values show which step differs. If all of them are right, the key differs. */
  | {
      readonly kind: 'step-differs';
      readonly step: 'body hash' | 'message' | 'key';
      readonly finding: SignatureFinding;
    }
  /** `isSigned`: the search found how the signature was made, so the header is all that is wrong. */
  | { readonly kind: 'bad-header'; readonly problem: LintFinding; readonly isSigned: boolean }
  /** The text of X-Signature has not the form of a signature, and no cause of the catalogue explains it. */
  | { readonly kind: 'not-a-digest'; readonly says: string; readonly fix: string }
  | { readonly kind: 'masked'; readonly problem: LintFinding }
  | {
      readonly kind: 'unknown';
      /** The limit that ended the search before everything was tried; null if nothing was left. */
      readonly cutShort: CutShort | null;
    };

export interface RequestDiagnosis {
  readonly outcome: DiagnosisOutcome;
  /** The problems of the request that need no search. */
  readonly lint: readonly LintFinding[];
  /** White space after the body in its file: `added` by an editor, so it was left out of the body; `signed` with the body. */
  readonly fileEnd: 'added' | 'signed' | null;
  /** How many ways to sign the request were tried. */
  readonly tried: number;
  /** What these ways count against the attempts of the input: a way that hashes many bytes counts more than once. */
  readonly spent: number;
  /** The right values to compare with; null if a header or the secret is missing. */
  readonly expected: ExpectedSteps | null;
  /** The fingerprint and the length of the right key, for people to compare; undefined without a secret. */
  readonly key?: string | undefined;
}

/** Whether the signature is exactly the text that §5 asks for. */
export function isMatch({ outcome: { kind } }: Pick<RequestDiagnosis, 'outcome'>): boolean {
  return kind === 'right' || kind === 'refused-anyway';
}

/** Whether nothing explains the signature, although the right values are known. */
export function isUnexplained({
  outcome,
  expected,
}: Pick<RequestDiagnosis, 'outcome' | 'expected'>): boolean {
  return outcome.kind === 'unknown' && expected !== null;
}

/** What explains the signature; null if nothing does. */
export function findingOf({ outcome }: Pick<RequestDiagnosis, 'outcome'>): SignatureFinding | null {
  return outcome.kind === 'explained' ? outcome.finding : null;
}
