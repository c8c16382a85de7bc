import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Send } from '../../src/contract/wire.js';
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

/** --resume: what is done stays, what failed is tried again, what changed is told. */

const place = workplace();

describe('--resume', () => {
  const run = (options = '', send: Send = allPaid) => place.batch(`in.csv --out out.ndjson ${options}`, send);

  it('starts from the first row when there is no output yet', async () => {
    place.put('in.csv', csv(5));
    expect((await run('--resume')).status).toBe(0);
    expect(rowsOf(place.got('out.ndjson'))).toHaveLength(5);
  });

  /** Each run has an id of its own. */
  const ofAnyRun = (text: string): string => text.replaceAll(/\d{8}T\d{6}Z-[0-9a-f]{6}/g, 'run');

  it.each(['ndjson', 'csv'])('cuts a line that broke off, wherever that was: %s', async (format) => {
    place.put('in.csv', 'receipt,product_id,package,note\nt1,g,p,"é\nb"\nt2,g,p,"x ""y"""\nt3,g,p,z\n');
    await place.batch(`in.csv --out whole.${format} --concurrency 1`);
    const whole = readFileSync(place.at(`whole.${format}`));
    for (let length = 0; length < whole.length; length += format === 'csv' ? 41 : 37) {
      place.put(`out.${format}`, whole);
      truncateSync(place.at(`out.${format}`), length);
      const ended = await place.batch(`in.csv --out out.${format} --resume --concurrency 1`);
      expect([length, ended.status, ended.err]).toEqual([length, 0, ended.err]);
      expect(ofAnyRun(place.got(`out.${format}`))).toBe(ofAnyRun(whole.toString()));
    }
  });

  it('asks for nothing that is done', async () => {
    place.put('in.csv', csv(20));
    await run();
    let times = 0;
    const ended = await run('--resume', (request, options) => {
      times += 1;
      return allPaid(request, options);
    });
    expect([times, ended.status]).toEqual([0, 0]);
    expect(ended.err).toContain('20 rows (20 by an earlier run), all answered');
  });

  it.each(['ndjson', 'csv'])('tries rows again that failed: %s', async (format) => {
    place.put('in.csv', `${csv(4)}bad\n`);
    const first = await place.batch(`in.csv --out out.${format} --retries 0`, (request, options) =>
      asked(request)['receipt'] === 'token-3' ? Promise.resolve(answer(502, 'x')) : allPaid(request, options),
    );
    expect(first.status).toBe(20);
    place.put('in.csv', `${csv(5)}`);
    const second = await place.batch(`in.csv --out out.${format} --resume`);
    expect(second.status).toBe(0);
    const text = place.got(`out.${format}`);
    if (format === 'ndjson')
      expect(byRow(text).map(({ row, ok }) => [row, ok])).toEqual([1, 2, 3, 4, 5].map((row) => [row, true]));
    else
      expect(
        text
          .split('\r\n')
          .filter((line) => /^\d/.test(line))
          .map((line) => line[0])
          .sort(),
      ).toEqual(['1', '2', '3', '4', '5']);
  });

  it.each(['ndjson', 'csv'])('says that the input has changed, and touches nothing: %s', async (format) => {
    place.put('in.csv', csv(4));
    await place.batch(`in.csv --out out.${format}`);
    const before = place.got(`out.${format}`);
    place.put('in.csv', csv(4).replace('token-2', 'token-9'));
    const ended = await place.batch(`in.csv --out out.${format} --resume`);
    expect(ended.status).toBe(2);
    expect(ended.err).toContain(
      'Spreadsheet row 3 is not the row that --out has an answer for (row 2 in --out).',
    );
    expect(ended.err).not.toContain('purchases at a time');
    expect(place.got(`out.${format}`)).toBe(before);
  });

  it('takes rows that were added, and says when rows have gone', async () => {
    place.put('in.csv', csv(3));
    await run();
    place.put('in.csv', csv(6));
    expect((await run('--resume')).status).toBe(0);
    expect(byRow(place.got('out.ndjson'))).toHaveLength(6);
    place.put('in.csv', csv(2));
    const before = place.got('out.ndjson');
    for (const more of [{}, { stdin: csv(2) }]) {
      const line = `${'stdin' in more ? '-' : 'in.csv'} --out out.ndjson --resume`;
      const ended = await place.batch(line, unasked, more);
      expect(ended.status).toBe(2);
      expect(ended.err).toContain('The input has changed: it has 2 rows');
      expect(ended.err).toContain('Fix rows in place');
      expect(place.got('out.ndjson')).toBe(before);
    }
  });

  it.each([
    ['another environment', { PVG_ENVIRONMENT: 'prod' }, '', 'the environment (was dev, is now prod)'],
    ['another origin', { PVG_GATEWAY_URL: 'https://b.example' }, '', 'now https://b.example)'],
    ['another game', { PVG_CLIENT_ID: 'other' }, '', 'the client id (was client, is now other)'],
    ['another product', {}, '--product-id other', '--product-id (was none, is now other)'],
    ['another package', {}, '--package other', 'the package (was none, is now other)'],
    ['another map', {}, '--map os=note', '--map (was none, is now os=note)'],
  ])('does not mix answers: %s', async (_, other, options, says) => {
    place.put('in.csv', 'receipt,product_id,package,note\nt1,g,p,\nt2,g,p,\n');
    await run();
    const before = readdirSync(place.home).map((name) => [
      name,
      statSync(place.at(name)).isFile() && place.got(name),
    ]);
    const refused = await place.batch(`in.csv --out out.ndjson --resume ${options}`, unasked, {
      env: { ...env, ...other },
    });
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('--out was made with different settings');
    expect(refused.err).toContain(says);
    expect(
      readdirSync(place.home).map((name) => [name, statSync(place.at(name)).isFile() && place.got(name)]),
    ).toEqual(before);
    rmSync(place.at('.out.ndjson.settings'));
    const moved = await place.batch(`in.csv --out out.ndjson --resume ${options}`, allPaid, {
      env: { ...env, ...other },
    });
    expect(moved.status).toBe(0);
  });

  it('keeps what it was asked with beside the output: nobody else’s to read, without secret or receipt', async () => {
    place.put('in.csv', csv(1));
    const { err } = await run();
    expect(err).toMatch(/Profile:[ │]+environment variables \(dev\)/);
    expect(statSync(place.at('.out.ndjson.settings')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(place.got('.out.ndjson.settings'))).toEqual({
      profile: 'environment variables',
      environment: 'dev',
      origin: 'https://gw.example',
      client_id: 'client',
      product_id: null,
      package: null,
      map: '',
    });
    expect((await run('--overwrite --package other')).status).toBe(0);
    expect(place.got('.out.ndjson.settings')).toContain('"package":"other"');
  });

  it.each(['', '-q'])('a refusal of the service is told, though it is an answer %s', async (quiet) => {
    place.put('in.csv', csv(3));
    const send: Send = (request, options) =>
      asked(request)['receipt'] === 'token-2'
        ? allPaid(request, options)
        : Promise.resolve(answer(403, { success: false, error: { code: 'ip_not_allowed', message: 'no' } }));
    const says = '3 rows answered, of which 2 were refused by the service (http-403).';
    const first = await run(quiet, send);
    expect(first.status).toBe(0);
    expect(first.err).toContain(says);
    expect(first.err).not.toContain('✔');
    expect(first.err.trim().endsWith('pvg explain-error 403')).toBe(true);
    const again = await run(`--resume ${quiet}`, send);
    expect(again.err).toContain('of which 2 were refused by the service (http-403).');
  });

  it.each(['missing.csv', 'bad.csv', 'in.csv --resume'])(
    'with --query an error stands on stderr: %s',
    async (line) => {
      place.put('in.csv', csv(1));
      place.put('bad.csv', 'a,b\n1,2\n');
      const ended = await place.batch(`${line} --query row`);
      expect([ended.status, ended.out]).toEqual([2, '']);
      expect(ended.err.length).toBeGreaterThan(20);
    },
  );

  it.each([
    ['a note', 'my notes\n'],
    ['the input itself', csv(3)],
    ['a note without a line end', 'my notes'],
    ['another JSON', '{"receipt":"x"}\n'],
  ])('leaves a file alone that is not its own: %s', async (_, text) => {
    place.put('in.csv', csv(3));
    place.put('out.ndjson', text);
    const ended = await run('--resume');
    expect(ended.status).toBe(2);
    expect(ended.err).toContain('line 1 is not a row of this batch. The file was not changed');
    expect(place.got('out.ndjson')).toBe(text);
  });

  it.each([
    ['ndjson', 'csv', 'has NDJSON rows, but this run writes CSV. The file was not changed.'],
    ['csv', 'ndjson', 'has CSV rows, but this run writes NDJSON. The file was not changed.'],
  ])('names the format of an output of the other one: %s', async (first, second, says) => {
    place.put('in.csv', csv(3));
    await place.batch(`in.csv --out rows.txt --format ${first}`);
    const before = place.got('rows.txt');
    const ended = await place.batch(`in.csv --out rows.txt --format ${second} --resume`, unasked);
    expect([ended.status, said(ended)]).toEqual([2, expect.stringContaining(says)]);
    expect(said(ended)).toContain(`Resume with \`--format ${first}\``);
    expect(place.got('rows.txt')).toBe(before);
  });

  it.each([
    ['--resume', 'needs --out'],
    ['--out x.ndjson --resume --overwrite', 'cannot be used together'],
    ['--format xml', '--format must be one of'],
    ['--concurrency 0', '--concurrency must be a whole number from 1'],
    ['--rate 0', '--rate must be a number above 0'],
    ['--shard 9/8', '--shard must be'],
    ['--shard auto', '--shard auto needs one of these variables: JOB_COMPLETION_INDEX'],
    ['--map receipt', '--map needs'],
    [
      '--map ticket-no=note',
      '--map: `ticket-no` is not a field. The fields are receipt, product_id, package, order_id, os.',
    ],
    ['--map t1=note', '--map: the word before `=` is not a field'],
    ['--map receipt=nothing', 'names a column that the header does not have'],
    ['--report summary.pdf', 'ends in .html'],
    ['--raw', '--raw cannot be used with batch'],
    ['--query a[', 'is not a JMESPath expression'],
  ])('wrong usage: %s', async (options, says) => {
    place.put('in.csv', csv(1));
    const ended = await place.batch(`in.csv ${options}`);
    expect(ended.status).toBe(2);
    expect(ended.out + ended.err).toContain(says);
    expect(existsSync(place.at('x.ndjson'))).toBe(false);
  });
});
