import { isIP } from 'node:net';
import { pathFolder, interfaceRecords, withoutQuery } from '../../contract/interfaces.js';
import { isThisComputer, normalizeHost } from '../../contract/loopback.js';
import type { RequestProblemId } from '../catalogue/request-problems.js';
import { headerOf, type ObservedRequest } from '../observed-request.js';
import type { LintFinding } from '../outcome.js';
import { quoteText } from '../spelling.js';

/** A base address, without its scheme: a proxy in front of the receiver may change that. */
interface BaseAddress {
  readonly host: string;
  /** The path before that of the interface, without a slash at its end; undefined if it is not known. */
  readonly path: string | undefined;
}

/** The address of the profile with which a request is diagnosed. */
interface OwnAddress {
  /** Whose it is: `the profile game-dev`. */
  readonly owner: string;
  readonly baseUrl: string;
}

const otherAddressId: RequestProblemId = 'request-address';

/**
 * The request was sent to another host or base path than the profile has. That may be right, behind a proxy, so it never
 * changes what is said of the signature.
 * @param profileAt the name of another profile with this address
 */
export async function lintAddress(
  request: ObservedRequest,
  { owner, baseUrl }: OwnAddress,
  profileAt: (isThere: (baseUrl: string) => boolean) => Promise<string | undefined>,
): Promise<LintFinding | undefined> {
  const sent = sentAddress(request, baseUrl);
  const own = readBase(baseUrl);
  if (sent === undefined || own === undefined || isSameBase(sent, own)) return undefined;
  const otherName = await profileAt((other) => {
    const base = readBase(other);
    return base !== undefined && isSameBase(sent, base);
  });
  // A path tells something only beside another path.
  const shown = (base: BaseAddress): string =>
    quoteText(base.host + (sent.path === undefined ? '' : (base.path ?? '')));
  return {
    id: otherAddressId,
    says: `The request was sent to ${shown(sent)}, not to ${shown(own)}, the address of ${owner}.`,
    fix:
      otherName === undefined
        ? 'Compare both with the address that the operator issued: secrets of one environment do not work at another.'
        : `That is the address of the profile ${otherName}: diagnose the request with \`--profile ${otherName}\`, or correct the address in your server.`,
    effect: 'unclear',
  };
}

/** undefined if the request does not show its host, or the host is only a test’s. */
function sentAddress(request: ObservedRequest, baseUrl: string): BaseAddress | undefined {
  const address = readBase(withoutQuery(fullUrl(request, baseUrl)));
  if (address === undefined || isOfTest(address.host)) return undefined;
  const { host, path = '' } = address;
  const record = interfaceRecords[request.interface];
  const known = Object.values<string>(record.paths).find((each) => path.endsWith(each));
  const base = known === undefined ? undefined : path.slice(0, path.length - known.length);
  // A mistake of the path is told as such.
  const isBroken = base?.includes('//') === true || base?.includes(pathFolder(record)) === true;
  return { host, path: isBroken ? undefined : base };
}

/** The URL of the request. If it is only a path, the header has the host, and the profile the scheme. */
function fullUrl({ url, headers }: ObservedRequest, baseUrl: string): string {
  if (/^[a-z]+:\/\//i.test(url)) return url;
  const host = headerOf(headers, 'host') ?? headerOf(headers, ':authority') ?? '';
  const scheme = baseUrl.slice(0, baseUrl.indexOf(':'));
  return `${scheme}://${host.trim()}${url}`;
}

function readBase(address: string): BaseAddress | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, port, pathname } = new URL(address);
  const host = normalizeHost(hostname) + (port === '' ? '' : `:${port}`);
  return { host, path: pathname.replace(/\/$/, '') };
}

/** A server in a test has an address of its own: this computer, a number, or a name without a dot. */
function isOfTest(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return isThisComputer(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.');
}

function isSameBase(sent: BaseAddress, own: BaseAddress): boolean {
  return sent.host === own.host && (sent.path === undefined || sent.path === own.path);
}
