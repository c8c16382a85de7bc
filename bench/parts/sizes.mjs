// What each command loads: our files and those of packages, in bytes, counted in a run.
import { readFileSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { lines, openCommands } from '../commands.mjs';
import { run, workFolder } from '../runs.mjs';

export const says = 'Sizes: what a command loads';

const kib = (bytes) => (bytes / 1024).toFixed(0);

export async function measure({ node }) {
  const { server, fresh, taskOf } = await openCommands(node);
  const list = join(workFolder(), 'loaded.json');
  const rows = [];
  for (const each of lines) {
    const task = taskOf(each);
    fresh();
    await run({
      ...task,
      args: ['--require', join(import.meta.dirname, '..', 'loaded.cjs'), ...task.args],
      env: { ...task.env, BENCH_LOADED: list },
    });
    const files = JSON.parse(readFileSync(list, 'utf8')).map((file) => ({
      file,
      bytes: statSync(file).size,
    }));
    const isPackage = ({ file }) =>
      file.includes(`${sep}packages${sep}`) || file.includes('node_modules');
    const packages = files.filter(isPackage);
    const total = (some) => some.reduce((sum, { bytes }) => sum + bytes, 0);
    // Small files only point at another one: not listed.
    const named = packages
      .filter(({ bytes }) => bytes > 1024)
      .map(({ file, bytes }) => `${basename(file, '.js')} ${kib(bytes)}`);
    rows.push([
      each.label,
      String(files.length),
      kib(total(files.filter((file) => !isPackage(file)))),
      named.join(', ') || '–',
      kib(total(files)),
    ]);
  }
  await server.stop();
  return {
    measures: {},
    tables: [{ head: ['', 'files', 'ours, KiB', 'packages, KiB', 'all, KiB'], rows }],
    notes: [
      'Counted at the end of a run whose output is not a terminal. On a terminal, a run also loads chalk.',
    ],
  };
}
