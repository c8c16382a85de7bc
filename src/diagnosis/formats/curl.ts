import type { Command, Script, Word } from './command.js';
import { longOfShort, valuesOfLong, valuesOfShort } from './curl-options.js';
import { echoEscapes, printf } from './escapes.js';
import { headerOf, mostRequests, unreadable, type Found, type Headers } from './read-request.js';
import { readShell } from './shell.js';
import { fromLatin1 } from './text.js';
import { readCmd, readPowerShell } from './windows.js';

/** Requests that curl would send for these command lines. Words are one character a byte until they are complete. */

const curlWord = /^(?:.*[/\\])?curl(?:\.exe)?$/is;
const looksLikeCurl = /(?:^|[\s;|&(>/\\"'`])curl(?:\.exe)?["']?(?:\s|\^)/i;

/** Undefined when no command of the input is a curl. */
export function readCurl(latin1: string): Found[] | undefined {
  if (!looksLikeCurl.test(latin1)) return undefined;
  const script = readerFor(latin1)(latin1);
  const found: Found[] = [];
  for (const command of script.commands) {
    found.push(...requestsOf(command));
    if (found.length > mostRequests) break;
  }
  if (found.length > 0) return found;
  return script.openQuoteLine === undefined
    ? undefined
    : [
        unreadable(
          `A quote of the command line, opened in line ${String(script.openQuoteLine)}, is never closed.`,
        ),
      ];
}

/** How the first line of the command goes on tells whose it is. */
function readerFor(latin1: string): (text: string) => Script {
  const start = Math.max(0, latin1.search(looksLikeCurl));
  const firstLine = (/[^\n]*/y.exec(latin1.slice(start).trimStart())?.[0] ?? '').trimEnd();
  const before = latin1.slice(latin1.lastIndexOf('\n', start) + 1, start + 1);
  if (firstLine.endsWith('\\')) return readShell;
  if (firstLine.endsWith('^') || /^\S+\s+\^"/.test(firstLine) || /^[A-Za-z]:\\[^\n]*>/.test(before))
    return readCmd;
  if (firstLine.endsWith('`') || /^PS [A-Za-z]:\\?[^\n]*>/.test(before)) return readPowerShell;
  if (!/^\S*curl\.exe\b/i.test(firstLine)) return readShell;
  return /\s'/.test(firstLine) ? readPowerShell : readCmd;
}

// What may stand before the program's name: a prompt, a wrapper.
const wrappers = new Set([
  '$',
  '%',
  '!',
  'sudo',
  'time',
  'env',
  'command',
  'exec',
  'nohup',
  'then',
  'do',
  'else',
  'if',
  'while',
  '{',
  'PS',
  '&',
  'winpty',
]);
const carriers = new Set([
  'docker',
  'podman',
  'kubectl',
  'oc',
  'ssh',
  'xargs',
  'watch',
  'timeout',
  'proxychains',
  'torsocks',
]);

function requestsOf(command: Command): Found[] {
  const at = command.words.findIndex(({ text }) => curlWord.test(text));
  if (at === -1 || at === command.words.length - 1) return [];
  const before = command.words.slice(0, at).map(({ text }) => text);
  const carried =
    carriers.has(before[0] ?? '') ||
    before.every((text) => wrappers.has(text) || /^[A-Za-z_]\w*=|[>$#%]$/.test(text));
  if (!carried) return [];
  return byNext(readOptions(command.words.slice(at + 1))).map((options) => requestOf(options, command));
}

interface Option {
  /** The long name; `url` for a word that is no option, `missing` for a value that never came. */
  readonly name: string;
  readonly value: Word;
}

function readOptions(words: readonly Word[]): Option[] {
  const options: Option[] = [];
  const queue = [...words].reverse();
  const nothing: Word = { text: '', open: false };
  let optionsEnded = false;
  for (let word = queue.pop(); word !== undefined; word = queue.pop()) {
    const { text } = word;
    if (optionsEnded || !text.startsWith('-') || text === '-') options.push({ name: 'url', value: word });
    else if (text === '--') optionsEnded = true;
    else if (text.startsWith('--')) {
      const name = text.slice(2);
      options.push({ name, value: valuesOfLong.has(name) ? (queue.pop() ?? nothing) : nothing });
    } else {
      const { switches, last, attached } = cluster(text.slice(1));
      options.push(...switches.map((name) => ({ name, value: nothing })));
      if (last !== undefined) {
        const value = attached === '' ? (queue.pop() ?? nothing) : { text: attached, open: word.open };
        options.push({ name: last, value });
      }
    }
  }
  return options;
}

/** `-sSXPOST` is two switches, and -X with its value behind it. */
function cluster(letters: string): { switches: string[]; last: string | undefined; attached: string } {
  const at = [...letters].findIndex((letter) => valuesOfShort.includes(letter));
  const long = (letter: string): string => longOfShort[letter] ?? letter;
  if (at === -1) return { switches: [...letters].map(long), last: undefined, attached: '' };
  return {
    switches: [...letters.slice(0, at)].map(long),
    last: long(letters.charAt(at)),
    attached: letters.slice(at + 1),
  };
}

/** --next begins another request. */
function byNext(options: readonly Option[]): Option[][] {
  const groups: Option[][] = [[]];
  for (const option of options) {
    if (option.name === 'next') groups.push([]);
    else groups.at(-1)?.push(option);
  }
  return groups.filter((group) => group.length > 0);
}

function requestOf(options: readonly Option[], command: Command): Found {
  const valuesOf = (...names: string[]): Word[] =>
    options.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  const has = (name: string): boolean => options.some((option) => option.name === name);
  if (has('form') || has('form-string')) {
    return unreadable('The command sends a form (-F), whose bytes curl makes up anew each time.');
  }
  if (has('upload-file'))
    return unreadable(
      'The body is in a file (-T) that is not part of the input; give it with `--body @<file>`.',
    );
  const data = readData(options, command);
  if (typeof data === 'string') return unreadable(data);
  const headers = readHeaders(options);
  const hidden = headers.open.find((name) => /^x[-_](?:signature|timestamp|client-id)$/i.test(name));
  if (hidden !== undefined) {
    return unreadable(
      `The value of ${hidden} is a shell variable or a command's output, which the input does not show.`,
    );
  }
  const asQuery = has('get');
  const body = asQuery ? new Uint8Array() : Buffer.from(data.text, 'latin1');
  const urls = valuesOf('url', 'expand-url');
  const method = valuesOf('request').at(-1)?.text;
  return {
    ok: true,
    request: {
      method: fromLatin1(method ?? defaultMethod(has, data.given && !asQuery)),
      url: fromLatin1(urls[0]?.text ?? ''),
      headers: headers.headers,
      body,
    },
    notes: [
      ...data.notes,
      ...headers.notes,
      ...(asQuery ? ['-G puts the data into the address; the body is empty.'] : []),
      ...(has('config') ? ['Options in a file (-K) are not part of the input.'] : []),
      ...(urls.length > 1 ? [`The command has ${String(urls.length)} addresses; the first was read.`] : []),
    ],
  };
}

const defaultMethod = (has: (name: string) => boolean, posts: boolean): string =>
  has('head') ? 'HEAD' : posts ? 'POST' : 'GET';

interface HeadersRead {
  readonly headers: Headers;
  /** Names of headers whose value the input does not show. */
  readonly open: readonly string[];
  readonly notes: readonly string[];
}

function readHeaders(options: readonly Option[]): HeadersRead {
  const headers: [string, string][] = [];
  const open: string[] = [];
  const notes: string[] = [];
  for (const { name, value } of options) {
    const made = headerOfOption(name, value.text);
    if (made === 'in a file') notes.push('Headers in a file (-H @…) are not part of the input.');
    else if (made !== undefined) {
      headers.push(made);
      if (value.open) {
        open.push(made[0]);
        notes.push(`The value of ${made[0]} holds a shell variable, which the input does not show.`);
      }
    }
  }
  if (options.some(({ name }) => name === 'json')) {
    for (const name of ['Content-Type', 'Accept']) {
      if (headerOf(headers, name.toLowerCase()) === undefined) headers.push([name, 'application/json']);
    }
  }
  return { headers, open, notes };
}

function headerOfOption(name: string, latin1: string): [string, string] | 'in a file' | undefined {
  const text = fromLatin1(latin1);
  switch (name) {
    case 'header':
    case 'expand-header': {
      if (text.startsWith('@')) return 'in a file';
      const [, key = '', mark, value = ''] = /^([^:;]*)([:;])(.*)$/s.exec(text) ?? [];
      const trimmed = value.replace(/^[ \t]+|[ \t\r\n]+$/g, '');
      // `Name:` takes a header away, `Name;` sends it empty.
      if (key === '' || (mark === ':' && trimmed === '') || (mark === ';' && trimmed !== ''))
        return undefined;
      return [key.trim(), trimmed];
    }
    case 'user-agent':
      return ['User-Agent', text];
    case 'referer':
      return ['Referer', text.replace(/;auto$/, '')];
    case 'cookie':
      return text.includes('=') ? ['Cookie', text] : undefined;
    case 'user':
      return ['Authorization', `Basic ${Buffer.from(latin1, 'latin1').toString('base64')}`];
    case 'oauth2-bearer':
      return ['Authorization', `Bearer ${text}`];
    default:
      return undefined;
  }
}

interface Data {
  readonly text: string;
  readonly given: boolean;
  readonly notes: readonly string[];
}

const dataOptions = [
  'data',
  'data-ascii',
  'data-binary',
  'data-raw',
  'data-urlencode',
  'json',
  'expand-data',
  'expand-json',
  'expand-data-binary',
];

/** All data of the command joined as curl does; a sentence when the input does not show it. */
function readData(options: readonly Option[], command: Command): Data | string {
  const notes: string[] = [];
  let text = '';
  let given = false;
  for (const { name, value } of options) {
    if (!dataOptions.includes(name)) continue;
    if (value.open)
      return 'The body is a shell variable or a command’s output, which the input does not show.';
    const piece = dataOf(name, value.text, command);
    if (piece === 'file')
      return 'The body is in a file (`@…`) that is not part of the input; give it with `--body @<file>`.';
    if (piece === 'stdin')
      return 'The body comes from a program before the pipe, whose output the input does not show.';
    if (piece.note !== undefined) notes.push(piece.note);
    text += given && name !== 'json' ? `&${piece.text}` : piece.text;
    given = true;
  }
  return { text, given, notes };
}

function dataOf(
  name: string,
  text: string,
  command: Command,
): { text: string; note?: string } | 'file' | 'stdin' {
  if (name === 'data-urlencode') return urlEncoded(text, command);
  if (name === 'data-raw' || !text.startsWith('@')) return { text };
  const read = readNamed(text.slice(1), command);
  if (typeof read === 'string') return read;
  const stripped = name === 'data' || name === 'data-ascii' ? read.text.replace(/[\r\n\0]/g, '') : read.text;
  return stripped === read.text
    ? read
    : { text: stripped, note: 'curl -d drops the line ends of what it reads; --data-binary keeps them.' };
}

function readNamed(name: string, command: Command): { text: string } | 'file' | 'stdin' {
  if (name !== '-' && name !== '/dev/stdin') return 'file';
  const word = inputOf(command);
  return word === undefined || word.open ? 'stdin' : { text: word.text };
}

function urlEncoded(text: string, command: Command): { text: string } | 'file' | 'stdin' {
  const [, name = '', mark] = /^([^=@]*)([=@])/.exec(text) ?? [];
  const content = mark === undefined ? text : text.slice(name.length + 1);
  const read = mark === '@' ? readNamed(content, command) : { text: content };
  if (typeof read === 'string') return read;
  // curl writes a space as `+` here (seen with 7.88).
  const encoded = read.text.replace(/[^A-Za-z0-9._~-]/g, (byte) =>
    byte === ' ' ? '+' : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return { text: name === '' ? encoded : `${name}=${encoded}` };
}

/** What stands at the standard input of a command; undefined when nothing tells. */
const inputOf = (command: Command): Word | undefined =>
  command.stdin ?? (command.pipedFrom === undefined ? undefined : outputOf(command.pipedFrom));

/** What printf, echo and cat write; any other program would have to be run. */
function outputOf(command: Command): Word | undefined {
  const [program, ...rest] = command.words.filter(({ text }) => text !== '$');
  const open = rest.some((word) => word.open);
  const texts = rest.map(({ text }) => text);
  switch (program?.text) {
    case 'printf': {
      const [format = '', ...given] = texts[0] === '--' ? texts.slice(1) : texts;
      const text = printf(format, given);
      return text === undefined ? undefined : { text, open };
    }
    case 'echo':
      return { text: echo(texts), open };
    case 'cat':
      return texts.every((text) => text === '-') ? inputOf(command) : undefined;
    default:
      return undefined;
  }
}

/** As bash has it: escapes only with -e. */
function echo(words: readonly string[]): string {
  const flags = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const count = flags === -1 ? words.length : flags;
  const letters = words.slice(0, count).join('');
  const text = words.slice(count).join(' ');
  const escaped = letters.lastIndexOf('e') > letters.lastIndexOf('E') ? echoEscapes(text) : text;
  return letters.includes('n') ? escaped : `${escaped}\n`;
}
