import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import {
  allBut,
  env,
  allPaid,
  answer,
  cells,
  csv,
  rowsOf,
  unasked,
  workplace,
} from '../helpers/batch.js';
import { checkSchema } from '../helpers/schemas.js';

const place = workplace();
const header = 'receipt,product_id,package\n';
const noProfile = { env: {} };

/** Runs a batch in three parts. */
async function inParts(input: string, send?: Send, options = ''): Promise<string> {
  place.put('in.csv', input);
  for (const part of [1, 2, 3]) {
    const out = `--shard ${String(part)}/3 --out p${String(part)}.ndjson`;
    const run = await place.batch(`in.csv ${out} --allow-empty ${options}`, send);
    expect([0, 20, 21]).toContain(run.status);
  }
  return '--merge p1.ndjson --merge p2.ndjson --merge p3.ndjson';
}

const receiptsOf = (text: string): (string | undefined)[] =>
  rowsOf(text).map(({ input }) => input?.['receipt'] as string | undefined);

const files = (): readonly (readonly [string, string])[] =>
  readdirSync(place.home)
    .filter((name) => /ndjson|csv|json/.test(name))
    .map((name) => [name, place.got(name)] as const);

describe('parts become one file', () => {
  it.each(['all.ndjson', 'all.csv'])('in the order of the input, unsent: %s', async (out) => {
    const merge = await inParts(csv(40) + csv(3).replace(header, ''));
    const line = `in.csv ${merge} --out ${out} --summary s.json --json`;
    const run = await place.batch(line, unasked, noProfile);
    expect([run.status, JSON.parse(run.out)]).toEqual([0, JSON.parse(place.got('s.json'))]);
    const closing = JSON.parse(run.out) as { answer: { rows: number; answered: number } };
    checkSchema('batch-summary', closing);
    expect([closing.answer.rows, closing.answer.answered]).toEqual([43, 43]);
    const rows = place.got(out === 'all.csv' ? '.all.csv.ndjson' : out);
    expect(rowsOf(rows).map(({ row }) => row)).toEqual(
      Array.from({ length: 43 }, (_, index) => index + 1),
    );
    const inCsv = out === 'all.csv' ? cells(place.got(out)).map(([row]) => row) : [];
    if (out === 'all.csv') expect(inCsv.slice(0, 4)).toEqual(['row', '1', '2', '3']);
    expect((await place.batch(`in.csv --out ${out} --resume`, unasked)).status).toBe(0);
  });

  it('rows that failed there stay failed: 20, and --resume of the whole looks them up', async () => {
    const merge = await inParts(csv(20), allBut('token-7', answer(404, { success: false })));
    const run = await place.batch(`in.csv ${merge} --out all.ndjson --failed f.csv`, unasked);
    expect([run.status, place.got('f.csv')]).toEqual([20, `${header}token-7,gems,com.example\n`]);
    const again = await place.batch('in.csv --out all.ndjson --resume');
    expect([again.status, rowsOf(place.got('all.ndjson')).length]).toEqual([0, 20]);
  });

  it('rows that could not be read: 21', async () => {
    const merge = await inParts(`${csv(9)},gems,com.example\nx,gems\n`);
    const run = await place.batch(`in.csv ${merge} --out all.ndjson`, unasked, noProfile);
    expect([run.status, rowsOf(place.got('all.ndjson')).length]).toEqual([21, 11]);
  });

  it('equal rows get a line each, also when a part has one line', async () => {
    const merge = await inParts(csv(9));
    place.put('in.csv', csv(9) + csv(9).replace(header, ''));
    const run = await place.batch(`in.csv ${merge} --out all.ndjson`, unasked, noProfile);
    const rows = receiptsOf(place.got('all.ndjson'));
    expect([run.status, rows.length, new Set(rows).size]).toEqual([0, 18, 9]);
  });

  it('a row corrected since keeps its line; a line without a row stays, at the end', async () => {
    const merge = await inParts(`receipt,product_id,package,note\nt-1,g,p,old\nt-2,g,p,x\n`);
    place.put('in.csv', `receipt,product_id,package,note\nt-1,g,p,new\n`);
    const run = await place.batch(`in.csv ${merge} --out all.ndjson --json`, unasked, noProfile);
    expect([run.status, receiptsOf(place.got('all.ndjson'))]).toEqual([0, ['t-1', 't-2']]);
    expect((JSON.parse(run.out) as { answer: { gone: number } }).answer.gone).toBe(1);
  });

  describe('an order id makes another purchase', () => {
    const ordered = (rows: readonly string[], more = ''): string =>
      `receipt,product_id,package,order_id,note${more}\n${rows.join('\n')}\n`;
    const row = (order: number, note: string): string =>
      `tok-AAAAAAAAAAAAAAAAAAAAAAAA,g,p,GPA.${String(order).repeat(4)},${note}`;
    const orderOf = ({ input }: { input: Record<string, unknown> | null }): unknown =>
      input?.['order_id'];
    const failsFirst = (): Send => {
      let count = 0;
      return (request, options) => {
        count += 1;
        return count === 1
          ? Promise.resolve(answer(404, { success: false }))
          : allPaid(request, options);
      };
    };

    it.each(['a', 'b', 'c', 'd', 'e', 'f'])('whatever column is new: %s', async (note) => {
      place.put('in.csv', ordered([row(1, 'x'), row(2, 'y')]));
      const part = await place.batch('in.csv --out p.ndjson --concurrency 1', failsFirst());
      expect(part.status).toBe(20);
      const input = ordered([`${row(1, 'x')},${note}`, `${row(2, 'y')},${note}`], ',more');
      place.put('in.csv', input);
      const line = 'in.csv --merge p.ndjson --out all.ndjson --failed f.csv';
      expect((await place.batch(line, unasked, noProfile)).status).toBe(20);
      expect(rowsOf(place.got('all.ndjson')).map(orderOf)).toEqual(['GPA.1111', 'GPA.2222']);
      expect(place.got('f.csv')).toContain('GPA.1111');
      expect(place.got('f.csv')).not.toContain('GPA.2222');
    });

    it('equal rows get the line of their own order', async () => {
      place.put('in.csv', ordered([row(1, 'x'), row(2, 'y')]));
      await place.batch('in.csv --out p.ndjson');
      place.put('in.csv', ordered([row(1, 'x'), row(2, 'y'), row(1, 'new'), row(2, 'new')]));
      const run = await place.batch('in.csv --merge p.ndjson --out all.ndjson', unasked, noProfile);
      const orders = rowsOf(place.got('all.ndjson')).map(orderOf);
      expect([run.status, orders]).toEqual([0, ['GPA.1111', 'GPA.2222', 'GPA.1111', 'GPA.2222']]);
    });
  });

  it('a line that failed and whose row is gone is left out', async () => {
    const merge = await inParts(csv(5), allBut('token-5', answer(404, { success: false })));
    place.put('in.csv', csv(4));
    const run = await place.batch(`in.csv ${merge} --out all.ndjson`, unasked, noProfile);
    expect([run.status, rowsOf(place.got('all.ndjson')).length]).toEqual([0, 4]);
  });

  it('rows that got the package of a profile get that of the parts', async () => {
    const input = `${header}t-1,g,com.other\nt-2,g,\nt-3,g,com.other\nt-4,g,\n`;
    place.put('in.csv', input);
    const part = await place.batch('in.csv --out p.ndjson', allPaid, {
      env: { ...env, PVG_PACKAGE: 'com.example' },
    });
    expect(part.status).toBe(0);
    const run = await place.batch('in.csv --merge p.ndjson --out all.ndjson', unasked, noProfile);
    expect([run.status, rowsOf(place.got('all.ndjson')).length]).toEqual([0, 4]);
  });

  it.each(['--format csv', '--excel'])(
    'the part that lacks rows is run as NDJSON: %s',
    async (form) => {
      const merge = await inParts(csv(60));
      place.put('p2.ndjson', '');
      const run = await place.batch(`in.csv ${merge} --out all.csv ${form}`, unasked, noProfile);
      const next = /^Next: (pvg .*)$/m.exec(run.err.replaceAll(/ \\\n\s*/g, ' '))?.[1] ?? '';
      expect([run.status, next.includes('--shard 2/3')]).toEqual([2, true]);
      const again = await place.batch(
        next.replace(/^pvg batch /, '').replace(/--profile \S+ /, ''),
      );
      expect(again.status).toBe(0);
    },
  );

  it('one part of which nothing shows how many there are leads to no run over all rows', async () => {
    await inParts(csv(9));
    const run = await place.batch('in.csv --merge p1.ndjson --out m', unasked, noProfile);
    expect(run.status).toBe(2);
    expect(run.err).toContain('Add its `--merge`');
    expect(run.err).not.toContain('Next:');
  });

  it('an output that is there is replaced with --overwrite, which the next command has', async () => {
    const merge = await inParts(csv(9));
    place.put('all.csv', 'notes');
    const run = await place.batch(`in.csv ${merge} --out all.csv`, unasked, noProfile);
    const next = /^Next: pvg batch (.*)$/m.exec(run.err)?.[1] ?? '';
    expect([run.status, place.got('all.csv')]).toEqual([2, 'notes']);
    expect((await place.batch(next, unasked, noProfile)).status).toBe(0);
  });

  it('the package of the runs is that of the join; --force of the runs needs none', async () => {
    const input = 'receipt,product_id\nGPA.1234-1234-1234-12345,g\nt-2,g\n';
    const merge = await inParts(input, undefined, '--package com.example --force');
    const run = await place.batch(`in.csv ${merge} --out all.ndjson`, unasked, noProfile);
    expect([run.status, rowsOf(place.got('all.ndjson')).length]).toEqual([0, 2]);
  });

  it('an empty input of every night', async () => {
    const merge = await inParts(header);
    const line = `in.csv ${merge} --out all.ndjson --allow-empty`;
    const run = await place.batch(line, unasked, noProfile);
    expect([run.status, place.got('all.ndjson')]).toEqual([0, '']);
  });
});

describe('what cannot be joined is refused (2), named, and nothing is overwritten', () => {
  /** The joined file of last night, three parts of tonight, and what is refused. */
  async function refused(line: string, arrange: () => Promise<void> | void = () => undefined) {
    await inParts(csv(30));
    place.put('all.ndjson', 'last night\n');
    await arrange();
    const before = files();
    const run = await place.batch(`in.csv ${line} --out all.ndjson --overwrite`, unasked);
    expect([run.status, files()]).toEqual([2, before]);
    return run.err.replace(/[\s│]+/g, ' ');
  }
  const three = '--merge p1.ndjson --merge p2.ndjson --merge p3.ndjson';

  it('a part is not given: its rows, five of them, and the command that asks them', async () => {
    const err = await refused('--merge p1.ndjson --merge p3.ndjson');
    const lacking = rowsOf(place.got('p2.ndjson')).length;
    expect(err).toContain(`no line for ${String(lacking)} rows`);
    expect(err.match(/Spreadsheet row \d+/g)).toHaveLength(Math.min(5, lacking));
    expect(err).toMatch(/pvg batch in\.csv .*--shard 2\/3 .*--resume/);
  });

  it('a part was killed: what it lacks is asked by its own command', async () => {
    const err = await refused(three, () => {
      place.put('p2.ndjson', place.got('p2.ndjson').slice(0, -30));
    });
    expect(err).toContain('no line for 1 row ');
    const command = /pvg (batch in\.csv .*--out p2\.ndjson .*--resume)/.exec(err)?.[1] ?? '';
    const run = await place.batch(command.replace('batch ', ''));
    expect(run.status).toBe(0);
    const joined = await place.batch(`in.csv ${three} --out all.ndjson --overwrite`, unasked);
    expect([joined.status, rowsOf(place.got('all.ndjson')).length]).toEqual([0, 30]);
  });

  it.each<[string, string, (() => void) | undefined]>([
    [
      'a purchase in two parts',
      three,
      () => place.put('p1.ndjson', place.got('p1.ndjson') + place.got('p2.ndjson')),
    ],
    ['a part twice', `${three} --merge ./p1.ndjson`, undefined],
    ['the output is a part', `${three} --merge all.ndjson`, undefined],
    ['a part is not there', `${three} --merge p4.ndjson`, undefined],
    ['a part is another file', `${three} --merge in.csv`, undefined],
    [
      'a part of another profile',
      three,
      () =>
        place.put(
          'p1.ndjson',
          place.got('p1.ndjson').replaceAll('"profile":null', '"profile":"b"'),
        ),
    ],
    [
      'a part of another environment',
      three,
      () =>
        place.put(
          'p1.ndjson',
          place.got('p1.ndjson').replaceAll('"environment":"dev"', '"environment":"prod"'),
        ),
    ],
  ])('%s', async (_, line, arrange) => {
    await refused(line, arrange);
  });

  it('a CSV of results: which file to give', async () => {
    const err = await refused('--merge p1.ndjson --merge c.csv', async () => {
      await place.batch('in.csv --shard 2/3 --out c.csv');
    });
    expect(err).toMatch(/pvg batch in\.csv .*--merge \.c\.csv\.ndjson/);
  });

  it.each([
    `${three} --resume`,
    `${three} --shard 1/3`,
    `${three} --rate 5`,
    `${three} --concurrency 5`,
    `${three} --dry-run`,
  ])('%s', async (line) => {
    const before = existsSync(place.at('all.ndjson'));
    place.put('in.csv', csv(1));
    const run = await place.batch(`in.csv ${line} --out all.ndjson`, unasked);
    expect([run.status, existsSync(place.at('all.ndjson'))]).toEqual([2, before]);
  });

  it.each([
    ['a row more', csv(4)],
    ['a row less', csv(2)],
    ['other rows', csv(3).replace('token-2', 'token-9')],
    ['another order', `${header}${csv(3).replace(header, '').split('\n').reverse().join('\n')}`],
  ])('the input is another one at its second reading: %s', async (_, changed) => {
    const merge = await inParts(csv(3));
    let openings = 0;
    const run = await place.batch(`in.csv ${merge} --out all.ndjson`, unasked, {
      ...noProfile,
      files: ({ open }) => ({
        open: (path) => {
          if (path.endsWith('in.csv')) openings += 1;
          if (openings === 2) place.put('in.csv', changed);
          return open(path);
        },
      }),
    });
    expect([run.status, openings, existsSync(place.at('all.ndjson'))]).toEqual([2, 2, false]);
  });

  it('without --out, from standard input, and over an existing file', async () => {
    const merge = await inParts(csv(3));
    place.put('all.ndjson', 'last night\n');
    for (const line of [
      `in.csv ${merge}`,
      `- ${merge} --out b.ndjson`,
      `in.csv ${merge} --out all.ndjson`,
    ]) {
      expect((await place.batch(line, unasked)).status).toBe(2);
    }
    expect(place.got('all.ndjson')).toBe('last night\n');
  });
});

it('parts share the rate: each takes its share, and says so', async () => {
  place.put('in.csv', csv(20));
  const run = await place.batch('in.csv --shard 2/4 --rate 10');
  expect([run.status, run.err]).toEqual([0, expect.stringContaining('2.5 per second')]);
});
