import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf, read } from '../helpers/examples.js';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

// The lines of JavaScript in docs/guides/signature-mismatch.md, after what a program passes to fetch.

const page = 'docs/guides/signature-mismatch.md';
const block = blocksOf(page).find(({ language }) => language === 'javascript');
const [head = '', body = ''] = read('docs/examples/refused/request.http').trimEnd().split('\n\n');
const lines = head.split('\n').slice(1);
const headers = Object.fromEntries(lines.map((line) => line.split(': ')));

it.each([
  ['text', JSON.stringify(body)],
  ['bytes', `new TextEncoder().encode(${JSON.stringify(body)})`],
])('save a request that pvg reads, whose body is %s', async (_form, bodyIn) => {
  const home = temporaryFolder();
  const passed = `
    const url = 'https://gateway.example/iap/gateway/verify';
    const headers = ${JSON.stringify(headers)};
    const body = ${bodyIn};
  `;
  const program = passed + (block?.lines.join('\n') ?? '');
  const line = ['--input-type=module', '--eval', program];
  const { status, stderr } = spawnSync(process.execPath, line, { cwd: home, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(readFileSync(join(home, 'refused.json'), 'utf8')).toMatch(/"received_at": ?\d{10}\b/);
  const found = await pvg('diagnose refused.json --profile local --json', { home });
  expect(found.status).toBe(6);
  expect(json(found)).toMatchObject({ findings: [{ causes: ['body-json-compact'] }] });
});
