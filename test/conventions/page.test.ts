import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { points, type Point } from './points.js';

/** docs/conventions.md: `npm run docs` writes it; conventions.slow.test.ts runs its lines. */

const file = join(import.meta.dirname, '..', '..', 'docs', 'conventions.md');

const listed = ({ expects, typed, status = 0, instead }: Point): string =>
  [
    `- ${instead === undefined ? '✔' : '✘'} ${expects}${status === 0 ? '' : ` (exit status ${String(status)})`}`,
    ...(instead === undefined ? [] : [`  **pvg:** ${instead}`]),
    `  <br>\`${typed}\``,
  ].join('\n');

it('docs/conventions.md has every point: `npm run docs`', async () => {
  const all = Object.values(points).flat();
  const otherwise = all.filter(({ instead }) => instead !== undefined);
  const page = [
    '# What a command line is expected to do',
    '',
    `Made by \`npm run docs\` from \`test/conventions/points.ts\`. A test types each line to bash in an empty folder and compares what it prints and its exit status. \`$EMULATOR\` is the address of \`pvg emulate\`, \`$SILENT\` that of a server that accepts and never answers. The ${String(all.length)} points are the custom of POSIX and GNU, of https://no-color.org, of the XDG folders and of https://clig.dev, in our words. ✔: pvg does it. ✘: pvg does something else on purpose (${String(otherwise.length)} points), and the page says why.`,
    ...Object.entries(points).flatMap(([title, each]) => ['', `## ${title}`, '', ...each.map(listed)]),
    '',
  ].join('\n');
  await expect(await format(page, { ...(await resolveConfig(file)), filepath: file })).toMatchFileSnapshot(
    file,
  );
});
