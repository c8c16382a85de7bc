// What people use today for one signed look-up, and the least that a hand-written script needs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { variables } from './commands.mjs';
import { has, peer, python, root, workFolder } from './runs.mjs';

const newmanVersion = 6;

/** Kept between runs with other tools' caches; not a dependency of pvg. undefined if no registry can be reached. */
function newman() {
  const folder = join(root, 'node_modules', '.cache', 'pvg-bench');
  const file = join(folder, 'node_modules', 'newman', 'bin', 'newman.js');
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  // npm keeps the caller's environment: it may need it to reach its registry.
  const install = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `newman@${String(newmanVersion)}`,
  ];
  const { status } = spawnSync('npm', install, { cwd: folder, stdio: 'ignore', timeout: 120_000 });
  return status === 0 ? file : undefined;
}

/** The least that a look-up needs: a hand-written script with undici, bundled as pvg is. */
function bundledUndici() {
  const outfile = join(workFolder(), 'look-up-undici.cjs');
  const options = {
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  };
  buildSync({ ...options, entryPoints: [peer('look-up-undici.cjs')], outfile });
  return outfile;
}

/** What people use today; `task` is undefined if it is not installed. */
export function lookUpPeers(node, port, quick) {
  const env = variables(port);
  const script = (name, label, file) => ({
    name,
    label,
    task: { command: node, args: [file], env },
  });
  const receipt = 'aBcDeFgHiJ'.repeat(14);
  const collection = [peer('newman.json'), '--silent', '--env-var', `base=${env.PVG_GATEWAY_URL}`];
  const credentials = [`client=${env.PVG_CLIENT_ID}`, `secret=${env.PVG_CLIENT_SECRET}`];
  const runner = newman();
  const ofNewman = {
    name: 'newman',
    label: `newman ${String(newmanVersion)}`,
    task: runner && {
      command: node,
      args: [runner, 'run', ...collection, ...credentials.flatMap((each) => ['--env-var', each])],
    },
  };
  if (quick) return [ofNewman];
  const interpreter = python();
  return [
    script('script-sign', 'node script: sign', peer('sign.cjs')),
    script('script-http', 'node script: sign, node:http', peer('look-up-http.cjs')),
    script('script-undici', 'node script: sign, lean undici, bundled', bundledUndici()),
    {
      name: 'curl',
      label: 'bash: openssl + curl',
      task: has('curl') &&
        has('openssl') && { command: 'bash', args: [peer('look-up.sh'), receipt], env },
    },
    {
      name: 'python',
      label: 'python3: hmac + urllib',
      task: interpreter && { command: interpreter, args: [peer('look-up.py')], env },
    },
    {
      name: 'httpie',
      label: 'httpie, signed before',
      task: has('http') && {
        command: 'http',
        args: [
          '--ignore-stdin',
          'POST',
          `${env.PVG_GATEWAY_URL}/iap/gateway/lookup-receipt`,
          'X-Client-ID:bulk-client',
          'X-Timestamp:1790000000',
          `X-Signature:${'0'.repeat(64)}`,
          'product_id=gems_100',
        ],
      },
    },
    ofNewman,
  ];
}
