import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openInputStream } from '../../src/system/output-streams.js';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** A device without an end, or a file given by mistake, is refused while it is read, not when the memory is full. */

const megabyte = 1024 * 1024;
const product = '--product-id gems_100 --package com.example.game --profile local';

/** What reads a value, and the most that it takes. INPUT is `@file` or `-`. */
const valueReaders: readonly (readonly [line: string, mostBytes: number])[] = [
  [`lookup --receipt INPUT ${product}`, 4 * megabyte],
  ['lookup INPUT --profile local', 4 * megabyte],
  ['lookup --purchase-json INPUT --profile local', 4 * megabyte],
  ['lookup --body INPUT --profile local', 4 * megabyte],
  [`verify --receipt INPUT ${product}`, 4 * megabyte],
  ['verify --body INPUT --profile local', 4 * megabyte],
  ['session --body INPUT --profile local', 4 * megabyte],
  ['sign gateway --body INPUT --profile local', 4 * megabyte],
  ['explain-error INPUT', 4 * megabyte],
  ['journal find INPUT', 4 * megabyte],
  [
    `diagnose --interface session --signature ${'0'.repeat(64)} --body INPUT --profile local`,
    4 * megabyte,
  ],
];

describe.each(valueReaders)('pvg %s', (line, mostBytes) => {
  it('refuses a file that is larger', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'large'), '{}');
    truncateSync(join(folder, 'large'), mostBytes + 1);
    const path = join(folder, 'large');
    const ended = await pvg(`${line.replace('INPUT', `@${path}`)} --json`);
    expect(json(ended)).toMatchObject({ exit: 2, error: { code: 'input-unreadable' } });
  });

  it('refuses a stream that is larger, and reads no more of it', async () => {
    let readBytes = 0;
    function* endless(): Generator<Buffer> {
      for (;;) {
        readBytes += megabyte;
        yield Buffer.alloc(megabyte, ' ');
      }
    }
    const source = openInputStream({
      open: () => Readable.from(endless()),
      isTerminal: () => false,
    });
    const ended = await pvg(`${line.replace('INPUT', '-')} --json`, { source });
    expect(json(ended)).toMatchObject({ exit: 2, error: { code: 'input-unreadable' } });
    expect(readBytes / megabyte).toBeLessThan(mostBytes / megabyte + 20);
  });
});

it.each(['--store', '--games', '--players', '--script'])(
  'pvg emulate refuses a file that is larger: %s',
  async (option) => {
    const home = temporaryFolder();
    const path = join(home, 'large.json');
    writeFileSync(path, '');
    truncateSync(path, 64 * megabyte + 1);
    const emulated = json(await pvg(`emulate --port 0 ${option} ${path} --json`, { home }));
    expect(emulated).toMatchObject({ exit: 2, error: { code: 'input-unreadable' } });
  },
);

it.each(['--client-secret-file', '--secret-key-file'])(
  'takes no secret from a large file: %s',
  async (option) => {
    const path = join(temporaryFolder(), 'large');
    writeFileSync(path, 'x'.repeat(64 * 1024 + 1), { mode: 0o600 });
    const line = `profile add shop --environment dev --gateway-url https://g.example --client-id c ${option} ${path}`;
    expect(json(await pvg(`${line} --json`))).toMatchObject({
      exit: 2,
      error: { code: 'input-unreadable' },
    });
  },
);
