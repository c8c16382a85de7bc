import type { Context } from '../context.js';
import { parseEnvironment, type Environment } from '../contract/environments.js';
import type { Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { fieldValues, present, secretsOf, toCredentials, type Field, type FieldPath } from './fields.js';
import { localProfile } from './local.js';
import { isProfileName, localName } from './names.js';
import { findName, noProfile, unknownProfile } from './naming.js';
import {
  checkOrigins,
  checkOverrides,
  lineEndNotes,
  ofVariable,
  readOverrides,
  type Override,
} from './overrides.js';
import type { GatewayCredentials, Profile, SessionCredentials } from './profile.js';

/** What the command line itself says; secrets come from files it names, already read. */
export interface ProfileFlags {
  readonly profile?: string | undefined;
  /** What named it, where that is not `--profile`. */
  readonly profileSource?: string | undefined;
  /** Of the interface called. */
  readonly baseUrl?: string | undefined;
  readonly interface?: Interface | undefined;
  /** Whether anything is sent there (true unless said): where not, no address is judged and no origin compared. */
  readonly needsAddress?: boolean;
  readonly clientId?: string | undefined;
  readonly gameId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly secretKey?: string | undefined;
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
  const named = await findName(context, flags, overrides.length > 0);
  if (named.name === undefined) return resolveNameless(context, flags, overrides, named.notes);
  if (named.name === localName) return resolveLocal(context, flags, named.source);
  return resolveStored(context, flags, named, overrides);
}

async function resolveNameless(
  context: Context,
  flags: ProfileFlags,
  overrides: readonly Override[],
  notes: readonly string[],
): Promise<ResolvedProfile> {
  if (overrides.length === 0) throw await noProfile(context);
  checkOverrides(overrides, flags);
  const told = toldEnvironment(context);
  const base = {
    name: null,
    environment: told ?? 'prod',
    readOnly: false,
    gateway: {},
    session: {},
  } as const;
  const sources = {
    profile: 'none: environment variables and flags alone',
    environment:
      told === undefined ? 'built-in: prod where nothing says otherwise' : ofVariable('PVG_ENVIRONMENT'),
  };
  return overlaid({ ...base, sources, notes: [...notes, ...lineEndNotes(overrides)] }, () => '', overrides);
}

function resolveLocal(context: Context, flags: ProfileFlags, source: string): ResolvedProfile {
  if (flags.baseUrl !== undefined) {
    throw new PvgError('usage', 'The profile local has no address: it answers inside this process.', {
      hint: 'Leave --base-url out, or name a stored profile.',
    });
  }
  checkEnvironment(context, localProfile);
  // The variables are those of a real service.
  const overrides = readOverrides({ env: {}, secrets: context.secrets }, flags);
  checkOverrides(overrides, flags);
  const sources = { profile: source, environment: 'built-in' };
  return overlaid({ ...localProfile, sources, notes: [] }, () => 'built-in', overrides);
}

async function resolveStored(
  context: Context,
  flags: ProfileFlags,
  { name, source }: { readonly name: string; readonly source: string },
  overrides: readonly Override[],
): Promise<ResolvedProfile> {
  const profile = isProfileName(name) ? await context.profiles.read(name) : undefined;
  if (profile === undefined) throw await unknownProfile(context, name, source);
  for (const secret of secretsOf(profile)) context.secrets.add(secret);
  checkEnvironment(context, profile);
  checkOverrides(overrides, flags);
  checkStored(context, profile, flags);
  const notes = [
    ...checkOrigins(profile, overrides, flags),
    ...lineEndNotes(overrides),
    ...(await context.profiles.looseModes(name)),
  ];
  const { keyring, ...base } = profile;
  const sourceOf = ({ secret }: Field): string =>
    secret && keyring !== undefined ? `keyring, for profile ${name}` : `profile ${name}`;
  const sources = { profile: source, environment: `profile ${name}` };
  return overlaid({ ...base, sources, notes }, sourceOf, overrides);
}

/** Values of the profile under those of this run, with the source of each. */
function overlaid(
  base: Omit<ResolvedProfile, 'local'>,
  sourceOf: (field: Field) => string,
  overrides: readonly Override[],
): ResolvedProfile {
  const values: Partial<Record<FieldPath, string>> = { ...fieldValues(base) };
  const sources: Record<string, string> = { ...base.sources };
  for (const [field] of present(values)) sources[field.path] = sourceOf(field);
  for (const { field, value, source } of overrides) {
    values[field.path] = value;
    sources[field.path] = source;
  }
  return { ...base, ...toCredentials(values), local: base.name === localName, sources };
}

/** A file that somebody edited by hand. */
function checkStored(
  { profiles }: Context,
  profile: Profile,
  { needsAddress = true }: Pick<ProfileFlags, 'needsAddress'>,
): void {
  for (const [{ member, words, problem }, value] of present(fieldValues(profile))) {
    const says = member === 'baseUrl' && !needsAddress ? undefined : problem(value);
    if (says === undefined) continue;
    const place = profiles.path(profile.name);
    throw new PvgError('configuration-unreadable', `The ${words} in ${place} ${says}.`, {
      about: profile.name,
    });
  }
}

function toldEnvironment({ env }: Context): Environment | undefined {
  const text = env['PVG_ENVIRONMENT'] || undefined;
  const told = text === undefined ? undefined : parseEnvironment(text);
  if (text === undefined || told !== undefined) return told;
  throw new PvgError(
    'configuration-unreadable',
    'The environment variable PVG_ENVIRONMENT is neither dev nor prod.',
    { about: 'PVG_ENVIRONMENT' },
  );
}

/** A profile has exactly one environment, and nothing changes it. */
function checkEnvironment(context: Context, { name, environment }: Profile): void {
  const told = toldEnvironment(context);
  if (told === undefined || told === environment) return;
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
