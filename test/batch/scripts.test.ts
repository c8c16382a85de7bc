import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allBut, allPaid, byRow, csv, env } from '../helpers/batch.js';
import { nothingSent, rowsOf, said, unasked, workplace } from '../helpers/batch.js';
import { json, pvg } from '../helpers/pvg.js';
import { checkSchema } from '../helpers/schemas.js';

/** What a script needs of a run: its closing object, its parts, its options and the journal. */

const place = workplace();

const header = 'receipt,product_id,package\n';
const good = 't1,g,p\n';

interface Closing {
  readonly answer: {
    readonly refunds: string;
    readonly first_failures: { row: number; line: number }[];
  };
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
      ...{ schema: 1, command: 'batch', profile: null, environment: 'dev' },
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

  it.each(['', '--quiet'])(
    'prints it as the last line of standard error otherwise %s',
    async (quiet) => {
      place.put('in.csv', header + good);
      const ended = await place.batch(`in.csv --json ${quiet}`);
      expect(rowsOf(ended.out)).toHaveLength(1);
      const lines = ended.err.trim().split('\n');
      const answer = { rows: 1, output: null, resume_helps: false };
      expect(closingIn(lines.at(-1) ?? '')).toMatchObject({
        ok: true,
        exit: 0,
        error: null,
        answer,
      });
      if (quiet !== '') expect(lines).toHaveLength(1);
    },
  );

  it.each(['missing.csv', 'bad.csv', 'in.csv --resume'])(
    'of a refusal with --query: %s',
    async (line) => {
      place.put('in.csv', csv(1));
      place.put('bad.csv', 'a,b\n1,2\n');
      const ended = await place.batch(`${line} --query row`, unasked);
      expect([ended.status, ended.out, ended.err === '']).toEqual([2, '', false]);
    },
  );
});

it.each(['--overwrite', '--resume'])(
  '--summary writes it into a file, private: %s',
  async (option) => {
    place.put('in.csv', header + good);
    await place.batch('in.csv --summary sum.json');
    expect((await place.batch(`in.csv --summary sum.json --out o.ndjson ${option}`)).status).toBe(
      0,
    );
    const answer = { rows: 1, output: 'o.ndjson' };
    expect(closingIn(place.got('sum.json'))).toMatchObject({ exit: 0, answer });
    expect(statSync(place.at('sum.json')).mode & 0o777).toBe(0o600);
  },
);

it.each([
  ...['', header, '\n\n'].map((text) => [text, 0]),
  // A row without a header is not an empty input.
  ['token-1,gems,com.example.game\n', 2],
])('--allow-empty ends nothing with 0, where it is 2 otherwise: %j', async (text, status) => {
  place.put('in.csv', String(text));
  const refused = await place.batch('in.csv --out o.ndjson', unasked);
  expect([refused.status, existsSync(place.at('o.ndjson'))]).toEqual([2, false]);
  const ended = await place.batch('in.csv --out o.ndjson --allow-empty', unasked);
  expect([ended.status, existsSync(place.at('o.ndjson'))]).toEqual([status, status === 0]);
  expect(ended.err).not.toContain('--concurrency)');
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
      ['1/2', '2/2'].map((at) => place.batch(`in.csv --shard ${at} --rate 20`)),
    );
    expect(told.map(({ status, out }) => [status, rowsOf(out).length]).sort()).toEqual([
      [0, 0],
      [0, 1],
    ]);
    for (const ended of told)
      expect(said(ended)).toMatch(
        ended.out === '' ? /this part has none/ : /Part \d of 2.*\b10 per second/,
      );
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

  it.each(['.', 'nothing.csv'])('%s as input', async (file) => {
    const ended = await place.batch(file, unasked);
    expect([ended.status, said(ended)]).toEqual([2, expect.stringMatching(nothingSent)]);
  });

  it.each([
    ['|', '|'],
    ['tab', '\t'],
    ['\\t', '\t'],
  ])('but a delimiter of one character: %s', async (typed, delimiter) => {
    place.put(
      'in.csv',
      'receipt|product_id|package|a,b,c,d,e\nt1|g|p|1\n'.replaceAll('|', delimiter),
    );
    const ended = await place.batch(['in.csv', '--delimiter', typed]);
    expect(rowsOf(ended.out)).toMatchObject([
      { ok: true, input: { receipt: 't1', 'a,b,c,d,e': '1' } },
    ]);
  });
});

describe('A row', () => {
  it('says what to do about it in one word, and when that was known, in UTC', async () => {
    place.put('in.csv', `${header}${good},g,p\n`);
    const { out } = await place.batch('in.csv', allPaid, {
      now: () => Date.UTC(2026, 10, 22, 12, 30, 15),
    });
    const purchase = {
      os: 'android',
      product_id: 'g',
      package: 'p',
      receipt: null,
      order_id: null,
    };
    expect(byRow(out)).toMatchObject([
      { advice: 'none', at: '2026-11-22T12:30:15.000Z', profile: null, environment: 'dev' },
      {
        advice: 'fix-request',
        at: null,
        exit: 2,
        ok: false,
        verdict: null,
        answer: null,
        purchase,
      },
    ]);
  });
});

describe('The journal', () => {
  const shown = (line: string) => pvg(`journal ${line} --json`, { home: place.home, env });

  it('has one entry for a run, found by the call_id of its rows, and none for a dry run', async () => {
    place.put('in.csv', header + good.repeat(3));
    await place.batch('in.csv --dry-run');
    await place.batch('in.csv --out o.ndjson');
    const facts = [
      { label: 'Input', value: 'in.csv' },
      { label: 'Output', value: 'o.ndjson' },
      { label: 'Rows', value: expect.stringContaining('3 rows') as string },
    ];
    const entry = { command: 'batch', exit: 0, environment: 'dev', receipt: null, facts };
    expect(json(await shown('list'))).toMatchObject({ answer: { entries: [entry] } });
    const [{ call_id: id = '' } = {}] = rowsOf(place.got('o.ndjson'));
    expect(json(await shown(`show ${id ?? ''}`))).toMatchObject({ answer: entry });
  });

  it('says of a run with the profile `local` that no service was asked', async () => {
    place.put('in.csv', 'receipt,product_id,package\ndemo-recorded,gems_100,com.example.game\n');
    await place.batch('in.csv --profile local --out local.ndjson');
    const [entry] = (json(await shown('list'))['answer'] as { entries: object[] }).entries;
    expect(entry).toMatchObject({ command: 'batch', origin: 'local' });
  });
});
