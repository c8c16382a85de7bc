/** The two interfaces of the service (§1.1, §1.2) and what differs between them in one place. */
export type Interface = 'gateway' | 'session';

export const interfaces: readonly Interface[] = ['gateway', 'session'];

/** The contract's paths; a base address may have a path of its own, to which these are appended. */
export const paths = {
  verify: '/iap/gateway/verify',
  lookup: '/iap/gateway/lookup-receipt',
  session: '/xmdt/session',
} as const;

export type Operation = keyof typeof paths;

export const interfaceOf = (operation: Operation): Interface =>
  operation === 'session' ? 'session' : 'gateway';

/** A path or an address up to its query or fragment. */
export function withoutQuery(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/** {base_url} + the operation's path, with one final slash of the base dropped. */
export const endpoint = (baseUrl: string, operation: Operation): string =>
  baseUrl.replace(/\/$/, '') + paths[operation];
