import type { Environment } from '../contract/environments.js';

/** What a profile holds for the gateway (§1.3, §5.1). */
export interface GatewayCredentials {
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** What a profile holds for the session interface (§1.3, §5.2). */
export interface SessionCredentials {
  readonly baseUrl?: string;
  readonly gameId?: string;
  readonly secretKey?: string;
}

/** A named, stored set for ONE game in ONE environment. */
export interface Profile {
  readonly name: string;
  readonly environment: Environment;
  /** Never verifies. */
  readonly readOnly: boolean;
  readonly gateway: GatewayCredentials;
  readonly session: SessionCredentials;
  /** The entry of the system's keyring that holds the secrets; without it they stand in the file. Each write makes a new one. */
  readonly keyring?: string;
}
