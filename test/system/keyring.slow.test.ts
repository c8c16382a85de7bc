import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startPvg } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';

it.runIf(process.platform === 'linux')(
  'a keyring that never answers is given up after a while',
  async () => {
    const home = temporaryFolder();
    const bus = createServer(() => undefined).listen(join(home, 'bus'));
    await once(bus, 'listening');
    writeFileSync(join(home, 'secret'), 'a-secret-of-this-test', { mode: 0o600 });
    const line =
      'profile add new --keyring --environment dev --gateway-url https://gateway.example --client-id c --client-secret-file secret --no-input --json';
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home, 'bus')}`,
    };
    const run = startPvg(line.split(' '), { env, cwd: home });
    expect(await run.ended).toBe(3);
    expect(JSON.parse(run.out())).toMatchObject({
      exit: 3,
      error: { code: 'keyring-unavailable' },
    });
    bus.close();
  },
);
