/**
 * The host name of a URL in the form in which names are compared: without the final dot of a full name, and with an IPv4
 * address in place of its IPv6 form (`[::ffff:c000:207]` is 192.0.2.7). The URL class has already normalized the rest: lower
 * case, percent-escapes, IDN, IPv4 in other bases, short forms of IPv6.
 */
export function normalizeHost(hostname: string): string {
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname);
  if (mapped === null) return hostname.replace(/\.$/, '');
  const [, high = '', low = ''] = mapped;
  const bytes = Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex');
  return [...bytes].join('.');
}

/** Whether a name has an empty part, such as `a..example` or `.example`: resolvers differ on what it means. */
export function hasEmptyLabel(hostname: string): boolean {
  return hostname.replace(/\.$/, '').split('.').includes('');
}

/** Whether a host name is sure to mean this computer: any 127.x.x.x, `::1` or `localhost`. Only then http is allowed, and no proxy is asked. */
export function isLoopback(hostname: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/.test(normalizeHost(hostname));
}

/**
 * Whether a host name may mean this computer, for guards that must not miss it. Most systems also reach themselves by the
 * unspecified address (`0.0.0.0`) and by every name below `localhost` (RFC 6761), though no rule says so.
 */
export function isThisComputer(hostname: string): boolean {
  return (
    isLoopback(hostname) || /^(?:0\.0\.0\.0|\[::\]|.+\.localhost)$/.test(normalizeHost(hostname))
  );
}
