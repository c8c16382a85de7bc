import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFiles } from '../../src/edge/files.js';
import { fileLedger, memoryLedger } from '../../src/emulator/ledger.js';
import type { LedgerEntry } from '../../src/gateway/store.js';
import { fingerprint } from '../../src/signing/digest.js';
import { temporaryFolder } from '../support/context.js';

const entryOf = (receipt: string): LedgerEntry => ({
  fingerprint: fingerprint(receipt),
  orderId: 'GPA.1234-5678-9012-34567',
  recordedAtMs: 1_790_000_000_000,
});
const entry = entryOf('receipt-one');

function open(path = join(temporaryFolder(), 'state', 'ledger.json')) {
  const said: string[] = [];
  const ledger = fileLedger({
    files: openFiles('/'),
    path,
    unreadable: 'configuration-unreadable',
    say: (text) => said.push(text),
  });
  return { ledger, path, said };
}

describe.each([
  ['in memory', memoryLedger],
  ['in a file', () => open().ledger],
])('a ledger %s', (_where, make) => {
  it('knows what was added', async () => {
    const ledger = make();
    expect(await ledger.has(entry.fingerprint)).toBe(false);
    expect(await ledger.add(entry)).toBe(true);
    expect(await ledger.has(entry.fingerprint)).toBe(true);
  });

  it('tells one of many additions at once that it was the first', async () => {
    const ledger = make();
    const added = await Promise.all(Array.from({ length: 20 }, () => ledger.add(entry)));
    expect(added.filter(Boolean)).toHaveLength(1);
  });
});

describe('a ledger file', () => {
  it('is read by the next run', async () => {
    const { ledger, path } = open();
    await ledger.add(entry);
    expect(await open(path).ledger.has(entry.fingerprint)).toBe(true);
    expect(await open(path).ledger.add(entry)).toBe(false);
  });

  it('holds fingerprints and order ids, no receipts, readable by its owner alone', async () => {
    const { ledger, path } = open();
    await ledger.add(entry);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      schema: 1,
      recorded: [
        { fingerprint: entry.fingerprint, order_id: entry.orderId, recorded_at_ms: entry.recordedAtMs },
      ],
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('keeps every addition of a burst', async () => {
    const { ledger, path } = open();
    const receipts = Array.from({ length: 50 }, (_, index) => `receipt-${String(index)}`);
    await Promise.all(receipts.map((receipt) => ledger.add(entryOf(receipt))));
    const next = open(path).ledger;
    const kept = await Promise.all(receipts.map((receipt) => next.has(fingerprint(receipt))));
    expect(kept).toEqual(receipts.map(() => true));
  });

  it('keeps what another process added in the meantime', async () => {
    const { ledger: one, path } = open();
    const { ledger: two } = open(path);
    await one.has('');
    await two.add(entryOf('receipt-two'));
    expect(await one.add(entryOf('receipt-two'))).toBe(false);
    await one.add(entry);
    expect(await open(path).ledger.has(fingerprint('receipt-two'))).toBe(true);
  });

  const damaged: [says: string, text: string][] = [
    ['is empty', ''],
    ['is cut', '{"schema":1,"recorded":[{"fing'],
    ['is of a later schema', '{"schema":2,"recorded":[]}'],
    ['is another JSON file', '["canary-secret"]'],
    ['has an entry without a fingerprint', '{"schema":1,"recorded":[{"order_id":"canary-secret"}]}'],
  ];
  it.each(damaged)('that %s is named, not quoted and not overwritten', async (_says, text) => {
    const path = join(temporaryFolder(), 'ledger.json');
    writeFileSync(path, text);
    const { ledger } = open(path);
    const failure = {
      code: 'configuration-unreadable',
      message: `The state file ${path} is damaged. pvg did not change it.`,
    };
    await expect(ledger.has(entry.fingerprint)).rejects.toMatchObject(failure);
    await expect(ledger.add(entry)).rejects.toMatchObject(failure);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('that cannot be read is told with the system’s code', async () => {
    const path = join(temporaryFolder(), 'ledger.json');
    mkdirSync(path);
    await expect(open(path).ledger.has('')).rejects.toMatchObject({
      message: expect.stringContaining('EISDIR') as string,
    });
  });

  it('that cannot be written is said once, and the run goes on in memory', async () => {
    const file = join(temporaryFolder(), 'no-folder');
    writeFileSync(file, '');
    const { ledger, said } = open(join(file, 'ledger.json'));
    expect(await ledger.add(entry)).toBe(true);
    expect(await ledger.add(entryOf('receipt-two'))).toBe(true);
    expect(await ledger.add(entry)).toBe(false);
    expect(said).toEqual([expect.stringContaining('could not be written') as string]);
  });

  it('waits for no writer that failed with a fault of ours', async () => {
    const ledger = fileLedger({
      files: {
        readIfThere: () => Promise.resolve(undefined),
        replace: () => Promise.reject(new TypeError('ours')),
      },
      path: 'ledger.json',
      unreadable: 'input-unreadable',
      say: () => undefined,
    });
    await expect(ledger.add(entry)).rejects.toThrow(TypeError);
    await expect(ledger.add(entryOf('receipt-two'))).rejects.toThrow(TypeError);
  });
});
