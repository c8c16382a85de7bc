import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf, read } from '../helpers/examples.js';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

// The lines of Python in docs/guides/signature-mismatch.md, with an answer as requests makes it. Needs python3.

const block = blocksOf('docs/guides/signature-mismatch.md').find(
  ({ language }) => language === 'python',
);
const [head = '', body = ''] = read('docs/examples/refused/request.http').trimEnd().split('\n\n');
const headers = head.split('\n').slice(1);

/** Both libraries keep a text as it was given and JSON as bytes. */
const answer = (bodyIn: string): string => `
from types import SimpleNamespace
headers = dict(line.split(": ") for line in ${JSON.stringify(headers)})
request = SimpleNamespace(method="POST", url="https://gateway.example/iap/gateway/verify", headers=headers, body=${bodyIn})
response = SimpleNamespace(request=request)
`;

it.each([
  ['text', JSON.stringify(body)],
  ['bytes', `${JSON.stringify(body)}.encode()`],
])('save a request that pvg reads, whose body is %s', async (_form, bodyIn) => {
  const home = temporaryFolder();
  const program = `${answer(bodyIn)}${block?.lines.join('\n') ?? ''}\n`;
  const { status, stderr } = spawnSync('python3', ['-c', program], { cwd: home, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(readFileSync(join(home, 'refused.json'), 'utf8')).toMatch(/"received_at": ?\d{10}\b/);
  const found = await pvg('diagnose refused.json --profile local --json', { home });
  expect(found.status).toBe(6);
  expect(json(found)).toMatchObject({ findings: [{ causes: ['body-json-compact'] }] });
});
