import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { startListener } from '../helpers/listener.js';
import { pvg } from '../helpers/pvg.js';

const add =
  'profile add shop --environment dev --session-url https://s.example --game-id g --secret-key-file -';
const lookup =
  'lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
const run = (line: string) => pvg(line, { home, stdin: 'a-secret-key' });

/** The folder is elsewhere, and a link leads to it. Gives the link. */
function linked(...names: readonly string[]): string {
  const [link, elsewhere] = [join(home, ...names), join(temporaryFolder(), 'elsewhere')];
  mkdirSync(dirname(link), { recursive: true, mode: 0o700 });
  if (existsSync(link)) renameSync(link, elsewhere);
  else mkdirSync(elsewhere, { mode: 0o700 });
  symlinkSync(elsewhere, link);
  return link;
}

// A user needs a right for links on Windows.
describe.runIf(process.platform !== 'win32')('a link in the place of a folder', () => {
  it.each([
    ['config/profiles', add],
    ['config', add],
    ['state', lookup],
  ])('is refused and named, and nothing is written through it: %s', async (names, line) => {
    const link = linked(...names.split('/'));
    const { status, err } = await run(line);
    expect([status, err]).toEqual([3, expect.stringContaining(`${link} is a link`)]);
    expect(readdirSync(link)).toEqual([]);
  });

  it('is refused where a stored secret would be used', async () => {
    await run(add);
    linked('config', 'profiles');
    const { status, err } = await run('session --profile shop --username p');
    expect([status, err]).toEqual([3, expect.stringMatching(/\blink\b/)]);
  });

  it('does not keep help, version or doctor from answering; doctor names it', async () => {
    const links = [linked('config'), linked('state')];
    for (const line of ['--help', 'help exit-status', 'version'])
      expect((await run(line)).status).toBe(0);
    const doctor = await run('doctor');
    expect(doctor.status).toBe(3);
    for (const link of links)
      expect(doctor.out.replaceAll(/\s+/g, ' ')).toContain(`${link} is a link`);
  });

  it('is followed but named at each call in the place of the journal’s folder', async () => {
    const link = linked('state', 'journal');
    for (const line of [lookup, 'journal list']) {
      const { status, err } = await run(line);
      expect([status, err]).toEqual([0, expect.stringContaining(`${link} is a link`)]);
    }
    expect(readdirSync(link)).not.toEqual([]);
  });

  it('is followed but named in the place of the folder of listen --save, and only there', async () => {
    const link = linked('requests');
    for (const [typed, isNamed] of [
      [link, true],
      [`${link}/`, true],
      [join(home, 'own'), false],
    ] as const) {
      const listener = await startListener(`--profile local --save ${typed}`);
      await listener.stop();
      expect(/\blink\b/.test(listener.context.stderr.text())).toBe(isNamed);
    }
    expect((await run(lookup)).err).not.toMatch(/\blink\b/);
  });
});
