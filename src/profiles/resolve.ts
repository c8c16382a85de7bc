import type { Context } from '../context.js';
import type { Credential } from '../contract/credential.js';
import { type Environment, parseEnvironment } from '../contract/environments.js';
import {
  type Interface,
  type InterfaceRecord,
  interfaceRecords,
  type CallTarget,
} from '../contract/interfaces.js';
import { addressOf, type FieldName, type FieldValues } from '../contract/profile.js';
import { onPvgError, PvgError } from '../failure.js';
import { placeholder, shellLine } from '../text/shell.js';
import { type Chosen, effectiveRules, type Rules, type Value } from './effective.js';
import {
  addressOrigin,
  filledFields,
  listInterfaces,
  isAddress,
  isCredentialField,
  isProfileName,
  localName,
  localProfile,
  missingFieldWords,
  listMissingFields,
  noProfileError,
  profileSetCommand,
  typedFieldOptions,
  pickFieldValues,
  type ProfileField,
  profileFields,
  listRequiredFields,
  secretFields,
  listSecrets,
  listVariables,
} from './fields.js';
import { readProjectFile } from './project-file.js';
import { type Note, secretOfVariable } from './secret-input.js';

/** Chooses the profile and the values of a command: flag > environment variable > project file > stored profile. */

/** Values from the command line; secrets are already read from the files it names. */
export interface ProfileFlags extends FieldValues {
  readonly profile?: string | undefined;
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

/** What a request is signed with: the credentials, without the addresses. */
const signingFields = profileFields.filter(
  (field) => isCredentialField(field) && !isAddress(field),
);

export function credentialOf(name: string | null, values: FieldValues): Credential {
  return {
    label: name === null ? 'the environment variables' : `the profile ${name}`,
    ...pickFieldValues(values, signingFields),
    gameId: values.gameId,
  };
}

/** @throws {PvgError} `usage`, `profile-…`, `configuration-unreadable`, `environment-conflict`, `other-origin` */
export async function resolveProfile(
  context: Context,
  flags: ProfileFlags,
): Promise<ResolvedProfile> {
  const notes: Note[] = [];
  for (const { name, variable } of secretFields) {
    for (const secret of [flags[name], context.env[variable]]) {
      if (secret) context.secrets.add(secret);
    }
  }
  const chosen = await chooseProfile(context, flags, notes);
  const isLocal = chosen.name === localName;
  const usedValues: Value[] = [];
  for (const field of profileFields) {
    usedValues.push(...(await valueOf(context, field, { chosen, flags, notes })));
  }
  const givenValues = usedValues.filter(({ isGiven }) => isGiven);
  // Stored values are checked too, because a file may be edited by hand. Those of `local` are built in.
  for (const each of isLocal ? givenValues : usedValues) checkValue(each, flags);
  checkOrigins(givenValues, { chosen, flags, notes });
  // Nothing of `local` leaves this process.
  const sentValues = isLocal
    ? []
    : usedValues.filter(({ field }) => isCredentialField(field) && isCalled(field, flags));
  const rules = await effectiveRules(context, { chosen, used: sentValues, notes });
  return {
    ...Object.fromEntries(usedValues.map(({ field, value }) => [field.name, value])),
    ...rules,
    name: chosen.name,
    local: isLocal,
    notes,
    sources: {
      profile: chosen.nameSource,
      environment:
        rules.environment === chosen.environment ? chosen.valuesSource : 'the values in use',
      ...Object.fromEntries(usedValues.map(({ field, source }) => [field.name, source])),
    },
  };
}

/** @throws {PvgError} `profile-incomplete` for a profile that has nothing of the interface */
export function requireInterfaceValues(resolved: ResolvedProfile, id: Interface): void {
  if (resolved.name !== null && !listInterfaces(resolved).includes(id)) {
    throw incompleteProfileError(resolved.name, listRequiredFields(id));
  }
}

const variableSource = (name: string): string => `environment variable ${name}`;

/** Whether the values of this field's interface are used: without a named interface, those of every interface are. */
const isCalled = (field: ProfileField, { interface: called }: ProfileFlags): boolean =>
  called === undefined || called === field.interface;

/** The named profile, or no profile (`name: null`) if an option or a variable gives a value. */
async function chooseProfile(
  context: Context,
  flags: ProfileFlags,
  notes: Note[],
): Promise<Chosen> {
  const { env, profiles, secrets } = context;
  // The project file is read even if a profile is named: one with a secret in it is always an error.
  const project = await readProjectFile(context);
  const declared = declaredEnvironment(context);
  // If an option or a variable gives a value, the run can do without a profile.
  const hasGivenValue = isAnyValueGiven(flags, env);
  const noteUnreadableProfile = onPvgError((error): undefined => {
    if (!hasGivenValue) throw error;
    notes.push({ says: `${error.message} Only the environment variables are used.` });
  });
  const names = [
    { name: flags.profile, source: 'command line' },
    // An empty variable counts as not set.
    { name: env['PVG_PROFILE'] || undefined, source: variableSource('PVG_PROFILE') },
    { name: project?.profile, source: `project file ${project?.path ?? ''}` },
  ];
  const { name, source: nameSource } = names.find((each) => each.name !== undefined) ?? {
    name: await profiles.chosen().catch(noteUnreadableProfile),
    source: 'chosen with `pvg profile use`',
  };
  if (name === undefined) {
    if (!hasGivenValue) throw await noProfileError(context);
    const valuesSource =
      declared === undefined
        ? 'built-in: prod unless PVG_ENVIRONMENT is set'
        : variableSource('PVG_ENVIRONMENT');
    return {
      name: null,
      environment: declared ?? 'prod',
      readOnly: false,
      nameSource: 'none: only environment variables and options',
      valuesSource,
    };
  }
  const stored = isProfileName(name) ? await profiles.read(name) : undefined;
  const profile = name === localName ? localProfile : stored;
  if (profile === undefined) throw await noProfileError(context, name, nameSource);
  // A profile has exactly one environment, and nothing changes it.
  if (declared !== undefined && declared !== profile.environment) {
    const says = `PVG_ENVIRONMENT is ${declared}, but the profile ${name} is ${profile.environment}.`;
    const hint = `Unset PVG_ENVIRONMENT, or choose a ${declared} profile with --profile.`;
    throw new PvgError('environment-conflict', says, {
      hint,
      section: '§1.3',
      about: 'PVG_ENVIRONMENT',
    });
  }
  // A profile that has no file is the built-in one.
  if (!stored) return { ...profile, nameSource, valuesSource: 'built-in' };
  for (const secret of listSecrets(stored)) secrets.add(secret);
  // A looser mode is noted, because other users of the computer may read the file then.
  for (const says of await profiles.looseModes(name)) notes.push({ says });
  return { ...stored, nameSource, valuesSource: `profile ${name}` };
}

/** Whether an option or a variable gives a value that a profile must have. */
function isAnyValueGiven(flags: ProfileFlags, env: Context['env']): boolean {
  return profileFields.some(
    (field) =>
      !field.optional &&
      [flags[field.name], ...listVariables(field).map((name) => env[name])].some(Boolean),
  );
}

function declaredEnvironment({ env }: Context): Environment | undefined {
  const text = env['PVG_ENVIRONMENT'];
  if (!text) return undefined;
  const environment = parseEnvironment(text);
  if (environment !== undefined) return environment;
  const says = 'The environment variable PVG_ENVIRONMENT is neither dev nor prod.';
  throw new PvgError('configuration-unreadable', says, { about: 'PVG_ENVIRONMENT' });
}

/** What the values of one run are read with; reading and checking them adds notes. */
interface Resolving {
  readonly chosen: Chosen;
  readonly flags: ProfileFlags;
  readonly notes: Note[];
}

/**
 * The flag, else the variable, else the profile's value: a list of one, or an empty list if no source has the field. An
 * empty variable counts as not set.
 */
async function valueOf(
  context: Context,
  field: ProfileField,
  { chosen, flags, notes }: Resolving,
): Promise<readonly Value[]> {
  const { name, variable, option, secret } = field;
  const flag = flags[name];
  if (flag !== undefined) {
    // A call has one option for the addresses of both interfaces.
    const source = `flag ${isAddress(field) ? '--base-url' : option}`;
    return [{ field, value: flag, source, isGiven: true, givenBy: undefined }];
  }
  // Variables describe a real service, never `local`. No secret file is read for an interface that is not called, but a variable
  // that has the secret itself counts.
  const isRead = secret && isCalled(field, flags) && chosen.name !== localName;
  const secretFound = isRead ? await secretOfVariable(context, field) : undefined;
  notes.push(...(secretFound?.notes ?? []));
  const { value = '', variable: givenBy } = secretFound ?? {
    value: context.env[variable],
    variable,
  };
  if (value !== '' && chosen.name !== localName) {
    return [{ field, value, source: variableSource(givenBy), isGiven: true, givenBy }];
  }
  const isInKeyring = secret && chosen.keyring !== undefined;
  const source = isInKeyring ? `keyring, for ${chosen.valuesSource}` : chosen.valuesSource;
  return filledFields(chosen, [field]).map((filled) => ({
    ...filled,
    source,
    isGiven: false,
    givenBy: chosen.name ?? undefined,
  }));
}

function checkValue(
  { field, value, source, givenBy }: Value,
  { needsAddress = true }: ProfileFlags,
): void {
  const problem = isAddress(field) && !needsAddress ? undefined : field.problem(value);
  if (problem === undefined) return;
  const says = `The ${field.words} (${source}) ${problem}.`;
  if (givenBy === undefined) throw new PvgError('usage', says);
  throw new PvgError('configuration-unreadable', says, { about: givenBy });
}

/**
 * Credentials belong to the origin they were stored with, as it is written: another origin is noted on dev and refused
 * on prod. The spelling counts, because at `localhost` and `127.0.0.1` two programs may listen.
 * @throws {PvgError} `other-origin`
 */
function checkOrigins(given: readonly Value[], { chosen, flags, notes }: Resolving): void {
  const { name, environment } = chosen;
  const sentValues =
    flags.needsAddress === false ? [] : given.filter(({ field }) => isCalled(field, flags));
  for (const { field, value, source, givenBy } of sentValues) {
    const oldValue = chosen[field.name];
    if (!isAddress(field) || oldValue === undefined) continue;
    if (addressOrigin(value) === addressOrigin(oldValue)) continue;
    const says = `The ${field.words} ${value} (${source}) replaces ${oldValue}, the address of the profile ${name ?? ''}`;
    if (name === localName) throw localAddressError({ field, value, source });
    if (environment === 'prod') {
      throw new PvgError('other-origin', `${says}. pvg refuses that on prod.`, {
        hint: 'Choose another profile, or change the stored one if the service has moved.',
        hintAtTerminal: `\`${shellLine(['pvg', 'profile', 'set', name ?? '', field.option, value])}\` changes it.`,
        section: '§1.3',
        about: givenBy,
      });
    }
    const fix = givenBy === undefined ? undefined : `unset ${givenBy}`;
    notes.push({ says: `${says}.`, fix });
  }
}

/** Whoever gives `local` an address wants the service that has it, or the emulator without it. */
function localAddressError({ field, value, source }: Pick<Value, 'field' | 'value' | 'source'>) {
  const otherFields = listRequiredFields(field.interface).filter(({ name }) => name !== field.name);
  const words = ['pvg', 'profile', 'add', placeholder('NEW_PROFILE')];
  const options = ['--environment', placeholder('ENVIRONMENT'), field.option, value];
  return new PvgError(
    'other-origin',
    `The profile local is the emulator inside pvg, so nothing is sent to ${value} (${source}).`,
    {
      hint: 'To use the emulator, leave out `--base-url`. To reach this address, use a profile that has it.',
      hintAtTerminal:
        '`pvg profile list` shows the stored ones, and the command below stores another.',
      nextCommand: `${shellLine([...words, ...options])} ${typedFieldOptions(otherFields)}`,
      section: '§1.3',
    },
  );
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
): CallTarget {
  const missing = listMissingFields(resolved, id).filter(
    (field) =>
      isCredentialField(field) && (secret || !field.secret) && (address || !isAddress(field)),
  );
  if (missing.length > 0) throw incompleteProfileError(resolved.name, missing);
  const { headers, secret: secretField }: InterfaceRecord = interfaceRecords[id];
  const clientId = headers.clientId === undefined ? undefined : resolved.clientId;
  return { baseUrl: addressOf(resolved, id) ?? '', clientId, secret: resolved[secretField.member] };
}

function incompleteProfileError(name: string | null, missing: readonly ProfileField[]): PvgError {
  const code = missing.every(({ secret }) => secret) ? 'secret-missing' : 'profile-incomplete';
  // A file first: a variable with the secret itself is seen by every program that pvg's caller starts.
  const variables = missing
    .map(({ variable, fileVariable, secret }) =>
      secret ? `${fileVariable} (or ${variable})` : variable,
    )
    .join(', ');
  if (name === null) {
    return new PvgError(code, `The variables and options give no ${missingFieldWords(missing)}.`, {
      hint: `Set ${variables}, or choose a stored profile with --profile.`,
    });
  }
  return new PvgError(code, `The profile ${name} has no ${missingFieldWords(missing)}.`, {
    hint: `Store it, or set ${variables}.`,
    nextCommand: profileSetCommand(name, missing),
  });
}
