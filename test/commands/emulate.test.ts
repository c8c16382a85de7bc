import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { registerEmulate, runEmulate, type EmulateOptions } from '../../src/commands/emulate.js';
import { openServer } from '../../src/edge/serve.js';
import { PvgError, type ExitStatus } from '../../src/failure.js';
import { openNetwork } from '../../src/transport/network.js';
import type { WireRequest, WireResponse } from '../../src/contract/wire.js';
import { temporaryFolder, testContext } from '../support/context.js';
import { gist, lookupCall, patient, purchaseBody, sessionCall, verifyCall } from '../support/signed.js';

const quietLog = { json: false, verbose: false };

/** Starts the command, asks it, interrupts it. */
async function emulate(
  options: EmulateOptions,
  ask: (base: string) => Promise<void> = () => Promise.resolve(),
  {
    reason = new PvgError('interrupted', 'Interrupted.'),
    log = quietLog,
  }: { readonly reason?: PvgError; readonly log?: typeof quietLog } = {},
) {
  const stop = new AbortController();
  const context = testContext({ serve: openServer, interrupt: stop.signal, folder: temporaryFolder() });
  const running = runEmulate(context, { port: '0', ...options }, log);
  // Without this a failure of the command would hang the test.
  void running.catch(() => undefined);
  const base = await Promise.race([running.then(() => ''), listening(() => context.stderr.text())]);
  await ask(base);
  stop.abort(reason);
  return { status: await running, out: context.stdout.text(), err: context.stderr.text() };
}

async function listening(err: () => string): Promise<string> {
  for (;;) {
    const found = /^listening on (\S+)\n.*\n/.exec(err())?.[1];
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const send = async (request: WireRequest): Promise<WireResponse> => {
  const network = await openNetwork({ env: {}, version: 'test' });
  return network(request, patient);
};

describe('pvg emulate', () => {
  it('says where it listens, then its credentials, and nothing on stdout', async () => {
    const { status, out, err } = await emulate({});
    expect({ status, out }).toEqual({ status: 0, out: '' });
    expect(err).toMatch(
      /^listening on http:\/\/127\.0\.0\.1:\d+\nclient id demo-client, client secret demo-client-secret; game id demo, secret key demo-secret-key\ncontrol http:\/\/127\.0\.0\.1:\d+\/_pvg\/, token [0-9a-f-]{36}\n$/,
    );
  });

  it('ends well when it is terminated', async () => {
    const { status } = await emulate({}, undefined, { reason: new PvgError('terminated', 'Terminated.') });
    expect(status).toBe(0);
  });

  it('ends at once when it was interrupted before it listened', async () => {
    const context = testContext({ serve: openServer, interrupt: AbortSignal.abort() });
    expect(await runEmulate(context, { port: '0' }, quietLog)).toBe(0);
  });

  describe('logs each request', () => {
    const verify = (base: string): WireRequest => verifyCall(purchaseBody('demo-purchased'), { base });
    const ask = async (base: string): Promise<void> => {
      await send(verify(base));
      await send({ ...verify(base), url: `${base}/nowhere?x=1` });
    };

    it('with -v, a line on stderr', async () => {
      const { out, err } = await emulate({}, ask, { log: { json: false, verbose: true } });
      expect(out).toBe('');
      const [, , , ...lines] = err.trimEnd().split('\n');
      expect(lines.map((line) => line.replace(/^\S+Z /, '').replace(/ \d+ ms/, ''))).toEqual([
        'POST /iap/gateway/verify 200',
        'POST /nowhere 404 (No such path.)',
      ]);
    });

    it('with --json, an object when it is ready and one for each request', async () => {
      let url = '';
      const asked = (base: string): Promise<void> => {
        url = base;
        return ask(base);
      };
      const { out } = await emulate({}, asked, { log: { json: true, verbose: false } });
      const [ready, ...requests] = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(ready).toMatchObject({ event: 'listening', url, control: { url: `${url}/_pvg/` } });
      expect(requests).toMatchObject([
        { event: 'request', method: 'POST', path: '/iap/gateway/verify', status: 200 },
        { event: 'request', path: '/nowhere', status: 404 },
      ]);
      expect(out).not.toContain('signature');
    });
  });

  it('marks what the contract does not show with a section number in ASCII', async () => {
    let mark: string | undefined;
    await emulate({}, async (base) => {
      const { headers } = await send(lookupCall(purchaseBody('unknown-receipt'), { base }));
      mark = headers.find(([name]) => name === 'x-pvg-not-shown')?.[1];
    });
    expect(mark).toBe('2.4');
  });

  it('keeps both interfaces behind one address', async () => {
    const gists: string[] = [];
    await emulate({}, async (base) => {
      const verify = verifyCall(purchaseBody('demo-purchased'), { base });
      for (const request of [
        verify,
        verify,
        sessionCall({ gameId: 'demo', username: 'demo-limited' }, { base }),
      ])
        gists.push(gist(await send(request)));
    });
    expect(gists).toEqual(['200', '409 DUPLICATE_TRANSACTION', '429 rate_limited']);
  });

  it('adds the purchases of --store and keeps what it verified in --state', async () => {
    const folder = temporaryFolder();
    const store = join(folder, 'store.json');
    const state = join(folder, 'ledger.json');
    writeFileSync(store, '[{"receipt":"mine","product_id":"p","package":"com.mine"}]');
    const gists: string[] = [];
    const ask = async (base: string) => {
      const body = { receipt: 'mine', product_id: 'p', package: 'com.mine', os_id: 1 };
      gists.push(gist(await send(verifyCall(body, { base }))));
    };
    await emulate({ store, state }, ask);
    await emulate({ store, state }, ask);
    expect(gists).toEqual(['200', '409 DUPLICATE_TRANSACTION']);
  });

  it('keeps no file without --state', async () => {
    const context = testContext({ serve: openServer, interrupt: AbortSignal.abort() });
    await runEmulate(context, { port: '0' }, quietLog);
    expect(existsSync(context.folders.state)).toBe(false);
  });

  it('misbehaves as it was asked to', async () => {
    const gists: string[] = [];
    await emulate({ fault: ['503:1'] }, async (base) => {
      gists.push(gist(await send(lookupCall(purchaseBody('demo-purchased'), { base }))));
    });
    await emulate({ fault: ['413:1'] }, async (base) => {
      gists.push(gist(await send(lookupCall(purchaseBody('demo-purchased'), { base }))));
    });
    await emulate({ mintLimit: '1/60', clockSkew: '-301' }, async (base) => {
      const mint = sessionCall({ gameId: 'demo', username: 'player-1' }, { base });
      gists.push(gist(await send(mint)), gist(await send(mint)));
      gists.push(gist(await send(lookupCall(purchaseBody('demo-purchased'), { base }))));
    });
    expect(gists).toEqual([
      '503 HTTP_503 (§7.1)',
      '413 HTTP_413 (§7.1)',
      '200',
      '429 rate_limited',
      '401 UNAUTHORIZED (§5.1)',
    ]);
  });

  it('serves nothing over a damaged ledger', async () => {
    const state = join(temporaryFolder(), 'ledger.json');
    writeFileSync(state, 'canary');
    await expect(runEmulate(testContext(), { state }, quietLog)).rejects.toMatchObject({
      code: 'input-unreadable',
    });
  });

  const wrong: [option: string, options: EmulateOptions][] = [
    ['--port', { port: 'canary' }],
    ['--port', { port: '65536' }],
    ['--port', { port: '-1' }],
    ['--port', { port: '80.5' }],
    ['--port', { port: '' }],
    ['--fault', { fault: ['canary'] }],
    ['--fault', { fault: ['200:0.5'] }],
    ['--fault', { fault: ['503:1.1'] }],
    ['--fault', { fault: ['503:'] }],
    ['--fault', { fault: ['503'] }],
    ['--fault', { fault: ['503:0.6', '502:0.6'] }],
    ['--latency', { latency: '-1' }],
    ['--latency', { latency: '1s' }],
    ['--mint-limit', { mintLimit: '5' }],
    ['--mint-limit', { mintLimit: '0/60' }],
    ['--mint-limit', { mintLimit: '5/0' }],
    ['--clock-skew', { clockSkew: 'canary' }],
  ];
  it.each(wrong)('refuses a value of %s without repeating it: %j', async (option, options) => {
    const failure = await runEmulate(testContext(), options, quietLog).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'usage',
      exit: 2,
      message: expect.stringContaining(option) as string,
    });
    expect(String(failure)).not.toContain('canary');
  });

  it('is registered with its options', async () => {
    const context = testContext({ serve: openServer, interrupt: AbortSignal.abort() });
    const ends: unknown[] = [];
    const command = new Command('emulate');
    registerEmulate(command, context, (end: unknown) => {
      ends.push(end as ExitStatus);
      return Promise.resolve();
    });
    const words = [
      '--port',
      '0',
      '--fault',
      '503:0.1',
      '--fault',
      '502:.1',
      '--clock-skew',
      '-400',
      '--latency',
      '1',
    ];
    await command.parseAsync([...words, '--mint-limit', '5/60'], { from: 'user' });
    expect(ends).toEqual([0]);
  });
});
