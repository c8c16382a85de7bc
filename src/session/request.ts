/** Contract §2.5. */
export interface SessionFields {
  readonly gameId: string;
  readonly username: string;
  /** Left out when no server has been selected. */
  readonly serverId?: string | undefined;
  /** Left out when no character has been picked. */
  readonly roleId?: string | undefined;
}

/** The one buffer of a session request: what is signed is what is sent. */
export const sessionBody = ({ gameId, username, serverId, roleId }: SessionFields): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ gameId, username, serverId, roleId }));
