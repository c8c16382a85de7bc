import { onFileError, type Context } from '../context.js';
import { limits } from '../contract/limits.js';
import { journalFolder } from '../desk/journal/journal.js';
import { journalSetting } from '../profiles/project-file.js';
import { proxiesOf } from '../transport/proxies.js';
import { WireFailure } from '../contract/wire.js';
import { counted } from '../text/counted.js';
import { shellLine } from '../text/shell.js';
import { correctedPath } from './corrected.js';
import { fixFrom, ok, problem, warning, type Check } from './check.js';
import type { Machine } from './machine.js';

/** What lies outside of pvg and changes what it does: Node, the network's settings, the disk, the clock. */

/** As `engines` in package.json, and bin/pvg.js, which refuses older ones. */
export const oldestNode = '20.18.1';

export function checkNode({ nodeVersion }: Machine): Check {
  const id = 'node-version';
  const wanted = `${oldestNode} or newer is wanted`;
  return isOlder(nodeVersion, oldestNode)
    ? problem(id, `This is Node ${nodeVersion}; ${wanted}.`, 'nvm install --lts')
    : ok(id, `This is Node ${nodeVersion}; ${wanted}.`);
}

function isOlder(version: string, than: string): boolean {
  const [ours, theirs] = [version, than].map((text) => text.split('.').map(Number));
  const at = theirs?.findIndex((part, index) => part !== ours?.[index]) ?? -1;
  return at !== -1 && (ours?.[at] ?? 0) < (theirs?.[at] ?? 0);
}

/** Which proxy learns the host that is called. Its address may hold a password: only its host is shown. */
export function checkProxy({ env }: Context): Check {
  const id = 'proxy';
  const named = (name: string): string =>
    [name.toLowerCase(), name].find((each) => env[each] !== undefined) ?? name;
  const https = named('HTTPS_PROXY');
  const http = named('HTTP_PROXY');
  try {
    const proxies = proxiesOf(env);
    if (proxies === undefined) return ok(id, 'None: no proxy variable is set.');
    const variable = proxies.httpsProxy === '' ? http : https;
    const { host, username, password } = new URL(proxies.httpsProxy || proxies.httpProxy);
    const login = username + password === '' ? '' : ', with a login that is not shown';
    const except = proxies.noProxy === '' ? '' : ` Not for what ${named('NO_PROXY')} lists.`;
    return ok(
      id,
      `${host} (${variable}${login}) is asked to connect; this computer is never proxied.${except}`,
    );
  } catch (error) {
    if (!(error instanceof WireFailure)) throw error;
    const wrong = [https, http].filter((name) => env[name]);
    return problem(
      id,
      'A proxy variable does not hold an http or https address.',
      `unset ${wrong.join(' ')}`,
    );
  }
}

export function checkTls({ env }: Context): Check {
  const name = 'NODE_TLS_REJECT_UNAUTHORIZED';
  if (env[name] !== '0') return ok('tls', 'Certificates are verified.');
  return problem(
    'tls',
    `${name}=0: Node would accept any certificate, and so anybody’s server.`,
    `unset ${name}`,
  );
}

export async function checkExtraCertificates(context: Context): Promise<Check> {
  const id = 'extra-certificates';
  const name = 'NODE_EXTRA_CA_CERTS';
  const path = context.env[name];
  if (!path) return ok(id, `${name} is not set: the certificate authorities are Node’s own.`);
  const useless = async (why: string): Promise<Check> =>
    problem(
      id,
      `The file of ${name} ${why}. Node ignores it, so a server of your network’s own certificate authority is not trusted.`,
      await correctedPath(context, name),
    );
  const bytes = await context.files.read(path).catch(onFileError(({ code }) => code));
  if (typeof bytes === 'string') return useless(`cannot be read (${bytes})`);
  const text = Buffer.from(bytes).toString('latin1');
  const count = text.split('-----BEGIN CERTIFICATE-----').length - 1;
  if (count > 0) return ok(id, extraCertificates(path, count));
  // A SEQUENCE of ASN.1: the same certificate, in binary.
  if (bytes[0] !== 0x30) return useless('holds no certificate in PEM form');
  const [from, to] = [shellLine([path]), shellLine([`${path}.pem`])];
  return {
    ...(await useless('holds a certificate in binary form (DER), not in PEM form')),
    fix: `openssl x509 -inform der -in ${from} -out ${to} && export ${name}=${to}`,
  };
}

/** Node reads the whole file before pvg begins. */
const manyCertificates = 20;

const extraCertificates = (path: string, count: number): string => {
  const holds = count === 1 ? 'one certificate' : `${String(count)} certificates`;
  const slow =
    ' Node reads them all at every start: a file with only the one that your network needs makes each command quicker.';
  return `${path} (NODE_EXTRA_CA_CERTS) holds ${holds}; what ${count === 1 ? 'it has' : 'they have'} signed is trusted besides what Node trusts itself.${count > manyCertificates ? slow : ''}`;
};

export async function checkStateFolder({ folders, files }: Context): Promise<Check> {
  const id = 'state-folder';
  const code = await files.writingFails(folders.state);
  return code === undefined
    ? ok(id, `${folders.state} can be written.`)
    : warning(
        id,
        `${folders.state} cannot be written (${code}): no journal, and \`--profile local\` forgets.`,
        'export PVG_STATE_DIR="$(mktemp -d)"',
      );
}

/** Off is a choice and no trouble; on, and nothing can be written, is. */
export async function checkJournal(context: Context, found: readonly Check[]): Promise<Check> {
  const id = 'journal';
  const { off, trouble } = await journalSetting(context);
  if (trouble) {
    const fix = fixFrom(found, trouble, 'pvg profile list');
    return warning(id, `Off, since its setting cannot be read. ${trouble.message}`, fix);
  }
  if (off !== undefined) return ok(id, `Off (${off}): no call is kept, and \`pvg report\` has none.`);
  const folder = journalFolder(context.folders);
  const code = await context.files.writingFails(folder);
  return code === undefined
    ? ok(id, `On: each call is kept in ${folder}, which can be written.`)
    : warning(
        id,
        `On, but ${folder} cannot be written (${code}): calls are made and not kept.`,
        'export PVG_STATE_DIR="$(mktemp -d)"',
      );
}

/** `skewS`: by the Date of an answer; null where none told it, undefined where nobody was called. */
export function checkClock(
  { clock }: Context,
  { platform }: Machine,
  skewS: number | null | undefined,
): Check {
  const id = 'clock';
  const now = `This computer says ${new Date(clock.now()).toISOString()}`;
  const most = limits.timestampSkewSeconds;
  const limit = `The gateway refuses a difference of more than ${String(most)} s (§5.1).`;
  if (skewS === undefined)
    return ok(id, `${now}. \`pvg doctor --online\` compares it with the service’s clock. ${limit}`);
  if (skewS === null) return ok(id, `${now}. No answer told the time of the service. ${limit}`);
  if (skewS === 0) return ok(id, `${now}, which agrees with the service’s clock.`);
  const size = Math.abs(skewS);
  const says = `${now}, ${counted(size, 'second')} ${skewS > 0 ? 'behind' : 'ahead of'} the service’s clock. ${limit}`;
  const fix = platform === 'win32' ? 'w32tm /resync' : 'sudo timedatectl set-ntp true';
  if (size > most) return problem(id, says, fix);
  return size > most / 10 ? warning(id, says, fix) : ok(id, says);
}
