import { counted } from '../../text/sentences.js';
import type { RequestProblemId } from '../catalogue/request-problems.js';
import { headerOf, type ObservedRequest } from '../observed-request.js';
import type { LintFinding } from '../outcome.js';

const otherLength: RequestProblemId = 'request-length';

/** Whether the problem is that the body given beside the request is not the one that was sent. */
export function isOtherLength({ id }: Pick<LintFinding, 'id'>): boolean {
  return id === otherLength;
}

/** The Content-Length of a captured request shows that another body was given beside it. */
export function lintBodyLength({ isBodyGiven, body, headers }: ObservedRequest): LintFinding[] {
  const announced = headerOf(headers, 'content-length')?.trim() ?? '';
  if (isBodyGiven !== true || !/^\d{1,15}$/.test(announced)) return [];
  const length = Number(announced);
  if (length <= body.length && isBlank(body.subarray(length))) return [];
  return [
    {
      id: otherLength,
      says: `Content-Length is ${announced}, but the body given has ${counted(body.length, 'byte')}: it is not the body that was sent.`,
      fix: 'Give the body of this request exactly as it was sent: `--body @file`.',
      effect: 'refused',
    },
  ];
}

/** An editor may have added a line break or a blank to the end of a file. */
const isBlank = (end: Uint8Array): boolean => /^[ \t\r\n]*$/.test(Buffer.from(end).toString());
