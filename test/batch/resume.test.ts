import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { temporaryFolder } from '../support/context.js';
import { allPaid, csv, env, said, unasked } from '../support/batch.js';
import { pvg, words, type Ended } from '../support/pvg.js';

/** What --resume tells and refuses of an output and of an input that were changed. */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const put = (name: string, data: string): void => {
  writeFileSync(join(home, name), data);
};
const got = (name: string): string => readFileSync(join(home, name), 'utf8');
const header = 'receipt,product_id,package';
const batch = (options: string, send: Send = allPaid): Promise<Ended> =>
  pvg(['batch', ...words(options)], { home, env, send });

describe('an output without its settings', () => {
  const note = 'which profile the rows of --out came from. Continuing with environment variables (dev).';

  it.each(['', '-q'])('is gone on from, and that is told %s', async (quiet) => {
    put('in.csv', csv(2));
    await batch('in.csv --out out.ndjson');
    renameSync(join(home, 'out.ndjson'), join(home, 'moved.ndjson'));
    const ended = await batch(`in.csv --out moved.ndjson --resume ${quiet}`, unasked);
    expect(ended.status).toBe(0);
    expect(said(ended)).toContain(
      `.moved.ndjson.settings is missing or cannot be read, so pvg cannot check ${note}`,
    );
    // From now on they are known.
    expect(said(await batch('in.csv --out moved.ndjson --resume', unasked))).not.toContain(note);
  });

  it('is not told where there are no rows, or the settings can be compared', async () => {
    put('in.csv', csv(2));
    put('out.ndjson', '');
    expect(said(await batch('in.csv --out out.ndjson --resume'))).not.toContain(note);
    expect(said(await batch('in.csv --out out.ndjson --resume', unasked))).not.toContain(note);
  });
});

it('announces look-ups only if there are any', async () => {
  const announced = 'Looking up 4 purchases at a time';
  put('in.csv', csv(2));
  expect(said(await batch('in.csv --out out.ndjson'))).toContain(announced);
  const ended = await batch('in.csv --out out.ndjson --resume', unasked);
  expect(ended.status).toBe(0);
  expect(said(ended)).not.toContain(announced);
  put('in.csv', csv(3));
  expect(said(await batch('in.csv --out out.ndjson --resume'))).toContain(announced);
});

describe('another --shard on the same output', () => {
  it.each([
    ['--shard 1/2', '--shard 2/2', 'was 1/2, is now 2/2'],
    ['--shard 0/2', '--shard 2/3', 'was 2/2, is now 2/3'],
    ['--shard 2/2', '', 'was 2/2, is now none'],
    ['', '--shard 2/2', 'was none, is now 2/2'],
  ])('is refused: %s, then %s', async (first, second, says) => {
    put('in.csv', csv(20));
    await batch(`in.csv --out out.ndjson ${first}`);
    const before = got('out.ndjson');
    const ended = await batch(`in.csv --out out.ndjson --resume ${second}`, unasked);
    expect(ended.status).toBe(2);
    expect(said(ended)).toContain(`--out was made with different settings: --shard (${says})`);
    expect(got('out.ndjson')).toBe(before);
  });

  it.each([
    ['--shard 0/2', '--shard 2/2'],
    ['--shard 1/1', ''],
  ])('is the same one, however it is written: %s, then %s', async (first, second) => {
    put('in.csv', csv(20));
    await batch(`in.csv --out out.ndjson ${first}`);
    expect((await batch(`in.csv --out out.ndjson --resume ${second}`, unasked)).status).toBe(0);
  });
});

describe.each(['ndjson', 'csv'])('a quote that was broken, and fixed since: %s', (format) => {
  const broken = `${header},note\nt1,g,p,\nt2,g,p,"a"b\nc,g\nt3,g,p,\n`;
  const fixed = `${header},note\nt1,g,p,\nt2,g,p,"ab\nc,g"\nt3,g,p,\n`;

  it('is named where rows behind it have other numbers', async () => {
    put('in.csv', broken);
    expect((await batch(`in.csv --out out.${format}`)).status).toBe(21);
    const before = got(`out.${format}`);
    put('in.csv', fixed.replace('t3,g,p,\n', 't3,g,p,\nt4,g,p,\nt5,g,p,\n'));
    const ended = await batch(`in.csv --out out.${format} --resume`, unasked);
    expect(ended.status).toBe(2);
    expect(said(ended)).toContain(
      '(line 6 of the file) is not the row that --out has an answer for (row 4 in --out). Nothing was sent or changed.',
    );
    expect(said(ended)).toContain('Row 2 could not be read before. If you closed a quote in it');
    expect(said(ended)).toContain('another --out');
    expect(got(`out.${format}`)).toBe(before);
  });

  it('is not named for a row before it', async () => {
    put('in.csv', broken);
    await batch(`in.csv --out out.${format}`);
    put('in.csv', fixed.replace('t1', 'other'));
    const ended = await batch(`in.csv --out out.${format} --resume`, unasked);
    expect(said(ended)).toContain(
      'Spreadsheet row 2 is not the row that --out has an answer for (row 1 in --out). Nothing was sent or changed. Fix rows in place.',
    );
  });
});
