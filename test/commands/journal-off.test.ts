import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { demo, duplicate, entryOf, env, journalIn } from '../helpers/journal.js';
import { monthFile, purchase, writeJournal } from '../helpers/journal.js';
import { pvg } from '../helpers/pvg.js';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

describe('a journal that is off', () => {
  it.each([
    ['PVG_NO_JOURNAL=1', '1', true],
    ['PVG_NO_JOURNAL=0', '0', false],
  ])('by %s', async (_what, PVG_NO_JOURNAL, off) => {
    const ended = await pvg(`lookup ${demo('demo-recorded')}`, { home, env: { PVG_NO_JOURNAL } });
    expect({ status: ended.status, err: ended.err }).toEqual({ status: 0, err: '' });
    expect(existsSync(journalIn(home))).toBe(!off);
    // What the next command would read is not there.
    expect(ended.out.includes('Next: pvg report')).toBe(!off);
  });
});

describe('a journal that cannot be written', () => {
  it.each([
    ['a file stands in its place', () => writeFileSync(join(home, 'state'), ''), 'ENOTDIR'],
    [
      'a link stands in the place of its folder',
      () => (mkdirSync(join(home, 'state')), symlinkSync('journal', journalIn(home))),
      'ELOOP',
    ],
  ])('is said once, and the command works: %s', async (_what, break_, code) => {
    break_();
    const ended = await pvg(`verify ${purchase} --receipt r`, {
      home,
      send: duplicate,
      env: env(),
    });
    expect(ended.status).toBe(7);
    expect(ended.err.match(/The journal could not be written/g)).toHaveLength(1);
    expect(ended.err).toContain(code);
    expect(ended.out).toContain('Already verified');
  });

  it('is no success to be silent about: also with --quiet', async () => {
    writeFileSync(join(home, 'state'), '');
    const ended = await pvg(`lookup ${demo('demo-recorded')} --quiet`, { home });
    expect([ended.status, ended.out]).toEqual([0, '']);
    expect(ended.err).toContain('The journal could not be written (ENOTDIR');
  });
});

describe.runIf(process.platform !== 'win32')('a journal that others may read', () => {
  beforeEach(() => {
    writeJournal(home, [entryOf({ exit: 8, code: 'VERIFIER_ERROR', status: 502 })]);
    chmodSync(journalIn(home), 0o755);
    chmodSync(join(journalIn(home), monthFile), 0o640);
  });

  const lines = [
    'journal list --json',
    'report --last',
    'explain-error',
    `lookup ${demo('demo-recorded')}`,
  ];
  it.each(lines)('is said on each use: %s', async (line) => {
    const { err } = await pvg(line, { home });
    expect(err).toContain(`${journalIn(home)} has mode 0755 instead of 0700`);
    expect(err).toContain(`${join(journalIn(home), monthFile)} has mode 0640 instead of 0600`);
    expect((await pvg(`${line} --quiet`, { home })).err).not.toContain('has mode');
  });

  it('is not looked at where no journal is kept', async () => {
    const { err } = await pvg(`lookup ${demo('demo-recorded')}`, {
      home,
      env: { PVG_NO_JOURNAL: '1' },
    });
    expect(err).not.toContain('has mode');
  });
});

describe('a journal that cannot be read', () => {
  const lines = [
    'explain-error',
    'report --last',
    'report --case T-1',
    'journal list',
    'journal show x',
  ];
  const broken: Readonly<Record<string, () => string>> = {
    EISDIR: () => {
      const file = join(journalIn(home), monthFile);
      mkdirSync(file, { recursive: true });
      return file;
    },
    ELOOP: () => {
      mkdirSync(join(home, 'state'));
      symlinkSync('journal', journalIn(home));
      return journalIn(home);
    },
  };
  it.each(lines.flatMap((line) => Object.keys(broken).map((code) => [code, line] as const)))(
    'is not an empty one: 3, for %s, %s',
    async (code, line) => {
      const path = broken[code]?.() ?? '';
      const ended = await pvg(line, { home, columns: 400 });
      expect(ended.status).toBe(3);
      expect(ended.err).toContain(`The journal could not be read (${code}: ${path}`);
      expect(ended.err.trimEnd().split('\n').at(-1)).toBe('Next: pvg doctor');
      expect((await pvg(`lookup ${demo('demo-recorded')}`, { home })).status).toBe(0);
    },
  );

  it('is told beside the calls where there are others', async () => {
    writeJournal(home, [entryOf()]);
    mkdirSync(join(journalIn(home), 'agent@desk-7-00000000-2026-08.ndjson'));
    const ended = await pvg('report --last', { home });
    expect(ended.status).toBe(0);
    expect(ended.err).toContain('cannot be read (EISDIR): its calls are missing.');
  });
});
