import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/signing/digest.js';
import { startPvg } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { ask, send, startServer, type RunningListener } from '../helpers/listener.js';
import { json, pvg } from '../helpers/pvg.js';
import { purchaseBody, verifyCall } from '../helpers/signed.js';

const verifyLine =
  'verify --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased';

/** Several emulators on one state file, each over its own socket. */
async function emulators(count: number, line: string, folder: string): Promise<RunningListener[]> {
  const running: RunningListener[] = [];
  for (let each = 0; each < count; each += 1)
    running.push(await startServer(`emulate --port 0 ${line}`, { folder }));
  return running;
}

const stopAll = async (running: readonly RunningListener[]): Promise<void> => {
  for (const each of running) await each.stop();
};

const statusOfVerify = async (
  { url: base }: RunningListener,
  receipt = 'demo-purchased',
): Promise<number> => (await send(verifyCall(purchaseBody(receipt), { base }))).status;

const sorted = (statuses: readonly unknown[]): unknown[] => [...statuses].sort();

describe('One receipt is verified once', () => {
  it('by processes that verify it with the profile local at the same time', async () => {
    const home = temporaryFolder();
    const env = { PATH: process.env['PATH'], HOME: home, PVG_STATE_DIR: join(home, 'state') };
    const runs = Array.from({ length: 6 }, () =>
      startPvg([...verifyLine.split(' '), '--quiet'], { env }),
    );
    expect(sorted(await Promise.all(runs.map(({ ended }) => ended)))).toEqual([0, 7, 7, 7, 7, 7]);
  });

  it('by two emulators on one state file, one after the other and at the same time', async () => {
    const folder = temporaryFolder();
    const receipts = Array.from(
      { length: 40 },
      (_, number) => `receipt-of-this-test-${String(number)}`,
    );
    const store = receipts.map((receipt) => ({
      receipt,
      product_id: 'gems_100',
      package: 'com.example.game',
    }));
    writeFileSync(join(folder, 'store.json'), JSON.stringify(store));
    const running = await emulators(3, '--state state.ndjson --store store.json', folder);
    const [first, second] = running as [RunningListener, RunningListener];
    expect(await statusOfVerify(first)).toBe(200);
    expect(await statusOfVerify(second)).toBe(409);
    for (const receipt of receipts) {
      const statuses = await Promise.all(
        [...running, ...running].map((each) => statusOfVerify(each, receipt)),
      );
      expect(sorted(statuses)).toEqual([200, 409, 409, 409, 409, 409]);
    }
    await stopAll(running);
    const [next] = (await emulators(1, '--state state.ndjson --store store.json', folder)) as [
      RunningListener,
    ];
    for (const receipt of receipts) expect(await statusOfVerify(next, receipt)).toBe(409);
    await next.stop();
  });

  it('until one of the emulators is reset: then by all of them once more', async () => {
    const folder = temporaryFolder();
    const running = await emulators(2, '--state state.ndjson', folder);
    const [first, second] = running as [RunningListener, RunningListener];
    expect(await statusOfVerify(first)).toBe(200);
    const token = /token (\S+)/.exec(second.context.stderr.text())?.[1] ?? '';
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect(
      (await ask(`${second.url}/_pvg/reset`, { method: 'POST', headers, body: '{}' })).status,
    ).toBe(200);
    expect(await statusOfVerify(first)).toBe(200);
    expect(await statusOfVerify(second)).toBe(409);
    await stopAll(running);
  });
});

const recorded = `{"fingerprint":"${fingerprint('demo-purchased')}"}`;
const other = `{"fingerprint":"${fingerprint('another')}"}`;

describe('A state file', () => {
  it.each([
    ['that ends without a line feed', `${other}\n${recorded}`],
    ['that begins with empty lines', `\n\n${recorded}\n`],
    ['of an editor with other line ends', `${other}\r\n${recorded}\r\n`],
  ])('%s stays known, and loses nothing that is appended', async (_says, text) => {
    const folder = temporaryFolder();
    const path = join(folder, 'state.ndjson');
    writeFileSync(path, text);
    for (let run = 0; run < 2; run += 1) {
      const [emulator] = (await emulators(1, '--state state.ndjson', folder)) as [RunningListener];
      expect(await statusOfVerify(emulator)).toBe(409);
      expect(await statusOfVerify(emulator, 'demo-unacknowledged')).toBe(run === 0 ? 200 : 409);
      await emulator.stop();
      // As a script appends with `echo`.
      appendFileSync(path, `${other}\n`);
    }
  });

  it.each([
    ['that is cut', `${other}\n${recorded.slice(0, 20)}`, 2],
    ['that is cut before others', `${recorded.slice(0, -1)}\n${other}\n`, 1],
    ['that has two in one', `${other}\n\n${other}${recorded}\n`, 3],
    ['with half a fingerprint', `${other}\n{"fingerprint":"ce57"}\n`, 2],
    ['of something else', `${other}\nverified: all\n`, 2],
  ])(
    'with a line %s is named with that line, and nothing is recorded',
    async (_says, text, line) => {
      const folder = temporaryFolder();
      const path = join(folder, 'state.ndjson');
      writeFileSync(path, text);
      const emulated = json(await pvg('emulate --port 0 --state state.ndjson --json', { folder }));
      expect(emulated).toMatchObject({ exit: 2, error: { code: 'input-unreadable' } });
      expect(JSON.stringify(emulated)).toMatch(new RegExp(`line ${line}\\b`, 'i'));
      expect(readFileSync(path, 'utf8')).toBe(text);

      const home = temporaryFolder();
      await pvg('lookup demo-purchased --profile local --product-id gems_100', { home });
      const ledger = join(home, 'state', 'local-ledger.json');
      writeFileSync(ledger, text);
      const verified = json(await pvg(`${verifyLine} --json`, { home }));
      expect(verified).toMatchObject({ exit: 3, error: { code: 'configuration-unreadable' } });
      expect(JSON.stringify(verified)).toMatch(new RegExp(`line ${line}\\b`, 'i'));
      expect(readFileSync(ledger, 'utf8')).toBe(text);
    },
  );

  it('that an editor of Windows has saved is read on: a byte order mark is no damage', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'state.ndjson');
    const [first] = (await emulators(1, '--state state.ndjson', folder)) as [RunningListener];
    expect(await statusOfVerify(first)).toBe(200);
    await first.stop();
    writeFileSync(path, `\ufeff${readFileSync(path, 'utf8')}`);
    const [second] = (await emulators(1, '--state state.ndjson', folder)) as [RunningListener];
    expect(await statusOfVerify(second)).toBe(409);
    await second.stop();
  });

  it('that is damaged while an emulator runs grants nothing until it is right again', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'state.ndjson');
    const [emulator] = (await emulators(1, '--state state.ndjson', folder)) as [RunningListener];
    expect(await statusOfVerify(emulator)).toBe(200);
    const good = readFileSync(path, 'utf8');
    writeFileSync(path, `${good}damaged\n`);
    expect(await statusOfVerify(emulator)).toBe(500);
    expect(await statusOfVerify(emulator, 'demo-unacknowledged')).toBe(500);
    expect(readFileSync(path, 'utf8')).toBe(`${good}damaged\n`);
    writeFileSync(path, good);
    expect(await statusOfVerify(emulator, 'demo-unacknowledged')).toBe(200);
    expect(await statusOfVerify(emulator)).toBe(409);
    await emulator.stop();
  });
});
