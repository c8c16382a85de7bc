import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';

/** `>` of Windows PowerShell 5 writes UTF-16 with a byte order mark, and its `Set-Content -Encoding UTF8` a mark too. */
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16, little-endian': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16, big-endian': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
};

const vectors = async (): Promise<string> => (await pvg('vectors')).out;
const profile = JSON.stringify({
  name: 'shop',
  environment: 'dev',
  gateway: { baseUrl: 'https://g.example', clientId: 'c' },
});
const purchase = JSON.stringify({
  packageName: 'com.example.game',
  productId: 'gems_100',
  purchaseToken: 'demo-recorded',
});
const envelope = JSON.stringify({
  interface: 'session',
  headers: { 'X-Signature': 'aa' },
  body: '{}',
});

/** Everything that reads a file which pvg or a person may have written with `>`. FILE is its path. */
const readers: readonly (readonly [
  line: string,
  text: () => string | Promise<string>,
  status: number,
])[] = [
  ['profile import --json FILE', () => profile, 0],
  ['conform --json --vectors FILE -- no-such-signer', vectors, 2],
  ['lookup @FILE --profile local', () => purchase, 0],
  ['lookup --purchase-json @FILE --profile local', () => purchase, 0],
  ['diagnose FILE --credentials @CREDENTIALS', () => envelope, 6],
  ['explain-error @FILE', () => '{"success":false,"error":"PRODUCT_MISMATCH","message":"m"}', 0],
  [
    'batch FILE --profile local',
    () => 'receipt,product_id,package\ndemo-recorded,gems_100,com.example.game',
    0,
  ],
];

it.each(['UTF-8', 'UTF-16, little-endian', 'UTF-16, big-endian'])(
  'pvg diagnose --signed-message finds the right message in a file in %s',
  async (encoding) => {
    const folder = temporaryFolder();
    const body = '{"gameId":"demo"}';
    const file = join(folder, 'message');
    writeFileSync(file, encodings[encoding]?.(body) ?? '');
    const request = `--interface session --signature ${'0'.repeat(64)}`;
    const { out } = await pvg([
      ...`diagnose ${request} --profile local --json --body`.split(' '),
      body,
      '--signed-message',
      `@${file}`,
    ]);
    const { findings } = JSON.parse(out) as { findings: readonly { causes: readonly string[] }[] };
    expect(findings).toEqual(await findingsOfRightMessage());
  },
);

async function findingsOfRightMessage(): Promise<unknown> {
  const body = '{"gameId":"demo"}';
  const request = `--interface session --signature ${'0'.repeat(64)}`;
  const line = `diagnose ${request} --profile local --json --body`.split(' ');
  const { out } = await pvg([...line, body, '--signed-message', body]);
  return (JSON.parse(out) as { findings: unknown }).findings;
}

describe.each(readers)('pvg %s', (line, text, status) => {
  it.each(Object.keys(encodings))('reads %s', async (encoding) => {
    const folder = temporaryFolder();
    const write = async (name: string, content: string | Promise<string>): Promise<string> => {
      writeFileSync(join(folder, name), encodings[encoding]?.(await content) ?? '');
      return join(folder, name);
    };
    const credentials = await write('credentials.json', '{"secret_key":"a-secret-key"}');
    const file = await write('file', text());
    const words = line.replace('FILE', file).replace('CREDENTIALS', credentials);
    const execute = () =>
      Promise.resolve({
        status: null,
        failed: 'ENOENT',
        stdout: Buffer.alloc(0),
        stderr: Buffer.alloc(0),
      });
    const ended = await pvg(`${words}`, { execute });
    expect([ended.status, (ended.out + ended.err).includes('input-unreadable')]).toEqual([
      status,
      false,
    ]);
  });
});

it.each(Object.keys(encodings))('.pvg.json is read in %s', async (encoding) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.pvg.json'), encodings[encoding]?.('{"profile":"local"}') ?? '');
  const line = 'lookup --product-id gems_100 --package com.example.game --receipt demo-recorded';
  expect((await pvg(line, { folder })).status).toBe(0);
});
