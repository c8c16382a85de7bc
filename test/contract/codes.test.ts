import { describe, expect, it } from 'vitest';
import { explainCommand, namedFailure } from '../../src/contract/codes.js';
import { distance, nearest } from '../../src/text/nearest.js';
import { gatewayCodes, gatewayErrors } from '../../src/gateway/errors.js';
import { parseJson } from '../../src/text/json/parse.js';
import type { JsonObject } from '../../src/text/json/json.js';
import { sessionCodes, sessionErrors } from '../../src/session/errors.js';

const object = (text: string): JsonObject => parseJson(text) as JsonObject;

describe('the catalogues', () => {
  it('hold every row of §7.1', () => {
    expect(Object.entries(gatewayErrors).map(([code, { status }]) => `${status} ${code}`)).toEqual([
      '409 DUPLICATE_TRANSACTION',
      '422 PRODUCT_MISMATCH',
      '422 VERIFICATION_FAILED',
      '502 VERIFIER_ERROR',
      '400 MISSING_FIELDS',
      '400 INVALID_OS_ID',
      '401 UNAUTHORIZED',
      '412 ENVIRONMENT_MISMATCH',
    ]);
  });

  it('hold every row of §7.2', () => {
    expect(Object.entries(sessionErrors).map(([code, { status }]) => `${status} ${code}`)).toEqual([
      '400 invalid_request',
      '401 missing_headers',
      '401 invalid_signature',
      '403 unknown_service',
      '409 xmdt_disabled',
      '409 email_required_unsupported',
      '429 rate_limited',
      '500 internal_error',
    ]);
  });

  it('list the three causes of VERIFICATION_FAILED', () => {
    expect(gatewayErrors.VERIFICATION_FAILED.causes).toHaveLength(3);
  });

  it('never let an item be granted on a failure', () => {
    const entries = [...Object.values(gatewayErrors), ...Object.values(sessionErrors)];
    expect(entries.map(({ advice }) => advice)).not.toContain('grant');
  });
});

describe('namedFailure', () => {
  it.each([
    ['a listed code', gatewayCodes, 409, '{"error":"DUPLICATE_TRANSACTION"}', 'DUPLICATE_TRANSACTION', []],
    ['an unlisted code', gatewayCodes, 400, '{"error":"NEW_THING"}', 'NEW_THING', ['error']],
    [
      'a listed code in another case',
      sessionCodes,
      409,
      '{"code":"XMDT_DISABLED"}',
      'XMDT_DISABLED',
      ['code'],
    ],
    [
      'a listed code with another status',
      gatewayCodes,
      400,
      '{"error":"UNAUTHORIZED"}',
      'UNAUTHORIZED',
      ['error'],
    ],
    ['a name of every object', gatewayCodes, 400, '{"error":"constructor"}', 'constructor', ['error']],
    ['no code', gatewayCodes, 400, '{}', 'http-400', ['error']],
    ['a number for a code', gatewayCodes, 400, '{"error":42}', 'http-400', ['error']],
    ['two codes', gatewayCodes, 400, '{"error":"A","error":"B"}', 'http-400', ['error']],
  ])('reads %s', (_, book, status, body, code, fields) => {
    const { error, anomalies } = namedFailure(book, status, object(body));
    expect({ code: error.code, fields: anomalies.map(({ field }) => field) }).toEqual({ code, fields });
  });

  it('offers the near spelling of an unlisted code', () => {
    const { error, anomalies } = namedFailure(gatewayCodes, 422, object('{"error":"VERIFICATION_FAILD"}'));
    expect(error.hint).toContain('VERIFICATION_FAILED');
    expect(anomalies[0]?.says).toContain('does not list');
  });
});

describe('explainCommand', () => {
  it.each([
    ['PRODUCT_MISMATCH', 'PRODUCT_MISMATCH'],
    ['$(reboot)', '422'],
    ['--last', '422'],
    ['A\u001b[2J', '422'],
    ['A'.repeat(65), '422'],
    [undefined, '422'],
  ])('asks for %j by %s', (code, word) => {
    expect(explainCommand(422, code)).toEqual(['pvg', 'explain-error', word]);
  });
});

describe('nearest', () => {
  it.each([
    ['lookup', 'lookup', 0],
    ['lokup', 'lookup', 1],
    ['lookupp', 'lookup', 1],
    ['loopuk', 'lookup', 2],
    ['olokup', 'lookup', 1],
    ['', 'abc', 3],
  ])('counts the mistakes between %j and %j: %i', (one, other, mistakes) => {
    expect(distance(one, other)).toBe(mistakes);
    expect(distance(other, one)).toBe(mistakes);
  });

  it('finds near words in any case, best first, and none for a strange one', () => {
    const words = ['game-prod', 'game-dev', 'local'];
    expect(nearest('GAME-PRD', words)).toEqual(['game-prod']);
    expect(nearest('zzzzzz', words)).toEqual([]);
    expect(nearest('', words)).toEqual([]);
    expect(nearest('a'.repeat(1_000_000), words)).toEqual([]);
  });
});
