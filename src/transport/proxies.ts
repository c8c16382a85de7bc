/** The proxies that an environment names. Their addresses may hold a password: no message repeats one. */
import { WireFailure } from '../contract/wire.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** In the shape of undici's EnvHttpProxyAgent; an empty text means none and keeps it from reading process.env. */
export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** Undefined when no proxy variable is set. @throws {WireFailure} for an address that is none. */
export function proxiesOf(env: Environment): Proxies | undefined {
  const named = (name: string): string => (env[name.toLowerCase()] ?? env[name] ?? '').trim();
  const proxies = {
    httpProxy: withScheme(named('HTTP_PROXY')),
    httpsProxy: withScheme(named('HTTPS_PROXY')),
    noProxy: named('NO_PROXY'),
  };
  const addresses = [proxies.httpProxy, proxies.httpsProxy].filter((address) => address !== '');
  for (const address of addresses) assertProxyAddress(address);
  return addresses.length === 0 ? undefined : proxies;
}

/** `proxy.example:8080` is how curl and most manuals write it; undici takes only a whole URL. */
const withScheme = (address: string): string =>
  address === '' || address.includes('://') ? address : `http://${address}`;

function assertProxyAddress(address: string): void {
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return;
  const message = 'the proxy that HTTPS_PROXY or HTTP_PROXY names is not an http or https address';
  throw new WireFailure('not-reached', message, { code: 'ERR_INVALID_URL' });
}
