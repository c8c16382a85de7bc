import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { json, pvg } from '../support/pvg.js';
import { hmac } from '../support/signer.js';

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

const naming: readonly (readonly [what: string, pasted: string])[] = [
  ['curl -d @', `${curl} -d @body.json`],
  ['curl --data-binary @', `${curl} --data-binary @body.json`],
  ['curl --json @', `${curl} --json @body.json`],
  ['curl --data-urlencode name@', `${curl} --data-urlencode a@body.json`],
  ['curl -T', `${curl} -T body.json`],
  ['curl -F', `${curl} -F a=@body.json`],
  ['curl with <', `${curl} -d @- < body.json`],
  ['curl after cat', `cat body.json | ${curl} --data-binary @-`],
  ['curl after a redirected echo', `echo x < body.json | ${curl} --data-binary @-`],
  ['a here-document', `${curl} --data-binary @- <<'EOF'\n${body}EOF\n`],
  ['an open quote in a here-document', `${curl} --data-binary @- <<EOF\nit's ${body}EOF\n`],
  ['a here-string', `${curl} --data-binary @- <<< '${body.trim()}'`],
];

describe('a pasted text that names a file', () => {
  it.each(naming)('opens nothing, and the error says how to give the body: %s', async (_, stdin) => {
    const ended = await pvg('diagnose - --profile local', { stdin, folder: folderWith() });
    expect(ended.status).toBe(2);
    expect(ended.out).toBe('');
    expect(ended.err).toMatch(/--body @/);
    expect(ended.err).not.toMatch(/canary|body\.json/);
  });

  it.each(naming)('is diagnosed with the body of --body: %s', async (what, pasted) => {
    const folder = folderWith({ 'request.txt': pasted });
    const ended = await pvg('diagnose request.txt --profile local --body @body.json --json', { folder });
    // The body was signed with its line break, which -d does not send.
    expect(json(ended), what).toMatchObject({ match: !pasted.includes(' -d @'), interface: 'session' });
  });

  it('opens nothing outside its folder either', async () => {
    const ended = await pvg('diagnose - --profile local --json', { stdin: `${curl} -d @/etc/hostname` });
    expect(ended.status).toBe(2);
    expect(json(ended)).toMatchObject({ error: { code: 'input-unreadable' } });
  });
});

it.each([
  ['wget', `wget --header='X-Signature: ${signature}' --post-file=body.json ${url}`],
  ['HTTPie', `http ${url} X-Signature:${signature} @body.json`],
  ['PowerShell', `Invoke-RestMethod ${url} -Method Post -InFile body.json`],
  ['fetch', `await fetch("${url}", { method: "POST", body })`],
])('a command of another program opens nothing, and is told to be copied as cURL: %s', async (_, stdin) => {
  const ended = await pvg('diagnose - --profile local', { stdin, folder: folderWith() });
  expect(ended.status).toBe(2);
  expect(ended.err).toMatch(/cURL \(bash\) or as HAR/);
  expect(ended.err).not.toMatch(/canary|body\.json/);
});

it.each([
  ['a body', `${curl} -d "$BODY"`, '$BODY'],
  ['a header', `curl ${url} -H "X-Signature: $SIGNATURE" -d '{}'`, '$SIGNATURE'],
])('a variable that pvg cannot know is named: %s', async (_, stdin, name) => {
  const ended = await pvg('diagnose - --profile local', { stdin });
  expect(ended.status).toBe(2);
  expect(ended.err).toContain(`the variable ${name}`);
  expect(ended.err).toMatch(/cURL \(bash\) or as HAR/);
});

describe('--body beside a file with a request', () => {
  it.each([
    ['a raw request without its body', http],
    ['a raw request with another body', `${http}{"gameId":"other"}`],
    ['a curl command with another body', `${curl} -d '{}'`],
    ['a curl command whose body is a variable', `${curl} -d "$BODY"`],
    ['the output of curl -v, which has no body', `${http.trim().replace(/^/gm, '> ')}\n>\n< HTTP/1.1 401\n`],
    [
      'an envelope without a body',
      `{"method":"POST","url":"${url}","headers":{"X-Signature":"${signature}","Content-Type":"application/json"}}`,
    ],
  ])('is the body of %s', async (_, request) => {
    const folder = folderWith({ 'request.txt': request });
    const ended = await pvg('diagnose request.txt --profile local --body @body.json --json', { folder });
    expect(ended.status).toBe(0);
    expect(json(ended)).toMatchObject({ match: true });
    expect(ended.err).toBe('');
  });

  it.each<[string, readonly string[]]>([
    ['several requests', ['two.txt']],
    ['several files', ['one.txt', 'one.txt']],
    ['a folder', ['.']],
  ])('is refused for %s', async (_, places) => {
    const folder = folderWith({ 'one.txt': http, 'two.txt': `${curl} -d a\n${curl} -d b\n` });
    const ended = await pvg(['diagnose', ...places, '--profile', 'local', '--body', '@body.json'], {
      folder,
    });
    expect(ended.status).toBe(2);
    expect(ended.err).toMatch(/--body/);
  });

  it('is in the next command, which repeats it', async () => {
    const folder = folderWith({ 'request.txt': http, 'other.json': '{"gameId":"demo","username":"x y"}' });
    const ended = await pvg('diagnose request.txt --profile local --body @other.json --budget 0.2', {
      folder,
    });
    expect(ended.status).toBe(6);
    expect(ended.out).toMatch(/pvg diagnose request\.txt --body @other\.json/);
  });
});
