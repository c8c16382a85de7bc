import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocal } from '../../src/emulator/local.js';
import { temporaryFolder, testContext } from '../support/context.js';
import { gist, lookupCall, patient, purchaseBody, verifyCall } from '../support/signed.js';

const verify = verifyCall(purchaseBody('demo-purchased'));

function run(home: string) {
  const said: string[] = [];
  const context = testContext({ home });
  const send = openLocal(context, (text) => said.push(text));
  return { send, said, ledger: join(context.folders.state, 'local-ledger.json') };
}

it('lets a retry within one run get past demo-flaky; in the next the store starts over', async () => {
  const home = temporaryFolder();
  const flaky = verifyCall(purchaseBody('demo-flaky'));
  const looked = lookupCall(purchaseBody('demo-flaky'));
  const { send } = run(home);
  await send(flaky, patient);
  await send(flaky, patient);
  expect(gist(await send(flaky, patient))).toBe('200');
  expect(gist(await run(home).send(looked, patient))).toBe('502 VERIFIER_ERROR (§7.1)');
  expect(gist(await run(home).send(flaky, patient))).toBe('409 DUPLICATE_TRANSACTION');
});

it('answers without a ledger where none can be kept, and says so', async () => {
  const home = temporaryFolder();
  writeFileSync(`${home}/state`, 'a file where a folder is wanted');
  const { send, said } = run(home);
  expect(gist(await send(verify, patient))).toBe('200');
  expect(said).toEqual([expect.stringMatching(/state file .* could not be written/) as string]);
});

it('names a damaged ledger and answers nothing', async () => {
  const home = temporaryFolder();
  mkdirSync(`${home}/state`);
  writeFileSync(`${home}/state/local-ledger.json`, '{');
  await expect(run(home).send(verify, patient)).rejects.toMatchObject({
    code: 'configuration-unreadable',
    exit: 3,
  });
});
