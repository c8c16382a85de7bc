import { parseEnvironment, type Environment } from '../contract/environments.js';
import type { PvgError } from '../failure.js';
import { wrongUsage } from '../tables/refusals.js';
import type { TableRow } from '../tables/table-row.js';
import type { InputField } from './column-roles.js';

/** Where the look-ups were made. null: their rows do not say, or several profiles made them. */
export interface AskedTarget {
  readonly environment: Environment | null;
  readonly profile: string | null;
  /** All profiles, if there are several; else none. */
  readonly mixedProfiles: readonly string[];
}

interface FirstLookup {
  readonly environment: Environment;
  /** `--lookups month.ndjson, line 1`. */
  readonly place: string;
}

/** Remembers of which profiles and which environment the look-ups are. A purchase of one environment says nothing of another. */
export class AskedProfiles {
  #first: FirstLookup | undefined;
  readonly #profiles = new Set<string | undefined>();

  /** @throws {PvgError} `usage` for a row of another environment than the rows before it */
  take(title: string, rows: readonly TableRow<InputField>[]): void {
    for (const { line, values } of rows) {
      // Only `pvg batch` writes these words. A table of another origin may have any text in such a column.
      const environment = parseEnvironment(values.environment ?? '');
      if (environment === undefined) continue;
      const lookup = { environment, place: `${title}, line ${line}` };
      this.#first ??= lookup;
      if (this.#first.environment !== environment) throw mixedError(this.#first, lookup);
      this.#profiles.add(values.profile);
    }
  }

  target(): AskedTarget {
    const [profile = null, ...otherProfiles] = this.#profiles;
    const isMixed = otherProfiles.length > 0;
    const names = Array.from(this.#profiles, (name = 'environment variables') => name);
    return {
      environment: this.#first?.environment ?? null,
      profile: isMixed ? null : profile,
      mixedProfiles: isMixed ? names.sort() : [],
    };
  }
}

const mixedError = (first: FirstLookup, other: FirstLookup): PvgError =>
  wrongUsage(
    `The look-ups are of two environments: ${first.environment} (${first.place}) and ${other.environment} (${other.place}).`,
    'Reconcile each environment by itself, with its own list of grants.',
  );
