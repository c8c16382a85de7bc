import { describe, expect, it } from 'vitest';
import { WireFailure, type Send } from '../../src/contract/wire.js';
import { answer, cells, csv } from '../helpers/batch.js';
import { rowsOf, said, unasked, workplace } from '../helpers/batch.js';
import { startPvg } from '../helpers/child.js';
import { hostileServer } from '../helpers/hostile-server.js';

const place = workplace();

const header = 'receipt,product_id,package\n';

it.each(['', '--concurrency 1', '--concurrency 64', '--format csv'])(
  'status 0 of a batch means a line for each row of the input: %s',
  async (options) => {
    place.put('in.csv', csv(50) + csv(50).replace(header, ''));
    const { status, out } = await place.batch(`in.csv ${options}`);
    const lines = options.includes('csv') ? cells(out).slice(1) : rowsOf(out);
    expect([status, lines.length]).toEqual([0, 100]);
  },
);

describe('earlier results with --overwrite', () => {
  const refused = answer(401, {
    success: false,
    error: { code: 'invalid_signature', message: 'no' },
  });
  const notReached = new WireFailure('not-reached', 'the connection was refused', {
    code: 'ECONNREFUSED',
  });

  /** What the earlier run left. */
  const earlier = async (name = 'o.ndjson') => {
    place.put('before.csv', csv(3));
    await place.batch(`before.csv --out ${name}`);
    return place.got(name);
  };

  it.each<[string, number, string, Send]>([
    ['the credentials are refused', 4, csv(5), () => Promise.resolve(refused)],
    ['the service is never reached', 11, csv(5), () => Promise.reject(notReached)],
    [
      'a later row cannot be read',
      21,
      `${header}GPA.1234-1234,gems,com.example\n,gems,com\n`,
      unasked,
    ],
    ['no row can be read', 21, `${header},gems,com.example\n`, unasked],
    ['the header lacks a column', 2, 'receipt\ntoken-1\n', unasked],
  ])('stay when %s', async (_, status, input, send) => {
    const before = await earlier();
    place.put('in.csv', input);
    const ended = await place.batch(
      'in.csv --out o.ndjson --overwrite --product-id other --json',
      send,
    );
    expect(ended.status).toBe(status);
    expect(place.got('o.ndjson')).toBe(before);
    // To resume would be to go on from the earlier results.
    expect(ended.out + ended.err).not.toMatch(/--resume|"resume_helps":true/);
  });

  it('stay in a CSV, and it is said', async () => {
    const before = await earlier('o.csv');
    place.put('in.csv', csv(5));
    const ended = await place.batch('in.csv --out o.csv --overwrite', () =>
      Promise.reject(notReached),
    );
    expect([ended.status, place.got('o.csv')]).toEqual([11, before]);
    expect(place.got('.o.csv.ndjson')).toMatch(/token-3/);
    expect(said(ended)).toMatch(
      /earlier results.*When the service answers: `pvg batch in\.csv .*--overwrite/,
    );
  });

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'stay when %s ends the run before its first answer',
    async (signal) => {
      const before = await earlier();
      place.put('in.csv', csv(5));
      const server = await hostileServer();
      const child = startPvg(['batch', 'in.csv', '--out', 'o.ndjson', '--overwrite'], {
        cwd: place.home,
        env: { ...place.processEnv, PVG_GATEWAY_URL: `${server.origin}/hang-before-headers` },
      });
      await server.asked;
      child.process.kill(signal);
      expect([130, 'SIGKILL']).toContain(await child.ended);
      await server.close();
      expect(place.got('o.ndjson')).toBe(before);
    },
  );

  it.each(['ndjson', 'csv'])(
    'are replaced by the first row that is written: %s',
    async (format) => {
      const name = `o.${format}`;
      await earlier(name);
      place.put('in.csv', `${header}GPA.1234-1234,gems,com.example\nnew-1,gems,com.example\n`);
      expect((await place.batch(`in.csv --out ${name} --overwrite`)).status).toBe(21);
      expect(place.got(name)).not.toContain('token-');
      for (const receipt of ['GPA.1234-1234', 'new-1']) expect(place.got(name)).toContain(receipt);
      expect(place.got(name).trim().split('\n')).toHaveLength(format === 'csv' ? 3 : 2);
      expect((await place.batch(`in.csv --out ${name} --resume`, unasked)).status).toBe(21);
    },
  );

  it('are replaced by none when the input may be empty', async () => {
    await earlier();
    place.put('in.csv', header);
    const ended = await place.batch('in.csv --out o.ndjson --overwrite --allow-empty', unasked);
    expect([ended.status, place.got('o.ndjson')]).toEqual([0, '']);
  });
});
