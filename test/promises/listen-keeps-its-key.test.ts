import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.js';
import { temporaryFolder } from '../helpers/context.js';
import { keyOf } from '../helpers/desk.js';
import { ask, send, startListener } from '../helpers/listener.js';
import { lookupCall, purchaseBody, withHeader } from '../helpers/signed.js';

/** Whoever has the code or the key of the page of `pvg listen` may read requests as they came, and have others signed here. */

const call = (base: string, more = {}): WireRequest =>
  lookupCall(purchaseBody('demo-recorded', more), { base });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

it.each<[where: string, carry: (base: string, key: string) => WireRequest]>([
  ['in the address', (base, key) => ({ ...call(base), url: `${call(base).url}?key=${key}` })],
  [
    'in a path that nobody knows',
    (base, key) => ({ ...call(base), url: `${call(base).url}/${key}` }),
  ],
  ['in a header', (base, key) => withHeader(call(base), 'X-Page', `#${key}`)],
  ['in the body', (base, key) => call(base, { note: key })],
  ['as base64 in the body', (base, key) => call(base, { note: base64(key) })],
  ['in a body that is not JSON', (base, key) => lookupCall(`key=${key}`, { base })],
])(
  'a code or a key that a client sends is in no line, object, saved file or page: %s',
  async (_where, carry) => {
    for (const line of ['--json', '-v']) {
      const folder = join(temporaryFolder(), 'requests');
      const { url, context, lines, stop } = await startListener(
        `--profile local ${line} --save ${folder}`,
      );
      const opening = context.stderr.text();
      const code = /#([\w-]{22})\n/.exec(opening)?.[1] ?? '';
      expect(code).not.toBe('');
      const key = await keyOf({ url, code });
      for (const secret of [code, key]) await send(carry(url, secret));
      await lines(2);
      const headers = { 'x-pvg-key': key };
      const pages = ['', 'requests.json'].map((page) =>
        ask(`${url}/${page}`, { method: 'GET', headers }),
      );
      const shown = await Promise.all(pages);
      expect(shown.map(({ status }) => status)).toEqual([200, 200]);
      await stop();
      const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
      expect(names).toHaveLength(2);
      const saved = names.map((name) => readFileSync(join(folder, name), 'utf8'));
      const printed = context.stdout.text() + context.stderr.text().slice(opening.length);
      const all = [printed, ...names, ...saved, ...shown.map(({ text }) => text)].join('\n');
      for (const secret of [code, key]) {
        for (const form of [secret, base64(secret)]) expect(all).not.toContain(form);
      }
    }
  },
);
