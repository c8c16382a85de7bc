import { lineOf, type Command, type Script, type Word } from './command.js';

/** Command lines as Windows has them: cmd with its carets, PowerShell with its backticks. */

const command = (words: readonly Word[]): Command => ({ words, stdin: undefined, pipedFrom: undefined });
const known = (text: string): Word => ({ text, open: false });

/**
 * cmd: a caret takes the meaning of the next character away, but not between quotes; each quote opens or closes, whatever
 * stands before it. The words are then split by the program that is called.
 */
export function readCmd(text: string): Script {
  const lines: string[] = [];
  let pieces: string[] = [];
  let quoted = false;
  const endLine = (): void => {
    lines.push(pieces.join(''));
    pieces = [];
    quoted = false;
  };
  const run = /[^"^\r\n&|]+/y;
  for (let at = 0; at < text.length;) {
    run.lastIndex = at;
    const plain = run.exec(text)?.[0];
    if (plain !== undefined) {
      pieces.push(plain);
      at += plain.length;
      continue;
    }
    const character = text.charAt(at);
    if (character === '"') quoted = !quoted;
    if (character === '^' && !quoted) {
      // Trailing blanks after the caret of a pasted line are a slip of pasting.
      const lineEnd = /\^[ \t]*\r?\n/y;
      lineEnd.lastIndex = at;
      const broken = lineEnd.exec(text)?.[0];
      at += broken?.length ?? 1;
      // The first character of the next line is taken as it is, also a line end.
      const next = /\r?\n|[^]/y;
      next.lastIndex = at;
      const taken = next.exec(text)?.[0] ?? '';
      if (broken === undefined || taken !== '"') {
        pieces.push(taken.replace('\r\n', '\n'));
        at += taken.length;
      }
      continue;
    }
    if (character === '\n' || (!quoted && (character === '&' || character === '|'))) endLine();
    else if (character !== '\r') pieces.push(character);
    at += 1;
  }
  endLine();
  return {
    commands: lines.map((line) => command(splitArguments(line.replace(/^[A-Za-z]:\\[^<>|"]*?>/, '')))),
  };
}

/** The argument rules of the C runtime: backslashes count before a quote only, `""` between quotes is a quote. */
export function splitArguments(line: string): Word[] {
  const words: Word[] = [];
  let pieces: string[] | undefined;
  let quoted = false;
  const run = /[^"\\ \t\n]+/y;
  for (let at = 0; at < line.length;) {
    run.lastIndex = at;
    const plain = run.exec(line)?.[0];
    const character = line.charAt(at);
    if (plain !== undefined) {
      (pieces ??= []).push(plain);
      at += plain.length;
    } else if (character === '\\') {
      const { text, length } = backslashes(line, at);
      (pieces ??= []).push(text);
      at += length;
    } else if (character === '"') {
      pieces ??= [];
      const doubled = quoted && line.charAt(at + 1) === '"';
      if (doubled) pieces.push('"');
      else quoted = !quoted;
      at += doubled ? 2 : 1;
    } else {
      if (quoted) pieces?.push(character);
      else if (pieces !== undefined) {
        words.push(known(pieces.join('')));
        pieces = undefined;
      }
      at += 1;
    }
  }
  if (pieces !== undefined) words.push(known(pieces.join('')));
  return words;
}

function backslashes(line: string, at: number): { text: string; length: number } {
  const all = /\\+/y;
  all.lastIndex = at;
  const count = all.exec(line)?.[0].length ?? 0;
  if (line.charAt(at + count) !== '"') return { text: '\\'.repeat(count), length: count };
  const half = '\\'.repeat(Math.floor(count / 2));
  return count % 2 === 1 ? { text: `${half}"`, length: count + 1 } : { text: half, length: count };
}

const backtickEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
};

/** PowerShell: quotes doubled inside themselves, backtick escapes and continuations, here-strings. */
export function readPowerShell(text: string): Script {
  const commands: Command[] = [];
  let words: Word[] = [];
  let pieces: string[] | undefined;
  let open = false;
  const endWord = (): void => {
    if (pieces !== undefined) words.push({ text: asArgument(pieces.join('')), open });
    pieces = undefined;
    open = false;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(command(words));
    words = [];
  };
  for (let at = 0; at < text.length;) {
    const { kind, value, length } = tokenAt(text, at);
    if (kind === 'unclosed') return { commands, openQuoteLine: lineOf(text, at) };
    if (kind === 'end') endCommand();
    else if (kind === 'space') endWord();
    else if (kind !== 'nothing') {
      (pieces ??= []).push(value);
      open ||= kind === 'open';
    }
    at += length;
  }
  endCommand();
  return { commands };
}

interface Token {
  readonly kind: 'text' | 'open' | 'space' | 'end' | 'nothing' | 'unclosed';
  readonly value: string;
  readonly length: number;
}

const unclosed: Token = { kind: 'unclosed', value: '', length: 0 };
const lineBreak = /`[ \t]*\r?\n/y;
const hereString = /@['"]\r?\n/y;
const blanks = /[ \t\r]+/y;
const plainRun = /[^\s'"`;|$@]+/y;
const variable = /\$[\w{(:]/y;

function tokenAt(text: string, at: number): Token {
  const matched = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? '';
  };
  const run = matched(plainRun);
  if (run !== '') return { kind: 'text', value: run, length: run.length };
  const space = matched(blanks);
  if (space !== '') return { kind: 'space', value: '', length: space.length };
  const character = text.charAt(at);
  if (character === '\n' || character === ';' || character === '|')
    return { kind: 'end', value: '', length: 1 };
  if (character === "'") return singleQuoted(text, at);
  if (character === '"') return doubleQuoted(text, at);
  if (character === '`') {
    const broken = matched(lineBreak);
    return broken === ''
      ? { kind: 'text', value: text.charAt(at + 1), length: 2 }
      : { kind: 'nothing', value: '', length: broken.length };
  }
  const opening = matched(hereString);
  if (opening !== '') return hereStringAt(text, at, opening);
  return { kind: matched(variable) === '' ? 'text' : 'open', value: character, length: 1 };
}

function singleQuoted(text: string, at: number): Token {
  for (let end = text.indexOf("'", at + 1); end !== -1; end = text.indexOf("'", end + 2)) {
    if (text.charAt(end + 1) === "'") continue;
    return { kind: 'text', value: text.slice(at + 1, end).replaceAll("''", "'"), length: end + 1 - at };
  }
  return unclosed;
}

function doubleQuoted(text: string, at: number): Token {
  const mark = /["`]/g;
  mark.lastIndex = at + 1;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    const doubled = found[0] === '"' && text.charAt(found.index + 1) === '"';
    if (found[0] === '"' && !doubled) {
      return {
        ...expandable(text.slice(at + 1, found.index).replaceAll('""', '"')),
        length: found.index + 1 - at,
      };
    }
    mark.lastIndex = found.index + 2;
  }
  return unclosed;
}

function hereStringAt(text: string, at: number, opening: string): Token {
  const quote = opening.charAt(1);
  const end = text.indexOf(`\n${quote}@`, at + opening.length - 1);
  if (end === -1) return unclosed;
  const inner = text.slice(at + opening.length, end).replace(/\r$/, '');
  const token = quote === "'" ? ({ kind: 'text', value: inner } as const) : expandable(inner);
  return { ...token, length: end + 3 - at };
}

function expandable(inner: string): Omit<Token, 'length'> {
  const open = /(?:^|[^`])(?:``)*\$[\w{(:]/.test(inner);
  const value = inner.replace(/`([^])/g, (_, letter: string) =>
    Object.hasOwn(backtickEscapes, letter) ? (backtickEscapes[letter] ?? '') : letter,
  );
  return { kind: open ? 'open' : 'text', value };
}

/** Windows PowerShell hands quotes on as they are, so that people write `\"` for the program that is called. */
const asArgument = (text: string): string =>
  text.includes('\\"')
    ? text.replace(/(\\*)"/g, (_, slashes: string) => `${slashes.slice(Math.ceil(slashes.length / 2))}"`)
    : text;
