import { BodyPrinter } from '../bodies/printing.js';
import { isShallow } from '../bodies/reading.js';
import { plain } from '../bodies/settings.js';
import { JsonObject, JsonSyntaxError, type Json } from '../../text/json/json.js';
import { tryJson } from '../../text/json/parse.js';
import type { Word } from './command.js';
import { formEncoded } from './curl-data.js';
import { bytesOf, inputUnreadable, tried, type Found } from './found.js';
import { itemOf, readHttpieOptions, type Item } from './httpie-words.js';
import { inAFile, openBody, tellOpenHeader } from './open.js';
import type { Option } from './options.js';
import type { Sources } from './stdin.js';
import { fromLatin1 } from './text.js';

/** The request of one HTTPie command, as HTTPie 3.2.1 sends it. */
export function readHttpie(words: readonly Word[], sources: Sources, program: string): (() => Found)[] {
  const options = readHttpieOptions(words);
  const operands = options.filter(({ name }) => name === 'operand').map(({ value }) => value);
  const [first, second] = operands;
  const hasMethod = first !== undefined && second !== undefined && /^[A-Za-z]+$/.test(first.text);
  const [url, ...rest] = hasMethod ? operands.slice(1) : operands;
  if (url === undefined || !/[/:.]|^localhost$/.test(url.text)) return [];
  return [
    () => {
      if (url.open)
        throw inputUnreadable('The address of the command is a shell variable. Replace it with its text.');
      const notes: string[] = [];
      const items = rest.map(itemOf);
      const has = (...names: string[]): boolean => options.some(({ name }) => names.includes(name));
      const body = tried(() => {
        if (has('form', 'multipart', 'compress') || items.some(isNested)) throw unknownBody();
        return bodyOf(items, { ...sources, hasStdin: sources.hasStdin && !has('ignore-stdin') }, options);
      });
      const isJson = has('json') || body !== undefined;
      return {
        method: hasMethod ? first.text.toUpperCase() : body === undefined ? 'GET' : 'POST',
        url: addressOf(fromLatin1(url.text), program, items),
        headers: headersOf(items, isJson, options, notes),
        body: bytesOf(body ?? ''),
        notes,
      };
    },
  ];
}

const unknownBody = (): Error =>
  inputUnreadable(
    'pvg does not know the bytes that HTTPie makes of this. Add `--offline --print=HB > request.http` to the command, run it, and diagnose that file: HTTPie then writes the request and sends nothing.',
  );

/** Names with brackets make nested JSON, which differs between versions; so does a list without a name. */
const isNested = ({ separator, name }: Item): boolean =>
  /^:?=@?$/.test(separator) && (/[[\]\\]/.test(name) || (name === '' && separator.startsWith(':')));

const isData = ({ separator }: Item): boolean => ['=', ':=', '=@', ':=@', '@'].includes(separator);

/** One character per byte; undefined without data. */
function bodyOf(items: readonly Item[], sources: Sources, options: readonly Option[]): string | undefined {
  const data = items.filter(isData);
  const raw = options.findLast(({ name }) => name === 'raw')?.value;
  const given = [raw !== undefined, sources.hasStdin, data.length > 0].filter(Boolean).length;
  if (given > 1) {
    throw inputUnreadable(
      'HTTPie refuses this command: the body comes from several places (`--raw`, standard input, `name=value`). Keep the one that was sent.',
    );
  }
  if (raw?.open === true || data.some(({ open }) => open)) throw openBody();
  if (raw !== undefined) return raw.text;
  if (sources.hasStdin) return sources.stdin();
  if (data.length === 0) return undefined;
  if (data.some(({ separator }) => separator.endsWith('@'))) throw inAFile();
  return printed(new Map(data.map((item) => [fromLatin1(item.name), valueOf(item)])));
}

function valueOf({ separator, value }: Item): Json {
  const text = fromLatin1(value);
  if (!separator.startsWith(':')) return text;
  const json = tryJson(text);
  if (!(json instanceof JsonSyntaxError) && isShallow(json)) return json;
  throw inputUnreadable('HTTPie refuses this command: the text after `:=` is not JSON.');
}

/** Python’s json.dumps: a space after each comma and colon, everything outside ASCII as \uXXXX. */
function printed(members: ReadonlyMap<string, Json>): string {
  const printer = new BodyPrinter(new JsonObject([...members]), 0);
  return printer.print({ ...plain, numbers: 'python', layout: 'spaced', escapes: 'ascii' });
}

function addressOf(url: string, program: string, items: readonly Item[]): string {
  const scheme = /https(?:\.exe)?$/.test(program) ? 'https' : 'http';
  const address = url.replace(/^:(?!:)(?=\d*(?:\/|$))/, 'localhost:').replace(/^(localhost):(?=\/|$)/, '$1');
  const query = items
    .filter(({ separator }) => separator === '==')
    .map(({ name, value }) => `${formEncoded(name)}=${formEncoded(value)}`)
    .join('&');
  const full = /^[a-z][a-z0-9.+-]*:\/\//i.test(address) ? address : `${scheme}://${address}`;
  return query === '' ? full : `${full}${full.includes('?') ? '&' : '?'}${query}`;
}

function headersOf(
  items: readonly Item[],
  isJson: boolean,
  options: readonly Option[],
  notes: string[],
): Found['headers'] {
  const headers: [string, string][] = [];
  const own = new Set<string>();
  for (const { separator, name, value, open } of items) {
    if (![':', ';', ':@'].includes(separator)) continue;
    own.add(name.toLowerCase());
    if (separator === ':@') notes.push('The header in the file of `:@` was not read.');
    else if (open) tellOpenHeader(fromLatin1(name), notes);
    // `Name:` removes a header, `Name;` sends it empty.
    if (separator === ';' || value.trim() !== '') headers.push([fromLatin1(name), fromLatin1(value.trim())]);
  }
  const user = options.findLast(({ name }) => name === 'auth')?.value;
  if (user?.open === false)
    headers.push(['Authorization', `Basic ${Buffer.from(user.text, 'latin1').toString('base64')}`]);
  // A file that is the body sets a type by its name, for which HTTPie asks the system.
  const file = items.find(({ separator }) => separator === '@')?.value;
  if (isJson && !own.has('content-type') && (file === undefined || file.endsWith('.json')))
    headers.push(['Content-Type', 'application/json']);
  return headers;
}
