/**
 * What the service's contract says, as data.
 * @module
 */

import { headerNames as allHeaders, paths as allPaths } from '../contract/interfaces.js';
import { limits as allLimits } from '../contract/limits.js';
import { listedFailures } from '../contract/listed.js';

/** One error code of the service (§7). */
export interface ServiceError {
  /** As the service sends it: `DUPLICATE_TRANSACTION`, `invalid_request`. */
  readonly code: string;
  /** Which interface answers with it: the gateway (§7.1) or the session interface (§7.2). */
  readonly interface: 'gateway' | 'session';
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The section of the contract that lists it: `§7.1`. */
  readonly section: string;
}

/** Every error code that the contract lists (§7.1, §7.2). */
export const errors: readonly ServiceError[] = (['gateway', 'session'] as const).flatMap((id) =>
  Object.entries(listedFailures[id]).map(([code, { status, section }]) => {
    return { code, interface: id, status, section };
  }),
);

/** The path of each operation (§4). Put it behind the base address of its interface. */
export const paths: Readonly<Record<'verify' | 'lookup' | 'session', string>> = allPaths;

/** The names of the signed headers (§5). */
export const headerNames: Readonly<Record<'clientId' | 'timestamp' | 'signature', string>> = allHeaders;

/** The only numbers that the contract shows (§8). */
export const limits: {
  /** The gateway refuses a timestamp that is further than this from its own clock, either way (§5.1). */
  readonly timestampSkewSeconds: number;
  /** How long a session token is valid (§2.6). */
  readonly sessionTokenMinutes: number;
} = allLimits;
