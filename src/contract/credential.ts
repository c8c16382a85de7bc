import { interfaces, interfaceRecords } from './interfaces.js';

/** What the sender should have signed with, or may have signed with by mistake. */
export interface Credential {
  /** How it is named in a finding: `the profile game-dev`, a label of --credentials. */
  readonly label: string;
  readonly clientId?: string | undefined;
  readonly gameId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly secretKey?: string | undefined;
}

/** The secrets of every interface that it has. */
export function secretsIn(credential: Credential): string[] {
  return interfaces.flatMap((id) => credential[interfaceRecords[id].secret.member] ?? []);
}
