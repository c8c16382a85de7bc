import type { PvgError } from '../../failure.js';
import { withoutLastBlanks } from './cursor.js';
import { bytesOf, inputUnreadable, mostRequests, tried, type Found, type Headers } from './found.js';
import { ansiC, readScript, type Word } from './shell.js';
import { fromLatin1 } from './text.js';

/** The requests of curl command lines, as a shell and as browsers write them. */

interface Option {
  readonly name: string;
  readonly value: Word;
}

/** The long name of each letter that shapes the request. */
const letters: Readonly<Record<string, string>> = {
  H: 'header',
  d: 'data',
  X: 'request',
  u: 'user',
  A: 'user-agent',
  b: 'cookie',
  e: 'referer',
  F: 'form',
  G: 'get',
  I: 'head',
  T: 'upload-file',
  ':': 'next',
};
const withValue = new Set(
  `header data data-ascii data-binary data-raw data-urlencode json request user user-agent cookie referer form form-string
  upload-file url url-query cacert capath cert cert-type ciphers config connect-timeout connect-to cookie-jar dns-servers
  dump-header interface key key-type limit-rate local-port max-redirs max-time netrc-file noproxy oauth2-bearer output
  output-dir pass pinnedpubkey proto proxy proxy-header proxy-user range resolve retry retry-delay retry-max-time
  socks5 socks5-hostname stderr tls-max tls13-ciphers trace trace-ascii unix-socket write-out`.split(/\s+/),
);
/** Further letters that take a value. */
const lettersWithValue = 'ECcDKPhmoUQrYytzwx';

const curlAt = /(?:^|[\s;|&(>/\\"'`])curl(?:\.exe)?["']?(?:\s|\^)/;
/** For cmd.exe or PowerShell: its quotes mean something else. */
export const isForWindows = (latin1: string): boolean =>
  /curl\.exe\b|\s\^["\r\n]|[`^]\r?\n\s*-|^(?:PS )?[A-Z]:\\.*>|@['"]\r?\n/im.test(latin1);
export const hasCurl = (latin1: string): boolean => curlAt.test(latin1);

/** undefined if no command sends a request. */
export function readCurls(latin1: string): (Found | PvgError)[] | undefined {
  const found: (Found | PvgError)[] = [];
  const { commands, broken } = readScript(latin1);
  for (const { words, pipedFrom } of commands) {
    const at = curlIn(words);
    if (at === -1 || at === words.length - 1 || found.length > mostRequests) continue;
    const groups: Option[][] = [[]];
    for (const option of optionsOf(words.slice(at + 1)))
      if (option.name === 'next') groups.push([]);
      else groups.at(-1)?.push(option);
    for (const options of groups)
      if (options.length > 0) found.push(tried(() => requestOf(options, pipedFrom)));
  }
  if (broken && (found.length === 0 || isCurl(commands.at(-1)?.words ?? []))) throw broken;
  return found.length > 0 ? found : undefined;
}

const curlIn = (words: readonly Word[]): number =>
  words.findIndex(({ text }) => /^(?:.*[/\\])?curl(?:\.exe)?$/is.test(text));
const isCurl = (words: readonly Word[]): boolean => curlIn(words) !== -1;

function* optionsOf(words: readonly Word[]): Generator<Option> {
  const waiting = words.values();
  const next = (): Word => waiting.next().value ?? { text: '' };
  for (const word of waiting) {
    const [, long, attached] = /^--([^=]+)(?:=([^]*))?$/.exec(word.text) ?? [];
    if (!/^-[^]/.test(word.text)) yield { name: 'url', value: word };
    else if (long !== undefined) {
      const value = attached === undefined ? undefined : { ...word, text: attached };
      yield { name: long, value: value ?? (withValue.has(long) ? next() : { text: '' }) };
    } else yield* shortOptions(word, next);
  }
}

/** One letter each, the last one with its value: `-sX POST`. */
function* shortOptions(word: Word, next: () => Word): Generator<Option> {
  for (let at = 1; at < word.text.length; at += 1) {
    const letter = word.text.charAt(at);
    const name = letters[letter] ?? letter;
    const takes = lettersWithValue.includes(letter) || withValue.has(name);
    const rest = word.text.slice(at + 1);
    const isOpenAlone = rest === '' && word.open !== undefined;
    yield {
      name,
      value: !takes ? { text: '' } : rest === '' && !isOpenAlone ? next() : { ...word, text: rest },
    };
    if (takes) return;
  }
}

function requestOf(options: readonly Option[], pipedFrom: readonly Word[] | undefined): Found {
  const last = (wanted: string): Word | undefined => options.findLast(({ name }) => name === wanted)?.value;
  const has = (name: string): boolean => last(name) !== undefined;
  const data = tried(() => dataOf(options, pipedFrom));
  // With -G the data is in the address.
  const isSent = data !== undefined && !has('get');
  return {
    method: last('request')?.text ?? (has('head') ? 'HEAD' : isSent ? 'POST' : 'GET'),
    url: fromLatin1(options.find(({ name }) => name === 'url')?.value.text ?? ''),
    headers: headersOf(options, isSent),
    body: bytesOf(isSent ? data : ''),
    notes: [],
  };
}

const unknown = (what: string, open: string): Error =>
  // A name alone is repeated; what a command would print may hold a secret.
  inputUnreadable(
    `${what} has ${/^\$\{?\w+\}?$/.test(open) ? `the variable ${open}` : 'the output of a command'}, whose value pvg cannot know. Replace it with the text that was sent, or copy the request from the browser’s network tab: as cURL (bash) or as HAR.`,
  );
const inAFile = (): Error =>
  inputUnreadable(
    'The body is in a file, in a form (-F) or comes from another program. pvg opens no file that a pasted text names: add the body with `--body @<file>`.',
  );

/** All data of the command, joined as curl does; undefined if it has none. */
function dataOf(options: readonly Option[], pipedFrom: readonly Word[] | undefined): string | undefined {
  const pieces = options.flatMap(({ name, value }): string[] => {
    if (/^(?:form(?:-string)?|upload-file)$/.test(name)) throw inAFile();
    if (!/^(?:data(?:-ascii|-binary|-raw|-urlencode)?|json)$/.test(name)) return [];
    if (value.open !== undefined) throw unknown('The body', value.open);
    const isEncoded = name === 'data-urlencode';
    const isFile = name !== 'data-raw' && (isEncoded ? /^[^=@]*@/ : /^@/).test(value.text);
    const text = isFile ? printed(value.text, pipedFrom) : value.text;
    return [isEncoded ? urlEncoded(text) : text];
  });
  const isJson = options.some(({ name }) => name === 'json');
  return pieces.length === 0 ? undefined : pieces.join(isJson ? '' : '&');
}

/** What pvg itself writes of a body that a word cannot carry: `printf '…' | curl --data-binary @-`. */
function printed(file: string, [program, format, ...more]: readonly Word[] = []): string {
  const isPlain = format?.open === undefined && !/%(?!%)/.test(format?.text ?? '%');
  if (file !== '@-' || program?.text !== 'printf' || !isPlain || more.length > 0) throw inAFile();
  return ansiC(format?.text ?? '').replaceAll('%%', '%');
}

/** `content`, `=content` or `name=content`; curl writes a space as `+` (seen with 7.88). */
function urlEncoded(text: string): string {
  const [, name = '', content = ''] = /^([^=@]*)=(.*)$/s.exec(text) ?? ['', '', text];
  const encoded = content.replace(/[^A-Za-z0-9._~-]/g, (byte) =>
    byte === ' ' ? '+' : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return name === '' ? encoded : `${name}=${encoded}`;
}

function headersOf(options: readonly Option[], hasData: boolean): Headers {
  const headers = options.flatMap(({ name: option, value }): [string, string][] => {
    const [name, text] = headerOfOption(option, value.text, value.open !== undefined) ?? [];
    if (name === undefined || text === undefined) return [];
    if (value.open !== undefined && /^x[-_](?:signature|timestamp|client-id)$/i.test(name))
      throw unknown(`The value of ${name}`, value.open);
    return [[fromLatin1(name), fromLatin1(text)]];
  });
  const isTyped = options.some(
    ({ name, value }) => name === 'header' && /^content-type[ \t]*[:;]/i.test(value.text),
  );
  if (isTyped || !hasData) return headers;
  const isJson = options.some(({ name }) => name === 'json');
  return [...headers, ['Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded']];
}

function headerOfOption(
  option: string,
  text: string,
  isOpen: boolean,
): [name: string, value: string] | undefined {
  if (option === 'user-agent') return ['User-Agent', text];
  if (option !== 'header') return undefined;
  const [, name = '', mark, value = ''] = /^([^:;]*)([:;])(.*)$/s.exec(text) ?? [];
  const trimmed = withoutLastBlanks(value).replace(/^[ \t]+/, '');
  if (isOpen) return [name.trim(), trimmed];
  // `Name:` removes a header, `Name;` sends it empty.
  return name !== '' && (mark === ':') === (trimmed !== '' || mark === undefined)
    ? [name.trim(), trimmed]
    : undefined;
}
