/**
 * A host name of a URL as it is compared: without the final dot of a full name, and an IPv4 address that is written as
 * IPv6 (`[::ffff:192.0.2.7]`, which a URL spells `[::ffff:c000:207]`) as IPv4. A URL has done the rest already: lower
 * case, percent-escapes, IDN, the forms of IPv4 in other bases, the short forms of IPv6.
 */
export function normalizeHost(hostname: string): string {
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname);
  if (mapped === null) return hostname.replace(/\.$/, '');
  const [, high = '', low = ''] = mapped;
  const bytes = Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex');
  return [...bytes].join('.');
}

/** `a..example`, `.example`, `example..`: resolvers differ on what it means. */
export function hasEmptyLabel(hostname: string): boolean {
  return hostname.replace(/\.$/, '').split('.').includes('');
}

/** Whether a URL's host name is sure to mean this computer: https is asked for everywhere else, and no proxy is asked here. */
export function isLoopback(hostname: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/.test(normalizeHost(hostname));
}

/**
 * Whether a URL's host name may mean this computer, for guards. Most systems connect to themselves by the unspecified
 * address and by every name below `localhost` (RFC 6761), but no rule makes them.
 */
export function isThisComputer(hostname: string): boolean {
  return (
    isLoopback(hostname) || /^(?:0\.0\.0\.0|\[::\]|.+\.localhost)$/.test(normalizeHost(hostname))
  );
}
