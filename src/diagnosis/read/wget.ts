import type { Word } from './command.js';
import { withoutLastBlanks } from './cursor.js';
import type { Found } from './found.js';
import { openBody, tellOpenHeader } from './open.js';
import type { Sources } from './stdin.js';
import { fromLatin1 } from './text.js';

/** Options of GNU Wget 1.21 and Wget2 that take a value; the others are switches. */
const withValue = new Set(
  `accept append-output base bind-address body-data body-file ca-certificate certificate config connect-timeout
  cut-dirs default-page directory-prefix dns-timeout domains exclude-directories execute header http-password http-user
  input-file level limit-rate load-cookies max-redirect method output-document output-file password post-data post-file
  private-key progress proxy-password proxy-user quota read-timeout referer reject restrict-file-names save-cookies
  secure-protocol timeout tries user user-agent wait waitretry`.split(/\s+/),
);

const shortWithValue = 'OoaeitTwQPUBlARDIX';
const longOfShort: Readonly<Record<string, string>> = { U: 'user-agent' };
const bodies = ['post-data', 'body-data', 'post-file', 'body-file'];

/** The request of one Wget command. Wget sends text and files as they are. */
export function readWget(words: readonly Word[], { file }: Sources): (() => Found)[] {
  const { options, urls } = readOptions(words);
  if (urls.length === 0) return [];
  return [
    () => {
      const notes: string[] = [];
      const valueOf = (...names: string[]): readonly [string, Word] | undefined =>
        options.findLast(([name]) => names.includes(name));
      const [source, given] = valueOf(...bodies) ?? [];
      if (given?.open === true) throw openBody();
      const text = given?.text ?? '';
      const body = source?.endsWith('-file') === true ? file(text, notes) : text;
      if (urls.length > 1)
        notes.push(`The command has ${String(urls.length)} addresses. Only the first was used.`);
      const usual = source?.startsWith('post-') === true ? 'POST' : 'GET';
      return {
        method: fromLatin1(valueOf('method')?.[1].text ?? usual).toUpperCase(),
        url: fromLatin1(urls[0]?.text ?? ''),
        headers: readHeaders(options, source !== undefined, notes),
        body: Buffer.from(body, 'latin1'),
        notes,
      };
    },
  ];
}

type Options = (readonly [name: string, value: Word])[];

function readOptions(words: readonly Word[]): { options: Options; urls: Word[] } {
  const options: Options = [];
  const urls: Word[] = [];
  const waiting = words.values();
  const next = (): Word => waiting.next().value ?? { text: '', open: false };
  for (const word of waiting) {
    const [, long, attached] = /^--([\w-]+)(?:=([^]*))?$/.exec(word.text) ?? [];
    const [, letter = '', rest = ''] = /^-([A-Za-z])([^]*)$/.exec(word.text) ?? [];
    if (long !== undefined) {
      const value = attached === undefined ? undefined : { text: attached, open: word.open };
      options.push([long, value ?? (withValue.has(long) ? next() : { text: '', open: false })]);
    } else if (letter === '') urls.push(word);
    else {
      // `-qO-` is a switch, then -O with its value; -nv is one switch.
      const at =
        letter === 'n' ? -1 : [...letter, ...rest].findIndex((each) => shortWithValue.includes(each));
      if (at === -1) continue;
      const value = word.text.slice(at + 2);
      options.push([
        longOfShort[word.text.charAt(at + 1)] ?? '',
        value === '' ? next() : { text: value, open: word.open },
      ]);
    }
  }
  return { options, urls };
}

function readHeaders(options: Options, hasBody: boolean, notes: string[]): Found['headers'] {
  const headers: [string, string][] = [];
  for (const [option, { text, open }] of options) {
    const [, name, value = ''] =
      option === 'header' ? (/^([^:]+):[ \t]*(.*)$/s.exec(text) ?? []) : headerOf(option, text);
    if (name === undefined) continue;
    if (open) tellOpenHeader(name, notes);
    headers.push([fromLatin1(name), fromLatin1(withoutLastBlanks(value))]);
  }
  if (hasBody && !headers.some(([name]) => name.toLowerCase() === 'content-type'))
    headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  return headers;
}

const headerOf = (option: string, text: string): (string | undefined)[] => {
  const name = { 'user-agent': 'User-Agent', referer: 'Referer' }[option];
  return name === undefined ? [] : [text, name, text];
};
