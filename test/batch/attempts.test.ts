import { describe, expect, it } from 'vitest';
import { headerValue, WireFailure, type Send } from '../../src/contract/wire.js';
import { allBut, allPaid, answer, asked, byRow, csv } from '../helpers/batch.js';
import { bought, edited } from '../helpers/answers.js';
import { paid, rowsOf, said, unasked, watched, workplace } from '../helpers/batch.js';

/** What is asked of the service: how often, how many at a time, and once for equal purchases. */

const place = workplace();
const header = 'receipt,product_id,package';

describe('Look-ups', () => {
  it.each([
    ['', 4],
    ['--concurrency 1', 1],
    ['--concurrency 32', 32],
  ])('are as many at a time as they may: %s', async (options, expected) => {
    place.put('in.csv', csv(100));
    const { send, most } = watched();
    const ended = await place.batch(`in.csv ${options}`, send);
    expect(most()).toBe(expected);
    // A number that the user did not choose is told.
    expect(ended.err.includes('--concurrency)')).toBe(options === '');
  });

  it('keep to --rate', async () => {
    place.put('in.csv', csv(50));
    const ended = await place.batch('in.csv --rate 10');
    expect(ended.context.clock.elapsed()).toBeGreaterThan(4_700);
    expect(ended.context.clock.elapsed()).toBeLessThan(5_100);
  });

  it.each([
    ['429', () => answer(429, 'busy')],
    ['a reset', () => new WireFailure('lost', 'the connection ended before an answer came')],
    ['a cut body', () => new WireFailure('cut', 'it broke off', { status: 200 })],
  ])('are made again, signed anew: %s', async (_, fault) => {
    place.put('in.csv', csv(1));
    const signatures = new Set<string>();
    let clock = 1_790_000_000_000;
    const send: Send = async ({ headers }) => {
      signatures.add(headerValue(headers, 'X-Signature') ?? '');
      const outcome = await Promise.resolve(signatures.size < 4 ? fault() : paid('GPA.1'));
      if (outcome instanceof WireFailure) throw outcome;
      return outcome;
    };
    const ended = await place.batch('in.csv', send, { now: () => (clock += 1000) });
    expect([signatures.size, ended.status]).toEqual([4, 0]);
    expect(rowsOf(ended.out)).toMatchObject([{ ok: true, answer: { order_id: 'GPA.1' } }]);
  });

  it.each([
    ['400', answer(400, { success: false, error: 'MISSING_FIELDS', message: 'x' }), 5, 20],
    ['404 HTML', answer(404, '<html>'), 12, 20],
    ['302', answer(302, '', [['location', 'https://other.example/']]), 12, 20],
  ])('are made once where another changes nothing: %s', async (_, outcome, exit, status) => {
    place.put('in.csv', csv(3));
    const { send, receipts } = watched(allBut('token-3', outcome));
    const ended = await place.batch('in.csv --concurrency 3', send);
    // Of the others, one is asked about again if the service is in doubt.
    expect(receipts.filter((each) => each === 'token-3')).toHaveLength(1);
    expect([byRow(ended.out)[2]?.exit, ended.status]).toEqual([exit, status]);
  });

  it('of a row that gets no answer are as many as --retries says, and one', async () => {
    place.put('in.csv', csv(300));
    const { send, receipts } = watched(allBut('token-2'));
    const ended = await place.batch('in.csv --retries 2', send);
    const failed = { row: 2, exit: 8, verdict: null, advice: 'retry-later', answer: null };
    expect([ended.status, byRow(ended.out).filter(({ ok }) => !ok)]).toMatchObject([20, [failed]]);
    expect(receipts.filter((each) => each === 'token-2')).toHaveLength(3);
  });

  it('wait as long as Retry-After says, all of them, and that is told', async () => {
    place.put('in.csv', csv(3));
    let first = true;
    const ended = await place.batch('in.csv', (request, options) => {
      if (!first) return allPaid(request, options);
      first = false;
      return Promise.resolve(answer(429, 'busy', [['retry-after', '120']]));
    });
    expect(ended.status).toBe(0);
    expect(ended.context.clock.elapsed()).toBeGreaterThanOrEqual(120_000);
    expect(said(ended)).toMatch(/2 min .*HTTP 429/);
  });

  it.each([
    ['in.csv', /gave no result.*answers again/],
    ['in.csv -q', /^$/],
  ])('in an outage are told, and its end, but for --quiet: %s', async (line, says) => {
    place.put('in.csv', csv(3));
    let times = 0;
    const ended = await place.batch(line, (request, options) =>
      (times += 1) <= 20 ? Promise.resolve(answer(503, 'x')) : allPaid(request, options),
    );
    expect([ended.status, said(ended)]).toEqual([0, expect.stringMatching(says)]);
  });
});

describe('Equal purchases', () => {
  const repeated = `${header}\na,g,p\nb,g,p\na,g,p\na,other,p\na,g,p\n,g,p\na,g,p\n`;

  it.each(['in.csv', 'in.csv --concurrency 1', '-'])(
    'are asked for once; every row gets its line: %s',
    async (line) => {
      place.put('in.csv', repeated);
      const { send, receipts } = watched();
      const ended = await place.batch(`${line} --json --out o.ndjson`, send, { stdin: repeated });
      expect([receipts.sort(), ended.status]).toEqual([['a', 'a', 'b'], 21]);
      expect(JSON.parse(ended.out)).toMatchObject({
        answer: { rows: 7, answered: 6, repeated: 3 },
      });
      const rows = byRow(place.got('o.ndjson'));
      expect(rows.map(({ row, answer: given }) => [row, given?.order_id?.slice(4)])).toEqual(
        ['a', 'b', 'a', 'a', 'a', undefined, 'a'].map((receipt, at) => [at + 1, receipt]),
      );
    },
  );

  it('are asked for again where the first of them failed', async () => {
    place.put('in.csv', `${csv(300)}token-1,gems,com.example\n`);
    let times = 0;
    // So that time passes: a row that waits for its turn has the equal row wait with it.
    const line = 'in.csv --retries 0 --rate 100 --out o.ndjson';
    const ended = await place.batch(line, (request, options) => {
      if (asked(request)['receipt'] === 'token-1') times += 1;
      return (times <= 1 ? allBut('token-1') : allPaid)(request, options);
    });
    const exits = (): (number | undefined)[] =>
      [0, 300].map((at) => byRow(place.got('o.ndjson'))[at]?.exit);
    expect([exits().sort(), times, ended.status]).toEqual([[0, 8], 2, 20]);
    expect((await place.batch(`${line} --resume`, unasked)).status).toBe(0);
    expect(exits()).toEqual([0, 0]);
  });

  it('in thousands, the first of which gets no answer, each have a line', async () => {
    // Not from a file: the clock of the tests would not wait for the disk.
    const stdin = csv(3) + 'token-1,gems,com.example\n'.repeat(11_000);
    const line = '- --out o.ndjson --retries 1 --json';
    const ended = await place.batch(line, allBut('token-1'), { stdin });
    expect(JSON.parse(ended.out)).toMatchObject({
      exit: 20,
      answer: { rows: 11_003, failed: 11_001 },
    });
    const rows = new Set(rowsOf(place.got('o.ndjson')).map(({ row }) => row));
    expect(rows.size).toBe(11_003);
  });
});

describe('An order id of a row', () => {
  /** Every purchase has the order id that its receipt names: `t1` has `GPA.t1`. */
  const store: Send = (request) => {
    const order = JSON.stringify(`GPA.${asked(request)['receipt'] ?? ''}`);
    const ids = `transaction_id=${order}; order_id=${order}; product_id="g"`;
    return Promise.resolve(answer(200, edited(bought(ids), `order_id=${order}`)));
  };
  const differs = ({ anomalies }: { anomalies: { id: string }[] }): boolean =>
    anomalies.some(({ id }) => id === 'other-order');

  it.each([
    ['order_id', ''],
    ['Beleg', '--map order_id=Beleg'],
  ])('is compared with the answer’s: %s %s', async (name, options) => {
    place.put('in.csv', `${header},${name}\nt1,g,p,gpa.T1\nt2,g,p,GPA.t1\nt3,g,p,\n`);
    const ended = await place.batch(`in.csv ${options}`, store);
    expect(ended.status).toBe(0);
    expect(byRow(ended.out).map((row) => [row.advice, differs(row)])).toEqual([
      ['none', false],
      ['check', true],
      ['none', false],
    ]);
    expect(said(ended)).toMatch(/\b1 row: the order/);
  });

  it.each([
    ['', false],
    ['--map order_id=order_id', true],
  ])(
    'that is the game’s own number counts only if it is mapped: %s',
    async (options, isCompared) => {
      place.put('in.csv', `${header},order_id\nt1,g,p,20261122-7\n`);
      expect(rowsOf((await place.batch(`in.csv ${options}`, store)).out).map(differs)).toEqual([
        isCompared,
      ]);
    },
  );

  it('keeps equal purchases apart, also of an earlier run', async () => {
    place.put('in.csv', `${header},order_id\nt1,g,p,GPA.t1\nt1,g,p,GPA.t2\n`);
    await place.batch('in.csv --out o.ndjson', store);
    place.put('in.csv', `${header},order_id\nt1,g,p,GPA.t1\nt1,g,p,GPA.t2\nt1,g,p,GPA.t3\n`);
    await place.batch('in.csv --out o.ndjson --resume', store);
    expect(byRow(place.got('o.ndjson')).map(differs)).toEqual([false, true, true]);
  });

  it('keeps them apart also when the rows got a column and another row came before', async () => {
    place.put('in.csv', `${header},order_id\nt1,g,p,GPA.t1\n`);
    await place.batch('in.csv --out o.ndjson', store);
    place.put('in.csv', `${header},order_id,more\nt1,g,p,GPA.t2,x\nt1,g,p,GPA.t1,y\n`);
    const ended = await place.batch('in.csv --out o.ndjson --resume', store);
    expect(ended.status).toBe(0);
    const orders = rowsOf(place.got('o.ndjson')).map(({ input }) => input?.['order_id']);
    expect(orders.sort()).toEqual(['GPA.t1', 'GPA.t2']);
  });
});
