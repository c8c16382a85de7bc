import { checkSchema } from '../support/schemas.js';
import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import {
  allPaid,
  answer,
  asked,
  byRow,
  csv,
  env,
  rowsOf,
  said,
  unasked,
  workplace,
} from '../support/batch.js';
import { pvg } from '../support/pvg.js';

/** What a script needs to know of a run: its exit status, its closing object, and whether to run it again. */

const place = workplace();

const header = 'receipt,product_id,package\n';
const good = 't1,g,p\n';
const unreadable = ',g,p\n';
const down: Send = () => Promise.resolve(answer(502, 'x'));
/** Answers all but one receipt. */
const allBut =
  (receipt: string): Send =>
  (request, options) =>
    asked(request)['receipt'] === receipt ? down(request, options) : allPaid(request, options);

interface Closing {
  readonly ok: boolean;
  readonly exit: number;
  readonly profile: string;
  readonly answer: {
    readonly rows: number;
    readonly answered: number;
    readonly failed: number;
    readonly unreadable: number;
    readonly earlier: number;
    readonly repeated: number;
    readonly by_verdict: Record<string, number>;
    readonly by_failure: Record<string, number>;
    readonly first_failures: { row: number; line: number; code: string }[];
    readonly seconds: number;
    readonly input: string;
    readonly output: string | null;
    readonly resume_helps: boolean;
    readonly refunds: string;
  };
  readonly error: { code: string; says: string; hint: string | null } | null;
}
function closingIn(text: string): Closing {
  const closing = JSON.parse(text) as Closing;
  checkSchema('batch-summary', closing);
  return closing;
}

describe('the exit status', () => {
  it.each([
    ['0: all rows are answered', header + good, allPaid, 0],
    ['20: a row got no answer; --resume may help', header + good + 't2,g,p\n', allBut('t2'), 20],
    ['21: the rows that failed cannot be read', header + good + unreadable, allPaid, 21],
    ['21: a receipt that looks like none', `${header}${good}GPA.1-2,g,p\n`, allPaid, 21],
    ['20: both; --resume may help some', `${header}${good}${unreadable}t2,g,p\n`, allBut('t2'), 20],
  ])('is %s', async (_, input, send, status) => {
    place.put('in.csv', input);
    expect((await place.batch('in.csv --retries 0', send)).status).toBe(status);
  });

  it('of a dry run is 21 where rows cannot be read, and all of those are counted', async () => {
    place.put('in.csv', header + good + unreadable.repeat(25));
    const ended = await place.batch('in.csv --dry-run', unasked);
    expect(ended.status).toBe(21);
    expect(ended.out).toContain('… and 15 more rows that cannot be looked up.');
  });
});

describe('what to type next', () => {
  it('is --resume after 20', async () => {
    place.put('in.csv', header + good + 't2,g,p\n');
    const ended = await place.batch('in.csv --retries 0 --out o.ndjson', allBut('t2'));
    expect(ended.err).toContain('Next: pvg batch in.csv --out o.ndjson --retries 0 --resume');
  });

  it('is to fix the rows after 21: --resume alone would change nothing', async () => {
    place.put('in.csv', header + good + unreadable);
    const ended = await place.batch('in.csv --out o.ndjson');
    expect(said(ended)).toContain('2 rows, of which 1 cannot be read.');
    expect(said(ended)).toContain('Fix these rows in the input. Leave each row in its place.');
    expect(said(ended)).toContain('When that is fixed, run the same command with `--resume`.');
    expect(ended.err).toContain('Next: pvg batch in.csv --out o.ndjson --resume');
    place.put('in.csv', `${header}${good}t2,g,p\n`);
    expect((await place.batch('in.csv --out o.ndjson --resume')).status).toBe(0);
  });

  it('after doubtful receipts is to fix them too, or --force', async () => {
    place.put('in.csv', `${header}${good}${unreadable}GPA.1234-5678-9012-34567,g,p\n`);
    const ended = await place.batch('in.csv --out o.ndjson');
    expect(ended.status).toBe(21);
    expect(said(ended)).toContain(
      '3 rows, of which 1 cannot be read and 1 was not looked up (receipt-doubtful).',
    );
    expect(said(ended)).toContain('If a doubtful receipt is right, add `--force`.');
  });

  it('is why after 4: --resume would be refused too', async () => {
    place.put('in.csv', csv(3));
    const send: Send = () =>
      Promise.resolve(answer(401, { success: false, error: 'UNAUTHORIZED', message: 'x' }));
    const ended = await place.batch('in.csv --out o.ndjson', send);
    expect(ended.status).toBe(4);
    expect(ended.err).toContain('Next: pvg explain-error UNAUTHORIZED');
  });
});

describe('--json', () => {
  it('prints one object on standard output where the rows go to a file', async () => {
    place.put('in.csv', header + good + 't2,g,p\n' + unreadable);
    const ended = await place.batch('in.csv --json --retries 0 --out o.ndjson', allBut('t2'));
    expect(ended.out.trim().split('\n')).toHaveLength(1);
    const closing = closingIn(ended.out);
    expect(closing).toMatchObject({
      schema: 1,
      command: 'batch',
      profile: 'environment variables',
      environment: 'dev',
      interface: 'gateway',
      ok: false,
      exit: 20,
      error: { code: 'rows-failed' },
      answer: {
        rows: 3,
        answered: 1,
        failed: 2,
        unreadable: 1,
        earlier: 0,
        by_verdict: { 'paid-and-recorded': 1 },
        by_failure: { 'input-unreadable': 1 },
        input: 'in.csv',
        output: 'o.ndjson',
        resume_helps: true,
      },
    });
    expect(closing.answer.first_failures.map(({ row, line }) => [row, line]).sort()).toEqual([
      [2, 3],
      [3, 4],
    ]);
    expect(closing.answer.refunds).toContain('voided-purchase reports');
    // What went wrong is told to people too.
    expect(ended.err).toContain('3 rows, of which 2 failed');
  });

  it('prints it on standard error, as the last line, where the rows go to standard output', async () => {
    place.put('in.csv', header + good);
    const ended = await place.batch('in.csv --json');
    expect(rowsOf(ended.out)).toHaveLength(1);
    expect(closingIn(ended.err.trim().split('\n').at(-1) ?? '')).toMatchObject({
      ok: true,
      exit: 0,
      error: null,
      answer: { rows: 1, output: null, resume_helps: false },
    });
  });

  it('prints it also with --quiet, and nothing else on standard error', async () => {
    place.put('in.csv', header + good);
    expect(closingIn((await place.batch('in.csv --json --quiet')).err).exit).toBe(0);
  });
});

describe('--summary', () => {
  it('writes the same object into a file of its owner alone', async () => {
    place.put('in.csv', header + good);
    const ended = await place.batch('in.csv --summary sum.json --out o.ndjson');
    expect(ended.status).toBe(0);
    expect(closingIn(place.got('sum.json'))).toMatchObject({
      exit: 0,
      answer: { rows: 1, output: 'o.ndjson' },
    });
    expect(statSync(place.at('sum.json')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['', 2],
    ['--overwrite', 0],
    ['--resume', 0],
  ])('never goes over a file unless that was asked for: %s', async (option, status) => {
    place.put('in.csv', header + good);
    place.put('sum.json', 'mine');
    const send = status === 2 ? unasked : allPaid;
    const ended = await place.batch(`in.csv --summary sum.json --out o.ndjson ${option}`, send);
    expect(ended.status).toBe(status);
    expect(place.got('sum.json') === 'mine').toBe(status === 2);
  });

  it('is no other file of the run', async () => {
    place.put('in.csv', header + good);
    expect((await place.batch('in.csv --summary in.csv', unasked)).status).toBe(2);
    expect((await place.batch('in.csv --summary o.ndjson --out o.ndjson', unasked)).status).toBe(2);
    expect(place.got('in.csv')).toBe(header + good);
  });
});

describe('--allow-empty', () => {
  it.each([
    ['nothing', ''],
    ['a header alone', header],
  ])('ends %s with 0, where it is 2 otherwise', async (_, text) => {
    place.put('in.csv', text);
    const refused = await place.batch('in.csv --out o.ndjson', unasked);
    expect(refused.status).toBe(2);
    expect(said(refused)).toContain(
      'If an empty input is normal, add `--allow-empty`: the status is then 0.',
    );
    const ended = await place.batch('in.csv --out o.ndjson --allow-empty', unasked);
    expect(ended.err).not.toContain('purchases at a time');
    expect(ended.status).toBe(0);
    expect(ended.err).toContain('The input has no rows: there was nothing to look up.');
    expect(place.got('o.ndjson')).toBe('');
  });
});

describe('--dedupe', () => {
  const repeated = `${header}a,g,p\nb,g,p\na,g,p\na,other,p\na,g,p\n,g,p\na,g,p\n`;
  const counted = () => {
    const receipts: string[] = [];
    const send: Send = async (request, options) => {
      await new Promise(setImmediate);
      receipts.push(`${asked(request)['receipt'] ?? ''} ${asked(request)['product_id'] ?? ''}`);
      return allPaid(request, options);
    };
    return { receipts, send };
  };

  it.each(['', '--concurrency 1'])(
    'asks once for equal receipts of one product and package; every row gets its line %s',
    async (options) => {
      place.put('in.csv', repeated);
      const { receipts, send } = counted();
      const ended = await place.batch(`in.csv --dedupe --json --out o.ndjson ${options}`, send);
      expect(receipts.sort()).toEqual(['a g', 'a other', 'b g']);
      expect(ended.status).toBe(21);
      expect(closingIn(ended.out).answer).toMatchObject({ rows: 7, answered: 6, repeated: 3 });
      const rows = byRow(place.got('o.ndjson'));
      expect(rows.map(({ row, answer: given }) => [row, given?.order_id])).toEqual([
        [1, 'GPA.a'],
        [2, 'GPA.b'],
        [3, 'GPA.a'],
        [4, 'GPA.a'],
        [5, 'GPA.a'],
        [6, undefined],
        [7, 'GPA.a'],
      ]);
    },
  );

  it('asks once for those of a pipe too', async () => {
    const { receipts, send } = counted();
    const ended = await place.batch('- --dedupe', send, { stdin: repeated });
    expect([receipts.length, rowsOf(ended.out).length]).toEqual([3, 7]);
  });

  it('fails all rows of a purchase that got no answer; --resume asks for it once more', async () => {
    place.put('in.csv', `${header}a,g,p\nb,g,p\na,g,p\n`);
    const first = await place.batch('in.csv --dedupe --retries 0 --out o.ndjson', allBut('a'));
    expect(first.status).toBe(20);
    expect(byRow(place.got('o.ndjson')).map(({ exit }) => exit)).toEqual([8, 0, 8]);
    const { receipts, send } = counted();
    expect((await place.batch('in.csv --dedupe --out o.ndjson --resume', send)).status).toBe(0);
    expect(receipts).toEqual(['a g']);
    expect(byRow(place.got('o.ndjson')).map(({ row, exit }) => [row, exit])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
  });

  it('is asked for: without it every row is looked up', async () => {
    place.put('in.csv', repeated);
    const { receipts, send } = counted();
    await place.batch('in.csv', send);
    expect(receipts).toHaveLength(6);
  });
});

describe('a row', () => {
  it('says what to do about it in one word, and when that was known, in UTC', async () => {
    place.put('in.csv', header + good + unreadable);
    const { out } = await place.batch('in.csv', allPaid, { now: () => Date.UTC(2026, 10, 22, 12, 30, 15) });
    expect(byRow(out)).toMatchObject([
      { advice: 'none', at: '2026-11-22T12:30:15.000Z' },
      { advice: 'fix-request', at: null },
    ]);
  });
});

describe('a wait', () => {
  it('that the service asks for is told when it begins', async () => {
    place.put('in.csv', csv(3));
    let times = 0;
    const ended = await place.batch('in.csv', (request, options) => {
      times += 1;
      return times === 1
        ? Promise.resolve(answer(429, 'busy', [['retry-after', '120']]))
        : allPaid(request, options);
    });
    expect(ended.err).toContain('The service asks to wait 2 min (HTTP 429). All look-ups wait.\n');
  });

  it('for a service that is overloaded is told once', async () => {
    place.put('in.csv', csv(5));
    let times = 0;
    const ended = await place.batch('in.csv', (request, options) => {
      times += 1;
      return times <= 4 ? Promise.resolve(answer(503, 'busy')) : allPaid(request, options);
    });
    expect(
      ended.err.split('The service answered HTTP 503. pvg now makes fewer look-ups at a time.'),
    ).toHaveLength(2);
  });

  it('in an outage is told, and its end too; with --quiet neither', async () => {
    place.put('in.csv', csv(3));
    const afterTen = (): Send => {
      let times = 0;
      return (request, options) => ((times += 1) <= 20 ? down(request, options) : allPaid(request, options));
    };
    const ended = await place.batch('in.csv', afterTen());
    expect(ended.status).toBe(0);
    const told = ['The service does not answer. Trying one look-up at a time', 'The service answers again.'];
    expect(told.map((text) => ended.err.indexOf(text) !== -1)).toEqual([true, true]);
    expect((await place.batch('in.csv -q', afterTen())).err).toBe('');
  });
});

describe('the journal', () => {
  const entries = async (): Promise<unknown> => {
    const { out } = await pvg('journal list --json', { home: place.home, env });
    return (JSON.parse(out) as { answer: { entries: unknown[] } }).answer.entries;
  };

  it('has one entry for a run, which names its files', async () => {
    place.put('in.csv', header + good.repeat(3));
    await place.batch('in.csv --out o.ndjson');
    expect(await entries()).toMatchObject([
      {
        command: 'batch',
        exit: 0,
        environment: 'dev',
        receipt: null,
        facts: [
          { label: 'Input', value: 'in.csv' },
          { label: 'Output', value: 'o.ndjson' },
          { label: 'Rows', value: '3 rows, all answered.' },
        ],
      },
    ]);
  });

  it('shows the run by the call_id of any of its rows, and offers no report of it', async () => {
    place.put('in.csv', header + good);
    const ended = await place.batch('in.csv');
    const id = rowsOf(ended.out)[0]?.call_id ?? '';
    const { status, out } = await pvg(`journal show ${id}`, { home: place.home, env });
    expect(status).toBe(0);
    expect(out).toMatch(/Input: +(?:│ )?in\.csv/);
    expect(out).toMatch(/Next: pvg journal list\n$/);
  });

  it('has none for a dry run', async () => {
    place.put('in.csv', header + good);
    await place.batch('in.csv --dry-run');
    expect(await entries()).toEqual([]);
  });
});
