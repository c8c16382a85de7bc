import { isPlainText } from '../json/plain-text.js';
import type { Interface } from '../contract/interfaces.js';
import { addressProblem } from './address.js';
import type { Profile } from './profile.js';
import { secretProblem } from './secret-input.js';

/** Each value of a profile: the one list that options, variables, files and messages follow. */
export interface Field {
  readonly path: FieldPath;
  readonly interface: Interface;
  readonly member: 'baseUrl' | 'clientId' | 'clientSecret' | 'gameId' | 'secretKey';
  /** What it is called in sentences. */
  readonly words: string;
  /** Of `pvg profile add` and `set`. */
  readonly option: string;
  readonly variable: string;
  readonly secret: boolean;
  /** What is wrong with a value, as the end of a sentence; never quotes it. */
  readonly problem: (value: string) => string | undefined;
}

export type FieldPath =
  | 'gateway.baseUrl'
  | 'gateway.clientId'
  | 'gateway.clientSecret'
  | 'session.baseUrl'
  | 'session.gameId'
  | 'session.secretKey';

export type FieldValues = Readonly<Partial<Record<FieldPath, string>>>;

// A header carries the client id: other characters, or spaces at its ends, would not arrive as they were signed.
const clientIdProblem = (value: string): string | undefined =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(value) ? undefined : 'is not printable ASCII without spaces at its ends';

const gameIdProblem = (value: string): string | undefined => {
  if (value.trim() !== value || value === '') return 'is empty or has spaces at its ends';
  return !isPlainText(value) && /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value)
    ? 'has control characters'
    : undefined;
};

export const fields: readonly Field[] = [
  {
    path: 'gateway.baseUrl',
    interface: 'gateway',
    member: 'baseUrl',
    words: 'gateway address',
    option: '--gateway-url',
    variable: 'PVG_GATEWAY_URL',
    secret: false,
    problem: addressProblem,
  },
  {
    path: 'gateway.clientId',
    interface: 'gateway',
    member: 'clientId',
    words: 'client id',
    option: '--client-id',
    variable: 'PVG_CLIENT_ID',
    secret: false,
    problem: clientIdProblem,
  },
  {
    path: 'gateway.clientSecret',
    interface: 'gateway',
    member: 'clientSecret',
    words: 'client secret',
    option: '--client-secret-file',
    variable: 'PVG_CLIENT_SECRET',
    secret: true,
    problem: secretProblem,
  },
  {
    path: 'session.baseUrl',
    interface: 'session',
    member: 'baseUrl',
    words: 'session address',
    option: '--session-url',
    variable: 'PVG_SESSION_URL',
    secret: false,
    problem: addressProblem,
  },
  {
    path: 'session.gameId',
    interface: 'session',
    member: 'gameId',
    words: 'game id',
    option: '--game-id',
    variable: 'PVG_GAME_ID',
    secret: false,
    problem: gameIdProblem,
  },
  {
    path: 'session.secretKey',
    interface: 'session',
    member: 'secretKey',
    words: 'secret key',
    option: '--secret-key-file',
    variable: 'PVG_SECRET_KEY',
    secret: true,
    problem: secretProblem,
  },
];

export const fieldsOf = (name: Interface): readonly Field[] =>
  fields.filter((field) => field.interface === name);

type Credentials = Pick<Profile, 'gateway' | 'session'>;

export const fieldValues = ({ gateway, session }: Credentials): FieldValues =>
  given({
    'gateway.baseUrl': gateway.baseUrl,
    'gateway.clientId': gateway.clientId,
    'gateway.clientSecret': gateway.clientSecret,
    'session.baseUrl': session.baseUrl,
    'session.gameId': session.gameId,
    'session.secretKey': session.secretKey,
  });

export const toCredentials = (values: FieldValues): Credentials => ({
  gateway: given({
    baseUrl: values['gateway.baseUrl'],
    clientId: values['gateway.clientId'],
    clientSecret: values['gateway.clientSecret'],
  }),
  session: given({
    baseUrl: values['session.baseUrl'],
    gameId: values['session.gameId'],
    secretKey: values['session.secretKey'],
  }),
});

type Given<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** The members that have a value. */
const given = <Members extends object>(members: Members): Given<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<Members>;
