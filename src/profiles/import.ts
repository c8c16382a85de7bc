import type { Context } from '../context.js';
import { parseEnvironment } from '../contract/environments.js';
import { PvgError } from '../failure.js';
import { JsonObject } from '../text/json/json.js';
import { printJson } from '../text/json/print.js';
import { Draft, type Given } from './draft.js';
import { fieldValues } from './fields.js';
import { saveProfile, type Saved } from './manage.js';
import { checkNew } from './naming.js';
import { checkProfileName, isProfileName } from './profile.js';
import { exportedJson, fromProfileJson, parseObject, repeatedMember } from './profile-json.js';

/** Reads what `pvg profile export` wrote: one profile, or all of them. */

type Asked = Omit<Given, 'fields'>;

/** Of a file with all profiles: each is stored, was there already, or is not stored because of its failure. */
export interface ImportedAll {
  readonly stored: readonly Saved[];
  readonly unchanged: readonly string[];
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
  const unchanged: string[] = [];
  const failed: { name: string; error: PvgError }[] = [];
  for (const [index, each] of all.entries()) {
    const one = each instanceof JsonObject ? each : undefined;
    const told = one?.get('name');
    const called =
      typeof told === 'string' && isProfileName(told) ? told : `number ${String(index + 1)} of the file`;
    try {
      if (one && (await isStored(context, called, one))) unchanged.push(called);
      else stored.push(await importProfile(context, one, undefined, asked));
    } catch (error) {
      if (!(error instanceof PvgError)) throw error;
      failed.push({ name: called, error });
    }
  }
  return { stored, unchanged, failed };
}

/** Whether an export of the stored profile would give the same. */
async function isStored({ profiles }: Context, name: string, json: JsonObject): Promise<boolean> {
  if (!(await profiles.names()).includes(name)) return false;
  const profile = await profiles.read(name).catch(() => undefined);
  const text = printJson(json);
  return [true, false].some((secrets) => profile && printJson(exportedJson(profile, secrets)) === text);
}

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
