import { checkSchema } from './schemas.js';
import { setMaxListeners } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach } from 'vitest';
import type { Clock } from '../../src/context.js';
import type { Files } from '../../src/file-access.js';
import { runProgram } from '../../src/program.js';
import type { Send, WireRequest, WireResponse } from '../../src/contract/wire.js';
import { answer } from './exchange.js';
import { serviceEnv, temporaryFolder, testContext, type TestContextOptions } from './context.js';
import { words, type Ended } from './pvg.js';

/** What the tests of `pvg batch` have in common: a profile, an input, and a service in the program itself. */

export const env = serviceEnv('https://gw.example');

export const csv = (count: number): string =>
  `receipt,product_id,package\n${Array.from({ length: count }, (_, at) => `token-${String(at + 1)},gems,com.example\n`).join('')}`;

/** The records of a CSV as pvg writes it: lines end with CRLF. */
export const cells = (text: string): string[][] =>
  parse(text, { bom: true, record_delimiter: '\r\n' });

export const asked = ({ body }: WireRequest): Record<string, string> =>
  JSON.parse(Buffer.from(body).toString()) as Record<string, string>;

export { answer };

export const paid = (orderId: string): WireResponse =>
  answer(200, {
    order_id: orderId,
    game_id: 1,
    found: true,
    environment: null,
    transactions: [{ purchase_state: 0, gateway: { found: true, recorded_for_this_game: true } }],
  });

/** Every purchase is paid and recorded, its order id made of the receipt. */
export const allPaid: Send = (request) =>
  Promise.resolve(paid(`GPA.${asked(request)['receipt'] ?? ''}`));

/** Answers for all purchases but one. */
export const allBut =
  (receipt: string, otherwise = answer(502, 'x')): Send =>
  (request, options) =>
    asked(request)['receipt'] === receipt ? Promise.resolve(otherwise) : allPaid(request, options);

/** What was asked for, and how many at the same time. */
export function watched(answering: Send = allPaid) {
  const receipts: string[] = [];
  let [now, most] = [0, 0];
  const send: Send = async (request, options) => {
    receipts.push(asked(request)['receipt'] ?? '');
    most = Math.max(most, (now += 1));
    await new Promise(setImmediate);
    now -= 1;
    return answering(request, options);
  };
  return { send, receipts, most: () => most };
}

export const unasked: Send = () => Promise.reject(new TypeError('asked'));

/** What every refusal before the first request says. */
export const nothingSent = /[Nn]othing was (?:changed or )?sent/;

/** Words of a view may be on two lines. */
export const said = ({ err }: Ended): string => err.replace(/[\s│]+/g, ' ');

/**
 * A clock for many that sleep at once: time passes when everything else waits, and they wake in the order of their
 * times.
 */
export function sharedClock(): Pick<Clock, 'elapsed' | 'sleep'> {
  const sleepers: { readonly wakeMs: number; readonly wake: () => void }[] = [];
  let passedMs = 0;
  let isPassing = false;
  const pass = (): void => {
    const next = sleepers.sort((one, other) => one.wakeMs - other.wakeMs).shift();
    isPassing = next !== undefined;
    if (next === undefined) return;
    passedMs = Math.max(passedMs, next.wakeMs);
    next.wake();
    setImmediate(pass);
  };
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((wake, reject) => {
      const sleeper = { wakeMs: passedMs + ms, wake };
      const calledOff = (): void => {
        sleepers.splice(0, sleepers.length, ...sleepers.filter((each) => each !== sleeper));
        reject(signal?.reason as Error);
      };
      if (signal?.aborted === true) {
        calledOff();
        return;
      }
      if (signal) setMaxListeners(0, signal);
      signal?.addEventListener('abort', calledOff, { once: true });
      sleepers.push(sleeper);
      if (!isPassing) setImmediate(pass);
      isPassing = true;
    });
  return { elapsed: () => passedMs, sleep };
}

type RunOptions = TestContextOptions & {
  /** What is otherwise in these. */
  readonly files?: (files: Files) => Partial<Files>;
};

/** A folder of its own for each test, and `pvg batch` in it. */
export function workplace() {
  let home = '';
  beforeEach(() => {
    home = temporaryFolder();
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });
  const at = (name: string): string => join(home, name);
  return {
    get home() {
      return home;
    },
    at,
    /** For the built program in this folder. */
    get processEnv() {
      return { ...env, PATH: process.env['PATH'], HOME: home };
    },
    put: (name: string, data: string | Uint8Array): void => {
      writeFileSync(at(name), data);
    },
    got: (name: string): string => readFileSync(at(name), 'utf8'),
    /** `pvg batch …` on such a clock. */
    batch: async (
      line: string | readonly string[],
      send: Send = allPaid,
      { files, ...options }: RunOptions = {},
    ): Promise<Ended> => {
      const made = testContext({ env, home, send, ...options });
      const context = {
        ...made,
        clock: { ...made.clock, ...sharedClock() },
        files: { ...made.files, ...files?.(made.files) },
      };
      const status = await runProgram(context, [
        'batch',
        ...(typeof line === 'string' ? words(line) : line),
      ]);
      return { status, out: context.stdout.text(), err: context.stderr.text(), context };
    },
  };
}

interface OutRow {
  readonly row: number;
  readonly input: Record<string, unknown> | null;
  readonly ok: boolean;
  readonly exit: number;
  readonly advice: string;
  readonly at: string | null;
  readonly call_id: string | null;
  readonly profile: string | null;
  readonly environment: string;
  readonly anomalies: { readonly id: string }[];
  readonly verdict: { id: string } | null;
  readonly answer: { order_id?: string } | null;
  readonly error: { code: string; says?: string } | null;
}

export const rowsOf = (text: string): OutRow[] =>
  (text.match(/.+/g) ?? []).map((line) => {
    const row = JSON.parse(line) as OutRow;
    checkSchema('batch-row', row);
    return row;
  });

export const byRow = (text: string): OutRow[] =>
  rowsOf(text).sort((one, other) => one.row - other.row);
