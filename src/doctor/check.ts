import type { Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';

/** The ids of the checks. They are a promise: `--json` prints them. */
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

/** One finding; a check that finds several problems has one for each, under the same id. */
export interface Check {
  readonly id: CheckId;
  readonly status: 'ok' | 'warning' | 'problem';
  /** One or two sentences, never with a secret or a value that may be one. */
  readonly says: string;
  /** A command to type; null if all is well. */
  readonly fix: string | null;
  /** As in PvgError: what a failure is about. Findings about the same thing share a fix. */
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

/** Turns a PvgError into a problem; any other error is a fault of pvg and is thrown again. */
export function problemFrom(id: CheckId, error: unknown, fix: string): Check {
  if (!(error instanceof PvgError)) throw error;
  const { about } = error.details;
  return { ...problem(id, error.message, fix), ...(about !== undefined && { about }) };
}

/** The fix of a finding about the same thing; `otherwise` if there is none. */
export function fixFrom(found: readonly Check[], { details }: PvgError, otherwise: string): string {
  const same = found.find(({ about }) => about !== undefined && about === details.about);
  return same?.fix ?? otherwise;
}
