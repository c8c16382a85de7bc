import { parseObject } from '../../text/json/parse.js';
import { secondsOf } from '../forms/times.js';
import type { InputAnswer } from './found.js';
import { headerOf } from '../observed-request.js';
import { unquoted, utf8OrLatin1 } from './text.js';

/** Reads the service's answer, which an input may have after the request: `HTTP/1.1 401 …`, headers, body. */
export function readAnswer(latin1: string): InputAnswer | undefined {
  const [, status, text = ''] = /^\s*HTTP\/\d(?:\.\d)? (\d{3})([^]*)$/.exec(latin1) ?? [];
  if (status === undefined) return undefined;
  const [head = '', ...body] = text.replaceAll('\r\n', '\n').split('\n\n');
  const headers = head.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^([\w-]+):(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value.trim()]];
  });
  return httpAnswer(Number(status), headers, utf8OrLatin1(body.join('\n\n')));
}

/** The first line of an answer as `curl -v` (with `< `) and `curl -i` print it, but not of an interim one (1xx). */
const printedStatusLine = /^(?:< )?HTTP\/\d(?:\.\d)? [2-5]\d\d\b/m;

/** The answer in the output of a curl command. */
export function printedAnswer(latin1: string): InputAnswer | undefined {
  const start = printedStatusLine.exec(latin1)?.index;
  return start === undefined ? undefined : readAnswer(unquoted(latin1.slice(start)));
}

/** undefined if the status is not an HTTP status: the HAR of a call that failed has 0. */
export function httpAnswer(
  status: number,
  headers: readonly (readonly [string, string])[],
  body: string,
): InputAnswer | undefined {
  return status >= 200 && status < 600
    ? { status, atS: secondsOf(headerOf(headers, 'date') ?? ''), object: parseObject(body) }
    : undefined;
}
