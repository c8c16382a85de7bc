import { headerNames as allHeaders, paths as allPaths } from '../contract/interfaces.js';
import { limits as allLimits } from '../contract/limits.js';
import { notShown as allNotShown } from '../contract/not-shown.js';
import { gatewayErrors } from '../gateway/errors.js';
import { sessionErrors } from '../session/errors.js';

/** What the service's contract says, as data. */

/** One error code of the service (§7). */
export interface ServiceError {
  readonly code: string;
  readonly interface: 'gateway' | 'session';
  /** HTTP. */
  readonly status: number;
  readonly means: string;
}

const errorsOf = (
  id: ServiceError['interface'],
  catalogue: Readonly<Record<string, { readonly status: number; readonly means: string }>>,
): ServiceError[] =>
  Object.entries(catalogue).map(([code, { status, means }]) => ({ code, interface: id, status, means }));

/** Every error code that the contract lists (§7.1, §7.2). */
export const errors: readonly ServiceError[] = [
  ...errorsOf('gateway', gatewayErrors),
  ...errorsOf('session', sessionErrors),
];

/** The path of each operation, to be put behind the base address (§4). */
export const paths: Readonly<Record<'verify' | 'lookup' | 'session', string>> = allPaths;

/** The names of the signed headers (§5). */
export const headerNames: Readonly<Record<'clientId' | 'timestamp' | 'signature', string>> = allHeaders;

/** The only numbers that the contract shows (§2.6, §5.1). */
export const limits: {
  /** |server time − X-Timestamp| above this is refused. */
  readonly timestampSkewSeconds: number;
  readonly sessionTokenMinutes: number;
} = allLimits;

/** What the contract does not show, by id: nobody can rely on it. */
export const notShown: Readonly<Record<string, { readonly section: string; readonly says: string }>> =
  allNotShown;
