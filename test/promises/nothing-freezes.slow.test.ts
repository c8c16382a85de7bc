import { expect, it } from 'vitest';
import { mostGrowth, timesMore } from '../helpers/growth.js';
import { startPvg } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { send } from '../helpers/listener.js';
import { pvg } from '../helpers/pvg.js';
import { lookupCall, purchaseBody } from '../helpers/signed.js';

/** The time that a search takes is asked for after each of its steps, and no step of it grows faster than the request. */

const digest = 'ab'.repeat(32);
const purchase = '{"receipt":"r","product_id":"gems_100","os_id":1,"package":"com.example.game"}';
const filled = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length));

const sent = (
  text: string,
  signature = digest,
  timestamp = '1790000000',
  clientId = 'demo-client',
): string =>
  `POST /iap/gateway/verify HTTP/1.1\r\nX-Client-ID: ${clientId}\r\nX-Timestamp: ${timestamp}\r\n` +
  `X-Signature: ${signature}\r\nContent-Length: ${String(Buffer.byteLength(text))}\r\n\r\n${text}`;

/** The longest time of the processor between two looks at the clock, of a run that looks 500 times. */
async function longestStepMs(request: string): Promise<number> {
  const spentMs = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  let [asked, longest, last] = [0, 0, spentMs()];
  const look = (): number => {
    const now = spentMs();
    longest = Math.max(longest, now - last);
    last = spentMs();
    return (asked += 1);
  };
  await pvg('diagnose - --profile local --budget 0.5 --json', { stdin: request, elapsed: look });
  look();
  return longest;
}

/** A body that begins, has one text again and again, and ends. */
const body =
  (first: string, unit: string, last: string) =>
  (size: number): string =>
    sent(first + filled(unit, size) + last);
const names = (size: number): string =>
  Array.from({ length: size / 12 }, (_, at) => `"k${String(at)}":${String(at)}`).join(',');

it.each<[string, (size: number) => string]>([
  ['blanks before a last letter', body(purchase, ' ', 'x')],
  ['a whole number of zeros', body('{"receipt":"r","n":1', '0', '}')],
  ['a long exponent', body('{"receipt":"r","n":1e', '9', '}')],
  ['a long name in capitals', body('{"', 'A', '":1}')],
  ['many names', (size) => sent(`{${names(size)}}`)],
  ['nesting', body('['.repeat(400), '[],', `1${']'.repeat(400)}`)],
  ['a list', body('[', '{"a": 12.50, "b": "é/<"},\n', '1]')],
  ['a text that does not end', body('{"receipt":"', '\\"', '')],
  ['a map without quotes', (size) => sent(`{a${filled(' ', size)}:${filled(' ', size)}}`)],
  ['a form', body('', 'a=b&', '')],
  ['zero bytes', body('{"a":"', '\0', 'x')],
  ['a signature in blanks', (size) => sent(purchase, `${digest}${filled(' ', size)}x`)],
  ['a signature of numbers', (size) => sent(purchase, `[12${filled(' ', size)}x`)],
  [
    'many signatures',
    (size) => sent(purchase, filled(`${digest},`, size), filled('1790000000,', size)),
  ],
  [
    'a client id in blanks',
    (size) => sent(purchase, digest, '1790000000', `a${filled(' ', size)}b`),
  ],
  [
    'an answer after line ends',
    (size) =>
      `${sent(purchase).replace(/Content-Length.*\r\n/, '')}${filled('\r\n', size)}HTTP/1.1 4`,
  ],
])('each step of a diagnosis takes time in proportion to the request: %s', async (_, request) => {
  expect(await timesMore(16_000, (size) => longestStepMs(request(size)))).toBeLessThan(mostGrowth);
});

it('judges a request of 900,000 blanks, and the next one', async () => {
  const listener = startPvg(
    ['listen', '--profile', 'local', '--port', '0', '--expect', '2', '--json'],
    {
      env: { PATH: process.env['PATH'], HOME: temporaryFolder() },
    },
  );
  const [, base = ''] = await listener.until(
    () => /listening on (http:\S+)\n.*\n/.exec(listener.err()) ?? undefined,
  );
  await send(lookupCall(`${purchase}${' '.repeat(900_000)}x`, { base, secret: 'another-secret' }));
  await send(
    lookupCall(purchaseBody('demo-recorded'), {
      base,
      timestamp: String(Math.floor(Date.now() / 1000)),
    }),
  );
  expect(await listener.ended).toBe(6);
  const ids = listener.out().match(/(?<="verdict":\{"id":")[^"]+/g) ?? [];
  // The second may be known before the first.
  expect([...ids].sort()).toEqual(['cause-unknown', 'signature-right']);
});
