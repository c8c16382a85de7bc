import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WireFailure, type Send } from '../../src/contract/wire.js';
import { PvgError } from '../../src/failure.js';
import { allBut, answer, byRow, cells, csv } from '../support/batch.js';
import { env, rowsOf, said, unasked, workplace } from '../support/batch.js';
import { startPvg } from '../support/child.js';
import { hostileServer } from '../support/hostile-server.js';

const place = workplace();

const header = 'receipt,product_id,package\n';

it('a row without an answer fails alone among thousands of others', async () => {
  place.put('in.csv', csv(5_001));
  const ended = await place.batch('in.csv --out o.ndjson --retries 1 --json', allBut('token-1'));
  expect(ended.status).toBe(20);
  expect(JSON.parse(ended.out)).toMatchObject({ exit: 20, answer: { rows: 5_001, failed: 1 } });
  const numbers = rowsOf(place.got('o.ndjson')).map(({ row }) => row);
  expect([numbers.length, new Set(numbers).size]).toEqual([5_001, 5_001]);
});

describe('status 0 of a batch', () => {
  it.each(['ndjson', 'csv'])('means a line for each row of the input: %s', async (format) => {
    place.put('in.csv', csv(50) + csv(50).replace(header, ''));
    const receiptsIn = (text: string): (string | undefined)[] =>
      format === 'csv'
        ? cells(text)
            .slice(1)
            .map((row) => row[4])
        : byRow(text).map(({ input }) => input?.['receipt'] as string);
    for (const options of ['', '--concurrency 1', '--concurrency 64']) {
      const ended = await place.batch(`in.csv --format ${format} ${options}`);
      expect([options, ended.status, receiptsIn(ended.out).length]).toEqual([options, 0, 100]);
    }
    const parts: (string | undefined)[] = [];
    for (const part of [1, 2, 3]) {
      const ended = await place.batch(`in.csv --format ${format} --shard ${String(part)}/3`);
      expect(ended.status).toBe(0);
      parts.push(...receiptsIn(ended.out));
    }
    expect(parts.length).toBe(100);
  });
});

describe('earlier results with --overwrite', () => {
  const refused = answer(401, { success: false, error: { code: 'invalid_signature', message: 'no' } });
  const notReached = new WireFailure('not-reached', 'the connection was refused', { code: 'ECONNREFUSED' });

  /** What the earlier run left. */
  const earlier = async (name = 'o.ndjson') => {
    place.put('before.csv', csv(3));
    await place.batch(`before.csv --out ${name}`);
    return place.got(name);
  };

  it.each<[string, number, string, Send]>([
    ['the credentials are refused', 4, csv(5), () => Promise.resolve(refused)],
    ['the service is never reached', 20, csv(5), () => Promise.reject(notReached)],
    [
      'a later row cannot be read',
      21,
      `${header}GPA.1234-1234-1234-12345,gems,com.example\n,gems,com\n`,
      unasked,
    ],
    ['no row can be looked up', 21, `${header}${'a@b.example,gems,com.example\n'.repeat(3)}`, unasked],
    ['no row can be read', 21, `${header},gems,com.example\n`, unasked],
    ['the header lacks a column', 2, 'receipt\ntoken-1\n', unasked],
    ['the input has no rows', 2, header, unasked],
  ])('stay when %s', async (_, status, input, send) => {
    const before = await earlier();
    place.put('in.csv', input);
    const line = 'in.csv --out o.ndjson --overwrite --product-id other';
    const ended = await place.batch(`${line} --json`, send);
    expect(ended.status).toBe(status);
    expect(place.got('o.ndjson')).toBe(before);
    // To resume would be to go on from the earlier results.
    expect(ended.out + ended.err).not.toMatch(/--resume|"resume_helps":true/);
  });

  it('stay in a CSV, and it is said', async () => {
    const before = await earlier('o.csv');
    place.put('in.csv', csv(5));
    const ended = await place.batch('in.csv --out o.csv --overwrite', () => Promise.reject(notReached));
    expect(ended.status).toBe(20);
    expect(place.got('o.csv')).toBe(before);
    expect(place.got('.o.csv.ndjson')).toMatch(/token-3/);
    expect(said(ended)).toMatch(/earlier results/);
    expect(said(ended)).toMatch(/Next: pvg batch in\.csv .*--overwrite/);
  });

  it('stay when the run is interrupted before its first answer', async () => {
    const before = await earlier();
    place.put('in.csv', csv(5));
    const end = new AbortController();
    const send: Send = (_, { signal }) =>
      new Promise((__, reject) => {
        signal?.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
        end.abort(new PvgError('interrupted', 'Interrupted.'));
      });
    const ended = await place.batch('in.csv --out o.ndjson --overwrite', send, { interrupt: end.signal });
    expect(ended.status).toBe(130);
    expect(place.got('o.ndjson')).toBe(before);
  });

  it('stay when the run is killed before its first answer', async () => {
    const before = await earlier();
    place.put('in.csv', csv(5));
    const server = await hostileServer();
    const child = startPvg(['batch', 'in.csv', '--out', 'o.ndjson', '--overwrite'], {
      cwd: place.home,
      env: {
        PATH: process.env['PATH'],
        HOME: place.home,
        ...env,
        PVG_GATEWAY_URL: `${server.origin}/hang-before-headers`,
      },
    });
    await server.asked;
    child.process.kill('SIGKILL');
    await child.ended;
    await server.close();
    expect(place.got('o.ndjson')).toBe(before);
  });

  it.each(['ndjson', 'csv'])('are replaced by the first row that is written: %s', async (format) => {
    const name = `o.${format}`;
    const before = await earlier(name);
    place.put('in.csv', `${header}GPA.1234-1234-1234-12345,gems,com.example\nnew-1,gems,com.example\n`);
    const ended = await place.batch(`in.csv --out ${name} --overwrite`);
    expect(ended.status).toBe(21);
    const after = place.got(name);
    expect(after).not.toBe(before);
    expect(after).not.toMatch(/token-/);
    expect(after).toMatch(/new-1/);
    expect(after).toMatch(/GPA\.1234-1234-1234-12345/);
    if (format === 'csv') expect(cells(after).map(([row]) => row)).toEqual(['row', '1', '2']);
    else
      expect(byRow(after).map(({ row, exit }) => [row, exit])).toEqual([
        [1, 2],
        [2, 0],
      ]);
    expect((await place.batch(`in.csv --out ${name} --resume`, unasked)).status).toBe(21);
  });

  it('are replaced by none when the input may be empty', async () => {
    await earlier();
    place.put('in.csv', header);
    const ended = await place.batch('in.csv --out o.ndjson --overwrite --allow-empty', unasked);
    expect([ended.status, place.got('o.ndjson')]).toEqual([0, '']);
  });

  it('are not a folder', async () => {
    place.put('in.csv', csv(1));
    mkdirSync(place.at('folder'));
    expect((await place.batch('in.csv --out folder --overwrite', unasked)).status).toBe(2);
  });
});
