import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFiles } from '../../src/system/files.js';
import { Ledger } from '../../src/emulator/ledger.js';
import { openLocal } from '../../src/emulator/service.js';
import { fingerprint } from '../../src/signing/digest.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { gist, lookupCall, patient, purchaseBody, verifyCall } from '../helpers/signed.js';

const entry = fingerprint('receipt-one');
const lineOf = (receipt: string): string => `{"fingerprint":"${fingerprint(receipt)}"}\n`;

/** Lines in a file without empty ones, and without the ledger that wrote them. */
const linesIn = (path: string): string =>
  readFileSync(path, 'utf8')
    .replace(/,"by":"[0-9a-f-]{36}"/g, '')
    .replace(/\n+/g, '\n')
    .replace(/^\n/, '');

function open(path = join(temporaryFolder(), 'state', 'ledger.json')) {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const unreadable = 'configuration-unreadable';
  const { clock } = testContext();
  return {
    ledger: new Ledger({ files: openFiles('/'), clock, path, unreadable, say }),
    path,
    said,
  };
}

it.each([
  ['in memory', () => new Ledger()],
  ['in a file', () => open().ledger],
])(
  'a ledger %s knows what was added, and tells one of many that it was the first',
  async (_where, make) => {
    const ledger = make();
    expect(await ledger.has(entry)).toBe(false);
    const added = await Promise.all(Array.from({ length: 5_000 }, () => ledger.add(entry)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await ledger.has(entry)).toBe(true);
  },
);

describe('a ledger file', () => {
  it('has one line for each verify: no receipt, readable by its owner alone; the next run reads it', async () => {
    const { ledger, path } = open();
    await ledger.add(entry);
    await ledger.add(entry);
    await ledger.add(fingerprint('receipt-two'));
    expect(linesIn(path)).toBe(lineOf('receipt-one') + lineOf('receipt-two'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await open(path).ledger.add(entry)).toBe(false);
  });

  it('keeps every addition of a burst', async () => {
    const { ledger, path } = open();
    const receipts = Array.from({ length: 2_000 }, (_, index) => `receipt-${String(index)}`);
    await Promise.all(receipts.map((receipt) => ledger.add(fingerprint(receipt))));
    const next = open(path).ledger;
    const kept = await Promise.all(receipts.map((receipt) => next.has(fingerprint(receipt))));
    expect(kept).toEqual(receipts.map(() => true));
  });

  it('adds to what another process adds at the same time; is empty after everything was forgotten', async () => {
    const { ledger, path } = open();
    await ledger.has('');
    await open(path).ledger.add(fingerprint('receipt-two'));
    await ledger.add(entry);
    expect(linesIn(path)).toBe(lineOf('receipt-two') + lineOf('receipt-one'));
    await ledger.clear();
    expect(await ledger.has(entry)).toBe(false);
    expect(await open(path).ledger.has(fingerprint('receipt-two'))).toBe(false);
  });

  const old = `${JSON.stringify({ schema: 1, recorded: [JSON.parse(lineOf('receipt-one'))] })}\n`;
  it.each([
    ['that pvg 0.2 wrote', old],
    ['with further members', lineOf('receipt-one').replace('}', ',"order_id":"GPA.1"}')],
    ['whose last line has no line feed', lineOf('receipt-one').trimEnd()],
  ])('%s is read, and goes on with the next verify', async (_says, text) => {
    const path = join(temporaryFolder(), 'ledger.ndjson');
    writeFileSync(path, text);
    const { ledger } = open(path);
    expect(await ledger.has(entry)).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(text);
    await ledger.add(fingerprint('receipt-two'));
    await ledger.add(fingerprint('receipt-three'));
    const added = ['receipt-two', 'receipt-three'].map(lineOf).join('');
    expect(linesIn(path)).toBe(`${text.trimEnd()}\n${added}`);
    const next = open(path).ledger;
    for (const receipt of ['receipt-one', 'receipt-two', 'receipt-three'])
      expect(await next.has(fingerprint(receipt))).toBe(true);
  });

  it.each([
    ['has no JSON', 'canary-secret\n'],
    ['is of a later schema', '{"schema":2,"canary-secret":[]}\n'],
    ['is another JSON file', '["canary-secret"]\n'],
    ['has an entry without a fingerprint', '{"order_id":"canary-secret"}\n'],
    ['is not UTF-8', 'canary-secret\u{ff}'],
    ['has a line that a full disk cut', '{"fingerprint":"0123'],
  ])('that %s is named, not quoted and not overwritten', async (_says, text) => {
    const path = join(temporaryFolder(), 'ledger.ndjson');
    const bytes = Buffer.from(text, 'latin1');
    writeFileSync(path, bytes);
    const { ledger } = open(path);
    const message = expect.not.stringContaining('canary-secret') as string;
    const failure = { code: 'configuration-unreadable', message };
    await expect(ledger.has(entry)).rejects.toMatchObject(failure);
    await expect(ledger.add(entry)).rejects.toMatchObject(failure);
    expect(readFileSync(path)).toEqual(bytes);
  });

  it('that cannot be read is told with the reason', async () => {
    const path = join(temporaryFolder(), 'ledger.json');
    mkdirSync(path);
    await expect(open(path).ledger.has('')).rejects.toThrow('could not be read: it is a folder');
  });

  it('that cannot be written is said once, and the run goes on in memory', async () => {
    const file = join(temporaryFolder(), 'no-folder');
    writeFileSync(file, '');
    const { ledger, said } = open(join(file, 'ledger.json'));
    expect(await ledger.add(entry)).toBe(true);
    expect(await ledger.add(fingerprint('receipt-two'))).toBe(true);
    expect(await ledger.add(entry)).toBe(false);
    expect(said).toEqual([expect.stringContaining('could not be written') as string]);
  });
});

describe('the profile local', () => {
  const run = (home: string) => openLocal(testContext({ home }), () => undefined);

  it('lets a retry within one run get past demo-flaky; in the next the store starts over', async () => {
    const home = temporaryFolder();
    const flaky = verifyCall(purchaseBody('demo-flaky'));
    const looked = lookupCall(purchaseBody('demo-flaky'));
    const send = run(home);
    for (const expected of ['502 VERIFIER_ERROR', '502 VERIFIER_ERROR', '200'])
      expect(gist(await send(flaky, patient))).toBe(expected);
    expect(gist(await run(home)(looked, patient))).toBe('502 VERIFIER_ERROR (§7.1)');
    expect(gist(await run(home)(flaky, patient))).toBe('409 DUPLICATE_TRANSACTION');
  });

  it('names a damaged ledger and answers nothing', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'state'));
    writeFileSync(join(home, 'state', 'local-ledger.json'), '{');
    const failure = { code: 'configuration-unreadable', exit: 3 };
    await expect(
      run(home)(verifyCall(purchaseBody('demo-purchased')), patient),
    ).rejects.toMatchObject(failure);
  });
});
