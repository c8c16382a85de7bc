import { once, readBody } from '../contract/answer.js';

/** Contract §2.5. */
interface SessionFields {
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

/** Who a request body asks about; undefined when its bytes do not say. */
export function playerIn(body: Uint8Array): Pick<SessionFields, 'gameId' | 'username'> | undefined {
  const { object } = readBody(body);
  const [gameId, username] = [once(object, 'gameId'), once(object, 'username')];
  return typeof gameId === 'string' && typeof username === 'string' ? { gameId, username } : undefined;
}
