import { join } from 'node:path';
import { expect, it } from 'vitest';
import { program, startChild } from '../helpers/child.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { contentFaults } from '../helpers/hostile-answers.js';
import { faults, hostileServer } from '../helpers/hostile-server.js';
import { words } from '../helpers/pvg.js';

/** Answers that are made to fill the memory or to take for ever, each met by the program itself. */
const heavy = (
  'huge-headers gzip-bomb endless-body endless-chunks json-deep-list json-deep-closed json-deep-beside ' +
  'json-too-deep json-wide json-long-text json-long-number message-long message-escapes-long redirect-long'
).split(' ');
const tellMemory = join(import.meta.dirname, '..', 'fixtures', 'tell-memory.cjs');

it.each(heavy)(
  'an answer that is made to fill the memory: %s: less than 150 MB, and an end',
  async (fault) => {
    const server = await hostileServer({ ...faults, ...contentFaults });
    const line = 'lookup --product-id gems_100 --package com.example.game --receipt r --retries 0';
    const home = temporaryFolder();
    const child = startChild(process.execPath, ['--require', tellMemory, program, ...words(line)], {
      cwd: home,
      env: { PATH: process.env['PATH'], HOME: home, ...serviceEnv(`${server.origin}/${fault}`) },
    });
    await child.ended;
    await server.close();
    const megabytes = Number(/^peak (\d+)$/m.exec(child.err())?.[1]);
    expect(megabytes).toBeGreaterThan(30);
    expect(megabytes).toBeLessThan(150);
  },
);
