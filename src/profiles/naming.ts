import type { Profile } from '../contract/profile.js';
import type { Context, ReadOptions } from '../context.js';
import { didYouMean, nearest } from '../text/nearest.js';
import { onPvgError, PvgError } from '../failure.js';
import { localName, isProfileName } from './profile.js';
import { readProjectFile } from './project-file.js';
import { secretsOf } from './fields.js';

type Named =
  | { readonly name: string; readonly source: string }
  | { readonly name: undefined; readonly notes: readonly string[] };

export const ofVariable = (name: string): string => `environment variable ${name}`;

/** flag > environment variable > project file > chosen; `alone`: the environment variables are enough without a profile. */
export async function findName(
  context: Context,
  flag: { readonly profile?: string | undefined; readonly profileSource?: string | undefined },
  alone: boolean,
): Promise<Named> {
  // Always read: a project file with a secret is an error whatever profile is used.
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
    // The variables alone are enough, even if the configuration folder cannot be read.
    if (!(error instanceof PvgError) || !alone) throw error;
    return { name: undefined, notes: [`${error.message} Only the environment variables are used.`] };
  }
}

const mostNamed = 8;

/** If profiles are stored, suggests them; if not, there are two other ways. */
export async function noProfile({ profiles }: Context): Promise<PvgError> {
  const names = await profiles.names().catch(() => []);
  const [first] = names;
  const says = 'No profile is chosen, and no environment variable replaces one.';
  if (first === undefined) {
    return new PvgError('profile-missing', says, {
      hint: 'Store a profile of your game: `pvg profile add game-dev --environment dev`. To try pvg first, use `--profile local`: it has only demo purchases.',
    });
  }
  const shown = names.slice(0, mostNamed).join(', ');
  const more = names.length > mostNamed ? ` and ${String(names.length - mostNamed)} more` : '';
  return new PvgError('profile-missing', says, {
    hint: `Stored: ${shown}${more}. For one call, add \`--profile ${first}\`. For all calls, run \`pvg profile use ${first}\`. \`--profile local\` is the emulator inside pvg.`,
    nextCommand: `pvg profile use ${names.length === 1 ? first : '"$PROFILE"'}`,
  });
}

/** ` \`nope\`` for a sentence; empty if the mistyped name may be a secret. */
export const shownName = (name: string): string => (/^[a-z]+(?:-[a-z]+)*$/.test(name) ? ` \`${name}\`` : '');

/** Says where the name came from. */
export async function unknownProfile(
  { profiles }: Context,
  name: string,
  source?: string,
): Promise<PvgError> {
  const names = [...(await profiles.names().catch(() => [])), localName];
  const by = source === undefined ? '' : ` (${source})`;
  const named = shownName(name) || ' with that name';
  return new PvgError('profile-unknown', `There is no profile${named}${by}.`, {
    hint: didYouMean(nearest(name, names)) ?? 'See `pvg profile list`, or store one with `pvg profile add`.',
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

/** Like readStored, but accepts a damaged file. */
export async function checkStored(context: Context, name: string): Promise<void> {
  if (name === localName) {
    throw new PvgError(
      'usage',
      'The profile local is built in. It cannot be changed, renamed, removed or exported.',
      {
        hint: 'Choose a stored profile: see `pvg profile list`.',
      },
    );
  }
  if (!isProfileName(name) || !(await context.profiles.names()).includes(name))
    throw await unknownProfile(context, name);
}

export async function checkNew(
  context: Context,
  name: string,
  otherwise = 'or choose another name.',
): Promise<void> {
  if (!(await context.profiles.names()).includes(name)) return;
  throw new PvgError('profile-exists', `The profile ${name} already exists. Nothing was changed.`, {
    hint: `Change it with \`pvg profile set ${name}\`, ${otherwise}`,
  });
}

/**
 * Updates the choice after its profile was renamed or removed. Unreadable settings become a sentence, not a failure.
 * @returns sentences for the user
 */
export async function followChoice(
  { profiles }: Context,
  from: string,
  to: string | undefined,
): Promise<string[]> {
  const follow = async (): Promise<string[]> => {
    if ((await profiles.chosen()) !== from) return [];
    await profiles.choose(to);
    return [
      to === undefined
        ? 'It was the chosen profile. Now no profile is chosen.'
        : 'It is still the chosen profile.',
    ];
  };
  return follow().catch(onPvgError(({ message }) => [message]));
}

/** Requires a profile or old files of one. @throws {PvgError} `usage` for local, `profile-unknown` */
export async function checkKept(context: Context, name: string): Promise<void> {
  const asides = name !== localName && isProfileName(name) ? await context.profiles.keptAside(name) : [];
  if (asides.length === 0) await checkStored(context, name);
}

/** A stored profile, or why it cannot be read: the others still can. */
export interface Listed {
  readonly name: string;
  readonly profile: Profile | null;
  readonly error: PvgError | null;
}

export const readListed = (
  { profiles }: Pick<Context, 'profiles'>,
  name: string,
  options?: ReadOptions,
): Promise<Listed> =>
  profiles.read(name, options).then(
    (profile) => ({ name, profile: profile ?? null, error: null }),
    onPvgError((error) => ({ name, profile: null, error })),
  );
