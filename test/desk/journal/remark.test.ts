import { expect, it } from 'vitest';
import { readKept } from '../../../src/desk/journal/kept.js';
import { readJournal } from '../../../src/desk/journal/journal.js';
import { openRecorder } from '../../../src/desk/journal/recorder.js';
import { temporaryFolder, testContext } from '../../support/context.js';
import { writeJournal } from '../../support/journal.js';

it('a reply has no receipt, even if somebody wrote one as its case', async () => {
  const token = `${'k'.repeat(20)}.AO-${'x'.repeat(90)}`;
  const recorder = openRecorder(testContext(), () => Promise.resolve());
  const kept = await recorder.remarked({ command: 'reply', case: token });
  expect(kept?.case).toMatch(/^\[receipt sha256:[0-9a-f]{12}…?\]$/);
});

it.each([
  ['a call that lacks members', '{"id":"a","at":"2026-11-21T09:00:00Z","command":"lookup"}'],
  ['a date that is none', '{"id":"a","at":"soon","command":"reply"}'],
  ['no id', '{"at":"2026-11-21T09:00:00Z","command":"reply"}'],
  ['no JSON', '{'],
])('nothing is read from a line with %s', (_what, line) => {
  expect(readKept(line)).toBeUndefined();
});

it('the note of an older version is not a damaged line', async () => {
  const home = temporaryFolder();
  writeJournal(home, ['{"id":"a","at":"2026-11-21T09:00:00Z","command":"note","case":"T","text":"x"}', '{']);
  const { calls, remarks, damaged } = await readJournal(testContext({ home }));
  expect({ calls, remarks, damaged }).toEqual({ calls: [], remarks: [], damaged: 1 });
});
