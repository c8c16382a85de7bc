import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/context.js';
import { pastedAtTerminal } from '../helpers/terminal.js';
import { pvg, type Ended } from '../helpers/pvg.js';

/** A terminal keeps 4,095 bytes of a line. Whatever reads `-` at a terminal gets more than that, or refuses it. */

const filler = 'x'.repeat(6_000);
const purchase = (receipt: string): string =>
  JSON.stringify({
    developerPayload: filler,
    packageName: 'com.example.game',
    productId: 'gems_100',
    purchaseToken: receipt,
  });
const request = [
  'POST /xmdt/session HTTP/1.1',
  'Content-Type: application/json',
  `X-Signature: ${'0'.repeat(64)}`,
  '',
  JSON.stringify({ gameId: 'demo', username: 'player-42', serverId: filler }),
].join('\n');
const table = [
  'receipt,product_id,package,note',
  `demo-recorded,gems_100,com.example.game,${filler}`,
].join('\n');
const product = '--product-id gems_100 --package com.example.game';

/** Every command that reads standard input where `-` is given. */
const commands: readonly (readonly [line: string, text: string])[] = [
  ['lookup - --profile local', purchase('demo-recorded')],
  ['lookup --purchase-json - --profile local', purchase('demo-recorded')],
  [`lookup --receipt - ${product} --profile local`, `${filler}1`],
  [`lookup --body - --profile local`, JSON.stringify({ os_id: 1, product_id: filler })],
  [`verify --receipt - ${product} --profile local`, `${filler}1`],
  [`verify --purchase-json - --profile local`, purchase('demo-purchased')],
  [`verify --body - --profile local`, JSON.stringify({ os_id: 1, product_id: filler })],
  ['session --body - --profile local', JSON.stringify({ gameId: 'demo', username: filler })],
  ['sign session --body - --profile local', JSON.stringify({ gameId: 'demo', username: filler })],
  [
    'explain-error -',
    JSON.stringify({ note: filler, success: false, error: 'PRODUCT_MISMATCH', message: '' }),
  ],
  ['diagnose - --profile local --budget 0', request],
  ['batch - --profile local', table],
  ['journal find -', `GPA.1234-5678-9012-34567${' '.repeat(5_000)}`],
  ['profile import -', JSON.stringify({ note: filler, name: 'shop', environment: 'dev' })],
];

/** Each run has a journal and a ledger of its own. */
const run = (line: string, source: Context['stdin']): Promise<Ended> =>
  pvg(`${line} --json`, { source });

/** Without what is drawn anew in each run. */
const lasting = ({ status, out, err }: Ended) => ({
  status,
  printed: (out + err).replace(/"(?:call_id|sessionToken|entry)":\s*"[^"]*"/g, ''),
});

describe.each(commands)('pvg %s', (line, text) => {
  it('takes a pasted line of any length as it takes it from a pipe', async () => {
    const piped = lasting(await pvg(`${line} --json`, { stdin: text }));
    const typed = lasting(await run(line, pastedAtTerminal(text)));
    expect(typed.status).toBe(piped.status);
    expect(typed.printed === piped.printed).toBe(true);
  });

  it('refuses what the terminal has cut', async () => {
    const { status, context } = await run(line, pastedAtTerminal(text, { hasRawMode: false }));
    expect([status, context.slept]).toEqual([2, []]);
  });
});

it('takes a secret from a terminal', async () => {
  const source = pastedAtTerminal('a-secret-key-of-the-test');
  const add = 'profile add shop --environment dev --session-url https://s.example --game-id g';
  const { status } = await pvg(`${add} --secret-key-file -`, { source });
  expect(status).toBe(0);
});
