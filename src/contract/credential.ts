import { interfaces, records } from './interfaces.js';

/** What the sender should have signed with, or may have signed with by mistake. */
export interface Credential {
  /** How it is named in a finding: `the profile game-dev`, a label of --credentials. */
  readonly label: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly secretKey?: string;
}

/** The secrets of every interface that it has. */
export const secretsIn = (credential: Credential): string[] =>
  interfaces.flatMap((id) => credential[records[id].secret.member] ?? []);
