import { Buffer } from 'node:buffer';
import { setMaxListeners } from 'node:events';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Dispatcher } from 'undici';
import type { SendOptions, WireResponse } from '../contract/wire.js';
import type { Channel } from './connections.js';

/** How far a call came; this decides what its failure means. */
export interface CallProgress {
  /** The connection is open and writing has begun. */
  written: boolean;
  status?: number;
  headers?: WireResponse['headers'];
  /** The connection had carried an answer before. */
  reused?: boolean;
}

/** The call took longer than allowed. */
export class DeadlineExceeded extends Error {
  constructor(readonly timeoutMs: number) {
    super('deadline exceeded');
  }
}

/** A timer with more milliseconds fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Sends one request and collects its answer, undecoded. Rejects with undici's error, the signal's reason or
 * DeadlineExceeded; `progress` records how far it came.
 *
 * undici's `request` is not enough: its signal does not stop an attempt that is still connecting, it hides whether
 * anything was written, and it merges repeated headers.
 */
export function receive(
  { dispatcher, sockets }: Channel,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, signal }: SendOptions,
  progress: CallProgress,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    const chunks: Buffer[] = [];
    const ending = endOnce(timeoutMs, signal, (error) => {
      reject(error);
      controller?.abort(error);
    });
    dispatcher.dispatch(request, {
      onRequestStart: (current) => {
        controller = current;
        if (ending.isOver()) current.abort(new Error('already over'));
        else {
          progress.written = true;
          progress.reused = sockets.answered > 0;
        }
      },
      onResponseStart: (current, status) => {
        if (status < 200) return;
        progress.status = status;
        progress.headers = headerPairs(current.rawHeaders);
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        // Without a length undici takes a reset for the end of the body.
        if (sockets.error) ending.fail(sockets.error);
        else if (ending.end()) {
          const { status = 0, headers = [] } = progress;
          const [first] = chunks;
          resolve({ status, headers, body: first && chunks.length === 1 ? first : Buffer.concat(chunks) });
        }
      },
      onResponseError: (_, error) => {
        ending.fail(error);
      },
    });
  });
}

/** One call ends once: by its answer, its failure, its deadline or the signal. */
function endOnce(timeoutMs: number, signal: AbortSignal | undefined, onFailure: (error: Error) => void) {
  let over = false;
  /** false if the call was already over. */
  const end = (): boolean => {
    if (over) return false;
    over = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    return true;
  };
  const fail = (error: Error): void => {
    if (end()) onFailure(error);
  };
  const onAbort = (): void => {
    fail(signal?.reason as Error);
  };
  const onDeadline = (): void => {
    fail(new DeadlineExceeded(timeoutMs));
  };
  const timer = setTimeout(onDeadline, Math.min(timeoutMs, longestTimerMs));
  // All calls of a batch share one signal, and node warns from the eleventh listener on.
  if (signal) setMaxListeners(0, signal);
  signal?.addEventListener('abort', onAbort);
  return { end, fail, isOver: () => over };
}

/** As UTF-8, like undici itself, so that redaction finds a secret that comes back in a header. */
function headerPairs(raw: Dispatcher.DispatchController['rawHeaders']): WireResponse['headers'] {
  if (!Array.isArray(raw)) return [];
  const pairs: [name: string, value: string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2)
    pairs.push([String(raw[at]).toLowerCase(), String(raw[at + 1])]);
  return pairs;
}
