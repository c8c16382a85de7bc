/** Secrets of the shapes that operators issue. None was ever used anywhere. */
export const secrets = {
  plain: 'kiemthe-prod-secret',
  hex64: '9f2c4e6a8b0d1f3a5c7e9b1d3f5a7c9e0b2d4f6a8c0e2b4d6f8a0c2e4b6d8f0a',
  hexUpper: 'A1B2C3D4E5F60718293A4B5C6D7E8F90',
  hexMixed: '00fFa1B2c3D4e5F60718293a4b5C6d7E',
  base64: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
  base64b: 'c2VjcmV0LWtleS1mb3ItZ2FtZS1zZXJ2ZXI/Pz8+Pg==',
  base64url: 'x1-Yz_0AbCdEfGhIjKlMnOpQrStUvWxYz-0_12345',
  live: 'sk_live_51NzQ8mKxT4vWpR7yLbC3dFgHj',
  whsec: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  whsecPad: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  dollar: 'pa$$word#2024+ab%2Fcd=xyz',
  dollarWord: 'Zx9$KEYval-77qq#tail',
  percent: 'abc%20def+ghi%3D',
  quotes: 'it\'s"quoted"key',
  upper: 'GAMESECRETKEY0042ABCDEFGHJKLMNPQRSTUV',
  mixed: 'aBcDeFgHiJkLmNoPqRsTuVwXyZ012345',
  short: 'k3y',
  long: 'Lq7vXk2ZpT9wRn4YbH6mJc8FsD1gAe5uQi3oWtVzKxNyBrMhCjPlEfSdGaUoI0q7vXk2ZpT9wRn4YbH6mJc8FsD1gAe5uQi3oWt9',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  hexHigh: 'f1e2d3c4b5a697887766554433221100ffeeddccbbaa99887766554433221100',
};

/** Credentials that the developer has besides: another environment, another game. */
export const others = [
  {
    label: 'dev',
    client_id: 'game-dev-01',
    client_secret: 'dev-9c1f3b77aa',
    secret_key: 'dev-sess-51b0c2',
  },
  {
    label: 'old',
    client_id: 'Game.Old',
    client_secret: 'sk_test_OldRotated77Key',
    secret_key: 'OLDKEY0001aa',
  },
];

export const clientIds = [
  'GameClient01',
  'kiem-the-prod',
  'Client_42.A',
  'b7e1c0de',
  'VN.Studio.RPG',
];
export const timestamps = ['1700000000', '1731904512', '1763683199', '1699999999', '1752600033'];
