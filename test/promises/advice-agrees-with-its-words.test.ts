import { describe, expect, it } from 'vitest';
import { WireFailure } from '../../src/contract/wire.js';
import type { Outcome } from '../../src/service/outcome.js';
import { parseJson } from '../../src/text/json/parse.js';
import { describeOutcome } from '../../src/wording/describe.js';
import { adviceWords } from '../../src/wording/description.js';
import { kindsOf, outcomeOf } from '../helpers/judged.js';

/** What a script does by one word, a person does by a sentence: the two must not part. */

const operations = ['lookup', 'verify', 'session'] as const;
const android = { osId: 1, productId: 'gems_100', package: 'com.example.game', receipt: 'r' };
const storeSaid = (status: number): object => ({ answer: parseJson(`{"status":${status}}`) });

const outcomes = operations.flatMap((operation) =>
  kindsOf[operation].flatMap((kind): Outcome[] => [
    outcomeOf(operation, kind, { subject: android, status: 500 }),
    outcomeOf(operation, kind, { subject: { ...android, osId: 2 }, status: 500 }),
    ...[401, 403, 503].map((status) => outcomeOf(operation, kind, storeSaid(status))),
    outcomeOf(operation, kind, {
      failure: new WireFailure('not-reached', 'x', { obstacle: 'not-allowed' }),
    }),
  ]),
);

const wordsOf = (outcome: Outcome): string => {
  const { error, verdict } = describeOutcome(outcome);
  // The verdict, too: it is what a look-up of a store that gave no result says.
  return `${adviceWords(error, verdict)} ${adviceWords(null, verdict)}`;
};

const named = (found: readonly Outcome[]): string[] =>
  found.map((outcome) => `${outcome.operation} ${outcome.kind}: ${wordsOf(outcome)}`);

describe('the advice of an outcome agrees with its words', () => {
  const forLater = outcomes.filter(({ advice }) => advice === 'retry-later');

  const repeatable = forLater.filter(({ nextStep }) => nextStep !== 'lookup');

  it.each(operations)('an unknown host of %s leads to the address before the wait', (operation) => {
    const words = (code: string): string => {
      const failure = new WireFailure('not-reached', 'x', { code });
      return wordsOf(outcomeOf(operation, 'not-reached', { subject: android, failure }));
    };
    expect(words('ENOTFOUND')).toMatch(/address.*in a few minutes.*`pvg profile show`/);
    expect(words('ECONNREFUSED')).not.toMatch(/profile show/);
  });

  it('retry-later: nothing has to be done first, unless a verify has to be looked up', () => {
    expect(repeatable.length).toBeGreaterThan(5);
    const first = /waiting does not help|before any verify|before you do|another verify|must fix/i;
    expect(named(repeatable.filter((outcome) => first.test(wordsOf(outcome))))).toEqual([]);
    const verifies = forLater.filter((outcome) => !repeatable.includes(outcome));
    expect(new Set(verifies.map(({ operation }) => operation))).toEqual(new Set(['verify']));
  });

  it('retry-later: the words name the repetition', () => {
    const repeats = /\bagain\b|repeat/i;
    expect(named(repeatable.filter((outcome) => !repeats.test(wordsOf(outcome))))).toEqual([]);
  });

  it('do-not-grant: the words forbid it', () => {
    const refused = outcomes.filter(({ advice }) => advice === 'do-not-grant');
    expect(named(refused.filter((outcome) => !/not grant/i.test(wordsOf(outcome))))).toEqual([]);
  });
});
