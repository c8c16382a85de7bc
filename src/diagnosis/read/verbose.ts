import type { PvgError } from '../../failure.js';
import { readAnswer } from './answer.js';
import { inputUnreadable, mostRequests, tried, type Found } from './found.js';
import { headerOf } from '../observed-request.js';
import { readRequestAt } from './http.js';

// Lines of curl -v: `>` sent, `<` received, `*` comments of curl, braces for counted data.
const sentRequestLine = /^> ?([A-Z][A-Z-]{1,19} \S+ HTTP\/\d(?:\.\d)?)\r?$/m;
const notTheBody = /^(?:[*<](?: |\r?$)|[{}] \[\d+ bytes data\]|> ?[A-Z][A-Z-]{1,19} \S+ HTTP\/\d)/;

/** Requests in the output of `curl -v`; undefined if there is none. */
export function readVerbose(latin1: string): (Found | PvgError)[] | undefined {
  if (!sentRequestLine.test(latin1)) return undefined;
  const lines = latin1.split(/\r?\n/);
  const found: (Found | PvgError)[] = [];
  for (let at = 0; at < lines.length && found.length <= mostRequests; at += 1) {
    if (sentRequestLine.test(lines[at] ?? '')) found.push(tried(() => readSent(lines, at)));
  }
  return found;
}

function readSent(lines: readonly string[], start: number): Found {
  const head: string[] = [];
  let at = start;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    // A comment of curl may come between two headers.
    if (/^\*(?: |$)/.test(line)) continue;
    const sent = /^> ?(.*)$/s.exec(line)?.[1];
    if (sent === undefined || sent === '' || (at > start && sentRequestLine.test(line))) break;
    head.push(sent);
  }
  const body: string[] = [];
  for (at += 1; at < lines.length && !notTheBody.test(lines[at] ?? ''); at += 1) body.push(lines[at] ?? '');
  const marked = body.some((line) => line.startsWith('>'));
  const text = (marked ? body.map((line) => line.replace(/^> ?/, '')) : body).join('\n');
  const { request } = readRequestAt(`${head.join('\n')}\n\n${text}`, 0);
  if (request.body.length === 0 && Number(headerOf(request.headers, 'content-length')) > 0) {
    const missing = inputUnreadable(
      'The output of `curl -v` does not contain the body. Add the curl command above it, or the body below its headers.',
    );
    return { ...request, body: missing };
  }
  return { ...request, answer: readAnswer(receivedIn(lines.slice(at))) };
}

/** The answer’s lines without their marks; of several answers, as after a 100, the last. */
function receivedIn(lines: readonly string[]): string {
  const next = lines.findIndex((line) => sentRequestLine.test(line));
  const own = lines.slice(0, next === -1 ? undefined : next);
  const start = own.findLastIndex((line) => line.startsWith('< HTTP/'));
  if (start === -1) return '';
  return own
    .slice(start)
    .filter((line) => !/^(?:\* |[{}] \[\d+ bytes data\])/.test(line))
    .map((line) => line.replace(/^< ?/, ''))
    .join('\n');
}
