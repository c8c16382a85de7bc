import type { CauseId } from '../catalogue/causes.js';

/** The id for a client id that differs in its case or by marks around it; undefined if it is another id. */
export function formOfClientId(sent: string, right: string): CauseId | undefined {
  if (sent.toLowerCase() === right.toLowerCase()) return 'client-id-case';
  const bare = sent.replace(/^[^A-Za-z0-9]{1,9}|[^A-Za-z0-9]{1,9}$/g, '');
  return bare === right ? 'client-id-quoted' : undefined;
}
