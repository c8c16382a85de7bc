import { Buffer } from 'node:buffer';

/**
 * Near misses: signatures that must not verify, each made by a common mistake (§5.1, §5.2). From Python's hashlib and
 * hmac, with the credentials of `local`.
 */
type NearMiss = {
  /** The mistake. */
  readonly name: string;
  readonly body: string;
  readonly body_base64: string;
  /** Wrong. */
  readonly signature: string;
};

type GatewayNearMiss = NearMiss & {
  readonly client_id: string;
  readonly client_secret: string;
  readonly timestamp: string;
};

type SessionNearMiss = NearMiss & { readonly secret_key: string };

type Row = readonly [name: string, body: string, signature: string];

const nearMiss = ([name, body, signature]: Row): NearMiss => ({
  ...{ name, body, body_base64: Buffer.from(body).toString('base64'), signature },
});

const gateway: readonly Row[] = [
  [
    'slashes escaped before signing',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token/0001"}',
    '41966a6e7a55f0c61a09c88307de4c329cf442252d2a107839656e47901502d0',
  ],
  [
    'non-ASCII text escaped before signing',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001","player_id":"Zoë"}',
    '4688396a674101327ddd28752a43ef62372bff100ae6e20c23476e70237b0b94',
  ],
  [
    'spaces added before signing',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    'c80956bf136c844498281b1a337e2e9dfb47d5db2b416fb42887025625a44e2b',
  ],
  [
    'spaces removed before signing',
    '{"os_id": 1, "product_id": "gems_100", "package": "com.example.game", "receipt": "demo-purchase-token-0001"}',
    '3172a044a0a643d011beb4886abe7e247a7c4ca6ee025921a3a54660455ea540',
  ],
  [
    'newline at the end was signed',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    '5b649bc360991fe007293d517231067ec832a4f6e36756f012caf74d5b13720b',
  ],
  [
    'newline at the end was not signed',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}\n',
    '3172a044a0a643d011beb4886abe7e247a7c4ca6ee025921a3a54660455ea540',
  ],
  [
    'keys sorted before signing',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    '7b9878df6250b77fd653153ec683fc6eb00aacdc6f1c8e0aa3c4235260c5df0d',
  ],
  [
    'body instead of its hash',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    '5a257f7360b117182f65250e66919ff9cc4956ef68b47ddc762dbe7d7a4f04a7',
  ],
  [
    'body alone',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    '6f0380bb319a172cfc560df54133968bf8bcc1b8ef060764485197fa69917d56',
  ],
  [
    'base64 of the body hash',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    '4f11e054d93f6b48998584469dd082e5f685a16789ae35aaff34a01ff6a9c030',
  ],
  [
    'timestamp in milliseconds in the message',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    'c938a68b6ced96ef0b3478666594cfc744c196991faa65606445e51de7bb1248',
  ],
  [
    'client id and timestamp swapped',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    'c9be7d8d7e3c0b7b98641bce3e18e144334102dfed59cdc7971fc3fd51233b48',
  ],
  [
    'key and message swapped',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    '6b01972405994c3f37ff24f89be08fd0a60d6a93d74b5e58c707887bdf31b0c9',
  ],
  [
    'secret with a newline at its end',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    '7d9326257d98ef3f044d362bed60cdd8ff3a738f9b060db64ec7065691f516b5',
  ],
  [
    'SHA-256 of secret and message, without HMAC',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    'e62b291f4d98e9387bc0d5f90e039b550cd4d173588eea91764cb323355c236f',
  ],
  [
    'SHA-1 instead of SHA-256',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    'cc31de3800f55e2f33147753f44121539923dd67',
  ],
  [
    'base64 instead of hex',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    'MXKgRKCmQ9ARvrSIar5+JHp8TKbuAlkho6VGYEVepUA=',
  ],
];

const session: readonly Row[] = [
  [
    'slashes escaped before signing',
    '{"gameId":"demo","username":"guild/player-42"}',
    '19f1878f9a53d44ff33057f33d5a2d691192bf5d40e73b54d3d00e3262c0a031',
  ],
  [
    'non-ASCII text escaped before signing',
    '{"gameId":"demo","username":"Zoë"}',
    '8f5dedfd9ce9a667f4eb94cb1ab083f43737ee3dbc33988e4ca2a07ca34bfd2d',
  ],
  [
    'spaces added before signing',
    '{"gameId":"demo","username":"player-42"}',
    '811fce201f8083f8586ac781579a507dfd85787ae5b4896c6c6533d50caeba7e',
  ],
  [
    'spaces removed before signing',
    '{"gameId": "demo", "username": "player-42"}',
    '17a4ef8a228815466dfb8619dc6fdd8d72bb693a566dd4442c386ec5f94dac35',
  ],
  [
    'newline at the end was signed',
    '{"gameId":"demo","username":"player-42"}',
    '82df26342a2295fe1d41f72525ee500aee8ee9ca416a2c623e30d01128a7fd89',
  ],
  [
    'newline at the end was not signed',
    '{"gameId":"demo","username":"player-42"}\n',
    '17a4ef8a228815466dfb8619dc6fdd8d72bb693a566dd4442c386ec5f94dac35',
  ],
  [
    'keys sorted before signing',
    '{"username":"player-42","gameId":"demo"}',
    '17a4ef8a228815466dfb8619dc6fdd8d72bb693a566dd4442c386ec5f94dac35',
  ],
  [
    'hash of the body instead of the body',
    '{"gameId":"demo","username":"player-42"}',
    'a6d10c4defbe5c4215bebac5aca6414a19e14ece7d8d6811b622a459154f8f15',
  ],
  [
    'key and message swapped',
    '{"gameId":"demo","username":"player-42"}',
    '53ff70554be23f593fe9db57c67dd13425bab75761b7df5f65bd1b6acb0f1e4c',
  ],
  [
    'secret with a newline at its end',
    '{"gameId":"demo","username":"player-42"}',
    'fdcccded6cbd500c490a53da027fef2a94ac14cffa155cc95e8d111d5358317d',
  ],
  [
    'the gateway’s client secret as key',
    '{"gameId":"demo","username":"player-42"}',
    'fab2143c715f78631d1f2904e8030f186d44e0cab645d18ee2945c2585b6fdc5',
  ],
  [
    'SHA-256 of secret and body, without HMAC',
    '{"gameId":"demo","username":"player-42"}',
    'd9fecf904920d0a6a194d120c3966970ed66dc0398a783a6e30b2920923b0bb5',
  ],
  [
    'SHA-1 instead of SHA-256',
    '{"gameId":"demo","username":"player-42"}',
    'b697e6a7e488d7188169ceb3861053470137d845',
  ],
  [
    'base64 instead of hex',
    '{"gameId":"demo","username":"player-42"}',
    'F6TviiKIFUZt+4YZ3G/djXK7aTpWbdRELDhuxflNrDU=',
  ],
];

export const nearMisses: {
  readonly gateway: readonly GatewayNearMiss[];
  readonly session: readonly SessionNearMiss[];
} = {
  gateway: gateway.map((row) => ({
    ...nearMiss(row),
    client_id: 'demo-client',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
  })),
  session: session.map((row) => ({ ...nearMiss(row), secret_key: 'demo-secret-key' })),
};
