import { expect, it } from 'vitest';
import { addServiceAnswer } from '../../src/diagnosis/lint/answer.js';
import { mismatchVerdict } from '../../src/diagnosis/verdict.js';
import { attemptsOfMasked } from '../../src/diagnosis/search/limits.js';
import { credential, diagnosed, gatewayMessage, gatewayRequest } from '../helpers/observed.js';
import { hmac, sessionRequest, timestamp } from '../helpers/observed.js';

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';

it('holds no option that was not given against a request', () => {
  const right = hmac(secret, gatewayMessage());
  const headers = [
    ['X-Timestamp', timestamp],
    ['X-Signature', right],
  ] as const;
  const given = { ...gatewayRequest({ signature: right, headers }), isFromOptions: true as const };
  const { match, lint } = diagnosed(given);
  expect({ match, ids: lint.map(({ id }) => id) }).toEqual({ match: true, ids: [] });
});

it('leaves an answer 401 out where a cause explains it', () => {
  const found = diagnosed(gatewayRequest({ signature: hmac(`${secret}\n`, gatewayMessage()) }));
  const answer = { status: 401, atS: undefined, object: undefined };
  expect(addServiceAnswer(found, 'gateway', answer).lint).toEqual(found.lint);
  const unknown = diagnosed(gatewayRequest({ signature: hmac('other', gatewayMessage()) }), {
    mostAttempts: 100,
  });
  const ids = addServiceAnswer(unknown, 'gateway', answer).lint.map(({ id }) => id);
  expect(ids).toContain('answer-refused');
});

it.each([
  ['{"gameId":"g","username":"u","serverId":12}', '{"gameId":"g","username":"u","serverId":"12"}'],
])('advises to send what was signed where the contract has no such value: %s', (sent, signed) => {
  const { finding, lint } = diagnosed(sessionRequest({ body: sent, signature: hmac(key, signed) }));
  const problem = lint.find(({ id }) => id === 'request-members');
  expect(problem?.fix).toBe(finding?.fix);
});

it('looks for usual mistakes alone in a request that looks masked', () => {
  const { spent, outcome } = diagnosed(
    sessionRequest({ body: '{"gameId":"g","username":"a***b"}', signature: hmac('other', 'x') }),
  );
  expect(outcome.kind).toBe('masked');
  expect(spent).toBeLessThanOrEqual(attemptsOfMasked);
});

it('recognises a token in place of the signature without a search', () => {
  const signature = 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.M5aPUulGPpwm6rqF3xYkT3WrcJblixHcICcbiBojO58';
  const { tried, outcome } = diagnosed(sessionRequest({ signature }));
  expect({ tried, kind: outcome.kind }).toEqual({ tried: 0, kind: 'not-a-digest' });
});

it('says nothing of a time to a developer of a session', () => {
  const found = diagnosed(sessionRequest({ signature: hmac('other', 'x') }), { mostAttempts: 100 });
  expect(mismatchVerdict(found).next).not.toMatch(/time|received_at/);
});

it('tries no header that may have a secret: the message that is found is printed', () => {
  const id = credential.clientId ?? '';
  const signature = hmac(secret, `the-api-key.${gatewayMessage()}`);
  const found = diagnosed({
    ...gatewayRequest({ signature }),
    headers: [
      ['X-Client-Id', id],
      ['X-Timestamp', timestamp],
      ['X-Api-Key', 'the-api-key'],
      ['X-Signature', signature],
    ],
  });
  expect(found.causes).not.toContain('layout-header-added');
});

it('keeps a boundary and the line breaks inside the value of a form', () => {
  const sent = [
    '--b',
    'Content-Disposition: form-data; name="gameId"',
    '',
    'one --b two',
    'three',
    '--b--',
    '',
  ].join('\r\n');
  const signature = hmac(key, '{"gameId":"one --b two\\r\\nthree"}');
  const { causes } = diagnosed(sessionRequest({ body: sent, signature }));
  expect(causes).toEqual(['body-form-encoded']);
});

it.each([
  [25_203, '7 hours too early'],
  [-19_800, '5.5 hours too late'],
])('says by how much a right signature has the wrong time: %i s', (behindS, says) => {
  const signature = hmac(secret, gatewayMessage());
  const receivedAt = Number(timestamp) + behindS;
  const [found] = diagnosed(gatewayRequest({ signature, receivedAt })).lint;
  expect(found?.says).toContain(`X-Timestamp is ${says}`);
});

it('does not take dashes between the bytes for minus signs', () => {
  const dashed = hmac('other', 'x').replace(/(..)(?=.)/g, '$1-');
  const few = { mostAttempts: 100 };
  const { outcome, causes } = diagnosed(gatewayRequest({ signature: dashed }), few);
  expect(causes).not.toContain('out-hex-negative');
  expect(outcome.kind).not.toBe('explained');
});

it.each([
  ['00417', '417', 'client-id-number'],
  ['0game', 'game', 'client-id-header-mismatch'],
])('says of a number alone that it lost its zeros: %s', (own, clientId, problem) => {
  const signature = hmac(secret, gatewayMessage(undefined, timestamp, clientId));
  const used = { ...credential, clientId: own };
  const { lint } = diagnosed(gatewayRequest({ signature, clientId }), { credential: used });
  expect(lint.map(({ id }) => id)).toEqual([problem]);
});
