import type { Environment } from '../contract/environments.js';
import type { Interface } from '../contract/interfaces.js';
import type { GatewayCredentials, SessionCredentials } from './profile.js';

/** What the command line itself says; secrets come from files it names, already read. */
export interface ProfileFlags {
  readonly profile?: string;
  /** Of the interface called. */
  readonly baseUrl?: string;
  readonly interface?: Interface;
  readonly clientId?: string;
  readonly gameId?: string;
  readonly clientSecret?: string;
  readonly secretKey?: string;
}

/** What a command works with, each value with its source. */
export interface ResolvedProfile {
  /** null when the environment variables alone describe it. */
  readonly name: string | null;
  /** The built-in profile: its Send is the emulator in this process. */
  readonly local: boolean;
  readonly environment: Environment;
  readonly readOnly: boolean;
  readonly gateway: GatewayCredentials;
  readonly session: SessionCredentials;
  /** `gateway.baseUrl` → `environment variable PVG_GATEWAY_URL`; `profile` and `environment` too. */
  readonly sources: Readonly<Record<string, string>>;
  /** Sentences to say on stderr: another origin on dev, a file mode looser than 0600. */
  readonly notes: readonly string[];
}
