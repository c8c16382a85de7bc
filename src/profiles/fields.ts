import type { Context } from '../context.js';
import { demoCredentials, demoPurchase } from '../contract/demo-credentials.js';
import {
  type Interface,
  interfaces,
  operationAt,
  pathFolder,
  paths,
  interfaceRecords,
} from '../contract/interfaces.js';
import { hasEmptyLabel, isLoopback } from '../contract/loopback.js';
import {
  addressFields,
  type FieldName,
  fieldNames,
  type FieldValues,
  type Profile,
} from '../contract/profile.js';
import { onPvgError, PvgError } from '../failure.js';
import { didYouMean, nearest } from '../text/nearest.js';
import { joinWithAnd } from '../text/sentences.js';
import { placeholder, shellLine } from '../text/shell.js';
import { hasUnsafe } from '../text/visible.js';

/** What options, variables, files and messages call a value of a profile, and what is wrong with a value. */
export interface ProfileField {
  readonly name: FieldName;
  readonly interface: Interface;
  readonly words: string;
  /** The option of `pvg profile add` and `set`. */
  readonly option: string;
  /** What `pvg profile set --unset` calls it: `client-secret`. */
  readonly dashedName: string;
  /** The option's name after parsing: `clientSecretFile`. */
  readonly attribute: string;
  /** Shown for the option's value: `path|-`. */
  readonly placeholder: string;
  readonly variable: string;
  /** The variable that names the file of a secret; empty for other fields. */
  readonly fileVariable: string;
  readonly secret: boolean;
  /** Whether a profile is complete without it. It is not a credential. */
  readonly optional: boolean;
  /** What is wrong with a value, as the end of a sentence. Never quotes it, because a mistyped option may hold a secret. */
  readonly problem: (value: string) => string | undefined;
}

/** A row of `fieldRows`, from which `profileFields` makes the whole field. */
type FieldRow = readonly [
  id: Interface,
  words: string,
  placeholder: string,
  variable: string,
  ProfileField['problem'],
];

/** Whatever the pattern says, a control or invisible character is refused, too. */
const mustBe =
  (pattern: RegExp, says: string): ProfileField['problem'] =>
  (value) =>
    pattern.test(value) && !hasUnsafe(value) ? undefined : `must be ${says}`;

// Printable ASCII without outer spaces: a client id is sent in a header, and HTTP would change it and break the signature.
const clientIdProblem = mustBe(
  /^[!-~](?:[ -~]*[!-~])?$/,
  'printable ASCII without spaces at its ends',
);
const gameIdProblem = mustBe(
  /^\S(?:.*\S)?$/s,
  'text without invisible characters or spaces at its ends',
);
const packageProblem = mustBe(
  /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/,
  'a package name such as com.example.game',
);

const fieldRows: Readonly<Record<FieldName, FieldRow>> = {
  gatewayUrl: ['gateway', 'gateway address', 'url', 'PVG_GATEWAY_URL', addressProblem],
  clientId: ['gateway', 'client id', 'id', 'PVG_CLIENT_ID', clientIdProblem],
  clientSecret: ['gateway', 'client secret', 'path|-', 'PVG_CLIENT_SECRET', secretProblem],
  package: ['gateway', 'Android package', 'name', 'PVG_PACKAGE', packageProblem],
  sessionUrl: ['session', 'session address', 'url', 'PVG_SESSION_URL', addressProblem],
  gameId: ['session', 'game id', 'id', 'PVG_GAME_ID', gameIdProblem],
  secretKey: ['session', 'secret key', 'path|-', 'PVG_SECRET_KEY', secretProblem],
};

export const profileFields: readonly ProfileField[] = fieldNames.map((name) => {
  const [id, words, placeholder, variable, problem] = fieldRows[name];
  const secret = interfaceRecords[id].secret.member === name;
  const dashedName = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return {
    name,
    interface: id,
    words,
    placeholder,
    variable,
    problem,
    secret,
    dashedName,
    option: `--${dashedName}${secret ? '-file' : ''}`,
    attribute: `${name}${secret ? 'File' : ''}`,
    optional: name === 'package',
    fileVariable: secret ? `${variable}_FILE` : '',
  };
});

/** The fields without which an interface cannot be used. */
export function listRequiredFields(id: Interface): ProfileField[] {
  return profileFields.filter((each) => each.interface === id && !each.optional);
}

export const secretFields = profileFields.filter(({ secret }) => secret);
export const plainFields = profileFields.filter(({ secret }) => !secret);

/** Whether a field identifies the client. The game id does not: it is the same on dev and prod. Neither does the package. */
export function isCredentialField({ name }: ProfileField): boolean {
  return name !== 'gameId' && name !== 'package';
}

export function isAddress({ name, interface: id }: ProfileField): boolean {
  return name === addressFields[id];
}

/** Every variable that gives a field. */
export function listVariables({ variable, fileVariable }: ProfileField): string[] {
  return [variable, fileVariable].filter((name) => name !== '');
}

/** To type in a shell: `--gateway-url "$GATEWAY_URL"` */
export function typedFieldOptions(wanted: readonly ProfileField[]): string {
  return shellLine(
    wanted.flatMap(({ option }) => [
      option,
      placeholder(option.slice(2).replaceAll('-', '_').toUpperCase()),
    ]),
  );
}

/** The command that stores these fields in a profile. */
export function profileSetCommand(name: string, fields: readonly ProfileField[]): string {
  return `${shellLine(['pvg', 'profile', 'set', name])} ${typedFieldOptions(fields)}`;
}

/** The names of the missing fields in a sentence: `client id or client secret`. */
export function missingFieldWords(missing: readonly ProfileField[]): string {
  return joinWithAnd(
    missing.map(({ words }) => words),
    'or',
  );
}

/** A field and its value, which is not shown if it is a secret. */
export interface FilledField {
  readonly field: ProfileField;
  readonly value: string;
}

/** Each field that has a value, in the order of the list. */
export function filledFields(
  values: FieldValues,
  among: readonly ProfileField[] = profileFields,
): FilledField[] {
  return among.flatMap((field) => {
    const value = values[field.name];
    return value === undefined ? [] : [{ field, value }];
  });
}

/** The values of these fields, without those that are undefined. */
export function pickFieldValues(values: FieldValues, among?: readonly ProfileField[]): FieldValues {
  return Object.fromEntries(
    filledFields(values, among).map(({ field, value }) => [field.name, value]),
  );
}

/** The interfaces that a profile has values for. A package alone belongs to none. */
export function listInterfaces(values: FieldValues): Interface[] {
  return interfaces.filter((id) => filledFields(values, listRequiredFields(id)).length > 0);
}

export function listSecrets(values: FieldValues): string[] {
  return filledFields(values, secretFields).map(({ value }) => value);
}

export function listMissingFields(values: FieldValues, id: Interface): ProfileField[] {
  return listRequiredFields(id).filter(({ name }) => values[name] === undefined);
}

/** What is wrong with an address (§1.3). It is checked as typed, because URL parsing silently repairs mistakes. */
function addressProblem(text: string): string | undefined {
  const authority = /^https?:\/\/([^/\\?#]+)/i.exec(text)?.[1];
  if (
    authority === undefined ||
    !/^[!-~]*$/.test(text) ||
    text.includes('\\') ||
    !URL.canParse(text)
  ) {
    return 'is not an address such as https://host.example, in printable ASCII';
  }
  if (authority.includes('@') || /[?#]/.test(text)) {
    return 'contains a user name, a password, a query or a fragment';
  }
  const { protocol, hostname } = new URL(text);
  if (hasEmptyLabel(hostname)) {
    return 'has a host name with an empty part (two dots in a row, or one at the beginning)';
  }
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    return 'is not https (only an address on this computer may be http)';
  }
  const path = addedPath(text.replace(/\/$/, ''));
  return path && `ends with ${path}, which pvg adds itself`;
}

/** The path with which an address ends although pvg adds it: that of a call, or the folder of an interface. */
function addedPath(address: string): string | undefined {
  const operation = operationAt(address);
  if (operation !== undefined) return paths[operation];
  const folders = interfaces.map((name) => pathFolder(interfaceRecords[name]));
  return folders.find((folder) => `${address}/`.endsWith(folder));
}

export function secretProblem(value: string): string | undefined {
  if (value === '') return 'is empty';
  const hasForbiddenCharacter = value.startsWith('\uFEFF') || value.includes('\0');
  if (!hasForbiddenCharacter) return undefined;
  return 'begins with a byte order mark (EF BB BF) or contains a NUL character';
}

/** The origin of an address, to be shown; a text that is no address stays. Guards compare addresses with `serviceKey`. */
export function addressOrigin(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** Profiles by their names: which names there may be, which there are, and the built-in one. */

export const localName = 'local';

/** The address of `local`, which never uses the network: `.invalid` never resolves (RFC 2606). */
const localAddress = 'http://local.invalid';

/** The built-in profile: works on a machine that has nothing else. */
export const localProfile: Profile = {
  name: localName,
  environment: 'dev',
  readOnly: false,
  gatewayUrl: localAddress,
  sessionUrl: localAddress,
  package: demoPurchase.packageName,
  ...demoCredentials,
};

const namePattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

// `constructor` and `prototype` are members that every JavaScript object has.
const reservedNames: readonly string[] = [localName, 'constructor', 'prototype'];

/** Whether a text can be the name of a profile: only such a name becomes part of a path. */
export function isProfileName(name: string): boolean {
  return namePattern.test(name) && !reservedNames.includes(name);
}

/** @throws {PvgError} `usage`; the name itself is not repeated because it may be a secret. */
export function checkProfileName(name: string): void {
  if (isProfileName(name)) return;
  throw new PvgError('usage', 'This name of a profile is not valid, or reserved by pvg.', {
    hint: 'Use up to 64 lower-case letters, digits, `.`, `_` and `-`. Begin with a letter or digit: `game-dev`.',
  });
}

/** The command that adds a profile. At a terminal, it asks for the missing values. */
export const addProfileLine = 'pvg profile add game-dev --environment dev';

/**
 * The error for a profile that is not there.
 * @param name undefined if no profile is named. It is not repeated if it may be a secret.
 * @param source what named it: `environment variable PVG_PROFILE`
 */
export async function noProfileError(
  { profiles }: Pick<Context, 'profiles'>,
  name?: string,
  source = 'command line',
): Promise<PvgError> {
  const names = await profiles.names().catch(() => []);
  const stored = names.length === 0 ? '' : `${storedWords(names)} `;
  const hint = `${stored}Choose one with \`--profile\` for one call or \`pvg profile use\` for all, or store one with \`pvg profile add\`. To try pvg, use \`--profile local\`: it has only demo purchases.`;
  const nextCommand = names.length === 0 ? addProfileLine : 'pvg profile list';
  if (name === undefined) {
    const says = 'No profile is chosen, and no environment variable replaces one.';
    const [only = ''] = names;
    const choose = names.length === 1 ? shellLine(['pvg', 'profile', 'use', only]) : nextCommand;
    return new PvgError('profile-missing', says, { hint, nextCommand: choose });
  }
  // A name that is only words in small letters is not a secret.
  const nameWords = /^[a-z]+(?:-[a-z]+)*$/.test(name) ? `\`${name}\`` : 'with that name';
  const suggestion = didYouMean(nearest(name, [...names, localName]));
  const says = `There is no profile ${nameWords} (${source}).`;
  return new PvgError('profile-unknown', says, { hint: suggestion ?? hint, nextCommand });
}

/**
 * Checks that a profile to change or move is stored; it may be damaged.
 * @throws {PvgError} `usage` for local, `profile-unknown`
 */
export async function requireStored(context: Context, name: string): Promise<void> {
  if (name === localName) {
    throw new PvgError(
      'usage',
      'The profile local is built in: it cannot be changed or exported.',
      {
        hint: 'Choose a stored profile: see `pvg profile list`.',
      },
    );
  }
  if (!(await context.profiles.names()).includes(name)) throw await notStoredError(context, name);
}

/** The error for a profile to change or move that is not there: which one to choose for a call is another question. */
async function notStoredError(context: Context, name: string): Promise<PvgError> {
  const names = await context.profiles.names().catch(() => []);
  const { code, message, details } = await noProfileError(context, name);
  const meant = didYouMean(nearest(name, names));
  return new PvgError(code, message, { ...details, hint: meant ?? storedWords(names) });
}

const storedWords = (names: readonly string[]): string =>
  names.length === 0 ? 'No profile is stored.' : `Stored: ${names.slice(0, 8).join(', ')}.`;

/** A stored profile. From here on, no output shows its secrets. @param options without `secrets`, the keyring stays closed @throws {PvgError} also for a damaged file */
export async function readStored(
  context: Context,
  name: string,
  { secrets = true }: { readonly secrets?: boolean } = {},
): Promise<Profile> {
  await requireStored(context, name);
  const profile = await context.profiles.read(name, { secrets });
  if (profile === undefined) throw await notStoredError(context, name);
  for (const value of listSecrets(profile)) context.secrets.add(value);
  return profile;
}

/** Checks the name of a profile to add. @throws {PvgError} `usage`, `profile-exists` */
export async function requireNewName({ profiles }: Context, name: string): Promise<void> {
  checkProfileName(name);
  if ((await profiles.names()).includes(name)) throw nameTakenError(name);
}

export function nameTakenError(name: string): PvgError {
  return new PvgError(
    'profile-exists',
    `The profile ${name} already exists. Nothing was changed.`,
    {
      hint: `Change it with \`pvg profile set ${name}\`, or choose another name.`,
    },
  );
}

/** A stored profile, or why its file or its keyring cannot be read: the others still can. */
export interface ListedProfile {
  readonly name: string;
  /** null if the file is damaged. */
  readonly profile: Profile | null;
  readonly error: PvgError | null;
}

/**
 * Reads every stored profile.
 * @param mayOpenKeyring whether the keyring of a profile is opened, which may ask the person; if not, it comes without secrets
 */
export async function listProfiles(
  { profiles }: Pick<Context, 'profiles'>,
  mayOpenKeyring: (profile: Profile) => boolean = () => false,
): Promise<ListedProfile[]> {
  const readPlain = (name: string): Promise<ListedProfile> =>
    profiles.read(name, { secrets: false }).then(
      (profile) => ({ name, profile: profile ?? null, error: null }),
      onPvgError((error) => ({ name, profile: null, error })),
    );
  // If the keyring cannot be opened, the profile is listed without its secrets.
  const readWithSecrets = (name: string, plain: Profile): Promise<ListedProfile> =>
    profiles.read(name, { secrets: true }).then(
      (profile) => ({ name, profile: profile ?? null, error: null }),
      onPvgError((error) => ({ name, profile: plain, error })),
    );
  const listed: ListedProfile[] = [];
  // Profiles are read one after the other, because a keyring may ask the person.
  for (const name of await profiles.names()) {
    const plain = await readPlain(name);
    const { profile } = plain;
    const opensKeyring = profile?.keyring !== undefined && mayOpenKeyring(profile);
    listed.push(opensKeyring ? await readWithSecrets(name, profile) : plain);
  }
  return listed;
}
