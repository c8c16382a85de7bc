import fc from 'fast-check';
import wrapAnsi from 'wrap-ansi';
import { describe, expect, it } from 'vitest';
import { topicNames } from '../../src/input/topic-names.js';
import { displayWidth, wrap } from '../../src/output/table.js';
import { commands } from '../../src/command-list.js';
import { temporaryFolder } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';

const purchase = '--profile local --product-id gems_100 --package com.example.game --receipt';

const lines = [
  '--help',
  ...Object.keys(commands).map((name) => `${name} --help`),
  'profile add --help',
  ...topicNames.map((topic) => `help ${topic}`),
  `lookup ${purchase} demo-purchased`,
  `lookup ${purchase} demo-recorded-error`,
  `lookup ${purchase} demo-nothing`,
  `lookup ${purchase} GPA.1234-5678-9012-34567`,
  `verify ${purchase} demo-recorded`,
  'session --profile local --username player-42 --check',
  'explain-error DUPLICATE_TRANSACTION',
  'explain-error 409',
  'diagnose --profile local --interface session --body \'{"gameId": "demo"}\' --signature f00dfeed',
  'profile list',
  'profile show local',
  'doctor --profile local',
  'lookup --profle local',
  'explain-error NO_SUCH_CODE',
];

/** Words as they are read, without the marks that lead on to the next line. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/ \\\n */g, ' ')
    .split(/\s+/)
    // A label of a line is a heading of a table.
    .map((word) => word.replace(/:$/, ''))
    .filter((word) => word !== '');

/** A line that is too wide, though it could have been broken at a blank. */
const breakable = (line: string, columns: number): boolean => {
  if (displayWidth(line) <= columns) return false;
  // A quoted word of a command is one word.
  const words = line.trim().match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.filter((word) => word !== '\\' && word !== '$').length > 1;
};

describe('on a terminal of any width no line is wider, and no word is broken', () => {
  it.each(lines)('pvg %s', async (line) => {
    const whole = await pvg(line, { home: temporaryFolder(), columns: 200 });
    const expected = wordsOf(whole.out + whole.err).filter(({ length }) => length < 20);
    for (const columns of [40, 61, 79, 80, 137]) {
      const options = { home: temporaryFolder(), terminal: true, columns, env: { NO_COLOR: '1' } };
      const { out, err } = await pvg(line, options);
      const text = out + err;
      const tooWide = text.split('\n').filter((each) => breakable(each, columns));
      expect(tooWide, `${String(columns)} columns`).toEqual([]);
      expect(wordsOf(text), `${String(columns)} columns`).toEqual(expect.arrayContaining(expected));
    }
  });

  it('pvg journal list', async () => {
    const home = temporaryFolder();
    for (const receipt of ['demo-purchased', 'demo-pending', 'demo-nothing'])
      await pvg(`lookup ${purchase} ${receipt} --case TICKET-4711`, { home });
    for (const columns of [40, 55, 79, 80, 100, 130, 160, 200]) {
      const { out } = await pvg('journal list', {
        home,
        terminal: true,
        columns,
        env: { NO_COLOR: '1' },
      });
      expect(out.split('\n').filter((each) => breakable(each, columns))).toEqual([]);
      const words = wordsOf(out).map((each) => each.replace(/,$/, ''));
      expect(words).toEqual(
        expect.arrayContaining(['paid-never-received', 'TICKET-4711', 'GPA.6376-8651-2237-28215']),
      );
      // A row is one line: 80 columns have room for the order id alone.
      const isCut = columns === 80;
      expect(words.includes('…')).toBe(isCut);
      if (!isCut) expect(words).toEqual(expect.arrayContaining(['gems_100', 'lookup']));
    }
  });
});

it('breaks plain text as wrap-ansi does', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'B', '7', '-', 'é'),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 30 }),
      fc.integer({ min: 1, max: 40 }),
      (words, width) => {
        const text = words.join(' ');
        if (text.length > width)
          expect(wrap(text, width)).toEqual(wrapAnsi(text, width).split('\n'));
      },
    ),
  );
});
