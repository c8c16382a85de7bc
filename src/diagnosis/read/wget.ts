import type { Word } from './command.js';
import { withoutLastBlanks } from './cursor.js';
import { bytesOf, tried, type Found } from './found.js';
import { inAFile, openBody, tellOpenHeader } from './open.js';
import { optionReader, type Option } from './options.js';
import { fromLatin1 } from './text.js';

/** Options of GNU Wget 1.21 and Wget2. */
const readWgetOptions = optionReader({
  withValue:
    `accept append-output base bind-address body-data body-file ca-certificate certificate config connect-timeout
  cut-dirs default-page directory-prefix dns-timeout domains exclude-directories execute header http-password http-user
  input-file level limit-rate load-cookies max-redirect method output-document output-file password post-data post-file
  private-key progress proxy-password proxy-user quota read-timeout referer reject restrict-file-names save-cookies
  secure-protocol timeout tries user user-agent wait waitretry`.split(/\s+/),
  letters: { U: 'user-agent' },
  lettersWithValue: 'OoaeitTwQPBlARDIX',
});

const bodies = ['post-data', 'body-data', 'post-file', 'body-file'];

/** The request of one Wget command. Wget sends text and files as they are. */
export function readWget(words: readonly Word[]): (() => Found)[] {
  const options = readWgetOptions(words);
  const urls = options.filter(({ name }) => name === 'operand').map(({ value }) => value);
  if (urls.length === 0) return [];
  return [
    () => {
      const notes: string[] = [];
      const optionOf = (...names: string[]): Option | undefined =>
        options.findLast(({ name }) => names.includes(name));
      const { name: source, value: given } = optionOf(...bodies) ?? {};
      const body = tried(() => {
        if (given?.open === true) throw openBody();
        if (source?.endsWith('-file') === true) throw inAFile();
        return given?.text ?? '';
      });
      if (urls.length > 1)
        notes.push(`The command has ${String(urls.length)} addresses. Only the first was used.`);
      const usual = source?.startsWith('post-') === true ? 'POST' : 'GET';
      return {
        method: fromLatin1(optionOf('method')?.value.text ?? usual).toUpperCase(),
        url: fromLatin1(urls[0]?.text ?? ''),
        headers: readHeaders(options, source !== undefined, notes),
        body: bytesOf(body),
        notes,
      };
    },
  ];
}

function readHeaders(options: readonly Option[], hasBody: boolean, notes: string[]): Found['headers'] {
  const headers: [string, string][] = [];
  for (const { name: option, value } of options) {
    const { text, open } = value;
    const [, name, content = ''] =
      option === 'header' ? (/^([^:]+):(.*)$/s.exec(text) ?? []) : headerOf(option, text);
    if (name === undefined) continue;
    if (open) tellOpenHeader(name, notes);
    headers.push([fromLatin1(name), fromLatin1(withoutLastBlanks(content).replace(/^[ \t]+/, ''))]);
  }
  if (hasBody && !headers.some(([name]) => name.toLowerCase() === 'content-type'))
    headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  return headers;
}

const headerOf = (option: string, text: string): (string | undefined)[] => {
  const name = { 'user-agent': 'User-Agent', referer: 'Referer' }[option];
  return name === undefined ? [] : [text, name, text];
};
