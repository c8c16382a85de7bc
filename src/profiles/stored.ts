import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { secretsOf } from './fields.js';
import { isProfileName, localName } from './names.js';
import { unknownProfile } from './naming.js';
import type { Profile } from './profile.js';
import type { ReadOptions } from './store.js';

/** A stored profile to change, move or export. @throws {PvgError} `usage` for local, `profile-unknown` */
export async function readStored(context: Context, name: string, options?: ReadOptions): Promise<Profile> {
  await checkStored(context, name);
  const profile = await context.profiles.read(name, options);
  if (profile === undefined) throw await unknownProfile(context, name);
  for (const value of secretsOf(profile)) context.secrets.add(value);
  return profile;
}

/** Like readStored, but a damaged file will do. */
export async function checkStored(context: Context, name: string): Promise<void> {
  if (name === localName) {
    throw new PvgError('usage', 'The profile local is built in: it cannot be changed, moved or exported.', {
      hint: 'Name a stored profile; `pvg profile list` shows them.',
    });
  }
  if (!isProfileName(name) || !(await context.profiles.names()).includes(name))
    throw await unknownProfile(context, name);
}

/** @throws {PvgError} `profile-exists` */
export async function checkNew(context: Context, name: string): Promise<void> {
  if (!(await context.profiles.names()).includes(name)) return;
  throw new PvgError('profile-exists', `The profile ${name} exists already; nothing was changed.`, {
    hint: `Change it with \`pvg profile set ${name}\`, or choose another name.`,
  });
}
