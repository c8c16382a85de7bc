import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { openKeyring } from '../../src/edge/keyring.js';
import { temporaryFolder } from '../support/context.js';
import { givenTime } from '../support/keeps-up.js';

/** A folder whose @napi-rs/keyring is this code. */
function packageOf(code: string): { from: string; folder: string } {
  const folder = temporaryFolder();
  const own = join(folder, 'node_modules', '@napi-rs', 'keyring');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'index.js'), code);
  return { folder, from: pathToFileURL(join(folder, 'x.js')).href };
}

const inFiles = `
const fs = require('node:fs');
exports.Entry = class {
  constructor(service, name, options) {
    this.file = __dirname + '/' + service + '-' + name + '-' + options.linux.store;
  }
  setPassword(text) { fs.writeFileSync(this.file, text); }
  getPassword() { return fs.existsSync(this.file) ? fs.readFileSync(this.file, 'utf8') : null; }
  deletePassword() { fs.rmSync(this.file, { force: true }); return true; }
};`;

const open = (from: string, timeoutMs = 600_000) =>
  openKeyring({ env: { PATH: process.env['PATH'] }, node: process.execPath, from, timeoutMs });

describe('the system’s keyring', () => {
  it('keeps, gives and forgets, in the one store that survives a restart', async () => {
    const { from, folder } = packageOf(inFiles);
    const keyring = open(from);
    expect(await keyring.read('a')).toBeUndefined();
    await keyring.write('a', 'bí mật \u0000"\n');
    expect(await keyring.read('a')).toBe('bí mật \u0000"\n');
    const kept = join(folder, 'node_modules', '@napi-rs', 'keyring', 'pvg-a-secret-service');
    expect(readFileSync(kept, 'utf8')).toBe('bí mật \u0000"\n');
    await keyring.remove('a');
    await keyring.remove('a');
    expect(await keyring.read('a')).toBeUndefined();
  });

  it('that blocks is ended in time, with its process', async () => {
    const { from, folder } = packageOf(`exports.Entry = class { getPassword() {
      require('node:fs').writeFileSync(__dirname + '/pid', String(process.pid));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    } };`);
    const pidFile = join(folder, 'node_modules', '@napi-rs', 'keyring', 'pid');
    // It must have come as far as to block.
    await givenTime(
      (ms) => expect(open(from, ms).read('a')).rejects.toThrow('did not answer in time'),
      () => existsSync(pidFile),
    );
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 600_000);
  });

  it.each([
    ['throws', `throw new Error("the secret is CANARY")`, 'it refused'],
    [
      'says its own code',
      `throw new Error("Couldn't access platform storage: AccessDenied")`,
      'AccessDenied',
    ],
    [
      'is locked',
      `throw new Error("Couldn't access platform storage: Secret Service: unlock prompt was dismissed")`,
      'it is locked',
    ],
    [
      'cannot be found',
      `throw new Error("Platform failure: DBus error: Failed to connect to socket /CANARY: No such file")`,
      'no keyring answers in this session',
    ],
    ['ends its process', 'process.exit(3)', 'it refused'],
    ['crashes', 'process.abort()', 'it refused'],
    ['talks beside', 'console.log("CANARY")', 'it refused'],
  ])('that %s is told without its words', async (_what, code, because) => {
    const { from } = packageOf(`exports.Entry = class { setPassword() { ${code} } };`);
    const failed: unknown = await open(from)
      .write('a', 'CANARY')
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({
      name: 'KeyringError',
      because: expect.stringContaining(because) as string,
    });
    expect(String(failed)).not.toContain('CANARY');
  });

  it('that is not installed is told', async () => {
    const from = pathToFileURL(join(temporaryFolder(), 'x.js')).href;
    await expect(open(from).read('a')).rejects.toThrow('@napi-rs/keyring is not installed');
  });

  it('gets its secrets by a pipe: not in arguments, not in the environment', async () => {
    const { from, folder } = packageOf(
      `
      const fs = require('node:fs');
      exports.Entry = class { setPassword() {
        fs.writeFileSync(${JSON.stringify('SEEN')}, JSON.stringify([process.argv, process.execArgv, process.env]));
      } };`.replace('"SEEN"', `__dirname + '/seen'`),
    );
    const env = {
      PATH: process.env['PATH'],
      PVG_CLIENT_SECRET: 'CANARY',
      NODE_OPTIONS: '--report-on-signal',
    };
    await openKeyring({ env, node: process.execPath, from }).write('a', 'CANARY');
    const seen = readFileSync(join(folder, 'node_modules', '@napi-rs', 'keyring', 'seen'), 'utf8');
    expect(seen).not.toContain('CANARY');
    expect(seen).not.toContain('NODE_OPTIONS');
  });

  it.runIf(process.platform === 'linux')('that no desktop offers refuses, for real', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
    const keyring = openKeyring({ env, node: process.execPath });
    await expect(keyring.write('a', 'b')).rejects.toMatchObject({ name: 'KeyringError' });
    await expect(keyring.read('a')).rejects.toMatchObject({ name: 'KeyringError' });
  });
});
