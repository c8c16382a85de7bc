import { Buffer } from 'node:buffer';
import { on } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { PvgError } from '../failure.js';
import { escapeControlsInLines } from '../text/visible.js';
import { codedError } from './system.js';

/**
 * What a person pastes or types at a terminal. In its usual mode a terminal keeps at most 4,095 bytes of a line and
 * drops the rest without a word; in raw mode it hands over everything, but it no longer shows or edits anything.
 */

export interface PasteTerminal {
  readonly input: Readable & { setRawMode(isRaw: boolean): unknown };
  readonly output: Writable;
}

interface PasteOptions {
  /** The text is not shown while it is typed. */
  readonly isSecret?: boolean;
  readonly mostBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** The terminal marks where a paste begins and ends, so that an empty line inside it is not an Enter key. */
const bracketedPaste = { on: '\x1b[?2004h', off: '\x1b[?2004l' };

const instructions = {
  text: 'Paste the text, then press Enter twice, or Ctrl-D.',
  secret: 'Paste the secret (not shown), then press Enter twice, or Ctrl-D.',
};

/** @throws {PvgError} `interrupted` on Ctrl-C; rejects with the signal's reason, or with `EFBIG` as a system does */
export async function readPaste(
  { input, output }: PasteTerminal,
  { isSecret = false, mostBytes, signal }: PasteOptions,
): Promise<Uint8Array> {
  const paste = createPaste();
  input.setRawMode(true);
  output.write(`${instructions[isSecret ? 'secret' : 'text']}\n${bracketedPaste.on}`);
  try {
    const chunks: AsyncIterable<readonly Buffer[]> = on(input, 'data', {
      close: ['end', 'close'],
      signal,
    });
    for await (const [chunk = Buffer.alloc(0)] of chunks) {
      const { shown, ending } = paste.take(chunk);
      if (!isSecret) output.write(shown);
      if (ending === 'interrupted') throw new PvgError('interrupted', 'Interrupted.');
      if (paste.length() > mostBytes) throw codedError('EFBIG');
      if (ending === 'complete') break;
    }
    return paste.bytes();
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    input.pause();
    input.setRawMode(false);
    output.write(`${bracketedPaste.off}\n`);
  }
}

interface TakenKeys {
  /** What the terminal shows of them. */
  readonly shown: string;
  readonly ending?: 'complete' | 'interrupted';
}

interface Paste {
  take(chunk: Buffer): TakenKeys;
  length(): number;
  bytes(): Buffer;
}

/** An escape sequence of the terminal, such as an arrow key or a mark of the bracketed paste; or one other byte. */
// eslint-disable-next-line no-control-regex -- These are the bytes that keys send.
const keyPattern = /\x1b\[[0-9;]*[A-Za-z~]|[^]/g;
// eslint-disable-next-line no-control-regex
const unfinishedSequence = /\x1b(?:\[[0-9;]*)?$/;
const pasteBegins = '\x1b[200~';
const pasteEnds = '\x1b[201~';
const keys = { interrupt: '\x03', endOfInput: '\x04', backspace: ['\x7f', '\b'] };
const eraseOnScreen = '\b \b';
/** The last character in a text of bytes: a first byte with the bytes that continue it, or any one byte. */
const lastUtf8Character = /(?:[\xC0-\xFF][\x80-\xBF]*|[^])$/;

/** The text grows byte by byte, as Latin-1, so that bytes that are not UTF-8 stay as they came. */
export function createPaste(): Paste {
  let text = '';
  let unfinished = '';
  const decoder = new StringDecoder('utf8');
  let isInsidePaste = false;
  /** An Enter key that was pressed alone is not a part of the text if another one, or Ctrl-D, follows. */
  let hasPendingEnter = false;

  const append = (byte: string): string => {
    text += hasPendingEnter ? `\n${byte}` : byte;
    hasPendingEnter = false;
    return escapeControlsInLines(decoder.write(Buffer.from(byte, 'latin1')));
  };

  /** Backspace never reaches into the line before. */
  const eraseLastCharacter = (): string => {
    if (hasPendingEnter || text === '' || text.endsWith('\n')) return '';
    text = text.replace(lastUtf8Character, '');
    return eraseOnScreen;
  };

  const takeEnters = (count: number): TakenKeys => {
    const isOnEmptyLine = hasPendingEnter || text.endsWith('\n');
    if (isOnEmptyLine || count > 1) return { shown: '\n', ending: 'complete' };
    hasPendingEnter = true;
    return { shown: '\n' };
  };

  return {
    take: (chunk) => {
      const received = unfinished + chunk.toString('latin1');
      // A chunk of Enters alone (the key sends `\r`) was typed: those of a paste come in one chunk with its text.
      if (!isInsidePaste && /^[\r\n]+$/.test(received)) return takeEnters(received.length);
      unfinished = unfinishedSequence.exec(received)?.[0] ?? '';
      const complete = received.slice(0, received.length - unfinished.length);
      let shown = '';
      for (const [key] of complete.replace(/\r\n?/g, '\n').matchAll(keyPattern)) {
        if (key === pasteBegins) isInsidePaste = true;
        else if (key === pasteEnds) isInsidePaste = false;
        else if (key.length > 1) continue;
        else if (isInsidePaste) shown += append(key);
        else if (key === keys.interrupt) return { shown, ending: 'interrupted' };
        else if (key === keys.endOfInput) return { shown, ending: 'complete' };
        else if (keys.backspace.includes(key)) shown += eraseLastCharacter();
        else shown += append(key);
      }
      return { shown };
    },
    length: () => text.length,
    bytes: () => Buffer.from(text, 'latin1'),
  };
}
