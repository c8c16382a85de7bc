import { describe, expect, it } from 'vitest';
import { json, pvg } from '../support/pvg.js';
import { temporaryFolder } from '../support/context.js';

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);
const purchase = '--product-id gems_100 --package com.example.game';

describe('the last line of a failure is the next command', () => {
  it.each([
    ['no profile', `lookup ${purchase} --receipt r`, 3, 'pvg profile add --help'],
    ['an unknown profile', `lookup -p nobody ${purchase} --receipt r`, 3, 'pvg profile list'],
    ['a missing option', 'lookup -p local --receipt r', 2, 'pvg lookup --help'],
    ['a doubtful receipt', `lookup -p local ${purchase} --receipt GPA.1234-5678`, 2, 'pvg lookup --help'],
    ['a mistyped option', 'profile add --enviroment dev', 2, 'pvg profile add --help'],
    ['what is not shown', `lookup -p local --os ios ${purchase} --receipt r`, 2, 'pvg help not-shown'],
  ])('with %s', async (_what, line, status, next) => {
    const ended = await pvg(line);
    expect(ended.status).toBe(status);
    expect(lastLine(ended.err)).toBe(`Next: ${next}`);
  });
});

describe('a kept "completed"', () => {
  it('names the command that asks anew, and the time by the reader’s clock', async () => {
    const home = temporaryFolder();
    const line = 'session -p local --username demo-completed --check';
    await pvg(line, { home });
    const kept = await pvg(line, { home });
    expect(kept.out).toContain('2026-09-21T14:13:20Z (just now)');
    const next = lastLine(kept.out)?.replace('Next: pvg ', '') ?? '';
    expect(next).toBe('session --username demo-completed --check --fresh --profile local');
    expect(json(await pvg(`${next} --json`, { home }))).toMatchObject({ http: { status: 200 } });
  });
});
