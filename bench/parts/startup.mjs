// How long a command takes from its start to its end, beside a bare node.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { callsInJournal, lines, openCommands, variables } from '../commands.mjs';
import { inPairs, median, ratios } from '../pairs.mjs';
import { has, peer, python, root, run, runTimed, workFolder } from '../runs.mjs';
import { spread } from '../tables.mjs';

export const says = 'Start-up: wall time of one run, × `node -e 0`';

const newmanVersion = 6;

/** Kept between runs beside other tools' caches; no dependency of pvg. undefined where no registry is reached. */
function newman() {
  const folder = join(root, 'node_modules', '.cache', 'pvg-bench');
  const file = join(folder, 'node_modules', 'newman', 'bin', 'newman.js');
  const there = () => readdirSync(join(folder, 'node_modules', 'newman', 'bin')).length > 0;
  try {
    if (there()) return file;
  } catch {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    // npm keeps the caller's environment: it may need it to reach its registry.
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `newman@${newmanVersion}`];
    const { status } = spawnSync('npm', install, { cwd: folder, stdio: 'ignore', timeout: 120_000 });
    if (status === 0) return file;
  }
  return undefined;
}

/** The floor of a look-up: what a hand-written script with undici costs when it is bundled as pvg is. */
function bundledUndici() {
  const outfile = join(workFolder(), 'look-up-undici.cjs');
  const options = { bundle: true, minify: true, platform: 'node', format: 'cjs', logLevel: 'error' };
  buildSync({ ...options, entryPoints: [peer('look-up-undici.cjs')], outfile });
  return outfile;
}

/** What people use today; `task` is undefined where it is not installed. */
function peers(node, port, quick) {
  const env = variables(port);
  const script = (name, label, file) => ({ name, label, task: { command: node, args: [file], env } });
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
      task: has('curl') && has('openssl') && { command: 'bash', args: [peer('look-up.sh'), receipt], env },
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

export async function measure({ node, quick, log }) {
  const rounds = quick ? 25 : 20;
  const { server, fresh, taskOf } = await openCommands(node);
  const own = lines
    .filter((each) => each.quick || !quick)
    .map((each) => ({ ...each, pvg: true, task: taskOf(each) }));
  const others = peers(node, server.port, quick);
  const all = [...own, ...others].filter(({ task }) => task);
  for (const { label } of others.filter(({ task }) => !task)) log(`not installed, left out: ${label}`);

  const bare = { command: node, args: ['-e', '0'] };
  const timed = async (task) => {
    fresh();
    return (await run(task)).ms;
  };
  // Once each, unmeasured: files into the system's cache, compiled code into node's; and its memory.
  const peak = { bare: (await runTimed(bare)).mb };
  for (const { name, task } of all) {
    fresh();
    if (task.ready === undefined) peak[name] = (await runTimed(task)).mb;
    else await run(task);
  }
  const subjects = Object.fromEntries(
    all.filter(({ name }) => name !== 'newman').map(({ name, task }) => [name, () => timed(task)]),
  );
  const pairs = await inPairs(rounds, () => timed(bare), subjects);
  const slow = all.find(({ name }) => name === 'newman');
  if (slow !== undefined) {
    const fewer = quick ? 6 : 9;
    const lookup = all.find(({ name }) => name === 'lookup');
    if (!quick)
      Object.assign(pairs, await inPairs(fewer, () => timed(bare), { newman: () => timed(slow.task) }));
    Object.assign(
      pairs,
      await inPairs(fewer, () => timed(slow.task), { 'lookup-of-newman': () => timed(lookup.task) }),
    );
  }
  await server.stop();

  const measures = Object.fromEntries(
    Object.entries(pairs).map(([name, list]) => [`startup/${name}`, ratios(list, (ms, base) => ms / base)]),
  );
  const bareMs = median(pairs.version.map(({ base }) => base));
  const rows = all
    .filter(({ name }) => measures[`startup/${name}`] !== undefined)
    .map(({ name, label, pvg }) => ({
      name,
      label,
      pvg: pvg === true,
      ...measures[`startup/${name}`],
      ms: median(pairs[name].map(({ own: ms }) => ms)),
      mb: peak[name],
    }));
  const megabytes = (mb) => (mb > 0 ? String(Math.round(mb)) : '–');
  return {
    measures,
    chart: rows,
    tables: [
      {
        head: ['', '× node', 'ms', 'peak MiB'],
        rows: [
          ['`node -e 0`', '1', bareMs.toFixed(0), megabytes(peak.bare)],
          ...rows.map((row) => [row.label, spread(row), row.ms.toFixed(0), megabytes(row.mb)]),
        ],
      },
    ],
    notes: [
      `${String(rounds)} pairs each, with newman fewer. What calls the service calls a server on this machine, credentials from the environment. Every run begins with the same home: one stored profile, ${String(callsInJournal)} calls in the journal.`,
    ],
  };
}
