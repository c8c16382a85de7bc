import type { PvgError } from '../../failure.js';
import { trimBlanks } from './cursor.js';
import {
  bytesOfLatin1,
  unreadableInputError,
  catchUnreadable,
  type FoundRequest,
  type Headers,
} from './found.js';
import { firstUnresolvedPart, readScript, withoutUnresolvedParts } from './shell.js';
import { utf8OrLatin1 } from './text.js';

/** Reads the requests of curl commands, as people type them and as browsers copy them. */

/** An option: its long name without dashes, and its value, which is empty if the option takes none. */
type Option = readonly [name: string, value: string];

/** The long names of the short options that shape the request. Other short options keep their letter as name. */
const longNames: ReadonlyMap<string, string> = new Map([
  ['H', 'header'],
  ['d', 'data'],
  ['X', 'request'],
  ['u', 'user'],
  ['A', 'user-agent'],
  ['b', 'cookie'],
  ['e', 'referer'],
  ['F', 'form'],
  ['G', 'get'],
  ['T', 'upload-file'],
  [':', 'next'],
]);
/** The options that take a value. Short options that do not shape the request are listed by their letter. */
const optionsWithValue = new Set(
  `header data data-ascii data-binary data-raw data-urlencode json request user user-agent cookie referer form form-string
  upload-file url url-query cacert capath cert cert-type ciphers config connect-timeout connect-to cookie-jar dns-servers
  dump-header interface key key-type limit-rate local-port max-redirs max-time netrc-file noproxy oauth2-bearer output
  output-dir pass pinnedpubkey proto proxy proxy-header proxy-user range resolve retry retry-delay retry-max-time
  socks5 socks5-hostname stderr tls-max tls13-ciphers trace trace-ascii unix-socket write-out
  E C c D K P h m o U Q r Y y t z w x`.split(/\s+/),
);

/** The word `curl` outside a name: after a blank, an operator, a quote or a folder, and before a blank or a caret. */
const curlWord = /(?:^|[\s;|&(>/\\"'`])curl(?:\.exe)?["']?(?:\s|\^)/;
const windowsForms: readonly RegExp[] = [
  /curl\.exe\b/i,
  // cmd.exe escapes a quote or a line break with a caret.
  /curl\s\^"/i,
  /\s\^\r?\n/,
  // A backtick of PowerShell, or a caret, at the end of a line, and an option on the next one.
  /[`^]\r?\n\s*-/,
  // The prompt: `C:\work>`, `PS C:\work>`.
  /^(?:PS )?[A-Z]:\\.*>/im,
];
/** Whether a command is written for cmd.exe or PowerShell, whose quotes mean something else. */
export function isForWindows(latin1: string): boolean {
  return (
    windowsForms.some((form) => form.test(latin1)) ||
    // A here-string of PowerShell: `@'`, lines, `'@`.
    (/@['"]\r?\n/.test(latin1) && /\n['"]@/.test(latin1)) ||
    hasDoubledQuotes(latin1)
  );
}

/** Browsers on Windows copy JSON as `"{""name"":…}"`. In JSON for a POSIX shell no name or text follows after `""`. */
const hasDoubledQuotes = (latin1: string): boolean => /[{[,][ \t]*""[^"\s,:}\]]/.test(latin1);
export function hasCurl(latin1: string): boolean {
  return curlWord.test(latin1);
}

/** The requests of the curl commands; undefined if no command sends one. @throws {PvgError} for a quote that is not closed */
export function readCurls(latin1: string): (FoundRequest | PvgError)[] | undefined {
  const found: (FoundRequest | PvgError)[] = [];
  const { commands, broken } = readScript(latin1);
  for (const words of commands) {
    const index = words.findIndex(isCurl);
    if (index === -1 || index === words.length - 1) continue;
    const options = [...optionsOf(words.slice(index + 1))];
    found.push(catchUnreadable(() => requestOf(options)));
  }
  if (broken && (found.length === 0 || commands.at(-1)?.some(isCurl))) throw broken;
  return found.length > 0 ? found : undefined;
}

const isCurl = (word: string): boolean => /^(?:.*[/\\])?curl(?:\.exe)?$/is.test(word);

function* optionsOf(words: readonly string[]): Generator<Option> {
  const remainingWords = words.values();
  const next = (): string => remainingWords.next().value ?? '';
  for (const word of remainingWords) {
    const [, long, attached] = /^--([^=]+)(?:=([^]*))?$/.exec(word) ?? [];
    if (long !== undefined) yield [long, attached ?? (optionsWithValue.has(long) ? next() : '')];
    else if (/^-[^]/.test(word)) yield* shortOptions(word, next);
    else yield ['url', word];
  }
}

/** Several short options in one word, the last one with its value: `-sX POST` is `-s` and `-X POST`. */
function* shortOptions(word: string, next: () => string): Generator<Option> {
  for (let index = 1; index < word.length; index += 1) {
    const letter = word.charAt(index);
    const name = longNames.get(letter) ?? letter;
    if (optionsWithValue.has(name)) return yield [name, word.slice(index + 1) || next()];
    yield [name, ''];
  }
}

function requestOf(options: readonly Option[]): FoundRequest {
  const valuesOf = (wanted: string): string[] =>
    options.flatMap(([name, value]) => (name === wanted ? [value] : []));
  if (valuesOf('next').length > 0) {
    throw unreadableInputError(
      'The command has several requests (--next). Give each in a command of its own.',
    );
  }
  const data = catchUnreadable(() => dataOf(options));
  // With -G the data is in the address.
  const isSent = data !== undefined && valuesOf('get').length === 0;
  return {
    method: valuesOf('request').map(withoutUnresolvedParts).at(-1) ?? (isSent ? 'POST' : 'GET'),
    url: utf8OrLatin1(withoutUnresolvedParts(valuesOf('url')[0] ?? '')),
    headers: headersOf(options, isSent),
    body: bytesOfLatin1(isSent ? data : ''),
    sendsFile: sentFile(options),
  };
}

/** How curl sends the file of `@file`: `-d` strips its line breaks; undefined if no file is sent. */
function sentFile(options: readonly Option[]): FoundRequest['sendsFile'] {
  const fileNames = options.filter(([, value]) => value.startsWith('@')).map(([name]) => name);
  if (fileNames.includes('data') || fileNames.includes('data-ascii')) return 'stripped';
  if (fileNames.includes('data-binary') || fileNames.includes('json')) return 'whole';
  return undefined;
}

const unresolvedPartError = (what: string, unresolved: string): Error =>
  unreadableInputError(
    `${what} has ${unresolvedWords(unresolved)}, whose value pvg cannot know. Replace it with the text that was sent, or let \`pvg listen\` catch the request.`,
  );
// Only the name of a variable is quoted: a command may hold a secret.
const unresolvedWords = (unresolved: string): string =>
  /^\$\{?\w+\}?$/.test(unresolved) ? `the variable ${unresolved}` : 'the output of a command';

const bodyNotInTextError = (option: string, value: string): Error =>
  unreadableInputError(
    `The body ${placeOfBody(option, value)}. pvg opens no file that a pasted text names, and runs no command.`,
  );

/** Where the body is, as far as the option shows it. */
function placeOfBody(option: string, value: string): string {
  if (option.startsWith('form')) return 'is a form (-F)';
  if (option === 'data-urlencode') return 'is made by --data-urlencode';
  // curl also reads standard input for `.`.
  if (/^@?[-.]$/.test(value)) return 'comes from standard input (`-`): a file or another program';
  return 'is in a file';
}

/** All data of the command, joined as curl does; undefined if it has none. */
function dataOf(options: readonly Option[]): string | undefined {
  const pieces = options.flatMap(([name, value]): string[] => {
    if (/^(?:form(?:-string)?|upload-file|data-urlencode)$/.test(name)) {
      throw bodyNotInTextError(name, value);
    }
    if (!/^(?:data(?:-ascii|-binary|-raw)?|json)$/.test(name)) return [];
    const unresolved = firstUnresolvedPart(value);
    if (unresolved !== undefined) throw unresolvedPartError('The body', unresolved);
    if (name !== 'data-raw' && value.startsWith('@')) throw bodyNotInTextError(name, value);
    return [value];
  });
  if (pieces.length === 0) return undefined;
  const isJson = options.some(([name]) => name === 'json');
  return pieces.join(isJson ? '' : '&');
}

/** Reads `Name: value`; undefined if curl sends no header for it. */
function readHeader(option: string): [name: string, value: string] | undefined {
  const [, start = '', mark, end = ''] = /^([^:;]*)([:;])(.*)$/s.exec(option) ?? [];
  const name = start.trim();
  const text = trimBlanks(end);
  const unresolved = firstUnresolvedPart(end);
  if (unresolved !== undefined && /^x[-_](?:signature|timestamp|client-id)$/i.test(name)) {
    throw unresolvedPartError(`The value of ${name}`, unresolved);
  }
  // `Name:` without a value removes a header, `Name;` sends it empty.
  const isRightMark = mark === ':' ? text !== '' : text === '';
  return name !== '' && isRightMark
    ? [utf8OrLatin1(name), utf8OrLatin1(withoutUnresolvedParts(text))]
    : undefined;
}

function headersOf(options: readonly Option[], hasData: boolean): Headers {
  const headers = options.flatMap(([option, value]): [string, string][] => {
    if (option === 'user-agent') {
      return [['User-Agent', utf8OrLatin1(withoutUnresolvedParts(value))]];
    }
    const header = option === 'header' ? readHeader(value) : undefined;
    return header === undefined ? [] : [header];
  });
  const hasContentType = options.some(
    ([name, value]) => name === 'header' && /^content-type[ \t]*[:;]/i.test(value),
  );
  if (hasContentType || !hasData) return headers;
  const isJson = options.some(([name]) => name === 'json');
  return [
    ...headers,
    ['Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded'],
  ];
}
