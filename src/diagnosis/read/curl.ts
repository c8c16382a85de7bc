import type { Word } from './command.js';
import { contentOf, readData } from './curl-data.js';
import { readCurlOptions } from './curl-options.js';
import { withoutLastBlanks } from './cursor.js';
import { bytesOf, inputUnreadable, tried, type Found, type Headers } from './found.js';
import { headerOf } from '../observed-request.js';
import { openBody, tellOpenHeader } from './open.js';
import type { Option } from './options.js';
import type { Sources } from './stdin.js';
import { fromLatin1 } from './text.js';

/** The requests of one curl command: `--next` separates them. */
export function readCurl(words: readonly Word[], sources: Sources): (() => Found)[] {
  const groups: Option[][] = [[]];
  for (const { name, value } of readCurlOptions(words)) {
    if (name === 'next') groups.push([]);
    else groups.at(-1)?.push({ name: name.replace(/^expand-/, ''), value });
  }
  return groups.filter((group) => group.length > 0).map((options) => () => requestOf(options, sources));
}

function requestOf(options: readonly Option[], sources: Sources): Found {
  const valuesOf = (wanted: string): string[] =>
    options.filter(({ name }) => name === wanted).map(({ value }) => fromLatin1(value.text));
  const has = (...names: string[]): boolean => options.some(({ name }) => names.includes(name));
  const notes: string[] = [];
  const data = tried(() => {
    if (has('form', 'form-string'))
      throw inputUnreadable(
        'The command sends a form (-F). curl makes different bytes for it each time, so the body is unknown.',
      );
    return readData(options, sources, notes);
  });
  const upload = tried(() => readUpload(options, sources));
  const asQuery = has('get');
  const headers = readHeaders(options, data !== undefined && !asQuery, notes);
  if (asQuery) notes.push('With -G the data is in the address, and the body is empty.');
  if (has('config')) notes.push('The options in the file of -K were not read.');
  const urls = options
    .filter(({ name }) => name === 'url' || name === 'operand')
    .map(({ value }) => fromLatin1(value.text));
  if (urls.length > 1)
    notes.push(`The command has ${String(urls.length)} addresses. Only the first was used.`);
  const method = data === undefined || asQuery ? 'GET' : 'POST';
  const usual = has('head') ? 'HEAD' : upload === undefined ? method : 'PUT';
  return {
    method: valuesOf('request').at(-1) ?? usual,
    url: urls[0] ?? '',
    headers,
    body: bytesOf(upload ?? (asQuery ? '' : (data ?? ''))),
    notes,
  };
}

function readUpload(options: readonly Option[], sources: Sources): string | undefined {
  const file = options.findLast(({ name }) => name === 'upload-file')?.value;
  if (file?.open === true) throw openBody();
  return file === undefined ? undefined : contentOf(file.text, sources);
}

function readHeaders(options: readonly Option[], hasData: boolean, notes: string[]): Headers {
  const headers: [string, string][] = [];
  for (const { name: option, value } of options) {
    if (option === 'header' && value.text.startsWith('@')) {
      notes.push('The headers in the file of -H @… were not read.');
      continue;
    }
    const [name, text] = headerOfOption(option, value.text) ?? [];
    if (name === undefined || text === undefined) continue;
    headers.push([fromLatin1(name), fromLatin1(text)]);
    if (value.open) tellOpenHeader(name, notes);
  }
  if (options.some(({ name }) => name === 'json')) {
    for (const name of ['Content-Type', 'Accept']) {
      if (headerOf(headers, name.toLowerCase()) === undefined) headers.push([name, 'application/json']);
    }
  }
  // curl adds it to data, unless an option sets or removes the header.
  const isTyped = options.some(
    ({ name, value }) =>
      name === 'json' || (name === 'header' && /^content-type[ \t]*[:;]/i.test(value.text)),
  );
  if (hasData && !isTyped) headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  return headers;
}

function headerOfOption(option: string, text: string): [name: string, value: string] | undefined {
  switch (option) {
    case 'header': {
      const [, name = '', mark, value = ''] = /^([^:;]*)([:;])(.*)$/s.exec(text) ?? [];
      const trimmed = withoutLastBlanks(value).replace(/^[ \t]+/, '');
      // `Name:` removes a header, `Name;` sends it empty.
      return name !== '' && (mark === ':') === (trimmed !== '') ? [name.trim(), trimmed] : undefined;
    }
    case 'user-agent':
      return ['User-Agent', text];
    case 'referer':
      return ['Referer', text.replace(/;auto$/, '')];
    case 'cookie':
      return text.includes('=') ? ['Cookie', text] : undefined;
    case 'user':
      return ['Authorization', `Basic ${Buffer.from(text, 'latin1').toString('base64')}`];
    case 'oauth2-bearer':
      return ['Authorization', `Bearer ${text}`];
    default:
      return undefined;
  }
}
