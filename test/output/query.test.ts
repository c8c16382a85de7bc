import { expect, it } from 'vitest';
import { parseQuery } from '../../src/output/query.js';
import { JsonObject } from '../../src/text/json/json.js';

/** What `--query` says about an expression that cannot be used. */

const secret = 'pa55word-of-somebody';

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
