import type { Difference } from './difference.js';
import type { ExpectedSteps } from './expected-values.js';
import type { CutShort } from './search/limits.js';

/** True sentences about how a signature was made, their ids in the catalogue, and what to do. */
export type SignatureFinding = {
  readonly causes: readonly string[];
  readonly says: string;
  readonly fix: string;
  /** Between the sent body and the bytes that were signed instead. */
  readonly difference: Difference | null;
};

/** Something wrong with a request that can be seen without a search. */
export interface LintFinding {
  readonly id: string;
  readonly says: string;
  readonly fix: string;
  /** `not-allowed`: against the contract, but its answer is not shown. `unclear`: it may succeed. */
  readonly effect: 'refused' | 'not-allowed' | 'unclear';
}

/** Whether both are one finding: a copy with withheld texts is another object. */
export function isSameProblem(one: LintFinding, other: LintFinding | undefined): boolean {
  return one.id === other?.id && one.says === other.says;
}

/** What a diagnosis comes to; each kind has only the fields that it needs. */
export type DiagnosisOutcome =
  | { readonly kind: 'right' }
  /** Signed right, but the service refuses it, or the contract does not allow it: why is in `lint`. */
  | { readonly kind: 'refused-anyway' }
  | {
      readonly kind: 'explained';
      readonly finding: SignatureFinding;
      /** The contract does not show whether the service takes it: a warning, not a certain mistake. */
      readonly isOpen?: true;
    }
  /** The values that the sender's program had in hand show which step differs; all of them are right: the key. */
  | {
      readonly kind: 'step-differs';
      readonly step: 'body hash' | 'message' | 'key';
      readonly finding: SignatureFinding;
    }
  | { readonly kind: 'bad-header'; readonly problem: LintFinding; readonly isSigned: boolean }
  | { readonly kind: 'not-a-digest'; readonly says: string; readonly fix: string }
  | { readonly kind: 'masked'; readonly problem: LintFinding }
  | {
      readonly kind: 'unknown';
      /** The limit that ended the search before everything was tried; null if nothing was left. */
      readonly cutShort: CutShort | null;
    };

export interface RequestDiagnosis {
  readonly outcome: DiagnosisOutcome;
  /** What is wrong beside the signature's cause, or what explains it alone. */
  readonly lint: readonly LintFinding[];
  /** White space after the body in its file: `added` is not counted, in `right` and the expected values; `signed` was signed. */
  readonly fileEnd: 'added' | 'signed' | null;
  /** How many ways to sign the request were tried. */
  readonly tried: number;
  /** What these ways count against the attempts of the input: one that hashes much counts more than once. */
  readonly spent: number;
  /** The right values to compare with; null if a header or the secret is missing. */
  readonly expected: ExpectedSteps | null;
  /** The fingerprint of the right key and its length, to be compared; undefined without a secret. */
  readonly key?: string | undefined;
}

/** Whether the signature is exactly the text that §5 asks for. */
export function isMatch({ outcome: { kind } }: Pick<RequestDiagnosis, 'outcome'>): boolean {
  return kind === 'right' || kind === 'refused-anyway';
}

/** What explains the signature; null if nothing does. */
export function findingOf({ outcome }: Pick<RequestDiagnosis, 'outcome'>): SignatureFinding | null {
  return outcome.kind === 'explained' ? outcome.finding : null;
}
