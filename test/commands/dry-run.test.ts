import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeRequest } from '../../src/calls/request-text.js';
import { interfaceRecords } from '../../src/contract/interfaces.js';
import { verify } from '../../src/signing/scheme.js';
import { fixedUnixSeconds, temporaryFolder } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';

const line =
  'lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased --dry-run';

type Headers = Record<string, string>;
const isRight = ({
  headers,
  body,
}: {
  readonly headers: Headers;
  readonly body: string;
}): boolean => {
  const {
    'X-Client-ID': clientId = '',
    'X-Timestamp': timestamp = '',
    'X-Signature': signature = '',
  } = headers;
  return verify(interfaceRecords.gateway, 'demo-client-secret', {
    clientId,
    timestamp,
    body,
    signature,
  });
};

const readHttp = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first, ...lines] = head.split('\r\n');
  return {
    first,
    headers: Object.fromEntries(lines.map((each) => each.split(': '))) as Headers,
    body,
  };
};

describe('--dry-run', () => {
  it('writes out an HTTP request whose signature is right, and sends nothing', async () => {
    const { status, out, err } = await pvg(line);
    expect(status).toBe(0);
    expect(err).toContain('nothing was sent');
    const headers = { 'X-Timestamp': String(fixedUnixSeconds), 'Content-Type': 'application/json' };
    const first = 'POST /iap/gateway/lookup-receipt HTTP/1.1';
    expect(readHttp(out)).toMatchObject({ first, headers });
    expect(isRight(readHttp(out))).toBe(true);
  });

  it.each(['--as json', '--json'])('writes it out with %s', async (option) => {
    const ended = await pvg(`${line} ${option}`);
    const { answer, ...envelope } = JSON.parse(ended.out) as { answer?: unknown };
    expect(isRight((answer ?? envelope) as Parameters<typeof isRight>[0])).toBe(true);
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
    const env = {
      PVG_GATEWAY_URL: 'https://gw.example',
      PVG_CLIENT_ID: 'c',
      PVG_CLIENT_SECRET: 'long-enough',
    };
    const { status, out } = await pvg(line.replace('lookup --profile local', 'verify'), { env });
    expect([status, readHttp(out).first]).toEqual([0, 'POST /iap/gateway/verify HTTP/1.1']);
  });

  it('signs a session request over the exact bytes of --body', async () => {
    const folder = temporaryFolder();
    const body = '{ "gameId":"demo",\n  "username":"Ngọc" }\n';
    writeFileSync(join(folder, 'body.json'), body);
    const { out } = await pvg(
      `session --profile local --dry-run --body @${join(folder, 'body.json')}`,
    );
    const { body: sent, headers } = readHttp(out);
    expect(sent).toBe(body);
    const signature = headers['X-Signature'] ?? '';
    expect(verify(interfaceRecords.session, 'demo-secret-key', { body, signature })).toBe(true);
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
        const headers = [['X-A', "it's"]] as const;
        const request = { method: 'POST', url: 'https://gw.example/x', headers, body } as const;
        const input = Buffer.concat([Buffer.from(curl), writeRequest(request, 'curl')]);
        expect(spawnSync('bash', [], { input }).status).toBe(0);
        expect(readFileSync(seen)).toEqual(body);
      }),
      { numRuns: 60, examples: [[Buffer.from('-')], [Buffer.from('%s\\\n')]] },
    );
  });

  it('refuses a curl command that would not', async () => {
    const home = temporaryFolder();
    for (const body of ['\u0000', '@file', 'x'.repeat(20_000)]) {
      writeFileSync(join(home, 'body'), body);
      const ended = await pvg('session --profile local --body @body --dry-run --as curl --force', {
        home,
      });
      const err = expect.stringContaining('--as http') as string;
      expect(ended).toMatchObject({ status: 2, out: '', err });
    }
  });
});
