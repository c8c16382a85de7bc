import { expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { parseQuery } from '../../src/output/query.js';
import { JsonObject } from '../../src/text/json/json.js';

/** What `--query` says about an expression that cannot be used. */

const secret = 'pa55word-of-somebody';

const hintOf = (expression: string): string => {
  try {
    parseQuery(expression)(new JsonObject([]));
  } catch (error) {
    return error instanceof PvgError ? (error.details.hint ?? '') : '';
  }
  return '';
};

it.each([
  ['classes.granted-twice', '"granted-twice"'],
  ['keys(classes.paid-not-granted)', '"paid-not-granted"'],
  ['a.Pa55-word', '"granted-twice"'],
  [`length(verdict."granted-twice")`, 'Examples'],
  [`length('a-b', 'c')`, 'Examples'],
])('%s: a name with a hyphen is offered in quotes', (expression, hint) => {
  expect(hintOf(expression)).toContain(hint);
  expect(hintOf(expression)).not.toContain('Pa55');
});

it.each([
  ['verdict[', /it ends where more has to follow/],
  ['length(verdict.foo)', /length\(\) takes string \| array \| object, and this is null/],
  ['keys(`1`)', /keys\(\) takes object, and this is number/],
  [`nope('${secret}')`, /does not have/],
  [`length('${secret}', '${secret}')`, /does not fit this JSON/],
  [`${secret}(`, /is not a JMESPath expression/],
])('%s', (expression, says) => {
  const work = () => parseQuery(expression)(new JsonObject([]));
  expect(work).toThrow(expect.objectContaining({ code: 'query-failed' }) as Error);
  expect(work).toThrow(says);
  expect(work).not.toThrow(secret);
});
