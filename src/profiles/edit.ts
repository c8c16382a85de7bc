import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { addressOf, type FieldValues, type Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { completeValues, type Edit, type GivenProfile } from './complete-values.js';
import { isOfOneEnvironment, sharedClientWords, sharedWith } from './effective.js';
import {
  addressOrigin,
  filledFields,
  listProfiles,
  missingFieldWords,
  pickFieldValues,
  type ProfileField,
  profileFields,
  profileSetCommand,
  readStored,
  requireNewName,
  secretFields,
  listSecrets,
} from './fields.js';
import { nonEmptyTexts } from '../text/sentences.js';
import { editError, missingFields, requireComplete } from './required-fields.js';

/** Adds and changes profiles: completes the given values, checks them against other profiles, and writes. */

export interface SavedProfile {
  readonly profile: Profile;
  /** Where its file is. */
  readonly path: string;
  /** Sentences for people. */
  readonly notes: readonly string[];
}

/** Adds a profile. @throws {PvgError} `usage`, `profile-exists`, `secret-missing`, `environments-mixed` */
export async function addProfile(
  context: Context,
  name: string,
  given: GivenProfile,
): Promise<SavedProfile> {
  await requireNewName(context, name);
  const environment = await readEnvironment(context, given);
  return save(context, { operation: 'add', given, base: { name, environment, readOnly: false } });
}

/**
 * Adds a profile that was read from a file. Its secrets may stay missing.
 * @throws {PvgError} `usage`, `profile-exists`, `environments-mixed`
 */
export async function importProfile(
  context: Context,
  imported: Profile,
  given: GivenProfile,
): Promise<SavedProfile> {
  await requireNewName(context, imported.name);
  return save(context, { operation: 'import', given, base: imported });
}

/** What a change risks: it loses a secret, or on prod it sends one to another address or allows verifies again. */
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
): Promise<SavedProfile> {
  const base = await readStored(context, name);
  const changes = [
    ...Object.values(given.plainValues),
    ...Object.values(given.secretFiles),
    given.readOnly,
    given.keyring,
  ];
  if (given.removed.length === 0 && changes.every((change) => change === undefined)) {
    throw editError(
      'No change was given.',
      'See `pvg profile set --help` for what can be changed.',
    );
  }
  requireOneWish(given);
  return save(context, { operation: 'set', given, base }, confirm);
}

/** @throws {PvgError} `usage` for a value that is both given and taken out */
function requireOneWish({ plainValues, secretFiles, removed }: GivenProfile): void {
  const wishes = filledFields({ ...plainValues, ...secretFiles });
  const both = wishes.find(({ field }) => removed.includes(field.name));
  if (both === undefined) return;
  const { option, dashedName } = both.field;
  throw editError(
    `${option} and --unset ${dashedName} contradict each other. Nothing was changed.`,
    'Leave one of them out.',
  );
}

const confirmNothing: Confirm = () => Promise.resolve();

async function save(
  context: Context,
  edit: Edit,
  confirm: Confirm = confirmNothing,
): Promise<SavedProfile> {
  const { base, given } = edit;
  const { values, notes } = await completeValues(context, edit);
  // This is checked again before the write. Here it comes first, so that nobody confirms a change that is refused then.
  requireComplete(edit, values);
  for (const risk of risksOf(base, values, readOnlyOf(given, base))) await confirm(risk);
  return context.profiles.withLock(async () => {
    const current = await currentProfile(context, edit);
    const merged = mergeChanges(current, base, values);
    const isChangedMeanwhile = !isDeepStrictEqual(current, base);
    // A person may be asked here while the lock is held, but only if another pvg changed the profile after the first questions.
    if (isChangedMeanwhile) {
      for (const risk of risksOf(current, merged, readOnlyOf(given, current))) await confirm(risk);
    }
    const saved = await checkAndWrite(context, { ...edit, base: current }, merged);
    return { ...saved, notes: [...notes, ...saved.notes] };
  });
}

/** The profile as it is stored now: another pvg may have changed it, or given its name to another one. */
async function currentProfile(context: Context, { operation, base }: Edit): Promise<Profile> {
  if (operation !== 'set') return base;
  const current = await readStored(context, base.name);
  if (current.environment === base.environment) return current;
  throw editError(
    'Another profile has this name now. Nothing was changed.',
    'Look at it first.',
    'pvg profile list',
  );
}

/** The values as they are stored now, with the changes of this run: what `values` has otherwise than `base`, or not any more. */
function mergeChanges(current: Profile, base: Profile, values: FieldValues): FieldValues {
  const isKept = ({ name }: ProfileField): boolean =>
    base[name] === undefined || values[name] !== undefined;
  const changes = filledFields(values).filter(({ field, value }) => base[field.name] !== value);
  return {
    ...pickFieldValues(current, profileFields.filter(isKept)),
    ...Object.fromEntries(changes.map(({ field, value }) => [field.name, value])),
  };
}

const readOnlyOf = (given: GivenProfile, { readOnly }: Profile): boolean =>
  given.readOnly ?? readOnly;

/** Called under the lock. `base` is the profile as it is stored now, `values` are all values that will be stored. */
async function checkAndWrite(
  context: Context,
  edit: Edit,
  values: FieldValues,
): Promise<SavedProfile> {
  requireComplete(edit, values);
  const { operation, given, base } = edit;
  const { name, environment } = base;
  const usesKeyring = given.keyring ?? (operation === 'set' && base.keyring !== undefined);
  const profile: Profile = {
    name,
    environment,
    readOnly: readOnlyOf(given, base),
    ...values,
    keyring: usesKeyring ? name : undefined,
  };
  const notesAboutOthers = await compareWithOthers(context, profile);
  const keyringNote = await context.profiles.write(profile, operation !== 'set');
  const keyringNotes = keyringNote === undefined ? [] : [keyringNote];
  const notes = [...notesAboutOthers, ...keyringNotes, ...notesAboutSecrets(profile)];
  return { profile, path: context.profiles.path(name), notes };
}

/**
 * Compares a profile with every other stored one.
 * @returns notes about profiles that cannot be compared, or that have the same client
 * @throws {PvgError} `environments-mixed`
 */
async function compareWithOthers(context: Context, profile: Profile): Promise<string[]> {
  const notes: string[] = [];
  // Every keyring is opened, because secrets are compared, too.
  const mayOpenKeyring = (): boolean => true;
  for (const other of await listProfiles(context, mayOpenKeyring)) {
    if (other.profile) {
      checkEnvironments(profile, other.profile);
      notes.push(...nonEmptyTexts(sharedClientWords(profile, other.profile)));
    }
    if (other.error) {
      notes.push(
        `The profile ${other.name} cannot be read, so pvg could not compare it with this one.`,
      );
    }
  }
  return notes;
}

function notesAboutSecrets(profile: Profile): string[] {
  const notes: string[] = [];
  if (listSecrets(profile).length > 0) {
    notes.push(
      profile.keyring === undefined
        ? 'The secrets are in a plain file that only you can read (0600). `--keyring` stores them in the system’s keyring.'
        : 'The secrets are in the system’s keyring.',
    );
  }
  const missing = missingFields(profile);
  if (missing.length > 0) {
    notes.push(
      `There is no ${missingFieldWords(missing)} yet: \`${profileSetCommand(profile.name, missing)}\`.`,
    );
  }
  return notes;
}

/** What a change from `before` to `values` and `readOnly` risks. */
function risksOf(before: Profile, values: FieldValues, readOnly: boolean): readonly Risk[] {
  const isProd = before.environment === 'prod';
  const risks = filledFields(before, secretFields).flatMap(({ field, value }): Risk[] => {
    if (values[field.name] !== value) return ['secret'];
    const originBefore = addressOrigin(addressOf(before, field.interface) ?? '');
    const newOrigin = addressOrigin(addressOf(values, field.interface) ?? '');
    return isProd && newOrigin !== originBefore ? ['address'] : [];
  });
  return isProd && before.readOnly && !readOnly ? [...risks, 'read-only'] : risks;
}

async function askForEnvironment(
  { prompt }: Context,
  { ask }: GivenProfile,
): Promise<string | undefined> {
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

/** Contract §1.3: a host or a secret belongs to only one environment. @throws {PvgError} `environments-mixed` */
export function checkEnvironments(profile: Profile, other: Profile): void {
  if (other.name === profile.name || other.environment === profile.environment) return;
  const [shared] = sharedWith(other, filledFields(profile).filter(isOfOneEnvironment));
  if (shared === undefined) return;
  const noun = shared.field.secret ? 'secret' : 'host';
  const own = shared.field.secret
    ? `secret that the operator issued for ${profile.environment}`
    : `address of the service on ${profile.environment}`;
  throw new PvgError(
    'environments-mixed',
    `This ${profile.environment} profile has the same ${noun} as the ${other.environment} profile ${other.name}.`,
    {
      hint: `Never mix dev and prod. Give the ${own}.`,
      nextCommand: `pvg profile show ${other.name}`,
      section: '§1.3',
    },
  );
}
