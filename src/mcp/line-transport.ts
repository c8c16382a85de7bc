import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { LineReader } from './line-reader.js';
import { mostMessageBytes, readMessage, type MessageRefusal } from './message.js';

/** A request that gets no answer, only notifications as long as the client listens. */
const neverAnswered = 'subscriptions/listen';

/**
 * Messages of the Model Context Protocol, one on each line of standard input and output. A line that is not a message is
 * answered with an error of JSON-RPC, and the next line is read. When the input ends, the calls under way are answered
 * first; then the connection closes. An interruption, and a client that no longer reads, close it at once.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly closed: Promise<void>;
  /** Why an answer could not be written, as the output says it; undefined if the client only stopped reading. */
  failure: PvgError | undefined;
  #resolveClosed: () => void = () => undefined;
  readonly #unanswered = new Set<RequestId>();
  #isInputOver = false;
  #isClosed = false;

  constructor(
    private readonly context: Pick<Context, 'stdin' | 'stdout' | 'interrupt'>,
    /** Changes a message before it is handled. */
    private readonly prepare: (message: JSONRPCMessage) => JSONRPCMessage,
  ) {
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  start(): Promise<void> {
    this.context.interrupt.addEventListener('abort', () => void this.close(), { once: true });
    if (this.context.interrupt.aborted) return this.close();
    void this.#readAll();
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.context.stdout.write(`${JSON.stringify(message)}\n`);
    } catch (error) {
      const isClientGone = error instanceof PvgError && error.code === 'pipe-closed';
      if (!isClientGone && error instanceof PvgError) this.failure = error;
      await this.close();
      return;
    }
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      this.#settle(message.id);
    }
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.context.stdin.close();
    this.onclose?.();
    this.#resolveClosed();
    return Promise.resolve();
  }

  async #readAll(): Promise<void> {
    const reader = new LineReader(mostMessageBytes);
    try {
      for await (const chunk of this.context.stdin.chunks()) {
        for (const line of reader.read(chunk)) await this.#handle(readMessage(line));
      }
      for (const line of reader.lastLine()) await this.#handle(readMessage(line));
    } catch {
      // Reading fails if the client’s pipe breaks, and then the client is gone. An error in handling a message ends the connection, too.
      await this.close();
    }
    this.#isInputOver = true;
    await this.#closeWhenDone();
  }

  async #handle(read: ReturnType<typeof readMessage>): Promise<void> {
    if (read === undefined || this.#isClosed) return;
    if ('refusal' in read) {
      await this.#refuse(read.refusal);
      return;
    }
    const { message } = read;
    if (isJSONRPCRequest(message) && message.method !== neverAnswered) {
      this.#unanswered.add(message.id);
    }
    this.onmessage?.(this.prepare(message));
    // A cancelled call is not answered.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#settle(message.params?.['requestId'] as RequestId | undefined);
    }
  }

  /** JSON-RPC has `"id": null` where the id of a request cannot be read. */
  #refuse({ id, code, message }: MessageRefusal): Promise<void> {
    return this.send({ jsonrpc: '2.0', id, error: { code, message } } as JSONRPCMessage);
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#unanswered.delete(id);
    void this.#closeWhenDone();
  }

  async #closeWhenDone(): Promise<void> {
    if (this.#isInputOver && this.#unanswered.size === 0) await this.close();
  }
}
