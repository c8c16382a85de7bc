import { describe, expect, it } from 'vitest';
import { WireFailure, type Send, type WireResponse } from '../../src/contract/wire.js';
import { rejection } from '../helpers/answers.js';
import {
  allPaid,
  answer,
  asked,
  byRow,
  csv,
  unasked,
  watched,
  workplace,
} from '../helpers/batch.js';
import { linesOf } from '../helpers/journal.js';
import { pvg } from '../helpers/pvg.js';
import { checkSchema } from '../helpers/schemas.js';

const place = workplace();
const line = 'in.csv --out out.ndjson --json';

interface Closing {
  readonly exit: number;
  readonly error: { readonly code: string } | null;
  readonly answer: Readonly<
    Record<'rows' | 'answered' | 'failed' | 'unreadable' | 'earlier', number>
  > & {
    readonly by_verdict: Readonly<Record<string, number>>;
    readonly by_failure: Readonly<Record<string, number>>;
    readonly first_failures: readonly { readonly code: string }[];
    readonly resume_helps: boolean;
  };
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The closing object, whose counts add up whatever the run came to. */
function closingIn(text: string): Closing {
  const closing = JSON.parse(text) as Closing;
  checkSchema('batch-summary', closing);
  const { rows, answered, failed, by_verdict, by_failure } = closing.answer;
  expect([sumOf(by_verdict), sumOf(by_failure), answered + failed]).toEqual([
    answered,
    failed,
    rows,
  ]);
  return closing;
}

const refusal = (status: number, error: unknown = 'REFUSED'): WireResponse =>
  answer(status, { success: false, error, message: 'no' });

/** Refuses the purchases with these numbers, and counts who asks. */
const refusing = (status: number, isRefused: (number: number) => boolean, error?: unknown) =>
  watched((request, options) => {
    const number = Number(asked(request)['receipt']?.replace('token-', ''));
    return isRefused(number) ? Promise.resolve(refusal(status, error)) : allPaid(request, options);
  });

const receipts = (count: number, isTaken: (number: number) => boolean = () => true): string[] =>
  Array.from({ length: count }, (_, at) => at + 1)
    .filter(isTaken)
    .map((number) => `token-${String(number)}`);

const some = (number: number): boolean => number % 3 === 0;
const all = (): boolean => true;

/** 401 and 403 have failed in the same way, unless they are all that the first purchases get. */
const cases = [400, 401, 403, 404, 409, 410, 412, 413, 418].flatMap((status) =>
  ([['all', all] as const, ['some', some] as const] as const)
    .filter(([name]) => name === 'some' || ![401, 403].includes(status))
    .flatMap(([name, isRefused]) =>
      ['out.ndjson', 'out.csv'].map((out) => ({ status, name, isRefused, out })),
    ),
);

describe('A row that the service refused has failed', () => {
  it.each(cases)('$status for $name rows, $out: 20, and --resume asks again', async (given) => {
    const { status, isRefused, out } = given;
    place.put('in.csv', csv(12));
    const refused = receipts(12, isRefused);
    const first = await place.batch(
      `in.csv --out ${out} --json --concurrency 1`,
      refusing(status, isRefused).send,
    );
    expect(first.status).toBe(20);
    expect(closingIn(first.out)).toMatchObject({
      error: { code: 'rows-failed' },
      answer: {
        answered: 12 - refused.length,
        failed: refused.length,
        by_failure: { REFUSED: refused.length },
      },
    });
    const rows = byRow(place.got(out === 'out.csv' ? '.out.csv.ndjson' : out));
    expect(
      rows.filter(({ ok }) => !ok).map(({ verdict, error }) => [verdict, error?.code]),
    ).toEqual(refused.map(() => [null, 'REFUSED']));
    // Still refused: asked again, and failed again.
    const again = refusing(status, isRefused);
    const second = await place.batch(`in.csv --out ${out} --json --resume`, again.send);
    expect([second.status, again.receipts.sort()]).toEqual([20, [...refused].sort()]);
    expect(closingIn(second.out).answer).toMatchObject({
      earlier: 12 - refused.length,
      failed: refused.length,
    });
    // The service is repaired.
    const repaired = watched();
    const third = await place.batch(`in.csv --out ${out} --json --resume`, repaired.send);
    expect([third.status, repaired.receipts.sort()]).toEqual([0, [...refused].sort()]);
    expect(closingIn(third.out).answer).toMatchObject({
      rows: 12,
      answered: 12,
      failed: 0,
      by_failure: {},
    });
  });

  it.each(['', '--format csv'])('also where the rows go to standard output %s', async (format) => {
    place.put('in.csv', csv(5));
    const ended = await place.batch(`in.csv --json ${format}`, refusing(404, all, 17).send);
    expect([
      ended.status,
      closingIn(ended.err.trim().split('\n').at(-1) ?? '').answer.by_failure,
    ]).toEqual([20, { 'http-404': 5 }]);
  });

  it.each([404, 413, 418])('also by a page that is not of the service: HTTP %i', async (status) => {
    place.put('in.csv', csv(12));
    const page = answer(status, '<html>');
    const isSome = (receipt = ''): boolean => some(Number(receipt.replace('token-', '')));
    const { send } = watched((request, options) =>
      isSome(asked(request)['receipt']) ? Promise.resolve(page) : allPaid(request, options),
    );
    const ended = await place.batch(`${line} --concurrency 1`, send);
    expect([ended.status, closingIn(ended.out).answer.by_failure]).toEqual([
      20,
      { 'no-contract-shape': 4 },
    ]);
    // For every row it looks like an address that is wrong: the rows have no line yet.
    const wrong = await place.batch(`${line} --overwrite`, () => Promise.resolve(page));
    expect([wrong.status, closingIn(wrong.out).answer.resume_helps]).toEqual([20, false]);
    for (const left of [4, 0]) {
      const again = watched();
      expect((await place.batch(`${line} --resume`, again.send)).status).toBe(0);
      expect(again.receipts).toHaveLength(left);
    }
  });

  it('once for all rows of an equal purchase, and is asked again once', async () => {
    place.put('in.csv', csv(2) + 'token-2,gems,com.example\n'.repeat(5));
    for (const way of ['', '--resume']) {
      const { send, receipts: asking } = refusing(413, (number) => number === 2);
      const ended = await place.batch(`${line} ${way} --concurrency 1`, send);
      expect([ended.status, asking.filter((each) => each === 'token-2').length]).toEqual([20, 1]);
      expect(closingIn(ended.out).answer).toMatchObject({ answered: 1, failed: 6 });
    }
    expect((await place.batch(`${line} --resume`)).status).toBe(0);
  });

  it('in results of an earlier pvg, which counted it as answered', async () => {
    place.put('in.csv', csv(2));
    await place.batch(line, refusing(400, (number) => number === 2).send);
    expect(byRow(place.got('out.ndjson'))[1]).toMatchObject({ exit: 5, verdict: null });
    const { send, receipts: asking } = watched();
    expect([(await place.batch(`${line} --resume`, send)).status, asking]).toEqual([
      0,
      ['token-2'],
    ]);
  });

  it('and is told with its code, and who acts', async () => {
    place.put('in.csv', csv(4));
    const ended = await place.batch(
      'in.csv --out out.ndjson',
      refusing(400, some, 'MISSING_FIELDS').send,
    );
    const listed = /MISSING_FIELDS[^]*Who acts next/;
    expect(ended.err).toMatch(listed);
    const other = await place.batch(
      'in.csv --out b.ndjson --report b.html',
      refusing(418, some, 9).send,
    );
    expect(other.err).toMatch(/http-418[^]*Who acts next/);
    expect(place.got('b.html')).toMatch(/http-418/);
  });

  it('in the journal entry of the run', async () => {
    place.put('in.csv', csv(2));
    await place.batch(line, refusing(404, all).send);
    expect(linesOf(place.home)).toMatchObject([{ exit: 20, error: { code: 'rows-failed' } }]);
  });
});

describe('The counts add up', () => {
  const store = (status: number): WireResponse => answer(200, { ...rejection, status });
  /** What the service says of each purchase, and where its row is counted. */
  const kinds: readonly (readonly [WireResponse | WireFailure, 'verdict' | 'failure', string])[] = [
    [answer(200, rejection), 'verdict', 'not-confirmed'],
    [answer(200, { found: true, transactions: [] }), 'verdict', 'unknown'],
    [refusal(422, 'VERIFICATION_FAILED'), 'verdict', 'not-confirmed'],
    [refusal(422, 'PRODUCT_MISMATCH'), 'verdict', 'not-confirmed'],
    [refusal(409, 'DUPLICATE_TRANSACTION'), 'verdict', 'already-verified'],
    [store(503), 'failure', 'store-unavailable'],
    [store(403), 'failure', 'store-unavailable'],
    // The service chooses its codes: these are no verdicts.
    [refusal(400, 'pending'), 'failure', 'pending'],
    [refusal(400, 'not-confirmed'), 'failure', 'not-confirmed'],
    [refusal(400, 'store-unavailable'), 'failure', 'store-unavailable'],
    [refusal(400, '__proto__'), 'failure', '__proto__'],
    [refusal(401, 'UNAUTHORIZED'), 'failure', 'UNAUTHORIZED'],
    [refusal(403), 'failure', 'REFUSED'],
    [refusal(429), 'failure', 'REFUSED'],
    [refusal(500, 'internal'), 'failure', 'internal'],
    [answer(502, 'x'), 'failure', 'http-502'],
    [answer(404, '<html>'), 'failure', 'no-contract-shape'],
    [answer(403, '<html>'), 'failure', 'no-contract-shape'],
    [answer(302, '', [['location', 'https://other.example/']]), 'failure', 'no-contract-shape'],
    [new WireFailure('lost', 'no answer in time'), 'failure', 'outcome-unknown'],
    [new WireFailure('not-reached', 'refused'), 'failure', 'not-reached'],
  ];
  const send: Send = (request, options) => {
    const [number, turn = ''] = (asked(request)['receipt'] ?? '').replace('kind-', '').split('-');
    const kind = kinds[Number(number)];
    if (turn !== '' || kind === undefined) return allPaid(request, options);
    const [outcome] = kind;
    return outcome instanceof WireFailure ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  const mixed = (): string =>
    [
      'receipt,product_id,package',
      ...kinds.flatMap((_, at) => [`kind-${String(at)}-good,g,p`, `kind-${String(at)},g,p`]),
      ',g,p',
      'kind-0-good,g,p,too,many',
    ].join('\n');
  const counted = (kind: 'verdict' | 'failure'): Record<string, number> => {
    const counts = new Map<string, number>();
    for (const [, of, id] of kinds) if (of === kind) counts.set(id, (counts.get(id) ?? 0) + 1);
    return Object.fromEntries(counts);
  };

  it.each(['', '--resume', '--shard 1/1', '--concurrency 64'])(
    'for every kind of answer, also of an earlier run %s',
    async (options) => {
      place.put('in.csv', mixed());
      if (options === '--resume') await place.batch(`${line} --retries 0`, send);
      const ended = await place.batch(`${line} --retries 0 --summary sum.json ${options}`, send);
      const { answer: counts, exit } = closingIn(ended.out);
      expect([ended.status, exit]).toEqual([20, 20]);
      expect(counts).toMatchObject({
        by_verdict: counted('verdict'),
        by_failure: counted('failure'),
      });
      expect(closingIn(place.got('sum.json')).answer).toMatchObject({
        ...counts,
        seconds: expect.any(Number),
      });
      byRow(place.got('out.ndjson'));
    },
  );
});

describe('401 or 403 for the first purchases ends the run with 4', () => {
  const bodies: Readonly<Record<string, (status: number) => WireResponse>> = {
    'of the service': (status) => refusal(status, 'UNAUTHORIZED'),
    'without a code': (status) => refusal(status, { code: 'x' }),
    'of a proxy': (status) => answer(status, '<html>'),
  };
  const given = [1, 7, 8, 9, 100].flatMap((rows) =>
    [401, 403].flatMap((status) => Object.keys(bodies).map((body) => ({ rows, status, body }))),
  );

  it.each(given)('$rows row(s), $status $body', async ({ rows, status, body }) => {
    place.put('in.csv', csv(rows));
    const { send, receipts: asking } = watched(() =>
      Promise.resolve(bodies[body]?.(status) ?? answer(500, '')),
    );
    const ended = await place.batch(`${line} --concurrency 1`, send);
    expect([ended.status, asking.length]).toEqual([4, Math.min(8, rows)]);
    expect(closingIn(ended.out)).toMatchObject({
      exit: 4,
      answer: { rows: 0, resume_helps: false },
    });
    expect(closingIn(ended.out).error?.code).toMatch(/^(?:UNAUTHORIZED|http-40[13])$/);
    expect(place.got('out.ndjson')).toBe('');
    expect((await place.batch(`${line} --resume`)).status).toBe(0);
    expect(byRow(place.got('out.ndjson'))).toHaveLength(rows);
  });

  it.each([200, 400, 404, 500])(
    'so does the code of refused credentials with status %d',
    async (status) => {
      place.put('in.csv', csv(20));
      const { send, receipts: asking } = refusing(status, all, 'UNAUTHORIZED');
      const ended = await place.batch(`${line} --concurrency 1 --retries 0`, send);
      expect([ended.status, asking.length]).toEqual([4, 8]);
      expect(closingIn(ended.out).error?.code).toBe('UNAUTHORIZED');
      expect(place.got('out.ndjson')).toBe('');
    },
  );

  it('with many at a time, and no more are asked than were under way', async () => {
    place.put('in.csv', csv(200));
    const { send, receipts: asking } = refusing(401, all);
    expect((await place.batch(`${line} --concurrency 20`, send)).status).toBe(4);
    expect(asking.length).toBeLessThan(60);
    expect(place.got('out.ndjson')).toBe('');
  });

  it('equal purchases count once', async () => {
    place.put('in.csv', `${csv(1)}${'token-1,gems,com.example\n'.repeat(20)}`);
    const { send, receipts: asking } = refusing(401, all);
    expect([(await place.batch(`${line} --concurrency 1`, send)).status, asking]).toEqual([
      4,
      ['token-1'],
    ]);
    const sevenTimes = csv(7).replace(/^token.*\n/gm, (row) => row.repeat(3));
    place.put('in.csv', `${sevenTimes}token-8,gems,com.example\n`);
    const ended = await place.batch(
      `${line} --overwrite`,
      refusing(403, (number) => number < 8).send,
    );
    expect(ended.status).toBe(20);
    expect(closingIn(ended.out).answer).toMatchObject({ rows: 22, answered: 1, failed: 21 });
  });

  it('not rows that cannot be read, which are no purchases', async () => {
    place.put('in.csv', `${csv(3)},gems,com.example\n`);
    expect((await place.batch(line, refusing(401, all).send)).status).toBe(4);
  });

  it('but a broken quote after fewer rows ends it with 2, with these rows written', async () => {
    place.put('in.csv', `${csv(3)}"t"x,g,p\n`);
    const ended = await place.batch(line, refusing(401, all).send);
    expect([ended.status, byRow(place.got('out.ndjson')).length]).toEqual([2, 3]);
    expect(closingIn(ended.out).answer).toMatchObject({ rows: 3, failed: 3 });
    place.put('in.csv', csv(3));
    expect((await place.batch(`${line} --resume`)).status).toBe(0);
  });

  it.each([1, 2, 8])(
    'but not if purchase %i gets another answer: then all others have failed',
    async (good) => {
      for (const other of [allPaid, () => Promise.resolve(refusal(404))] satisfies Send[]) {
        place.put('in.csv', csv(30));
        const { send, receipts: asking } = watched((request, options) =>
          asked(request)['receipt'] === `token-${String(good)}`
            ? other(request, options)
            : Promise.resolve(refusal(403)),
        );
        const ended = await place.batch(`${line} --concurrency 1 --overwrite`, send);
        expect([ended.status, asking.length]).toEqual([20, 30]);
        expect(closingIn(ended.out).answer).toMatchObject({
          rows: 30,
          failed: other === allPaid ? 29 : 30,
        });
      }
    },
  );

  it('also when an earlier run had answers, once eight purchases are refused', async () => {
    place.put('in.csv', csv(20));
    await place.batch(line, refusing(404, (number) => number > 10).send);
    expect((await place.batch(`${line} --resume`, refusing(401, all).send)).status).toBe(4);
    const ended = await place.batch(`${line} --resume`);
    expect([ended.status, closingIn(ended.out).answer.earlier]).toEqual([0, 10]);
  });

  it('and earlier results stay where --overwrite was to replace them', async () => {
    place.put('in.csv', csv(20));
    await place.batch(line);
    const before = place.got('out.ndjson');
    expect((await place.batch(`${line} --overwrite`, refusing(403, all).send)).status).toBe(4);
    expect(place.got('out.ndjson')).toBe(before);
  });
});

describe('What reconcile says of a row without an answer', () => {
  const classes = async (lookups: string): Promise<Record<string, unknown>[]> => {
    const ended = await pvg([
      'reconcile',
      '--lookups',
      place.at(lookups),
      '--granted',
      place.at('granted.csv'),
    ]);
    return ended.out
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .sort((one, other) => String(one['receipt']).localeCompare(String(other['receipt'])));
  };

  it('comes true: --resume asks again for what it calls retry-later or fix-request, and for nothing else', async () => {
    place.put('in.csv', csv(4));
    place.put('granted.csv', 'order_id\nGPA.1111-1111-1111-11111\n');
    const says: Send = (request, options) => {
      const receipt = asked(request)['receipt'];
      if (receipt === 'token-1') return Promise.resolve(refusal(400));
      if (receipt === 'token-3') return Promise.resolve(answer(502, 'x'));
      const isUnclear = receipt === 'token-2';
      return isUnclear
        ? Promise.resolve(answer(200, { found: true, transactions: [] }))
        : allPaid(request, options);
    };
    await place.batch(line, says);
    const before = (await classes('out.ndjson')).filter((row) => row['class'] === 'unresolved');
    expect(before.map(({ receipt, advice }) => [receipt, advice])).toEqual([
      ['token-1', 'fix-request'],
      ['token-2', 'check'],
      ['token-3', 'retry-later'],
    ]);
    const { send, receipts: asking } = watched();
    expect([(await place.batch(`${line} --resume`, send)).status, asking.toSorted()]).toEqual([
      0,
      ['token-1', 'token-3'],
    ]);
    const after = await classes('out.ndjson');
    expect(
      after.filter((row) => row['class'] === 'unresolved').map(({ receipt }) => receipt),
    ).toEqual(['token-2']);
    expect((await place.batch(`${line} --resume`, unasked)).status).toBe(0);
  });
});
