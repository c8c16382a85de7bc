import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { addressOf, type FieldName, type FieldValues, type Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { optionWithValue, shellLine } from '../text/shell.js';
import { isOfOneEnvironment, sharedWith } from './effective.js';
import {
  addressOrigin,
  filledFields,
  interfacesOf,
  isAddress,
  listProfiles,
  missingFieldWords,
  missingIn,
  optionsFor,
  pickFieldValues,
  plainFields,
  type ProfileField,
  profileFields,
  readStored,
  requiredOf,
  requireNew,
  secretFields,
  secretsOf,
} from './fields.js';
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

/** Adds a profile. @throws {PvgError} `usage`, `profile-exists`, `secret-missing`, `environments-mixed` */
export async function addProfile(
  context: Context,
  name: string,
  given: GivenProfile,
): Promise<Saved> {
  await requireNew(context, name);
  const environment = await readEnvironment(context, given);
  return save(context, { how: 'add', given, old: { name, environment, readOnly: false } });
}

/**
 * Adds a profile that was read from a file. Its secrets may stay missing.
 * @throws {PvgError} `usage`, `profile-exists`, `environments-mixed`
 */
export async function importProfile(
  context: Context,
  read: Profile,
  given: GivenProfile,
): Promise<Saved> {
  await requireNew(context, read.name);
  return save(context, { how: 'import', given, old: read });
}

/** A change that loses a secret, or on prod sends one to another address or allows verifies again. */
export type Risk = 'secret' | 'address' | 'read-only';
type Confirm = (risk: Risk) => Promise<void>;

/**
 * Changes a profile. `confirm` asks before each risk.
 * @throws {PvgError} `usage`, `profile-unknown`, `environments-mixed`
 */
export async function setProfile(
  context: Context,
  given: GivenProfile,
  { name, confirm }: { readonly name: string; readonly confirm: Confirm },
) {
  const old = await readStored(context, name);
  const changes = [...Object.values(given.values), given.readOnly, given.keyring];
  if (changes.every((change) => change === undefined)) {
    throw editError(
      'No change was given.',
      'See `pvg profile set --help` for what can be changed.',
    );
  }
  return save(context, { how: 'set', given, old, confirm });
}

interface Edit {
  readonly how: 'add' | 'import' | 'set';
  readonly given: GivenProfile;
  /** The stored profile; for a new one, its name and environment, or the profile that an import has read. */
  readonly old: Profile;
  readonly confirm?: Confirm;
}

async function save(context: Context, edit: Edit) {
  const { how, given, old, confirm } = edit;
  const { values, notes } = await completeValues(context, edit);
  // writeChange checks this again: here it refuses before a person is asked to confirm.
  requireFields(how, old, values);
  for (const risk of risksOf(old, values, readOnlyOf(given, old))) await confirm?.(risk);
  return context.profiles.withLock(async () => {
    const now = how === 'set' ? await storedNow(context, old) : old;
    const change = { how, given, now, values: mergeChanges(now, old, values) };
    // Rarely asked here: another pvg changed the profile while this one was asking.
    if (!isDeepStrictEqual(now, old)) {
      for (const risk of risksOf(now, change.values, readOnlyOf(given, now))) await confirm?.(risk);
    }
    const written = await writeChange(context, change);
    return { ...written, notes: [...notes, ...written.notes] };
  });
}

/** Another pvg may have changed the profile meanwhile, or given its name to another one. */
async function storedNow(context: Context, old: Profile): Promise<Profile> {
  const now = await readStored(context, old.name);
  if (now.environment === old.environment) return now;
  throw editError(
    'Another profile has this name now. Nothing was changed.',
    'Look at it first.',
    'pvg profile list',
  );
}

/** The values that are stored now, with those of `values` that differ from `old`: they are the changes of this run. */
function mergeChanges(now: Profile, old: Profile, values: FieldValues): FieldValues {
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
  /** The profile as it is stored now; for a new one, as `old` of the edit. */
  readonly now: Profile;
  /** What will be stored. */
  readonly values: FieldValues;
}

/** Checks the change against what is stored, and stores it; returns notes for people, too. */
async function writeChange(context: Context, { how, given, now, values }: Change) {
  const { name, environment } = now;
  const notes: string[] = [];
  const missing = requireFields(how, now, values);
  const inKeyring = given.keyring ?? (how === 'set' && now.keyring !== undefined);
  const readOnly = readOnlyOf(given, now);
  const keyring = inKeyring ? name : undefined;
  const profile = { name, environment, readOnly, ...values, keyring };
  const openEveryKeyring = (): boolean => true;
  for (const other of await listProfiles(context, openEveryKeyring)) {
    if (other.profile) checkEnvironments(profile, other.profile);
    if (other.error) {
      notes.push(
        `The profile ${other.name} cannot be read, so pvg could not compare it with this one.`,
      );
    }
  }
  const isNew = how !== 'set';
  const keyringNote = await context.profiles.write(profile, isNew);
  if (keyringNote !== undefined) notes.push(keyringNote);
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
    const oldOrigin = addressOrigin(addressOf(old, field.interface) ?? '');
    const newOrigin = addressOrigin(addressOf(values, field.interface) ?? '');
    return isProd && newOrigin !== oldOrigin ? ['address'] : [];
  });
  return isProd && old.readOnly && !readOnly ? [...risks, 'read-only'] : risks;
}

/**
 * Refuses a profile that lacks a field. An import and a change may lack secrets.
 * @returns those secrets
 * @throws {PvgError} `usage`, `secret-missing`
 */
function requireFields(how: string, old: Profile, values: FieldValues): ProfileField[] {
  const parts = interfacesOf(values);
  const missing = parts.flatMap((id) => missingIn(values, id));
  const hasPart = parts.length > 0;
  const lacksOnlySecrets = missing.every(({ secret }) => secret);
  if (hasPart && lacksOnlySecrets && (how !== 'add' || missing.length === 0)) return missing;
  const start =
    how === 'set' ? ['set', old.name] : ['add', old.name, '--environment', old.environment];
  // The hint leaves out what an imported file has: a value there may be a secret in the wrong place.
  const given = filledFields(values, plainFields).filter(
    ({ field, value }) => old[field.name] !== value,
  );
  const typed = given.flatMap(({ field, value }) => optionWithValue(field.option, value));
  const wanted = optionsFor(hasPart ? missing : requiredOf('gateway'));
  const nextCommand = `${shellLine(['pvg', 'profile', ...start, ...typed])} ${wanted}`;
  if (hasPart) {
    throw new PvgError(
      lacksOnlySecrets ? 'secret-missing' : 'usage',
      `There is no ${missingFieldWords(missing)}.`,
      {
        nextCommand,
      },
    );
  }
  const hint = `A session part needs \`${optionsFor(requiredOf('session'))}\`.`;
  throw editError('A profile needs a gateway part, a session part or both.', hint, nextCommand);
}

/**
 * The values of a profile: those given, the old ones, and what its parts need besides. A secret comes from a file, a
 * variable (of an added profile), the old profile or a person, in this order. @throws {PvgError} `usage`
 */
async function completeValues(context: Context, { how, given, old }: Edit) {
  const values: Partial<Record<FieldName, string>> = {};
  const notes: string[] = [];
  const known: FieldValues = { ...old, ...given.values };
  const canAsk = given.ask && context.prompt.possible;
  for (const field of profileFields) {
    const hasPart = interfacesOf({ ...known, ...values }).includes(field.interface);
    const place = { how, file: given.values[field.name] };
    const needsSecret = field.secret && hasPart;
    const secret = needsSecret ? await readGivenSecret(context, field, place) : undefined;
    for (const { says, fix } of secret?.notes ?? []) {
      notes.push(fix ? `${says} Run \`${fix}\`.` : says);
    }
    const knownValue = field.secret ? (secret?.value ?? old[field.name]) : known[field.name];
    // A person may choose a part by typing its address.
    const mayBeginPart = interfacesOf(known).length === 0 && isAddress(field);
    const isAsked = canAsk && !field.optional && (hasPart || mayBeginPart);
    const value = knownValue ?? (isAsked ? await askFor(context, field, hasPart) : undefined);
    if (value === undefined) continue;
    // Each value is checked before the next question.
    const says = field.problem(value);
    if (says !== undefined) throw new PvgError('usage', `The ${field.words} ${says}.`);
    if (field.secret) context.secrets.add(value);
    values[field.name] = value;
  }
  return { values, notes };
}

/** Where the secret of a field may be, besides the old profile. */
interface SecretPlace {
  readonly how: Edit['how'];
  /** The file that is named for it. */
  readonly file: string | undefined;
}

/** A profile that is added takes its secret from a variable, too. */
async function readGivenSecret(context: Context, field: ProfileField, { how, file }: SecretPlace) {
  if (file !== undefined) return readSecret(context, file, field.option);
  const secret = how === 'add' ? await secretOfVariable(context, field) : undefined;
  if (secret === undefined) return undefined;
  const says = `The ${field.words} comes from the environment variable ${secret.variable}.`;
  return { ...secret, notes: [{ says }, ...secret.notes] };
}

/** `hasPart`: the profile has the field's part already, so the value is needed. @returns undefined if nothing is typed */
async function askFor(
  { prompt }: Context,
  { words, secret }: ProfileField,
  hasPart: boolean,
): Promise<string | undefined> {
  const ifOptional = hasPart ? '' : ' (empty for none)';
  const hint = secret ? ' (not shown)' : ifOptional;
  return (await prompt.ask(`The ${words}${hint}: `, secret)) || undefined;
}

async function askForEnvironment({ prompt }: Context, { ask }: GivenProfile) {
  if (!ask || !prompt.possible) return undefined;
  return (await prompt.ask('Environment (dev or prod): ')) || undefined;
}

async function readEnvironment(context: Context, given: GivenProfile): Promise<Environment> {
  const text = given.environment ?? (await askForEnvironment(context, given));
  const parsed = parseEnvironment(text ?? '');
  if (parsed !== undefined) return parsed;
  const says =
    text === undefined ? '--environment is missing.' : 'The environment is neither dev nor prod.';
  const hint = 'Use `--environment dev` or `--environment prod`: a profile has exactly one.';
  throw editError(says, hint, 'pvg profile add --help');
}

const editError = (says: string, hint: string, nextCommand?: string): PvgError =>
  new PvgError('usage', says, { hint, nextCommand });

/** Contract §1.3: a host or a secret belongs to only one environment. @throws {PvgError} `environments-mixed` */
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
