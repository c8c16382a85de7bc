import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileRoles, randomInputs, type RandomInputs } from '../reconcile/random-inputs.js';
import { json, pvg, type Ended } from '../helpers/pvg.js';
import {
  entry,
  file,
  first,
  folder,
  lookedUp,
  lookups,
  page,
  reconciled,
  rowOf,
  rowsIn,
  second,
  summaryOf,
} from '../helpers/reconciled.js';

/** A grant counts once, a failed one never, and no result depends on where a row stands. */

describe('Grants of one purchase', () => {
  const withGrants = async (
    lines: readonly string[],
    ...words: readonly string[]
  ): Promise<Ended> =>
    pvg(['reconcile', '--lookups', lookups, '--granted', file('grants.csv', ...lines), ...words]);
  const head = 'order_id,granted_at,player,nr';
  const grant = (at: string, nr: string): string => `${first},${at},p1,${nr}`;
  const [day1, day2, day3] = [
    '2026-11-01T10:00:00Z',
    '2026-11-02T10:00:00Z',
    '2026-11-03T10:00:00Z',
  ];

  it('count once where two rows are the same, and are counted as repeated', async () => {
    const lines = [head, grant(day1, '1'), grant(day1, '1')];
    expect(rowOf(await withGrants(lines), first)).toMatchObject({
      class: 'settled',
      granted: { count: 1 },
    });
    expect(json(await withGrants(lines, '--json'))).toMatchObject({
      repeated: [{ role: 'granted', count: 1, line: 3 }],
    });
  });

  it('are no voided purchases, unless the user names their column', async () => {
    const asVoided = ['reconcile', '--lookups', lookups, '--voided'];
    const path = file('grants.csv', head, grant(day1, '1'));
    const refused = await pvg([...asVoided, path]);
    expect([refused.status, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('--map voided.order_id="order_id"');
    const named = await pvg([...asVoided, path, '--map', 'voided.order_id=order_id']);
    expect(named.status).toBe(0);
  });

  it.each([
    ['a player and a time', ['order_id,player,time', `${first},ann,${day1}`]],
    ['a player and a date', ['order_id,player,date', `${first},ann,${day1}`]],
    ['a player and a quantity', ['order_id,user_id,quantity', `${first},ann,1`]],
    ['a number', ['order_id,nr', `${first},1`]],
    ['order ids alone', ['order_id', first]],
    ['receipts alone', ['receipt', 'token-1']],
    ['players in NDJSON', [JSON.stringify({ order_id: first, player: 'ann', time: day1 })]],
  ])('are no voided purchases with %s', async (_what, lines) => {
    const path = file(lines[0]?.startsWith('{') ? 'list.ndjson' : 'list.csv', ...lines);
    const words = ['reconcile', '--lookups', lookups, '--voided', path];
    const refused = await pvg(words);
    expect([refused.status, refused.out]).toEqual([2, '']);
    const [, option = ''] = /`--map (voided\.\w+="\w+")`/.exec(refused.err) ?? [];
    expect((await pvg([...words, '--map', option.replaceAll('"', '')])).status).toBe(0);
  });

  it.each([
    ['order_id,quantity', `${first},1`],
    ['order_id,date', `${first},${day1}`],
    ['order_id,player,reason', `${first},ann,0`],
    ['order_id,username,voided_at', `${first},ann,${day1}`],
  ])('are told from voids: %s', async (...lines) => {
    const voided = file('voids.csv', ...lines);
    const ended = await pvg(['reconcile', '--lookups', lookups, '--voided', voided]);
    expect(ended.status).toBe(0);
  });

  it('are two where only a column that pvg does not use tells them apart', async () => {
    const row = rowOf(await withGrants([head, grant(day1, '1'), grant(day1, '2')]), first);
    expect(row).toMatchObject({ class: 'granted-twice', granted: { count: 2 } });
  });

  it('are one where rows have the same id, whatever else differs', async () => {
    const lines = [head, grant(day1, '1'), grant(day2, '1'), `${second},${day1},p1,1`];
    const ended = await withGrants(lines, '--map', 'granted.id=nr');
    expect(rowOf(ended, first)).toMatchObject({
      class: 'settled',
      granted: { count: 1, at: [day1] },
    });
    expect(rowOf(ended, second)).toMatchObject({ class: 'settled', granted: { count: 1 } });
    const ids = await withGrants(
      [head, grant(day1, ''), grant(day2, '')],
      '--map',
      'granted.id=nr',
    );
    expect(rowOf(ids, first)?.class).toBe('granted-twice');
  });

  it.each(['-', '0', 'n/a', 'N/A', 'null', 'none', ' - ', '#N/A', 'Unbekannt'])(
    'are two where both rows have no id but a placeholder: %j',
    async (id) => {
      const lines = ['order_id,granted_at,player,nr', `${first},${day1},p1,${id}`];
      lines.push(`${first},${day2},p2,${id}`);
      const ended = await withGrants(lines, '--map', 'granted.id=nr');
      expect(rowOf(ended, first)).toMatchObject({
        class: 'granted-twice',
        granted: { count: 2, players: ['p1', 'p2'] },
      });
      const again = await withGrants([...lines, lines[1] ?? ''], '--map', 'granted.id=nr');
      expect(rowOf(again, first)).toMatchObject({ granted: { count: 2 } });
    },
  );

  it.each([
    ['the order of the members', ['order_id', 'player', 'more'], ['more', 'order_id', 'player']],
    [
      'a member with null',
      ['order_id', 'player', 'more'],
      ['order_id', 'nothing', 'player', 'more'],
    ],
  ])('are one in JSON where %s alone tells their rows apart', async (_what, ...orders) => {
    const values = { order_id: first, player: 'p1', nothing: null };
    const turned = (names: readonly string[], isTurned: boolean): string => {
      const more = isTurned
        ? { b: [1, { d: 2, c: 3 }], a: 'x' }
        : { a: 'x', b: [1, { c: 3, d: 2 }] };
      const all: Readonly<Record<string, unknown>> = { ...values, more };
      return JSON.stringify(Object.fromEntries(names.map((name) => [name, all[name]])));
    };
    const lines = orders.map((names, at) => turned(names, at === 1));
    const path = file('turned.ndjson', ...lines);
    const ended = await pvg(['reconcile', '--lookups', lookups, '--granted', path]);
    expect(rowOf(ended, first)).toMatchObject({ class: 'settled', granted: { count: 1 } });
    const other = file('other.ndjson', ...lines, JSON.stringify({ order_id: first, player: 1 }));
    const three = await pvg(['reconcile', '--lookups', lookups, '--granted', other]);
    expect(rowOf(three, first)).toMatchObject({ granted: { count: 2 } });
  });

  it('are two in JSON where a number differs behind what a double holds', async () => {
    const lines = ['9007199254740992', '9007199254740993'].map(
      (nr) => `{"order_id":"${first}","nr":${nr}}`,
    );
    const ended = await pvg([
      ...['reconcile', '--lookups', lookups, '--granted', file('big.ndjson', ...lines)],
    ]);
    expect(rowOf(ended, first)).toMatchObject({ granted: { count: 2 } });
  });

  const voidedOn = (day: string): string =>
    page([entry(first, { voidedTimeMillis: String(Date.parse(day)) })]);
  it.each([
    [voidedOn(day2), [day1, day3], 'between the grants'],
    [voidedOn(day1), [day2, day3], 'before the grants'],
    [voidedOn(day3), [day1, day2], 'after the grants'],
    [voidedOn(day1), [day2, ''], 'it is not known whether before the grants'],
  ])('are all compared with the void, in any order: %#', async (list, times, says) => {
    const lines = times.map((time, at) => grant(time, String(at)));
    const voided = file('when.json', list);
    for (const rows of [lines, lines.toReversed()]) {
      const row = rowOf(await withGrants([head, ...rows], '--voided', voided), first);
      expect(row).toMatchObject({ class: 'granted-twice', also: ['granted-and-voided'] });
      expect(row?.says).toContain(says);
    }
  });
});

describe('A column that says of a grant whether it was one', () => {
  const statusesOf = (column: string, ...statuses: readonly string[]): string => {
    const rows = statuses.map((status, at) => `GPA.330${String(at)},${status},p`);
    return file('status.csv', `order_id,${column},player`, ...rows);
  };
  const withStatuses = (path: string, ...words: readonly string[]): Promise<Ended> =>
    pvg(['reconcile', '--lookups', lookups, '--granted', path, ...words]);

  it.each([
    ['status', 'delivered', 'failed'],
    ['status', 'failed', 'failed'],
    ['Status', 'delivered', ''],
    ['grant_status', '0', '1'],
    ['Financial Status', 'Charged', 'Refund'],
    ['state', 'thành công', 'thất bại'],
    ['result', 'OK', 'timeout'],
    ['success', 'true', 'false'],
  ])(
    'is asked about where not each row is a grant for certain: %s with %s and %s',
    async (column, ...statuses) => {
      const path = statusesOf(column, ...statuses);
      for (const words of [[], ['--sql', 'duckdb']]) {
        const refused = await withStatuses(path, ...words);
        expect([refused.status, refused.out]).toEqual([2, '']);
        expect(refused.err).toContain(`--map granted.status="${column}:`);
      }
      const map = ['--map', `granted.status=${column}:${statuses[0] ?? ''}`];
      const ended = await withStatuses(path, ...map);
      const left = statuses.filter((status) => status !== statuses[0]).length;
      expect(rowsIn(ended.out).filter((row) => row['granted'] !== null)).toHaveLength(2 - left);
      expect(json(await withStatuses(path, ...map, '--json'))['other_status']).toEqual(
        left === 0 ? [] : [{ role: 'granted', count: 1, line: 3 }],
      );
    },
  );

  it('is asked about in JSON, too, where it is true or false', async () => {
    const rows = [true, false].map((success, at) =>
      JSON.stringify({ orderId: `GPA.${String(at)}`, success }),
    );
    const path = file('status.ndjson', ...rows);
    expect((await withStatuses(path)).status).toBe(2);
    const ended = await withStatuses(path, '--map', 'granted.status=success:true');
    expect(rowsIn(ended.out).filter((row) => row['granted'] !== null)).toMatchObject([
      { order_id: 'GPA.0' },
    ]);
  });

  it.each([
    ...[
      ['granted', 'true', 'false'],
      ['Granted', '2026-11-01', 'no'],
      ['delivered', 'yes', 'no'],
      ['delivered', '2026-11-01', ''],
      ['fulfilled', '1', '0'],
    ],
    ...[
      ['ok', 'true', 'false'],
      ['grant_result', 'success', 'timeout'],
      ['reward_status', 'delivered', 'failed'],
      ['Status_Code', '200', '500'],
      ['delivery', 'done', 'lost'],
      ['Order Status', 'completed', 'open'],
      ['was_fulfilled', 'true', 'false'],
    ],
    ...[
      ['failed', 'false', 'true'],
      ['error', 'none', 'TIMEOUT'],
      ['revoked', '0', '1'],
      ['rolled_back', 'false', 'true'],
      ['is_deleted', 'no', 'yes'],
      ['refunded', 'false', 'true'],
      ['refunded_at', '', '2026-11-03'],
      ['Error Message', '', 'player not found'],
      ['is_cancelled', 'False', 'True'],
    ],
  ])(
    'is asked about whatever it is called, and the answer counts: %s with %j and %j',
    async (column, right, wrong) => {
      const path = statusesOf(column, right, wrong);
      const refused = await withStatuses(path);
      expect([refused.status, refused.out]).toEqual([2, '']);
      const name = right === '' ? '(empty)' : right;
      expect(refused.err).toContain(`--map granted.status="${column}:`);
      const ended = await withStatuses(path, '--map', `granted.status=${column}:${name}`);
      expect(rowsIn(ended.out).filter((row) => row['granted'] !== null)).toMatchObject([
        { order_id: 'GPA.3300' },
      ]);
    },
  );

  it('is asked about also where another one says of each row that it is a grant', async () => {
    const path = file(
      'two.csv',
      'order_id,status,revoked',
      ...['GPA.1,delivered,false', 'GPA.2,delivered,true'],
    );
    const refused = await withStatuses(path);
    expect([refused.status, refused.err.includes('granted.status="revoked:false"')]).toEqual([
      2,
      true,
    ]);
    const ended = await withStatuses(path, '--map', 'granted.status=revoked:false');
    expect(ended.status).toBe(0);
    // The other one is not used, and this is said.
    expect(ended.err).toContain('status');
  });

  it.each([
    ['status', 'Delivered', 'SUCCESS'],
    ['status', '', ''],
    ['success', 'true', 'true'],
    ['granted', '2026-11-01', ''],
    ['granted', 'true', 'true'],
    ['delivered', '2026-11-01', '2026-11-02T10:00:00Z'],
    ['failed', 'false', ''],
    ['revoked_at', '', ''],
    ['error', '', 'none'],
    ['is_deleted', '0', '0'],
  ])(
    'is no question where it says so of each row, or nothing: %s with %j and %j',
    async (column, ...statuses) => {
      const ended = await withStatuses(statusesOf(column, ...statuses));
      expect(rowsIn(ended.out).filter((row) => row['granted'] !== null)).toHaveLength(2);
    },
  );

  it('is never answered with a failure as the example', async () => {
    expect((await withStatuses(statusesOf('status', 'failed'))).err).toContain(
      'granted.status="status:<value>"',
    );
    const both = await withStatuses(statusesOf('status', 'failed', 'delivered'));
    expect(both.err).toContain('granted.status="status:delivered"');
  });

  it('is quoted as the engine of the query reads it', async () => {
    const words = ['--map', String.raw`granted.status=status:it's,a\b`];
    for (const [engine, text] of Object.entries({
      trino: String.raw`'it''s', 'a\b'`,
      bigquery: String.raw`'it\'s', 'a\\b'`,
    })) {
      const { out } = await withStatuses(statusesOf('status', 'failed'), ...words, '--sql', engine);
      expect(out).toContain(text);
    }
  });

  it('takes several values, and a colon in the name of the column', async () => {
    const path = statusesOf('Stand: heute', 'sent', 'delivered', 'lost');
    const ended = await withStatuses(path, '--map', 'granted.status=Stand: heute:sent, delivered');
    expect(rowsIn(ended.out).filter((row) => row['granted'] !== null)).toHaveLength(2);
  });

  it.each([
    'status',
    'status:',
    ':delivered',
    'status:delivered,',
    'nothing:delivered',
    'status:gone',
  ])('is refused as granted.status=%s, and nothing is written', async (text) => {
    const refused = await withStatuses(
      statusesOf('status', 'delivered'),
      '--map',
      `granted.status=${text}`,
    );
    expect([refused.status, refused.out]).toEqual([2, '']);
  });
});

describe('A renewal', () => {
  it.each([
    'GPA.3300-0000-0000-00001..0',
    'GPA.3300-0000-0000-00009..12',
    'gpa.3300-0000-0000-00001..2',
  ])('that was granted and has no look-up is said, and not to be looked up: %s', async (order) => {
    const grants = file('renewal.csv', 'order_id', order);
    const ended = await reconciled('--granted', grants);
    const row = rowOf(ended, order.replace('gpa', 'GPA'));
    expect(row).toMatchObject({ class: 'renewal', also: [], verdict: null });
    expect(row?.says).not.toMatch(/pvg batch|look it up/i);
    expect(await summaryOf('--granted', grants)).toMatchObject({
      classes: { renewal: 1, 'granted-unknown': 0 },
    });
  });

  it('with a look-up of its own is like any other purchase', async () => {
    const order = `${first}..1`;
    const own = file('renewal.ndjson', lookedUp(order));
    const words = ['--lookups', own, '--granted', file('renewed.csv', 'order_id', order)];
    const ended = await pvg(['reconcile', ...words]);
    expect(rowOf(ended, order)?.class).toBe('settled');
  });
});

describe('The result', () => {
  /** The rows in the order of their texts, and the counts. */
  const resultOf = async (
    data: RandomInputs,
    change: (rows: readonly string[]) => readonly string[],
  ) => {
    for (const role of fileRoles)
      writeFileSync(join(folder, role), data[role].textOf(change(data[role].rows)));
    const files = fileRoles.flatMap((role) => [`--${role}`, join(folder, role)]);
    const command = ['reconcile', ...files, ...data.words, '--allow-empty'];
    const ended = await pvg(command);
    expect(ended.status).toBe(0);
    const { classes, purchases } = json(await pvg([...command, '--json']));
    return { rows: (ended.out.match(/.+/g) ?? []).sort(), classes, purchases };
  };
  const same = (rows: readonly string[]): readonly string[] => rows;

  it('does not depend on the order of the rows in any file', async () => {
    await fc.assert(
      fc.asyncProperty(randomInputs, fc.integer(), async (data, seed) => {
        const order = (rows: readonly string[]): readonly string[] =>
          rows
            .map((row, at) => ({ row, place: Math.sin(seed + at) }))
            .sort((one, other) => one.place - other.place)
            .map(({ row }) => row);
        expect(await resultOf(data, order)).toEqual(await resultOf(data, same));
      }),
      { numRuns: 60 },
    );
  });

  it('is the same when each file is given twice over', async () => {
    await fc.assert(
      fc.asyncProperty(randomInputs, async (data) => {
        const twice = (rows: readonly string[]): readonly string[] => [...rows, ...rows];
        expect(await resultOf(data, twice)).toEqual(await resultOf(data, same));
      }),
      { numRuns: 60 },
    );
  });
});
