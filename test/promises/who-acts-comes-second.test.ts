import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { verdictWords } from '../../src/wording/verdict.js';
import { bought, never, rejection } from '../helpers/answers.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answering } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';

/** People read two lines: the verdict, and who acts and what not to do. Then come the facts, only those that matter. */

const purchase = '--product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27';
const env = serviceEnv('https://service.example');
const session = (xmdtCompleted: boolean) => ({
  sessionToken: 'st_abcdefghijklmnopqrstuvwxyz',
  expiresAt: '2026-09-21T14:28:20Z',
  xmdtRequired: true,
  xmdtCompleted,
});
const verified = (change: object = {}) => ({
  success: true,
  transaction_id: 'GPA.1234-5678-9012-34567',
  product_id: 'gems_100',
  receipt_info: { platform: 'android', purchase_state: 0, quantity: 1, region_code: 'VN' },
  ...change,
});

const [lookup, verify, check] = [
  `lookup ${purchase}`,
  `verify ${purchase}`,
  'session --username player-42 --check',
];

/** A command and its answer for each verdict. */
const answers: Readonly<Record<keyof typeof verdictWords, readonly [string, object, number?]>> = {
  'paid-and-recorded': [lookup, bought('')],
  'paid-recorded-with-error': [lookup, bought('gateway.last_error_code="X"')],
  'paid-never-received': [lookup, bought(never)],
  'paid-recorded-elsewhere': [lookup, bought('gateway.recorded_for_this_game=false')],
  pending: [lookup, bought(`purchase_state=2; ${never}`)],
  cancelled: [lookup, bought(`purchase_state=1; ${never}`)],
  'cancelled-after-recorded': [lookup, bought('purchase_state=1')],
  'store-unavailable': [lookup, { ...rejection, status: 503 }],
  'not-confirmed': [lookup, rejection],
  unknown: [lookup, bought('purchase_state=3')],
  verified: [verify, verified()],
  'verified-other-product': [verify, verified({ product_id: 'gems_500' })],
  'verified-doubtful': [verify, verified({ transaction_id: '' })],
  'already-verified': [verify, { success: false, error: 'DUPLICATE_TRANSACTION' }, 409],
  completed: [check, session(true)],
  'not-completed': [check, session(false)],
};

const bold = '\u001b[1m';

describe.each(Object.entries(answers))('%s', (id, [line, answer, status = 200]) => {
  const send: Send = answering(status, answer);
  const run = (words: string, more: object = {}) =>
    pvg(words, { home: temporaryFolder(), env, send, columns: 200, ...more });
  const linesOf = ({ out, err }: { readonly out: string; readonly err: string }) =>
    (out + err).split('\n');

  it.each([
    ['a terminal', { terminal: true }],
    ['a narrow terminal', { terminal: true, columns: 60 }],
    ['ACCESSIBLE', { terminal: true, env: { ...env, ACCESSIBLE: '1' } }],
    ['a pipe', {}],
  ])('says who acts before any fact: %s', async (_where, more) => {
    const plain = { ...more, env: { ...env, NO_COLOR: '1', ...(more as { env?: object }).env } };
    const lines = linesOf(await run(line, plain));
    const actor = lines.findIndex((text) => text.startsWith('Who acts next: '));
    const firstFact = lines.findIndex((text) => /^(?:Profile|Player): /.test(text));
    expect(actor).toBeGreaterThan(0);
    expect(firstFact).toBeGreaterThan(actor);
    expect(lines.filter((text) => text.startsWith('Who acts next: '))).toHaveLength(1);
  });

  it('has it in bold, with what not to do', async () => {
    const { verdict } = json(await run(`${line} --json`)) as { verdict: { not: string | null } };
    const lines = linesOf(await run(line, { terminal: true, columns: 300 }));
    const actor = lines.find((text) => text.includes('Who acts next: ')) ?? '';
    expect(actor.startsWith(bold)).toBe(true);
    expect(actor).toContain(verdict.not ?? '');
    const mayAct = ['completed', 'not-completed'].includes(id);
    expect(verdict.not === null).toBe(mayAct);
  });

  it('shows each fact once, and all of them with --verbose', async () => {
    const factsOf = (lines: readonly string[]): string[] =>
      lines
        .flatMap((text) => /^([A-Z][A-Za-z’ ]+): (?!pvg )/.exec(text)?.[1] ?? [])
        .filter((label) => label !== 'Unusual');
    const few = factsOf(linesOf(await run(line)));
    const all = factsOf(linesOf(await run(`${line} -v`)));
    expect(new Set(few).size).toBe(few.length);
    expect(all).toEqual(expect.arrayContaining(few));
    // These repeat what the verdict says; the answers that are no verdict about them show them.
    const repeated = ['State', 'Quantity', 'Region', 'Completed', 'Gateway', 'Reason'];
    const isOpen = ['unknown', 'verified-doubtful'].includes(id);
    if (!isOpen) expect(few.filter((label) => repeated.includes(label))).toEqual([]);
    const hasPurchase = JSON.stringify(answer).includes('purchase_state');
    expect(all.includes('State')).toBe(hasPurchase);
  });
});
