import { expect, it } from 'vitest';
import { explainPastedAnswer } from '../../../src/support/explain/answer.js';
import { readPastedAnswer } from '../../../src/support/explain/pasted.js';

const refusal = '{"success":false,"error":"PRODUCT_MISMATCH"}';
const lookup = '{"found":true,"transactions":[{"gateway":{"found":true}}]}';

/** The refusal inside of so many objects. */
const wrapped = (depth: number): string => '{"a":'.repeat(depth) + refusal + '}'.repeat(depth);

it.each([
  ['an answer alone', refusal],
  ['a line of a log', `12:00 verify answered ${refusal}`],
  ['a look-up, whose objects look like answers', `answer: ${lookup}`],
  ['an answer that a program wrapped', `sent: {"body":${refusal}}`],
  ['an answer that a program wrote as a text', `sent: {"body":${JSON.stringify(refusal)}}`],
  ['an answer in a list', `[{"time":1},${refusal}]`],
  ['an answer in a list of an object', `log: {"calls":[${refusal}]}`],
  ['an answer that stands deep', `log: ${wrapped(10)}`],
  ['an answer beside another object', `{"time":1} ${refusal} {"user":"x"}`],
])('an answer is found in %s', (_what, text) => {
  const object = readPastedAnswer(text)?.object;
  expect(object?.has('success') === true || object?.has('found') === true).toBe(true);
});

it.each([
  ['two answers', `${refusal}\n${lookup}`],
  ['the same answer twice', `${refusal}\n${refusal}`],
  ['three answers', `${refusal} ${refusal} ${lookup}`],
  ['two answers in one object', `log: {"first":${refusal},"second":${lookup}}`],
  ['an answer that stands too deep', `log: ${wrapped(11)}`],
  ['no answer', 'log: {"time":1}'],
  ['nothing', ''],
])('none is chosen from %s', (_what, text) => {
  expect(readPastedAnswer(text)).toBeUndefined();
});

it.each<[text: string, status: number | undefined]>([
  [`HTTP/1.1 422 Unprocessable\r\n\r\n${refusal}`, 422],
  [`status=422 ${refusal}`, 422],
  [`"statusCode": "422", "body": ${refusal}`, 422],
  [`status 422, then status 422: ${refusal}`, 422],
  [`status 502, then status 422: ${refusal}`, undefined],
  [`status 600: ${refusal}`, undefined],
  [`answered ${refusal} status 422`, undefined],
])('the status is the only one that stands before the answer: %s', (text, status) => {
  expect(readPastedAnswer(text)).toMatchObject({ status });
});

it.each<[text: string, found: object | undefined]>([
  ['<html>Bad gateway</html>', { status: undefined, otherBody: '<html>Bad gateway</html>' }],
  [
    'HTTP/1.1 502 Bad\r\n\r\n<html>\n\nno</html>',
    { status: 502, otherBody: '<html>\n\nno</html>' },
  ],
  ['HTTP/2 503\n\nbusy', { status: 503, otherBody: 'busy' }],
  ['a sentence of a person', undefined],
])('a page or an answer without JSON is kept as it is: %j', (text, found) => {
  const pasted = readPastedAnswer(text);
  if (found === undefined) expect(pasted).toBeUndefined();
  else expect(pasted).toMatchObject({ ...found, object: undefined });
});

it.each<[what: string, request: string, codes: number]>([
  ['all meanings of its status', '', 3],
  ['those of the interface in its request', '> POST /iap/gateway/verify HTTP/1.1\n> \n', 1],
])('a log of curl without the body of the answer has %s', (_what, request, codes) => {
  const sent = '} [94 bytes data]\n* upload completely sent off\n< HTTP/1.1 409 Conflict\n< \n';
  const log = `${request}${sent}{ [94 bytes data]\n* Connection #0 to host h left intact\n`;
  const answer = readPastedAnswer(log) ?? expect.fail('no answer');
  const { isKnown, status, meanings } = explainPastedAnswer(answer);
  expect({ isKnown, status, codes: meanings.length }).toEqual({
    isKnown: true,
    status: 409,
    codes,
  });
});
