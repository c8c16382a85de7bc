import type { Context } from '../context.js';
import type { Credential } from '../contract/credential.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { records, type Interface, type InterfaceRecord } from '../contract/interfaces.js';
import {
  addressNames,
  addressOf,
  type FieldName,
  type FieldValues,
  type Profile,
} from '../contract/profile.js';
import type { Target } from '../contract/request.js';
import { onPvgError, PvgError } from '../failure.js';
import { rulesOf, type Given, type Rules } from './effective.js';
import {
  addressProblem,
  fields,
  fieldsOf,
  filled,
  isAddress,
  optionsFor,
  originOf,
  secretFields,
  secretsOf,
  valuesIn,
  variablesOf,
  without,
  type Field,
} from './fields.js';
import { isProfileName, localName, localProfile, noProfile, unknownProfile } from './names.js';
import { readProjectFile } from './project-file.js';
import { secretOfVariable, type EnvironmentDoors, type Note } from './secret-input.js';

/** Which profile and which values a command uses: flag > environment variable > project file > stored profile. */

/** Values from the command line; secrets are already read from the files it names. */
export interface ProfileFlags extends Partial<
  Record<Exclude<FieldName, 'gatewayUrl' | 'sessionUrl'>, string | undefined>
> {
  readonly profile?: string | undefined;
  /** The source of the name, if not `--profile`. */
  readonly profileSource?: string | undefined;
  readonly interface?: Interface | undefined;
  /** The address of the interface that is called. */
  readonly baseUrl?: string | undefined;
  /** Whether anything is sent there (default: true). If not, addresses and origins are not checked. */
  readonly needsAddress?: boolean;
}

type Source = FieldName | 'profile' | 'environment';

/** The values that a command uses, each with its source, and the rules that hold for them. */
export interface ResolvedProfile extends FieldValues, Rules {
  /** null when the environment variables alone describe it. */
  readonly name: string | null;
  /** The built-in profile: its Send is the emulator in this process. */
  readonly local: boolean;
  /** `gatewayUrl` → `environment variable PVG_GATEWAY_URL`. */
  readonly sources: Readonly<Partial<Record<Source, string>>>;
  /** Sentences for stderr: a different origin on dev, a file mode looser than 0600. */
  readonly notes: readonly Note[];
}

const signing = fields.filter(({ name, secret }) => secret || name === 'clientId');

export const credentialOf = (name: string | null, values: FieldValues): Credential => ({
  label: name === null ? 'the environment variables' : `the profile ${name}`,
  ...valuesIn(values, signing),
});

/** @throws {PvgError} `usage`, `profile-…`, `configuration-unreadable`, `environment-conflict`, `other-origin` */
export async function resolveProfile(context: Context, flags: ProfileFlags): Promise<ResolvedProfile> {
  const { env, files, prompt, secrets, stdin } = context;
  for (const { variable } of secretFields) if (env[variable]) secrets.add(env[variable]);
  const alone = fields.some(
    (field) =>
      !field.optional && (flagOf(field, flags) !== undefined || variablesOf(field).some((name) => env[name])),
  );
  const { name, source, notes } = await findName(context, flags, alone);
  if (name === undefined && !alone) throw await noProfile(context);
  const isLocal = name === localName;
  if (isLocal && flags.baseUrl !== undefined) {
    throw new PvgError('usage', 'The profile local has no address: it answers inside pvg.', {
      hint: 'Remove `--base-url`, or choose a stored profile.',
    });
  }
  // Variables describe a real service.
  const overrides = await readOverrides({ files, prompt, secrets, stdin, env: isLocal ? {} : env }, flags);
  const told = toldEnvironment(context);
  const base = await baseOf(context, name, source, told);
  for (const { field, value, from, variable } of overrides) check([field, value, from, variable], flags);
  notes.push(...(await checkStored(context, base, overrides, flags)));
  notes.push(...overrides.flatMap((each) => each.notes));
  // Of `local` nothing leaves this process.
  if (isLocal) return overlaid(base, overrides, { ...localProfile, valuesOf: null }, notes);
  const rules = await rulesOf(context, base.profile, { given: overrides, told, called: flags.interface });
  return overlaid(base, overrides, rules, [...notes, ...rules.notes]);
}

const ofVariable = (name: string): string => `environment variable ${name}`;

/** `alone`: the environment variables are enough without a profile. */
async function findName(
  context: Context,
  { profile, profileSource = 'flag --profile' }: ProfileFlags,
  alone: boolean,
): Promise<{ readonly name: string | undefined; readonly source: string; readonly notes: Note[] }> {
  const notes: Note[] = [];
  // Always read: a project file with a secret is an error whatever profile is used.
  const project = await readProjectFile(context);
  if (profile !== undefined) return { name: profile, source: profileSource, notes };
  const variable = context.env['PVG_PROFILE'];
  if (variable) return { name: variable, source: ofVariable('PVG_PROFILE'), notes };
  if (project?.profile !== undefined)
    return { name: project.profile, source: `project file ${project.path}`, notes };
  // The variables alone are enough, even if the configuration folder cannot be read.
  const ifEnough = onPvgError((error): undefined => {
    if (!alone) throw error;
    notes.push({ says: `${error.message} Only the environment variables are used.` });
  });
  const name = await context.profiles.chosen().catch(ifEnough);
  const isChosen = name !== undefined;
  const source = isChosen ? 'chosen with `pvg profile use`' : 'none: only environment variables and options';
  return { name, source, notes };
}

/** The values before those of this run, where they are from, and where the name of their profile is from. */
interface Base {
  readonly profile: Omit<Profile, 'name'> & { readonly name: string | null };
  readonly origin: string;
  readonly source: string;
}

async function baseOf(
  context: Context,
  name: string | undefined,
  source: string,
  told: Environment | undefined,
): Promise<Base> {
  if (name === undefined) {
    const origin =
      told === undefined ? 'built-in: prod unless PVG_ENVIRONMENT is set' : ofVariable('PVG_ENVIRONMENT');
    return { profile: { name: null, environment: told ?? 'prod', readOnly: false }, origin, source };
  }
  const isLocal = name === localName;
  const stored = isProfileName(name) ? await context.profiles.read(name) : undefined;
  const profile = isLocal ? localProfile : stored;
  if (profile === undefined) throw await unknownProfile(context, name, source);
  if (!isLocal) for (const secret of secretsOf(profile)) context.secrets.add(secret);
  if (told === undefined || told === profile.environment)
    return { profile, origin: isLocal ? 'built-in' : `profile ${name}`, source };
  // A profile has exactly one environment, and nothing changes it.
  const says = `PVG_ENVIRONMENT is ${told}, but the profile ${name} is ${profile.environment}.`;
  throw new PvgError('environment-conflict', says, {
    hint: `Unset PVG_ENVIRONMENT, or choose a ${told} profile with --profile.`,
    section: '§1.3',
    about: 'PVG_ENVIRONMENT',
  });
}

function toldEnvironment({ env }: Context): Environment | undefined {
  const text = env['PVG_ENVIRONMENT'] || undefined;
  const told = text === undefined ? undefined : parseEnvironment(text);
  if (text === undefined || told !== undefined) return told;
  const says = 'The environment variable PVG_ENVIRONMENT is neither dev nor prod.';
  throw new PvgError('configuration-unreadable', says, { about: 'PVG_ENVIRONMENT' });
}

interface Override extends Given {
  /** `flag --client-id` */
  readonly from: string;
  readonly notes: readonly Note[];
}

const flagOf = (field: Field, flags: ProfileFlags): string | undefined => {
  if (isAddress(field)) return field.interface === flags.interface ? flags.baseUrl : undefined;
  return flags[field.name as Exclude<FieldName, 'gatewayUrl' | 'sessionUrl'>];
};

/** Flags before variables; an empty variable counts as not set. */
async function readOverrides(doors: EnvironmentDoors, flags: ProfileFlags): Promise<Override[]> {
  const overrides: Override[] = [];
  for (const field of fields) {
    const { variable, option, secret } = field;
    const flag = flagOf(field, flags);
    if (flag !== undefined) {
      if (secret) doors.secrets.add(flag);
      const from = `flag ${isAddress(field) ? '--base-url' : option}`;
      overrides.push({ field, value: flag, from, notes: [] });
      continue;
    }
    // No secret file is read for an interface that is not called.
    const isCalled = field.interface === (flags.interface ?? field.interface);
    const plain = doors.env[variable] ? { value: doors.env[variable], variable, notes: [] } : undefined;
    const told = secret && isCalled ? await secretOfVariable(doors, field) : plain;
    if (told) overrides.push({ field, ...told, from: ofVariable(told.variable) });
  }
  return overrides;
}

/** Values of the profile, replaced by those of this run. */
function overlaid(
  { profile, origin, source }: Base,
  overrides: readonly Override[],
  { environment, readOnly, valuesOf }: Rules,
  notes: readonly Note[],
): ResolvedProfile {
  const values: Partial<Record<FieldName, string>> = { ...valuesIn(profile) };
  const by = `${valuesOf === null ? 'variables and options' : `profile ${valuesOf}`}, whose values are in use`;
  const sources: Partial<Record<Source, string>> = {
    profile: source,
    environment: environment === profile.environment ? origin : by,
  };
  for (const [{ name, secret }] of filled(profile))
    sources[name] = secret && profile.keyring !== undefined ? `keyring, for ${origin}` : origin;
  for (const { field, value, from } of overrides) {
    values[field.name] = value;
    sources[field.name] = from;
  }
  const { name } = profile;
  return { name, environment, readOnly, ...values, valuesOf, local: name === localName, sources, notes };
}

/** `from`: where the value was given, or the file that somebody edited by hand. `about` undefined: an option. */
function check(
  [field, value, from, about]: readonly [Field, string, from: string, about: string | undefined],
  { needsAddress = true }: ProfileFlags,
): void {
  const problem = isAddress(field) && !needsAddress ? undefined : field.problem(value);
  if (problem === undefined) return;
  const says = `The ${field.words} (${from}) ${problem}.`;
  if (about === undefined) throw new PvgError('usage', says);
  throw new PvgError('configuration-unreadable', says, { about });
}

/** A file may have been edited by hand, and others may read it. */
async function checkStored(
  { profiles }: Context,
  { profile: { name, ...profile } }: Base,
  overrides: readonly Override[],
  flags: ProfileFlags,
): Promise<Note[]> {
  if (name === null || name === localName) return [];
  for (const [field, value] of filled(profile)) check([field, value, profiles.path(name), name], flags);
  const origins = originNotes({ ...profile, name }, overrides, flags);
  return [...origins, ...(await profiles.looseModes(name)).map((says) => ({ says }))];
}

/** Credentials belong to the origin they were stored with: another origin is noted on dev and refused on prod. */
function originNotes(
  profile: Profile,
  overrides: readonly Override[],
  { interface: called, needsAddress = true }: ProfileFlags,
): Note[] {
  if (!needsAddress) return [];
  return overrides.flatMap(({ field, value, from, variable }) => {
    const own = profile[field.name];
    if (!isAddress(field) || own === undefined || addressProblem(own) !== undefined) return [];
    if ((called ?? field.interface) !== field.interface || value === own) return [];
    const isElsewhere = originOf(value) !== originOf(own);
    // An option is typed on purpose; a variable may have been set long ago.
    if (variable === undefined && !isElsewhere) return [];
    const says = `The ${field.words} ${value} (${from}) replaces ${own}, the address of the profile ${profile.name}`;
    if (profile.environment !== 'prod' || !isElsewhere)
      return [{ says: `${says}.`, ...(variable !== undefined && { fix: `unset ${variable}` }) }];
    throw new PvgError('other-origin', `${says}. pvg refuses that on prod.`, {
      hint: `If the service has moved, change the profile: \`pvg profile set ${profile.name} ${field.option} <url>\`.`,
      section: '§1.3',
      ...(variable !== undefined && { about: variable }),
    });
  });
}

/** What a command needs: `sign` needs no address, a dry run no secret. `options`: which of its own give a value. */
interface Needs {
  readonly secret: boolean;
  readonly address?: boolean;
  readonly options?: readonly string[];
}

/**
 * Where requests of an interface go, and what signs them. Values of the body are not required here, because a complete
 * body may be given. @throws {PvgError} `profile-incomplete`, or `secret-missing` if only the secret is missing
 */
export function requireTarget(
  resolved: ResolvedProfile,
  id: Interface,
  { secret, address = true, options = [] }: Needs = { secret: true },
): Target {
  const { headers, secret: own }: InterfaceRecord = records[id];
  const needed: readonly (string | false)[] = [
    address && addressNames[id],
    headers.clientId !== undefined && 'clientId',
    secret && own.member,
  ];
  const missing = fieldsOf(id).filter(({ name }) => needed.includes(name) && resolved[name] === undefined);
  if (missing.length === 0) {
    const clientId = headers.clientId === undefined ? undefined : resolved.clientId;
    return { baseUrl: addressOf(resolved, id) ?? '', clientId, secret: resolved[own.member] };
  }
  const who = resolved.name === null ? 'The variables and options give' : `The profile ${resolved.name} has`;
  throw new PvgError(
    missing.every((field) => field.secret) ? 'secret-missing' : 'profile-incomplete',
    `${who} no ${without(missing)}.`,
    { hint: missingHint(resolved.name, missing, options) },
  );
}

function missingHint(name: string | null, missing: readonly Field[], options: readonly string[]): string {
  const takes = missing.filter(({ option }) => options.includes(option));
  const ways = [
    name !== null && `run \`pvg profile set ${name} ${optionsFor(missing)}\``,
    takes.length > 0 && `add \`${optionsFor(takes)}\``,
    `set ${missing.map(({ variable }) => variable).join(', ')}`,
    name === null && 'choose a stored profile with --profile',
  ].filter((way) => way !== false);
  const says = `${ways.slice(0, -1).join(', ')}, or ${ways.at(-1) ?? ''}.`;
  return says.charAt(0).toUpperCase() + says.slice(1);
}
