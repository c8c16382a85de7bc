import { expect } from 'vitest';
import { quoteSql, type Engine } from '../../src/reconcile/sql-engines.js';
import { exactSecondSql } from '../../src/reconcile/sql-moments.js';
import { parseExactSecond } from '../../src/reconcile/timestamps.js';

/** Times that a query must read as pvg does: also those that no calendar and no clock has. */

const days = [
  ...['2026-02-28', '2026-02-29', '2026-02-30', '2026-02-31', '2028-02-29', '2028-02-30'],
  ...['2026-04-31', '2026-12-31', '2026-12-32', '2026-11-00', '2026-00-10', '2026-13-01'],
];
const times = ['00:00:00', '23:59:59', '24:00:00', '10:60:00', '10:00:60', '25:00:00'];
const zones = ['Z', ' UTC', '+07:00', '-01:30', '.5Z'];

const moments = days.flatMap((day) =>
  times.flatMap((time) => zones.map((zone) => `${day}T${time}${zone}`)),
);

/** Prints each text and its second. */
export function momentsQuery(engine: Engine): string {
  const rows = moments.map((moment) => `select ${quoteSql(moment)} as moment`);
  const second = exactSecondSql(engine, 'moment');
  return `select moment, ${second} as second from (${rows.join(' union all ')}) moments`;
}

export function expectSameMoments(rows: readonly object[]): void {
  const read = rows.map((row) => {
    const { moment, second } = row as { moment: string; second: unknown };
    return [moment, second === null ? undefined : Number(second)];
  });
  expect(Object.fromEntries(read)).toEqual(
    Object.fromEntries(moments.map((moment) => [moment, parseExactSecond(moment)])),
  );
}
