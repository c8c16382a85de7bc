import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import type { SendOptions, WireResponse } from '../wire.js';
import { Deadlines, type Endable } from './deadlines.js';
import { DeadlineExceeded, headerPairs, type Progress } from './reception.js';

/**
 * Connections that outlive a call, for many look-ups: each carries one call at a time and is then free for the next.
 * Lean on purpose: per call no timer, no listener, and headers that nobody reads are not even decoded.
 */
export class KeptConnections {
  readonly #free = new Map<string, Lane[]>();
  readonly #deadlines = new Deadlines();

  constructor(
    private readonly settings: Client.Options,
    private readonly connect: Connect,
  ) {}

  /** `finish` makes of the answer what the caller gets, `fail` of an error (or a signal's reason) what it is told. */
  receive(
    origin: string,
    request: Dispatcher.DispatchOptions,
    options: SendOptions,
    finish: (answer: WireResponse, rawHeaders: readonly Buffer[]) => WireResponse | Promise<WireResponse>,
    fail: (error: unknown, progress: Progress) => unknown,
  ): Promise<WireResponse> {
    return new Promise((resolveCall, rejectCall) => {
      const progress: Progress = { written: false };
      const resolve = (answer: WireResponse): void => {
        resolveCall(finish(answer, progress.rawHeaders ?? []));
      };
      const reject = (error: unknown): void => {
        rejectCall(fail(error, progress) as Error);
      };
      const lane = this.#free.get(origin)?.pop() ?? new Lane(origin, this.settings, this.connect);
      const call = new KeptCall(lane, options.timeoutMs, progress, resolve, reject, (stranded) => {
        unwatch();
        if (stranded) lane.destroy();
        else this.#release(origin, lane);
      });
      const unwatch = this.#deadlines.begin(call, options.timeoutMs, options.signal);
      lane.client.dispatch(request, call);
    });
  }

  #release(origin: string, lane: Lane): void {
    const free = this.#free.get(origin);
    if (free === undefined) this.#free.set(origin, [lane]);
    else free.push(lane);
  }
}

export type Connect = (
  options: buildConnector.Options,
  callback: (error: Error | null, socket: Socket | null) => void,
) => unknown;

/** One connection at a time, made anew when the server has closed it. */
class Lane {
  readonly client: Client;
  /** Answers that came over the connection that stands now. */
  answered = 0;
  socketError: Error | undefined;
  #socket: Socket | undefined;

  constructor(origin: string, settings: Client.Options, connect: Connect) {
    this.client = new Client(origin, {
      ...settings,
      connect: (options, callback) => {
        const made = connect(options, (error, socket) => {
          if (error || !socket) callback(error ?? new Error('no connection'), null);
          else callback(null, socket);
        });
        if (isSocket(made)) this.#watch(made);
      },
    });
  }

  #watch(socket: Socket): void {
    this.#socket = socket;
    this.answered = 0;
    this.socketError = undefined;
    socket.on('error', (error) => {
      if (this.#socket === socket) this.socketError = error;
    });
  }

  destroy(): void {
    void this.client.destroy();
    this.#socket?.destroy();
  }
}

const isSocket = (value: unknown): value is Socket =>
  typeof value === 'object' && value !== null && 'destroy' in value && 'once' in value;

/** undici's own, older form of a handler: its newer one decodes every header of every answer first. */
class KeptCall implements Dispatcher.DispatchHandler, Endable {
  #abort: ((error?: Error) => void) | undefined;
  #settled = false;
  #first: Buffer | undefined;
  #more: Buffer[] | undefined;
  #rawHeaders: Buffer[] = [];
  #status = 0;

  constructor(
    private readonly lane: Lane,
    private readonly timeoutMs: number,
    private readonly progress: Progress,
    private readonly resolve: (answer: WireResponse) => void,
    private readonly reject: (error: unknown) => void,
    /** `stranded`: undici still waits for a connection, so the lane cannot be used again. */
    private readonly done: (stranded: boolean) => void,
  ) {}

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort;
    if (this.#settled) abort(new Error('already over'));
    else {
      this.progress.written = true;
      this.progress.reused = this.lane.answered > 0;
    }
  }

  onHeaders(status: number, rawHeaders: Buffer[]): boolean {
    if (status < 200) return true;
    this.#status = status;
    this.#rawHeaders = rawHeaders;
    this.progress.status = status;
    this.progress.rawHeaders = rawHeaders;
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (this.#first === undefined) this.#first = chunk;
    else (this.#more ??= [this.#first]).push(chunk);
    return true;
  }

  onComplete(): void {
    if (this.#settled) return;
    // Without a length a reset looks like the end of the body, and undici takes it for that.
    const error = this.lane.socketError;
    if (error) {
      this.onError(error);
      return;
    }
    this.lane.answered += 1;
    this.#settle();
    const body = this.#more ? Buffer.concat(this.#more) : (this.#first ?? noBytes);
    this.resolve(new KeptAnswer(this.#status, this.#rawHeaders, body));
  }

  onError(error: Error): void {
    if (this.#settled) return;
    this.#settle();
    this.reject(error);
  }

  late(): void {
    this.#endEarly(new DeadlineExceeded(this.timeoutMs));
  }

  abort(reason: unknown): void {
    this.#endEarly(reason);
  }

  #endEarly(reason: unknown): void {
    if (this.#settled) return;
    const abort = this.#abort;
    this.#settle(abort === undefined);
    this.reject(reason);
    abort?.(new Error('ended early'));
  }

  #settle(stranded = false): void {
    this.#settled = true;
    this.done(stranded);
  }
}

const noBytes = Buffer.alloc(0);

/** An answer whose headers are read when somebody asks for them. */
class KeptAnswer implements WireResponse {
  #headers: WireResponse['headers'] | undefined;

  constructor(
    readonly status: number,
    private readonly rawHeaders: Buffer[],
    readonly body: Uint8Array,
  ) {}

  get headers(): WireResponse['headers'] {
    return (this.#headers ??= headerPairs(this.rawHeaders));
  }
}

const encoding = 'content-encoding';

/** Whether the headers may name a coding: told by the length of the names alone. */
export const mayBeEncoded = (rawHeaders: readonly Uint8Array[]): boolean =>
  rawHeaders.some((part, at) => at % 2 === 0 && part.length === encoding.length);
