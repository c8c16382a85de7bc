import type { Context } from '../context.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { interfaces } from '../contract/interfaces.js';
import type { FieldName, FieldValues, Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { shellLine } from '../text/shell.js';
import { isOfOneEnvironment, sharedWith } from './effective.js';
import {
  fields,
  filled,
  isAddress,
  missingIn,
  optionsFor,
  partsIn,
  plainFields,
  requiredOf,
  secretFields,
  secretsOf,
  without,
  type Field,
} from './fields.js';
import { listProfiles, readStored, requireNew } from './names.js';
import { incomplete } from './resolve.js';
import { readSecret, secretOfVariable } from './secret-input.js';

/** Adds and changes profiles: completes the given values, checks them against other profiles, and writes. */

export interface Given {
  /** For a secret, the file that contains it. */
  readonly values: FieldValues;
  readonly environment?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** Whether secrets go into the system's keyring; undefined: unchanged, or the file for a new profile. */
  readonly keyring?: boolean | undefined;
  /** Whether a person may be asked: false with --no-input. */
  readonly ask: boolean;
}

export interface Saved {
  readonly profile: Profile;
  readonly path: string;
  readonly notes: readonly string[];
}

/** @throws {PvgError} `usage`, `profile-exists`, `secret-missing`, `environments-mixed` */
export async function addProfile(context: Context, name: string, given: Given): Promise<Saved> {
  await requireNew(context, name);
  const environment = await readEnvironment(context, given);
  const draft = await complete(context, given, {}, true);
  const missing = missingSecrets(draft.values);
  if (missing.length > 0) {
    const typed = filled(draft.values, plainFields).flatMap(({ field, value }) => [field.option, value]);
    const again = shellLine(['pvg', 'profile', 'add', name, '--environment', environment, ...typed]);
    throw incomplete(name, missing, `${again} ${optionsFor(missing)}`);
  }
  return save(context, given, draft, { name, environment, readOnly: false });
}

/** Its secrets may stay missing. @throws {PvgError} `usage`, `profile-exists`, `environments-mixed` */
export async function importProfile(context: Context, read: Profile, given: Given): Promise<Saved> {
  const { name, environment, readOnly } = read;
  await requireNew(context, name);
  const draft = await complete(context, given, read, false);
  return save(context, given, draft, { name, environment, readOnly });
}

/** `confirm`: asks before a secret is replaced. @throws {PvgError} `usage`, `profile-unknown`, `environments-mixed` */
export async function setProfile(
  context: Context,
  name: string,
  given: Given,
  confirm: () => Promise<void>,
): Promise<Saved> {
  const old = await readStored(context, name);
  const changes = [...Object.values(given.values), given.readOnly, given.keyring];
  if (changes.every((change) => change === undefined))
    throw usage('No change was given.', 'See `pvg profile set --help` for what can be changed.');
  const draft = await complete(context, given, old, false);
  if (secretFields.some(({ name }) => old[name] !== undefined && draft.values[name] !== old[name]))
    await confirm();
  return save(context, given, draft, old, false);
}

async function save(
  context: Context,
  given: Given,
  { values, notes }: Awaited<ReturnType<typeof complete>>,
  base: Omit<Profile, FieldName>,
  isNew = true,
): Promise<Saved> {
  const { name, environment, readOnly } = base;
  if (partsIn(values).length === 0) {
    const ways = interfaces.map((id) => `\`${optionsFor(requiredOf(id))}\``);
    throw usage('A profile needs a gateway part, a session part or both.', `Use ${ways.join(' or ')}.`);
  }
  const inKeyring = given.keyring ?? base.keyring !== undefined;
  const profile: Profile = {
    ...{ name, environment, readOnly: given.readOnly ?? readOnly, ...values },
    ...(inKeyring && { keyring: name }),
  };
  for (const other of await listProfiles(context, () => true)) {
    if (other.profile) checkEnvironments(profile, other.profile);
    if (other.error)
      notes.push(`The profile ${other.name} cannot be read, so pvg could not compare it with this one.`);
  }
  const { path, left } = await context.profiles.write(profile, isNew);
  if (left !== undefined) notes.push(left);
  if (secretsOf(values).length > 0)
    notes.push(
      inKeyring
        ? 'The secrets are in the system’s keyring.'
        : 'The secrets are in a plain file that only you can read (0600). `--keyring` stores them in the system’s keyring.',
    );
  const missing = missingSecrets(values);
  if (missing.length > 0)
    notes.push(`There is no ${without(missing)} yet: \`pvg profile set ${name} ${optionsFor(missing)}\`.`);
  return { profile, path, notes };
}

/**
 * The values of a profile: those given, the old ones, and what its parts need besides. A secret comes from a file, a
 * variable (of a new profile), the old profile or a person, in this order. @throws {PvgError} `usage`
 */
async function complete(context: Context, given: Given, old: FieldValues, isNew: boolean) {
  const values: Partial<Record<FieldName, string>> = {};
  const notes: string[] = [];
  const known = { ...old, ...given.values };
  for (const field of fields) {
    const { name, words, secret, optional, interface: id } = field;
    const isPart = partsIn({ ...known, ...values }).includes(id);
    const told = secret && isPart ? await secretOf(context, field, given.values[name], isNew) : undefined;
    for (const { says, fix } of told?.notes ?? []) notes.push(fix ? `${says} Run \`${fix}\`.` : says);
    // A person may choose a part by typing its address.
    const isAsked = !optional && (isPart || (partsIn(known).length === 0 && isAddress(field)));
    const how = secret ? ' (not shown)' : isPart ? '' : ' (empty for none)';
    const value =
      (secret ? (told?.value ?? old[name]) : known[name]) ??
      (isAsked ? await answer(context, given, `The ${words}${how}: `, secret) : undefined);
    if (value === undefined && isPart && !secret && !optional)
      throw usage(`The ${id} part has no ${words}.`, `It needs \`${optionsFor(requiredOf(id))}\`.`);
    if (value === undefined) continue;
    // Each value is checked before the next question.
    const says = field.problem(value);
    if (says !== undefined) throw new PvgError('usage', `The ${words} ${says}.`);
    if (secret) context.secrets.add(value);
    values[name] = value;
  }
  return { values, notes };
}

async function secretOf(context: Context, field: Field, file: string | undefined, isNew: boolean) {
  if (file !== undefined) return readSecret(context, file, field.option);
  const told = isNew ? await secretOfVariable(context, field) : undefined;
  const says = `The ${field.words} comes from the environment variable ${told?.variable ?? ''}.`;
  return told && { ...told, notes: [{ says }, ...told.notes] };
}

/** undefined if nobody can be asked, or nothing is typed. */
async function answer(
  { prompt }: Context,
  { ask }: Given,
  question: string,
  secret = false,
): Promise<string | undefined> {
  if (!ask || !prompt.possible) return undefined;
  return (secret ? await prompt.secret(question) : (await prompt.text(question)).trim()) || undefined;
}

async function readEnvironment(context: Context, given: Given): Promise<Environment> {
  const text = given.environment ?? (await answer(context, given, 'Environment (dev or prod): '));
  const parsed = parseEnvironment(text?.trim() ?? '');
  if (parsed !== undefined) return parsed;
  const says = text === undefined ? '--environment is missing.' : 'The environment is neither dev nor prod.';
  throw usage(says, 'Use `--environment dev` or `--environment prod`: a profile has exactly one.');
}

const usage = (says: string, hint: string): PvgError => new PvgError('usage', says, { hint });

const missingSecrets = (values: FieldValues): Field[] =>
  partsIn(values).flatMap((id) => missingIn(values, id).filter(({ secret }) => secret));

/** §1.3: a host or a secret belongs to only one environment. @throws {PvgError} `environments-mixed` */
export function checkEnvironments(profile: Profile, other: Profile): void {
  if (other.name === profile.name || other.environment === profile.environment) return;
  const [shared] = sharedWith(other, filled(profile).filter(isOfOneEnvironment));
  if (shared === undefined) return;
  const what = shared.field.secret ? 'secret' : 'host';
  throw new PvgError(
    'environments-mixed',
    `This ${profile.environment} profile has the same ${what} as the ${other.environment} profile ${other.name}.`,
    { hint: 'Never mix dev and prod.', nextCommand: `pvg profile show ${other.name}`, section: '§1.3' },
  );
}
