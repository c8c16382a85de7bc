import { expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { parseQuery } from '../../src/output/query.js';
import { pvg } from '../helpers/pvg.js';
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

it.each([
  ['vectors', 'vectors', ['answer.gateway']],
  ['a list', 'profile list', ['answer[0]']],
  [
    'a look-up',
    'lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-recorded',
    ['verdict.id', 'answer.transactions'],
  ],
])('the examples pick something from the JSON of the command: %s', async (_, line, examples) => {
  const { status, err } = await pvg([...line.split(' '), '--query', 'length(gateway)']);
  expect(status).toBe(2);
  expect([...err.matchAll(/`--query (\S+)`/g)].map(([, example]) => example)).toEqual(examples);
  for (const example of examples) {
    const picked = await pvg([...line.split(' '), '--query', example]);
    expect(picked.status).toBe(0);
    expect(['', 'null']).not.toContain(picked.out.trim());
  }
});

it('an answer of the service names nothing but plain words in an example', () => {
  const answer = new JsonObject([['`$(id)`', '1']]);
  const work = () => parseQuery('length(a)')(new JsonObject([['answer', answer]]));
  expect(work).toThrow(
    expect.objectContaining({
      details: { hint: expect.not.stringContaining('$') as string },
    }) as Error,
  );
});
