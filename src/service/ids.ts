import { interfaceOf, type Operation } from '../contract/interfaces.js';
import { failureShape, listed } from '../contract/listed.js';
import type { Kind, LookupKind, Outcome, SessionKind, VerifyKind } from './outcome.js';

/** The ids by which programs know an outcome: of its verdict, and of what kept it from one. */

export type VerdictId = LookupKind | Exclude<VerifyKind, 'own-duplicate'> | SessionKind;

const withoutVerdict: readonly Kind[] = [
  ...(['own-duplicate', 'unclear', 'refused', 'credentials-refused', 'failed', 'limited'] as const),
  ...(['lost', 'not-reached', 'broken', 'foreign', 'redirected'] as const),
];

/** null if it is no answer about the purchase or the player. A refused verify has the verdict of a rejected look-up. */
export const verdictIdOf = (kind: Kind): VerdictId | null => {
  if (kind === 'rejected') return 'not-confirmed';
  return withoutVerdict.includes(kind) ? null : (kind as VerdictId);
};

export interface ErrorId {
  /** The service's own code, or pvg's. */
  readonly code: string;
  readonly section: string | null;
}

const answerSections: Readonly<Record<Operation, string>> = {
  verify: '§2.2',
  lookup: '§2.4',
  session: '§2.6',
};

/** null for an answer that the call was made for. */
export function errorIdOf(
  of: Pick<Outcome, 'operation' | 'kind' | 'status'> & { readonly code?: string | undefined },
): ErrorId | null {
  const { operation, kind, code, status = 0 } = of;
  switch (kind) {
    case 'not-confirmed':
    case 'store-unavailable':
      return { code: kind, section: '§2.4' };
    case 'verified-doubtful':
    case 'verified-other-product':
      return { code: kind, section: '§7.1' };
    case 'own-duplicate':
      return { code: 'outcome-unknown', section: '§7.1' };
    case 'unclear':
      return { code: 'outcome-unknown', section: '§3.1' };
    case 'lost':
      return { code: 'outcome-unknown', section: operation === 'verify' ? '§3.1' : null };
    case 'not-reached':
      return { code: kind, section: null };
    case 'broken':
      return { code: 'no-contract-shape', section: null };
    case 'foreign':
      return { code: 'no-contract-shape', section: answerSections[operation] };
    case 'redirected':
      return { code: 'no-contract-shape', section: '§4' };
    case 'already-verified':
    case 'rejected':
    case 'refused':
    case 'credentials-refused':
    case 'failed':
    case 'limited': {
      const name = interfaceOf(operation);
      const section = listed(name, code)?.section ?? failureShape[name].section;
      return { code: code ?? `http-${status}`, section };
    }
    default:
      return null;
  }
}
