import type { FieldPath, Profile } from '../contract/profile.js';
import type { Context } from '../context.js';
import type { Credential } from '../contract/credential.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { records, type Interface, type InterfaceRecord } from '../contract/interfaces.js';
import type { Target } from '../contract/request.js';
import { PvgError } from '../failure.js';
import { rulesOf, type Rules } from './effective.js';
import {
  addressProblem,
  fieldsOf,
  fieldValues,
  fields,
  optionsFor,
  originOf,
  filledFields,
  secretFields,
  secretsOf,
  toCredentials,
  variablesOf,
  type Field,
} from './fields.js';
import { findName, noProfile, unknownProfile, ofVariable } from './naming.js';
import { isProfileName, localName, localProfile } from './profile.js';
import { secretOfVariable, type EnvironmentDoors, type Note } from './secret-input.js';

/** Values from the command line; secrets are already read from the files it names. */
export interface ProfileFlags {
  readonly profile?: string | undefined;
  /** The source of the name, if not `--profile`. */
  readonly profileSource?: string | undefined;
  readonly interface?: Interface | undefined;
  /** The address of the interface that is called. */
  readonly baseUrl?: string | undefined;
  /** Whether anything is sent there (default: true). If not, addresses and origins are not checked. */
  readonly needsAddress?: boolean;
  readonly clientId?: string | undefined;
  readonly gameId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly secretKey?: string | undefined;
  readonly package?: string | undefined;
}

/** The values that a command uses, each with its source, and the rules that hold for them. */
export interface ResolvedProfile extends Omit<Profile, 'name' | 'keyring'>, Rules {
  /** null when the environment variables alone describe it. */
  readonly name: string | null;
  /** The built-in profile: its Send is the emulator in this process. */
  readonly local: boolean;
  /** `gateway.baseUrl` → `environment variable PVG_GATEWAY_URL`; `profile` and `environment` too. */
  readonly sources: Readonly<Record<string, string>>;
  /** Sentences for stderr: a different origin on dev, a file mode looser than 0600. */
  readonly notes: readonly Note[];
}

export const credentialOf = (
  name: string | null,
  { gateway, session }: Pick<Profile, 'gateway' | 'session'>,
): Credential => ({
  label: name === null ? 'the environment variables' : `the profile ${name}`,
  ...(gateway.clientId !== undefined && { clientId: gateway.clientId }),
  ...(gateway.clientSecret !== undefined && { clientSecret: gateway.clientSecret }),
  ...(session.secretKey !== undefined && { secretKey: session.secretKey }),
});

/**
 * flag > environment variable > project file > stored profile.
 * @throws {PvgError} of the codes `usage`, `profile-…`, `configuration-unreadable`, `environment-conflict`, `other-origin`
 */
export async function resolveProfile(context: Context, flags: ProfileFlags): Promise<ResolvedProfile> {
  const { env, files, prompt, secrets, stdin } = context;
  for (const { variable } of secretFields) if (env[variable]) secrets.add(env[variable]);
  const alone = fields.some(
    (field) =>
      !field.optional && (flagOf(field, flags) !== undefined || variablesOf(field).some((name) => env[name])),
  );
  const named = await findName(context, flags, alone);
  const isLocal = named.name === localName;
  if (named.name === undefined && !alone) throw await noProfile(context);
  if (isLocal && flags.baseUrl !== undefined) {
    throw new PvgError('usage', 'The profile local has no address: it answers inside pvg.', {
      hint: 'Remove `--base-url`, or choose a stored profile.',
    });
  }
  // Variables describe a real service.
  const doors = { files, prompt, secrets, stdin, env: isLocal ? {} : env };
  const { overrides, notes } = await readOverrides(doors, flags);
  if (named.name === undefined) {
    checkOverrides(overrides, flags);
    const said = named.notes.map((says) => ({ says }));
    return ruled(context, flags, withoutProfile(context), overrides, [...said, ...notes]);
  }
  const profile = isLocal ? localProfile : await readNamed(context, named);
  checkEnvironment(context, profile);
  checkOverrides(overrides, flags);
  const base = { profile, origin: isLocal ? 'built-in' : `profile ${profile.name}`, source: named.source };
  // Nothing leaves this process.
  if (isLocal) return { ...overlaid(base, overrides, notes), valuesOf: null };
  checkStored(context, profile, flags);
  const origins = checkOrigins(profile, overrides, flags);
  const loose = (await context.profiles.looseModes(profile.name)).map((says) => ({ says }));
  return ruled(context, flags, base, overrides, [...origins, ...notes, ...loose]);
}

async function ruled(
  context: Context,
  { interface: called }: ProfileFlags,
  base: Base,
  given: readonly Override[],
  notes: readonly Note[],
): Promise<ResolvedProfile> {
  const run = { given, told: toldEnvironment(context), called };
  const { notes: more, ...rules } = await rulesOf(context, base.profile, run);
  const resolved = overlaid(base, given, [...notes, ...more]);
  const { environment = '' } = resolved.sources;
  const by = rules.valuesOf === null ? 'variables and options' : `profile ${rules.valuesOf}`;
  const isOther = rules.environment !== base.profile.environment;
  return {
    ...resolved,
    ...rules,
    sources: { ...resolved.sources, environment: isOther ? `${by}, whose values are in use` : environment },
  };
}

/** The values before those of this run, where they are from, and where the name of their profile is from. */
interface Base {
  readonly profile: Omit<Profile, 'name'> & { readonly name: string | null };
  readonly origin: string;
  readonly source: string;
}

function withoutProfile(context: Context): Base {
  const told = toldEnvironment(context);
  return {
    profile: { name: null, environment: told ?? 'prod', readOnly: false, gateway: {}, session: {} },
    origin:
      told === undefined ? 'built-in: prod unless PVG_ENVIRONMENT is set' : ofVariable('PVG_ENVIRONMENT'),
    source: 'none: only environment variables and options',
  };
}

async function readNamed(
  context: Context,
  { name, source }: { readonly name: string; readonly source: string },
): Promise<Profile> {
  const profile = isProfileName(name) ? await context.profiles.read(name) : undefined;
  if (profile === undefined) throw await unknownProfile(context, name, source);
  for (const secret of secretsOf(profile)) context.secrets.add(secret);
  return profile;
}

/** Values of the profile, replaced by those of this run. */
function overlaid(
  { profile: { keyring, ...profile }, origin, source }: Base,
  overrides: readonly Override[],
  notes: readonly Note[],
): Omit<ResolvedProfile, 'valuesOf'> {
  const values: Partial<Record<FieldPath, string>> = { ...fieldValues(profile) };
  const sources: Record<string, string> = { profile: source, environment: origin };
  for (const [{ path, secret }] of filledFields(values))
    sources[path] = secret && keyring !== undefined ? `keyring, for ${origin}` : origin;
  for (const override of overrides) {
    values[override.field.path] = override.value;
    sources[override.field.path] = override.source;
  }
  return { ...profile, ...toCredentials(values), local: profile.name === localName, sources, notes };
}

/** A value given for this run, from the command line or the environment. */
interface Override {
  readonly field: Field;
  readonly value: string;
  readonly source: string;
  /** undefined for a value from the command line. */
  readonly variable?: string;
}

/** The value of a field on the command line. */
const flagOf = ({ member, interface: own }: Field, flags: ProfileFlags): string | undefined =>
  member === 'baseUrl' && own !== flags.interface ? undefined : flags[member];

/** Flags before variables; an empty variable counts as not set. */
async function readOverrides(
  doors: EnvironmentDoors,
  flags: ProfileFlags,
): Promise<{ readonly overrides: Override[]; readonly notes: Note[] }> {
  const overrides: Override[] = [];
  const notes: Note[] = [];
  for (const field of fields) {
    const flag = flagOf(field, flags);
    if (flag !== undefined) {
      if (field.secret) doors.secrets.add(flag);
      const name = field.member === 'baseUrl' ? '--base-url' : field.option;
      overrides.push({ field, value: flag, source: `flag ${name}` });
      continue;
    }
    const told = await ofEnvironment(doors, field, flags);
    if (told === undefined) continue;
    overrides.push({ field, value: told.value, source: ofVariable(told.variable), variable: told.variable });
    notes.push(...told.notes);
  }
  return { overrides, notes };
}

/** Reads no secret file for an interface that is not called. */
const ofEnvironment = async (doors: EnvironmentDoors, field: Field, flags: ProfileFlags) => {
  const { variable } = field;
  const isCalled = field.interface === (flags.interface ?? field.interface);
  if (field.secret && isCalled) return secretOfVariable(doors, field);
  const value = doors.env[variable] || undefined;
  return value === undefined ? undefined : { value, variable, notes: [] };
};

const problemOf = ({ member, problem }: Field, value: string, { needsAddress = true }: ProfileFlags) =>
  member === 'baseUrl' && !needsAddress ? undefined : problem(value);

/** @throws {PvgError} `usage` for a flag, `configuration-unreadable` for a variable */
function checkOverrides(overrides: readonly Override[], flags: ProfileFlags): void {
  for (const { field, value, source, variable } of overrides) {
    const problem = problemOf(field, value, flags);
    if (problem === undefined) continue;
    const says = `The ${field.words} (${source}) ${problem}.`;
    if (variable === undefined) throw new PvgError('usage', says);
    throw new PvgError('configuration-unreadable', says, { about: variable });
  }
}

/** Checks values in a file that was edited by hand. */
function checkStored({ profiles }: Context, profile: Profile, flags: ProfileFlags): void {
  for (const [field, value] of filledFields(fieldValues(profile))) {
    const problem = problemOf(field, value, flags);
    if (problem === undefined) continue;
    const says = `The ${field.words} in ${profiles.path(profile.name)} ${problem}.`;
    throw new PvgError('configuration-unreadable', says, { about: profile.name });
  }
}

/** Credentials belong to the origin they were stored with: another origin is noted on dev and refused on prod. */
function checkOrigins(
  profile: Profile,
  overrides: readonly Override[],
  { interface: called, needsAddress = true }: ProfileFlags,
): Note[] {
  if (!needsAddress) return [];
  return overrides.flatMap(({ field, value, source, variable }) => {
    const own = fieldValues(profile)[field.path];
    if (field.member !== 'baseUrl' || own === undefined || addressProblem(own) !== undefined) return [];
    if ((called ?? field.interface) !== field.interface || value === own) return [];
    const isElsewhere = originOf(value) !== originOf(own);
    // An option is typed on purpose; a variable may have been set long ago.
    if (variable === undefined && !isElsewhere) return [];
    const says = `The ${field.words} ${value} (${source}) replaces ${own}, the address of the profile ${profile.name}`;
    if (profile.environment !== 'prod' || !isElsewhere)
      return [{ says: `${says}.`, ...(variable !== undefined && { fix: `unset ${variable}` }) }];
    throw new PvgError('other-origin', `${says}. pvg refuses that on prod.`, {
      hint: `If the service has moved, change the profile: \`pvg profile set ${profile.name} ${field.option} <url>\`.`,
      section: '§1.3',
      ...(variable !== undefined && { about: variable }),
    });
  });
}

function toldEnvironment({ env }: Context): Environment | undefined {
  const text = env['PVG_ENVIRONMENT'] || undefined;
  const told = text === undefined ? undefined : parseEnvironment(text);
  if (text === undefined || told !== undefined) return told;
  const says = 'The environment variable PVG_ENVIRONMENT is neither dev nor prod.';
  throw new PvgError('configuration-unreadable', says, { about: 'PVG_ENVIRONMENT' });
}

/** A profile has exactly one environment, and nothing changes it. */
function checkEnvironment(context: Context, { name, environment }: Profile): void {
  const told = toldEnvironment(context);
  if (told === undefined || told === environment) return;
  const says = `PVG_ENVIRONMENT is ${told}, but the profile ${name} is ${environment}.`;
  throw new PvgError('environment-conflict', says, {
    hint: `Unset PVG_ENVIRONMENT, or choose a ${told} profile with --profile.`,
    section: '§1.3',
    about: 'PVG_ENVIRONMENT',
  });
}

/** What a command needs: `sign` needs no address, a dry run no secret. */
interface Needs {
  readonly secret: boolean;
  /** Default: true. */
  readonly address?: boolean;
  /** The options of the command that give a value for this run: `--client-id`. */
  readonly options?: readonly string[];
}

/**
 * Where requests of an interface go, and what signs them. Values of the body are not required here, because a complete
 * body may be given. @throws {PvgError} `profile-incomplete`, or `secret-missing` if only the secret is missing
 */
export function requireTarget(
  resolved: ResolvedProfile,
  interfaceId: Interface,
  { secret, address = true, options = [] }: Needs = { secret: true },
): Target {
  const { headers, secret: own }: InterfaceRecord = records[interfaceId];
  const needed: Partial<Record<string, boolean>> = {
    baseUrl: address,
    clientId: headers.clientId !== undefined,
    [own.member]: secret,
  };
  const values: Readonly<Partial<Record<Field['member'], string>>> = resolved[interfaceId];
  const missing = fieldsOf(interfaceId).filter(
    ({ member }) => needed[member] === true && values[member] === undefined,
  );
  if (missing.length === 0)
    return { baseUrl: values.baseUrl ?? '', clientId: values.clientId, secret: values[own.member] };
  throw new PvgError(
    missing.every((field) => field.secret) ? 'secret-missing' : 'profile-incomplete',
    `${whoOf(resolved)} no ${missing.map(({ words }) => words).join(' and no ')}.`,
    { hint: missingHint(resolved.name, missing, options) },
  );
}

function whoOf({ name, sources }: ResolvedProfile): string {
  if (name !== null) return `The profile ${name} has`;
  return fields.some((field) => variablesOf(field).some((each) => sources[field.path] === ofVariable(each)))
    ? 'The environment variables give'
    : 'The options give';
}

function missingHint(name: string | null, missing: readonly Field[], options: readonly string[]): string {
  const variables = missing.map(({ variable }) => variable).join(', ');
  const takes = missing.filter(({ option }) => options.includes(option));
  const add = takes.length === 0 ? [] : [`add \`${optionsFor(takes)}\``];
  const ways =
    name === null
      ? [...add, `set ${variables}`, 'choose a stored profile with --profile']
      : [`run \`pvg profile set ${name} ${optionsFor(missing)}\``, ...add, `set ${variables}`];
  const says = `${ways.slice(0, -1).join(', ')}, or ${ways.at(-1) ?? ''}.`;
  return says.charAt(0).toUpperCase() + says.slice(1);
}
