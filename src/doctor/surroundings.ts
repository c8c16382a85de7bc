import { onFileError, type Context } from '../context.js';
import { limits } from '../contract/limits.js';
import { ownFolder, teamFolder, useTeam } from '../desk/journal/places.js';
import { journalSetting } from '../profiles/project-file.js';
import { proxiesOf } from '../transport/proxies.js';
import { WireFailure } from '../contract/wire.js';
import { counted } from '../text/counted.js';
import { linkedFolder } from '../text/loose-mode.js';
import { shellLine } from '../text/shell.js';
import { correctedPath } from './corrected.js';
import { fixFrom, ok, problem, warning, type Finding } from './check.js';
import type { Machine } from './machine.js';
import { linkTrouble } from './stored.js';

/** Surroundings that change what pvg does: Node, network settings, disk, clock. */

/** The same as `engines` in package.json and as bin/pvg.js, which refuses older versions. */
export const oldestNode = '20.18.1';

export function checkNode({ nodeVersion }: Machine): Finding {
  const says = `This is Node ${nodeVersion}. pvg needs ${oldestNode} or newer.`;
  return isOlder(nodeVersion, oldestNode) ? problem(says, 'nvm install --lts') : ok(says);
}

function isOlder(version: string, than: string): boolean {
  const [ours, theirs] = [version, than].map((text) => text.split('.').map(Number));
  const at = theirs?.findIndex((part, index) => part !== ours?.[index]) ?? -1;
  return at !== -1 && (ours?.[at] ?? 0) < (theirs?.[at] ?? 0);
}

/** Shows which proxy is used. Its address may contain a password: only its host is shown. */
export function checkProxy({ env }: Context): Finding {
  const named = (name: string): string =>
    [name.toLowerCase(), name].find((each) => env[each] !== undefined) ?? name;
  const https = named('HTTPS_PROXY');
  const http = named('HTTP_PROXY');
  try {
    const proxies = proxiesOf(env);
    if (proxies === undefined) return ok('No proxy variable is set.');
    const variable = proxies.httpsProxy === '' ? http : https;
    const { host, username, password } = new URL(proxies.httpsProxy || proxies.httpProxy);
    const login = username + password === '' ? '' : ', with a login that is not shown';
    const except = proxies.noProxy === '' ? '' : ` and to the hosts in ${named('NO_PROXY')}`;
    return ok(`Calls go through the proxy ${host} (${variable}${login}), except to this computer${except}.`);
  } catch (error) {
    if (!(error instanceof WireFailure)) throw error;
    const wrong = [https, http].filter((name) => env[name]);
    return problem('A proxy variable is not an http or https address.', `unset ${wrong.join(' ')}`);
  }
}

export function checkTls({ env }: Context): Finding {
  const name = 'NODE_TLS_REJECT_UNAUTHORIZED';
  if (env[name] !== '0') return ok('Certificate checks are on.');
  return problem(`With ${name}=0 Node accepts any certificate, so any server could answer.`, `unset ${name}`);
}

export async function checkExtraCertificates(context: Context): Promise<Finding> {
  const name = 'NODE_EXTRA_CA_CERTS';
  const path = context.env[name];
  if (!path) return ok(`${name} is not set: Node trusts its own certificate authorities.`);
  const useless = async (why: string): Promise<Finding> =>
    problem(
      `The file named by ${name} ${why}. Node ignores it, so it does not trust your network’s own certificate authority.`,
      await correctedPath(context, name),
    );
  const bytes = await context.files.read(path).catch(onFileError(({ code }) => code));
  if (typeof bytes === 'string') return useless(`cannot be read (${bytes})`);
  const text = Buffer.from(bytes).toString('latin1');
  const count = text.split('-----BEGIN CERTIFICATE-----').length - 1;
  if (count > 0) return ok(extraCertificates(path, count));
  // A SEQUENCE of ASN.1: a certificate in binary form.
  if (bytes[0] !== 0x30) return useless('contains no certificate in PEM form');
  const [from, to] = [shellLine([path]), shellLine([`${path}.pem`])];
  return {
    ...(await useless('contains a certificate in binary form (DER), not in PEM form')),
    fix: `openssl x509 -inform der -in ${from} -out ${to} && export ${name}=${to}`,
  };
}

/** With more certificates than this a start is noticeably slower: Node reads the complete file before pvg begins. */
const manyCertificates = 20;

const extraCertificates = (path: string, count: number): string => {
  const trusted = count === 1 ? 'Node trusts it' : 'Node trusts them';
  const slow =
    ' Node reads all of them at every start: pvg is faster with a file that has only the one your network needs.';
  return `${path} (NODE_EXTRA_CA_CERTS) contains ${counted(count, 'certificate')}. ${trusted} in addition to its own.${count > manyCertificates ? slow : ''}`;
};

export async function checkStateFolder({ folders, files }: Context): Promise<Finding> {
  const linked = await linkTrouble(files, folders.state);
  if (linked) return linked;
  const code = await files.writingFails(folders.state);
  return code === undefined
    ? ok(`${folders.state} can be written.`)
    : warning(
        `${folders.state} cannot be written (${code}): pvg keeps no journal, and \`--profile local\` forgets what was verified.`,
        'export PVG_STATE_DIR="$(mktemp -d)"',
      );
}

/** A journal that is off is a choice; one that is on but cannot be written is a problem. */
export async function checkJournal(context: Context, found: readonly Finding[]): Promise<Finding> {
  const { off, trouble } = await journalSetting(context);
  if (trouble) {
    const fix = fixFrom(found, trouble, 'pvg profile list');
    return warning(`The journal is off because its setting cannot be read. ${trouble.message}`, fix);
  }
  if (off !== undefined)
    return ok(`The journal is off (${off}). No call is kept, so \`pvg report\` has nothing to show.`);
  const folder = ownFolder(context);
  const code = await context.files.writingFails(folder);
  if (code !== undefined) {
    return warning(
      `The journal is on, but ${folder} cannot be written (${code}). Calls are made but not kept.`,
      'export PVG_STATE_DIR="$(mktemp -d)"',
    );
  }
  if ((await linkTrouble(context.files, folder)) !== undefined)
    return warning(linkedFolder(folder, 'the journal'), shellLine(['ls', '-ld', folder]));
  const shared = teamFolder(context);
  const says = `The journal is on: each call is kept in ${folder}`;
  return shared === undefined ? ok(`${says}.`) : checkTeam(context, says, shared);
}

async function checkTeam(context: Context, says: string, folder: string): Promise<Finding> {
  const { files } = context;
  const code = await useTeam(context, folder, () => files.writingFails(folder)).catch(
    onFileError((error) => error.code),
  );
  return code === undefined
    ? ok(`The journal is on: each call is kept in the team’s folder ${folder}.`)
    : warning(
        `${says}. The team’s folder ${folder} cannot be used (${code}), so colleagues do not see your calls.`,
        shellLine(['ls', '-ld', folder]),
      );
}

/** `skewS`: from the Date of an answer; null if no answer had one, undefined if nothing was called. */
export function checkClock(
  { clock }: Context,
  { platform }: Machine,
  skewS: number | null | undefined,
): Finding {
  const now = `This computer says ${new Date(clock.now()).toISOString()}`;
  const most = limits.timestampSkewSeconds;
  const limit = `The gateway refuses a difference of more than ${String(most)} s.`;
  if (skewS === undefined)
    return ok(`${now}. \`pvg doctor --online\` compares it with the service’s clock. ${limit}`);
  if (skewS === null) return ok(`${now}. No answer had the service’s time. ${limit}`);
  if (skewS === 0) return ok(`${now}, which agrees with the service’s clock.`);
  const size = Math.abs(skewS);
  const says = `${now}, ${counted(size, 'second')} ${skewS > 0 ? 'behind' : 'ahead of'} the service’s clock. ${limit}`;
  const fix = platform === 'win32' ? 'w32tm /resync' : 'sudo timedatectl set-ntp true';
  if (size > most) return problem(says, fix);
  return size > most / 10 ? warning(says, fix) : ok(says);
}
