import { basename, dirname, join } from 'node:path';
import type { Context } from '../context.js';
import type { Environment } from '../contract/environments.js';
import type { BatchPlan } from './options.js';
import { wrongUsage } from './refusal.js';
import { partOf } from './shard.js';

/**
 * The settings of a run, in a file next to its output, so that a resumed run does not mix answers of two services. The
 * file stays after the run, because rows may be added to the input later. An output that was moved without it can be
 * resumed unchecked.
 */

const named = {
  profile: 'the profile',
  environment: 'the environment',
  origin: 'the gateway address',
  client_id: 'the client id',
  product_id: '--product-id',
  package: 'the package',
  map: '--map',
  shard: '--shard',
} as const;

/** No shard means all rows. */
export type RunSettings = Readonly<{ profile: string; environment: Environment }> &
  Readonly<Record<Exclude<keyof typeof named, 'profile' | 'environment'>, string | null | undefined>>;

export const settingsPath = (out: string): string => join(dirname(out), `.${basename(out)}.settings`);

export const runSettings = (
  { rows, shard }: Pick<BatchPlan, 'rows' | 'shard'>,
  asked: Readonly<Record<'profile' | 'baseUrl' | 'clientId', string>> & { readonly environment: Environment },
): RunSettings => ({
  profile: asked.profile,
  environment: asked.environment,
  origin: new URL(asked.baseUrl).origin,
  client_id: asked.clientId,
  product_id: rows.ofAll.product_id ?? null,
  package: rows.ofAll.package ?? rows.packageOfProfile ?? null,
  map: Array.from(rows.map, ([field, column]) => `${field}=${column}`)
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
 * Whether the settings of the output are known.
 * @throws {PvgError} `usage` if they are different; FileError
 */
export async function requireSameSettings(
  { files }: Pick<Context, 'files'>,
  out: string,
  settings: RunSettings,
): Promise<boolean> {
  const before = parsed(await files.readIfThere(settingsPath(out)));
  if (before === undefined) return false;
  const different = (Object.keys(named) as (keyof RunSettings)[])
    .map((key) => ({ name: named[key], then: shown(before[key]), now: shown(settings[key]) }))
    .filter(({ then, now }) => then !== now);
  if (different.length === 0) return true;
  const told = different.map(({ name, then, now }) => `${name} (was ${then}, is now ${now})`).join('; ');
  throw wrongUsage(
    `--out was made with different settings: ${told}. Nothing was sent or changed.`,
    `Resume with the same settings, or choose another --out. If --out is not from that run, remove ${settingsPath(out)}.`,
  );
}

const shown = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : 'none');

function parsed(bytes: Uint8Array | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof json === 'object' && json !== null ? { ...json } : undefined;
  } catch {
    return undefined;
  }
}
