import type { Context } from '../context.js';
import type { Credential } from '../contract/credential.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import { records, type Interface, type InterfaceRecord } from '../contract/interfaces.js';
import { addressOf, type FieldName, type FieldValues } from '../contract/profile.js';
import type { Target } from '../contract/request.js';
import { onPvgError, PvgError } from '../failure.js';
import { rulesOf, type Chosen, type Rules, type Value } from './effective.js';
import {
  fields,
  filled,
  identifies,
  isAddress,
  missingIn,
  optionsFor,
  originOf,
  partsIn,
  requiredOf,
  secretFields,
  secretsOf,
  valuesIn,
  variablesOf,
  without,
  type Field,
  type GivenValues,
} from './fields.js';
import { isProfileName, localName, localProfile, noProfile, unknownProfile } from './names.js';
import { readProjectFile } from './project-file.js';
import { secretOfVariable, type Note } from './secret-input.js';

/** Which profile and which values a command uses: flag > environment variable > project file > stored profile. */

/** Values from the command line; secrets are already read from the files it names. */
export interface ProfileFlags extends GivenValues {
  readonly profile?: string | undefined;
  /** The source of the name, if not `--profile`. */
  readonly profileSource?: string | undefined;
  /** The interface that is called. */
  readonly interface?: Interface | undefined;
  /** Whether anything is sent there (default: true). If not, addresses and origins are not checked. */
  readonly needsAddress?: boolean;
}

/** The values that a command uses, each with its source, and the rules that hold for them. */
export interface ResolvedProfile extends FieldValues, Rules {
  /** null when the environment variables alone describe it. */
  readonly name: string | null;
  /** The built-in profile: its Send is the emulator in this process. */
  readonly local: boolean;
  /** `gatewayUrl` → `environment variable PVG_GATEWAY_URL`. */
  readonly sources: Readonly<Partial<Record<FieldName | 'profile' | 'environment', string>>>;
  /** Sentences for stderr: a different origin on dev, a file mode looser than 0600. */
  readonly notes: readonly Note[];
}

const signing = fields.filter((field) => identifies(field) && !isAddress(field));

export const credentialOf = (name: string | null, values: FieldValues): Credential => ({
  label: name === null ? 'the environment variables' : `the profile ${name}`,
  ...valuesIn(values, signing),
});

/** @throws {PvgError} `usage`, `profile-…`, `configuration-unreadable`, `environment-conflict`, `other-origin` */
export async function resolveProfile(context: Context, flags: ProfileFlags): Promise<ResolvedProfile> {
  const { env, profiles, secrets } = context;
  for (const { variable } of secretFields) if (env[variable]) secrets.add(env[variable]);
  const isAlone = fields.some(
    (field) =>
      !field.optional && (flags[field.name] !== undefined || variablesOf(field).some((name) => env[name])),
  );
  const notes: Note[] = [];
  const { name, source } = await findName(context, flags, isAlone, notes);
  if (name === undefined && !isAlone) throw await noProfile(context);
  const isLocal = name === localName;
  if (isLocal && filled(flags).some(({ field }) => isAddress(field))) {
    throw new PvgError('usage', 'The profile local has no address: it answers inside pvg.', {
      hint: 'Remove `--base-url`, or choose a stored profile.',
    });
  }
  const given = await readGiven(context, isLocal, flags);
  const told = toldEnvironment(context);
  const { chosen, origin } = await chosenOf(context, name, source, told);
  const own: Value[] = filled(chosen).map((each) => ({
    ...{ ...each, about: name, notes: [] },
    from: each.field.secret && chosen.keyring !== undefined ? `keyring, for ${origin}` : origin,
  }));
  // A file may have been edited by hand.
  for (const each of isLocal ? given : [...given, ...own]) check(each, flags);
  notes.push(...originNotes(chosen, given, flags));
  // Others may read the file.
  if (name !== undefined && !isLocal)
    notes.push(...(await profiles.looseModes(name)).map((says) => ({ says })));
  notes.push(...given.flatMap((each) => each.notes));
  const used = fields.flatMap((field) => [...given, ...own].find((each) => each.field === field) ?? []);
  // Of `local` nothing leaves this process.
  const { environment, readOnly, valuesOf, ...more } = isLocal
    ? { ...localProfile, valuesOf: null, notes: [] }
    : await rulesOf(context, chosen, { used, given, told, called: flags.interface });
  const by = `${valuesOf === null ? 'variables and options' : `profile ${valuesOf}`}, whose values are in use`;
  return {
    ...{ name: chosen.name, environment, readOnly, valuesOf, local: isLocal },
    ...Object.fromEntries(used.map(({ field, value }) => [field.name, value])),
    sources: {
      ...{ profile: source, environment: environment === chosen.environment ? origin : by },
      ...Object.fromEntries(used.map(({ field, from }) => [field.name, from])),
    },
    notes: [...notes, ...more.notes],
  };
}

/** @throws {PvgError} `profile-incomplete` for a profile that has nothing of the interface */
export function requirePart(resolved: ResolvedProfile, id: Interface): void {
  if (resolved.name !== null && !partsIn(resolved).includes(id))
    throw incomplete(resolved.name, requiredOf(id));
}

const ofVariable = (name: string): string => `environment variable ${name}`;

/** `isAlone`: the environment variables are enough without a profile. */
async function findName(
  context: Context,
  { profile, profileSource = 'flag --profile' }: ProfileFlags,
  isAlone: boolean,
  notes: Note[],
): Promise<{ readonly name: string | undefined; readonly source: string }> {
  // Always read: a project file with a secret is an error whatever profile is used.
  const project = await readProjectFile(context);
  const named = [
    { name: profile, source: profileSource },
    { name: context.env['PVG_PROFILE'] || undefined, source: ofVariable('PVG_PROFILE') },
    { name: project?.profile, source: `project file ${project?.path ?? ''}` },
  ].find(({ name }) => name !== undefined);
  if (named) return named;
  // The variables alone are enough, even if the configuration folder cannot be read.
  const ifEnough = onPvgError((error): undefined => {
    if (!isAlone) throw error;
    notes.push({ says: `${error.message} Only the environment variables are used.` });
  });
  const name = await context.profiles.chosen().catch(ifEnough);
  const none = 'none: only environment variables and options';
  return { name, source: name === undefined ? none : 'chosen with `pvg profile use`' };
}

/** The values before those of this run, and where they are from. */
async function chosenOf(
  context: Context,
  name: string | undefined,
  source: string,
  told: Environment | undefined,
): Promise<{ readonly chosen: Chosen; readonly origin: string }> {
  if (name === undefined) {
    const origin =
      told === undefined ? 'built-in: prod unless PVG_ENVIRONMENT is set' : ofVariable('PVG_ENVIRONMENT');
    return { chosen: { name: null, environment: told ?? 'prod', readOnly: false }, origin };
  }
  const isLocal = name === localName;
  const stored = isProfileName(name) ? await context.profiles.read(name) : undefined;
  const chosen = isLocal ? localProfile : stored;
  if (chosen === undefined) throw await unknownProfile(context, name, source);
  for (const secret of secretsOf(stored ?? {})) context.secrets.add(secret);
  if (told === undefined || told === chosen.environment)
    return { chosen, origin: isLocal ? 'built-in' : `profile ${name}` };
  // A profile has exactly one environment, and nothing changes it.
  const says = `PVG_ENVIRONMENT is ${told}, but the profile ${name} is ${chosen.environment}.`;
  throw new PvgError('environment-conflict', says, {
    hint: `Unset PVG_ENVIRONMENT, or choose a ${told} profile with --profile.`,
    section: '§1.3',
    about: 'PVG_ENVIRONMENT',
  });
}

function toldEnvironment({ env }: Context): Environment | undefined {
  const text = env['PVG_ENVIRONMENT'];
  const told = text ? parseEnvironment(text) : undefined;
  if (!text || told !== undefined) return told;
  const says = 'The environment variable PVG_ENVIRONMENT is neither dev nor prod.';
  throw new PvgError('configuration-unreadable', says, { about: 'PVG_ENVIRONMENT' });
}

/** Flags before variables; an empty variable counts as not set. Variables describe a real service, never `local`. */
async function readGiven(context: Context, isLocal: boolean, flags: ProfileFlags): Promise<Value[]> {
  const given: Value[] = [];
  const { env, files, secrets, stdin } = context;
  for (const field of fields) {
    const { name, variable, option, secret } = field;
    const flag = flags[name];
    if (flag !== undefined) {
      if (secret) secrets.add(flag);
      const from = `flag ${isAddress(field) ? '--base-url' : option}`;
      given.push({ field, value: flag, from, about: undefined, notes: [] });
    } else if (!isLocal) {
      // No secret file is read for an interface that is not called.
      const isCalled = field.interface === (flags.interface ?? field.interface);
      const plain = env[variable] ? { value: env[variable], variable, notes: [] } : undefined;
      const told = secret && isCalled ? await secretOfVariable({ env, files, secrets, stdin }, field) : plain;
      if (told) given.push({ field, ...told, from: ofVariable(told.variable), about: told.variable });
    }
  }
  return given;
}

function check({ field, value, from, about }: Value, { needsAddress = true }: ProfileFlags): void {
  const problem = isAddress(field) && !needsAddress ? undefined : field.problem(value);
  if (problem === undefined) return;
  const says = `The ${field.words} (${from}) ${problem}.`;
  if (about === undefined) throw new PvgError('usage', says);
  throw new PvgError('configuration-unreadable', says, { about });
}

/** Credentials belong to the origin they were stored with: another origin is noted on dev and refused on prod. */
function originNotes(
  { name, environment, ...own }: Chosen,
  given: readonly Value[],
  { interface: called, needsAddress = true }: ProfileFlags,
): Note[] {
  return given.flatMap(({ field, value, from, variable, about }) => {
    const old = own[field.name];
    const isCalled = needsAddress && (called ?? field.interface) === field.interface;
    if (!isCalled || !isAddress(field) || old === undefined || value === old) return [];
    const isElsewhere = originOf(value) !== originOf(old);
    // An option is typed on purpose; a variable may have been set long ago.
    if (variable === undefined && !isElsewhere) return [];
    const says = `The ${field.words} ${value} (${from}) replaces ${old}, the address of the profile ${name ?? ''}`;
    if (environment === 'prod' && isElsewhere)
      throw new PvgError('other-origin', `${says}. pvg refuses that on prod.`, {
        hint: `If the service has moved, change the profile: \`pvg profile set ${name ?? ''} ${optionsFor([field])}\`.`,
        section: '§1.3',
        ...(about !== undefined && { about }),
      });
    return [{ says: `${says}.`, ...(variable !== undefined && { fix: `unset ${variable}` }) }];
  });
}

/**
 * Where requests of an interface go, and what signs them: `sign` needs no address, a dry run no secret. Values of the
 * body are not required here, because a complete body may be given.
 * @throws {PvgError} `profile-incomplete`, or `secret-missing` if only the secret is missing
 */
export function requireTarget(
  resolved: ResolvedProfile,
  id: Interface,
  { secret = true, address = true }: { readonly secret?: boolean; readonly address?: boolean } = {},
): Target {
  const missing = missingIn(resolved, id).filter(
    (field) => identifies(field) && (secret || !field.secret) && (address || !isAddress(field)),
  );
  if (missing.length > 0) throw incomplete(resolved.name, missing);
  const { headers, secret: own }: InterfaceRecord = records[id];
  const clientId = headers.clientId === undefined ? undefined : resolved.clientId;
  return { baseUrl: addressOf(resolved, id) ?? '', clientId, secret: resolved[own.member] };
}

function incomplete(name: string | null, missing: readonly Field[]): PvgError {
  const code = missing.every(({ secret }) => secret) ? 'secret-missing' : 'profile-incomplete';
  const variables = missing.map(({ variable }) => variable).join(', ');
  if (name === null)
    return new PvgError(code, `The variables and options give no ${without(missing)}.`, {
      hint: `Set ${variables}, or choose a stored profile with --profile.`,
    });
  const nextCommand = `pvg profile set ${name} ${optionsFor(missing)}`;
  const hint = `Store it with \`${nextCommand}\`, or set ${variables}.`;
  return new PvgError(code, `The profile ${name} has no ${without(missing)}.`, { hint, nextCommand });
}
