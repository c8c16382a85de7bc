import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.js';
import { temporaryFolder } from '../support/context.js';
import { ask, send, startListener, type RunningListener } from '../support/listener.js';
import { lookupCall, purchaseBody, sessionCall, withHeader } from '../support/signed.js';

/** Whoever has the key may read requests as they came, and have others signed here. */
describe('the key of the page of pvg listen, sent by a client,', () => {
  let listener: RunningListener | undefined;
  afterEach(() => listener?.stop());

  const keyOf = ({ context }: RunningListener): string =>
    /#([\w-]{22})\n/.exec(context.stderr.text())?.[1] ?? '';

  const carriers: [where: string, carry: (call: WireRequest, key: string) => WireRequest][] = [
    ['in the address', (call, key) => ({ ...call, url: `${call.url}?key=${key}` })],
    ['in a path that nobody knows', (call, key) => ({ ...call, url: `${call.url}/${key}` })],
    ['in a header', (call, key) => withHeader(call, 'X-Page', `#${key}`)],
    [
      'in the body',
      ({ url }, key) =>
        lookupCall(purchaseBody('demo-recorded', { note: key }), { base: new URL(url).origin }),
    ],
    [
      'as base64 in the body',
      ({ url }, key) =>
        sessionCall(
          { gameId: 'demo', username: Buffer.from(key).toString('base64') },
          { base: new URL(url).origin },
        ),
    ],
    ['in a body that is not JSON', ({ url }, key) => lookupCall(`key=${key}`, { base: new URL(url).origin })],
  ];
  it.each(carriers)('is in no line, object, saved file or page: %s', async (_where, carry) => {
    for (const line of ['--json', '-v']) {
      const folder = join(temporaryFolder(), 'requests');
      listener = await startListener(`--profile local ${line} --save ${folder}`);
      const key = keyOf(listener);
      expect(key).not.toBe('');
      const opening = listener.context.stderr.text();
      await send(carry(lookupCall(purchaseBody('demo-recorded'), { base: listener.url }), key));
      await listener.lines(1);
      const pages = ['', `requests.json?key=${key}`];
      const shown = await Promise.all(
        pages.map(async (page) => {
          const { status, text } = await ask(`${listener?.url ?? ''}/${page}`, { method: 'GET' });
          expect(status).toBe(200);
          return text;
        }),
      );
      await listener.stop();
      const names = readdirSync(folder);
      const files = names.map((name) => readFileSync(join(folder, name), 'utf8'));
      expect(names.filter((name) => name.endsWith('.json'))).toHaveLength(1);
      const { stdout, stderr } = listener.context;
      const all = [stdout.text(), stderr.text().slice(opening.length), ...names, ...files, ...shown].join(
        '\n',
      );
      for (const form of [key, Buffer.from(key).toString('base64')]) expect(all).not.toContain(form);
    }
  });
});
