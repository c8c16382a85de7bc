import type { CauseId } from '../catalogue/causes.js';
import type { MessageLayout } from '../forms/layouts.js';
import { quoteText } from '../spelling.js';

export function surroundingId({ before, after }: MessageLayout): CauseId {
  return before === '' && /^[\r\n]+$/.test(after) ? 'layout-trailing-newline' : 'layout-extra-text';
}

export function separatorWords(separator: string): string {
  if (separator === '') return 'nothing';
  return separator === '\\n' ? 'a backslash and an `n`' : quoteText(separator);
}

export function separatorId(separator: string): CauseId {
  if (separator === '') return 'layout-no-separator';
  return separator === '\\n' ? 'layout-literal-newline' : 'layout-separator';
}
