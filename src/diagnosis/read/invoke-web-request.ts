import { PvgError } from '../../failure.js';
import { headerOf } from '../observed-request.js';
import { OpenQuote } from './command.js';
import { Cursor, lineOf } from './cursor.js';
import { inputUnreadable, mostRequests, tried, type Found } from './found.js';
import { inAFile, openBody, tellOpenHeader } from './open.js';
import { blanks, PsValues, type PsTable, type PsText, type PsValue } from './powershell-values.js';
import { fromLatin1 } from './text.js';

/** Requests of PowerShell’s Invoke-WebRequest and Invoke-RestMethod, as browsers and Postman copy them. */

const cmdlet =
  /(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)(?=[\s`]|$)|(?:curl|wget)(?=[ \t]+-(?:Uri|Method|Headers|Body)\b)/iy;
const looks =
  /(?:^|[\s(={;|])(?:(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)(?=[\s`])|(?:curl|wget)(?=[ \t]+-(?:Uri|Method|Headers|Body)\b))/i;
const made = 'a variable or made by code, which pvg does not run';

/** Where the script begins: its variables come before the command. */
export const cmdletAt = (latin1: string): number | undefined => {
  if (!looks.test(latin1)) return undefined;
  return latin1.search(new RegExp(`${/^[ \t]*\$\w+\s*=/m.source}|${looks.source}`, 'im'));
};

/** Undefined if no command has an address. */
export function readCmdlets(latin1: string): (Found | PvgError)[] | undefined {
  const text = fromLatin1(latin1);
  const script = new Script(new Cursor(text));
  try {
    script.read();
  } catch (error) {
    if (!(error instanceof OpenQuote)) throw error;
    const line = lineOf(text, error.at);
    if (script.found.length === 0)
      throw inputUnreadable(`A quote in line ${String(line)} of the command is not closed.`);
  }
  return script.found.length === 0 ? undefined : script.found;
}

class Script {
  readonly found: (Found | PvgError)[] = [];
  private readonly values: PsValues;

  constructor(private readonly cursor: Cursor) {
    this.values = new PsValues(cursor);
  }

  read(): void {
    let isPiped = false;
    while (!this.cursor.ended && this.found.length <= mostRequests) {
      this.statement(isPiped);
      this.values.skip(/[\n;{}|(]/y);
      isPiped = this.cursor.take(/[^]/y)?.[0] === '|';
    }
  }

  private statement(isPiped: boolean): void {
    const { cursor, values } = this;
    cursor.take(/(?:\s|`\r?\n|;|#[^\n]*(?:\n|$)|PS [^>\n]*>)+/y);
    const set = cursor.take(/\$(?:\w+:)?(\w+)\s*=(?!=)\s*/y)?.[1];
    const changed = set === undefined ? cursor.take(/\$(\w+)(?:\[|\.Add\()\s*/iy)?.[1] : undefined;
    if (cursor.take(cmdlet)) this.request(isPiped);
    else if (set !== undefined) values.variables.set(set.toLowerCase(), values.value());
    else if (changed !== undefined) this.change(values.variables.get(changed.toLowerCase()));
  }

  /** `$headers["X-Signature"] = "…"` or `$headers.Add("X-Signature", "…")`. */
  private change(table: PsValue): void {
    const key = this.values.value();
    if (!this.cursor.take(/\s*(?:\]\s*=|,)\s*/y)) return;
    const value = this.values.value();
    if (table instanceof Map && key !== undefined && !(key instanceof Map))
      table.set(key.text.toLowerCase(), [key.text, value]);
  }

  private request(isPiped: boolean): void {
    const given = new Map<string, PsValue>();
    const { cursor, values } = this;
    for (;;) {
      cursor.take(blanks);
      const option = cursor.take(/-([A-Za-z]+)(?::|(?=[\s`]|$))[ \t]*/y)?.[1];
      const splat = option === undefined ? cursor.take(/@(\w+)/y)?.[1] : undefined;
      if (option !== undefined) {
        cursor.take(blanks);
        const isSwitch = cursor.take(/(?=-[A-Za-z]|[\n;|)}]|$)/y) !== undefined;
        given.set(parameterOf(option), isSwitch ? { text: '' } : values.argument());
      } else if (splat !== undefined) {
        const table = values.variables.get(splat.toLowerCase());
        if (table instanceof Map) for (const [name, [, value]] of table) given.set(parameterOf(name), value);
      } else if (cursor.ended || cursor.take(/(?=[\n;|)}])/y)) break;
      else {
        const { at } = cursor;
        const value = values.argument();
        // What cannot be read must not be read again and again.
        if (cursor.at === at) cursor.at += 1;
        if (!given.has('uri')) given.set('uri', value);
      }
    }
    if (given.size > 0) this.found.push(tried(() => requestOf(given, isPiped)));
  }
}

const parameters = ['uri', 'method', 'headers', 'body', 'contenttype', 'infile', 'useragent', 'form'];

/** PowerShell takes a shortened name. */
const parameterOf = (typed: string): string => {
  const name = typed.toLowerCase();
  return parameters.includes(name) ? name : (parameters.find((each) => each.startsWith(name)) ?? name);
};

function requestOf(given: ReadonlyMap<string, PsValue>, isPiped: boolean): Found {
  const notes: string[] = [];
  const textOf = (name: string): string | undefined => {
    const value = given.get(name);
    return value === undefined || value instanceof Map ? undefined : value.text;
  };
  const headers = headersOf(given.get('headers'), given.has('headers'), notes);
  const body = tried(() => bodyOf(given, isPiped));
  const text = body instanceof PvgError ? '' : (body?.text ?? '');
  const agent = textOf('useragent');
  if (agent !== undefined) headers.push(['User-Agent', agent]);
  const method = (textOf('method') ?? 'GET').toUpperCase();
  const type = textOf('contenttype') ?? headerOf(headers, 'content-type');
  const isSent = /^(?:POST|PUT)$/.test(method) && body !== undefined;
  const sentType = type ?? (isSent ? 'application/x-www-form-urlencoded' : undefined);
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  if (
    !(body instanceof PvgError) &&
    body?.isUtf8 !== true &&
    /[^\0-\x7f]/.test(text) &&
    !/charset="?utf-8/i.test(type ?? '')
  )
    notes.push(
      'The body was read as UTF-8. PowerShell before 7.4 sends characters outside ASCII in ISO-8859-1, unless `-ContentType` has `charset=utf-8`.',
    );
  return {
    method,
    url: textOf('uri') ?? '',
    headers: sentType === undefined ? headers : [...others, ['Content-Type', sentType]],
    body: body instanceof PvgError ? body : Buffer.from(text),
    notes,
  };
}

function bodyOf(given: ReadonlyMap<string, PsValue>, isPiped: boolean): PsText | undefined {
  if (given.has('infile')) throw inAFile();
  const body = given.get('body');
  if (body instanceof Map || given.has('form')) {
    throw inputUnreadable(
      'PowerShell sends a hashtable as a form, in an order that only a run shows. Put the text that was sent into `-Body`.',
    );
  }
  if (body === undefined && (given.has('body') || isPiped)) throw openBody(made);
  return body;
}

function headersOf(table: PsValue, isGiven: boolean, notes: string[]): [string, string][] {
  if (isGiven && !(table instanceof Map)) throw inputUnreadable(`The headers are ${made}. Write them out.`);
  return [...((table as PsTable | undefined) ?? new Map()).values()].flatMap(
    ([name, value]): [string, string][] => {
      if (value !== undefined && !(value instanceof Map)) return [[name, value.text]];
      tellOpenHeader(name, notes, made);
      return [];
    },
  );
}
