import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program, startChild, startPvg, type Child } from '../support/child.js';
import { temporaryFolder } from '../support/context.js';
import { points } from './points.js';

/** Every line of docs/conventions.md as a user types it. `npm run build` comes first. */

const bin = temporaryFolder();
writeFileSync(join(bin, 'pvg'), `#!/bin/sh\nexec "${process.execPath}" "$PVG" "$@"\n`, { mode: 0o755 });

/** It accepts every connection and never answers. */
const silent = createServer();
let emulator: Child;
let emulatorUrl: string;
beforeAll(async () => {
  emulator = startPvg(['emulate', '--port', '0'], { env: { HOME: temporaryFolder() } });
  emulatorUrl = await emulator.until(() => /^listening on (http:\S+)/m.exec(emulator.err())?.[1]);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  silent.close();
  emulator.process.kill('SIGTERM');
  expect(await emulator.ended).toBe(0);
});

async function typed(line: string) {
  const home = join(temporaryFolder(), 'home');
  mkdirSync(home);
  const child = startChild('bash', ['-c', line], {
    cwd: home,
    env: {
      PATH: [bin, join(process.execPath, '..'), process.env['PATH'] ?? ''].join(':'),
      HOME: home,
      TERM: 'xterm-256color',
      PVG: program,
      EMULATOR: emulatorUrl,
      SILENT: `http://127.0.0.1:${String((silent.address() as AddressInfo).port)}`,
    },
  });
  child.process.stdin?.end();
  const status = Number(await child.ended);
  return { status, out: child.out(), err: child.err() };
}

describe.each(Object.entries(points))('%s', (_title, each) => {
  it.each(each)('$expects', async ({ typed: line, status = 0, out, err }) => {
    const ended = await typed(line);
    expect(ended).toMatchObject({ status });
    if (out === '') expect(ended.out).toBe('');
    else if (out !== undefined) expect(ended.out).toMatch(out);
    if (err === '') expect(ended.err).toBe('');
    else if (err !== undefined) expect(ended.err).toMatch(err);
  });
});
