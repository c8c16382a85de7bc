import { expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.js';
import { leftOf } from '../helpers/left-of.js';
import { keyOf } from '../helpers/desk.js';
import { ask, send, startEmulator, startListener, until } from '../helpers/listener.js';
import { lookupCall, purchaseBody, sessionCall, withHeader } from '../helpers/signed.js';

/** A request may repeat the receipt or the token of its body in its address or its headers: `pvg listen` and `pvg emulate` show it nowhere. */

const receipt = 'recTok9kW2vT5mZ8rB3nD6sF1hJ4gC0yU.AO-J1OqN4bX7dR2kM9wE5tL8yH3cP6u';
const call = (base: string, changes = {}): WireRequest =>
  lookupCall(purchaseBody(receipt, changes), { base });
const withAddress = (request: WireRequest, change: (url: string) => string): WireRequest => ({
  ...request,
  url: change(request.url),
});
const percentEncoded = receipt.replace(/[^]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`);

const requests: Readonly<Record<string, (base: string) => WireRequest>> = {
  'in the query': (base) => withAddress(call(base), (url) => `${url}?r=${receipt}`),
  'in the query, percent-encoded': (base) =>
    withAddress(call(base), (url) => `${url}?r=${percentEncoded}`),
  'in the query, cut where the shown path ends': (base) =>
    withAddress(call(base), (url) => `${url}?${'x'.repeat(140)}=${receipt}`),
  'in the path': (base) => withAddress(call(base), (url) => `${url}/${receipt}`),
  'in the path of an unknown address': (base) =>
    withAddress(call(base), () => `${base}/callback/${receipt}`),
  'as a header’s value': (base) => withHeader(call(base), 'X-Client-ID', receipt),
  'as the time': (base) => withHeader(call(base), 'X-Timestamp', receipt),
  'as the signature': (base) => withHeader(call(base), 'X-Signature', receipt),
  'as a header’s name': (base) =>
    withHeader(withHeader(call(base), 'X-Signature'), `X-${receipt}-Signature`, 'ab'),
  'as a member’s name': (base) => call(base, { [receipt]: 1 }),
  'as another member': (base) => call(base, { os_id: receipt }),
  'as a token of the session interface': (base) =>
    withAddress(
      sessionCall({ gameId: 'demo', username: 'p', sessionToken: receipt }, { base }),
      (url) => `${url}?t=${receipt}`,
    ),
};

const named = Object.keys(requests);

it.each(named)('pvg listen, %s', async (where) => {
  for (const line of ['--json', '-v', '']) {
    const { url, context, lines, stop } = await startListener(`--profile local ${line}`);
    const code = /#([\w-]{22})\n/.exec(context.stderr.text())?.[1] ?? '';
    const headers = { 'x-pvg-key': await keyOf({ url, code }) };
    const request = requests[where]?.(url);
    if (request === undefined) throw new TypeError('no such request');
    await send(request);
    await lines(1);
    const page = await ask(`${url}/requests.json`, { method: 'GET', headers });
    expect((JSON.parse(page.text) as { requests: unknown[] }).requests).toHaveLength(1);
    await stop();
    for (const shown of [context.stdout.text(), context.stderr.text(), page.text]) {
      expect(leftOf(receipt, shown)).toEqual([]);
    }
  }
});

it.each(named)('pvg emulate, %s', async (where) => {
  for (const line of ['--json', '-v']) {
    const { url, context, stop } = await startEmulator(line);
    const request = requests[where]?.(url);
    if (request === undefined) throw new TypeError('no such request');
    const sent = await send(request);
    expect(sent.status).toBeGreaterThan(0);
    const output = line === '--json' ? context.stdout : context.stderr;
    await until(() => Promise.resolve(/POST/.test(output.text()) || undefined));
    await stop();
    expect(leftOf(receipt, context.stdout.text() + context.stderr.text())).toEqual([]);
  }
});
