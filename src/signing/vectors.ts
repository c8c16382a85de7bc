/**
 * Test vectors of both schemes (contract §5.1, §5.2), for whoever writes a signer. Computed by Python's hashlib and
 * hmac and checked against openssl, never by the code they test. `body_base64` has the exact bytes; `body` is the
 * same as text, null where the bytes are no UTF-8 text. Secrets and texts are keyed and hashed as UTF-8.
 */
export interface GatewayVector {
  readonly name: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly timestamp: string;
  readonly body: string | null;
  readonly body_base64: string;
  readonly body_sha256: string;
  readonly message: string;
  readonly signature: string;
}

export interface SessionVector {
  readonly name: string;
  readonly secret_key: string;
  readonly body: string | null;
  readonly body_base64: string;
  readonly signature: string;
}

const gateway: readonly GatewayVector[] = [
  {
    name: 'plain',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIn0=',
    body_sha256: '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    message: 'demo-game.1790000000.17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    signature: 'f84682938b4bd47809463175dcf2fde993c858cf5a10f1f94638e4485d81b925',
  },
  {
    name: 'empty body',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '',
    body_base64: '',
    body_sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    message: 'demo-game.1790000000.e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    signature: '75fa449cad67931f1ee83fbf4315562bd83830f2c4c2967b0737973cd4c6d2d1',
  },
  {
    name: 'empty object',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{}',
    body_base64: 'e30=',
    body_sha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    message: 'demo-game.1790000000.44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    signature: '6c6a0abc7076f3cb1310f2d36a0e80afe43c82fdd21add1504162a9ce043da3a',
  },
  {
    name: 'newline at the end',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}\n',
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIn0K',
    body_sha256: '047cc60514f4903b92d60d9cfab6bf14fe505363eee3de86659db3b700d6d81e',
    message: 'demo-game.1790000000.047cc60514f4903b92d60d9cfab6bf14fe505363eee3de86659db3b700d6d81e',
    signature: 'f5330ced1c9ac8df4b618e568d4e7cdadf97d4ee86e52b48eb771868bb25dff1',
  },
  {
    name: 'CRLF line ends',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{"os_id":1,\r\n"product_id":"gems_100",\r\n"package":"com.example.game",\r\n"receipt":"demo-purchase-token-0001"}\r\n',
    body_base64:
      'eyJvc19pZCI6MSwNCiJwcm9kdWN0X2lkIjoiZ2Vtc18xMDAiLA0KInBhY2thZ2UiOiJjb20uZXhhbXBsZS5nYW1lIiwNCiJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIn0NCg==',
    body_sha256: '6272ad9e462cbbac9765720e458476e8da36303a5e6a46f50705fad7fac80f8b',
    message: 'demo-game.1790000000.6272ad9e462cbbac9765720e458476e8da36303a5e6a46f50705fad7fac80f8b',
    signature: '6c2d37f4fedc68fcb8626836fe59ad1fd64aab1f2cb1a9e783354eab7ca097f0',
  },
  {
    name: 'byte order mark',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '\ufeff{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    body_base64:
      '77u/eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIn0=',
    body_sha256: '82568433176d63dc60e0b27e1974686b31dbe738bcf08b549eb26e26890e9889',
    message: 'demo-game.1790000000.82568433176d63dc60e0b27e1974686b31dbe738bcf08b549eb26e26890e9889',
    signature: 'cc676f71a0fcec9d307994c6e91a6c0e802b74f9f34ef6a8ef8c1dbd91a981df',
  },
  {
    name: 'non-ASCII text',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001","player_id":"Zoë-プレイヤー-🎮"}',
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIiwicGxheWVyX2lkIjoiWm/Dqy3jg5fjg6zjgqTjg6Tjg7wt8J+OriJ9',
    body_sha256: 'af1e5dd6e8b9dc9595d951cbb5ddd5a224e9be7f9507dd06ca4640b47d570776',
    message: 'demo-game.1790000000.af1e5dd6e8b9dc9595d951cbb5ddd5a224e9be7f9507dd06ca4640b47d570776',
    signature: '2beb8ed406a7d7b7c291de09319cea9d50bd92fd3e2f4e56f58b151a0b6b5536',
  },
  {
    name: 'non-ASCII text escaped',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001","player_id":"Zo\\u00eb-\\u30d7\\u30ec\\u30a4\\u30e4\\u30fc-\\ud83c\\udfae"}',
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIiwicGxheWVyX2lkIjoiWm9cdTAwZWItXHUzMGQ3XHUzMGVjXHUzMGE0XHUzMGU0XHUzMGZjLVx1ZDgzY1x1ZGZhZSJ9',
    body_sha256: 'f2c9fb4de46f8a3f058cd388556d866e06d110576880bf1c0b3ead91f14b02fe',
    message: 'demo-game.1790000000.f2c9fb4de46f8a3f058cd388556d866e06d110576880bf1c0b3ead91f14b02fe',
    signature: '7c3417f94d6ee89af0542cd2a1cf3af0343278e20d3008d5d0d3371fdf50857a',
  },
  {
    name: 'spaces after separators',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{"os_id": 1, "product_id": "gems_100", "package": "com.example.game", "receipt": "demo-purchase-token-0001"}',
    body_base64:
      'eyJvc19pZCI6IDEsICJwcm9kdWN0X2lkIjogImdlbXNfMTAwIiwgInBhY2thZ2UiOiAiY29tLmV4YW1wbGUuZ2FtZSIsICJyZWNlaXB0IjogImRlbW8tcHVyY2hhc2UtdG9rZW4tMDAwMSJ9',
    body_sha256: '4f04908ccd65bdf072d81471b8b74f50b1860c74fc942310490ec0a91c7a12a3',
    message: 'demo-game.1790000000.4f04908ccd65bdf072d81471b8b74f50b1860c74fc942310490ec0a91c7a12a3',
    signature: 'd11684767e7035c53c78134ad115924bf743888c14261a2860e91156c75cf158',
  },
  {
    name: 'keys sorted',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{"os_id":1,"package":"com.example.game","product_id":"gems_100","receipt":"demo-purchase-token-0001"}',
    body_base64:
      'eyJvc19pZCI6MSwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJwcm9kdWN0X2lkIjoiZ2Vtc18xMDAiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIn0=',
    body_sha256: 'c85186f8efb5643e9637547ab9696589286de6bb9c91931afd744f3fc1da4eb4',
    message: 'demo-game.1790000000.c85186f8efb5643e9637547ab9696589286de6bb9c91931afd744f3fc1da4eb4',
    signature: '2f516ab960ac67564f2201eb56cbf2348f54096b5445eddcb06b7095062aaebf',
  },
  {
    name: 'slashes escaped',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{"os_id":1,"product_id":"gems_100","package":"com.example\\/game","receipt":"demo-purchase-token-0001"}',
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlXC9nYW1lIiwicmVjZWlwdCI6ImRlbW8tcHVyY2hhc2UtdG9rZW4tMDAwMSJ9',
    body_sha256: 'da6b8e77bf9e2710af62d9208340d89dbefa260c1777166bef7fdbb5daf0c101',
    message: 'demo-game.1790000000.da6b8e77bf9e2710af62d9208340d89dbefa260c1777166bef7fdbb5daf0c101',
    signature: '67a5b25349bc63dd92742b528990305396f1355d27652b96480bebe77af1d8eb',
  },
  {
    name: 'number spelled 1.0',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{"os_id":1.0,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    body_base64:
      'eyJvc19pZCI6MS4wLCJwcm9kdWN0X2lkIjoiZ2Vtc18xMDAiLCJwYWNrYWdlIjoiY29tLmV4YW1wbGUuZ2FtZSIsInJlY2VpcHQiOiJkZW1vLXB1cmNoYXNlLXRva2VuLTAwMDEifQ==',
    body_sha256: '1d13d5845cfabd0fee7cbd51fc0383768ae3f4c81548d14c55bd701df49b953a',
    message: 'demo-game.1790000000.1d13d5845cfabd0fee7cbd51fc0383768ae3f4c81548d14c55bd701df49b953a',
    signature: '76a870d75b4851ed93c49d4fde471f20b2f9d16d25e1cecf1d245719f7b60b97',
  },
  {
    name: 'binary bytes',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: null,
    body_base64:
      'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJiouMjY6PkJGSk5SVlpeYmZqbnJ2en6ChoqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/wMHCw8TFxsfIycrLzM3Oz9DR0tPU1dbX2Nna29zd3t/g4eLj5OXm5+jp6uvs7e7v8PHy8/T19vf4+fr7/P3+/w==',
    body_sha256: '40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880',
    message: 'demo-game.1790000000.40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880',
    signature: '883f7248317b36f2873cfb2458fb9eb444259b7710785a3418435a3b80633f97',
  },
  {
    name: 'not UTF-8',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: null,
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAx//4ifQ==',
    body_sha256: '48abfc9620797aff856a41b90c494b91828c0a14587002b383ac429adc733a41',
    message: 'demo-game.1790000000.48abfc9620797aff856a41b90c494b91828c0a14587002b383ac429adc733a41',
    signature: 'b43aa71457eaa8a5a22a5d9a2e4294de808a4b55345f64470c3976da52fb9f7d',
  },
  {
    name: 'long',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001A-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9z"}',
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxQS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXoifQ==',
    body_sha256: '93a37196c9a8c615c4bb19d22aad028a5038865a2b4b9bf2a52d93e94898fb20',
    message: 'demo-game.1790000000.93a37196c9a8c615c4bb19d22aad028a5038865a2b4b9bf2a52d93e94898fb20',
    signature: 'e4634010383218168565d7c3e9d389c95c1eedc60709258a37d377df762b3aec',
  },
  {
    name: 'non-ASCII secret',
    client_id: 'demo-game',
    client_secret: 'demo-sécret-🔑',
    timestamp: '1790000000',
    body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIn0=',
    body_sha256: '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    message: 'demo-game.1790000000.17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    signature: 'd3547d3f38815aec3f31d0630726f627668a571c3cdb367e008df6290ead477b',
  },
  {
    name: 'secret that looks like hex',
    client_id: 'demo-game',
    client_secret: '00112233445566778899aabbccddeeff',
    timestamp: '1790000000',
    body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIn0=',
    body_sha256: '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    message: 'demo-game.1790000000.17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    signature: '9bc883468f297e2539ae03f979ad82861d927f1460b9b56b06c46bb96588a23e',
  },
  {
    name: 'secret longer than a SHA-256 block',
    client_id: 'demo-game',
    client_secret:
      'demo-client-secret-demo-client-secret-demo-client-secret-demo-client-secret-demo-client-secret-',
    timestamp: '1790000000',
    body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIn0=',
    body_sha256: '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    message: 'demo-game.1790000000.17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    signature: 'bbeb0553a2236b7f857e3a42b6b0f78d6f2e7d7fe111a4eeda16332d97ff29ab',
  },
  {
    name: 'client id with dots',
    client_id: 'demo.game.eu',
    client_secret: 'demo-client-secret',
    timestamp: '1790000000',
    body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIn0=',
    body_sha256: '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    message: 'demo.game.eu.1790000000.17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    signature: 'e3a84d061ab77e67e268210b958425572ad1a037c57f2c05086a9319c5660ed0',
  },
  {
    name: 'timestamp zero',
    client_id: 'demo-game',
    client_secret: 'demo-client-secret',
    timestamp: '0',
    body: '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchase-token-0001"}',
    body_base64:
      'eyJvc19pZCI6MSwicHJvZHVjdF9pZCI6ImdlbXNfMTAwIiwicGFja2FnZSI6ImNvbS5leGFtcGxlLmdhbWUiLCJyZWNlaXB0IjoiZGVtby1wdXJjaGFzZS10b2tlbi0wMDAxIn0=',
    body_sha256: '17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    message: 'demo-game.0.17206902238d3964b8dd5a5cc0b0866503f1087a48796bb88d1a5d852d43661f',
    signature: 'd6da22a57a9b3e1353f991086573fbe76d1723e076174a83e3b7ea072d047a02',
  },
];

const session: readonly SessionVector[] = [
  {
    name: 'plain',
    secret_key: 'demo-session-secret',
    body: '{"gameId":"demo","username":"player-42"}',
    body_base64: 'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDIifQ==',
    signature: '27a641255b2d43d56a0e300fb007a0d2a7c610bb1812090af930e4947f4d467b',
  },
  {
    name: 'empty body',
    secret_key: 'demo-session-secret',
    body: '',
    body_base64: '',
    signature: '3af8a322c2f79f832fb60e4f2363a650a1c82e91af505cb27f53a8d0b16e82e7',
  },
  {
    name: 'empty object',
    secret_key: 'demo-session-secret',
    body: '{}',
    body_base64: 'e30=',
    signature: '0ed100ee980d12ac1c943e50e83aed88058160d8f189af1bcf260c5db13a762d',
  },
  {
    name: 'newline at the end',
    secret_key: 'demo-session-secret',
    body: '{"gameId":"demo","username":"player-42"}\n',
    body_base64: 'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDIifQo=',
    signature: '773f7657b7827e35be15491def1173c828baa071912529a259644c008ece4078',
  },
  {
    name: 'CRLF line ends',
    secret_key: 'demo-session-secret',
    body: '{"gameId":"demo",\r\n"username":"player-42"}\r\n',
    body_base64: 'eyJnYW1lSWQiOiJkZW1vIiwNCiJ1c2VybmFtZSI6InBsYXllci00MiJ9DQo=',
    signature: 'd7e9c9a4e10e8d6ced7badfcfe3fca4ebf1c6b0e6373dbb0ed0a12d08d8eae9b',
  },
  {
    name: 'byte order mark',
    secret_key: 'demo-session-secret',
    body: '\ufeff{"gameId":"demo","username":"player-42"}',
    body_base64: '77u/eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDIifQ==',
    signature: '4fa7e6092d71ce98acf5234b2767dfd95424b930b770a851a071b4800be4fad7',
  },
  {
    name: 'non-ASCII text',
    secret_key: 'demo-session-secret',
    body: '{"gameId":"demo","username":"Zoë-プレイヤー-🎮"}',
    body_base64: 'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJab8OrLeODl+ODrOOCpOODpOODvC3wn46uIn0=',
    signature: 'dc7750b8fdef05b2ae64bb2e451b49ce12e8d676095e36d6e55b177bcf625b6c',
  },
  {
    name: 'non-ASCII text escaped',
    secret_key: 'demo-session-secret',
    body: '{"gameId":"demo","username":"Zo\\u00eb-\\u30d7\\u30ec\\u30a4\\u30e4\\u30fc-\\ud83c\\udfae"}',
    body_base64:
      'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJab1x1MDBlYi1cdTMwZDdcdTMwZWNcdTMwYTRcdTMwZTRcdTMwZmMtXHVkODNjXHVkZmFlIn0=',
    signature: '552bab783e8157c9048d5e79fea20aa98415c81fa6a3a6adc5c52d60c31515d9',
  },
  {
    name: 'spaces after separators',
    secret_key: 'demo-session-secret',
    body: '{"gameId": "demo", "username": "player-42"}',
    body_base64: 'eyJnYW1lSWQiOiAiZGVtbyIsICJ1c2VybmFtZSI6ICJwbGF5ZXItNDIifQ==',
    signature: 'c34a5f9e9096c725f5794d62a0df072edf5b43d1e57bb06d08ad99933eb16797',
  },
  {
    name: 'keys sorted',
    secret_key: 'demo-session-secret',
    body: '{"gameId":"demo","username":"player-42"}',
    body_base64: 'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDIifQ==',
    signature: '27a641255b2d43d56a0e300fb007a0d2a7c610bb1812090af930e4947f4d467b',
  },
  {
    name: 'slashes escaped',
    secret_key: 'demo-session-secret',
    body: '{"gameId":"demo","username":"guild\\/player-42"}',
    body_base64: 'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJndWlsZFwvcGxheWVyLTQyIn0=',
    signature: 'f2815662c7da7bdd5abee142be83221297df07f00b795890868bdbbd9516e980',
  },
  {
    name: 'member that stands twice',
    secret_key: 'demo-session-secret',
    body: '{"gameId":"demo","username":"player-41","username":"player-42"}',
    body_base64: 'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDEiLCJ1c2VybmFtZSI6InBsYXllci00MiJ9',
    signature: '682c15c66c63c81a66e2f1c33bfceb7156fba4e3651e8a839422d5f970ac4338',
  },
  {
    name: 'binary bytes',
    secret_key: 'demo-session-secret',
    body: null,
    body_base64:
      'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJiouMjY6PkJGSk5SVlpeYmZqbnJ2en6ChoqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/wMHCw8TFxsfIycrLzM3Oz9DR0tPU1dbX2Nna29zd3t/g4eLj5OXm5+jp6uvs7e7v8PHy8/T19vf4+fr7/P3+/w==',
    signature: '4fc5871d49505ac2eafcb50dc3641d628bc38fc4a9ebb8ed3601ba3d4182a387',
  },
  {
    name: 'not UTF-8',
    secret_key: 'demo-session-secret',
    body: null,
    body_base64: 'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDL//iJ9',
    signature: 'cacb4196becd1810866dc51ba88323bf9c0894ad671dd83f8c010cecddf70433',
  },
  {
    name: 'long',
    secret_key: 'demo-session-secret',
    body: '{"gameId":"demo","username":"player-42A-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9zA-_9z"}',
    body_base64:
      'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDJBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85ekEtXzl6QS1fOXpBLV85eiJ9',
    signature: '4e462260329fca9dadfedbd6bc4bb052cbb3de2ca773b9e7593a8d5d82470020',
  },
  {
    name: 'all optional fields',
    secret_key: 'demo-session-secret',
    body: '{"gameId":"demo","username":"player-42","serverId":"eu-1","roleId":"mage"}',
    body_base64:
      'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDIiLCJzZXJ2ZXJJZCI6ImV1LTEiLCJyb2xlSWQiOiJtYWdlIn0=',
    signature: '74eb8141b8b1fb1a4ee6adf6c6cabf4afdb73a5e143b9481b8a7d2eb62aa4ca4',
  },
  {
    name: 'non-ASCII secret',
    secret_key: 'demo-sécret-🔑',
    body: '{"gameId":"demo","username":"player-42"}',
    body_base64: 'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDIifQ==',
    signature: 'ec00812476e72b0d9fc9a939ac67a173532ef18b8e70a315f499aaccdb69eb51',
  },
  {
    name: 'secret that looks like hex',
    secret_key: '00112233445566778899aabbccddeeff',
    body: '{"gameId":"demo","username":"player-42"}',
    body_base64: 'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDIifQ==',
    signature: '7c8a69185fddf20fcf4ac83939827dd14250e554ab65e2e67cea4736f47f8c0b',
  },
  {
    name: 'secret longer than a SHA-256 block',
    secret_key:
      'demo-session-secret-demo-session-secret-demo-session-secret-demo-session-secret-demo-session-secret-',
    body: '{"gameId":"demo","username":"player-42"}',
    body_base64: 'eyJnYW1lSWQiOiJkZW1vIiwidXNlcm5hbWUiOiJwbGF5ZXItNDIifQ==',
    signature: '840be96671101107c845c566ffcf9f806920c7fffb61b9b63982fe245ac14e31',
  },
];

export const vectors = { gateway, session } as const;
