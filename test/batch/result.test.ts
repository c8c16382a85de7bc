import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  resultLine,
  extractMiddle,
  buildMiddle,
  serviceMembers,
  readResultLine,
} from '../../src/batch/result.js';
import { judgeExchange } from '../../src/batch/judged-row.js';
import type { BatchRow } from '../../src/batch/row.js';
import { createSecrets } from '../../src/output/redaction.js';
import { answer, paid } from '../helpers/batch.js';
import { exchangeOf } from '../helpers/exchange.js';
import { checkSchema } from '../helpers/schemas.js';

/** A line of the results: written, read again, and written for an equal row. */

const run = {
  profile: 'game-prod',
  origin: 'https://gw.example',
  environment: 'prod',
  callId: '20261125T000000Z-abcdef',
} as const;
const none = createSecrets();

const purchase = { receipt: 't1', productId: 'g', package: 'p', orderId: 'GPA.t9' };
const rowOf = (input: string, number = 7): BatchRow => ({
  ...{
    number,
    source: {
      line: number + 1,
      sheetRow: undefined,
      place: `Line ${String(number + 1)}`,
      asWritten: () => '',
      isBrokenJson: false,
      inputJson: () => input,
    },
  },
  purchase,
});

/** @param body as the service wrote it */
function lineFor(body: string, input: string, { asked = purchase, secrets = none } = {}): string {
  const exchange = exchangeOf(answer(200, body), { elapsedMs: 0 });
  const found = judgeExchange(exchange, asked);
  const ids = { outcomeId: found.verdict ?? found.error?.code ?? '', advice: found.advice };
  const row = { ...rowOf(input), purchase: asked };
  return resultLine({ row, middle: buildMiddle(row, found, serviceMembers(run)), ids }, secrets);
}

const good = Buffer.from(paid('GPA.t1').body).toString();

describe('A line', () => {
  it('has these members in this order, and is read as what was written', () => {
    const line = lineFor(good, '{"receipt":"t1"}');
    const json = JSON.parse(line) as object;
    checkSchema('batch-row', json);
    expect(Object.keys(json).join(' ')).toBe(
      'row ok exit verdict advice at call_id profile environment origin purchase answer anomalies error input',
    );
    expect(json).toMatchObject({
      ...{
        row: 7,
        ok: true,
        at: '2026-09-21T14:13:20.000Z',
        call_id: run.callId,
        profile: 'game-prod',
      },
      purchase: { os: 'android', product_id: 'g', package: 'p', receipt: 't1', order_id: 'GPA.t9' },
      input: { receipt: 't1' },
    });
    expect(readResultLine(line)).toMatchObject({
      ...{
        row: 7,
        rowStatus: 'answered',
        outcomeId: 'paid-and-recorded',
        orderId: 'GPA.t1',
        purchase,
      },
      ...{ profile: 'game-prod', environment: 'prod', input: '{"receipt":"t1"}' },
    });
  });

  it('keeps the answer digit for digit', () => {
    const body = '{"found": true, "big": 12345678901234567890, "n": 1.0, "x": 1e400}';
    expect(lineFor(body, '{}')).toContain(`,"answer":${body},`);
  });

  it('never holds a secret, however it is written', () => {
    const secrets = createSecrets(['a-secret-of-the-test']);
    const body = `{"found":true,"u":"\\u0061-secret-of-the-test","b":"${Buffer.from('a-secret-of-the-test').toString('base64')}"}`;
    const line = lineFor(body, '{"note":"a-secret-of-the-test"}', { secrets });
    expect(line).not.toMatch(/-secret|YS1zZWNyZXQ/);
    expect(readResultLine(line)).toMatchObject({ rowStatus: 'answered', outcomeId: 'unknown' });
  });

  it('holds no character that a terminal obeys', () => {
    const asked = { ...purchase, receipt: 't\u001b\u202e' };
    const line = lineFor('{"found":true,"x":"\\u001b]0;\\u202e"}', '{"note":"\\u001b"}', { asked });
    for (const each of ['\u001b', '\u202e']) expect(line).not.toContain(each);
    expect(readResultLine(line)?.purchase?.receipt).toBe('t\u001b\u202e');
  });
});

describe('The middle of a line', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(
      '","input":',
      ',"input":{}}',
      '\\","input":',
      '"}',
      ',"input":',
      '}',
      '{"row":1,',
    ),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 2 },
      hostile,
      fc.integer(),
      fc.array(tie('any'), { maxLength: 2 }),
      fc.dictionary(fc.oneof(hostile, fc.constant('input')), tie('any'), { maxKeys: 3 }),
    ),
  })).any;

  it('is the same whatever the answer, the purchase and the input are', () => {
    fc.assert(
      fc.property(value, hostile, value, (more, receipt, input) => {
        const asked = { ...purchase, receipt };
        const exchange = exchangeOf(
          answer(200, { ...(JSON.parse(good) as object), input: more, more }),
        );
        const found = judgeExchange(exchange, asked);
        const row = { ...rowOf(JSON.stringify({ input })), purchase: asked };
        const middle = buildMiddle(row, found, serviceMembers(run));
        const line = resultLine({ row, middle, ids: { outcomeId: '', advice: 'none' } }, none);
        expect(JSON.parse(line)).toMatchObject({ row: 7, input: { input } });
        expect(extractMiddle(line.trimEnd())).toBe(middle);
      }),
      { numRuns: 300 },
    );
  });
});
