/** The emulator's own credentials: fixed, printed, not secret. */
export const demoCredentials = {
  clientId: 'demo-client',
  clientSecret: 'demo-client-secret',
  gameId: 'demo',
  secretKey: 'demo-secret-key',
} as const;

/** What every demo purchase of the emulator is of. */
export const demoPurchase = { productId: 'gems_100', packageName: 'com.example.game' } as const;

/** The credentials of the emulator, one in each line, because a longer line would be broken at the edge of the terminal. */
export const demoCredentialLines: readonly string[] = [
  `client id ${demoCredentials.clientId}`,
  `client secret ${demoCredentials.clientSecret}`,
  `game id ${demoCredentials.gameId}`,
  `secret key ${demoCredentials.secretKey}`,
];
