import { existsSync, linkSync, readdirSync, symlinkSync } from 'node:fs';
import { platform } from 'node:process';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FileError } from '../../src/file-access.js';
import { PvgError } from '../../src/failure.js';
import { WireFailure, type Send } from '../../src/contract/wire.js';
import { allPaid, answer, asked, csv, env, rowsOf, unasked, workplace } from '../helpers/batch.js';
import { checkSchema } from '../helpers/schemas.js';

const place = workplace();
const header = 'receipt,product_id,package\n';

/** Purchases whose receipt begins with `bad` are refused by the service. */
const refusesBad: Send = (request, options) =>
  asked(request)['receipt']?.startsWith('bad') === true
    ? Promise.resolve(answer(404, { success: false, error: { code: 'unknown_game' } }))
    : allPaid(request, options);

const closingIn = (name: string) => {
  const closing = JSON.parse(place.got(name)) as {
    readonly exit: number;
    readonly answer: { readonly failed: number; readonly failed_file: string | null };
  };
  checkSchema('batch-summary', closing);
  return closing;
};

const left = (): string[] => readdirSync(place.home).filter((name) => name.startsWith('.f'));

describe('the rows that failed, in the form of the input', () => {
  const good = 'good-1,gems,com.example';
  const bad = (n: number): string => `bad-${String(n)},gems,com.example`;
  const forms: Readonly<Record<string, readonly [input: string | Uint8Array, failed: string]>> = {
    'a CSV': [`${header}${bad(1)}\n${good}\n${bad(2)}\n`, `${header}${bad(1)}\n${bad(2)}\n`],
    'without a last line end': [`${header}${good}\n${bad(1)}`, `${header}${bad(1)}\n`],
    'lines of Windows, with a byte order mark': [
      `\ufeff${header}${good}\n${bad(1)}\n`.replaceAll('\n', '\r\n'),
      `\ufeff${header}${bad(1)}\n`.replaceAll('\n', '\r\n'),
    ],
    'semicolons and the line sep=': [
      `sep=;\n${header}${good}\n${bad(1)}\n`.replaceAll(',', ';'),
      `sep=;\n${header}${bad(1)}\n`.replaceAll(',', ';'),
    ],
    'quotes, with a line break in a cell': [
      `"receipt",product_id,"package",note\n"bad-1",gems,"com.example","a ""b"",\nc"\n${good},x\n`,
      `"receipt",product_id,"package",note\n"bad-1",gems,"com.example","a ""b"",\nc"\n`,
    ],
    'formulas beside quotes': [
      `${header}="bad-1",gems,"com.example"\n${good}\n`,
      `${header}="bad-1",gems,"com.example"\n`,
    ],
    'a row that cannot be read': [
      `${header}${good}\n,gems,com.example\nbad-1,gems\n`,
      `${header},gems,com.example\nbad-1,gems\n`,
    ],
    'equal rows': [`${header}${bad(1)}\n${bad(1)}\n`, `${header}${bad(1)}\n${bad(1)}\n`],
    'empty lines between': [`\n${header}\n${bad(1)}\n\n${good}\n`, `${header}${bad(1)}\n`],
    'UTF-16': [
      Buffer.from(`\ufeff${header}${good}\nbad-ü,gems,com.example\n`, 'utf16le'),
      `\ufeff${header}bad-ü,gems,com.example\n`,
    ],
    gzip: [gzipSync(`${header}${bad(1)}\n${good}\n`), `${header}${bad(1)}\n`],
    NDJSON: [
      '{"product_id": "gems", "receipt":"bad-1","package":"com.example", "n":1.50}\n{"receipt":"good-1","product_id":"gems","package":"com.example"}\n',
      '{"product_id": "gems", "receipt":"bad-1","package":"com.example", "n":1.50}\n',
    ],
    'NDJSON with a line that is not JSON': [
      '{"receipt":"good-1","product_id":"gems","package":"k"}\n{"receipt":"x\n{"receipt":"bad-1","product_id":"gems","package":"k"}\n',
      '{"receipt":"bad-1","product_id":"gems","package":"k"}\n{"receipt":"x\n',
    ],
    'rows with members of a result': [
      '{"receipt":"bad-1","product_id":"gems","package":"k","call_id":"x"}\n',
      '{"receipt":"bad-1","product_id":"gems","package":"k","call_id":"x"}\n',
    ],
    'a list on several lines': [
      '[\n{"receipt":"bad-1",\n "product_id":"gems","package":"k"},\n{"receipt":"good-1","product_id":"gems","package":"k"}]',
      '{"receipt":"bad-1",  "product_id":"gems","package":"k"}\n',
    ],
  };

  it.each(Object.entries(forms))('%s', async (_, [input, failed]) => {
    place.put('in', input);
    const line = 'in --out o.ndjson --failed f --summary s.json --concurrency 3';
    const run = await place.batch(line, refusesBad);
    expect(place.got('f')).toBe(failed);
    const { answer: counts } = closingIn('s.json');
    expect([counts.failed_file, left()]).toEqual(['f', []]);
    // It is an input: what was refused is answered now.
    const again = await place.batch('f --out again.ndjson --failed f2 --summary s2.json');
    const answered = rowsOf(place.got('again.ndjson')).filter(({ ok }) => ok).length;
    const { answer: countsAgain } = closingIn('s2.json');
    expect([answered + countsAgain.failed, run.status, again.status === 0]).toEqual([
      counts.failed,
      run.status,
      countsAgain.failed === 0,
    ]);
    expect(existsSync(place.at('f2'))).toBe(countsAgain.failed > 0);
  });

  it('are in the order of the input, whatever fails first', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => bad(index));
    place.put('in.csv', `${header}${rows.join('\n')}\n`);
    const late: Send = async (request, options) => {
      const turns = 60 - Number(asked(request)['receipt']?.slice(4));
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      return refusesBad(request, options);
    };
    await place.batch('in.csv --out o.ndjson --failed f.csv --concurrency 60', late);
    expect(place.got('f.csv')).toBe(place.got('in.csv'));
  });
});

describe('a file that is there', () => {
  const lastNight = async (): Promise<void> => {
    place.put('in.csv', `${header}bad-1,gems,com.example\ngood-1,gems,com.example\n`);
    const run = await place.batch('in.csv --out o.ndjson --failed f.csv', refusesBad);
    expect([run.status, place.got('f.csv')]).toEqual([20, `${header}bad-1,gems,com.example\n`]);
  };

  it('is refused without --overwrite or --resume', async () => {
    await lastNight();
    const before = place.got('f.csv');
    const run = await place.batch('in.csv --out new.ndjson --failed f.csv', unasked);
    expect([run.status, place.got('f.csv'), existsSync(place.at('new.ndjson'))]).toEqual([
      2,
      before,
      false,
    ]);
  });

  it.each([
    ['--resume', 'o.ndjson'],
    ['--overwrite', 'o.ndjson'],
    ['--overwrite', 'new.ndjson'],
  ])('%s: keeps no row of last night when none fails', async (option, out) => {
    await lastNight();
    // As a kill leaves it.
    place.put('.f.csv.rows', '"bad-1,gems,com.example"\n');
    const run = await place.batch(`in.csv --out ${out} --failed f.csv ${option} --summary s.json`);
    expect([run.status, existsSync(place.at('f.csv')), left()]).toEqual([0, false, []]);
    expect(closingIn('s.json').answer.failed_file).toBe(null);
  });

  it('--resume: has what is failed now', async () => {
    await lastNight();
    place.put('in.csv', `${place.got('in.csv')}bad-2,gems,com.example\n`);
    const repairs: Send = (request, options) =>
      asked(request)['receipt'] === 'bad-1'
        ? allPaid(request, options)
        : refusesBad(request, options);
    const run = await place.batch('in.csv --out o.ndjson --failed f.csv --resume', repairs);
    expect([run.status, place.got('f.csv')]).toEqual([20, `${header}bad-2,gems,com.example\n`]);
  });

  it.each([
    ['no profile', 'in.csv', 3, {}],
    ['an input that is not there', 'nothing.csv', 2, env],
    ['a header that lacks a column', 'short.csv', 2, env],
  ])('stays when the run does not begin: %s', async (_, input, status, runEnv) => {
    await lastNight();
    place.put('short.csv', 'receipt\nx\n');
    const line = `${input} --out n.ndjson --failed f.csv --overwrite --summary s.json`;
    const run = await place.batch(line, unasked, { env: runEnv });
    expect([run.status, place.got('f.csv')]).toEqual([status, `${header}bad-1,gems,com.example\n`]);
    expect(closingIn('s.json').answer.failed_file).toBe(null);
  });

  it('stays in a dry run', async () => {
    await lastNight();
    const run = await place.batch('in.csv --failed f.csv --overwrite --dry-run', unasked);
    expect([run.status, place.got('f.csv')]).toEqual([0, `${header}bad-1,gems,com.example\n`]);
  });

  it.each(['ndjson', 'csv'])('is refused if it has results: %s', async (format) => {
    await lastNight();
    const results = `results.${format}`;
    await place.batch(`in.csv --out ${results}`);
    const before = place.got(results);
    const line = `in.csv --out n.ndjson --failed ${results} --overwrite`;
    const run = await place.batch(line, unasked);
    expect([run.status, place.got(results)]).toEqual([2, before]);
  });
});

describe('the file is no other file of the run', () => {
  it.each(['in.csv', 'o.csv', '.o.csv.ndjson', 's.json', 'r.html', './in.csv', 'link', 'hard'])(
    '%s',
    async (failed) => {
      place.put('in.csv', csv(2));
      if (platform === 'win32' && failed === 'link') return;
      if (failed === 'link') symlinkSync(place.at('in.csv'), place.at('link'));
      if (failed === 'hard') linkSync(place.at('in.csv'), place.at('hard'));
      const line = `in.csv --out o.csv --summary s.json --report r.html --overwrite --failed ${failed}`;
      const run = await place.batch(line, unasked);
      expect([run.status, place.got('in.csv')]).toEqual([2, csv(2)]);
      expect(existsSync(place.at('o.csv'))).toBe(false);
    },
  );

  it('is not written by two runs at once', async () => {
    place.put('in.csv', csv(2));
    let inner: number | undefined;
    const send: Send = async (request, options) => {
      inner ??= (await place.batch('in.csv --out b.ndjson --failed f.csv', unasked)).status;
      return allPaid(request, options);
    };
    const run = await place.batch('in.csv --out a.ndjson --failed f.csv --concurrency 1', send);
    expect([run.status, inner, left()]).toEqual([0, 2, []]);
  });
});

describe('every end that pvg sees writes it', () => {
  const rows = `${header}bad-1,gems,com.example\n,gems,com.example\n${csv(5).replace(header, '')}`;
  const failedRows = `${header}bad-1,gems,com.example\n,gems,com.example\n`;

  const goneService: Send = (request, options) =>
    asked(request)['receipt']?.startsWith('bad') === true
      ? refusesBad(request, options)
      : Promise.reject(
          new WireFailure('not-reached', 'the connection was refused', { code: 'ECONNREFUSED' }),
        );

  it('an outage: rows that were not reached are not in it', async () => {
    place.put('in.csv', rows);
    const line = 'in.csv --out o.ndjson --failed f.csv --concurrency 1 --retries 0';
    const run = await place.batch(line, goneService);
    const inResults = rowsOf(place.got('o.ndjson')).filter(({ ok }) => !ok).length;
    expect([run.status, place.got('f.csv').split('\n').length - 2]).toEqual([20, inResults]);
    expect(place.got('f.csv').startsWith(failedRows)).toBe(true);
  });

  it('an input that breaks off', async () => {
    place.put('in.csv', `${header}bad-1,gems,com.example\n"open,gems,com.example\n`);
    const run = await place.batch('in.csv --out o.ndjson --failed f.csv', refusesBad);
    expect([run.status, place.got('f.csv')]).toEqual([2, `${header}bad-1,gems,com.example\n`]);
  });

  it('a fault of pvg', async () => {
    place.put('in.csv', rows);
    let requests = 0;
    const broken: Send = (request, options) => {
      requests += 1;
      if (requests > 3) throw new TypeError('broken');
      return refusesBad(request, options);
    };
    const run = await place.batch('in.csv --out o.ndjson --failed f.csv --concurrency 1', broken);
    expect([run.status, place.got('f.csv'), left()]).toEqual([1, failedRows, []]);
  });

  it.each(['interrupted', 'terminated'] as const)('%s', async (code) => {
    place.put('in.csv', `${header},gems,com.example\n${csv(2).replace(header, '')}`);
    const interrupt = new AbortController();
    const waiting: Send = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
        interrupt.abort(new PvgError(code, 'ended'));
      });
    const line = 'in.csv --out o.ndjson --failed f.csv --concurrency 1';
    const run = await place.batch(line, waiting, { interrupt: interrupt.signal });
    expect([[130, 143].includes(run.status), place.got('f.csv'), left()]).toEqual([
      true,
      `${header},gems,com.example\n`,
      [],
    ]);
  });

  it('a file that a killed run left beside it is in nobody’s way', async () => {
    place.put('in.csv', rows);
    place.put('.f.csv.rows', 'left\n');
    const run = await place.batch('in.csv --out o.ndjson --failed f.csv', refusesBad);
    expect([run.status, place.got('f.csv'), left()]).toEqual([20, failedRows, []]);
  });

  it.each(['write', 'openAppend'] as const)(
    'it cannot be written (%s): that is said, and the results are whole',
    async (operation) => {
      place.put('in.csv', rows);
      const run = await place.batch('in.csv --failed f.csv --summary s.json', refusesBad, {
        files: () => ({ [operation]: (path: string) => failsFor(path) }),
      });
      expect([run.status, rowsOf(run.out).length]).toEqual([20, 7]);
      expect(run.err).toContain('f.csv could not be written');
    },
  );
});

const failsFor = (path: string): Promise<never> => Promise.reject(new FileError('ENOSPC', path));

it('the option for the rows that a run did not reach is the same in each sentence', async () => {
  const earlier = '{"earlier":"results"}\n';
  place.put('in.csv', `${header}good-1,gems,com.example\n,gems,com.example\n`);
  place.put('r2.ndjson', earlier);
  const neverThere: Send = () => Promise.reject(new WireFailure('not-reached', 'refused'));
  const line = 'in.csv --out r2.ndjson --overwrite --failed f.csv --patience 1';
  const ended = await place.batch(line, neverThere);
  expect(place.got('r2.ndjson')).toBe(earlier);
  expect(ended.err).toMatch(/When the service answers:\s+`pvg batch/);
  expect(ended.err).toContain('--overwrite');
  expect(ended.err).not.toContain('--resume');
});
