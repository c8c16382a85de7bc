import { expect, it } from 'vitest';
import { otherForms } from '../../src/diagnosis/variations.js';
import { textVariants } from '../../src/diagnosis/variations.js';
import { difference } from '../../src/diagnosis/difference.js';
import { readRequests } from '../../src/diagnosis/read/read-requests.js';
import { PvgError } from '../../src/failure.js';
import { requestForms, writeRequest } from '../../src/output/request-text.js';
import type { WireRequest } from '../../src/contract/wire.js';
import { mostGrowth, timesLonger } from '../support/growth.js';

/** No input makes the diagnosis slower than in proportion to its size. */

const noise = Buffer.alloc(2 ** 21);
for (let at = 0, state = 1; at < noise.length; at += 1) {
  state = (state * 1103515245 + 12345) % 2147483648;
  noise[at] = state >> 16;
}
const wire = (body: Uint8Array): WireRequest => ({
  method: 'POST',
  url: 'https://h/xmdt/session',
  headers: [['X-Signature', 'ab']],
  body,
});
const written = (body: Uint8Array, form: (typeof requestForms)[number]): Uint8Array =>
  writeRequest(wire(body), form, { version: '0', now: 0 });
const repeated = (unit: string, length: number): Buffer =>
  Buffer.from(unit.repeat(Math.ceil(length / unit.length)));

it.each<[string, (size: number) => Uint8Array]>([
  ['binary noise', (size) => noise.subarray(0, size)],
  ['a request with a binary body', (size) => written(noise.subarray(0, size), 'http')],
  ['an envelope in base64', (size) => written(noise.subarray(0, size), 'json')],
  ['an envelope of text', (size) => written(repeated('{"a":"é"}\n', size), 'json')],
  ['a HAR file', (size) => written(repeated('{"a":"é"}\n', size), 'har')],
  ['a printf of octal escapes', (size) => written(noise.subarray(0, size), 'curl')],
  ['a quoted body', (size) => written(repeated('abc ', size), 'curl')],
  [
    'many chunks',
    (size) => Buffer.from(`POST / HTTP/1.1\nTransfer-Encoding: chunked\n\n${'1\na\n'.repeat(size / 4)}0\n\n`),
  ],
  ['line feeds', (size) => repeated('\n', size)],
  ['requests without end', (size) => repeated('POST / HTTP/1.1\n\n', size)],
  ['requests that announce too much', (size) => repeated('POST / HTTP/1.1\nContent-Length: 9\n\n', size)],
  ['sent request lines', (size) => repeated('> POST / HTTP/1.1\n', size)],
  ['open braces', (size) => repeated('{', size)],
  ['open braces by line', (size) => repeated('{\n', size)],
  ['open brackets', (size) => repeated('[', size)],
  ['empty objects', (size) => repeated('{}', size)],
  ['empty objects by line', (size) => repeated('{}\n', size)],
  [
    'broken lines',
    (size) =>
      Buffer.concat([Buffer.from('{"headers":{}}\n'.repeat(size / 50)), repeated('{"headers":\n', size)]),
  ],
  ['curls without end', (size) => repeated('curl ', size)],
  ['curls by line', (size) => repeated('curl a\n', size)],
  ['dollars and quotes', (size) => Buffer.concat([Buffer.from('curl '), repeated("$'\\x", size)])],
  ['backticks', (size) => Buffer.concat([Buffer.from('curl a `\n '), repeated("@'\n", size)])],
  ['carets', (size) => Buffer.concat([Buffer.from('curl a ^\n '), repeated('^\\"', size)])],
  ['here-documents', (size) => repeated('curl <<E\n', size)],
  ['blanks inside a header', (size) => Buffer.from(`POST / HTTP/1.1\nA: b${' '.repeat(size)}c\n\n`)],
  ['blanks inside a header of curl', (size) => Buffer.from(`curl / -H 'A: b${' '.repeat(size)}c'`)],
  ['a folded header', (size) => Buffer.from(`POST / HTTP/1.1\nA: b\n${' c\n'.repeat(size / 3)}`)],
  ['backslashes for the shell', (size) => Buffer.from(`curl / -d "${'\\'.repeat(size)}`)],
  ['backslashes for cmd', (size) => Buffer.from(`curl / ^\n ${'\\'.repeat(size)}`)],
  ['backslashes for PowerShell', (size) => Buffer.from(`curl / \`\n '${'\\'.repeat(size)}a\\"'`)],
  ['doubled quotes for PowerShell', (size) => Buffer.from(`curl / \`\n "${'""'.repeat(size / 2)}`)],
  ['a width of printf', (size) => Buffer.from(`printf '%${'0'.repeat(size)}' | curl / -d @-`)],
  ['open substitutions', (size) => Buffer.from(`curl / -d ${'$("'.repeat(size / 3)}`)],
  ['fences', (size) => repeated('```\n', size)],
  ['zeros', (size) => Buffer.alloc(size)],
])('an input is read in time in proportion to its size, however odd: %s', async (_, input) => {
  const read = (bytes: Uint8Array): void => {
    try {
      readRequests(bytes);
    } catch (error) {
      if (!(error instanceof PvgError)) throw error;
    }
  };
  expect(await timesLonger(20_000, (size) => read(input(size)))).toBeLessThan(mostGrowth);
});

it.each<[string, number, (size: number) => string]>([
  ['a list', 50, (size) => `[${'{"abc": 12.50, "x": "abcd/efgh"},\n'.repeat(size)}1]`],
  ['a long receipt', 500, (size) => JSON.stringify({ os_id: 1, receipt: 'Ab+/='.repeat(size) })],
  [
    'many members',
    100,
    (size) => `{${Array.from({ length: size }, (_, index) => `"key${String(index)}": "v"`).join(', ')}}`,
  ],
  ['spaces', 20_000, (size) => ' '.repeat(size)],
])('the other forms of a body take time in proportion to it: %s', async (_what, size, body) => {
  expect(await timesLonger(size, (length) => otherForms(Buffer.from(body(length))))).toBeLessThan(mostGrowth);
});

it('the transforms of a body take time in proportion to it', async () => {
  const body = (size: number) => Buffer.from(`[${'{"abc": 12.50, "x": "ếươ🎮 y"},\n'.repeat(size)}1]`);
  expect(textVariants(body(10)).length).toBeGreaterThan(5);
  expect(await timesLonger(200, (size) => textVariants(body(size)))).toBeLessThan(mostGrowth);
});

it.each<[string, (body: Buffer) => unknown]>([
  ['a line end more', (body) => difference(body, Buffer.concat([body, Buffer.from('\n')]))],
  ['another charset', (body) => difference(body, Buffer.from(body.toString('latin1')))],
])('a difference takes time in proportion to the body: %s', async (_what, compare) => {
  expect(await timesLonger(20_000, (size) => compare(Buffer.alloc(size, '{"a":"é"}\n')))).toBeLessThan(
    mostGrowth,
  );
});
