/** The names under which a JSON text of credentials has the secret. */
const secretMembers = [
  'secret_key',
  'client_secret',
  'secretKey',
  'clientSecret',
  'SECRET_KEY',
  'CLIENT_SECRET',
  'secret',
  'key',
  'value',
  'password',
];
const clientIdMembers = ['client_id', 'clientId', 'CLIENT_ID'];
const gameIdMembers = ['gameId', 'game_id', 'GAME_ID'];

interface KnownIds {
  readonly clientId: string | undefined;
  readonly gameId: string | undefined;
}

type Members = readonly (readonly [name: string, value: string])[];

/** JSON texts of credentials, as a secret store keeps them, such as `{"secret_key":"…","client_id":"…"}`. */
export function* jsonKeys(secret: string, { clientId, gameId }: KnownIds): Generator<string> {
  const otherMembers: Members = [
    ...membersOf(clientIdMembers, clientId),
    ...membersOf(gameIdMembers, gameId),
  ];
  for (const name of secretMembers) {
    yield* printMembers([[name, secret]]);
    for (const member of otherMembers) {
      yield* printMembers([member, [name, secret]]);
      yield* printMembers([[name, secret], member]);
    }
  }
}

const membersOf = (names: readonly string[], value: string | undefined): Members =>
  value === undefined ? [] : names.map((name) => [name, value]);

/** The object as an encoder prints it: compact, with spaces, and over several lines. */
function* printMembers(members: Members): Generator<string> {
  for (const space of ['', ' ']) {
    const texts = members.map(
      ([name, value]) => `${JSON.stringify(name)}:${space}${JSON.stringify(value)}`,
    );
    yield `{${texts.join(`,${space}`)}}`;
  }
  yield JSON.stringify(Object.fromEntries(members), null, 2);
}
