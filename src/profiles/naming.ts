import type { Context } from '../context.js';
import { nearest } from '../text/nearest.js';
import { PvgError } from '../failure.js';
import { localName, isProfileName, type Profile } from './profile.js';
import { readProjectFile } from './project-file.js';
import { secretsOf } from './fields.js';
import type { ReadOptions } from './store.js';
import { saysOf } from './shown.js';

type Named =
  | { readonly name: string; readonly source: string }
  | { readonly name: undefined; readonly notes: readonly string[] };

export const ofVariable = (name: string): string => `environment variable ${name}`;

/** flag > environment variable > project file > chosen; `alone`: the environment variables will do without one. */
export async function findName(
  context: Context,
  flag: { readonly profile?: string | undefined; readonly profileSource?: string | undefined },
  alone: boolean,
): Promise<Named> {
  // Read in any case: a project file that holds a secret is an error whatever profile is used.
  const project = await readProjectFile(context);
  const variable = context.env['PVG_PROFILE'];
  if (flag.profile !== undefined)
    return { name: flag.profile, source: flag.profileSource ?? 'flag --profile' };
  if (variable) return { name: variable, source: ofVariable('PVG_PROFILE') };
  if (project?.profile !== undefined)
    return { name: project.profile, source: `project file ${project.path}` };
  try {
    const name = await context.profiles.chosen();
    return name === undefined ? { name, notes: [] } : { name, source: 'chosen with `pvg profile use`' };
  } catch (error) {
    // The variables alone are enough, also where the configuration folder cannot be read.
    if (!(error instanceof PvgError) || !alone) throw error;
    return { name: undefined, notes: [`${error.message} The environment variables are used alone.`] };
  }
}

const mostNamed = 8;

/** With some stored, one of them is meant; with none, there are two ways on. */
export async function noProfile({ profiles }: Context): Promise<PvgError> {
  const names = await profiles.names().catch(() => []);
  const [first] = names;
  const says = 'No profile is named or chosen, and no environment variable stands in for one.';
  if (first === undefined) {
    return new PvgError('profile-missing', says, {
      hint: 'Use `--profile local`, which needs no set-up, or store one: `pvg profile add game-dev --environment dev`.',
    });
  }
  const shown = names.slice(0, mostNamed).join(', ');
  const more = names.length > mostNamed ? ` and ${String(names.length - mostNamed)} more` : '';
  return new PvgError('profile-missing', says, {
    hint: `Stored: ${shown}${more}. Name one for this call with \`--profile ${first}\`, or choose one for all calls with \`pvg profile use ${first}\`. \`--profile local\` is the emulator in pvg itself.`,
    nextCommand: `pvg profile use ${names.length === 1 ? first : '"$PROFILE"'}`,
  });
}

/** Names what named the profile, never the name itself: a mistyped one may be a secret. */
export async function unknownProfile(
  { profiles }: Context,
  name: string,
  source?: string,
): Promise<PvgError> {
  const names = [...(await profiles.names().catch(() => [])), localName];
  const near = nearest(name, names).map((each) => `\`${each}\``);
  const by = source === undefined ? '' : ` (${source})`;
  return new PvgError('profile-unknown', `There is no profile of that name${by}.`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : 'See `pvg profile list`; `pvg profile add` stores one.',
  });
}

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

export async function checkNew(context: Context, name: string): Promise<void> {
  if (!(await context.profiles.names()).includes(name)) return;
  throw new PvgError('profile-exists', `The profile ${name} exists already; nothing was changed.`, {
    hint: `Change it with \`pvg profile set ${name}\`, or choose another name.`,
  });
}

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

/** A profile, or what was kept aside of one. @throws {PvgError} `usage` for local, `profile-unknown` */
export async function checkKept(context: Context, name: string): Promise<void> {
  const asides = name !== localName && isProfileName(name) ? await context.profiles.keptAside(name) : [];
  if (asides.length === 0) await checkStored(context, name);
}
