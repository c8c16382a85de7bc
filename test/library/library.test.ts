import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { diagnose, type DiagnosedRequest } from '../../src/library/diagnosis.js';
import { startEmulator } from '../../src/library/emulator.js';
import { gatewayMessage, isGatewaySigned, isSessionSigned } from '../../src/library/signing.js';
import { signGateway, signSession, vectors } from '../../src/library/signing.js';
import { sha256 } from '../helpers/observed.js';

const root = join(import.meta.dirname, '..', '..');
const entries = ['diagnosis', 'emulator', 'signing'];

describe('the library', () => {
  it('signs as the vectors say, and takes no near miss', () => {
    for (const {
      client_id: clientId,
      client_secret: secret,
      timestamp,
      ...vector
    } of vectors.gateway) {
      const { signature } = vector;
      const request = { clientId, timestamp, body: Buffer.from(vector.body_base64, 'base64') };
      const headers = { 'X-Client-ID': clientId, 'X-Signature': signature };
      expect(signGateway(secret, request)).toMatchObject(headers);
      expect(isGatewaySigned(secret, request, signature)).toBe(true);
    }
    for (const { secret_key: key, body_base64, signature } of vectors.negative.session)
      expect(isSessionSigned(key, Buffer.from(body_base64, 'base64'), signature)).toBe(false);
    expect(gatewayMessage({ clientId: 'c', timestamp: '1', body: '' })).toMatch(/^c\.1\.e3b0c442/);
  });

  it('diagnoses bytes and headers', () => {
    const body = Buffer.from('{"gameId": "demo"}');
    const { 'X-Signature': signature = '' } = signSession('key', '{"gameId":"demo"}');
    const found = diagnose(
      { interface: 'session', headers: [['X-Signature', signature]], body },
      { secretKey: 'key' },
      { elapsed: () => 0 },
    );
    expect(found).toMatchObject({ match: false, cutShort: false });
    expect(found.findings[0]?.causes).toEqual(['body-json-compact']);
  });

  describe('says what a failing test can print, also if it finds nothing:', () => {
    const [clientId, clientSecret] = ['demo-client', 'a-secret-of-4f8a2c'];
    const body = JSON.stringify({ receipt: 'r', product_id: 'p', os_id: 1, package: 'k' });
    const bodyHash = sha256(body);
    const timestamp = '1795000000';
    const right = signGateway(clientSecret, { clientId, timestamp, body });
    const gateway = (changes: object) =>
      diagnose(
        { interface: 'gateway', headers: { ...right, ...changes }, body },
        { clientId, clientSecret },
        { elapsed: () => 0 },
      );

    it('the sentence of pvg diagnose and the expected values', () => {
      expect(gateway({ 'X-Signature': '00' })).toMatchObject({
        match: false,
        findings: [],
        verdict: {
          id: 'cause-unknown',
          says: expect.stringContaining('2 hexadecimal digits') as string,
          fix: expect.stringContaining('X-Signature') as string,
        },
        expected: {
          bodyHash,
          message: `${clientId}.${timestamp}.${bodyHash}`,
          signature: right['X-Signature'],
        },
      });
    });

    it('of the session interface the signature alone', () => {
      const { 'X-Signature': signature } = signSession('key', body);
      const headers = { 'X-Signature': '00' };
      const { expected } = diagnose({ interface: 'session', headers, body }, { secretKey: 'key' });
      expect(expected).toEqual({ bodyHash: null, message: null, signature });
    });

    it('no expected values where the signature is right or explained, or a header is missing', () => {
      expect(gateway({})).toMatchObject({ verdict: { id: 'signature-right' }, expected: null });
      const spaced = signGateway(clientSecret, {
        clientId,
        timestamp,
        body: body.replaceAll(':', ': '),
      });
      expect(gateway(spaced)).toMatchObject({ verdict: { id: 'cause-found' }, expected: null });
      expect(gateway({ 'X-Timestamp': undefined })).toMatchObject({
        verdict: { id: 'headers-at-fault' },
        expected: null,
      });
    });

    it('never the secret, also if it was sent as a header', () => {
      for (const name of ['X-Client-ID', 'X-Timestamp', 'X-Signature']) {
        const found = gateway({ 'X-Signature': '00', [name]: clientSecret });
        expect(found.match).toBe(false);
        expect(JSON.stringify(found)).not.toContain(clientSecret);
      }
    });
  });

  it.each<[string, DiagnosedRequest['headers']]>([
    ['an object', { 'X-Client-ID': 'demo', 'X-Timestamp': '1795000000' }],
    [
      'req.headers of Node',
      { 'x-client-id': 'demo', 'x-timestamp': ['1795000000'], via: undefined },
    ],
    ['a Headers', [...new Headers({ 'X-Client-ID': 'demo', 'X-Timestamp': '1795000000' })]],
  ])('diagnoses a text and the headers of %s', (_, sent) => {
    const [clientId, timestamp, body] = ['demo', '1795000000', '{"receipt": "é"}'];
    const compact = JSON.stringify(JSON.parse(body));
    const { 'X-Signature': signature } = signGateway('secret', {
      clientId,
      timestamp,
      body: compact,
    });
    const headers = Array.isArray(sent)
      ? [...(sent as [string, string][]), ['X-Signature', signature] as const]
      : { ...sent, 'X-Signature': signature };
    const found = diagnose(
      { interface: 'gateway', headers, body },
      { clientId, clientSecret: 'secret' },
    );
    expect(found.findings.map(({ causes }) => causes)).toEqual([['body-json-compact']]);
  });

  it('says how to give headers that it cannot read', () => {
    const headers = new Headers({ 'X-Client-ID': 'demo' });
    expect(() =>
      // @ts-expect-error: it does not compile either.
      diagnose({ interface: 'gateway', headers, body: '{}' }, { clientSecret: 'secret' }),
    ).toThrow('give [...headers]');
    expect(() =>
      // @ts-expect-error: it does not compile either.
      diagnose({ interface: 'gateway', headers: { a: 1 }, body: '{}' }, { clientSecret: 's' }),
    ).toThrow("request.headers['a'] must be a string, but it is number.");
  });

  it.each(entries)('has short lines in %s: Node prints the line of an error', (entry) => {
    const built = readFileSync(join(root, 'dist', 'library', `${entry}.cjs`), 'utf8');
    const lengths = built.split('\n').map((line) => line.length);
    expect(built.split('\n').length).toBeGreaterThan(100);
    expect(lengths.sort((one, other) => one - other).at(lengths.length / 2)).toBeLessThan(300);
  });

  it('refuses to start an emulator with a wrong entry, and says which', async () => {
    // @ts-expect-error: it does not compile either.
    await expect(startEmulator({ players: [{ name: 'mai' }] })).rejects.toThrow(
      'entry 1: member "name" is not one of username',
    );
  });

  it.each(entries)('has a comment for every name of %s', (entry) => {
    const path = join(root, 'src', 'library', `${entry}.ts`);
    const source = ts.createSourceFile(
      path,
      readFileSync(path, 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const bare = source.statements
      .filter(
        (statement) =>
          ts.canHaveModifiers(statement) && (ts.getModifiers(statement)?.length ?? 0) > 0,
      )
      .filter(
        (statement) => (ts.getLeadingCommentRanges(source.text, statement.pos) ?? []).length === 0,
      )
      .map((statement) => statement.getText().split('\n')[0]);
    expect(bare).toEqual([]);
  });

  it.each(entries)('loads nothing but node for %s', (entry) => {
    const built = readFileSync(join(root, 'dist', 'library', `${entry}.cjs`), 'utf8');
    const loaded = [...built.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, from]) => from);
    expect(loaded).toContain('node:crypto');
    expect(loaded.filter((from) => from?.startsWith('node:') !== true)).toEqual([]);
  });
});
