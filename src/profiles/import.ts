import type { Context } from '../context.js';
import { parseEnvironment } from '../contract/environments.js';
import type { FieldPath, Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { JsonObject, type Json } from '../text/json/json.js';
import { shownFingerprint } from '../signing/digest.js';
import { Draft, partsIn, type Given } from './draft.js';
import { fields, fieldValues } from './fields.js';
import { neededSecrets, saveProfile, type Saved } from './manage.js';
import { checkNew } from './naming.js';
import { checkProfileName, isProfileName } from './profile.js';
import { fromProfileJson, parseObject, repeatedMember } from './profile-json.js';

/** Reads what `pvg profile export` wrote: one profile, or all of them. */

type Asked = Omit<Given, 'fields'>;

/** A stored profile that is the same as in the file; `notes`: which secrets it still needs. */
export interface Unchanged {
  readonly profile: Profile;
  readonly notes: readonly string[];
}

/** Of a file with all profiles: each is stored, was there already, or is not stored because of its failure. */
export interface ImportedAll {
  readonly stored: readonly Saved[];
  readonly unchanged: readonly Unchanged[];
  readonly failed: readonly { readonly name: string; readonly error: PvgError }[];
}

/** @throws {PvgError} `input-unreadable`, and for one profile those of importProfile */
export async function importProfiles(
  context: Context,
  bytes: Uint8Array,
  name: string | undefined,
  asked: Asked,
): Promise<Saved | ImportedAll> {
  const json = parseObject(bytes);
  const all = json?.get('profiles');
  if (json === undefined || !Array.isArray(all)) return importProfile(context, json, name, asked);
  if (name !== undefined) {
    throw new PvgError('usage', 'The file has several profiles, so --name cannot be used.', {
      hint: 'Import it without `--name`. `pvg profile rename` gives a profile another name.',
    });
  }
  const stored: Saved[] = [];
  const unchanged: Unchanged[] = [];
  const failed: { name: string; error: PvgError }[] = [];
  for (const [index, each] of all.entries()) {
    const one = each instanceof JsonObject ? each : undefined;
    const told = one?.get('name');
    const called =
      typeof told === 'string' && isProfileName(told) ? told : `number ${String(index + 1)} of the file`;
    try {
      const same = await storedAs(context, told, one);
      if (same) unchanged.push(same);
      else stored.push(await importProfile(context, one, undefined, asked));
    } catch (error) {
      if (!(error instanceof PvgError)) throw error;
      failed.push({ name: called, error });
    }
  }
  return { stored, unchanged, failed };
}

/** The stored profile of this name, if the file would change nothing in it. */
async function storedAs(
  { profiles }: Context,
  name: Json | undefined,
  json: JsonObject | undefined,
): Promise<Unchanged | undefined> {
  if (json === undefined || typeof name !== 'string' || !(await profiles.names()).includes(name))
    return undefined;
  const read = repeatedMember(json) === undefined ? fromProfileJson(name, json) : undefined;
  const profile = await profiles.read(name).catch(() => undefined);
  if (profile === undefined || read === undefined || !isSame(profile, read)) return undefined;
  const values = fieldValues(profile);
  return { profile, notes: neededSecrets(name, { values, parts: partsIn(values) }) };
}

/** A secret that the stored profile still lacks is the same if both have its fingerprint. */
function isSame(stored: Profile, read: Profile): boolean {
  const [own, given] = [fieldValues(stored), fieldValues(read)];
  return (
    stored.environment === read.environment &&
    stored.readOnly === read.readOnly &&
    read.keyring === undefined &&
    fields.every(({ path, secret }) => {
      const [value, other] = [own[path], given[path]];
      if (!secret || other !== undefined) return value === other && isOwn(other, read.fingerprints?.[path]);
      return fingerprintOf(value, stored, path) === read.fingerprints?.[path];
    })
  );
}

/** Whether a secret in the file is the one that was exported. */
const isOwn = (secret: string | undefined, exported: string | undefined): boolean =>
  secret === undefined || exported === undefined || shownFingerprint(secret) === exported;

const fingerprintOf = (value: string | undefined, { fingerprints }: Profile, path: FieldPath) =>
  value === undefined ? fingerprints?.[path] : shownFingerprint(value);

/** @throws {PvgError} `input-unreadable`, `usage` also for a secret that is not the exported one, and those of addProfile */
async function importProfile(
  context: Context,
  json: JsonObject | undefined,
  name: string | undefined,
  asked: Asked,
): Promise<Saved> {
  const repeated = json && repeatedMember(json);
  if (repeated !== undefined) {
    throw new PvgError('input-unreadable', `The profile to import has the member ${repeated} twice.`, {
      hint: 'Remove one of the two.',
    });
  }
  const ownName = json?.get('name');
  const told = name ?? (typeof ownName === 'string' ? ownName : undefined);
  const read = json && fromProfileJson(told ?? '', json);
  const environment = json?.get('environment');
  if (typeof environment === 'string' && parseEnvironment(environment) === undefined) {
    throw new PvgError('input-unreadable', 'The environment in the file is neither dev nor prod.', {
      hint: 'Write `"environment": "dev"` or `"environment": "prod"` in the file.',
    });
  }
  if (json === undefined || read === undefined) {
    throw new PvgError('input-unreadable', 'The file to import is not a profile.', {
      hint: 'Use a file that `pvg profile export` wrote.',
    });
  }
  if (told === undefined) {
    throw new PvgError('usage', 'The profile to import has no name.', {
      hint: 'Add a name: `--name game-dev`.',
    });
  }
  checkProfileName(told);
  await checkNew(context, told, 'or store this one under another name: add `--name <name>`.');
  const given: Given = {
    ...asked,
    of: told,
    fields: {},
    keyring: asked.keyring ?? read.keyring !== undefined,
  };
  // An old file that pvg kept may name an entry of the keyring.
  const whole = await context.profiles.withSecrets(read);
  const draft = new Draft(context, given, { ...fieldValues(whole) });
  const { parts } = draft;
  for (const part of parts) await draft.complete(part, false);
  if (parts.length === 0)
    throw new PvgError('usage', 'The profile to import has neither a gateway part nor a session part.');
  return saveProfile(context, draft, read, given);
}
