import { WireFailure } from '../contract/wire.js';

/** The proxies in the environment. Their addresses may contain a password: no message repeats one. */

/** The proxies as undici's EnvHttpProxyAgent takes them. An empty text means no proxy; for undefined, undici would read process.env itself. */
export type Proxies = NonNullable<ReturnType<typeof proxiesOf>>;

/** undefined if no proxy variable is set. @throws {WireFailure} for a wrong address */
export function proxiesOf(env: Readonly<Record<string, string | undefined>>) {
  const readVariable = (name: string): string =>
    (env[name.toLowerCase()] ?? env[name] ?? '').trim();
  const proxies = {
    httpProxy: withScheme(readVariable('HTTP_PROXY')),
    httpsProxy: withScheme(readVariable('HTTPS_PROXY')),
    noProxy: readVariable('NO_PROXY'),
  };
  const addresses = [proxies.httpProxy, proxies.httpsProxy].filter((address) => address !== '');
  if (addresses.some((address) => !/^https?:/i.test(address) || !URL.canParse(address))) {
    const says = 'the proxy in HTTPS_PROXY or HTTP_PROXY is not an http or https address';
    throw new WireFailure('not-reached', says, {
      code: 'ERR_INVALID_URL',
      obstacle: 'proxy-address',
    });
  }
  return addresses.length === 0 ? undefined : proxies;
}

/** Host and port of an address, never its user and password. */
export function proxyHost(address: string | URL): string {
  const { hostname, port, protocol } = new URL(address);
  const defaultPort = protocol === 'https:' ? '443' : '80';
  return `${hostname}:${port === '' ? defaultPort : port}`;
}

/** curl and most manuals write `proxy.example:8080`; undici takes only a full URL. */
const withScheme = (address: string): string =>
  address === '' || address.includes('://') ? address : `http://${address}`;
