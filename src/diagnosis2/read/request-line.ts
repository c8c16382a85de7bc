import { Cursor } from './cursor.js';

/** Finds where requests begin in a file of raw HTTP. */

/** Method and address. */
export const versioned = /([A-Z][A-Z-]{1,19}) (\S+) HTTP\/\d(?:\.\d)?\r?(?:\n|$)/y;
/** As in the .http files of editors. */
export const unversioned = /(POST|PUT|PATCH|DELETE|GET|HEAD|OPTIONS) ((?:\/|https?:\/\/)\S*)\r?(?:\n|$)/y;
const blankOrComment = /(?:[^\S\n]*|(?:#|\/\/)[^\n]*)\n/y;
export const answerLine = /\s*HTTP\/\d/y;
const afterAnswer = /(?:POST|PUT|PATCH|DELETE|GET|HEAD|OPTIONS) \S+ HTTP\/\d(?:\.\d)?\r?\n/g;

/** The first request line, after blank lines and comments. */
export function requestLineAt(file: string, from: number, lines: readonly RegExp[]): number | undefined {
  const cursor = new Cursor(file, from);
  while (cursor.take(blankOrComment));
  const { at } = cursor;
  return lines.some((line) => cursor.take(line)) ? at : undefined;
}

/** The next request. In a recorded connection an answer may come before it. */
export function nextRequest(file: string, from: number): number | undefined {
  const direct = requestLineAt(file, from, [versioned]);
  if (direct !== undefined || !new Cursor(file, from).take(answerLine)) return direct;
  afterAnswer.lastIndex = from;
  return afterAnswer.exec(file)?.index;
}
