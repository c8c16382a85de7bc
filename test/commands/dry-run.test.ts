import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeRequest } from '../../src/output/request-text.js';
import { records } from '../../src/contract/interfaces.js';
import { verify } from '../../src/signing/scheme.js';
import { fixedUnixSeconds, temporaryFolder } from '../support/context.js';
import { pvg } from '../support/pvg.js';

const line =
  'lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased --dry-run';

const signedRight = (headers: Record<string, string>, body: string | Uint8Array): boolean =>
  verify(
    records.gateway,
    'demo-client-secret',
    { clientId: headers['X-Client-ID'] ?? '', timestamp: headers['X-Timestamp'] ?? '', body },
    headers['X-Signature'] ?? '',
  );

const readHttp = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const lines = head.split('\r\n');
  const headers = Object.fromEntries(lines.slice(1).map((each) => each.split(': ') as [string, string]));
  return { first: lines[0], headers, body };
};

describe('--dry-run', () => {
  it('writes out an HTTP request whose signature is right, and sends nothing', async () => {
    const { status, out, err } = await pvg(line);
    expect(status).toBe(0);
    expect(err).toContain('nothing was sent');
    const { first, headers, body } = readHttp(out);
    expect(first).toBe('POST /iap/gateway/lookup-receipt HTTP/1.1');
    expect(headers['X-Timestamp']).toBe(String(fixedUnixSeconds));
    expect(headers['Content-Type']).toBe('application/json');
    expect(signedRight(headers, body)).toBe(true);
  });

  it.each(['--as json', '--json'])('writes it out with %s', async (option) => {
    const ended = await pvg(`${line} ${option}`);
    const { answer, ...envelope } = JSON.parse(ended.out) as { answer?: unknown };
    const { headers, body } = (answer ?? envelope) as { headers: Record<string, string>; body: string };
    expect(signedRight(headers, body)).toBe(true);
  });

  it('shifts the clock only when asked', async () => {
    const { out } = await pvg(`${line} --clock-offset -600`);
    expect(readHttp(out).headers['X-Timestamp']).toBe(String(fixedUnixSeconds - 600));
  });

  it('needs no secret: the signature is then a placeholder, and that is said', async () => {
    const env = { PVG_GATEWAY_URL: 'https://gw.example', PVG_CLIENT_ID: 'c' };
    const { status, out, err } = await pvg(line.replace('--profile local', ''), { env });
    expect(status).toBe(0);
    expect(out).toContain('X-Signature: <no secret>');
    expect(err).toContain('no secret');
  });

  it('needs neither --confirm nor a look-up for a verify on prod', async () => {
    const key = { PVG_CLIENT_ID: 'c', PVG_CLIENT_SECRET: 'long-enough' };
    const env = { PVG_GATEWAY_URL: 'https://gw.example', ...key };
    const { status, out } = await pvg(line.replace('lookup --profile local', 'verify'), { env });
    expect([status, readHttp(out).first]).toEqual([0, 'POST /iap/gateway/verify HTTP/1.1']);
  });

  it('signs a session request over the exact bytes of --body', async () => {
    const folder = temporaryFolder();
    const body = '{ "gameId":"demo",\n  "username":"Ngọc" }\n';
    writeFileSync(join(folder, 'body.json'), body);
    const { out } = await pvg(`session --profile local --dry-run --body @${join(folder, 'body.json')}`);
    const { body: sent, headers } = readHttp(out);
    expect(sent).toBe(body);
    expect(verify(records.session, 'demo-secret-key', { body }, headers['X-Signature'] ?? '')).toBe(true);
  });

  it('writes a curl command whose shell words hold any text byte for byte', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pvg-curl-'));
    const seen = join(folder, 'seen');
    // A stand-in for curl that keeps what it would have sent.
    const curl = `curl() { while [ $# -gt 0 ]; do if [ "$1" = --data-binary ]; then
      printf %s "$2" > '${seen}'; fi; shift; done; }\n`;
    const bodies = fc
      .string({ unit: 'binary', maxLength: 40 })
      .map((text) => Buffer.from(text.replace(/^@|(?![\n\r\t])\p{Cc}/gu, '')));
    fc.assert(
      fc.property(bodies, (body) => {
        const request = {
          method: 'POST',
          url: 'https://gw.example/x',
          headers: [['X-A', "it's"]],
          body,
        } as const;
        const script = Buffer.concat([Buffer.from(curl), writeRequest(request, 'curl')]);
        const { status } = spawnSync('bash', [], { input: script });
        expect(status).toBe(0);
        expect(readFileSync(seen)).toEqual(body);
      }),
      { numRuns: 60, examples: [[Buffer.from('-')], [Buffer.from('%s\\\n')]] },
    );
  });

  it.each(['\u0000', '@file', 'x'.repeat(20_000)])(
    'refuses a curl command that would not: %j',
    async (body) => {
      const home = temporaryFolder();
      writeFileSync(join(home, 'body'), body);
      const ended = await pvg('session --profile local --body @body --dry-run --as curl', { home });
      expect([ended.status, ended.out]).toEqual([2, '']);
      expect(ended.err).toContain('--as http');
    },
  );
});
