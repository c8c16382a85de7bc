import { describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { FileError, type Files } from '../../src/file-access.js';
import { runProgram } from '../../src/program.js';
import { WireFailure, type Send } from '../../src/contract/wire.js';
import {
  env,
  allBut,
  allPaid,
  answer,
  asked,
  csv,
  rowsOf,
  said,
  watched,
  workplace,
} from '../helpers/batch.js';
import { testContext } from '../helpers/context.js';

/** The end of a batch promises nothing: what another run would change, what was sent, what is in the file. */

const place = workplace();
const line = 'in.csv --out out.ndjson';

interface Closing {
  readonly exit: number;
  readonly advice: string;
  readonly answer: Readonly<Record<string, unknown>>;
}
const closing = (): Closing => JSON.parse(place.got('sum.json')) as Closing;

const closedStore = answer(200, { found: false, status: 401, error: 'x' });
const brokenStore = answer(200, { found: false, status: 503, error: 'x' });
const unconfirmed = answer(200, { found: false, status: 404, error: 'x' });

describe('A store that refuses the gateway is for the operator', () => {
  it.each([
    ['beside others that are answered', 3],
    ['alone', 1],
  ])('and another run does not help: %s', async (_what, count) => {
    place.put('in.csv', csv(count));
    for (const way of ['', '--resume']) {
      const words = `${line} --summary sum.json ${way}`;
      const ended = await place.batch(words, allBut('token-1', closedStore));
      expect(ended.status).toBe(20);
      expect(closing()).toMatchObject({
        advice: 'fix-request',
        answer: { failed: 1, by_failure: { 'store-unavailable': 1 }, resume_helps: false },
      });
      expect(said(ended)).toMatch(/store-unavailable Meaning: [^:]*Who acts next: the operator\./);
      expect(said(ended)).not.toMatch(/you, later|does not answer|Next: /);
      expect(said(ended)).toContain('When that is fixed: `pvg batch');
    }
    // An answer of a single look-up says the same of the row.
    expect(rowsOf(place.got('out.ndjson')).find(({ advice }) => advice === 'check')).toBeDefined();
  });

  it('and is counted apart from one that was away, which another run may find', async () => {
    place.put('in.csv', csv(4));
    const send: Send = (request, options) =>
      asked(request)['receipt'] === 'token-2'
        ? Promise.resolve(brokenStore)
        : allBut('token-1', closedStore)(request, options);
    const ended = await place.batch(`${line} --retries 0 --summary sum.json`, send);
    expect(closing()).toMatchObject({
      advice: 'retry-later',
      answer: { failed: 2, by_failure: { 'store-unavailable': 2 }, resume_helps: true },
    });
    expect(said(ended)).toMatch(/Who acts next: the operator\./);
    expect(said(ended)).toMatch(/Who acts next: you, later\./);
    expect(said(ended)).toMatch(/Next: pvg batch .* --resume/);
  });
});

describe('The counts of a run that was resumed are those of its output:', () => {
  const equalRows = `${csv(2)}token-1,gems,com.example\n`;
  const odd = answer(200, {
    order_id: 'GPA.1',
    game_id: 1,
    found: true,
    environment: null,
    transactions: [{ purchase_state: '0', gateway: { found: true, recorded_for_this_game: true } }],
  });

  it.each(['', '--again paid-and-recorded,unknown'])('%s', async (again) => {
    place.put('in.csv', equalRows);
    const counts = { rows: 3, repeated: 1, unusual: 3 };
    await place.batch(`${line} --summary sum.json`, allBut('token-1', odd));
    expect(closing().answer).toMatchObject(counts);
    await place.batch(`${line} --summary sum.json --resume ${again}`, allBut('token-1', odd));
    expect(closing().answer).toMatchObject(counts);
  });

  it('also those that --again would have asked about if the run had reached them', async () => {
    place.put('in.csv', equalRows);
    await place.batch(line);
    const away: Send = () => Promise.reject(new WireFailure('not-reached', 'refused'));
    await place.batch(
      `${line} --summary sum.json --resume --again paid-and-recorded --patience 0`,
      away,
    );
    expect(closing().answer).toMatchObject({ rows: 3, repeated: 1 });
  });
});

const fullAfter =
  (writes: number, code = 'EFBIG') =>
  ({ openAppend }: Files): Partial<Files> => ({
    openAppend: async (path, kept) => {
      const file = await openAppend(path, kept);
      let times = 0;
      const write = (data: string): void => {
        if ((times += 1) > writes) throw new FileError(code, path);
        file.write(data);
      };
      return { ...file, write };
    },
  });

it('A full disk counts the rows that failed apart from those that were answered', async () => {
  place.put('in.csv', csv(300).replace('token-1,', ','));
  const ended = await place.batch(line, watched().send, { files: fullAfter(3) });
  expect(ended.status).toBe(14);
  expect(said(ended)).toMatch(
    /\d+ rows: \d+ were answered, 1 failed\. In the file: \d+ of \d+ rows\. --resume/,
  );
});

it('A full disk says how many rows are in the file, and what to do about the disk', async () => {
  place.put('in.csv', csv(20));
  const ended = await place.batch(`${line} --summary sum.json`, watched().send, {
    files: fullAfter(0, 'ENOSPC'),
  });
  expect(place.got('out.ndjson')).toBe('');
  expect(said(ended)).toMatch(/In the file: 0 of \d+ rows\. --resume looks up the others again\./);
  expect(said(ended)).toContain('Free some disk space');
  const summary = JSON.parse(place.got('sum.json')) as Record<string, unknown>;
  expect(summary['advice']).toBe('fix-request');
});

it('Rows whose standard output failed are not said to be written', async () => {
  place.put('in.csv', csv(3));
  const made = testContext({ env, home: place.home, send: allPaid });
  const failure = new PvgError('output-unwritable', 'Standard output cannot be written.');
  const context = { ...made, stdout: { ...made.stdout, write: () => Promise.reject(failure) } };
  const status = await runProgram(context, ['batch', 'in.csv']);
  const ended = { status, out: '', err: context.stderr.text(), context };
  expect(ended.status).toBe(14);
  expect(said(ended)).toMatch(/answered\. Which of their lines were written is not known\./);
  expect(said(ended)).not.toMatch(/done|and written|all are written/);
});

it('An outage after answers does not say that nothing was sent', async () => {
  place.put('in.csv', csv(50));
  let times = 0;
  const ended = await place.batch(`${line} --patience 0`, (request, options) =>
    (times += 1) <= 20
      ? allPaid(request, options)
      : Promise.reject(new WireFailure('not-reached', 'the connection was refused')),
  );
  expect(ended.status).toBe(20);
  expect(said(ended)).toMatch(/The last attempts did not reach it: .*20 rows were answered/);
  expect(said(ended)).not.toMatch(/Nothing was sent|never reached/);
});

it.each([
  [1, 2, true],
  [1, 3, false],
  [2, 189, false],
])(
  'The environment is doubted if %i of %i purchases are not confirmed: %s',
  async (notConfirmed, count, isDoubted) => {
    place.put('in.csv', csv(count));
    const ended = await place.batch(line, (request, options) =>
      Number(asked(request)['receipt']?.slice(6)) <= notConfirmed
        ? Promise.resolve(unconfirmed)
        : allPaid(request, options),
    );
    expect(said(ended).includes('Is this the right environment?')).toBe(isDoubted);
  },
);

it('What must be fixed first is not offered as the next command', async () => {
  for (const input of [`${csv(1)},gems,com.example\n`, `${csv(1)}"t2"x,gems,com.example\n`]) {
    place.put('in.csv', input);
    const ended = await place.batch(`${line} --overwrite --summary sum.json`);
    expect(closing().answer).toMatchObject({ resume_helps: false });
    expect(said(ended)).not.toContain('Next: ');
    expect(said(ended)).toMatch(/When that is fixed: `pvg batch in\.csv .*--resume`/);
  }
});
