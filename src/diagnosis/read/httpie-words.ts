import type { Word } from './command.js';
import { optionReader } from './options.js';

/** The words of an HTTPie command line: options, and items such as `name=value`. */

export interface Item {
  readonly separator: string;
  readonly name: string;
  readonly value: string;
  /** Part of it is a variable or the output of a command. */
  readonly open: boolean;
}

export const readHttpieOptions = optionReader({
  withValue:
    `raw auth auth-type session session-read-only output print pretty style timeout max-redirects max-headers
  proxy verify cert cert-key cert-key-pass ssl ciphers default-scheme format-options response-charset response-mime
  history-print boundary`.split(/\s+/),
  letters: {
    a: 'auth',
    A: 'auth-type',
    o: 'output',
    p: 'print',
    P: 'history-print',
    s: 'style',
    j: 'json',
    f: 'form',
    x: 'compress',
    I: 'ignore-stdin',
  },
});

/** The longest at a place counts. */
const separators = [':=@', '==@', ':=', '==', '=@', ':@', ':', '=', '@', ';'];

/** Before the first separator is the name. A backslash takes its meaning from one of these characters. */
export function itemOf({ text, open }: Word): Item {
  let name = '';
  for (let at = 0; at < text.length;) {
    const separator = separators.find((each) => text.startsWith(each, at));
    if (separator !== undefined)
      return { separator, name, value: unescaped(text.slice(at + separator.length)), open };
    const piece = text.slice(at, text[at] === '\\' ? at + 2 : at + 1);
    name += unescaped(piece);
    at += piece.length;
  }
  return { separator: '', name, value: '', open };
}

const unescaped = (text: string): string =>
  text.replace(/\\([^])/g, (all, character: string) => (/[:;=@]/.test(character) ? character : all));
