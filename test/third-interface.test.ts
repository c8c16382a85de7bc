import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CodeBook } from '../src/contract/codes.js';
import { emulate, type EmulatorDoors } from '../src/contract/emulated.js';
import { records, type InterfaceRecord } from '../src/contract/interfaces.js';
import { signedRequest } from '../src/contract/request.js';
import { diagnose } from '../src/diagnosis/diagnose.js';
import type { ObservedRequest } from '../src/diagnosis/observed-request.js';
import { recordOfRequest } from '../src/diagnosis/read/which-interface.js';
import { memoryLedger } from '../src/emulator/ledger.js';
import { emulateService, interfaceAt } from '../src/emulator/service.js';
import { gatewayErrors } from '../src/gateway/errors.js';
import { verify } from '../src/signing/scheme.js';
import { signInSteps } from '../src/signing/steps.js';
import { headerValue, type WireRequest } from '../src/contract/wire.js';
import { wings } from '../src/wings.js';
import { jsonOf, patient } from './support/signed.js';

/**
 * The service has two interfaces. A third, made up here from one record, shows that nothing must be one of the two for
 * granted: another header, another message, a timestamp without a client id.
 */
const wallet: InterfaceRecord = {
  id: 'wallet',
  section: '§12',
  headers: { timestamp: 'X-Wallet-Time', signature: 'X-Wallet-Proof' },
  message: ['timestamp', 'body'],
  separator: '\n',
  isHexCaseShown: true,
  secret: { member: 'secretKey', name: 'wallet_key', words: 'wallet key' },
  about: 'player',
  paths: { balance: '/wallet/v1/balance' },
  example: { path: '/wallet/v1/balance' },
  trial: ['balance'],
  members: ['walletId'],
  bodies: { balance: { walletId: { type: 'text', required: true } } },
  answerMembers: { balance: ['coins'] },
};

const codes: CodeBook = {
  catalogue: { UNAUTHORIZED: gatewayErrors.UNAUTHORIZED },
  member: 'error',
  members: ['error'],
  section: '§13',
};

const emulateWallet = (doors: EmulatorDoors) =>
  emulate(
    {
      record: wallet,
      book: codes,
      failure: (code, message) => ({ error: code, message }),
      unlisted: (status) => `WALLET_${String(status)}`,
      operations: {
        balance: ({ headers, body }) => {
          const timestamp = headerValue(headers, wallet.headers.timestamp ?? '');
          const signature = headerValue(headers, wallet.headers.signature) ?? '';
          const isRight = timestamp !== undefined && verify(wallet, 'key', { timestamp, body }, signature);
          return Promise.resolve(isRight ? { status: 200, body: { coins: 7 } } : { status: 401, body: {} });
        },
      },
    },
    doors,
  );

const body = Buffer.from('{"walletId":"w-1"}');
const at = 1_790_000_000;
const ask = (secret = 'key'): WireRequest =>
  signedRequest(wallet, wallet.paths['balance'] ?? '', { baseUrl: 'https://x.example/', secret }, body, at);
const signature = createHmac('sha256', 'key')
  .update(`${String(at)}\n{"walletId":"w-1"}`)
  .digest('hex');

describe('a third interface, from one record', () => {
  it('is signed in its own headers, over its own message', () => {
    expect(ask()).toEqual({
      method: 'POST',
      url: 'https://x.example/wallet/v1/balance',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Wallet-Time', String(at)],
        ['X-Wallet-Proof', signature],
      ],
      body,
    });
  });

  it('is signed step by step', () => {
    const { steps, values } = signInSteps(wallet, 'key', { timestamp: String(at), body });
    expect(steps.map(([label]) => label)).toEqual([
      'body',
      'message = timestamp\nbody',
      'wallet_key',
      'signature = hex(HMAC-SHA256(wallet_key, message))',
    ]);
    expect(values).toMatchObject({ interface: 'wallet', timestamp: String(at), signature });
    expect(Object.keys(values)).not.toContain('client_id');
  });

  const diagnosed = (change: Partial<ObservedRequest>) => {
    const { method, url, headers } = ask();
    const sent = { interface: 'session', label: '', method, url, headers, body, receivedAt: at } as const;
    const credential = { label: 'wallet', secretKey: 'key', clientSecret: 'another key' };
    const options = { others: [], deep: false, isOver: () => false };
    const { match, findings, lint } = diagnose({ ...sent, ...change }, credential, options, wallet);
    return { match, findings: findings[0]?.causes, lint: lint.map(({ id }) => id) };
  };
  const signedWith = (secret: string, message: string): ObservedRequest['headers'] => [
    ['X-Wallet-Time', String(at)],
    ['X-Wallet-Proof', createHmac('sha256', secret).update(message).digest('hex')],
  ];

  it('is diagnosed: its right signature matches', () => {
    expect(diagnosed({})).toEqual({ match: true, findings: undefined, lint: [] });
  });

  it.each([
    ['the clock in milliseconds', 'key', `${String(at)}000\n{"walletId":"w-1"}`, 'ts-ms-signed'],
    ['another body', 'key', `${String(at)}\n{"walletId": "w-1"}`, 'body-json-python'],
    ['a line end behind the secret', 'key\n', `${String(at)}\n{"walletId":"w-1"}`, 'secret-trailing-newline'],
    [
      'another interface’s secret',
      'another key',
      `${String(at)}\n{"walletId":"w-1"}`,
      'secret-wrong-environment',
    ],
  ])('is diagnosed: %s', (_mistake, secret, message, cause) => {
    expect(diagnosed({ headers: signedWith(secret, message) })).toEqual({
      match: false,
      findings: [cause],
      lint: [],
    });
  });

  it('is diagnosed: a header that is missing, a header under another name', () => {
    const [time = ['', ''], proof = ['', '']] = ask().headers.slice(1);
    expect(diagnosed({ headers: [proof] }).lint).toEqual(['hdr-timestamp-missing']);
    expect(diagnosed({ headers: [time, ['X-Wallet-Sign', proof[1]]] }).lint).toEqual(['hdr-name-wrong']);
  });

  const service = emulateService(
    {
      ledger: memoryLedger(),
      now: () => at * 1000,
      sleep: () => Promise.resolve(),
      random: Math.random,
    },
    [...wings, { emulate: emulateWallet }],
  );

  it('is emulated beside the others, behind its own path', async () => {
    const emulated = interfaceAt(service, ask().url);
    expect(emulated.record.id).toBe('wallet');
    expect(jsonOf(await emulated.send(ask(), patient))).toEqual({ coins: 7 });
    expect((await emulated.send(ask('another'), patient)).status).toBe(401);
    const lost = await emulated.send({ ...ask(), url: 'https://x.example/wallet/v1/none' }, patient);
    expect([lost.status, jsonOf(lost)]).toEqual([404, { error: 'WALLET_404', message: 'No such path.' }]);
    expect(jsonOf(emulated.fault(ask().url, 401))).toMatchObject({ error: 'UNAUTHORIZED' });
    expect(interfaceAt(service, '/xmdt/session').record.id).toBe('session');
    expect(interfaceAt(service, '/none').record.id).toBe('gateway');
  });

  it.each([
    ['path', { ...ask(), headers: [], body: Buffer.from('') }, 'wallet'],
    ['header', { ...ask(), url: '', body: Buffer.from('') }, 'wallet'],
    ['body', { ...ask(), url: '', headers: [] }, 'wallet'],
    [
      'X-Signature alone',
      { url: '', headers: [['X-Signature', 'a']] as const, body: Buffer.from('') },
      undefined,
    ],
    [
      'the gateway’s header',
      { url: '', headers: [['x_client_id', 'a']] as const, body: Buffer.from('') },
      'gateway',
    ],
  ])('is recognised by its %s', (_by, request, id) => {
    expect(recordOfRequest(request, [records.gateway, records.session, wallet])?.id).toBe(id);
  });
});
