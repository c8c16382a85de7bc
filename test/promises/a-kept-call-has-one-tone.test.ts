import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { entryOf, writeJournal } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

const verdictOf = (id: string) => ({ id, says: `${id}.`, next: 'Next.' });
const tones = [
  ['good', entryOf({ verdict: verdictOf('paid-and-recorded'), advice: 'none' })],
  ['good', entryOf({ verdict: verdictOf('verified'), advice: 'grant' })],
  ['careful', entryOf({ verdict: verdictOf('pending'), advice: 'do-not-grant' })],
  ['careful', entryOf({ verdict: verdictOf('not-completed'), advice: 'none', command: 'session' })],
  [
    'careful',
    entryOf({ advice: 'none', anomalies: [{ field: 'os', says: 'the answer has another' }] }),
  ],
  ['bad', entryOf({ exit: 7, verdict: null, code: 'DUPLICATE_TRANSACTION' })],
  ['bad', entryOf({ exit: null, verdict: null, phase: 'sent', command: 'verify' })],
] as const;

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const answerOf = async (line: string): Promise<unknown> =>
  json(await pvg(`${line} --json`, { home }))['answer'];

it.each(tones)('%s in every form of the call', async (tone, call) => {
  writeJournal(home, [call]);
  expect(await answerOf('journal list')).toMatchObject({ entries: [{ id: call.id, tone }] });
  expect(await answerOf(`journal find ${call.id}`)).toMatchObject({ entries: [{ tone }] });
  expect(await answerOf(`journal show ${call.id}`)).toMatchObject({ id: call.id, tone });
});

it('the tone is not kept: an older line has it too, and a line cannot choose it', async () => {
  const line = { ...entryOf({ exit: 7, verdict: null, code: 'X' }), tone: 'good' };
  writeJournal(home, [JSON.stringify(line)]);
  expect(await answerOf('journal list')).toMatchObject({ entries: [{ tone: 'bad' }] });
});
