import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allBut, allPaid, answer, byRow, csv, env } from '../support/batch.js';
import { nothingSent, rowsOf, said, unasked, workplace } from '../support/batch.js';
import { pvg } from '../support/pvg.js';
import { checkSchema } from '../support/schemas.js';

/** What a script needs of a run: its closing object, its parts, its options and the journal. */

const place = workplace();

const header = 'receipt,product_id,package\n';
const good = 't1,g,p\n';

interface Closing {
  readonly answer: { readonly refunds: string; readonly first_failures: { row: number; line: number }[] };
}
function closingIn(text: string): Closing {
  const closing = JSON.parse(text) as Closing;
  checkSchema('batch-summary', closing);
  return closing;
}

describe('--json', () => {
  it('prints one object on standard output where the rows go to a file', async () => {
    place.put('in.csv', `${header}${good}t2,g,p\n,g,p\n`);
    const ended = await place.batch('in.csv --json --retries 0 --out o.ndjson', allBut('t2'));
    expect(ended.out.trim().split('\n')).toHaveLength(1);
    const closing = closingIn(ended.out);
    expect(closing).toMatchObject({
      ...{ schema: 1, command: 'batch', profile: 'environment variables', environment: 'dev' },
      ...{ interface: 'gateway', ok: false, exit: 20, error: { code: 'rows-failed' } },
      answer: {
        ...{ rows: 3, answered: 1, failed: 2, unreadable: 1, earlier: 0, repeated: 0, gone: 0 },
        by_verdict: { 'paid-and-recorded': 1 },
        by_failure: { 'input-unreadable': 1 },
        ...{ input: 'in.csv', output: 'o.ndjson', report: null, resume_helps: true },
      },
    });
    expect(closing.answer.first_failures.map(({ row, line }) => line - row)).toEqual([1, 1]);
    expect(closing.answer.refunds).toContain('voided-purchase');
    // What went wrong is told to people too.
    expect(said(ended)).toContain('3 rows');
  });

  it.each(['', '--quiet'])('prints it as the last line of standard error otherwise %s', async (quiet) => {
    place.put('in.csv', header + good);
    const ended = await place.batch(`in.csv --json ${quiet}`);
    expect(rowsOf(ended.out)).toHaveLength(1);
    const lines = ended.err.trim().split('\n');
    const answer = { rows: 1, output: null, resume_helps: false };
    expect(closingIn(lines.at(-1) ?? '')).toMatchObject({ ok: true, exit: 0, error: null, answer });
    if (quiet !== '') expect(lines).toHaveLength(1);
  });

  it.each(['missing.csv', 'bad.csv', 'in.csv --resume'])('of a refusal with --query: %s', async (line) => {
    place.put('in.csv', csv(1));
    place.put('bad.csv', 'a,b\n1,2\n');
    const ended = await place.batch(`${line} --query row`, unasked);
    expect([ended.status, ended.out, ended.err === '']).toEqual([2, '', false]);
  });
});

describe('--summary', () => {
  it.each(['--overwrite', '--resume'])('writes the same object into a file, private: %s', async (option) => {
    place.put('in.csv', header + good);
    place.put('sum.json', 'mine');
    expect((await place.batch(`in.csv --summary sum.json --out o.ndjson ${option}`)).status).toBe(0);
    const answer = { rows: 1, output: 'o.ndjson' };
    expect(closingIn(place.got('sum.json'))).toMatchObject({ exit: 0, answer });
    expect(statSync(place.at('sum.json')).mode & 0o777).toBe(0o600);
  });
});

describe('--allow-empty', () => {
  it.each(['', header, '\n\n'])('ends nothing with 0, where it is 2 otherwise: %j', async (text) => {
    place.put('in.csv', text);
    const refused = await place.batch('in.csv --out o.ndjson', unasked);
    expect([refused.status, existsSync(place.at('o.ndjson'))]).toEqual([2, false]);
    const ended = await place.batch('in.csv --out o.ndjson --allow-empty', unasked);
    expect([ended.status, place.got('o.ndjson')]).toEqual([0, '']);
    expect(ended.err).not.toContain('--concurrency)');
  });
});

it('--allow-empty does not take a row without a header for an empty input', async () => {
  place.put('in.csv', 'token-1,gems,com.example.game\n');
  expect((await place.batch('in.csv --allow-empty', unasked)).status).toBe(2);
});

describe('--shard', () => {
  const part = async (shard: string): Promise<number[]> => {
    const ended = await place.batch(`in.csv --shard ${shard}`);
    expect(ended.status).toBe(0);
    return rowsOf(ended.out).map(({ row }) => row);
  };

  it('has parts that are the whole', async () => {
    place.put('in.csv', `${csv(400)}token-7,gems,com.example\n`);
    const parts = await Promise.all(['1/4', '2/4', '3/4', '4/4'].map(part));
    expect([parts.flat().length, new Set(parts.flat()).size]).toEqual([401, 401]);
    for (const rows of parts) expect(rows.length).toBeGreaterThan(70);
    // Equal receipts are in the same part, in every order of the rows.
    expect(parts.find((rows) => rows.includes(7))).toContain(401);
  });

  it('has the same parts on every machine and in every version', async () => {
    place.put('in.csv', csv(12));
    const parts = [await part('1/3'), await part('2/3')];
    expect(parts.map(String)).toEqual(['1,2,11,12', '3,5,8,9']);
  });

  it('divides --rate among the parts, and tells which part this is, also where it has no rows', async () => {
    place.put('in.csv', csv(1));
    const told = await Promise.all(
      [1, 2].map((at) => place.batch(`in.csv --shard ${String(at)}/2 --rate 20`)),
    );
    told.forEach((ended, at) => {
      expect(ended.status).toBe(0);
      const part = `Part ${String(at + 1)} of 2.*\\b10 per second`;
      expect(said(ended)).toMatch(ended.out === '' ? /this part has none/ : new RegExp(part));
    });
    expect(told.map(({ out }) => rowsOf(out).length).sort()).toEqual([0, 1]);
  });
});

describe('Wrong usage is refused', () => {
  it.each([
    ...['--concurrency 0', '--concurrency 1025', '--rate 0', '--shard 9/8', '--shard auto'],
    ...['--map receipt', '--map ticket-no=note', '--map product_id=package --map package=package'],
    ...["--delimiter ''", '--delimiter ,,', `--delimiter '"'`, '--report summary.pdf'],
    ...['--raw', '--query a[', '--ordered', '--dedupe'],
  ])('%s', async (options) => {
    place.put('in.csv', csv(1));
    const ended = await place.batch(`in.csv ${options}`, unasked);
    expect(ended.status).toBe(2);
    expect(ended.out + ended.err).toContain(options.split(' ')[0]);
    expect(existsSync(place.at('x.ndjson'))).toBe(false);
  });

  it.each([
    ['a folder', '.', 'folder'],
    ['no file', 'nothing.csv', 'no such file'],
  ])('%s as input', async (_, file, says) => {
    const ended = await place.batch(file, unasked);
    expect([ended.status, said(ended)]).toEqual([2, expect.stringContaining(says)]);
    expect(said(ended)).toMatch(nothingSent);
  });

  it.each(['|', 'tab', '\\t', ';'])('but a delimiter of one character: %s', async (typed) => {
    const delimiter = typed === '|' || typed === ';' ? typed : '\t';
    const row = (...texts: string[]): string => `${texts.join(delimiter)}\n`;
    place.put('in.csv', row('receipt', 'product_id', 'package', 'a,b,c,d,e') + row('t1', 'g', 'p', '1'));
    const ended = await place.batch(['in.csv', '--delimiter', typed]);
    expect(rowsOf(ended.out)).toMatchObject([{ ok: true, input: { receipt: 't1', 'a,b,c,d,e': '1' } }]);
  });
});

describe('A row', () => {
  it('says what to do about it in one word, and when that was known, in UTC', async () => {
    place.put('in.csv', `${header}${good},g,p\n`);
    const { out } = await place.batch('in.csv', allPaid, { now: () => Date.UTC(2026, 10, 22, 12, 30, 15) });
    expect(byRow(out)).toMatchObject([
      { advice: 'none', at: '2026-11-22T12:30:15.000Z', profile: null, environment: 'dev' },
      { advice: 'fix-request', at: null, exit: 2, verdict: null, answer: null },
    ]);
  });

  it('never holds the secret of the profile, whatever repeats it', async () => {
    place.put('in.csv', `${header.trim()},note\nt1,g,p,${env.PVG_CLIENT_SECRET}\n`);
    const repeated = answer(200, `{"found":true,"u":"\\u0061${env.PVG_CLIENT_SECRET.slice(1)}"}`);
    const { out } = await place.batch('in.csv', () => Promise.resolve(repeated));
    expect(rowsOf(out)[0]?.answer).toEqual({ found: true, u: '[withheld]' });
    expect(out).not.toContain(env.PVG_CLIENT_SECRET);
  });
});

describe('The journal', () => {
  const entries = async (): Promise<unknown> => {
    const { out } = await pvg('journal list --json', { home: place.home, env });
    return (JSON.parse(out) as { answer: { entries: unknown[] } }).answer.entries;
  };

  it('has one entry for a run, which names its files, and none for a dry run', async () => {
    place.put('in.csv', header + good.repeat(3));
    await place.batch('in.csv --dry-run');
    expect(await entries()).toEqual([]);
    await place.batch('in.csv --out o.ndjson');
    const facts = [
      { label: 'Input', value: 'in.csv' },
      { label: 'Output', value: 'o.ndjson' },
      { label: 'Rows', value: expect.stringContaining('3 rows') as string },
    ];
    const entry = { command: 'batch', exit: 0, environment: 'dev', receipt: null, facts };
    expect(await entries()).toMatchObject([entry]);
  });

  it('shows the run by the call_id of any of its rows', async () => {
    place.put('in.csv', header + good);
    const id = rowsOf((await place.batch('in.csv')).out)[0]?.call_id ?? '';
    const { status, out } = await pvg(`journal show ${id}`, { home: place.home, env });
    expect(status).toBe(0);
    expect(out).toMatch(/Input: +(?:│ )?in\.csv/);
  });
});
