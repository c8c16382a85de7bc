import { Buffer } from 'node:buffer';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Dispatcher } from 'undici';
import type { SendOptions, WireResponse } from '../contract/wire.js';
import type { PooledConnection } from './connections.js';
import { tooLate, type CallProgress } from './failures.js';

/**
 * One request and its answer, undecoded. undici's `request` is not enough: its signal does not stop an attempt that is still
 * connecting, it hides whether anything was written, and it merges repeated headers.
 */
export class WireCall implements CallProgress, Dispatcher.DispatchHandler {
  written = false;
  reused = false;
  status: number | undefined;
  headers: WireResponse['headers'] | undefined;
  #signal: AbortSignal | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  readonly #chunks: Buffer[] = [];
  #timer: NodeJS.Timeout | undefined;
  #resolve: (answer: WireResponse) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(private readonly connection: PooledConnection) {}

  /** Rejects with undici's error, the signal's reason or a WireFailure for the deadline. */
  send(
    request: Dispatcher.DispatchOptions,
    { timeoutMs, signal }: SendOptions,
  ): Promise<WireResponse> {
    return new Promise((resolve, reject) => {
      [this.#resolve, this.#reject] = [resolve, reject];
      const onDeadline = (): void =>
        void this.fail(tooLate(timeoutMs, this, this.connection.sockets));
      this.#timer = setTimeout(onDeadline, timeoutMs);
      this.#signal = signal;
      this.connection.call = this;
      if (signal) this.connection.withSameSignal = connectionsOf(signal).add(this.connection);
      this.connection.dispatcher.dispatch(request, this);
    });
  }

  /** A call ends once: by its answer, its failure, its deadline or the signal. */
  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.connection.call = undefined;
    return true;
  }

  fail(error: Error): void {
    if (!this.#end()) return;
    this.#reject(error);
    this.#controller?.abort(error);
  }

  interrupt(signal: AbortSignal): void {
    if (signal === this.#signal) this.fail(signal.reason as Error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) return void controller.abort(new Error('already over'));
    this.written = true;
    this.reused = this.connection.sockets.answerCount > 0;
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return;
    this.status = status;
    this.headers = headerPairs(rawHeaders);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const { status = 0, headers = [], connection } = this;
    // Without a length undici takes a reset for the end of the body.
    if (connection.sockets.error !== undefined) return void this.fail(connection.sockets.error);
    const [first] = this.#chunks;
    const body = first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    if (this.#end()) this.#resolve({ status, headers, body });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }
}

const connectionsBySignal = new WeakMap<AbortSignal, Set<PooledConnection>>();

/**
 * All calls of a batch share one signal, which has one listener for all of them. The listener keeps a set of connections, because
 * they live as long as the batch. A set of calls would hold each call until the next full collection of garbage.
 */
function connectionsOf(signal: AbortSignal): Set<PooledConnection> {
  const known = connectionsBySignal.get(signal);
  if (known !== undefined) return known;
  const connections = new Set<PooledConnection>();
  connectionsBySignal.set(signal, connections);
  signal.addEventListener('abort', () => {
    for (const { call } of connections) call?.interrupt(signal);
  });
  return connections;
}

/** The headers in pairs, read as UTF-8 like undici itself does, so that redaction finds a secret that comes back in a header. */
function headerPairs(raw: Dispatcher.DispatchController['rawHeaders']): WireResponse['headers'] {
  if (!Array.isArray(raw)) return [];
  const pairs: [name: string, value: string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    pairs.push([String(raw[index]).toLowerCase(), String(raw[index + 1])]);
  }
  return pairs;
}
