import { expect, it } from 'vitest';
import { file } from '../helpers/reconciled.js';
import { json, pvg } from '../helpers/pvg.js';

/** Whose look-ups are reconciled: those of two environments never together. */

const lookup = (order: string, asked: object): string =>
  JSON.stringify({
    ...{ at: '2026-11-01T10:00:00.000Z', ...asked },
    purchase: { os: 'android', receipt: `token-${order}` },
    verdict: { id: 'paid-and-recorded' },
    answer: { order_id: order },
  });

const profile = (name: string | null, environment: string) => ({ profile: name, environment });
const dev = file('dev.ndjson', lookup('GPA.1', profile('game-dev', 'dev')));
const prod = file('prod.ndjson', lookup('GPA.2', profile('game-prod', 'prod')));
const otherGame = file('other.ndjson', lookup('GPA.3', profile('other-prod', 'prod')));
const ofVariables = file('variables.ndjson', lookup('GPA.4', profile(null, 'prod')));
const unnamed = file('unnamed.ndjson', lookup('GPA.5', {}));
const both = file(
  'both.csv',
  [
    'at,profile,environment,verdict.id,purchase.receipt',
    '2026-11-01T10:00:00Z,game-dev,dev,paid-and-recorded,token-1',
    '2026-11-01T10:00:00Z,game-prod,prod,paid-and-recorded,token-2',
  ].join('\n'),
);
const ownColumn = file('own.ndjson', lookup('GPA.6', { environment: 'live' }));
const grants = file('grants.csv', 'order_id', 'GPA.1');

const run = (files: readonly string[], ...more: readonly string[]) =>
  pvg(['reconcile', ...files.flatMap((path) => ['--lookups', path]), '--granted', grants, ...more]);

it.each([
  ['in two files', [dev, prod]],
  ['in one file, as CSV', [both]],
])('look-ups of dev and of prod are refused: %s', async (_, files) => {
  for (const more of [['--json'], ['--json', '--sql', 'sqlite']]) {
    const { exit, error } = json(await run(files, ...more));
    expect([exit, error]).toEqual([2, expect.objectContaining({ code: 'usage' })]);
  }
});

it.each([
  ['one profile', [prod], 'game-prod', []],
  ['two profiles', [prod, otherGame], null, ['game-prod', 'other-prod']],
  ['a profile and variables', [prod, ofVariables], null, ['game-prod', 'environment variables']],
  ['variables', [ofVariables], null, []],
])(
  'look-ups of one environment are told with their profiles: %s',
  async (_, files, name, mixed) => {
    const { exit, profile, environment, notes } = json(await run(files, '--json'));
    expect([exit, profile, environment]).toEqual([0, name, 'prod']);
    const doubts = (notes as { rank: string; says: string }[]).filter(
      ({ rank }) => rank === 'doubt',
    );
    expect(doubts).toHaveLength(mixed.length === 0 ? 0 : 1);
    for (const each of mixed) expect(doubts[0]?.says).toContain(each);
  },
);

it('rows that do not say it, and words of another program, are of no environment', async () => {
  const { exit, environment } = json(await run([unnamed, ownColumn, prod], '--json'));
  expect([exit, environment]).toEqual([0, 'prod']);
  expect(json(await run([unnamed], '--json'))['environment']).toBeNull();
});

it('a date of several days is named beside one that cannot be read', async () => {
  const dates = file(
    'dates.csv',
    'order_id,granted_at',
    'GPA.1,4/4/2026',
    'GPA.2,3/4/2026',
    'GPA.3,13/14/2026',
    'GPA.4,25/4/2026',
    'GPA.5,5/4/2026',
  );
  const { undated } = json(await run([dev], '--granted', dates, '--json'));
  expect(undated).toEqual([
    { role: 'granted', count: 1, line: 4, why: 'unreadable' },
    { role: 'granted', count: 2, line: 3, why: 'ambiguous' },
  ]);
});
