import type { Context } from '../context.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import type { Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { addressProblem, originOf } from './address.js';
import {
  fields,
  fieldValues,
  toCredentials,
  type Field,
  type FieldPath,
  type FieldValues,
} from './fields.js';
import { localProfile } from './local.js';
import { isProfileName, localName } from './names.js';
import type { GatewayCredentials, Profile, SessionCredentials } from './profile.js';
import { readProjectFile, type ProjectFile } from './project-file.js';
import { unknownProfile } from './unknown.js';

/** What the command line itself says; secrets come from files it names, already read. */
export interface ProfileFlags {
  readonly profile?: string;
  /** What named it, where that is not `--profile`. */
  readonly profileSource?: string;
  /** Of the interface called. */
  readonly baseUrl?: string;
  readonly interface?: Interface;
  /** Whether anything is sent there (true unless said): where not, no address is judged and no origin compared. */
  readonly needsAddress?: boolean;
  readonly clientId?: string;
  readonly gameId?: string;
  readonly clientSecret?: string;
  readonly secretKey?: string;
}

/** What a command works with, each value with its source. */
export interface ResolvedProfile {
  /** null when the environment variables alone describe it. */
  readonly name: string | null;
  /** The built-in profile: its Send is the emulator in this process. */
  readonly local: boolean;
  readonly environment: Environment;
  readonly readOnly: boolean;
  readonly gateway: GatewayCredentials;
  readonly session: SessionCredentials;
  /** `gateway.baseUrl` → `environment variable PVG_GATEWAY_URL`; `profile` and `environment` too. */
  readonly sources: Readonly<Record<string, string>>;
  /** Sentences to say on stderr: another origin on dev, a file mode looser than 0600. */
  readonly notes: readonly string[];
}

/**
 * flag > environment variable > project file > stored profile.
 * @throws {PvgError} of the codes `usage`, `profile-…`, `configuration-unreadable`, `environment-conflict`, `other-origin`
 */
export async function resolveProfile(context: Context, flags: ProfileFlags): Promise<ResolvedProfile> {
  const overrides = readOverrides(context, flags);
  const named = await findName(context, flags, overrides);
  if (named.name === undefined) return resolveNameless(context, flags, overrides, named.notes);
  if (named.name === localName) return resolveLocal(context, flags, named.source);
  return resolveStored(context, flags, { name: named.name, source: named.source }, overrides);
}

type Named =
  | { readonly name: string; readonly source: string }
  | { readonly name: undefined; readonly notes: readonly string[] };

async function findName(context: Context, flags: ProfileFlags, overrides: Overrides): Promise<Named> {
  // Read in any case: a project file that holds a secret is an error whatever profile is used.
  const project = await readProjectFile(context);
  const said = sayingName(context, flags, project);
  if (said !== undefined) return said;
  try {
    const chosen = await context.profiles.chosen();
    return chosen === undefined
      ? { name: undefined, notes: [] }
      : { name: chosen, source: 'chosen with `pvg profile use`' };
  } catch (error) {
    // The variables alone are enough, also where the configuration folder cannot be read.
    if (!(error instanceof PvgError) || overrides.length === 0) throw error;
    return { name: undefined, notes: [`${error.message} The environment variables are used alone.`] };
  }
}

function sayingName(
  { env }: Context,
  flags: ProfileFlags,
  project: ProjectFile | undefined,
): Named | undefined {
  if (flags.profile !== undefined) {
    return { name: flags.profile, source: flags.profileSource ?? 'flag --profile' };
  }
  const variable = variableValue(env, 'PVG_PROFILE');
  if (variable !== undefined) return { name: variable, source: 'environment variable PVG_PROFILE' };
  if (project?.profile !== undefined)
    return { name: project.profile, source: `project file ${project.path}` };
  return undefined;
}

/** A value given for this run, from the command line or the environment. */
interface Override {
  readonly field: Field;
  readonly value: string;
  readonly source: string;
  readonly isFlag: boolean;
}
type Overrides = readonly Override[];

/** An empty variable counts as none. */
const variableValue = (env: Context['env'], name: string): string | undefined => env[name] || undefined;

function readOverrides({ env, secrets }: Pick<Context, 'env' | 'secrets'>, flags: ProfileFlags): Overrides {
  const flagged = flagValues(flags);
  return fields.flatMap((field): Override[] => {
    const variable = variableValue(env, field.variable);
    if (field.secret && variable !== undefined) secrets.add(variable);
    const flag = flagged[field.path];
    if (flag !== undefined) {
      if (field.secret) secrets.add(flag);
      return [{ field, value: flag, source: `flag ${flagName(field)}`, isFlag: true }];
    }
    return variable === undefined
      ? []
      : [{ field, value: variable, source: `environment variable ${field.variable}`, isFlag: false }];
  });
}

const flagName = (field: Field): string => (field.member === 'baseUrl' ? '--base-url' : field.option);

function flagValues(flags: ProfileFlags): Partial<Record<FieldPath, string | undefined>> {
  return {
    [flags.interface === 'session' ? 'session.baseUrl' : 'gateway.baseUrl']: flags.baseUrl,
    'gateway.clientId': flags.clientId,
    'gateway.clientSecret': flags.clientSecret,
    'session.gameId': flags.gameId,
    'session.secretKey': flags.secretKey,
  };
}

/** Values of the profile under those of this run, with the source of each. */
function merge(
  base: FieldValues,
  baseSource: string | ((field: Field) => string),
  overrides: Overrides,
): Pick<ResolvedProfile, 'gateway' | 'session' | 'sources'> {
  const values: Partial<Record<FieldPath, string>> = { ...base };
  const sources: Record<string, string> = Object.fromEntries(
    fields
      .filter(({ path }) => base[path] !== undefined)
      .map((field) => [field.path, typeof baseSource === 'string' ? baseSource : baseSource(field)]),
  );
  for (const { field, value, source } of overrides) {
    values[field.path] = value;
    sources[field.path] = source;
  }
  return { ...toCredentials(values), sources };
}

function checkOverrides(overrides: Overrides, { needsAddress = true }: ProfileFlags): void {
  for (const { field, value, source, isFlag } of overrides) {
    if (field.member === 'baseUrl' && !needsAddress) continue;
    const problem = field.problem(value);
    if (problem !== undefined) {
      throw new PvgError(
        isFlag ? 'usage' : 'configuration-unreadable',
        `The ${field.words} (${source}) ${problem}.`,
        isFlag ? {} : { about: field.variable },
      );
    }
  }
}

// A variable is used as it is; `$(cat file)` drops the line end, other ways do not.
const lineEndNotes = (overrides: Overrides): string[] =>
  overrides
    .filter(({ field, value, isFlag }) => field.secret && !isFlag && /[\r\n]$/.test(value))
    .map(({ source }) => `The ${source} ends in a line end; it is used as it is.`);

/** With some stored, one of them is meant; with none, there are two ways on. */
async function noProfile({ profiles }: Context): Promise<PvgError> {
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

const mostNamed = 8;

async function resolveNameless(
  context: Context,
  flags: ProfileFlags,
  overrides: Overrides,
  notes: readonly string[],
): Promise<ResolvedProfile> {
  if (overrides.length === 0) throw await noProfile(context);
  checkOverrides(overrides, flags);
  const told = toldEnvironment(context);
  const merged = merge({}, '', overrides);
  return {
    name: null,
    local: false,
    environment: told ?? 'prod',
    readOnly: false,
    ...merged,
    sources: {
      profile: 'none: environment variables and flags alone',
      environment:
        told === undefined
          ? 'built-in: prod where nothing says otherwise'
          : 'environment variable PVG_ENVIRONMENT',
      ...merged.sources,
    },
    notes: [...notes, ...lineEndNotes(overrides)],
  };
}

function resolveLocal(context: Context, flags: ProfileFlags, source: string): ResolvedProfile {
  if (flags.baseUrl !== undefined) {
    throw new PvgError('usage', 'The profile local has no address: it answers inside this process.', {
      hint: 'Leave --base-url out, or name a stored profile.',
    });
  }
  checkEnvironment(context, localProfile);
  const overrides = readOverrides({ env: {}, secrets: context.secrets }, flags);
  checkOverrides(overrides, flags);
  const merged = merge(fieldValues(localProfile), 'built-in', overrides);
  return {
    name: localName,
    local: true,
    environment: localProfile.environment,
    readOnly: localProfile.readOnly,
    ...merged,
    sources: { profile: source, environment: 'built-in', ...merged.sources },
    notes: [],
  };
}

async function resolveStored(
  context: Context,
  flags: ProfileFlags,
  { name, source }: { readonly name: string; readonly source: string },
  overrides: Overrides,
): Promise<ResolvedProfile> {
  const profile = isProfileName(name) ? await context.profiles.read(name) : undefined;
  if (profile === undefined) throw await unknownProfile(context, name, source);
  const stored = fieldValues(profile);
  for (const field of fields) {
    const value = stored[field.path];
    if (field.secret && value !== undefined) context.secrets.add(value);
  }
  checkEnvironment(context, profile);
  checkOverrides(overrides, flags);
  checkStored(context, profile, stored, flags);
  const notes = checkOrigins(profile, stored, overrides, flags);
  const merged = merge(stored, profileSources(profile), overrides);
  return {
    name,
    local: false,
    environment: profile.environment,
    readOnly: profile.readOnly,
    ...merged,
    sources: { profile: source, environment: `profile ${name}`, ...merged.sources },
    notes: [...notes, ...lineEndNotes(overrides), ...(await context.profiles.looseModes(name))],
  };
}

const profileSources =
  ({ name, keyring }: Profile) =>
  ({ secret }: Field): string =>
    secret && keyring !== undefined ? `keyring, for profile ${name}` : `profile ${name}`;

/** A file that somebody edited by hand. */
function checkStored(
  { profiles }: Context,
  { name }: Profile,
  stored: FieldValues,
  { needsAddress = true }: ProfileFlags,
): void {
  for (const { path, member, words, problem } of fields) {
    if (member === 'baseUrl' && !needsAddress) continue;
    const value = stored[path];
    const says = value === undefined ? undefined : problem(value);
    if (says !== undefined) {
      throw new PvgError('configuration-unreadable', `The ${words} in ${profiles.path(name)} ${says}.`, {
        about: name,
      });
    }
  }
}

function toldEnvironment({ env }: Context): Environment | undefined {
  const text = variableValue(env, 'PVG_ENVIRONMENT');
  const told = text === undefined ? undefined : parseEnvironment(text);
  if (text !== undefined && told === undefined) {
    throw new PvgError(
      'configuration-unreadable',
      'The environment variable PVG_ENVIRONMENT is neither dev nor prod.',
      { about: 'PVG_ENVIRONMENT' },
    );
  }
  return told;
}

/** A profile has exactly one environment, and nothing changes it. */
function checkEnvironment(context: Context, { name, environment }: Profile): void {
  const told = toldEnvironment(context);
  if (told !== undefined && told !== environment) {
    throw new PvgError(
      'environment-conflict',
      `PVG_ENVIRONMENT says ${told}, but the profile ${name} is ${environment}.`,
      {
        hint: `Unset PVG_ENVIRONMENT, or name a ${told} profile with --profile.`,
        section: '§1.3',
        about: 'PVG_ENVIRONMENT',
      },
    );
  }
}

/**
 * Credentials go to the origin they were stored with: elsewhere is said on dev and refused on prod.
 * @returns what to say
 */
function checkOrigins(
  profile: Profile,
  stored: FieldValues,
  overrides: Overrides,
  { interface: called, needsAddress = true }: ProfileFlags,
): string[] {
  const notes: string[] = [];
  if (!needsAddress) return notes;
  for (const { field, value, source } of overrides) {
    const own = stored[field.path];
    if (field.member !== 'baseUrl' || own === undefined || addressProblem(own) !== undefined) continue;
    if ((called !== undefined && called !== field.interface) || originOf(value) === originOf(own)) continue;
    const says = `The ${field.words} (${source}) is of another origin than that of the profile ${profile.name}, ${originOf(own)}`;
    if (profile.environment === 'prod') {
      throw new PvgError('other-origin', `${says}: refused for prod.`, {
        hint: `Change the profile itself if the service has moved: \`pvg profile set ${profile.name} ${field.option} <url>\`.`,
        section: '§1.3',
        about: field.variable,
      });
    }
    notes.push(`${says}.`);
  }
  return notes;
}
