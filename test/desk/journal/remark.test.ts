import { describe, expect, it } from 'vitest';
import { readJournal } from '../../../src/desk/journal/journal.js';
import { openRecorder } from '../../../src/desk/journal/recorder.js';
import { remarksAbout } from '../../../src/desk/journal/remark.js';
import { callsIn, readKept, remarksIn } from '../../../src/desk/journal/kept.js';
import { testContext, temporaryFolder } from '../../support/context.js';
import { pvg } from '../../support/pvg.js';

const silent = (): Promise<void> => Promise.resolve();

describe('a remark of the journal', () => {
  it('is kept beside the calls and found with those of its case', async () => {
    const home = temporaryFolder();
    const lookup =
      'lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased';
    await pvg(`${lookup} --case TICKET-1`, { home });
    const context = testContext({ home });
    const kept = await openRecorder(context, silent).remarked({
      command: 'note',
      case: 'ticket-1',
      text: 'Asked the developers.',
    });
    const { lines, local } = await readJournal(context);
    const remarks = remarksIn(lines);
    expect(local.damaged).toBe(0);
    expect(remarks).toEqual([kept]);
    expect(remarksAbout(remarks, callsIn(lines))).toEqual([kept]);
  });

  it('has no receipt and no secret, even if somebody wrote one into it', async () => {
    const context = testContext();
    context.secrets.add('a-very-secret-key');
    const token = `${'k'.repeat(20)}.AO-${'x'.repeat(90)}`;
    const text = `Token ${token} with a-very-secret-key`;
    const kept = await openRecorder(context, silent).remarked({ command: 'note', case: 'T', text });
    expect(kept?.text).toMatch(/^Token \[receipt sha256:[0-9a-f]{12}…?\] with \[withheld\]$/);
  });

  it.each([
    ['a call', '{"id":"a","at":"2026-11-21T09:00:00Z","command":"lookup"}'],
    ['a date that is none', '{"id":"a","at":"soon","command":"note"}'],
    ['no id', '{"at":"2026-11-21T09:00:00Z","command":"note"}'],
    ['no JSON', '{'],
  ])('is not read from a line with %s', (_what, line) => {
    expect(readKept(line)).toBeUndefined();
  });
});

it('that is imported has no receipt either', async () => {
  const home = temporaryFolder();
  const token = `${'k'.repeat(20)}.AO-${'x'.repeat(90)}`;
  const line = {
    id: '20261121T090000Z-00000a',
    at: '2026-11-21T09:00:00Z',
    command: 'note',
    case: 'T',
    text: token,
  };
  const { status } = await pvg('journal import -', { home, stdin: JSON.stringify(line) });
  expect(status).toBe(0);
  const { lines } = await readJournal(testContext({ home }));
  expect(remarksIn(lines).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^\[receipt sha256:[0-9a-f]{12}…?\]$/),
  ]);
});
