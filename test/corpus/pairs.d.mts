import type { Credential } from '../../src/contract/credential.js';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import type { SigningAttempt } from '../../src/diagnosis/search/search-parts.js';

/** A request before the mistakes. */
export interface PairBase {
  readonly interface: ObservedRequest['interface'];
  readonly timestamp: string;
  readonly clientId: string;
}

export interface Pair {
  readonly base: PairBase;
  readonly pair: readonly {
    readonly step: string;
    readonly family: string;
    readonly cost: number;
  }[];
  /** Right, with the first mistake, with the second, and with both. */
  readonly drafts: readonly unknown[];
  readonly signatures: readonly string[];
}

type Modules = Readonly<Record<string, unknown>>;
type Signed = Pick<SigningAttempt, 'construction' | 'key'> & { readonly message: Buffer };

export function drawBase(random: unknown): PairBase;
export function pairsOfBase(
  random: unknown,
  base: PairBase,
  modules: Modules,
): Generator<Pair, never>;
export function pairsOf(seed: number, modules: Modules): Generator<Pair, never>;
export function signedOf(base: PairBase, draft: unknown, modules: Modules): Signed;
export function requestOf(base: PairBase, signature: string): ObservedRequest;
export function credentialsOf(base: PairBase): {
  readonly credential: Credential;
  readonly others: readonly Credential[];
};
