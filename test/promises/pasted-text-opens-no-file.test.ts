import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';
import { hmac } from '../helpers/signer.js';

const body = '{"gameId":"demo","username":"canary-4711"}\n';
const signature = hmac('demo-secret-key', body);
const url = 'https://s.example/xmdt/session';
const curl = `curl ${url} -H 'X-Signature: ${signature}' -H 'Content-Type: application/json'`;
const http = `POST /xmdt/session HTTP/1.1\nX-Signature: ${signature}\nContent-Type: application/json\n\n`;

/** A folder with a file that a pasted text may name. */
function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries({ 'body.json': body, ...files }))
    writeFileSync(join(folder, name), content);
  return folder;
}

it.each([
  ['curl -d @', `${curl} -d @body.json`],
  ['curl --json @', `${curl} --json @body.json`],
  ['curl --data-urlencode name@', `${curl} --data-urlencode a@body.json`],
  ['curl -T', `${curl} -T body.json`],
  ['curl -F', `${curl} -F a=@body.json`],
  ['curl with <', `${curl} -d @- < body.json`],
  ['curl after cat', `cat body.json | ${curl} --data-binary @-`],
  ['a here-document', `${curl} --data-binary @- <<'EOF'\n${body}EOF\n`],
  ['an open quote in a here-document', `${curl} --data-binary @- <<EOF\nit's ${body}EOF\n`],
])(
  'a pasted text opens no file that it names, and is diagnosed with --body: %s',
  async (_, pasted) => {
    const folder = folderWith({ 'request.txt': pasted });
    const ended = await pvg('diagnose - --profile local', { stdin: pasted, folder });
    expect([ended.status, ended.out, ended.err]).toEqual([
      2,
      '',
      expect.stringContaining('--body @'),
    ]);
    expect(ended.err).not.toMatch(/canary|body\.json/);
    expect(ended.err).toContain(
      'Next: pvg diagnose "$REQUEST_FILE" --body "@$BODY_FILE" --profile local',
    );
    expect(ended.err.match(/--body/g)).toHaveLength(2);
    const given = await pvg('diagnose request.txt --profile local --body @body.json --json', {
      folder,
    });
    // The body was signed with its line break, which -d does not send.
    expect(json(given)).toMatchObject({ match: !pasted.includes(' -d @'), interface: 'session' });
  },
);

it.each([
  [
    'wget',
    `wget --header='X-Signature: ${signature}' --post-file=body.json ${url}`,
    'cURL (bash) or as HAR',
  ],
  [
    'PowerShell',
    `Invoke-RestMethod ${url} -Method Post -InFile body.json`,
    'cURL (bash) or as HAR',
  ],
  ['a variable', `${curl} -d "$BODY"`, '`pvg listen`'],
])(
  'what pvg cannot read opens nothing, and leads to what it can read: %s',
  async (_, stdin, way) => {
    const { status, err } = await pvg('diagnose - --profile local', {
      stdin,
      folder: folderWith(),
    });
    expect([status, err]).toEqual([2, expect.stringContaining(way)]);
    expect(err).not.toMatch(/canary|body\.json/);
  },
);

describe('--body beside a file with a request', () => {
  const headers = { 'X-Signature': signature, 'Content-Type': 'application/json' };
  it.each([
    ['a raw request without its body', http],
    ['a raw request with another body', `${http}{"gameId":"other"}`],
    ['a curl command with another body', `${curl} -d '{}'`],
    ['a curl command whose body is a variable', `${curl} -d "$BODY"`],
    [
      'the output of curl -v, which has no body',
      `${http.trim().replace(/^/gm, '> ')}\n>\n< HTTP/1.1 200\n`,
    ],
    ['an envelope without a body', JSON.stringify({ method: 'POST', url, headers })],
  ])('is the body of %s', async (_, request) => {
    const folder = folderWith({ 'request.txt': request });
    const ended = await pvg('diagnose request.txt --profile local --body @body.json --json', {
      folder,
    });
    expect([ended.status, ended.err, json(ended)]).toMatchObject([0, '', { match: true }]);
  });

  it.each<[string, readonly string[]]>([
    ['several requests', ['two.txt']],
    ['several files', ['one.txt', 'one.txt']],
    ['a folder', ['.']],
  ])('is refused for %s', async (_, places) => {
    const folder = folderWith({ 'one.txt': http, 'two.txt': `${curl} -d a\n${curl} -d b\n` });
    const words = ['diagnose', ...places, '--profile', 'local', '--body', '@body.json'];
    const { status, err } = await pvg(words, { folder });
    expect([status, err]).toEqual([2, expect.stringContaining('--body')]);
  });

  it('is in the next command, which repeats it', async () => {
    const folder = folderWith({
      'request.txt': http,
      'other.json': '{"gameId":"demo","username":"x y"}',
    });
    const line = 'diagnose request.txt --profile local --body @other.json --budget 0.2';
    const { status, out } = await pvg(line, { folder });
    expect(status).toBe(6);
    expect(out).toContain('pvg diagnose request.txt --body @other.json');
  });
});
