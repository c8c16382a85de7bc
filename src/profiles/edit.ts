import type { Context } from '../context.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { interfaces } from '../contract/interfaces.js';
import type { FieldName, FieldValues, Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { shellLine } from '../text/shell.js';
import { isOfOneEnvironment, keyOf } from './effective.js';
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
  valuesIn,
  without,
  type Field,
} from './fields.js';
import { listProfiles, readStored, requireNew } from './names.js';
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
  /** Says where the secrets go, before they are written. */
  readonly say: (text: string) => Promise<void>;
}

export interface Saved {
  readonly profile: Profile;
  readonly path: string;
  readonly notes: readonly string[];
}

/**
 * `read`: a profile to import; its secret may stay missing.
 * @throws {PvgError} `usage`, `profile-exists`, `secret-missing`, `environments-mixed`
 */
export async function addProfile(
  context: Context,
  name: string,
  given: Given,
  read?: Profile,
): Promise<Saved> {
  await requireNew(context, name);
  const environment = read?.environment ?? (await readEnvironment(context, given));
  const draft = await complete(context, given, read ?? {}, read === undefined);
  if (partsIn(draft.values).length === 0) {
    const ways = interfaces.map((id) => `\`pvg profile add ${name} … ${optionsFor(requiredOf(id))}\``);
    throw usage('A profile needs a gateway part, a session part or both.', ways.join(' or '));
  }
  const missing = missingSecrets(draft.values);
  if (!read && missing.length > 0) {
    const typed = filled(draft.values, plainFields).flatMap(({ field, value }) => [field.option, value]);
    const again = shellLine(['pvg', 'profile', 'add', name, '--environment', environment, ...typed]);
    throw new PvgError('secret-missing', `There is no ${without(missing)}.`, {
      hint: `Add \`${optionsFor(missing)}\`, or set ${missing.map(({ variable }) => variable).join(', ')}.`,
      nextCommand: `${again} ${optionsFor(missing)}`,
    });
  }
  const readOnly = given.readOnly ?? read?.readOnly ?? false;
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
  return save(context, given, draft, { ...old, readOnly: given.readOnly ?? old.readOnly }, old);
}

interface Draft {
  readonly values: FieldValues;
  /** Sentences about the values, for the user. */
  readonly notes: string[];
}

/** Without `old` the profile is new. */
async function save(
  context: Context,
  given: Given,
  { values, notes }: Draft,
  { name, environment, readOnly }: Pick<Profile, 'name' | 'environment' | 'readOnly'>,
  old?: Profile,
): Promise<Saved> {
  const inKeyring = given.keyring ?? old?.keyring !== undefined;
  const profile: Profile = { name, environment, readOnly, ...values, ...(inKeyring && { keyring: name }) };
  for (const other of await listProfiles(context)) {
    if (other.profile) checkEnvironments(profile, other.profile);
    else notes.push(`The profile ${other.name} cannot be read, so pvg could not compare it with this one.`);
  }
  const isMoved = (old?.keyring !== undefined) !== inKeyring;
  const isChanged = secretFields.some(({ name: secret }) => old?.[secret] !== values[secret]);
  // Said before the write, so that the user knows where the secret goes.
  if (secretsOf(values).length > 0 && (isMoved || isChanged))
    await given.say(
      inKeyring
        ? 'Storing the secrets in the system’s keyring.'
        : 'Storing the secrets in a plain file that only you can read (0600). To store them in the system’s keyring, use --keyring.',
    );
  const { path, left } = await context.profiles.write(profile, old === undefined);
  if (left !== undefined) notes.push(left);
  for (const field of missingSecrets(values))
    notes.push(
      `The profile has no ${field.words} yet. Add it: \`pvg profile set ${name} ${optionsFor([field])}\`.`,
    );
  return { profile, path, notes };
}

/**
 * The values of a profile: those given, the old ones, and what its parts need besides. A secret comes from a file, the old
 * profile, a variable (of a new profile) or a person, in this order. @throws {PvgError} `usage`
 */
async function complete(context: Context, given: Given, old: FieldValues, isNew: boolean): Promise<Draft> {
  const values: Partial<Record<FieldName, string>> = {};
  const notes: string[] = [];
  /** Each value is checked before the next question. */
  const set = ({ name, words, secret, problem }: Field, value: string): void => {
    const says = problem(value);
    if (says !== undefined) throw new PvgError('usage', `The ${words} ${says}.`);
    if (secret) context.secrets.add(value);
    values[name] = value;
  };
  if (secretFields.every(({ name }) => given.values[name] === '-'))
    throw usage('Only one secret can come from standard input.', 'Use a file for the other one.');
  for (const { field, value } of filled({ ...old, ...valuesIn(given.values, plainFields) }))
    set(field, value);
  const isGiven = partsIn({ ...old, ...given.values }).length > 0;
  for (const field of fields.filter(({ optional }) => !optional)) {
    const { name, words, secret, interface: id } = field;
    const isPart = partsIn({ ...values, ...given.values }).includes(id);
    // A person may choose a part by typing its address.
    if (!isPart && (isGiven || !isAddress(field))) continue;
    const read = secret
      ? await secretOf(context, field, given.values[name], isNew && !values[name])
      : undefined;
    for (const { says, fix } of read?.notes ?? []) notes.push(fix ? `${says} Run \`${fix}\`.` : says);
    const how = secret ? ' (not shown)' : isPart ? '' : ' (empty for none)';
    const value =
      read?.value ?? values[name] ?? (await answer(context, given, `The ${words}${how}: `, secret));
    if (value !== undefined) set(field, value);
    else if (isPart && !secret)
      throw usage(`The ${id} part has no ${words}.`, `It needs \`${optionsFor(requiredOf(id))}\`.`);
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
  const theirs = filled(other).map(keyOf);
  const shared = filled(profile).find((each) => isOfOneEnvironment(each) && theirs.includes(keyOf(each)));
  if (shared === undefined) return;
  const what = shared.field.secret ? 'secret' : 'host';
  throw new PvgError(
    'environments-mixed',
    `This ${profile.environment} profile has the same ${what} as the ${other.environment} profile ${other.name}.`,
    { hint: 'Never mix dev and prod.', nextCommand: `pvg profile show ${other.name}`, section: '§1.3' },
  );
}
