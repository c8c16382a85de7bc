import type { FieldValues, Profile } from '../contract/profile.js';
import type { Context } from '../context.js';
import { demoCredentials } from '../contract/demo-credentials.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { interfaces } from '../contract/interfaces.js';
import { isLoopback } from '../contract/loopback.js';
import { PvgError } from '../failure.js';
import { shownFingerprint } from '../signing/digest.js';
import { Draft, partsIn, type Given } from './draft.js';
import {
  requiredOf,
  fieldValues,
  filledFields,
  hostOf,
  optionsFor,
  secretFields,
  secretsOf,
  toCredentials,
  type Credentials,
  type Field,
} from './fields.js';
import { checkNew, readListed, readStored } from './naming.js';
import { checkProfileName } from './profile.js';
import { checkOneStandardInput } from './secret-input.js';

/** Adds and changes profiles: completes the given values, checks them against other profiles, and writes. */

export interface Saved {
  readonly profile: Profile;
  readonly path: string;
  readonly notes: readonly string[];
}

/** @throws {PvgError} `usage`, `profile-exists`, `secret-missing`, `environments-mixed` */
export async function addProfile(context: Context, name: string, given: Given): Promise<Saved> {
  checkProfileName(name);
  await checkNew(context, name);
  checkStandardInput(given);
  const draft = new Draft(context, given, {});
  const environment = await readEnvironment(draft, given);
  const partsGiven = partsIn(given.fields);
  for (const part of interfaces) {
    if (partsGiven.length === 0) await draft.askForPart(part);
    if ([...partsGiven, ...draft.parts].includes(part)) await draft.complete(part, true);
  }
  if (draft.parts.length === 0) {
    const ways = interfaces.map((part) => `\`pvg profile add ${name} … ${optionsFor(requiredOf(part))}\``);
    throw new PvgError('usage', 'A profile needs a gateway part, a session part or both.', {
      hint: ways.join(' or '),
    });
  }
  const missing = missingSecrets(draft);
  if (missing.length > 0) {
    const words = missing.map((field) => field.words).join(' and no ');
    throw new PvgError('secret-missing', `There is no ${words}.`, {
      hint: `Add \`${optionsFor(missing)}\` to \`pvg profile add ${name}\`, or set ${missing.map(({ variable }) => variable).join(', ')}.`,
      nextCommand: 'pvg profile add --help',
    });
  }
  return saveProfile(context, draft, { name, environment, readOnly: given.readOnly ?? false }, given);
}

/** @throws {PvgError} `usage`, `profile-unknown`, `environments-mixed` */
export async function setProfile(context: Context, name: string, given: Given): Promise<Saved> {
  const old = await readStored(context, name);
  if (given.environment !== undefined) {
    throw new PvgError('usage', 'The environment of a profile cannot be changed.', {
      hint: `Add another profile, or remove this one first: \`pvg profile remove ${name}\`.`,
    });
  }
  const changes = [...Object.values(given.fields), given.readOnly, given.keyring];
  if (changes.every((change) => change === undefined)) {
    throw new PvgError('usage', 'No change was given.', {
      hint: 'See `pvg profile set --help` for what can be changed.',
    });
  }
  checkStandardInput(given);
  const draft = new Draft(context, given, { ...fieldValues(old) });
  for (const part of partsIn(given.fields)) await draft.complete(part, false);
  return saveProfile(context, draft, { ...old, readOnly: given.readOnly ?? old.readOnly }, given, old);
}

/** Without `old` the profile is new. */
export async function saveProfile(
  context: Context,
  draft: Draft,
  { name, environment, readOnly, fingerprints = {} }: Omit<Profile, keyof Credentials | 'keyring'>,
  given: Given,
  old?: Profile,
): Promise<Saved> {
  const { profiles } = context;
  const { values, notes } = draft;
  requireExported(fingerprints, values, name, old === undefined);
  const pending = filledFields(fingerprints).filter(([{ path }]) => values[path] === undefined);
  const inKeyring = given.keyring ?? old?.keyring !== undefined;
  const profile: Profile = {
    ...{ name, environment, readOnly },
    ...toCredentials(values),
    ...(pending.length > 0 && {
      fingerprints: Object.fromEntries(pending.map(([{ path }, text]) => [path, text])),
    }),
    ...(inKeyring && { keyring: name }),
  };
  checkEnvironments(profile, await otherProfiles(context, name, notes));
  const before: Readonly<Draft['values']> = old ? fieldValues(old) : {};
  if (secretFields.some(({ path }) => before[path] !== undefined && before[path] !== values[path]))
    notes.push(`The old file, with the replaced secret, is kept: ${await profiles.copyAside(name)}`);
  const isMoved = old === undefined || (old.keyring !== undefined) !== inKeyring;
  const isChanged = secretFields.some(({ path }) => before[path] !== values[path]);
  // Said before the write, so that the user knows where the secret goes.
  if (secretsOf(profile).length > 0 && (isMoved || isChanged))
    await given.say(
      inKeyring
        ? 'Storing the secrets in the system’s keyring.'
        : 'Storing the secrets in a plain file that only you can read (0600). To store them in the system’s keyring, use --keyring.',
    );
  const path = await profiles.write(profile, { isNew: old === undefined });
  notes.push(...neededSecrets(name, draft));
  return { profile, path, notes };
}

/** A sentence for each secret that the profile does not have yet. */
export const neededSecrets = (name: string, draft: Pick<Draft, 'parts' | 'values'>): string[] =>
  missingSecrets(draft).map(
    (field) =>
      `The profile has no ${field.words} yet. Add it: \`pvg profile set ${name} ${optionsFor([field])}\`.`,
  );

/** @throws {PvgError} `usage` if a secret is not the one whose fingerprint was exported */
function requireExported(fingerprints: FieldValues, values: FieldValues, name: string, isNew: boolean): void {
  const differs = ([{ path }, wanted]: readonly [Field, string]): boolean => {
    const value = values[path];
    return value !== undefined && shownFingerprint(value) !== wanted;
  };
  const [words] = filledFields(fingerprints)
    .filter(differs)
    .map(([field]) => field.words);
  if (words === undefined) return;
  const again = isNew
    ? `add the profile with \`pvg profile add ${name}\``
    : `remove the profile with \`pvg profile remove ${name}\`, and add it again`;
  throw new PvgError(
    'usage',
    `The ${words} is not the one that was exported: its fingerprint is different. The profile ${name} is not ${isNew ? 'stored' : 'changed'}.`,
    {
      hint: `Use the ${words} of this profile. If it was replaced after the export, ${again}.`,
      nextCommand: 'pvg profile add --help',
    },
  );
}

const missingSecrets = ({ parts, values }: Pick<Draft, 'parts' | 'values'>) =>
  secretFields.filter((field) => parts.includes(field.interface) && values[field.path] === undefined);

/** The profiles to compare the new one with; an unreadable one is only noted. */
async function otherProfiles(context: Context, name: string, notes: string[]): Promise<Profile[]> {
  const found: Profile[] = [];
  for (const other of (await context.profiles.names()).filter((each) => each !== name)) {
    const { profile, error } = await readListed(context, other);
    if (profile) found.push(profile);
    if (error)
      notes.push(`pvg could not check the profile ${other} for mixed environments: its file cannot be read.`);
  }
  return found;
}

async function readEnvironment(draft: Draft, { environment }: Given): Promise<Environment> {
  const text = environment ?? (await draft.ask('Environment (dev or prod): '));
  const parsed = text === undefined ? undefined : parseEnvironment(text.trim());
  if (parsed !== undefined) return parsed;
  const says = text === undefined ? '--environment is missing.' : 'The environment is neither dev nor prod.';
  throw new PvgError('usage', says, {
    hint: 'Use `--environment dev` or `--environment prod`: a profile has exactly one.',
  });
}

const checkStandardInput = (given: Given): void =>
  checkOneStandardInput(secretFields.map(({ option, path }) => [option, given.fields[path]]));

/**
 * §1.3: the environments are never mixed. A host or a secret belongs to only one of them.
 * @throws {PvgError} `environments-mixed`, naming the other profile.
 */
export function checkEnvironments(profile: Profile, stored: readonly Profile[]): void {
  for (const other of stored) {
    if (other.name === profile.name || other.environment === profile.environment) continue;
    const shared = sharedBetween(profile, other);
    if (shared !== undefined) {
      throw new PvgError(
        'environments-mixed',
        `This ${profile.environment} profile has the same ${shared} as the ${other.environment} profile ${other.name}.`,
        {
          hint: `Never mix dev and prod. Compare with \`pvg profile show ${other.name}\`.`,
          section: '§1.3',
        },
      );
    }
  }
}

function sharedBetween(profile: Profile, other: Profile): string | undefined {
  if (overlap(ownSecrets(profile), ownSecrets(other))) return 'secret';
  return overlap(hostsOf(profile), hostsOf(other)) ? 'host' : undefined;
}

const overlap = (ours: readonly string[], theirs: readonly string[]): boolean =>
  ours.some((value) => theirs.includes(value));

// The emulator's credentials are public and belong to no environment.
const demoSecrets: readonly string[] = [demoCredentials.clientSecret, demoCredentials.secretKey];

const ownSecrets = (profile: Profile): string[] =>
  secretsOf(profile).filter((secret) => !demoSecrets.includes(secret));

const hostsOf = ({ gateway, session }: Profile): string[] =>
  [gateway.baseUrl, session.baseUrl].flatMap((address) =>
    address === undefined || !URL.canParse(address) || isLoopback(hostOf(address)) ? [] : [hostOf(address)],
  );
