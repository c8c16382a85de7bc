import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg, type Ended } from '../helpers/pvg.js';
import { hmac } from '../helpers/signer.js';

/** What `curl -v` printed: the body stands in no line of it. */

const body = '{"gameId":"demo","username":"player-42"}';

const captured = (signature: string, length: number): string =>
  [
    '* Connected to s.example (192.0.2.1) port 443',
    '> POST /xmdt/session HTTP/1.1',
    '> Host: s.example',
    '> Content-Type: application/json',
    `> X-Signature: ${signature}`,
    `> Content-Length: ${String(length)}`,
    '> ',
    '< HTTP/1.1 401 Unauthorized',
    '< Date: Thu, 01 Jan 2026 00:10:00 GMT',
    '< ',
    '{"error":"invalid_signature"}* Connection #0 to host s.example left intact',
  ].join('\n');

function diagnoseCapture(capture: string, given: string): Promise<Ended> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'curl.txt'), capture);
  writeFileSync(join(folder, 'body.json'), given);
  const words = ['diagnose', 'curl.txt', '--profile', 'local', '--body', '@body.json'];
  return pvg([...words, '--budget', '0.3', '--json'], { folder });
}

describe('a capture of curl -v, with the body given beside it', () => {
  const right = hmac('demo-secret-key', body);

  it.each([body, `${body}\n`])('keeps the refusal of the service: %j', async (given) => {
    const ended = await diagnoseCapture(captured(right, body.length), given);
    expect(ended.status).toBe(5);
    expect(json(ended)).toMatchObject({ match: true, lint: [{ id: 'answer-refused' }] });
  });

  it('is not right, if another length was sent than the given body has', async () => {
    const ended = await diagnoseCapture(captured(right, 49), body);
    expect(ended.status).toBe(5);
    expect(json(ended)).toMatchObject({
      verdict: { id: 'cannot-succeed' },
      lint: [{ id: 'request-length', effect: 'refused' }],
    });
  });

  it.each(['{"gameId": "demo", "username": "player-42"}', '{"gameId":"demo","username":"x"}'])(
    'is not judged, if another body was given than was sent: %s',
    async (given) => {
      const ended = await diagnoseCapture(captured(right, body.length), given);
      expect(ended.status).toBe(6);
      expect(json(ended)).toMatchObject({
        verdict: { id: 'cause-unknown' },
        findings: [],
        expected: null,
        lint: [{ id: 'request-length' }, { id: 'answer-refused' }],
      });
    },
  );

  it('has its own causes, whatever the length: they do not lie in the body', async () => {
    const signature = hmac('demo-secret-key', body).toUpperCase();
    const ended = await diagnoseCapture(captured(signature, 49), body);
    expect(ended.status).toBe(6);
    expect(json(ended)).toMatchObject({
      findings: [{ causes: ['out-uppercase-hex'] }],
      lint: [{ id: 'request-length' }],
    });
  });
});

describe('a line of a log in no form that pvg reads', () => {
  const hex = 'c6'.repeat(32);
  const line = `hdrs=[X-Client-ID:demo X-Timestamp:1790000000 X-Signature:${hex}] body={"os_id":1}`;

  it.each([
    [line, [], `--signature ${hex} --timestamp 1790000000 --client-id demo --profile local`],
    [line.replace('demo', '*'), [], '--body "@$BODY_FILE" --client-id "$CLIENT_ID"'],
    [`x-signature=${hex}`, ['--body', '{}'], `session --body '{}' --signature ${hex} --profile`],
  ])('leads to the options with the profile and what it shows: %s', async (log, words, next) => {
    const ended = await pvg(['diagnose', '-', '--profile', 'local', ...words], { stdin: log });
    expect(ended.status).toBe(2);
    expect(ended.err).toContain('--profile local');
    expect(ended.err).toContain(next);
  });
});

describe('one of several requests', () => {
  const right = hmac('demo-secret-key', body);
  const entry = (signature: string, method = 'POST') => ({
    request: {
      method,
      url: 'https://s.example/xmdt/session',
      headers: [
        { name: 'X-Signature', value: signature },
        { name: 'Content-Type', value: 'application/json' },
      ],
      postData: { text: body },
    },
  });
  const picture = { request: { method: 'GET', url: 'https://s.example/a.png', headers: [] } };
  const har = { log: { entries: [picture, entry(right), entry(right.toUpperCase())] } };
  const lines = `${JSON.stringify({ headers: { 'X-Signature': right }, body })}\n`;
  const twice = lines + lines.replace('demo', 'domo');
  const files = { 'all.har': JSON.stringify(har), 'all.ndjson': twice };

  function diagnoseFile(...words: string[]): Promise<Ended> {
    const folder = temporaryFolder();
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return pvg(['diagnose', ...words, '--profile', 'local', '--budget', '0.3'], { folder });
  }

  it.each([
    ['all.har', 3],
    ['all.ndjson', 2],
  ])('is diagnosed alone, as the next command offers: %s', async (file, number) => {
    const { out } = await diagnoseFile(file);
    const command = `pvg diagnose ${file} --entry ${String(number)} --profile local`;
    expect(out.endsWith(`Next: ${command}\n`)).toBe(true);
    const alone = json(await diagnoseFile(file, '--entry', String(number), '--json'));
    expect(alone).toMatchObject({ interface: 'session', match: false, exit: 6 });
    expect(alone).not.toHaveProperty('requests');
    expect(json(await diagnoseFile(file, '--entry', String(number - 1), '--json'))).toMatchObject({
      match: true,
    });
  });

  it('of several files has its file and its number in the next command', async () => {
    const { out } = await diagnoseFile('all.ndjson', 'all.har');
    expect(out).toMatch(/^Next: pvg diagnose all\.ndjson --entry 2 --profile local$/m);
  });

  it('takes the body that is given beside the file', async () => {
    const given = ['all.ndjson', '--entry', '2', '--body', body, '--json'];
    expect(json(await diagnoseFile(...given))).toMatchObject({ match: true });
  });

  it.each([
    [['all.har', '--entry', '1'], 'The numbers of its requests: 2, 3.'],
    [['all.har', '--entry', '0'], '--entry must be a whole number'],
    [['all.har', 'all.ndjson', '--entry', '1'], 'there are several'],
    [['--interface', 'session', '--body', body, '--entry', '1'], 'no file is given'],
  ])('must be there: %j', async (words, says) => {
    const { status, err } = await diagnoseFile(...words);
    expect(status).toBe(2);
    expect(err).toContain(says);
  });
});
