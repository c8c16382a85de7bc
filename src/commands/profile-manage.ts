import { isDeepStrictEqual } from 'node:util';
import type { Profile } from '../contract/profile.js';
import { onPvgError, PvgError } from '../failure.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import {
  localName,
  localProfile,
  readStored,
  requireNewName,
  requireStored,
} from '../profiles/fields.js';
import {
  confirmLossOfProfile,
  noteEachOnce,
  noteLooseModes,
  type Invocation,
} from './profile-invocation.js';

/** `pvg profile use`, `rename` and `remove`, which do not change the values of a profile. */

export async function runUse(call: Invocation, name: string): Promise<CommandResult> {
  const { context } = call;
  const isLocal = name === localName;
  const { chosen, path } = await context.profiles.withLock(async () => ({
    chosen: isLocal ? localProfile : await readStored(context, name, { secrets: false }),
    path: await context.profiles.choose(name),
  }));
  const { environment, readOnly } = chosen;
  if (!isLocal) await noteLooseModes(call, name);
  await noteEachOnce(call, `Written: ${path}`);
  const effect = readOnly
    ? 'This profile is read-only, so it never verifies.'
    : `A verify there records the purchase. The game’s own verify then gets HTTP 409, and the game must not grant. For support, forbid it: \`pvg profile set ${name} --read-only\`.`;
  const isProd = environment === 'prod';
  const prodNote = `They call prod now: real purchases and real players. ${effect}`;
  return commandResult('profile use', {
    profile: name,
    environment,
    answer: { chosen: name },
    view: {
      headline: `Commands without --profile, PVG_PROFILE or .pvg.json now use ${name} (${environment}).`,
      mood: isProd ? 'careful' : 'good',
      notes: isProd ? [prodNote] : [],
      nextCommand: 'pvg profile show',
    },
  });
}

export async function runRename(
  call: Invocation,
  oldName: string,
  newName: string,
): Promise<CommandResult> {
  const { profiles } = call.context;
  await profiles.withLock(async () => {
    await readStored(call.context, oldName, { secrets: false });
    await requireNewName(call.context, newName);
    const isChosen = (await profiles.chosen()) === oldName;
    await profiles.rename(oldName, newName);
    if (isChosen) await profiles.choose(newName);
  });
  const path = profiles.path(newName);
  await noteEachOnce(call, `Written: ${path}`);
  return commandResult('profile rename', {
    profile: newName,
    answer: { name: newName, formerName: oldName, path },
    view: {
      headline: `The profile ${oldName} is now called ${newName}.`,
      mood: 'good',
      nextCommand: `pvg profile show ${newName}`,
    },
  });
}

export async function runRemove(call: Invocation, name: string): Promise<CommandResult> {
  const { context, options } = call;
  const { profiles } = context;
  await requireStored(context, name);
  const readPlain = (): Promise<Profile | undefined> =>
    unlessDamaged(profiles.read(name, { secrets: false }));
  const before = await readPlain();
  await confirmLossOfProfile(call, name, `Deleting the profile ${name} and its secrets for good`);
  const { keyringNote, isChosen } = await profiles.withLock(async () => {
    await requireStored(context, name);
    // A person confirmed the profile as it was when asked, so it must still be the same. With --yes it may have changed.
    const isSame = isDeepStrictEqual(await readPlain(), before);
    if (options.yes !== true && !isSame) throw changedMeanwhileError(name);
    const wasChosen = (await profiles.chosen()) === name;
    // A sentence, if a secret could not be removed from the keyring.
    const note = await profiles.remove(name);
    if (wasChosen) await profiles.choose(undefined);
    return { keyringNote: note, isChosen: wasChosen };
  });
  if (keyringNote !== undefined) await noteEachOnce(call, keyringNote);
  if (isChosen) await noteEachOnce(call, 'Now no profile is chosen.');
  return commandResult('profile remove', {
    profile: name,
    answer: { name },
    view: {
      headline: `The profile ${name} is deleted.`,
      mood: 'good',
      nextCommand: 'pvg profile list',
    },
  });
}

/** The profile, or undefined for a damaged one, which can be removed, too. */
const unlessDamaged = (read: Promise<Profile | undefined>): Promise<Profile | undefined> =>
  read.catch(onPvgError(() => undefined));

const changedMeanwhileError = (name: string): PvgError =>
  new PvgError(
    'unconfirmed',
    `Another pvg changed the profile ${name} while you were asked. Nothing was changed.`,
    {
      hint: 'Look at the profile, then run the command again.',
      nextCommand: `pvg profile show ${name}`,
    },
  );
