import { basename, dirname, join } from 'node:path';
import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import type { BatchPlan } from './options.js';
import { partOf } from './shard.js';

/**
 * What the rows of an output were asked with, in a file beside it, so that a resumed run does not mix answers of two
 * services. It stays as long as the output does: rows may be added to an input that was answered. An output that was
 * moved without it is resumed as it is.
 */

export interface RunSettings {
  readonly profile: string;
  readonly environment: string;
  readonly origin: string;
  readonly client_id: string;
  readonly product_id: string | null;
  readonly package: string | null;
  readonly map: string;
  /** undefined: all rows. */
  readonly shard: string | undefined;
}

const named: Readonly<Record<keyof RunSettings, string>> = {
  profile: 'the profile',
  environment: 'the environment',
  origin: 'the gateway’s origin',
  client_id: 'the client id',
  product_id: '--product-id',
  package: '--package',
  map: '--map',
  shard: '--shard',
};

export const settingsPath = (out: string): string => join(dirname(out), `.${basename(out)}.settings`);

export const runSettings = (
  { rows, shard }: Pick<BatchPlan, 'rows' | 'shard'>,
  place: {
    readonly profile: string;
    readonly environment: string;
    readonly baseUrl: string;
    readonly clientId: string;
  },
): RunSettings => ({
  profile: place.profile,
  environment: place.environment,
  origin: new URL(place.baseUrl).origin,
  client_id: place.clientId,
  product_id: rows.productId ?? null,
  package: rows.package ?? null,
  map: [...rows.map]
    .map(([field, column]) => `${field}=${column}`)
    .sort()
    .join(', '),
  shard: shard === undefined || shard.count === 1 ? undefined : partOf(shard),
});

/** @throws {FileError} */
export const writeSettings = (
  { files }: Pick<Context, 'files'>,
  out: string,
  settings: RunSettings,
): Promise<void> => files.replace(settingsPath(out), `${JSON.stringify(settings)}\n`);

/**
 * Whether it is known what the output was made with.
 * @throws {PvgError} `usage` where that were other settings; FileError
 */
export async function requireSameSettings(
  { files }: Pick<Context, 'files'>,
  out: string,
  settings: RunSettings,
): Promise<boolean> {
  const bytes = await files.readIfThere(settingsPath(out));
  const before = bytes && parsed(new TextDecoder().decode(bytes));
  if (before === undefined) return false;
  const keys = Object.keys(named) as (keyof RunSettings)[];
  const different = keys.filter((key) => (before[key] ?? null) !== (settings[key] || null));
  if (different.length === 0) return true;
  const told = different.map(
    (key) => `${named[key]} (then ${shown(before[key])}, now ${shown(settings[key])})`,
  );
  throw new PvgError(
    'usage',
    `--out was made with other settings: ${told.join('; ')}. Nothing was sent or changed.`,
    {
      hint: `Resume with the same settings, or name another --out. Where the output is not of that run, remove ${settingsPath(out)}.`,
    },
  );
}

const shown = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : 'none');

function parsed(text: string): Readonly<Partial<Record<keyof RunSettings, unknown>>> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null) return undefined;
    const { map, ...others } = json as Partial<Record<keyof RunSettings, unknown>>;
    return { ...others, map: map === '' ? null : map };
  } catch {
    return undefined;
  }
}
