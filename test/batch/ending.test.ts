import { describe, expect, it } from 'vitest';
import { FileError, type Files } from '../../src/file-access.js';
import { PvgError } from '../../src/failure.js';
import { WireFailure, type Send, type WireRequest } from '../../src/contract/wire.js';
import { allBut, allPaid, answer, asked, byRow, cells, csv } from '../helpers/batch.js';
import { fixedUnixSeconds } from '../helpers/context.js';
import { nothingSent, said, unasked, watched, workplace } from '../helpers/batch.js';

/** How a run ends, and what to do then. */

const place = workplace();
const header = 'receipt,product_id,package\n';
const good = 't1,g,p\n';
const unreadable = ',g,p\n';
const line = 'in.csv --out out.ndjson';

/** Goes on to the end, and asks only for what is missing. */
async function resumed(
  count: number,
  missing: number,
  out = 'out.ndjson',
  lines = out,
): Promise<void> {
  const { send, receipts } = watched();
  expect((await place.batch(`in.csv --out ${out} --resume`, send)).status).toBe(0);
  expect(receipts).toHaveLength(missing);
  const written = byRow(place.got(lines)).map(({ row, ok }) => [row, ok]);
  expect(written).toEqual(Array.from({ length: count }, (_, at) => [at + 1, true]));
}

describe('The exit status', () => {
  it.each([
    ['0: all rows are answered', header + good, 0, /^(?!.*Next: pvg batch)/],
    [
      '0: a purchase that is not confirmed is an answer',
      `${header}t2,g,p\n`,
      0,
      /^(?!.*Next: pvg batch)/,
    ],
    [
      '20: a row got no answer',
      `${header}${good}t3,g,p\n`,
      20,
      /Next: pvg batch in\.csv .*--resume/,
    ],
    ['21: rows that failed cannot be read', header + good + unreadable, 21, /no receipt.*--resume/],
    [
      '20: both',
      `${header}${good}${unreadable}t3,g,p\n`,
      20,
      /no receipt.*row 4 \(line 4.*--resume/,
    ],
  ])('is %s', async (_, input, status, next) => {
    place.put('in.csv', input);
    const rejection = answer(200, {
      order_id: null,
      game_id: 1,
      found: false,
      status: 404,
      error: 'x',
    });
    const ended = await place.batch(`${line} --retries 0`, (request, options) =>
      asked(request)['receipt'] === 't2'
        ? Promise.resolve(rejection)
        : allBut('t3')(request, options),
    );
    expect(ended.status).toBe(status);
    expect(said(ended)).toMatch(next);
  });

  it('21 with --quiet names only the first rows, and the command to go on', async () => {
    place.put('in.csv', header + good + unreadable.repeat(20));
    const ended = await place.batch(`${line} --quiet`);
    expect(ended.status).toBe(21);
    expect(said(ended)).toMatch(
      /row 3 .*row 4 .*row 5 .*When that is fixed: `pvg batch .*--resume/,
    );
    expect(said(ended)).not.toMatch(/row 6|Rows|Meaning|Profile/);
    const spoken = await place.batch(`${line} --resume`);
    expect(said(spoken)).toMatch(/row 6 .*row 12 /);
  });

  it('of a dry run is 21 where rows cannot be read; all are counted, and ten named', async () => {
    place.put('in.csv', header + good + unreadable.repeat(25));
    const ended = await place.batch('in.csv --dry-run --json', unasked);
    expect(ended.status).toBe(21);
    const first = Array.from({ length: 10 }, (_, at) => ({ row: at + 2 }));
    const answer = { format: 'csv', rows: 26, unreadable: 25, first_unreadable: first };
    expect(JSON.parse(ended.out)).toMatchObject({ answer });
    expect((await place.batch('in.csv --dry-run --query answer.rows', unasked)).out).toBe('26\n');
  });

  it('by a dry run says the encoding, also of an input whose first 2 MB are ASCII', async () => {
    place.put(
      'in.csv',
      Buffer.concat([Buffer.from(csv(60_000)), Buffer.from('M\xfcller,g,p\n', 'latin1')]),
    );
    expect(said(await place.batch('in.csv --dry-run', unasked))).toContain(
      'it is read as Windows-1252',
    );
  });

  it.each(['', '-q'])(
    'of refusals of the service is 20, and they are told with their code %s',
    async (quiet) => {
      place.put('in.csv', csv(3));
      const refusal = answer(403, {
        success: false,
        error: { code: 'ip_not_allowed', message: 'no' },
      });
      for (const way of ['', '--resume']) {
        const ended = await place.batch(
          `${line} --concurrency 1 ${quiet} ${way}`,
          allBut('token-2', refusal),
        );
        expect([ended.status, byRow(place.got('out.ndjson'))[1]?.exit]).toEqual([20, 5]);
        expect(said(ended)).toMatch(/http-403.*--resume.*pvg explain-error 403/);
      }
    },
  );
});

it('A purchase of another product is told apart from one that the store does not confirm', async () => {
  place.put('in.csv', csv(3));
  const mismatch = answer(422, { success: false, error: 'PRODUCT_MISMATCH', message: 'no' });
  for (const way of ['', '--resume']) {
    const ended = await place.batch(`${line} --json ${way}`, allBut('token-2', mismatch));
    const counts = { by_verdict: { 'paid-and-recorded': 2, 'not-confirmed': 1 }, by_failure: {} };
    expect(JSON.parse(ended.out)).toMatchObject({ ok: true, answer: { answered: 3, ...counts } });
    const people = await place.batch(`${line} --resume`, unasked);
    expect(said(people)).toMatch(/PRODUCT_MISMATCH Meaning: The product does not match\./);
    expect(said(people)).not.toMatch(/does not confirm|right environment|Failed/);
  }
});

const refusedRow = answer(400, { success: false, error: 'INVALID_BODY', message: 'x' });
const lost = answer(502, 'x');
const unreached: Send = () => Promise.reject(new WireFailure('not-reached', 'refused'));

it.each<[what: string, input: string, send: Send, end: [status: number, advice: string]]>([
  ['all rows are answered', header + good, allPaid, [0, 'none']],
  ['a row got no answer', csv(3), allBut('token-2', lost), [20, 'retry-later']],
  ['a row was refused', csv(3), allBut('token-2', refusedRow), [20, 'fix-request']],
  ['a row cannot be read', header + good + unreadable, allPaid, [21, 'fix-request']],
  [
    'a row was refused, and one cannot be read',
    csv(3) + unreadable,
    allBut('token-2', refusedRow),
    [20, 'fix-request'],
  ],
  ['the service was never reached', csv(3), unreached, [11, 'retry-later']],
])('A script branches on the advice of the run: %s', async (_, input, send, end) => {
  place.put('in.csv', input);
  const ended = await place.batch(`${line} --retries 0 --json`, send);
  const { exit, advice } = JSON.parse(ended.out) as { exit: number; advice: string };
  expect([exit, advice]).toEqual(end);
  // Without --out there is nothing to resume, and the advice is the same.
  await place.batch('in.csv --retries 0 --summary sum.json', send);
  expect(JSON.parse(place.got('sum.json'))).toMatchObject({ exit, advice });
});

/** What the file of --summary says of the run. */
const summed = (): unknown => {
  const { exit, advice, answer } = JSON.parse(place.got('sum.json')) as {
    exit: number;
    advice: string;
    answer: { resume_helps: boolean };
  };
  return [exit, advice, answer.resume_helps];
};

describe('A run that ends early', () => {
  it('with refused credentials ends in 4, and can be resumed', async () => {
    place.put('in.csv', csv(50));
    let times = 0;
    const refusal = answer(401, { success: false, error: 'UNAUTHORIZED', message: 'x' });
    const ended = await place.batch(`${line} --concurrency 1`, () => {
      times += 1;
      return Promise.resolve(refusal);
    });
    expect([ended.status, times]).toEqual([4, 8]);
    expect(said(ended)).toMatch(/--resume`.*Next: pvg doctor --probe/);
    await resumed(50, 50);
  });

  it.each([
    [403, [20, 20]],
    [401, [20, 4]],
  ])(
    'is none of a resumed run whose credentials were let in before, unless they get 401: %d',
    async (status, ends) => {
      place.put('in.csv', csv(30));
      const refusal = answer(status, { success: false, error: 'NOT_ALLOWED', message: 'no' });
      const lastTen = (request: WireRequest): boolean =>
        Number(asked(request)['receipt']?.replace('token-', '')) > 20;
      const send: Send = (request, options) =>
        lastTen(request) ? Promise.resolve(refusal) : allPaid(request, options);
      const statuses: number[] = [];
      for (const way of ['', '--resume']) {
        statuses.push((await place.batch(`${line} --concurrency 1 ${way}`, send)).status);
      }
      expect(statuses).toEqual(ends);
    },
  );

  it('with a refused secret of an option leads to its file, which no doctor reads', async () => {
    place.put('in.csv', csv(8));
    place.put('secret', 'a-long-wrong-one');
    const refusal = answer(401, { success: false, error: 'UNAUTHORIZED', message: 'x' });
    const secretLine = `${line} --client-secret-file ${place.at('secret')}`;
    const ended = await place.batch(secretLine, () => Promise.resolve(refusal));
    expect(ended.status).toBe(4);
    expect(said(ended)).toMatch(/file of `--client-secret-file`.*Next: pvg explain-error/);
    expect(said(ended)).not.toContain('doctor --probe');
  });

  it.each([
    [900, /The timestamp was 900 s behind.*Check the client id.*Next: pvg doctor --online$/],
    [10, /Check the client id.*The timestamp was 10 s behind.*Next: pvg doctor --probe/],
  ])(
    'with refused credentials and a clock %i s behind names first what was measured',
    async (behindS, says) => {
      place.put('in.csv', csv(8));
      const date = new Date((fixedUnixSeconds + behindS) * 1000).toUTCString();
      const body = { success: false, error: 'UNAUTHORIZED', message: 'x' };
      const refusal = answer(401, body, [['date', date]]);
      const ended = await place.batch(line, () => Promise.resolve(refusal));
      expect(ended.status).toBe(4);
      expect(said(ended).trim()).toMatch(says);
    },
  );

  it('because the service never answered ends in 11 without lines', async () => {
    place.put('in.csv', csv(5_000));
    const refused = new WireFailure('not-reached', 'the connection was refused');
    const ended = await place.batch(line, () => Promise.reject(refused));
    expect([ended.status, place.got('out.ndjson')]).toEqual([11, '']);
    expect(said(ended)).toContain(`When the service answers: \`pvg batch ${line} --resume\``);
    expect(said(ended)).toMatch(/Next: pvg doctor --online $/);
  });

  const page = ['content-type', 'text/html'] as const;
  it.each<[what: string, status: number, isFixNeeded: boolean]>([
    ['a page of another server', 200, true],
    ['a page that is not there', 404, true],
    ['a redirect', 302, true],
    ['a proxy that finds no service', 502, false],
    ['a service that is being changed', 503, false],
  ])('because only pages came: %s (HTTP %i)', async (_, status, isFixNeeded) => {
    place.put('in.csv', csv(20));
    const send: Send = () => Promise.resolve(answer(status, '<html>', [page]));
    const ended = await place.batch(`${line} --patience 30 --summary sum.json`, send);
    const advice = isFixNeeded ? 'check' : 'retry-later';
    expect([ended.status, summed()]).toEqual([20, [20, advice, !isFixNeeded]]);
    const begun = isFixNeeded ? 'When that is fixed' : 'When the service answers';
    const next = isFixNeeded ? 'profile show' : 'doctor --online';
    expect(said(ended)).toMatch(new RegExp(`${begun}: .* Next: pvg ${next} $`));
  });

  it('because only pages came is resumed by itself where an earlier run was answered', async () => {
    place.put('in.csv', csv(1));
    await place.batch(line);
    place.put('in.csv', csv(20));
    const send: Send = () => Promise.resolve(answer(200, '<html>', [page]));
    await place.batch(`${line} --resume --summary sum.json`, send);
    expect(summed()).toEqual([20, 'retry-later', true]);
  });

  it('names the profile in the next command, wherever it came from', async () => {
    place.put('in.csv', `${header}demo-store-down,gems_100,com.example.game\n`);
    const ended = await place.batch(`${line} --retries 0 --patience 1`, unasked, {
      env: { PVG_PROFILE: 'local' },
    });
    expect(ended.status).toBe(20);
    expect(said(ended)).toContain('pvg batch in.csv --profile local --out out.ndjson');
    expect(said(ended)).toMatch(/Next: pvg doctor --online --profile local $/);
  });

  it('without patience ends in 20 with the first probe that fails', async () => {
    place.put('in.csv', csv(50));
    let times = 0;
    const ended = await place.batch(`${line} --patience 0 --concurrency 1`, (request, options) => {
      times += 1;
      return times <= 10 ? allPaid(request, options) : Promise.resolve(answer(502, 'x'));
    });
    expect(ended.status).toBe(20);
    expect(ended.context.clock.elapsed()).toBeLessThan(1_000);
    await resumed(50, 40);
  });

  it('because the service is gone for good ends in 20, with the answers that came', async () => {
    place.put('in.csv', csv(2_000));
    let times = 0;
    const ended = await place.batch(`${line} --json`, (request, options) =>
      (times += 1) <= 100 ? allPaid(request, options) : Promise.resolve(answer(502, 'x')),
    );
    const counts = { rows: 100, answered: 100, failed: 0, resume_helps: true };
    expect(JSON.parse(ended.out)).toMatchObject({ ok: false, exit: 20, answer: counts });
    await resumed(2_000, 1_900);
  });

  it.each([
    ['interrupted', 130],
    ['terminated', 143],
  ] as const)('because it is %s keeps what is done', async (code, status) => {
    place.put('in.csv', csv(100));
    const end = new AbortController();
    const { send, receipts } = watched((request, options) => {
      if (receipts.length >= 20) end.abort(new PvgError(code, 'Interrupted.'));
      return allPaid(request, options);
    });
    const words = `${line} --summary sum.json`;
    const ended = await place.batch(words, send, { interrupt: end.signal });
    expect(ended.status).toBe(status);
    expect(summed()).toEqual([status, 'retry-later', true]);
    expect(said(ended)).toContain(`Next: pvg batch ${words} --resume`);
    const done = byRow(place.got('out.ndjson')).length;
    expect(Math.abs(done - 24)).toBeLessThan(6);
    await resumed(100, 100 - done);
  });

  it('because it is interrupted makes the CSV of what is done', async () => {
    place.put('in.csv', csv(100));
    const end = new AbortController();
    const send: Send = (request, options) => {
      if (asked(request)['receipt'] === 'token-20')
        end.abort(new PvgError('interrupted', 'Interrupted.'));
      return allPaid(request, options);
    };
    await place.batch('in.csv --out out.csv', send, { interrupt: end.signal });
    expect(cells(place.got('out.csv'))).toHaveLength(
      byRow(place.got('.out.csv.ndjson')).length + 1,
    );
  });

  it.each(['ndjson', 'csv'])('because the disk is full ends in 14: %s', async (format) => {
    place.put('in.csv', csv(300));
    const files = ({ openAppend }: Files): Partial<Files> => ({
      openAppend: async (path, kept) => {
        const file = await openAppend(path, kept);
        let times = 0;
        const write = (data: string): void => {
          if ((times += 1) > 3) throw new FileError('ENOSPC', path);
          file.write(data);
        };
        return { ...file, write };
      },
    });
    const words = `in.csv --out out.${format} --summary sum.json`;
    const ended = await place.batch(words, watched().send, { files });
    expect(summed()).toEqual([14, 'fix-request', true]);
    expect(said(ended)).toMatch(/the disk is full.*--resume/);
    const lines = format === 'csv' ? '.out.csv.ndjson' : 'out.ndjson';
    await resumed(300, 300 - byRow(place.got(lines)).length, `out.${format}`, lines);
  });

  it('while it reads earlier results sends nothing and leaves them as they are', async () => {
    place.put('in.csv', csv(3_000));
    await place.batch(`${line} --retries 0`, allBut('token-2000'));
    const before = place.got('out.ndjson');
    const cut = new AbortController();
    const files = ({ open }: Files): Partial<Files> => ({
      open: (path) => {
        if (path === 'out.ndjson') cut.abort(new PvgError('terminated', 'Terminated.'));
        return open(path);
      },
    });
    const words = `${line} --resume --summary sum.json`;
    const ended = await place.batch(words, unasked, { interrupt: cut.signal, files });
    expect(summed()).toEqual([143, 'retry-later', true]);
    expect(said(ended)).toMatch(nothingSent);
    expect(place.got('out.ndjson')).toBe(before);
    await resumed(3_000, 1);
  });

  it('without a profile says that somebody must change something', async () => {
    place.put('in.csv', csv(1));
    await place.batch(`${line} --summary sum.json`, unasked, { env: {} });
    expect(summed()).toEqual([3, 'fix-request', false]);
  });

  it('at a broken quote ends in 2 at its line, with the rows before it', async () => {
    const broken = `${csv(40)}"t41"x,g,p\n${good}`;
    place.put('in.csv', broken);
    const ended = await place.batch(`${line} --summary sum.json`);
    expect(summed()).toEqual([2, 'fix-request', false]);
    expect(said(ended)).toMatch(/line 42.*quote.*--resume/);
    expect(byRow(place.got('out.ndjson'))).toHaveLength(40);
    place.put('in.csv', broken.replace('"t41"x', 't41'));
    await resumed(42, 2);
  });
});
