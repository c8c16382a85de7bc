import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** `session --report` writes the page of the ticket with the answer, as a look-up does; `report --form` prints either form. */

let home: string;
let page: string;
beforeEach(() => {
  home = temporaryFolder();
  page = join(home, 'ticket.md');
});

const check = 'session demo-completed --profile local --check --case T-1';

describe('session --report', () => {
  it.each(['', '--reply ko,en'])(
    'writes what `pvg report` prints of its call %s',
    async (reply) => {
      const ended = await pvg(`${check} ${reply} --report ${page} --json`.split(/ +/), { home });
      expect(json(ended)).toMatchObject({ exit: 0, report: page });
      const call = String(json(ended)['call_id']);
      const { out } = await pvg(`report ${call}`, { home });
      expect(readFileSync(page, 'utf8')).toBe(out);
      expect(out).not.toContain('demo-completed');
    },
  );

  it('has the earlier calls of the player for this ticket', async () => {
    await pvg(check, { home });
    await pvg(`${check} --fresh --report ${page}`, { home });
    const calls = readFileSync(page, 'utf8').match(/`?\d{8}T\d{6}Z-[0-9a-f]{6}/g) ?? [];
    expect(new Set(calls).size).toBe(2);
  });

  it('of a "completed" that was kept has the calls that it is known from', async () => {
    await pvg(check, { home });
    const earlier = json(await pvg('journal show --last --json', { home }));
    const { id } = earlier['answer'] as { id: string };
    const { status, out } = await pvg(`${check} --report ${page}`, { home, columns: 4000 });
    expect(status).toBe(0);
    expect(readFileSync(page, 'utf8')).toContain(id);
    const next = /^Next: pvg (.*)$/m.exec(out)?.[1] ?? '';
    expect((await pvg(next, { home })).status).toBe(0);
  });

  it('of a "completed" without a call in the journal says so', async () => {
    await pvg(check, { home, env: { PVG_NO_JOURNAL: '1' } });
    const ended = await pvg(`${check} --report ${page} --json`, { home });
    expect(json(ended)).toMatchObject({ exit: 0, report: null });
    expect(existsSync(page)).toBe(false);
  });

  it('writes the page without a journal, too', async () => {
    const options = { home, env: { PVG_NO_JOURNAL: '1' } };
    expect((await pvg(`${check} --report ${page}`, options)).status).toBe(0);
    expect(readFileSync(page, 'utf8')).toContain('T-1');
  });

  it.each([
    ['a file that exists', '', 'output-exists'],
    ['beside the token alone', '--token-only', 'usage'],
  ])('%s: 2, and nothing is sent', async (_what, more, code) => {
    writeFileSync(page, 'mine');
    const line = `session demo-completed --profile local --report ${page} ${more} --case T-1`;
    const words = [...line.split(/ +/), ...(more === '' ? ['--json'] : [])];
    const ended = await pvg(words, { home });
    expect(ended.status).toBe(2);
    if (more === '') expect(json(ended)).toMatchObject({ error: { code } });
    expect(readFileSync(page, 'utf8')).toBe('mine');
    const all = json(await pvg('journal list --json', { home }));
    expect(all).toMatchObject({ answer: { entries: [] } });
    expect((await pvg([...words, '--overwrite'], { home })).status).toBe(more === '' ? 0 : 2);
  });

  it('is not made by a dry run', async () => {
    expect((await pvg(`${check} --dry-run --report ${page}`, { home })).status).toBe(0);
    expect(existsSync(page)).toBe(false);
  });
});

describe('report --form', () => {
  it('prints what --out writes', async () => {
    await pvg(check, { home });
    for (const [form, file] of [
      ['markdown', 'x.md'],
      ['html', 'x.html'],
    ] as const) {
      await pvg(`report --case T-1 --out ${file}`, { home });
      const { out } = await pvg(`report --case T-1 --form ${form}`, { home });
      expect(out).toBe(readFileSync(join(home, file), 'utf8'));
    }
  });

  it.each(['--form pdf', '--form html --out x.html', '--form html --json'])(
    '%s is refused',
    async (options) => {
      await pvg(check, { home });
      expect((await pvg(`report --case T-1 ${options}`, { home })).status).toBe(2);
    },
  );
});
