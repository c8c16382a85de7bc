import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { startListener } from '../support/listener.js';
import { json, pvg } from '../support/pvg.js';

const add =
  'profile add shop --environment dev --session-url https://s.example --game-id g --secret-key-file -';
const demo = '--product-id gems_100 --package com.example.game --receipt demo-purchased';
const lookup = `lookup --profile local ${demo}`;

/** The folder is elsewhere, and a link leads to it. Gives the link. */
function linked(home: string, ...names: readonly string[]): string {
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
    const home = temporaryFolder();
    const link = linked(home, ...names.split('/'));
    const { status, err } = await pvg(line, { home, stdin: 'a-secret-key' });
    expect([status, err]).toEqual([3, expect.stringContaining(`${link} is a link`)]);
    expect(readdirSync(link)).toEqual([]);
  });

  it('is refused where a stored secret would be used', async () => {
    const home = temporaryFolder();
    await pvg(add, { home, stdin: 'a-secret-key' });
    linked(home, 'config', 'profiles');
    for (const line of ['session --profile shop --username p', 'sign session --profile shop --body {}']) {
      const { status, err } = await pvg(line, { home });
      expect([status, /\blink\b/.test(err)]).toEqual([3, true]);
    }
  });

  it('does not keep help, version or doctor from answering; doctor names it', async () => {
    const home = temporaryFolder();
    const links = [linked(home, 'config'), linked(home, 'state')];
    for (const line of ['--help', 'help exit-status', 'version'])
      expect((await pvg(line, { home })).status).toBe(0);
    const doctor = await pvg('doctor --json', { home });
    expect(doctor.status).toBe(3);
    const { checks } = json(doctor)['answer'] as { checks: { status: string; says: string }[] };
    const problems = checks.filter(({ status }) => status === 'problem').map(({ says }) => says);
    for (const link of links) expect(problems.join('\n')).toContain(`${link} is a link`);
  });

  it('is followed but named at each call in the place of the journal’s folder', async () => {
    const home = temporaryFolder();
    const link = linked(home, 'state', 'journal');
    for (const line of [lookup, 'journal list']) {
      const { status, err } = await pvg(line, { home });
      expect([status, err]).toEqual([0, expect.stringContaining(`${link} is a link`)]);
    }
    expect(readdirSync(link)).not.toEqual([]);
  });

  it('is followed but named in the place of the folder of listen --save', async () => {
    const link = linked(temporaryFolder(), 'requests');
    for (const typed of [link, `${link}/`]) {
      const listener = await startListener(`--profile local --save ${typed}`);
      await listener.stop();
      expect(listener.context.stderr.text()).toMatch(/\blink\b/);
    }
  });

  it('is not spoken of where there is none', async () => {
    const home = temporaryFolder();
    await pvg(add, { home, stdin: 'a-secret-key' });
    const { status, err } = await pvg(lookup, { home });
    expect([status, /\blink\b/.test(err)]).toEqual([0, false]);
    const listener = await startListener(`--profile local --save ${join(home, 'requests')}`);
    await listener.stop();
    expect(listener.context.stderr.text()).not.toMatch(/\blink\b/);
  });
});
