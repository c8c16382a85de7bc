import type { Word } from './command.js';

/** The words of an HTTPie command line: options, and items such as `name=value`. */

export interface Item {
  readonly separator: string;
  readonly name: string;
  readonly value: string;
  /** Part of it is a variable or the output of a command. */
  readonly open: boolean;
}

const withValue = new Set(
  `raw auth auth-type session session-read-only output print pretty style timeout max-redirects max-headers proxy verify
  cert cert-key cert-key-pass ssl ciphers default-scheme format-options response-charset response-mime history-print
  boundary`.split(/\s+/),
);

const longOfShort: Readonly<Record<string, string>> = {
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
};

interface Option {
  readonly name: string;
  readonly value: Word;
}

export function optionsOf(words: readonly Word[]): { options: Option[]; operands: Word[] } {
  const options: Option[] = [];
  const operands: Word[] = [];
  const nothing: Word = { text: '', open: false };
  const waiting = words.values();
  for (const word of waiting) {
    const { text, open } = word;
    const [, long, attached] = /^--([\w-]+)(?:=([^]*))?$/.exec(text) ?? [];
    if (long !== undefined) {
      const next = (): Word => (withValue.has(long) ? (waiting.next().value ?? nothing) : nothing);
      options.push({ name: long, value: attached === undefined ? next() : { text: attached, open } });
    } else if (!/^-[A-Za-z]/.test(text)) operands.push(word);
    else {
      for (const [at, letter] of [...text].entries()) {
        const name = longOfShort[letter];
        if (at === 0 || name === undefined) continue;
        const rest = text.slice(at + 1);
        const takes = withValue.has(name);
        const value =
          rest === '' ? (takes ? (waiting.next().value ?? nothing) : nothing) : { text: rest, open };
        options.push({ name, value: takes ? value : nothing });
        if (takes) break;
      }
    }
  }
  return { options, operands };
}

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
