// node test/torture/store.mjs all|concurrent|races|kill|full-disk|umask|each-call [--name number …]
// Each experiment prints one line of JSON and ends with 1 when something was lost. `npm run build` comes first.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { addWords, inParallel, numbers, pvg, report, temporaryFolder } from './run.mjs';

const canary = 'CANARY-secret-of-the-torture';
const profilesIn = (home) => join(home, 'profiles');
const envOf = (home, more = {}) => ({
  PVG_CONFIG_DIR: home,
  PVG_STATE_DIR: join(home, 'state'),
  ...more,
});
const add = (home, name, more = {}) =>
  pvg(addWords(name), { env: envOf(home, more.env), input: canary, ...more.run });

/** The profile whole, or why not. */
function fault(home, name, secret = canary) {
  try {
    const { clientSecret } = JSON.parse(
      readFileSync(join(profilesIn(home), `${name}.json`), 'utf8'),
    );
    return clientSecret === secret ? undefined : `${name}: another secret`;
  } catch (error) {
    return `${name}: ${error.code ?? error.name}`;
  }
}
const orphans = (home) =>
  existsSync(profilesIn(home))
    ? readdirSync(profilesIn(home)).filter((file) => !/^[a-z0-9-]+\.json$/.test(file))
    : [];
/** An hour later the next write removes what killed writers left. */
async function nextWrite(home) {
  const anHourAgo = Date.now() / 1000 - 3601;
  for (const file of orphans(home)) utimesSync(join(profilesIn(home), file), anHourAgo, anHourAgo);
  return pvg(['profile', 'set', 'old', '--client-id', 'same'], { env: envOf(home) });
}
const unreadable = (home) =>
  existsSync(profilesIn(home))
    ? readdirSync(profilesIn(home))
        .filter((file) => /^[a-z0-9-]+\.json$/.test(file))
        .flatMap((file) => fault(home, file.slice(0, -5)) ?? [])
    : [];
const toldSecret = ({ out, err }) => (out + err).includes(canary) || /\n {4}at /.test(out + err);

const experiments = {
  /** Processes that add profiles at the same time. */
  concurrent: async () => {
    const { processes, rounds } = numbers({ processes: 50, rounds: 4 });
    const broken = [];
    let lost = 0;
    for (let round = 0; round < rounds; round += 1) {
      const home = temporaryFolder();
      const names = Array.from({ length: processes }, (_, at) => `game-${at}`);
      const ended = await Promise.all(names.map((name) => add(home, name)));
      ended.forEach(
        ({ status, err }, at) =>
          status === 0 || broken.push(`${names[at]} ended in ${status}: ${err}`),
      );
      const faults = names.flatMap((name) => fault(home, name) ?? []);
      lost += faults.length;
      broken.push(...faults, ...orphans(home));
    }
    report({ experiment: 'concurrent', processes, rounds, adds: processes * rounds, lost }, broken);
  },

  /** Processes that change, rename and use one profile at the same time; some are killed. It stays there once, whole. */
  races: async () => {
    const { rounds, processes } = numbers({ rounds: 40, processes: 12 });
    const broken = [];
    const statuses = {};
    const newSecret = `${canary}-2`;
    const kinds = [
      (at) => ['profile', 'rename', 'game', `name-${at}`],
      () => ['profile', 'set', 'game', '--client-secret-file', '-', '--yes'],
      (at) => ['profile', 'set', 'game', '--client-id', `client-${at}`],
      () => ['profile', 'use', 'game'],
    ];
    for (let round = 0; round < rounds; round += 1) {
      const home = temporaryFolder();
      await add(home, 'old');
      const started = performance.now();
      await add(home, 'game');
      const wholeMs = performance.now() - started;
      const ended = await Promise.all(
        Array.from({ length: processes }, (_, at) => {
          // Together they take longer than one alone.
          const share = ((round * 7919 + at * 104_729) % 1000) / 1000;
          const killAfterMs = at % 3 === 2 ? wholeMs * (1 + 6 * share) : undefined;
          const words = kinds[at % kinds.length](at);
          return pvg(words, {
            env: envOf(home),
            input: newSecret,
            ...(killAfterMs && { killAfterMs }),
          });
        }),
      );
      for (const { status, err } of ended) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (![0, 3, 'SIGKILL'].includes(status)) broken.push(`${round}: ${status} ${err}`);
      }
      const next = await nextWrite(home);
      if (next.status !== 0) broken.push(`${round}: the next run ended in ${next.status}`);
      const names = readdirSync(profilesIn(home))
        .filter((file) => file !== 'old.json')
        .map((file) => file.slice(0, -5));
      const isWhole =
        names.length === 1 && [canary, newSecret].some((each) => !fault(home, names[0], each));
      if (!isWhole) broken.push(`${round}: ${names.join()}`);
      if (ended.filter(({ status }, at) => at % kinds.length === 0 && status === 0).length > 1)
        broken.push(`${round}: renamed twice`);
      broken.push(...readdirSync(home).filter((file) => file.includes('in-use')));
    }
    report(
      { experiment: 'races', rounds, runs: rounds * processes, statuses, lost: 0, twice: 0 },
      broken,
    );
  },

  /** kill -9 at a random moment of a save, over a profile that is there and beside others. */
  kill: async () => {
    const { kills } = numbers({ kills: 200 });
    const home = temporaryFolder();
    const broken = [];
    for (const name of ['old', 'changed']) await add(home, name);
    const started = performance.now();
    await add(home, 'timed');
    const wholeMs = performance.now() - started;
    let killed = 0;
    let left = 0;
    for (let at = 0; at < kills; at += 1) {
      // Most of a run is loading: the second half is where files are touched.
      const killAfterMs = wholeMs * (0.4 + (0.7 * ((at * 7919) % 1000)) / 1000);
      const words =
        at % 2 === 0
          ? addWords(`new-${at}`)
          : ['profile', 'set', 'changed', '--client-id', `c${at}`];
      const { status } = await pvg(words, { env: envOf(home), input: canary, killAfterMs });
      if (status === 'SIGKILL') killed += 1;
      left += orphans(home).length;
      await nextWrite(home);
      broken.push(
        ...unreadable(home),
        ...orphans(home).map((file) => `${file} after the next run`),
      );
      broken.push(...['old', 'changed'].flatMap((name) => fault(home, name) ?? []));
    }
    report(
      { experiment: 'kill', kills, killed, stagedFilesLeftByThem: left, unreadable: 0 },
      broken,
    );
  },

  /** Saves on a small file system with 0 to 16 KB free; needs the right to mount one. */
  'full-disk': async () => {
    const { saves } = numbers({ saves: 72 });
    const home = temporaryFolder();
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', home]);
    if (mount.status !== 0) {
      console.log(
        JSON.stringify({ experiment: 'full-disk', skipped: 'no right to mount a file system' }),
      );
      return;
    }
    const broken = [];
    const statuses = {};
    try {
      for (const name of ['old', 'changed']) await add(home, name);
      for (let at = 0; at < saves; at += 1) {
        const freeKb = (at * 4) % 20;
        const filler = join(home, 'filler');
        const { bavail, bsize } = (await import('node:fs')).statfsSync(home);
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - freeKb * 1024)));
        const name = `new-${at}`;
        const isNew = at % 2 === 0;
        const words = isNew
          ? addWords(name)
          : ['profile', 'set', 'changed', '--client-id', `c${at}`];
        const ended = await pvg(words, { env: envOf(home), input: canary });
        statuses[ended.status] = (statuses[ended.status] ?? 0) + 1;
        if (![0, 3, 14].includes(ended.status) || toldSecret(ended))
          broken.push(`${at}: ${ended.status} ${ended.err}`);
        if (ended.status === 0 && isNew)
          broken.push(...(fault(home, name) ? [`false success: ${name}`] : []));
        if (
          ended.status === 0 &&
          !isNew &&
          !readFileSync(join(profilesIn(home), 'changed.json'), 'utf8').includes(`"c${at}"`)
        )
          broken.push(`false success: ${at}`);
        broken.push(
          ...['old', 'changed'].flatMap((each) => fault(home, each) ?? []),
          ...unreadable(home),
          ...orphans(home),
        );
        execFileSync('rm', ['-f', filler, join(profilesIn(home), `${name}.json`)]);
      }
    } finally {
      execFileSync('umount', [home]);
    }
    report({ experiment: 'full-disk', saves, statuses, lost: 0, falseSuccesses: 0 }, broken);
  },

  umask: async () => {
    const modes = {};
    const broken = [];
    for (const umask of ['000', '022', '077']) {
      const home = join(temporaryFolder(), 'config');
      const line = 'umask "$1"; shift; exec "$@"';
      const { program } = await import('./run.mjs');
      spawnSync('sh', ['-c', line, 'sh', umask, process.execPath, program, ...addWords('game')], {
        env: { PATH: process.env.PATH, HOME: home, ...envOf(home) },
        input: canary,
      });
      const mode = (path) => (statSync(path).mode & 0o777).toString(8);
      modes[umask] = [mode(profilesIn(home)), mode(join(profilesIn(home), 'game.json'))];
      if (modes[umask].join() !== '700,600') broken.push(`${umask}: ${modes[umask].join()}`);
    }
    report({ experiment: 'umask', modes }, broken);
  },

  /** The Nth call to the file system fails, is short, or is the last one: for every N, every way, and three commands. */
  'each-call': async () => {
    const { step, parallel } = numbers({ step: 1, parallel: 2 });
    const setWords = ['profile', 'set', 'changed', '--client-secret-file', '-', '--yes'];
    const commands = { add: addWords('new'), set: setWords, use: ['profile', 'use', 'old'] };
    const newSecret = `${canary}-2`;
    const broken = [];
    const made = {};
    const statuses = {};
    let runs = 0;
    const prepared = async () => {
      const home = temporaryFolder();
      mkdirSync(join(home, 'c'));
      for (const name of ['old', 'changed']) await add(join(home, 'c'), name);
      return join(home, 'c');
    };
    const template = await prepared();
    const fresh = () => {
      const home = join(temporaryFolder(), 'c');
      execFileSync('cp', ['-a', template, home]);
      return home;
    };
    const tortured = (home, words, how, at, count) =>
      pvg(words, {
        env: envOf(home, {
          TORTURE_AT: String(at),
          TORTURE_HOW: how,
          ...(count && { TORTURE_COUNT: count }),
        }),
        input: newSecret,
        node: ['--import', pathToFileURL(join(import.meta.dirname, 'failing-calls.mjs')).href],
      });
    const isWhole = (home, name, ...secrets) =>
      secrets.some((secret) => fault(home, name, secret) === undefined);
    const judge = async (home, command, how, at) => {
      const ended = await tortured(home, commands[command], how, at);
      runs += 1;
      statuses[ended.status] = (statuses[ended.status] ?? 0) + 1;
      const where = `${command}, call ${at} (${made[command][at - 1]}) ${how}: ${ended.status}`;
      if (!(how === 'kill' ? ['SIGKILL', 0] : [0, 3, 14]).includes(ended.status))
        broken.push(`${where} ${ended.err}`);
      if (toldSecret(ended)) broken.push(`${where} says too much`);
      if (!isWhole(home, 'old', canary)) broken.push(`${where}: the other profile is lost`);
      if (!isWhole(home, 'changed', canary, newSecret))
        broken.push(`${where}: the changed profile is lost`);
      if (existsSync(join(profilesIn(home), 'new.json')) && !isWhole(home, 'new', newSecret))
        broken.push(`${where}: a cut profile`);
      if (ended.status === 0 && command === 'add' && !isWhole(home, 'new', newSecret))
        broken.push(`${where}: false success`);
      if (ended.status === 0 && command === 'set' && !isWhole(home, 'changed', newSecret))
        broken.push(`${where}: false success`);
      const next = await nextWrite(home);
      if (next.status !== 0) broken.push(`${where}: the next run ended in ${next.status}`);
      if (orphans(home).length > 0)
        broken.push(`${where}: ${orphans(home).join()} after the next run`);
    };
    for (const command of Object.keys(commands)) {
      const home = fresh();
      const count = join(home, '..', 'count');
      await tortured(home, commands[command], 'none', 0, count);
      made[command] = JSON.parse(readFileSync(count, 'utf8'));
    }
    const jobs = Object.keys(commands).flatMap((command) =>
      ['EIO', 'ENOSPC', 'EACCES', 'short', 'kill'].flatMap((how, way) =>
        made[command].flatMap((name, at) =>
          (at + way) % step !== 0 || (how === 'short' && !name.startsWith('write'))
            ? []
            : [() => judge(fresh(), command, how, at + 1)],
        ),
      ),
    );
    await inParallel(parallel, jobs);
    const calls = Object.fromEntries(
      Object.entries(made).map(([command, names]) => [command, names.length]),
    );
    report({ experiment: 'each-call', calls, runs, statuses }, broken);
  },
};

const wanted = process.argv[2];
if (wanted === 'all') for (const experiment of Object.values(experiments)) await experiment();
else if (Object.hasOwn(experiments, wanted ?? '')) await experiments[wanted]();
else {
  console.error(`one of: all, ${Object.keys(experiments).join(', ')}`);
  process.exitCode = 2;
}
