import type { Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';

/** What is checked; the names are a promise, `--json` has them. */
type CheckId =
  | 'node-version'
  | 'config-folder'
  | 'profile-files'
  | 'chosen-profile'
  | 'project-file'
  | 'variables'
  | 'secret-variables'
  | 'unknown-variables'
  | 'profile-in-use'
  | Interface
  | 'addresses'
  | 'environments'
  | 'proxy'
  | 'tls'
  | 'extra-certificates'
  | 'state-folder'
  | 'journal'
  | 'clock'
  | 'online'
  | `online-${Interface}`
  | 'probe';

/** A finding of the doctor; a check that finds several troubles has one for each, under the same id. */
export interface Check {
  readonly id: CheckId;
  readonly status: 'ok' | 'warning' | 'problem';
  /** One or two sentences. Never a secret, never a value that may be one. */
  readonly says: string;
  /** A command to type; null where all is well. */
  readonly fix: string | null;
  /** As in the failure of a command: what fails by it has the same fix. */
  readonly about?: string;
}

export const ok = (id: CheckId, says: string): Check => ({ id, status: 'ok', says, fix: null });

const trouble =
  (status: 'warning' | 'problem') =>
  (id: CheckId, says: string, fix: string): Check => ({ id, status, says, fix });

export const warning = trouble('warning');
export const problem = trouble('problem');

export const allOr = (troubles: readonly Check[], fine: Check): readonly Check[] =>
  troubles.length > 0 ? troubles : [fine];

/** A failure of ours as what it is: a problem. Any other is a fault and goes on. */
export function problemFrom(id: CheckId, error: unknown, fix: string): Check {
  if (!(error instanceof PvgError)) throw error;
  const { about } = error.details;
  return { ...problem(id, error.message, fix), ...(about !== undefined && { about }) };
}

/** The fix of the finding that is about the same; `otherwise` where there is none. */
export function fixFrom(found: readonly Check[], { details }: PvgError, otherwise: string): string {
  const same = found.find(({ about }) => about !== undefined && about === details.about);
  return same?.fix ?? otherwise;
}
