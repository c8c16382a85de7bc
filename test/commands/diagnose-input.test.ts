import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { send, startListener } from '../support/listener.js';
import { json, pvg } from '../support/pvg.js';
import { sessionCall } from '../support/signed.js';

const body = '{"gameId":"demo","username":"player-42"}';
const hmac = (data: string): string => createHmac('sha256', 'demo-secret-key').update(data).digest('hex');
const http = (signature: string): string =>
  `POST /xmdt/session HTTP/1.1\r\nX-Signature: ${signature}\r\n\r\n${body}`;

const quotedLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

describe('pvg diagnose', () => {
  it.each([
    ['a chat with a fenced block', `Please look:\n\`\`\`http\n${http(hmac('x'))}\n\`\`\`\nThanks`],
    ['quoted lines', quotedLines(http(hmac('x')))],
    ['the output of curl -v', `* Connected\n${quotedLines(http(hmac('x')))}\n< HTTP/1.1 401 No\n`],
  ])('steps over the text around a request: %s', async (_, stdin) => {
    const ended = await pvg('diagnose - --profile local --json --budget 0.1', { stdin });
    expect(ended.status).toBe(6);
    expect(json(ended)).toMatchObject({ interface: 'session', verdict: { id: 'cause-unknown' } });
  });

  it.each([
    ['signed without it', body, 'The signature is right. The file adds white space'],
    ['signed with it', `${body}\n`, 'The signature is right. That counts the line break'],
  ])('says of the line break that ends a file what it cannot know: %s', async (_, signed, says) => {
    const ended = await pvg('diagnose - --profile local', { stdin: `${http(hmac(signed))}\n` });
    expect(ended.out).toContain(says);
    expect(ended.status).toBe(0);
  });

  it('tells no line break of the file beside another mistake', async () => {
    const compact = JSON.stringify(JSON.parse(body));
    const sent = body.replaceAll(',', ', ');
    const stdin = `${http(hmac(compact)).replace(body, sent)}\n`;
    const ended = await pvg('diagnose - --profile local --json', { stdin });
    expect(json(ended)).toMatchObject({ findings: [{ causes: ['body-json-compact'] }] });
    expect(ended.out).not.toContain('at its end');
  });

  it('expects the values of the body without the line break that ends the file', async () => {
    const values = async (end: string) => {
      const stdin = `${http(hmac('x'))}${end}`;
      const ended = await pvg('diagnose - --profile local --json --budget 0.1', { stdin });
      return json(ended)['expected'];
    };
    expect(await values('\n')).toEqual(await values(''));
  });

  it('compares the sender’s own hash with that of the body without the line break that ends the file', async () => {
    const call = (end: string): string =>
      `POST /iap/gateway/verify HTTP/1.1\nX-Client-ID: demo-client\nX-Timestamp: 1790000000\nX-Signature: ${'a'.repeat(64)}\n\n${body}${end}`;
    const hash = createHash('sha256').update(body).digest('hex');
    const given = `diagnose - --profile local --json --budget 0.1 --signed-body-hash ${hash}`;
    const ended = await pvg(given, { stdin: call('\n') });
    expect(json(ended)).toMatchObject({ expected: [{ step: 'body_hash', same: true }, {}, {}] });
  });

  it.each([
    ['-d', `${body}\n`, ['body-trailing-newline']],
    ['--data-binary', `${body}\n`, undefined],
    ['-d', body, undefined],
    ['--data-binary', body, ['body-trailing-newline-missing']],
  ])('reads the file of curl %s as curl sends it, signed %j', async (option, signed, causes) => {
    const status = causes ? 6 : 0;
    const folder = folderWith({
      'body.json': `${body}\n`,
      'curl.txt': `curl https://a.example/xmdt/session -H 'X-Signature: ${hmac(signed)}' -H 'Content-Type: application/json' ${option} @body.json\n`,
    });
    const ended = await pvg('diagnose curl.txt --body @body.json --profile local --json', { folder });
    expect([ended.status, json(ended)['match']]).toEqual([status, status === 0]);
    if (causes) expect(json(ended)).toMatchObject({ findings: [{ causes }] });
  });

  it('reads several files, each under its name; a broken one does not stop the others', async () => {
    const folder = folderWith({
      'a.http': http(hmac(body)),
      'b.http': http(hmac('x')),
      'c.json': '{"headers":',
    });
    const ended = await pvg('diagnose a.http b.http c.json --profile local --budget 0.2 --json', { folder });
    expect(ended.status).toBe(6);
    expect(json(ended)).toMatchObject({
      requests: [
        { request: 'a.http', match: true },
        { request: 'b.http', match: false },
        { request: 'c.json', match: false, error: expect.stringContaining('ends too early') as string },
      ],
    });
  });

  it('reads a folder, and says which of its files have no request', async () => {
    const folder = folderWith({ 'a.http': http(hmac(body)), 'body.json': body, '.gitignore': '*' });
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'more', 'b.http'), http(hmac('x')));
    const ended = await pvg(['diagnose', folder, '--profile', 'local', '--json']);
    expect(ended.status).toBe(0);
    expect(json(ended)).toMatchObject({ match: true });
    expect(ended.err).toContain('Skipped body.json: it contains no request.');
  });

  it('reads the folder that pvg listen --save wrote', async () => {
    const folder = join(temporaryFolder(), 'saved');
    const listener = await startListener(`--profile local --save ${folder}`);
    for (const username of ['player-1', 'player-2'])
      await send(sessionCall({ gameId: 'demo', username }, { base: listener.url }));
    await listener.lines(2);
    await listener.stop();
    const ended = await pvg(['diagnose', folder, '--profile', 'local']);
    expect(ended.status).toBe(0);
    expect(ended.out).toContain('2 of 2 signatures are right.');
  });

  it.each<[string, readonly string[], string]>([
    ['an empty folder', ['.'], 'The folder has no file with a request.'],
    ['a missing file among others', ['a.http', 'nowhere'], 'there is no such file'],
    ['the same standard input twice', ['-', '-'], 'cannot both read standard input'],
  ])('refuses %s', async (_, places, says) => {
    const folder = places.includes('.') ? temporaryFolder() : folderWith({ 'a.http': http(hmac(body)) });
    const ended = await pvg(['diagnose', ...places, '--profile', 'local'], {
      folder,
      stdin: http(hmac(body)),
    });
    expect(ended.status).toBe(2);
    expect(ended.err).toContain(says);
  });
});
