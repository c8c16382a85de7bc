import { expect, it } from 'vitest';
import { startPvg } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { send, startListener } from '../helpers/listener.js';
import { json, pvg } from '../helpers/pvg.js';
import { lookupCall, purchaseBody } from '../helpers/signed.js';

const unknownDigest = 'ab'.repeat(32);
const sent = (body: string, signature = unknownDigest, length = Buffer.byteLength(body)): string =>
  'POST /iap/gateway/verify HTTP/1.1\r\nX-Client-ID: demo-client\r\nX-Timestamp: 1790000000\r\n' +
  `X-Signature: ${signature}\r\nContent-Length: ${String(length)}\r\n\r\n${body}`;
const purchase = JSON.stringify(purchaseBody('r'));

it('ends a search at once when Ctrl-C is pressed, in a body of 300 KB too', async () => {
  const child = startPvg(['diagnose', '-', '--profile', 'local', '--deep', '--budget', '3600'], {
    env: { PATH: process.env['PATH'], HOME: temporaryFolder() },
  });
  child.process.stdin?.end(sent(`${purchase}${' '.repeat(300_000)}`, unknownDigest, 400_000));
  // The note about the length comes right before the search.
  await child.until(() => /Content-Length/.exec(child.err()) ?? undefined);
  child.process.kill('SIGINT');
  expect([130, 'SIGINT']).toContain(await child.ended);
});

it.each<[string, string, RegExp]>([
  ['a body', sent(`{"receipt":"${'r'.repeat(1_200_000)}"}`), /64 KB/],
  ['a signature', sent(purchase, 'ab'.repeat(4_000)), /X-Signature/],
])('names what is too large to search: %s', async (_, stdin, words) => {
  const ended = await pvg('diagnose - --profile local --budget 0.1 --json', { stdin });
  const { exit, lint } = json(ended);
  expect(exit).toBe(6);
  expect(lint).toContainEqual(expect.objectContaining({ id: 'request-too-large' }));
  expect(ended.out).toMatch(words);
});

it('still explains a large request by the commonest mistakes, and says no more of its size', async () => {
  const body = `{"receipt":"${'r'.repeat(1_200_000)}", "product_id":"p","os_id":1,"package":"k"}`;
  const signature = lookupCall(body.replace(', ', ',')).headers.at(-1)?.[1] ?? '';
  const ended = await pvg('diagnose - --profile local --json', { stdin: sent(body, signature) });
  expect(json(ended)).toMatchObject({ findings: [{ causes: ['body-json-compact'] }] });
  expect(ended.out).not.toContain('request-too-large');
});

it('answers the next request while it looks for the cause of the last one', async () => {
  let searching = 0;
  const listener = await startListener('--profile local --json', {
    elapsed: () => (searching += 1),
  });
  const before = searching;
  await send(lookupCall(purchaseBody('r'), { base: listener.url, secret: 'another-secret' }));
  while (searching <= before + 50) await new Promise(setImmediate);
  const next = await send(lookupCall(purchaseBody('demo-recorded'), { base: listener.url }));
  // The search is still on its way: only the line of the next request may be there.
  const told = listener.context.stdout.text();
  expect([next.status, told.includes('"cause-')]).toEqual([200, false]);
  expect(await listener.objects(2)).toHaveLength(2);
  await listener.stop();
});
