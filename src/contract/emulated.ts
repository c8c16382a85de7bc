import { Buffer } from 'node:buffer';
import type { WireResponse } from '../wire.js';
import { utf8Text } from '../json/utf8.js';

/** How both wings' emulators read a request and write an answer. */

/** An answer before it becomes bytes. */
export interface EmulatedAnswer {
  readonly status: number;
  readonly body: object;
  /** The section that does not show it: said by the header X-Pvg-Not-Shown, never in the body. */
  readonly notShown?: string | undefined;
}

export type Members = Readonly<Record<string, unknown>>;

/** undefined when the body is not JSON in UTF-8; no members when it is JSON but no object. */
export function membersOf(body: Uint8Array): Members | undefined {
  // A byte order mark is no JSON, and stays for the parser to refuse.
  const text = utf8Text(body);
  if (text === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Members) : {};
  } catch {
    return undefined;
  }
}

export const own = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined;

/** `nowMs`: the emulator's clock, for `Date`. */
export const written = (
  { status, body, notShown: section }: EmulatedAnswer,
  nowMs: number,
): WireResponse => ({
  status,
  headers:
    section === undefined
      ? [contentType, ['date', httpDate(nowMs)]]
      : [contentType, ['date', httpDate(nowMs)], ['x-pvg-not-shown', section]],
  // Taken from node's pool: a TextEncoder would make a buffer of its own for every answer.
  body: Buffer.from(JSON.stringify(body)),
});

const contentType = ['content-type', 'application/json'] as const;

// The text of a second is made once: making it anew would cost a tenth of the work of a request.
let lastDate = { second: Number.NaN, text: '' };

function httpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (second !== lastDate.second) lastDate = { second, text: new Date(second * 1000).toUTCString() };
  return lastDate.text;
}
