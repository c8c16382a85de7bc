import { expect, it } from 'vitest';
import { readRefusal } from '../../src/listen/judgement.js';
import { receivedRequest } from '../../src/listen/request.js';

/** A request of the program under test, and the status with which it was answered. */
const answered = (status: number) =>
  receivedRequest({
    number: 1,
    method: 'POST',
    target: '/xmdt/session',
    headers: [],
    body: Buffer.from('{}'),
    answer: { status, headers: [], body: Buffer.from('{}') },
    receivedAtMs: 0,
    elapsedMs: 1,
    by: 'emulator',
  });

it.each([
  [199, true],
  [200, false],
  [299, false],
  [300, true],
  [302, true],
  [399, true],
  [400, true],
  [500, true],
])('an answer with the status %s refuses the request: %s', (status, isRefused) => {
  expect(readRefusal(answered(status), false) !== undefined).toBe(isRefused);
});
