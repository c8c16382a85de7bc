import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import {
  addressNames,
  type FieldName,
  type FieldValues,
  type Profile,
} from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { optionWithValue, shellLine } from '../text/shell.js';
import { isOfOneEnvironment, sharedWith } from './effective.js';
import {
  profileFields,
  filledFields,
  isAddress,
  missingIn,
  optionsFor,
  addressOrigin,
  interfacesOf,
  plainFields,
  requiredOf,
  secretFields,
  secretsOf,
  pickFieldValues,
  missingFieldWords,
  type ProfileField,
} from './fields.js';
import { listProfiles, readStored, requireNew } from './names.js';
import { readSecret, secretOfVariable } from './secret-input.js';

/** Adds and changes profiles: completes the given values, checks them against other profiles, and writes. */

export interface GivenProfile {
  /** For a secret, the file that contains it. */
  readonly values: FieldValues;
  readonly environment?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** Whether secrets go into the system's keyring; undefined: unchanged, or the file for a new profile. */
  readonly keyring?: boolean | undefined;
  /** Whether a person may be asked: false with --no-input. */
  readonly ask: boolean;
}

/** The profile, the path of its file, and notes for people. */
export type Saved = Awaited<ReturnType<typeof save>>;

/** @throws {PvgError} `usage`, `profile-exists`, `secret-missing`, `environments-mixed` */
export async function addProfile(
  context: Context,
  name: string,
  given: GivenProfile,
): Promise<Saved> {
  await requireNew(context, name);
  const environment = await readEnvironment(context, given);
  return save(context, 'add', given, { name, environment, readOnly: false });
}

/** Its secrets may stay missing. @throws {PvgError} `usage`, `profile-exists`, `environments-mixed` */
export async function importProfile(
  context: Context,
  read: Profile,
  given: GivenProfile,
): Promise<Saved> {
  await requireNew(context, read.name);
  return save(context, 'import', given, read);
}

/** A secret is lost; of prod: one goes to another address, or a profile may verify again. */
export type Risk = 'secret' | 'address' | 'read-only';
type Confirm = (risk: Risk) => Promise<void>;

/** `confirm`: asks before each risk. @throws {PvgError} `usage`, `profile-unknown`, `environments-mixed` */
export async function setProfile(
  context: Context,
  name: string,
  given: GivenProfile,
  confirm: Confirm,
) {
  const old = await readStored(context, name);
  const changes = [...Object.values(given.values), given.readOnly, given.keyring];
  if (changes.every((change) => change === undefined)) {
    throw usage('No change was given.', 'See `pvg profile set --help` for what can be changed.');
  }
  return save(context, 'set', given, old, confirm);
}

async function save(
  context: Context,
  how: 'add' | 'import' | 'set',
  given: GivenProfile,
  old: Profile,
  confirm?: Confirm,
) {
  const { values, notes } = await complete(context, given, old, how === 'add');
  // Refuses before a person is asked to confirm.
  missingOf(how, old, values);
  for (const risk of risksOf(old, values, readOnlyOf(given, old))) await confirm?.(risk);
  return context.profiles.alone(async () => {
    const now = how === 'set' ? await storedNow(context, old) : old;
    const change = { how, given, now, values: valuesOver(now, old, values) };
    // Rarely asked here: another pvg changed the profile while this one was asking.
    if (!isDeepStrictEqual(now, old)) {
      for (const risk of risksOf(now, change.values, readOnlyOf(given, now))) await confirm?.(risk);
    }
    const made = await write(context, change);
    return { ...made, notes: [...notes, ...made.notes] };
  });
}

/** Another pvg may have changed the profile meanwhile, or given its name to another one. */
async function storedNow(context: Context, old: Profile): Promise<Profile> {
  const now = await readStored(context, old.name);
  if (now.environment === old.environment) return now;
  throw usage(
    'Another profile has this name now. Nothing was changed.',
    'Look at it first.',
    'pvg profile list',
  );
}

/** What this run changes, over what is stored now. */
function valuesOver(now: Profile, old: Profile, values: FieldValues): FieldValues {
  const changes = filledFields(values).filter(({ field, value }) => old[field.name] !== value);
  return {
    ...pickFieldValues(now),
    ...Object.fromEntries(changes.map(({ field, value }) => [field.name, value])),
  };
}

const readOnlyOf = (given: GivenProfile, { readOnly }: Profile): boolean =>
  given.readOnly ?? readOnly;

interface Change {
  readonly how: 'add' | 'import' | 'set';
  readonly given: GivenProfile;
  /** What is stored; for a new profile, its beginning. */
  readonly now: Profile;
  /** What will be stored. */
  readonly values: FieldValues;
}

/** Checks the change against what is stored, and stores it; returns notes for people, too. */
async function write(context: Context, { how, given, now, values }: Change) {
  const { name, environment } = now;
  const notes: string[] = [];
  const missing = missingOf(how, now, values);
  const inKeyring = given.keyring ?? (how === 'set' && now.keyring !== undefined);
  const readOnly = readOnlyOf(given, now);
  const profile = { name, environment, readOnly, ...values, ...(inKeyring && { keyring: name }) };
  for (const other of await listProfiles(context, () => true)) {
    if (other.profile) checkEnvironments(profile, other.profile);
    if (other.error) {
      notes.push(
        `The profile ${other.name} cannot be read, so pvg could not compare it with this one.`,
      );
    }
  }
  const left = await context.profiles.write(profile, how !== 'set');
  if (left !== undefined) notes.push(left);
  if (secretsOf(values).length > 0) {
    notes.push(
      inKeyring
        ? 'The secrets are in the system’s keyring.'
        : 'The secrets are in a plain file that only you can read (0600). `--keyring` stores them in the system’s keyring.',
    );
  }
  if (missing.length > 0) {
    notes.push(
      `There is no ${missingFieldWords(missing)} yet: \`pvg profile set ${name} ${optionsFor(missing)}\`.`,
    );
  }
  return { profile, path: context.profiles.path(name), notes };
}

function risksOf(old: Profile, values: FieldValues, readOnly: boolean): readonly Risk[] {
  const isProd = old.environment === 'prod';
  const risks = filledFields(old, secretFields).flatMap(({ field, value }): Risk[] => {
    if (values[field.name] !== value) return ['secret'];
    const [now = '', before = ''] = [values, old].map(
      (each) => each[addressNames[field.interface]],
    );
    return isProd && addressOrigin(now) !== addressOrigin(before) ? ['address'] : [];
  });
  return isProd && old.readOnly && !readOnly ? [...risks, 'read-only'] : risks;
}

/** Secrets, which may stay missing unless the profile is added. @throws {PvgError} `usage`, `secret-missing` */
function missingOf(how: string, old: Profile, values: FieldValues): ProfileField[] {
  const parts = interfacesOf(values);
  const missing = parts.flatMap((id) => missingIn(values, id));
  const isSecret = missing.every(({ secret }) => secret);
  if (parts.length > 0 && isSecret && (how !== 'add' || missing.length === 0)) return missing;
  const start =
    how === 'set' ? ['set', old.name] : ['add', old.name, '--environment', old.environment];
  // Not what the file of an import has: it may be a secret in the wrong place.
  const given = filledFields(values, plainFields).filter(
    ({ field, value }) => old[field.name] !== value,
  );
  const typed = given.flatMap(({ field, value }) => optionWithValue(field.option, value));
  const isAny = parts.length > 0;
  const wanted = optionsFor(isAny ? missing : requiredOf('gateway'));
  const nextCommand = `${shellLine(['pvg', 'profile', ...start, ...typed])} ${wanted}`;
  if (isAny) {
    throw new PvgError(
      isSecret ? 'secret-missing' : 'usage',
      `There is no ${missingFieldWords(missing)}.`,
      {
        nextCommand,
      },
    );
  }
  const hint = `A session part needs \`${optionsFor(requiredOf('session'))}\`.`;
  throw usage('A profile needs a gateway part, a session part or both.', hint, nextCommand);
}

/**
 * The values of a profile: those given, the old ones, and what its parts need besides. A secret comes from a file, a
 * variable (of an added profile), the old profile or a person, in this order. @throws {PvgError} `usage`
 */
async function complete(context: Context, given: GivenProfile, old: FieldValues, isAdded: boolean) {
  const values: Partial<Record<FieldName, string>> = {};
  const notes: string[] = [];
  const known = { ...old, ...given.values };
  for (const field of profileFields) {
    const { name, words, secret, optional, interface: id } = field;
    const isPart = interfacesOf({ ...known, ...values }).includes(id);
    const told =
      secret && isPart ? await secretOf(context, field, given.values[name], isAdded) : undefined;
    for (const { says, fix } of told?.notes ?? []) {
      notes.push(fix ? `${says} Run \`${fix}\`.` : says);
    }
    // A person may choose a part by typing its address.
    const isAsked = !optional && (isPart || (interfacesOf(known).length === 0 && isAddress(field)));
    const how = secret ? ' (not shown)' : isPart ? '' : ' (empty for none)';
    const value =
      (secret ? (told?.value ?? old[name]) : known[name]) ??
      (isAsked ? await answer(context, given, `The ${words}${how}: `, secret) : undefined);
    if (value === undefined) continue;
    // Each value is checked before the next question.
    const says = field.problem(value);
    if (says !== undefined) throw new PvgError('usage', `The ${words} ${says}.`);
    if (secret) context.secrets.add(value);
    values[name] = value;
  }
  return { values, notes };
}

async function secretOf(
  context: Context,
  field: ProfileField,
  file: string | undefined,
  isNew: boolean,
) {
  if (file !== undefined) return readSecret(context, file, field.option);
  const told = isNew ? await secretOfVariable(context, field) : undefined;
  const says = `The ${field.words} comes from the environment variable ${told?.variable ?? ''}.`;
  return told && { ...told, notes: [{ says }, ...told.notes] };
}

/** undefined if nobody can be asked, or nothing is typed. */
async function answer(
  { prompt }: Context,
  { ask }: GivenProfile,
  question: string,
  secret = false,
): Promise<string | undefined> {
  if (!ask || !prompt.possible) return undefined;
  return (await prompt.ask(question, secret)) || undefined;
}

async function readEnvironment(context: Context, given: GivenProfile): Promise<Environment> {
  const text = given.environment ?? (await answer(context, given, 'Environment (dev or prod): '));
  const parsed = parseEnvironment(text ?? '');
  if (parsed !== undefined) return parsed;
  const says =
    text === undefined ? '--environment is missing.' : 'The environment is neither dev nor prod.';
  const hint = 'Use `--environment dev` or `--environment prod`: a profile has exactly one.';
  throw usage(says, hint, 'pvg profile add --help');
}

const usage = (says: string, hint: string, nextCommand?: string): PvgError =>
  new PvgError('usage', says, { hint, nextCommand });

/** §1.3: a host or a secret belongs to only one environment. @throws {PvgError} `environments-mixed` */
export function checkEnvironments(profile: Profile, other: Profile): void {
  if (other.name === profile.name || other.environment === profile.environment) return;
  const [shared] = sharedWith(other, filledFields(profile).filter(isOfOneEnvironment));
  if (shared === undefined) return;
  throw new PvgError(
    'environments-mixed',
    `This ${profile.environment} profile has the same ${shared.field.secret ? 'secret' : 'host'} as the ${other.environment} profile ${other.name}.`,
    {
      hint: 'Never mix dev and prod.',
      nextCommand: `pvg profile show ${other.name}`,
      section: '§1.3',
    },
  );
}
