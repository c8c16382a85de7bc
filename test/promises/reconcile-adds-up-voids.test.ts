import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, pvg } from '../helpers/pvg.js';
import {
  entry,
  file,
  first,
  folder,
  lookedUp,
  page,
  reconciled,
  rowOf,
  second,
  summaryOf,
  third,
} from '../helpers/reconciled.js';

/** Half of the store's list is never taken for all of it, a void counts once, and a part is never told as the whole. */

const next = (nextPageToken: string): object => ({ tokenPagination: { nextPageToken } });

describe('A list of voided purchases whose last page names a next page', () => {
  const incomplete: readonly (readonly [string, ...string[]])[] = [
    ['in tokenPagination', page([entry(first)], next('CAEQ'))],
    ['at the top', page([entry(first)], { nextPageToken: 'CAEQ' })],
    [
      'behind the rows',
      `{"voidedPurchases":[${JSON.stringify(entry(first))}],"nextPageToken":"CAEQ"}`,
    ],
    [
      'on many lines',
      JSON.stringify({ voidedPurchases: [entry(first)], ...next('CAEQ') }, null, 2),
    ],
    ['two pages of three', page([entry(first)], next('A')), page([entry(second)], next('B'))],
    ['a page without rows', page([entry(first)], next('A')), JSON.stringify(next('B'))],
    ['in snake case', page([entry(first)], { next_page_token: 'CAEQ' })],
    ['in snake case, nested', page([entry(first)], { token_pagination: { next_page_token: 'C' } })],
    [
      'in both spellings, one of them empty',
      page([entry(first)], { nextPageToken: '', next_page_token: 'CAEQ' }),
    ],
    [
      'a page without rows, in snake case',
      page([entry(first)], { next_page_token: 'A' }),
      JSON.stringify({ next_page_token: 'B' }),
    ],
    ['a page twice', page([entry(first)], next('A')), page([entry(first)], next('A'))],
    [
      'an array of pages',
      `[${page([entry(first)], next('A'))},${page([entry(second)], next('B'))}]`,
    ],
  ];

  it.each(incomplete)(
    'is refused, also for the query, and nothing is written: %s',
    async (_what, ...pages) => {
      const list = file('incomplete.json', ...pages);
      const out = join(folder, 'incomplete.ndjson');
      for (const words of [['--out', out], ['--report', out], ['--json'], ['--sql', 'duckdb']]) {
        const ended = await reconciled('--voided', list, ...words);
        expect(ended.status).toBe(2);
        if (words.includes('--json'))
          expect(json(ended)).toMatchObject({ error: { code: 'input-unreadable' } });
        else expect(ended.out).toBe('');
        expect(ended.err + ended.out).toContain('--partial-voided');
      }
      expect(() => readFileSync(out)).toThrow('ENOENT');
    },
  );

  it.each(incomplete)(
    'is taken with --partial-voided, and nothing is then settled: %s',
    async (_what, ...pages) => {
      const words = ['--voided', file('partial.json', ...pages), '--partial-voided'];
      const report = join(folder, 'partial.html');
      const summary = await summaryOf(...words, '--report', report, '--overwrite');
      expect(summary).toMatchObject({ exit: 0, partial_voided: true, classes: { settled: 0 } });
      const row = rowOf(await reconciled(...words), third);
      expect(row).toMatchObject({ class: 'not-voided-so-far', voided: null });
      const html = readFileSync(report, 'utf8');
      for (const id of ['not-voided-so-far', 'granted-and-voided'])
        expect(html).toContain(`<code>${id}</code>`);
      expect(html).not.toContain('<code>settled</code>');
      expect((await reconciled(...words, '--sql', 'duckdb')).out).toContain('not-voided-so-far');
      const failing = await reconciled(...words, '--fail-on', 'not-voided-so-far', '--json');
      expect(failing.status).toBe(6);
    },
  );

  it.each<[string, ...string[]]>([
    ['one page without a token', page([entry(first)])],
    ['an empty token', page([entry(first)], next(''))],
    ['an empty token in snake case', page([entry(first)], { next_page_token: '' })],
    ['no token, in words', page([entry(first)], { tokenPagination: { nextPageToken: null } })],
    ['the last of two pages', page([entry(first)], next('A')), page([entry(second)])],
    ['a last page without rows', page([entry(first)], next('A')), '{}'],
    [
      'a page again, behind the last',
      page([], next('A')),
      page([entry(first)]),
      page([], next('A')),
    ],
  ])('is complete with its last page: %s', async (_what, ...pages) => {
    expect(await summaryOf('--voided', file('complete.json', ...pages))).toMatchObject({
      ...{ exit: 0, partial_voided: false },
      classes: { settled: pages.join('').includes(second) ? 1 : 2, 'not-voided-so-far': 0 },
    });
  });

  it('may be in another file', async () => {
    const one = file('page-1.json', page([entry(first)], next('A')));
    const two = file('page-2.json', page([entry(second)]));
    expect(await summaryOf('--voided', one, '--voided', two)).toMatchObject({ exit: 0 });
    expect((await reconciled('--voided', two, '--voided', one)).status).toBe(2);
  });

  it('is behind more rows than the query needs to know its columns', async () => {
    const many = Array.from({ length: 30_000 }, (_, at) => entry(`GPA.${String(at)}`));
    const list = file('long.json', page(many.slice(1)), page(many.slice(0, 1), next('A')));
    expect((await reconciled('--voided', list, '--sql', 'duckdb')).status).toBe(2);
  });

  it('needs a list', async () => {
    expect((await reconciled('--partial-voided')).status).toBe(2);
  });

  it('makes no page of what is not JSON behind its rows', async () => {
    const list = file(
      'broken.json',
      `{"voidedPurchases":[${JSON.stringify(entry(first))}] "nextPageToken":}`,
    );
    expect((await reconciled('--voided', list)).status).toBe(2);
  });
});

describe('Voids of one purchase', () => {
  const voidedBy = async (order: string, ...lists: readonly string[]): Promise<unknown> => {
    const words = lists.flatMap((list) => ['--voided', list]);
    const row = rowOf(await reconciled(...words), order);
    expect(row?.class).toBe('granted-and-voided');
    return row?.['voided'];
  };
  const part = (voidedQuantity: number, voidedTimeMillis = '1795800000000'): object =>
    entry(first, { voidedQuantity, voidedTimeMillis });

  it.each([
    ['one of three', [part(1)], { count: 1, quantity: 1, of: 3, partial: true }],
    [
      'one, then two of three',
      [part(1), part(2, '1795900000000')],
      { count: 2, quantity: 3, of: 3, partial: false },
    ],
    [
      'two, then one of three',
      [part(2, '1795900000000'), part(1)],
      { count: 2, quantity: 3, of: 3, partial: false },
    ],
    [
      'one twice, at two times',
      [part(1), part(1, '1795900000000')],
      { count: 2, quantity: 2, of: 3, partial: true },
    ],
    ['all at once', [part(3)], { count: 1, quantity: 3, of: 3, partial: false }],
    ['the whole purchase', [entry(first)], { count: 1, quantity: 3, of: 3, partial: false }],
    [
      'one, then all of it',
      [part(1), entry(first)],
      { count: 2, quantity: 3, of: 3, partial: false },
    ],
    ['the same one twice', [part(1), part(1)], { count: 1, quantity: 1, of: 3, partial: true }],
  ])('are added up: %s', async (_what, entries, voided) => {
    expect(await voidedBy(first, file('parts.json', page(entries)))).toMatchObject(voided);
    expect(await voidedBy(first, file('turned.json', page(entries.toReversed())))).toMatchObject(
      voided,
    );
  });

  it('count once where pages overlap, also written on several lines, and are counted as repeated', async () => {
    const one = file('overlap-1.json', page([part(1), entry(second)]));
    const two = file(
      'overlap-2.json',
      JSON.stringify({ voidedPurchases: [part(1), part(2, '1795900000000')] }, null, 2),
    );
    expect(await voidedBy(first, one, two)).toMatchObject({
      count: 2,
      quantity: 3,
      of: 3,
      partial: false,
    });
    expect(await summaryOf('--voided', one, '--voided', two)).toMatchObject({
      repeated: [{ role: 'voided', count: 1, line: expect.any(Number) as number }],
    });
  });

  it('leave it open whether they are all of it where no look-up says how many were bought', async () => {
    const list = file('unknown.json', page([entry('GPA.9', { voidedQuantity: 1 })]));
    const grants = file('unknown.csv', 'order_id', 'GPA.9');
    const ended = await reconciled('--voided', list, '--granted', grants);
    expect(rowOf(ended, 'GPA.9')?.['voided']).toMatchObject({
      quantity: 1,
      of: null,
      partial: null,
    });
  });

  it('are not “nothing to do” when the rest is paid and was not granted', async () => {
    const one = file('one-lookup.ndjson', lookedUp(first, 3));
    const list = file('one-part.json', page([part(1)]));
    const none = file('no-grants.csv', 'order_id', 'GPA.7');
    const ended = await pvg(['reconcile', '--lookups', one, '--voided', list, '--granted', none]);
    expect(rowOf(ended, first)).toMatchObject({ class: 'voided-not-granted', advice: 'check' });
  });

  it.each([
    ['', false],
    ['Full', false],
    ['Partial', true],
    ['PARTIAL', true],
  ])(
    'of an earnings report with its refunded fee and tax count once: %j',
    async (type, partial) => {
      const report = file(
        'earnings.csv',
        'Description,Transaction Date,Transaction Type,Refund Type,Buyer Country',
        `${first},"Nov 3, 2026",Charge,,VN`,
        `${first},"Nov 4, 2026",Google fee refund,,VN`,
        `${first},"Nov 4, 2026",Charge refund,${type},VN`,
        `${first},"Nov 4, 2026",Tax refund,,VN`,
        `${second},"Nov 4, 2026",Tax,,VN`,
      );
      expect(await voidedBy(first, report)).toMatchObject({ count: 1, partial });
      const { repeated, skipped, unknown_refund_type } = await summaryOf('--voided', report);
      expect([repeated, skipped, unknown_refund_type]).toEqual([[], [], []]);
    },
  );

  it('count where a report has their refunded fee alone', async () => {
    const report = file(
      'fee.csv',
      'Description,Transaction Type',
      `${first},Google fee refund`,
      `${first},Tax refund`,
    );
    expect(await voidedBy(first, report)).toMatchObject({ count: 1, partial: false });
  });

  it('of a sales report are parts where it says so', async () => {
    const head = 'Order Number,Order Charged Date,Order Charged Timestamp,Financial Status';
    const report = file(
      'sales.csv',
      head,
      `${first},2026-11-05,1793894462,Partial refund`,
      `${second},2026-11-05,1793894462,Refund`,
    );
    expect(await voidedBy(first, report)).toMatchObject({
      at: '1793894462',
      partial: true,
      quantity: null,
      of: 3,
    });
    expect(await voidedBy(second, report)).toMatchObject({ partial: false, quantity: 3, of: 3 });
  });

  const reportHead = 'order_id,voided_at,Financial Status,Refund Type,quantity';
  it.each<[string, string, object]>([
    ['Partial refund,,3', '', { quantity: null, of: 3, partial: true }],
    ['partial REFUND,,7', '', { quantity: null, of: 3, partial: true }],
    ['Refund,Partial,3', '', { quantity: null, of: 3, partial: true }],
    ['Partial refund,,1', '', { quantity: 1, of: 3, partial: true }],
    ['Partial refund,,1', 'Partial refund,,2', { quantity: 3, of: 3, partial: false }],
    ['Partial refund,,3', 'Partial refund,,3', { quantity: null, of: 3, partial: true }],
    ['Refund,Full,1', '', { quantity: 3, of: 3, partial: false }],
    ['Full refund,,1', '', { quantity: 3, of: 3, partial: false }],
    ['Refund,1,1', '', { quantity: 3, of: 3, partial: false }],
    ['Partial refund,,1', 'Refund,Full,1', { quantity: 3, of: 3, partial: false }],
  ])('are as large as the report says, whatever it counts: %j, %j', async (one, other, voided) => {
    const rows = [one, other]
      .filter((row) => row !== '')
      .map((row, at) => `${first},2026-11-0${String(at + 2)},${row}`);
    expect(await voidedBy(first, file('said.csv', reportHead, ...rows))).toMatchObject(voided);
    const row = rowOf(await reconciled('--voided', file('said.csv', reportHead, ...rows)), first);
    expect(row?.says.includes(' a part of ')).toBe((voided as { partial: boolean }).partial);
  });

  const second3 = '2026-11-28T08:40:00Z';
  const ms3 = String(Date.parse(second3));
  const asIn = (more: object): string => page([entry(first, { voidedTimeMillis: ms3, ...more })]);
  it.each([
    ['the time as a number', asIn({}), asIn({ voidedTimeMillis: Number(ms3) })],
    ['the time in seconds', asIn({}), asIn({ voidedTimeMillis: ms3.slice(0, 10) })],
    [
      'the time with its milliseconds',
      asIn({}),
      asIn({ voidedTimeMillis: `${ms3.slice(0, 10)}123` }),
    ],
    ['another kind', asIn({ kind: undefined }), asIn({})],
    ['no source', asIn({ voidedSource: undefined }), asIn({})],
    ['the reason as a text', asIn({}), asIn({ voidedReason: '7' })],
    [
      'another order of its members',
      asIn({}),
      page([
        Object.fromEntries(
          Object.entries(JSON.parse(asIn({})).voidedPurchases[0] as object).reverse(),
        ),
      ]),
    ],
    ['a list of one’s own', asIn({}), `order_id,voided_at,reason,source\n${first},${ms3},7,2`],
    ['a list with ISO times', asIn({}), `order_id,voided_at,reason\n${first},${second3},7`],
    [
      'a list with times of a database',
      asIn({}),
      `order_id,voided_at,reason\n${first},2026-11-28 08:40:00 UTC,7`,
    ],
    [
      'a list with times of a zone',
      asIn({}),
      `order_id,voided_at,reason\n${first},2026-11-28T15:40:00.5+07:00,7`,
    ],
    [
      'a part',
      asIn({ voidedQuantity: 1 }),
      `order_id,voided_at,reason,quantity,Refund Type\n${first},${ms3},7,1,Partial`,
    ],
  ])('count once in two forms: %s', async (_what, one, other) => {
    const files = [file('form-1', one), file('form-2', other)];
    for (const lists of [files, files.toReversed()]) {
      expect(await voidedBy(first, ...lists)).toMatchObject({ count: 1 });
      const words = lists.flatMap((list) => ['--voided', list]);
      expect(await summaryOf(...words)).toMatchObject({ repeated: [{ role: 'voided', count: 1 }] });
    }
    const row = rowOf(
      await reconciled('--voided', files[0] ?? '', '--voided', files[1] ?? ''),
      first,
    );
    const turned = rowOf(
      await reconciled('--voided', files[1] ?? '', '--voided', files[0] ?? ''),
      first,
    );
    expect(turned).toEqual(row);
  });

  it.each([
    ['another second', asIn({ voidedTimeMillis: String(Number(ms3) + 1000) })],
    ['another reason', asIn({ voidedReason: 1 })],
    ['another quantity', asIn({ voidedQuantity: 2 })],
    ['a day alone', `order_id,voided_at,reason\n${first},2026-11-28,7`],
  ])('are two with %s', async (_what, other) => {
    const lists = [file('apart-1', asIn({ voidedQuantity: 1 })), file('apart-2', other)];
    expect(await voidedBy(first, ...lists)).toMatchObject({ count: 2 });
  });

  it('without a moment are told apart by any column', async () => {
    const list = file('dates.csv', 'order_id,quantity,nr', `${first},1,a`, `${first},1,b`);
    expect(await voidedBy(first, list)).toMatchObject({ count: 2, quantity: 2 });
  });

  it.each([
    'Chargeback reversal',
    'Refund reversed',
    'Refund declined',
    'refund FAILED',
    'Charged back (won)',
    'Refund cancelled',
    'Refund requested',
  ])(
    'are none where a report says that nothing was given back, and the row is named: %s',
    async (kind) => {
      const report = file(
        'undone.csv',
        'order_id,voided_at,Financial Status',
        `${first},2026-11-28,${kind}`,
        `${second},2026-11-28,Refund`,
      );
      const ended = await reconciled('--voided', report);
      expect(rowOf(ended, first)).toMatchObject({ class: 'settled', voided: null });
      expect(await summaryOf('--voided', report)).toMatchObject({
        skipped: [{ role: 'voided', count: 1, line: 2 }],
      });
      expect(ended.err).toContain(kind);
    },
  );

  it('with a refund type that pvg does not know are counted, and named', async () => {
    const report = file('type.csv', 'Description,Refund Type', `${first},Teilweise`);
    expect(await voidedBy(first, report)).toMatchObject({ partial: false });
    const ended = await reconciled('--voided', report, '--json');
    expect(json(ended)).toMatchObject({
      unknown_refund_type: [{ role: 'voided', count: 1, line: 2 }],
    });
  });

  it('leave no column of their list unnamed that pvg neither uses nor knows', async () => {
    const odd = file(
      'odd.csv',
      'Order Number,Refund Date,Buyer Country,Erstattungsart',
      `${first},2026-11-03,VN,teil`,
    );
    const { err } = await reconciled('--voided', odd);
    expect(err).toMatch(/odd\.csv: Columns that are not used: Erstattungsart\./);
    const known = file('known.json', page([entry(first)]));
    expect((await reconciled('--voided', known)).err).not.toContain('known.json');
  });
});

describe('Notifications of voided purchases, a line each', () => {
  const notification = (refundType: number, name = 'voidedPurchaseNotification'): string =>
    JSON.stringify({
      ...{ version: '1.0', packageName: 'com.quay.sail', eventTimeMillis: '1795800000000' },
      [name]: { purchaseToken: `token-${first}`, orderId: first, productType: 2, refundType },
    });

  it.each([
    [1, { at: '1795800000000', partial: false }],
    [2, { at: '1795800000000', partial: true }],
  ])('are read, with their refund type %d', async (type, voided) => {
    const list = file(
      'rtdn.ndjson',
      notification(type),
      notification(1, 'subscriptionNotification'),
    );
    const row = rowOf(await reconciled('--voided', list), first);
    expect(row).toMatchObject({ class: 'granted-and-voided', voided: { count: 1, ...voided } });
  });

  it('in another envelope are refused with the option that reads them', async () => {
    const list = file('wrapped.ndjson', notification(1, 'payload'));
    const refused = await reconciled('--voided', list);
    expect(refused.status).toBe(2);
    const [, option = ''] = /--map (voided\.order_id=payload\.orderId)/.exec(refused.err) ?? [];
    const ended = await reconciled('--voided', list, '--map', option);
    expect(rowOf(ended, first)?.class).toBe('granted-and-voided');
  });
});
