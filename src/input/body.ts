import { PvgError } from '../failure.js';
import { JsonSyntaxError } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { saveAsUtf8, utf8Text } from '../text/utf8.js';

/** Refuses a body that a shell or a typing mistake spoiled: an empty one, or one that is not JSON. No message repeats it. */

export function notUtf8(option: string): string {
  return `The input of ${option} is not UTF-8 text.`;
}

const forceAdvice = 'To use it as it is, add `--force`.';

/** The service takes JSON alone (§2.1, §2.5). @throws {PvgError} `input-unreadable` */
export function refuseNonJsonBody(body: Uint8Array): void {
  const problem = bodyProblem(body);
  if (problem === undefined) return;
  throw new PvgError('input-unreadable', problem.says, { hint: `${problem.hint} ${forceAdvice}` });
}

interface BodyProblem {
  readonly says: string;
  readonly hint: string;
}

function bodyProblem(body: Uint8Array): BodyProblem | undefined {
  const text = utf8Text(body);
  if (text === undefined) return { says: notUtf8('--body'), hint: saveAsUtf8 };
  if (text.trim() === '') {
    return {
      says: 'The body is empty.',
      hint: 'Check the file or the command before the pipe: the body that it gave has no text.',
    };
  }
  if (text.startsWith('\uFEFF')) {
    return { says: 'The body begins with a byte order mark, so it is not JSON.', hint: saveAsUtf8 };
  }
  const json = tryJson(text);
  if (!(json instanceof JsonSyntaxError)) return undefined;
  if (/^[\w./\\-]+\.(?:json|txt|http|har|ndjson)$/i.test(text.trim())) {
    return {
      says: 'The body is the name of a file, not JSON.',
      hint: 'To sign what is in a file, put `@` before its name: `--body @request.json`.',
    };
  }
  // `{gameId:demo}`
  if (/^'?\{\s*[\w$-]+\s*:/.test(text.trim())) {
    return {
      says: 'The body is not JSON: its names have no quotation marks.',
      hint: 'PowerShell and cmd remove the double quotes of a value. Save the JSON in a file and use `--body @<file>`, or write a backslash before each quote: `{\\"gameId\\":\\"demo\\"}`.',
    };
  }
  return {
    says: `The body is not JSON: ${json.message}.`,
    hint: 'Give the bytes as they are sent, best in a file: `--body @<file>`.',
  };
}
