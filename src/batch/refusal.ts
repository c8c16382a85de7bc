import { PvgError } from '../failure.js';

export const wrongUsage = (says: string, hint: string, cause?: unknown): PvgError =>
  new PvgError('usage', says, { hint, cause });

/** About the input, before the first request. */
export const wrongInput = (says: string, hint: string): PvgError =>
  new PvgError('input-unreadable', `${says} Nothing was sent.`, { hint });
