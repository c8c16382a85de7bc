import { beforeEach, describe, expect, it } from 'vitest';
import { ticketAlone } from '../../src/pages/desk/ticket-lines.js';
import { withoutTicketMark } from '../../src/text/ticket-mark.js';
import { temporaryFolder } from '../helpers/context.js';
import { demo, entryOf, writeJournal } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/** Some write `#T-1`, and some `T-1`: it is one ticket. */

const spellings = ['T-1', '#T-1', '# t-1', '＃T-1', 'T-1.', '#T-1!', 'T-１', 'T－1;'];

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

type Lines = Readonly<Record<'entries' | 'replies' | 'remarks', readonly unknown[]>>;

const answerOf = async (line: readonly string[]): Promise<Lines> => {
  const result = json(await pvg([...line, '--json'], { home }));
  return result['answer'] as Lines;
};
const countOf = ({ entries, replies, remarks }: Lines): number =>
  entries.length + replies.length + remarks.length;

describe.each(['T-1', '#T-1', 'T-1.', '#T－１!'])('a ticket that was written %s', (written) => {
  beforeEach(async () => {
    await pvg([...`lookup ${demo('demo-recorded')} --reply en --case`.split(' '), written], {
      home,
    });
    await pvg(['journal', 'note', '--case', written, 'waits'], { home });
  });

  it.each(spellings)('is found as %s', async (typed) => {
    expect(countOf(await answerOf(['journal', 'find', typed]))).toBe(3);
    expect(countOf(await answerOf(['journal', 'list', '--about', typed]))).toBe(3);
    expect(countOf(await answerOf(['journal', 'list', '--case', typed]))).toBe(3);
  });

  it.each(spellings)('has its page, its reply and its move as %s', async (typed) => {
    const { status } = await pvg(['report', '--case', typed, '--form', 'markdown'], { home });
    expect(status).toBe(0);
    const again = await pvg(['reply', 'en', '--case', typed], { home });
    expect(again.status).toBe(0);
    expect((await pvg(['journal', 'move', typed, '--case', '#T-2'], { home })).status).toBe(0);
    expect((await answerOf(['journal', 'list', '--case', 'T-2'])).entries).toMatchObject([
      { case: 'T-2', moved_from: 'T-1' },
    ]);
  });

  it('is not moved to itself', async () => {
    expect((await pvg(['journal', 'move', 'T-1', '--case', '#T-1'], { home })).status).toBe(2);
  });
});

it('a line of an older version has its ticket without the mark', async () => {
  writeJournal(home, [entryOf({ case: '#T-1' })]);
  const { entries } = await answerOf(['journal', 'list', '--case', 'T-1']);
  expect(entries).toMatchObject([{ case: 'T-1' }]);
  expect(countOf(await answerOf(['journal', 'find', '#t-1']))).toBe(1);
});

it('the page of pvg desk reads a ticket as the commands do', () => {
  const typed = [...spellings, '#', '##4711', 'a#1', '# #'];
  expect(typed.map(ticketAlone)).toEqual(typed.map(withoutTicketMark));
});
