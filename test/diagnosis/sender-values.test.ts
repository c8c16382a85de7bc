import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { diagnoseInTime, type TimedSearch } from '../../src/diagnosis/diagnose.js';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import type { DiagnosisOutcome, RequestDiagnosis } from '../../src/diagnosis/outcome.js';

/** What the message of the sender's program shows where the search itself found nothing. */

const timestamp = '1790000000';
const clientId = 'client-1';
const clientSecret = 'client-secret-1';
const secretKey = 'secret-key-1';
const credential = { label: 'the profile', clientId, clientSecret, gameId: '1', secretKey };

const signature = (message: string, key: string): string =>
  createHmac('sha256', key).update(message).digest('hex');

const outcomeOf = (...given: Parameters<typeof diagnosisOf>): DiagnosisOutcome =>
  diagnosisOf(...given).outcome;

function diagnosisOf(
  request: Pick<ObservedRequest, 'interface' | 'headers' | 'body'>,
  message: string,
  mostAttempts?: number,
): RequestDiagnosis {
  const search: TimedSearch = {
    credential,
    budgetMs: 60_000,
    mostAttempts,
    sender: { message: Buffer.from(message) },
  };
  const observed: ObservedRequest = {
    label: '',
    method: 'POST',
    url: '',
    receivedAt: undefined,
    ...request,
  };
  return diagnoseInTime(observed, search, () => 0);
}

describe('the message of a gateway request', () => {
  const body = Buffer.from('{"receipt":"r"}');
  const hash = createHash('sha256').update(body).digest('hex');
  const message = `${clientId}.${timestamp}.${hash}`;
  const signedWith = (key: string) => ({
    interface: 'gateway' as const,
    body,
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Client-Id', clientId],
      ['X-Timestamp', timestamp],
      ['X-Signature', signature(message, key)],
    ] as const,
  });

  it.each([
    ['in a line of a log', `[DEBUG] signing: ${message}`],
    ['in hex', Buffer.from(message).toString('hex')],
  ])('is right, and only the key is at fault: %s', (_where, text) => {
    expect(outcomeOf(signedWith(`${clientSecret}\n`), text, 1)).toMatchObject({
      kind: 'step-differs',
      step: 'key',
      finding: { causes: ['secret-trailing-newline'], difference: null },
    });
  });

  const wrongKey = signature('another message', 'another key');
  it.each([
    ['in JSON', (text: string) => JSON.stringify({ level: 'debug', message: text, pid: 1 })],
    ['before another value', (text: string) => `${text} key=abc`],
    ['as printed', (text: string) => `hash: ${hash}\nmessage: ${text}\nsignature: ${wrongKey}`],
  ])('is found with text after it: %s', (_where, logged) => {
    const right = outcomeOf(signedWith('another key'), logged(message), 1);
    expect(right).toMatchObject({ kind: 'step-differs', step: 'key', finding: { causes: [] } });
    const late = logged(message.replace(timestamp, '1790000001'));
    expect(outcomeOf(signedWith('another key'), late, 1)).toMatchObject({
      kind: 'step-differs',
      step: 'message',
      finding: { causes: ['ts-regenerated'] },
    });
  });

  it.each([
    [true, Buffer.from(message).toString('hex')],
    [null, `${message} key=abc`],
    [false, message.replace(timestamp, '1790000001')],
  ])('is the same: %s', (same, text) => {
    const { expected } = diagnosisOf(signedWith('another key'), text, 1);
    expect(expected?.find(({ step }) => step === 'message')?.same).toBe(same);
  });

  it.each([
    ['cLiEnt-1', 'client-id-case'],
    ['another-game', 'client-id-signed-other'],
  ])('has another client id: %s', (signedId, cause) => {
    const text = `signing ${message.replace(clientId, signedId)}`;
    const outcome = outcomeOf(signedWith('another key'), text, 1);
    expect(outcome).toMatchObject({
      step: 'message',
      finding: {
        causes: [cause],
        says: expect.stringContaining(
          `\`${signedId}\` was signed as the client id, but it is \`${clientId}\``,
        ) as string,
      },
    });
  });

  it.each([
    ['alone', (text: string) => text],
    ['in a line of a log', (text: string) => `signing "${text}" now`],
  ])('has a time with a fraction: %s', (_where, logged) => {
    const text = logged(message.replace(timestamp, `${timestamp}.4031234`));
    expect(outcomeOf(signedWith('another key'), text, 1)).toMatchObject({
      step: 'message',
      finding: {
        causes: ['ts-fraction-signed'],
        fix: expect.stringContaining('int(time.time())') as string,
      },
    });
  });

  it('differs, and its length is told only if that is another one', () => {
    const saysOf = (text: string): string => JSON.stringify(outcomeOf(signedWith('k'), text, 1));
    const swapped = `${hash}|${timestamp}|CLIENT--`;
    expect(saysOf(swapped)).toMatch(/from character 1 on: it does not/);
    expect(saysOf(`${swapped}--`)).toMatch(/from character 1 on \(86 characters instead of 84\)/);
  });

  it('is cut at a client id outside ASCII', () => {
    const sentId = 'clïent-1';
    const signed = `${timestamp}.${sentId}.${hash}`;
    const request = signedWith(clientSecret);
    const headers = [
      ...request.headers.filter(([name]) => !/Client-Id|Signature/.test(name)),
      ['X-Client-Id', sentId] as const,
      ['X-Signature', signature(signed, clientSecret)] as const,
    ];
    expect(outcomeOf({ ...request, headers }, signed, 1)).toMatchObject({
      kind: 'step-differs',
      step: 'message',
      finding: { causes: [expect.stringMatching(/./)] },
    });
  });
});

describe('the message of a session request', () => {
  it('is found in a log in JSON', () => {
    const body = Buffer.from('{"gameId":"demo"}');
    const headers = [['X-Signature', signature('another message', 'another key')]] as const;
    const logged = JSON.stringify({ level: 'debug', signed: body.toString() });
    const request = { interface: 'session' as const, body, headers };
    expect(outcomeOf(request, logged, 1)).toMatchObject({ kind: 'step-differs', step: 'key' });
  });

  it('has an empty body nowhere in it', () => {
    const request = {
      interface: 'session' as const,
      body: Buffer.alloc(0),
      headers: [['X-Signature', signature('another message', 'another key')]] as const,
    };
    expect(outcomeOf(request, 'gameId=1')).toMatchObject({
      kind: 'step-differs',
      step: 'message',
    });
  });
});

it.each([
  ['|', '|v2', 'joined with `|`, then `|v2`'],
  ['', '!', 'with nothing between them, then `!`'],
])('a message with all parts is said to have them: %j', (joint, after, says) => {
  const body = Buffer.from('{"a":1}');
  const hash = createHash('sha256').update(body).digest('hex');
  const message = [hash, timestamp, clientId].join(joint) + after;
  const headers = [
    ['X-Client-ID', clientId],
    ['X-Timestamp', timestamp],
    ['X-Signature', signature('other', 'other')],
  ] as const;
  const outcome = outcomeOf({ interface: 'gateway', headers, body }, message, 1);
  const parts = `it has the body hash, the timestamp and the client id, in this order, ${says}.`;
  expect(outcome).toMatchObject({ finding: { says: expect.stringContaining(parts) as string } });
});
