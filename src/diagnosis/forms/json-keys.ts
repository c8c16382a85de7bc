/** Names of the member that has the secret in a JSON text of credentials. */
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

/** Whole JSON texts of credentials, as a store of secrets keeps them: with the secret alone, or with an id beside it. */
export function* jsonKeys(secret: string, { clientId, gameId }: KnownIds): Generator<string> {
  const beside: Members = [
    ...membersOf(clientIdMembers, clientId),
    ...membersOf(gameIdMembers, gameId),
  ];
  for (const name of secretMembers) {
    yield* printed([[name, secret]]);
    for (const member of beside) {
      yield* printed([member, [name, secret]]);
      yield* printed([[name, secret], member]);
    }
  }
}

const membersOf = (names: readonly string[], value: string | undefined): Members =>
  value === undefined ? [] : names.map((name) => [name, value]);

function* printed(members: Members): Generator<string> {
  for (const space of ['', ' ']) {
    const texts = members.map(
      ([name, value]) => `${JSON.stringify(name)}:${space}${JSON.stringify(value)}`,
    );
    yield `{${texts.join(`,${space}`)}}`;
  }
  yield JSON.stringify(Object.fromEntries(members), null, 2);
}
