import type {
  FieldPath,
  FieldValues,
  GatewayCredentials,
  Profile,
  SessionCredentials,
} from '../contract/profile.js';
import { hasUnsafe } from '../text/json/plain-text.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import { secretProblem } from './secret-input.js';
import { isLoopback } from '../contract/loopback.js';

/** Every value of a profile: the single list behind options, variables, files and messages. */
export interface Field {
  readonly path: FieldPath;
  readonly interface: Interface;
  readonly member: keyof GatewayCredentials | keyof SessionCredentials;
  readonly words: string;
  /** The option of `pvg profile add` and `set`. */
  readonly option: string;
  /** The option's name after parsing: `clientSecretFile`. */
  readonly attribute: string;
  /** Shown for the option's value: `path`. */
  readonly placeholder: string;
  readonly variable: string;
  /** For a secret: the variable that names its file. */
  readonly fileVariable: string | undefined;
  readonly secret: boolean;
  /** A part is complete without it, and it is no credential. */
  readonly optional: boolean;
  /** What is wrong with a value, as the end of a sentence; never quotes the value. */
  readonly problem: (value: string) => string | undefined;
}

// The client id is sent in a header: HTTP changes other characters and spaces at the ends, and breaks the signature.
const clientIdProblem = (value: string): string | undefined =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(value)
    ? undefined
    : 'must be printable ASCII and must not begin or end with a space';

const gameIdProblem = (value: string): string | undefined => {
  if (value.trim() !== value || value === '') return 'is empty, or begins or ends with white space';
  return hasUnsafe(value) ? 'contains invisible characters' : undefined;
};

const packageProblem = (value: string): string | undefined =>
  /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/.test(value)
    ? undefined
    : 'must be a package name such as com.example.game';

const field = (
  path: FieldPath,
  words: string,
  option: string,
  variable: string,
  problem: Field['problem'],
): Field => {
  const [part, member] = path.split('.') as [Interface, Field['member']];
  const attribute = option.slice(2).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const secret = problem === secretProblem;
  const optional = member === 'package';
  const placeholder = secret ? 'path' : member === 'baseUrl' ? 'url' : optional ? 'name' : 'id';
  const fileVariable = secret ? `${variable}_FILE` : undefined;
  return {
    ...{ path, interface: part, member, words, option, attribute, placeholder },
    ...{ variable, fileVariable, secret, optional, problem },
  };
};

export const fields: readonly Field[] = [
  field('gateway.baseUrl', 'gateway address', '--gateway-url', 'PVG_GATEWAY_URL', addressProblem),
  field('gateway.clientId', 'client id', '--client-id', 'PVG_CLIENT_ID', clientIdProblem),
  field('gateway.clientSecret', 'client secret', '--client-secret-file', 'PVG_CLIENT_SECRET', secretProblem),
  field('gateway.package', 'Android package', '--package', 'PVG_PACKAGE', packageProblem),
  field('session.baseUrl', 'session address', '--session-url', 'PVG_SESSION_URL', addressProblem),
  field('session.gameId', 'game id', '--game-id', 'PVG_GAME_ID', gameIdProblem),
  field('session.secretKey', 'secret key', '--secret-key-file', 'PVG_SECRET_KEY', secretProblem),
];

export const fieldsOf = (name: Interface): readonly Field[] =>
  fields.filter((each) => each.interface === name);

/** Without them a part cannot be used. */
export const requiredOf = (name: Interface): readonly Field[] =>
  fieldsOf(name).filter(({ optional }) => !optional);

export const secretFields: readonly Field[] = fields.filter(({ secret }) => secret);

/** Every variable that gives a field. */
export const variablesOf = ({ variable, fileVariable }: Field): string[] =>
  fileVariable === undefined ? [variable] : [variable, fileVariable];

/** `--gateway-url <url> --client-secret-file <path>` */
export const optionsFor = (wanted: readonly Field[]): string =>
  wanted.map(({ option, placeholder }) => `${option} <${placeholder}>`).join(' ');

export type Credentials = Pick<Profile, 'gateway' | 'session'>;

/** Only fields that have a value; the same for `toCredentials`. */
export const fieldValues = (credentials: Credentials): FieldValues =>
  Object.fromEntries(
    interfaces.flatMap((part) =>
      Object.entries(credentials[part]).flatMap(([member, value]: [string, string | undefined]) =>
        value === undefined ? [] : [[`${part}.${member}`, value]],
      ),
    ),
  );

/** Each field that has a value, in the order of the list. */
export const filledFields = (
  values: FieldValues,
  among: readonly Field[] = fields,
): (readonly [field: Field, value: string])[] =>
  among.flatMap((each) => {
    const value = values[each.path];
    return value === undefined ? [] : [[each, value] as const];
  });

export const toCredentials = (values: FieldValues): Credentials => {
  const part = (name: Interface): Record<string, string> =>
    Object.fromEntries(filledFields(values, fieldsOf(name)).map(([{ member }, value]) => [member, value]));
  return { gateway: part('gateway'), session: part('session') };
};

export const secretsOf = (credentials: Credentials): string[] =>
  filledFields(fieldValues(credentials), secretFields).map(([, value]) => value);

/** §1.3: the base addresses. Checked as typed, because WHATWG parsing silently repairs mistakes. */

const example = 'https://host.example';

/** What is wrong with a base address, or undefined. Never quotes it: a mistyped option may hold a secret. */
export function addressProblem(text: string): string | undefined {
  if (!/^[!-~]*$/.test(text)) return 'contains characters that are not printable ASCII';
  const authority = /^https?:\/\/([^/\\?#]+)/i.exec(text)?.[1];
  if (authority === undefined || text.includes('\\') || !URL.canParse(text))
    return `is not an address such as ${example}`;
  if (authority.includes('@')) return 'contains a user name or a password';
  if (/[?#]/.test(text)) return 'contains a query or a fragment';
  if (new URL(text).protocol !== 'https:' && !isLoopback(new URL(text).hostname))
    return 'is not https (only an address on this computer may be http)';
  return undefined;
}

/** The host without port and without the final dot of a full name. */
export const hostOf = (address: string): string => new URL(address).hostname.replace(/\.$/, '');

export const originOf = (address: string): string => new URL(address).origin;
