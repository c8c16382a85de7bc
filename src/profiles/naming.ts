import type { Context } from '../context.js';
import { nearest } from '../text/nearest.js';
import { PvgError } from '../failure.js';
import { localName } from './names.js';
import { ofVariable } from './overrides.js';
import { readProjectFile } from './project-file.js';

/** Which profile is meant, and by what. */
export type Named =
  | { readonly name: string; readonly source: string }
  | { readonly name: undefined; readonly notes: readonly string[] };

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
