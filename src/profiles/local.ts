import { demoCredentials } from '../contract/demo-credentials.js';
import { localName } from './names.js';
import type { Profile } from './profile.js';

/** Stands where an address is wanted; `local` never reaches the network. `.invalid` resolves nowhere (RFC 2606). */
export const localAddress = 'http://local.invalid';

/** The built-in profile: works on a machine that has nothing else. */
export const localProfile: Profile = {
  name: localName,
  environment: 'dev',
  readOnly: false,
  gateway: {
    baseUrl: localAddress,
    clientId: demoCredentials.clientId,
    clientSecret: demoCredentials.clientSecret,
  },
  session: { baseUrl: localAddress, gameId: demoCredentials.gameId, secretKey: demoCredentials.secretKey },
};
