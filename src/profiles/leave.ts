import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { checkStored } from './stored.js';
import { isProfileName, localName } from './names.js';
import { saysOf } from './shown.js';

/** What happens when a profile goes: by its name, or for good. */

/**
 * The choice follows its profile; settings that cannot be read do not undo what is done.
 * @returns sentences to say
 */
export async function followChoice(
  { profiles }: Context,
  from: string,
  to: string | undefined,
): Promise<string[]> {
  try {
    if ((await profiles.chosen()) !== from) return [];
    await profiles.choose(to);
    return [to === undefined ? 'It was the chosen profile; now none is.' : 'It stays the chosen one.'];
  } catch (error) {
    return [saysOf(error)];
  }
}

export interface PurgeConfirmation {
  /** What --confirm says. */
  readonly confirm: string | undefined;
  /** Whether a person may be asked. */
  readonly ask: boolean;
}

/**
 * Deletes a profile and what was kept aside of it; gives the number of files.
 * @throws {PvgError} `profile-unknown`; `purge-unconfirmed`
 */
export async function purgeProfile(
  context: Context,
  name: string,
  confirmation: PurgeConfirmation,
): Promise<number> {
  await checkThere(context, name);
  await confirmPurge(context, name, confirmation);
  return context.profiles.purge(name);
}

/** A profile, or what was kept aside of one. */
async function checkThere(context: Context, name: string): Promise<void> {
  const asides = name !== localName && isProfileName(name) ? await context.profiles.keptAside(name) : [];
  if (asides.length === 0) await checkStored(context, name);
}

async function confirmPurge(
  { prompt }: Context,
  name: string,
  { confirm, ask }: PurgeConfirmation,
): Promise<void> {
  const question = `Type the name of the profile to delete ${name} and all kept aside for it, for good: `;
  const typed = confirm ?? (ask && prompt.possible ? (await prompt.text(question)).trim() : undefined);
  if (typed === name) return;
  const says =
    typed === undefined
      ? 'Deleting a profile for good wants a confirmation'
      : 'The confirmation is not the profile’s name';
  throw new PvgError('purge-unconfirmed', `${says}; nothing was deleted.`, {
    hint: `Run \`pvg profile purge ${name} --confirm ${name}\`.`,
    nextCommand: `pvg profile purge ${name} --confirm ${name}`,
  });
}
