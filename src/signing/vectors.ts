import { Buffer } from 'node:buffer';
import { nearMisses } from './near-misses.js';

/**
 * Test vectors of both schemes (contract §5.1, §5.2), for developers who write a signer. Hashes and signatures come from
 * Python's hashlib and hmac and were checked with openssl, never from the code that they test. `body_base64` has the
 * exact bytes; `body` is the same as text, or null if the bytes are not UTF-8. Secrets and texts are used as UTF-8.
 */
export type GatewayVector = {
  readonly name: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly timestamp: string;
  readonly body: string | null;
  readonly body_base64: string;
  readonly body_sha256: string;
  readonly message: string;
  readonly signature: string;
};

export type SessionVector = {
  readonly name: string;
  readonly secret_key: string;
  readonly body: string | null;
  readonly body_base64: string;
  readonly signature: string;
};

const bodyOf = (body: string | Buffer) => ({
  body: typeof body === 'string' ? body : null,
  body_base64: Buffer.from(body).toString('base64'),
});

const gatewayVector = (
  name: string,
  body: string | Buffer,
  body_sha256: string,
  signature: string,
  other: { client_id?: string; client_secret?: string; timestamp?: string } = {},
): GatewayVector => {
  const { client_id = 'demo-game', client_secret = 'demo-client-secret', timestamp = '1790000000' } = other;
  const message = `${client_id}.${timestamp}.${body_sha256}`;
  return { name, client_id, client_secret, timestamp, ...bodyOf(body), body_sha256, message, signature };
};

const sessionVector = (
  name: string,
  body: string | Buffer,
  signature: string,
  secret_key = 'demo-session-secret',
): SessionVector => ({ name, secret_key, ...bodyOf(body), signature });

const purchase =
  '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}';
const player = '{"gameId":"demo","username":"player-42"}';
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const unusualSecrets = {
  accented: 'demo-sécret-🔑',
  hex: '00112233445566778899aabbccddeeff',
};

const gateway: readonly GatewayVector[] = [
  gatewayVector(
    'plain',
    purchase,
    '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    'f84682938b4bd47809463175dcf2fde993c858cf5a10f1f94638e4485d81b925',
  ),
  gatewayVector(
    'empty body',
    '',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '75fa449cad67931f1ee83fbf4315562bd83830f2c4c2967b0737973cd4c6d2d1',
  ),
  gatewayVector(
    'empty object',
    '{}',
    '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    '6c6a0abc7076f3cb1310f2d36a0e80afe43c82fdd21add1504162a9ce043da3a',
  ),
  gatewayVector(
    'newline at the end',
    `${purchase}\n`,
    '047cc60514f4903b92d60d9cfab6bf14fe505363eee3de86659db3b700d6d81e',
    'f5330ced1c9ac8df4b618e568d4e7cdadf97d4ee86e52b48eb771868bb25dff1',
  ),
  gatewayVector(
    'CRLF line ends',
    '{"os_id":1,\r\n"product_id":"gems_100",\r\n"package":"com.example.game",\r\n"receipt":"demo-purchase-token-0001"}\r\n',
    '6272ad9e462cbbac9765720e458476e8da36303a5e6a46f50705fad7fac80f8b',
    '6c2d37f4fedc68fcb8626836fe59ad1fd64aab1f2cb1a9e783354eab7ca097f0',
  ),
  gatewayVector(
    'byte order mark',
    `\ufeff${purchase}`,
    '82568433176d63dc60e0b27e1974686b31dbe738bcf08b549eb26e26890e9889',
    'cc676f71a0fcec9d307994c6e91a6c0e802b74f9f34ef6a8ef8c1dbd91a981df',
  ),
  gatewayVector(
    'non-ASCII text',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001","player_id":"Zoë-プレイヤー-🎮"}',
    'af1e5dd6e8b9dc9595d951cbb5ddd5a224e9be7f9507dd06ca4640b47d570776',
    '2beb8ed406a7d7b7c291de09319cea9d50bd92fd3e2f4e56f58b151a0b6b5536',
  ),
  gatewayVector(
    'non-ASCII text escaped',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001","player_id":"Zo\\u00eb-\\u30d7\\u30ec\\u30a4\\u30e4\\u30fc-\\ud83c\\udfae"}',
    'f2c9fb4de46f8a3f058cd388556d866e06d110576880bf1c0b3ead91f14b02fe',
    '7c3417f94d6ee89af0542cd2a1cf3af0343278e20d3008d5d0d3371fdf50857a',
  ),
  gatewayVector(
    'spaces after separators',
    '{"os_id": 1, "product_id": "gems_100", "package": "com.example.game", "receipt": "demo-purchase-token-0001"}',
    '4f04908ccd65bdf072d81471b8b74f50b1860c74fc942310490ec0a91c7a12a3',
    'd11684767e7035c53c78134ad115924bf743888c14261a2860e91156c75cf158',
  ),
  gatewayVector(
    'keys sorted',
    '{"os_id":1,"package":"com.example.game","product_id":"gems_100","receipt":"demo-purchase-token-0001"}',
    'c85186f8efb5643e9637547ab9696589286de6bb9c91931afd744f3fc1da4eb4',
    '2f516ab960ac67564f2201eb56cbf2348f54096b5445eddcb06b7095062aaebf',
  ),
  gatewayVector(
    'slashes escaped',
    '{"os_id":1,"product_id":"gems_100","package":"com.example\\/game","receipt":"demo-purchase-token-0001"}',
    'da6b8e77bf9e2710af62d9208340d89dbefa260c1777166bef7fdbb5daf0c101',
    '67a5b25349bc63dd92742b528990305396f1355d27652b96480bebe77af1d8eb',
  ),
  gatewayVector(
    'number spelled 1.0',
    '{"os_id":1.0,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    '1d13d5845cfabd0fee7cbd51fc0383768ae3f4c81548d14c55bd701df49b953a',
    '76a870d75b4851ed93c49d4fde471f20b2f9d16d25e1cecf1d245719f7b60b97',
  ),
  gatewayVector(
    'binary bytes',
    everyByte,
    '40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880',
    '883f7248317b36f2873cfb2458fb9eb444259b7710785a3418435a3b80633f97',
  ),
  gatewayVector(
    'not UTF-8',
    Buffer.from(
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAx//4ifQ==',
      'base64',
    ),
    '48abfc9620797aff856a41b90c494b91828c0a14587002b383ac429adc733a41',
    'b43aa71457eaa8a5a22a5d9a2e4294de808a4b55345f64470c3976da52fb9f7d',
  ),
  gatewayVector(
    'long',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001' +
      'A-_9z'.repeat(400) +
      '"}',
    '93a37196c9a8c615c4bb19d22aad028a5038865a2b4b9bf2a52d93e94898fb20',
    'e4634010383218168565d7c3e9d389c95c1eedc60709258a37d377df762b3aec',
  ),
  gatewayVector(
    'non-ASCII secret',
    purchase,
    '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    'd3547d3f38815aec3f31d0630726f627668a571c3cdb367e008df6290ead477b',
    { client_secret: unusualSecrets.accented },
  ),
  gatewayVector(
    'secret that looks like hex',
    purchase,
    '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    '9bc883468f297e2539ae03f979ad82861d927f1460b9b56b06c46bb96588a23e',
    { client_secret: unusualSecrets.hex },
  ),
  gatewayVector(
    'secret longer than a SHA-256 block',
    purchase,
    '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    'bbeb0553a2236b7f857e3a42b6b0f78d6f2e7d7fe111a4eeda16332d97ff29ab',
    { client_secret: 'demo-client-secret-'.repeat(5) },
  ),
  gatewayVector(
    'client id with dots',
    purchase,
    '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    'e3a84d061ab77e67e268210b958425572ad1a037c57f2c05086a9319c5660ed0',
    { client_id: 'demo.game.eu' },
  ),
  gatewayVector(
    'timestamp zero',
    purchase,
    '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    'd6da22a57a9b3e1353f991086573fbe76d1723e076174a83e3b7ea072d047a02',
    { timestamp: '0' },
  ),
  gatewayVector(
    'credentials of the profile local',
    '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchased"}',
    'b430000311ca33e0d9efd38ff2b2b1e11bf7c5288a6b8a8d9eff5ba96ecf814d',
    'd26b4d6c3d87462ad203e96b2534944fea5403e9f82c8622574c2df55b5d38c2',
    { client_id: 'demo-client' },
  ),
];

const session: readonly SessionVector[] = [
  sessionVector('plain', player, '27a641255b2d43d56a0e300fb007a0d2a7c610bb1812090af930e4947f4d467b'),
  sessionVector('empty body', '', '3af8a322c2f79f832fb60e4f2363a650a1c82e91af505cb27f53a8d0b16e82e7'),
  sessionVector('empty object', '{}', '0ed100ee980d12ac1c943e50e83aed88058160d8f189af1bcf260c5db13a762d'),
  sessionVector(
    'newline at the end',
    `${player}\n`,
    '773f7657b7827e35be15491def1173c828baa071912529a259644c008ece4078',
  ),
  sessionVector(
    'CRLF line ends',
    '{"gameId":"demo",\r\n"username":"player-42"}\r\n',
    'd7e9c9a4e10e8d6ced7badfcfe3fca4ebf1c6b0e6373dbb0ed0a12d08d8eae9b',
  ),
  sessionVector(
    'byte order mark',
    `\ufeff${player}`,
    '4fa7e6092d71ce98acf5234b2767dfd95424b930b770a851a071b4800be4fad7',
  ),
  sessionVector(
    'non-ASCII text',
    '{"gameId":"demo","username":"Zoë-プレイヤー-🎮"}',
    'dc7750b8fdef05b2ae64bb2e451b49ce12e8d676095e36d6e55b177bcf625b6c',
  ),
  sessionVector(
    'non-ASCII text escaped',
    '{"gameId":"demo","username":"Zo\\u00eb-\\u30d7\\u30ec\\u30a4\\u30e4\\u30fc-\\ud83c\\udfae"}',
    '552bab783e8157c9048d5e79fea20aa98415c81fa6a3a6adc5c52d60c31515d9',
  ),
  sessionVector(
    'spaces after separators',
    '{"gameId": "demo", "username": "player-42"}',
    'c34a5f9e9096c725f5794d62a0df072edf5b43d1e57bb06d08ad99933eb16797',
  ),
  sessionVector('keys sorted', player, '27a641255b2d43d56a0e300fb007a0d2a7c610bb1812090af930e4947f4d467b'),
  sessionVector(
    'slashes escaped',
    '{"gameId":"demo","username":"guild\\/player-42"}',
    'f2815662c7da7bdd5abee142be83221297df07f00b795890868bdbbd9516e980',
  ),
  sessionVector(
    'member that stands twice',
    '{"gameId":"demo","username":"player-41","username":"player-42"}',
    '682c15c66c63c81a66e2f1c33bfceb7156fba4e3651e8a839422d5f970ac4338',
  ),
  sessionVector(
    'binary bytes',
    everyByte,
    '4fc5871d49505ac2eafcb50dc3641d628bc38fc4a9ebb8ed3601ba3d4182a387',
  ),
  sessionVector(
    'not UTF-8',
    Buffer.from('eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDL//iJ9', 'base64'),
    'cacb4196becd1810866dc51ba88323bf9c0894ad671dd83f8c010cecddf70433',
  ),
  sessionVector(
    'long',
    '{"gameId":"demo","username":"player-42' + 'A-_9z'.repeat(400) + '"}',
    '4e462260329fca9dadfedbd6bc4bb052cbb3de2ca773b9e7593a8d5d82470020',
  ),
  sessionVector(
    'all optional fields',
    '{"gameId":"demo","username":"player-42","serverId":"eu-1","roleId":"mage"}',
    '74eb8141b8b1fb1a4ee6adf6c6cabf4afdb73a5e143b9481b8a7d2eb62aa4ca4',
  ),
  sessionVector(
    'non-ASCII secret',
    player,
    'ec00812476e72b0d9fc9a939ac67a173532ef18b8e70a315f499aaccdb69eb51',
    unusualSecrets.accented,
  ),
  sessionVector(
    'secret that looks like hex',
    player,
    '7c8a69185fddf20fcf4ac83939827dd14250e554ab65e2e67cea4736f47f8c0b',
    unusualSecrets.hex,
  ),
  sessionVector(
    'secret longer than a SHA-256 block',
    player,
    '840be96671101107c845c566ffcf9f806920c7fffb61b9b63982fe245ac14e31',
    'demo-session-secret-'.repeat(5),
  ),
  sessionVector(
    'credentials of the profile local',
    player,
    '17a4ef8a228815466dfb8619dc6fdd8d72bb693a566dd4442c386ec5f94dac35',
    'demo-secret-key',
  ),
];

/** `version` counts up when a member changes its meaning or goes. */
export const vectors = { version: 1, gateway, session, negative: nearMisses } as const;
