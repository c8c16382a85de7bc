import { describe, expect, it } from 'vitest';
import type { ResultSummary } from '../../src/batch/result.js';
import { readResults } from '../../src/batch/results-file.js';
import { keyOf } from '../../src/batch/row.js';
import type { PvgError } from '../../src/failure.js';

/** What is read of earlier results: what counts, what is dropped, what is refused and never touched. */

const service = { profile: 'game-prod', environment: 'prod', origin: 'https://gw.example' };
const purchaseOf = (at: number) => ({ receipt: `té${String(at)}`, productId: 'g', package: 'p' });

const lineOf = (row: number, more: { exit?: number; [name: string]: unknown } = {}): string => {
  const { receipt, productId, package: name } = purchaseOf(row);
  const { exit = 0 } = more;
  const verdicts: Readonly<Record<number, string>> = {
    0: 'pending',
    6: 'not-confirmed',
    7: 'already-verified',
  };
  const id = verdicts[exit];
  const found = id ? { verdict: { id }, error: null } : { verdict: null, error: { code: 'x' } };
  return `${JSON.stringify({
    ...{ row, ok: exit === 0, exit, ...found, advice: 'none', at: null, call_id: null, ...service },
    purchase: { os: 'android', product_id: productId, package: name, receipt, order_id: null },
    ...{ answer: null, anomalies: [], input: { receipt }, ...more },
  })}\n`;
};

async function read(content: string | Uint8Array, pieceBytes = 64 * 1024) {
  const bytes = Buffer.from(content);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield await Promise.resolve(bytes.subarray(at, at + pieceBytes));
  }
  const taken: ResultSummary[] = [];
  const { signal } = new AbortController();
  const kept = await readResults(
    chunks(),
    { service, again: new Set(), onAnsweredRow: (written) => void taken.push(written) },
    signal,
  );
  return { ...kept, taken: taken.map(({ row }) => row) };
}

const [one, two, three] = [lineOf(1), lineOf(2), lineOf(3)] as const;

describe('Earlier results', () => {
  it.each([1, 7, 100, 64 * 1024])(
    'are found where they begin, %i bytes at a time',
    async (pieceBytes) => {
      const { answered, bytes, taken, hasFailedLines } = await read(one + two + three, pieceBytes);
      expect([taken, bytes, hasFailedLines]).toEqual([
        [1, 2, 3],
        Buffer.byteLength(one + two + three),
        false,
      ]);
      const key = keyOf(purchaseOf(3));
      const claim = (): unknown => answered.partOf(key).claim(key, () => '{"receipt":"other"}');
      const start = Buffer.byteLength(one + two);
      expect([claim(), answered.partOf(key).claimAny(key), claim()]).toEqual([
        'unsure',
        'claimed',
        start,
      ]);
    },
  );

  it('are verdicts about a purchase; rows that were refused, failed or could not be read are asked again', async () => {
    const exits = [0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const lines = exits.map((exit, at) => lineOf(at + 1, { exit }));
    const { taken, bytes, hasFailedLines } = await read(lines.join(''), 33);
    const kept = [0, 4, 5].map((at) => lines[at]).join('');
    expect([taken, bytes, hasFailedLines]).toEqual([[1, 5, 6], Buffer.byteLength(kept), true]);
    const unavailable = { exit: 8, verdict: { id: 'store-unavailable' } };
    expect((await read(one + lineOf(2, unavailable))).taken).toEqual([1]);
    // What was never a purchase answers nothing.
    expect((await read(one + lineOf(2, { purchase: null }))).taken).toEqual([1]);
  });

  it('lose a line that broke off, wherever that was', async () => {
    const whole = Buffer.from(one + two);
    for (let length = 0; length < whole.length; length += 1) {
      const { taken, bytes } = await read(whole.subarray(0, length));
      const isFirst = length >= Buffer.byteLength(one);
      expect([taken, bytes]).toEqual(isFirst ? [[1], Buffer.byteLength(one)] : [[], 0]);
    }
  });

  it.each([
    ['behind a whole line', one + '\0'.repeat(50)],
    ['behind a torn one', one + two.slice(0, 40) + '\0'.repeat(50)],
    ['alone', '\0'.repeat(50)],
  ])('lose the zeros that a power loss left: %s', async (_, content) => {
    expect((await read(content)).taken).toEqual(content.startsWith(one) ? [1] : []);
  });
});

describe('A file is refused, by its line', () => {
  it.each<[string, string | Uint8Array, number]>([
    ['a note', 'my notes\n', 1],
    ['a note without a line break', 'my notes', 1],
    ['JSON that is not an object', `${one}null\n`, 2],
    ['JSON of another program behind a row', `${one}{"receipt":"x"}`, 2],
    ['a damaged line among others', one + two.replace('"exit":0', '"exit:0') + three, 2],
    ['a line that broke off with others behind it', one + two.slice(0, 50) + three, 2],
    ['an empty line', `${one}\n${two}`, 2],
    ['an answer of no profile', one + lineOf(2, { profile: null }), 0],
    ['the rows of an older pvg', one.replace(/"profile":.*?"answer"/, '"answer"'), 1],
    ['bytes that are no UTF-8', Buffer.concat([Buffer.from(one), Buffer.from(two, 'latin1')]), 2],
    ['the row 0', one + lineOf(2, { row: 0 }), 2],
    ['a status that there is not', one + lineOf(2, { exit: 99 }), 2],
  ])('%s', async (_, content, line) => {
    const failure = await read(content).catch((error: unknown) => error as PvgError);
    expect(failure).toMatchObject({ code: 'usage' });
    expect(Number(/line (\d+)/.exec(String(failure))?.[1] ?? 0)).toBe(line);
  });
});
