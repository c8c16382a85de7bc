import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { contentFaults } from '../support/hostile-answers.js';
import { hostileServer, type HostileServer } from '../support/hostile-server.js';
import { words } from '../support/pvg.js';

/** Answers that are made to fill the memory or to take for ever, each met by the program itself. */
const mostMegabytes = 150;
const heavy = [
  'huge-headers',
  'gzip-bomb',
  'endless-body',
  'endless-chunks',
  'length-300-mb',
  'json-deep-list',
  'json-deep-closed',
  'json-deep-beside',
  'json-too-deep',
  'json-wide',
  'json-long-text',
  'json-long-number',
  'message-long',
  'message-escapes-long',
  'redirect-long',
];

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
    const child = spawn(
      process.execPath,
      [
        '--require',
        join(import.meta.dirname, '..', 'fixtures', 'tell-memory.cjs'),
        join(import.meta.dirname, '..', '..', 'bin', 'pvg.js'),
        ...words(line),
      ],
      {
        cwd: home,
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          PVG_ENVIRONMENT: 'dev',
          PVG_GATEWAY_URL: `${server.origin}/${fault}`,
          PVG_CLIENT_ID: 'client',
          PVG_CLIENT_SECRET: 'client-secret',
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const said = await text(child.stderr);
    const megabytes = Number(/^peak (\d+)$/m.exec(said)?.[1]);
    if (process.env['PVG_TELL'] !== undefined)
      process.stdout.write(`${fault} ${String(megabytes)} MB ${String(child.exitCode)}\n`);
    expect(megabytes).toBeGreaterThan(30);
    expect(megabytes).toBeLessThan(mostMegabytes);
  });
});
