import { join } from 'node:path';
import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import { program, startChild } from '../support/child.js';
import { serviceEnv, temporaryFolder } from '../support/context.js';
import { contentFaults } from '../support/hostile-answers.js';
import { hostileServer, type HostileServer } from '../support/hostile-server.js';
import { words } from '../support/pvg.js';

/** Answers that are made to fill the memory or to take for ever, each met by the program itself. */
const mostMegabytes = 150;
const heavy = (
  'huge-headers gzip-bomb endless-body endless-chunks length-300-mb json-deep-list json-deep-closed json-deep-beside ' +
  'json-too-deep json-wide json-long-text json-long-number message-long message-escapes-long redirect-long'
).split(' ');
const tellMemory = join(import.meta.dirname, '..', 'fixtures', 'tell-memory.cjs');

describe('an answer that is made to fill the memory', () => {
  let server: HostileServer;
  beforeAll(async () => {
    server = await hostileServer();
    for (const [name, [fault]] of Object.entries(contentFaults)) server.more.set(name, fault);
  });
  afterAll(() => server.close());

  it.each(heavy)('%s: less than 150 MB, and an end', async (fault) => {
    const line = 'lookup --product-id gems_100 --package com.example.game --receipt r --retries 0';
    const home = temporaryFolder();
    const child = startChild(process.execPath, ['--require', tellMemory, program, ...words(line)], {
      cwd: home,
      env: { PATH: process.env['PATH'], HOME: home, ...serviceEnv(`${server.origin}/${fault}`) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const status = await child.ended;
    const megabytes = Number(/^peak (\d+)$/m.exec(child.err())?.[1]);
    if (process.env['PVG_TELL'] !== undefined)
      process.stdout.write(`${fault} ${String(megabytes)} MB ${String(status)}\n`);
    expect(megabytes).toBeGreaterThan(30);
    expect(megabytes).toBeLessThan(mostMegabytes);
  });
});
