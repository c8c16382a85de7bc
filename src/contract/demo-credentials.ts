/** The emulator's own credentials: fixed, printed, not secret. */
export const demoCredentials = {
  clientId: 'demo-client',
  clientSecret: 'demo-client-secret',
  gameId: 'demo',
  secretKey: 'demo-secret-key',
} as const;

/** §2.4 game_id of `demo-client`. */
export const demoGameNumber = 1;
