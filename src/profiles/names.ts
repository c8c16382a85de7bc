import type { Context } from '../context.js';
import { demoCredentials, demoPurchase } from '../contract/demo-credentials.js';
import type { Profile } from '../contract/profile.js';
import { onPvgError, PvgError } from '../failure.js';
import { didYouMean, nearest } from '../text/nearest.js';
import { secretsOf } from './fields.js';

/** Profiles by their names: which names there may be, which there are, and the built-in one. */

export const localName = 'local';

/** `local` never uses the network. `.invalid` never resolves (RFC 2606). */
const localAddress = 'http://local.invalid';

/** The built-in profile: works on a machine that has nothing else. */
export const localProfile: Profile = {
  name: localName,
  environment: 'dev',
  readOnly: false,
  gatewayUrl: localAddress,
  sessionUrl: localAddress,
  package: demoPurchase.packageName,
  ...demoCredentials,
};

const namePattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

// The built-in profile, and the names of members that every JavaScript object has.
const reservedNames: readonly string[] = [localName, 'constructor', 'prototype'];

/** Only a name that passes this test becomes part of a path. */
export function isProfileName(name: string): boolean {
  return namePattern.test(name) && !reservedNames.includes(name);
}

/** @throws {PvgError} `usage`; the name itself is not repeated because it may be a secret. */
export function checkProfileName(name: string): void {
  if (isProfileName(name)) return;
  throw new PvgError('usage', 'This name of a profile is not valid, or reserved by pvg.', {
    hint: 'Use up to 64 lower-case letters, digits, `.`, `_` and `-`. Begin with a letter or digit: `game-dev`.',
  });
}

/** A command to type: at a terminal it asks for the other values. */
export const addFirst = 'pvg profile add game-dev --environment dev';

/**
 * The error for a profile that is not there.
 * @param name undefined if no profile is named. It is not repeated if it may be a secret.
 * @param source what named it
 */
export async function noProfile(
  { profiles }: Pick<Context, 'profiles'>,
  name?: string,
  source = 'command line',
): Promise<PvgError> {
  const names = await profiles.names().catch(() => []);
  const stored = names.length === 0 ? '' : `Stored: ${names.slice(0, 8).join(', ')}. `;
  const hint = `${stored}Choose one with \`--profile\` for one call or \`pvg profile use\` for all, or store one with \`pvg profile add\`. To try pvg, use \`--profile local\`: it has only demo purchases.`;
  const nextCommand = names.length === 0 ? addFirst : 'pvg profile list';
  if (name === undefined) {
    const says = 'No profile is chosen, and no environment variable replaces one.';
    return new PvgError('profile-missing', says, { hint, nextCommand });
  }
  const named = /^[a-z]+(?:-[a-z]+)*$/.test(name) ? `\`${name}\`` : 'with that name';
  const meant = didYouMean(nearest(name, [...names, localName]));
  const says = `There is no profile ${named} (${source}).`;
  return new PvgError('profile-unknown', says, { hint: meant ?? hint, nextCommand });
}

/**
 * Checks that a profile to change or move is stored; it may be damaged.
 * @throws {PvgError} `usage` for local, `profile-unknown`
 */
export async function requireStored(context: Context, name: string): Promise<void> {
  if (name === localName) {
    throw new PvgError(
      'usage',
      'The profile local is built in: it cannot be changed or exported.',
      {
        hint: 'Choose a stored profile: see `pvg profile list`.',
      },
    );
  }
  if (!(await context.profiles.names()).includes(name)) throw await noProfile(context, name);
}

/** A stored profile. From here on, no output shows its secrets. @throws {PvgError} also for a damaged file */
export async function readStored(context: Context, name: string, secrets = true): Promise<Profile> {
  await requireStored(context, name);
  const profile = await context.profiles.read(name, { secrets });
  if (profile === undefined) throw await noProfile(context, name);
  for (const value of secretsOf(profile)) context.secrets.add(value);
  return profile;
}

/** Checks the name of a profile to add. @throws {PvgError} `usage`, `profile-exists` */
export async function requireNew({ profiles }: Context, name: string): Promise<void> {
  checkProfileName(name);
  if ((await profiles.names()).includes(name)) throw nameTaken(name);
}

export function nameTaken(name: string): PvgError {
  return new PvgError(
    'profile-exists',
    `The profile ${name} already exists. Nothing was changed.`,
    {
      hint: `Change it with \`pvg profile set ${name}\`, or choose another name.`,
    },
  );
}

/** A stored profile, or why its file or its keyring cannot be read: the others still can. */
export interface Listed {
  readonly name: string;
  /** null if the file is damaged. */
  readonly profile: Profile | null;
  readonly error: PvgError | null;
}

/** @param isOpened the profiles whose keyring is opened, which may ask the person; the others come without secrets */
export async function listProfiles(
  { profiles }: Pick<Context, 'profiles'>,
  isOpened: (profile: Profile) => boolean = () => false,
): Promise<Listed[]> {
  const read = (name: string, secrets: boolean, closed: Profile | null): Promise<Listed> =>
    profiles.read(name, { secrets }).then(
      (profile) => ({ name, profile: profile ?? null, error: null }),
      onPvgError((error) => ({ name, profile: closed, error })),
    );
  const listed: Listed[] = [];
  // One after the other: a keyring may ask the person.
  for (const name of await profiles.names()) {
    const each = await read(name, false, null);
    const isWanted = each.profile?.keyring !== undefined && isOpened(each.profile);
    listed.push(isWanted ? await read(name, true, each.profile) : each);
  }
  return listed;
}
