import type { Environment } from './environments.js';

export interface GatewayCredentials {
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The game's Android package: not a credential, but every look-up needs it. */
  readonly package?: string;
}

export interface SessionCredentials {
  readonly baseUrl?: string;
  readonly gameId?: string;
  readonly secretKey?: string;
}

export type FieldPath = `gateway.${keyof GatewayCredentials}` | `session.${keyof SessionCredentials}`;

export type FieldValues = Readonly<Partial<Record<FieldPath, string>>>;

/** A named, stored set for ONE game in ONE environment. */
export interface Profile {
  readonly name: string;
  readonly environment: Environment;
  /** Never verifies. */
  readonly readOnly: boolean;
  readonly gateway: GatewayCredentials;
  readonly session: SessionCredentials;
  /** Of the exported secrets, kept until the profile has them: another secret is refused. */
  readonly fingerprints?: FieldValues;
  /** The keyring entry with the secrets, new for each write; without it the secrets are in the file. */
  readonly keyring?: string;
}
