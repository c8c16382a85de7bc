import { PvgError } from '../failure.js';

/** What a check finds; one that finds several problems has a finding for each. */
export interface Finding {
  readonly status: 'ok' | 'warning' | 'problem';
  /** One or two sentences, never with a secret or a value that may be one. */
  readonly says: string;
  /** A command to type; null if all is well. */
  readonly fix: string | null;
  /** As in PvgError: what a failure is about. Findings about the same thing share a fix. */
  readonly about?: string;
}

/** The id of a check and what it found. `--json` prints the ids: they are a promise. */
export type Checked = readonly [id: string, found: Finding | readonly Finding[]];

export interface Check extends Finding {
  readonly id: string;
}

export const ok = (says: string): Finding => ({ status: 'ok', says, fix: null });
export const warning = (says: string, fix: string): Finding => ({ status: 'warning', says, fix });
export const problem = (says: string, fix: string): Finding => ({ status: 'problem', says, fix });

export const allOr = (troubles: readonly Finding[], fine: string): readonly Finding[] =>
  troubles.length > 0 ? troubles : [ok(fine)];

/** Turns a PvgError into a problem; any other error is a fault of pvg and is thrown again. */
export function problemFrom(error: unknown, fix: string): Finding {
  if (!(error instanceof PvgError)) throw error;
  const { about } = error.details;
  return { ...problem(error.message, fix), ...(about !== undefined && { about }) };
}

/** The fix of a finding about the same thing; `otherwise` if there is none. */
export function fixFrom(found: readonly Finding[], { details }: PvgError, otherwise: string): string {
  const same = found.find(({ about }) => about !== undefined && about === details.about);
  return same?.fix ?? otherwise;
}
