import { Buffer } from 'node:buffer';
import { WireFailure, type Send, type SendOptions, type WireRequest, type WireResponse } from './wire.js';
import { utf8Text } from '../text/utf8.js';
import type { CodeBook } from './codes.js';
import type { CatalogueEntry } from './judgement.js';
import { JsonObject } from '../text/json/json.js';
import { jsonIn } from '../text/json/parse.js';
import { withoutQuery, type BodyMembers, type InterfaceRecord } from './interfaces.js';

/** What the emulations of all interfaces share: reading a request, writing an answer, failing. */

/** One interface of the service as a server sees it. */
export interface Emulated {
  readonly record: InterfaceRecord;
  readonly book: CodeBook;
  /** Has its own memory and clock. */
  readonly send: (...request: Parameters<Send>) => Promise<EmulatedResponse>;
  /** The answer to a request that does not get as far as `send`; the contract does not show it. */
  readonly refuse: Refuse;
  /** A failure with this status, as if the service had sent it. */
  readonly fault: (url: string, status: number) => EmulatedResponse;
}

/** With what the caller does not learn. */
export type EmulatedResponse = WireResponse & Pick<EmulatedAnswer, 'because' | 'isUnknownReceipt'>;

export type Refuse = (status: number, says: string, section: string) => WireResponse;

/** An answer before it becomes bytes. */
export interface EmulatedAnswer {
  readonly status: number;
  readonly body: object;
  /** The section that leaves it open: its number goes into the header X-Pvg-Not-Shown, never into the body. */
  readonly notShown?: string | undefined;
  /** Why it is refused: for whoever runs the emulator. */
  readonly because?: string | undefined;
  /** The service’s store may know it. */
  readonly isUnknownReceipt?: boolean | undefined;
  readonly afterMs?: number | undefined;
}

/** One interface's own part. */
interface Emulation {
  readonly record: InterfaceRecord;
  readonly book: CodeBook;
  /** The body of a failure. */
  readonly failure: (code: string, message: string) => object;
  /** The code of an answer that the contract does not show. */
  readonly unlisted: (status: number) => string;
  readonly operations: Readonly<
    Record<string, (request: WireRequest, nowMs: number) => Promise<EmulatedAnswer>>
  >;
  /** For an operation whose failure statuses are not shown: the section. */
  readonly statusesNotShown?: Readonly<Record<string, string>>;
}

/** A listed failure, in the interface's own shape. */
export const failing =
  <Code extends string>(errors: Readonly<Record<Code, CatalogueEntry>>, failure: Emulation['failure']) =>
  (code: Code, message: string, notShown?: string, because = message): EmulatedAnswer => ({
    status: errors[code].status,
    body: failure(code, message),
    notShown,
    because,
  });

export interface EmulatorDoors {
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly clockSkewSeconds?: number;
}

export function emulate(emulation: Emulation, { now, sleep, clockSkewSeconds = 0 }: EmulatorDoors): Emulated {
  const { record, book, failure, unlisted, operations, statusesNotShown = {} } = emulation;
  const clock = (): number => now() + clockSkewSeconds * 1000;
  const operationAt = (url: string): string =>
    Object.keys(record.paths).find((name) => withoutQuery(url).endsWith(record.paths[name] ?? '')) ?? '';
  const refused = (status: number, says: string, notShown: string): EmulatedAnswer => ({
    status,
    body: failure(unlisted(status), says),
    notShown,
    because: says,
  });
  return {
    record,
    book,
    send: async (request, options) => {
      const operation = operations[operationAt(request.url)];
      const answer = await (operation?.(request, clock()) ?? refused(404, 'No such path.', '§4'));
      if (answer.afterMs !== undefined) await waitAtMost(sleep, answer.afterMs, options);
      return written(answer, clock());
    },
    refuse: (...said) => written(refused(...said), clock()),
    fault: (url, status) => {
      const says = 'This failure was injected by --fault.';
      const [code] = Object.entries(book.catalogue).find(([, entry]) => entry.status === status) ?? [];
      const answer =
        code === undefined
          ? refused(status, says, book.section)
          : {
              status,
              body: failure(code, says),
              notShown: statusesNotShown[operationAt(url)],
              because: says,
            };
      return written(answer, clock());
    },
  };
}

const written = (
  { status, body, notShown, because, isUnknownReceipt }: EmulatedAnswer,
  nowMs: number,
): EmulatedResponse => ({
  ...{ status, because, isUnknownReceipt },
  headers: [
    ['content-type', 'application/json'],
    ['date', new Date(nowMs).toUTCString()],
    // The section's number alone: header values are ASCII.
    ...(notShown === undefined ? [] : [['x-pvg-not-shown', notShown.replace('§', '')] as const]),
  ],
  body: Buffer.from(JSON.stringify(body)),
});

/** Waits as long as the caller waits. @throws {WireFailure} `lost` when that is too short. */
export async function waitAtMost(
  sleep: EmulatorDoors['sleep'],
  ms: number,
  { timeoutMs, signal }: SendOptions,
): Promise<void> {
  await sleep(Math.min(ms, timeoutMs), signal);
  if (ms >= timeoutMs) throw new WireFailure('lost', `no answer within ${String(timeoutMs / 1000)} s`);
}

/** undefined when the body is not JSON in UTF-8; no members when it is JSON but not an object. */
export function membersOf(body: Uint8Array): JsonObject | undefined {
  // A byte order mark is not JSON: it stays, so that the parser refuses it.
  const json = jsonIn(utf8Text(body) ?? '');
  if (json === undefined) return undefined;
  return json instanceof JsonObject ? json : new JsonObject([]);
}

/** A text member; empty if it is missing or has another type. */
export const textIn = (members: JsonObject, name: string): string => {
  const value = members.get(name);
  return typeof value === 'string' ? value : '';
};

/**
 * The required texts that are missing. One that is null is; one that is empty or has another type counts as missing,
 * too, but the contract does not show that.
 */
export function missingTexts(members: JsonObject, required: readonly string[]) {
  const names = required.filter((name) => textIn(members, name) === '');
  return { names, isShown: names.some((name) => isLeftOut(members, name)) };
}

const isLeftOut = (members: JsonObject, name: string): boolean => (members.get(name) ?? null) === null;

/** The text members that are there with another type. The contract does not show the answer to an optional one. */
export const notText = (members: JsonObject, rules: BodyMembers): string[] =>
  Object.keys(rules).filter(
    (name) =>
      rules[name]?.type === 'text' && !isLeftOut(members, name) && typeof members.get(name) !== 'string',
  );
