/** The emulator's own credentials: fixed, printed, not secret. */
export const demoCredentials = {
  clientId: 'demo-client',
  clientSecret: 'demo-client-secret',
  gameId: 'demo',
  secretKey: 'demo-secret-key',
} as const;

/** What every demo purchase of the emulator is of. */
export const demoPurchase = { productId: 'gems_100', packageName: 'com.example.game' } as const;
