import { describe, expect, it } from 'vitest';
import { WireFailure, type Send } from '../../src/contract/wire.js';
import { shownFingerprint } from '../../src/signing/digest.js';
import { bought, rejection } from '../helpers/answers.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answering } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';

/** A mistyped product and half a receipt look like answers about the player: what was asked stands beside every answer. */

const receipt = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const purchase = `--product-id gems_100 --package com.example.game --receipt ${receipt}`;
const asked = {
  product_id: 'gems_100',
  package: 'com.example.game',
  receipt: { fingerprint: shownFingerprint(receipt), length: receipt.length },
};

const failing =
  (kind: WireFailure['kind']): Send =>
  () =>
    Promise.reject(new WireFailure(kind, 'it failed'));

const answers: Readonly<Record<string, Send>> = {
  'an answer': answering(200, bought('')),
  'a rejection of the store': answering(200, rejection),
  'a refusal of the credentials': answering(401, { success: false, error: 'UNAUTHORIZED' }),
  'a duplicate': answering(409, { success: false, error: 'DUPLICATE_TRANSACTION' }),
  'a failure of the service': answering(502, { success: false, error: 'VERIFIER_ERROR' }),
  'an answer of somebody else': answering(200, { hello: 'world' }),
  'a lost answer': failing('lost'),
  'no service': failing('not-reached'),
};

function runCommand(line: string, send: Send, environment = 'dev') {
  const env = serviceEnv('https://service.example', { PVG_ENVIRONMENT: environment });
  return pvg(`${line} --retries 0`, { home: temporaryFolder(), env, send, columns: 200 });
}

describe.each(['lookup', 'verify'])('%s', (command) => {
  it.each(Object.entries(answers))('shows what was asked beside %s', async (_what, send) => {
    for (const environment of ['dev', 'prod']) {
      const { out, err } = await runCommand(`${command} ${purchase}`, send, environment);
      const { fingerprint, length } = asked.receipt;
      for (const text of [asked.product_id, asked.package, fingerprint, String(length)]) {
        expect(out + err).toContain(text);
      }
      const printed = json(await runCommand(`${command} ${purchase} --json`, send, environment));
      expect(Object.keys(printed)[0]).toBe('asked');
      expect(printed['asked']).toEqual(asked);
    }
  });

  it('has it in JSON when nothing was sent', async () => {
    const send = answers['no service'] as Send;
    const dryRun = json(await runCommand(`${command} ${purchase} --dry-run --json`, send));
    expect(dryRun['asked']).toEqual(asked);
  });

  it('has null for what could not be read', async () => {
    const send = answers['an answer'] as Send;
    const missing = json(await runCommand(`${command} --product-id gems_100 --json`, send));
    expect(missing).toMatchObject({ exit: 2, asked: null });
    const options = { send, env: serviceEnv('https://service.example'), stdin: '{}' };
    const body = json(await pvg(`${command} --body - --json`, options));
    expect(body['asked']).toEqual({ product_id: null, package: null, receipt: null });
  });

  it('shows a receipt in a wrong place as a fingerprint', async () => {
    const swapped = `--product-id ${receipt} --package com.example.game --receipt other-${receipt}`;
    const ended = await runCommand(`${command} ${swapped} --force`, answers['an answer'] as Send);
    const fact = /^Asked for: .*$/m.exec(ended.out + ended.err)?.[0];
    expect(fact).toBe(`Asked for: ${shownFingerprint(receipt)} in com.example.game`);
  });
});

it('a refusal after the purchase was read has it, too', async () => {
  const home = temporaryFolder();
  const send = answers['an answer'] as Send;
  const store = 'profile add desk --environment prod --read-only --gateway-url https://s.example';
  const options = { home, send, env: { PVG_CLIENT_SECRET: 'x'.repeat(32) } };
  await pvg(`${store} --client-id c --no-input`, options);
  const refused = json(await pvg(`verify ${purchase} --profile desk --json`, options));
  expect(refused).toMatchObject({ exit: 13, error: { code: 'profile-read-only' }, asked });
});

it('a verify of iOS has no package, and a call about a player no purchase', async () => {
  const local = '--profile local --json';
  const ios = json(await pvg(`verify --os ios --product-id gems_100 --receipt r ${local}`));
  expect(ios['asked']).toMatchObject({ product_id: 'gems_100', package: null });
  expect(json(await pvg(`session --username player-42 --check ${local}`))).not.toHaveProperty(
    'asked',
  );
});
