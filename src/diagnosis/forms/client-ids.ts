import type { CauseId } from '../catalogue/causes.js';

/** How another text of a client id differs from it, if it is not another id: by its case, or by marks around it. */
export function formOfClientId(sent: string, right: string): CauseId | undefined {
  if (sent.toLowerCase() === right.toLowerCase()) return 'client-id-case';
  const bare = sent.replace(/^[^A-Za-z0-9]{1,9}|[^A-Za-z0-9]{1,9}$/g, '');
  return bare === right ? 'client-id-quoted' : undefined;
}
