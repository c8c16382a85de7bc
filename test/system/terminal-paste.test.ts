import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPaste, readPaste } from '../../src/system/terminal-paste.js';

/** What is left of the keys, chunk by chunk, until one of them ends the paste. */
function pasted(...chunks: readonly (string | Buffer)[]) {
  const paste = createPaste();
  let shown = '';
  for (const chunk of chunks) {
    const taken = paste.take(Buffer.from(chunk));
    shown += taken.shown;
    if (taken.ending !== undefined)
      return { text: paste.bytes().toString(), ending: taken.ending, shown };
  }
  return { text: paste.bytes().toString(), ending: 'open', shown };
}

const ctrlC = '\x03';
const ctrlD = '\x04';
const backspace = '\x7f';
const enter = '\r';
const bracketed = (text: string): string => `\x1b[200~${text}\x1b[201~`;

it.each<readonly [does: string, chunks: readonly string[], text: string, ending: string]>([
  ['ends with Ctrl-D', ['ab', 'c', ctrlD], 'abc', 'complete'],
  [
    'ends with Enter twice, which are no part of the text',
    ['abc', enter, enter],
    'abc',
    'complete',
  ],
  ['ends with Enter and Ctrl-D', ['abc', enter, ctrlD], 'abc', 'complete'],
  [
    'ends with one Enter after a line break that was pasted',
    [bracketed('abc\r'), enter],
    'abc\n',
    'complete',
  ],
  ['ends with two Enters that come together', ['abc', `${enter}${enter}`], 'abc', 'complete'],
  ['takes one Enter for a line break', ['ab', enter, 'c', ctrlD], 'ab\nc', 'complete'],
  [
    'takes empty lines of a paste for its text',
    [bracketed('a\r\rb\r\r'), ctrlD],
    'a\n\nb\n\n',
    'complete',
  ],
  [
    'takes empty lines of an unmarked paste for its text',
    ['a\r\rb\r\r', ctrlD],
    'a\n\nb\n\n',
    'complete',
  ],
  ['takes \\r\\n for one line break', ['a\r\nb', ctrlD], 'a\nb', 'complete'],
  [
    'keeps control keys that are pasted',
    [bracketed(`a${ctrlC}${ctrlD}b`), ctrlD],
    `a${ctrlC}${ctrlD}b`,
    'complete',
  ],
  ['ignores the mark that is cut in two', ['\x1b[20', '0~a\x1b', '[201~', ctrlD], 'a', 'complete'],
  ['ignores arrow keys', ['a\x1b[D\x1b[3~b', ctrlD], 'ab', 'complete'],
  ['takes a letter back', [`ab${backspace}c`, ctrlD], 'ac', 'complete'],
  ['takes a letter of several bytes back', [`aü${backspace}c`, ctrlD], 'ac', 'complete'],
  ['takes nothing back across a line', ['a', enter, `${backspace}b`, ctrlD], 'a\nb', 'complete'],
  ['ends with Ctrl-C', ['abc', ctrlC], 'abc', 'interrupted'],
  ['waits', ['abc', enter], 'abc', 'open'],
  ['needs two Enters at its beginning', [enter], '', 'open'],
])('%s', (_does, chunks, text, ending) => {
  expect(pasted(...chunks)).toMatchObject({ text, ending });
});

it.each([false, true])('says before a secret that it is not shown: %s', async (isSecret) => {
  const input = Object.assign(new PassThrough(), { setRawMode: () => undefined });
  const output = new PassThrough();
  const reading = readPaste({ input, output }, { isSecret, mostBytes: 100 });
  input.write('hidden?');
  input.write(ctrlD);
  expect(Buffer.from(await reading).toString()).toBe('hidden?');
  const shown = String(output.read());
  expect([shown.includes('not shown'), shown.includes('hidden?')]).toEqual([isSecret, !isSecret]);
});

it('shows what is typed, without effect on the terminal', () => {
  expect(pasted('aü', bracketed('\x1b]0;title\x07')).shown).toBe('aü\\u{1b}]0;title\\u{7}');
  expect(pasted('ab', backspace).shown).toBe('ab\b \b');
});

it('keeps every byte of a paste, however it is cut into chunks', () => {
  const byte = fc.integer({ min: 0x20, max: 0xff }).filter((value) => value !== 0x7f);

  fc.assert(
    fc.property(
      fc.array(
        fc.array(byte, { minLength: 1 }).map((bytes) => Buffer.from(bytes)),
        { minLength: 1 },
      ),
      (parts) => {
        const paste = createPaste();
        for (const part of parts) paste.take(part);
        expect(paste.bytes()).toEqual(Buffer.concat(parts));
      },
    ),
  );
});
