import type { PvgError } from '../../failure.js';
import type { Command, Script } from './command.js';
import { readData } from './curl-data.js';
import { readOptions, type Option } from './curl-options.js';
import { withoutLastBlanks } from './cursor.js';
import { readCmd } from './cmd.js';
import { headerOf, inputUnreadable, mostRequests, tried, type Found, type Headers } from './found.js';
import { readPowerShell } from './powershell.js';
import { readShell } from './shell.js';
import { stdinReader, type StdinReader } from './stdin.js';
import { fromLatin1 } from './text.js';

/** The requests that curl would send for these command lines. Words have one character per byte until they are complete. */

const curlWord = /^(?:.*[/\\])?curl(?:\.exe)?$/is;
const looksLikeCurl = /(?:^|[\s;|&(>/\\"'`])curl(?:\.exe)?["']?(?:\s|\^)/i;

/** Undefined if the input has no curl command. */
export function readCurl(latin1: string): (Found | PvgError)[] | undefined {
  const start = latin1.search(looksLikeCurl);
  if (start === -1) return undefined;
  const { commands, openQuoteLine } = readerFor(latin1, start)(latin1);
  const found: (Found | PvgError)[] = [];
  for (const command of commands) {
    const stdin = stdinReader(command);
    for (const options of requestsOf(command)) found.push(tried(() => requestOf(options, stdin)));
    if (found.length > mostRequests) break;
  }
  if (found.length > 0) return found;
  if (openQuoteLine === undefined) return undefined;
  throw inputUnreadable(`A quote in line ${String(openQuoteLine)} of the command is not closed.`);
}

/** The end of the command’s first line shows which shell it is for. */
function readerFor(latin1: string, start: number): (text: string) => Script {
  const [first = ''] = latin1.slice(start).trimStart().split('\n', 1);
  const line = withoutLastBlanks(first);
  const before = latin1.slice(latin1.lastIndexOf('\n', start) + 1, start + 1);
  if (line.endsWith('\\')) return readShell;
  if (line.endsWith('^') || /^\S+\s+\^"/.test(line) || /^[A-Za-z]:\\.*>/s.test(before)) return readCmd;
  if (line.endsWith('`') || /^PS [A-Za-z]:\\?.*>/s.test(before)) return readPowerShell;
  if (!/^\S*curl\.exe\b/i.test(line)) return readShell;
  return /\s'/.test(line) ? readPowerShell : readCmd;
}

/** What may come before the program’s name: a prompt, an assignment, a wrapper, a word of the shell. */
const wrapper =
  /^(?:[A-Za-z_]\w*=.*|.*[>$#%]|!|&|\{|PS|sudo|time|env|command|exec|nohup|winpty|then|do|else|if|while)$/s;
/** Programs that run another program, after their own options. */
const carrier = /^(?:docker|podman|kubectl|oc|ssh|xargs|watch|timeout|proxychains|torsocks)$/;

/** The options of each request; empty if the command is not curl. */
function requestsOf(command: Command): Option[][] {
  const at = command.words.findIndex(({ text }) => curlWord.test(text));
  if (at === -1 || at === command.words.length - 1) return [];
  const before = command.words.slice(0, at).filter(({ text }) => !wrapper.test(text));
  if (before[0] !== undefined && !carrier.test(before[0].text)) return [];
  const groups: Option[][] = [[]];
  for (const option of readOptions(command.words.slice(at + 1))) {
    if (option.name === 'next') groups.push([]);
    else groups.at(-1)?.push(option);
  }
  return groups.filter((group) => group.length > 0);
}

function requestOf(options: readonly Option[], stdin: StdinReader): Found {
  const valuesOf = (wanted: string): string[] =>
    options.filter(({ name }) => name === wanted).map(({ value }) => fromLatin1(value.text));
  const has = (...names: string[]): boolean => options.some(({ name }) => names.includes(name));
  if (has('form', 'form-string'))
    throw inputUnreadable(
      'The command sends a form (-F). curl makes different bytes for it each time, so the body is unknown.',
    );
  if (has('upload-file')) {
    throw inputUnreadable(
      'The body is in a file (-T), which pvg does not open. Use `--body @<file>`, `--interface` and `--signature` instead.',
    );
  }
  const notes: string[] = [];
  const data = readData(options, stdin, notes);
  const headers = readHeaders(options, notes);
  const asQuery = has('get');
  if (asQuery) notes.push('With -G the data is in the address, and the body is empty.');
  if (has('config')) notes.push('The options in the file of -K were not read.');
  const urls = valuesOf('url');
  if (urls.length > 1)
    notes.push(`The command has ${String(urls.length)} addresses. Only the first was used.`);
  const usual = has('head') ? 'HEAD' : data === undefined || asQuery ? 'GET' : 'POST';
  return {
    method: valuesOf('request').at(-1) ?? usual,
    url: urls[0] ?? '',
    headers,
    body: Buffer.from(asQuery ? '' : (data ?? ''), 'latin1'),
    notes,
  };
}

function readHeaders(options: readonly Option[], notes: string[]): Headers {
  const headers: [string, string][] = [];
  for (const { name: option, value } of options) {
    if (option === 'header' && value.text.startsWith('@')) {
      notes.push('The headers in the file of -H @… were not read.');
      continue;
    }
    const [name, text] = headerOfOption(option, value.text) ?? [];
    if (name === undefined || text === undefined) continue;
    headers.push([fromLatin1(name), fromLatin1(text)]);
    if (!value.open) continue;
    if (/^x[-_](?:signature|timestamp|client-id)$/i.test(name)) {
      throw inputUnreadable(
        `The value of ${name} is a shell variable or the output of a command. Replace it with the text that was sent.`,
      );
    }
    notes.push(`The value of ${name} contains a shell variable, so it is unknown.`);
  }
  if (options.some(({ name }) => name === 'json')) {
    for (const name of ['Content-Type', 'Accept']) {
      if (headerOf(headers, name.toLowerCase()) === undefined) headers.push([name, 'application/json']);
    }
  }
  return headers;
}

function headerOfOption(option: string, text: string): [name: string, value: string] | undefined {
  switch (option) {
    case 'header': {
      const [, name = '', mark, value = ''] = /^([^:;]*)([:;])[ \t]*(.*)$/s.exec(text) ?? [];
      const trimmed = withoutLastBlanks(value);
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
