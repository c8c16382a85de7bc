/** What the sender should have signed with, or may have by mistake. */
export interface Credential {
  /** How it is named in a finding: `profile game-dev`, a label of --credentials. */
  readonly label: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly secretKey?: string;
}
