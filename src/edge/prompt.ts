import type { Readable, Writable } from 'node:stream';
import type { Prompt } from '../context.js';
import { PvgError } from '../failure.js';

interface PromptOptions {
  /** stdin and stderr are both terminals. */
  readonly possible: () => boolean;
  /** Opened only when a question is asked. */
  readonly open: () => {
    readonly input: Readable;
    readonly output: Writable;
    /** Called after the answer. */
    readonly close?: () => void;
  };
  /** Called when a question is asked. */
  readonly interrupt?: () => AbortSignal;
}

/** Questions on the terminal: asked on stderr, so that stdout stays data. */
export function openPrompt({ possible, open, interrupt }: PromptOptions): Prompt {
  const ask = async (question: string, silent: boolean): Promise<string> => {
    const signal = interrupt?.();
    signal?.throwIfAborted();
    // Loaded here: few runs ask a question.
    const { read } = await import('read');
    signal?.throwIfAborted();
    const { input, output, close } = open();
    const ended = watchEnd(input, signal);
    try {
      return await Promise.race([read({ prompt: question, silent, input, output }), ended.failure]);
    } catch (error) {
      throw error instanceof Error && error.message === 'canceled' ? interrupted(error) : error;
    } finally {
      ended.stop();
      close?.();
      // The Enter key after a hidden answer is not echoed.
      if (silent) output.write('\n');
    }
  };
  return {
    get possible() {
      return possible();
    },
    secret: (question) => ask(question, true),
    text: (question) => ask(question, false),
  };
}

const interrupted = (cause: unknown): PvgError => new PvgError('interrupted', 'interrupted', { cause });

/**
 * `read` waits forever if the input ends without a line (Ctrl-D), and node then exits with status 0 in the middle of the
 * command. The only sign is that its readline pauses the input when it closes.
 */
function watchEnd(input: Readable, interrupt?: AbortSignal): { failure: Promise<never>; stop: () => void } {
  let stop = (): void => undefined;
  const failure = new Promise<never>((_, reject) => {
    const onEnd = (): void => {
      // If a line was typed, the race is over by then.
      setImmediate(() => {
        reject(new PvgError('input-unreadable', 'the input ended before an answer'));
      });
    };
    const onAbort = (): void => {
      input.pause();
      reject(interrupt?.reason as Error);
    };
    input.once('end', onEnd);
    input.once('pause', onEnd);
    interrupt?.addEventListener('abort', onAbort);
    stop = () => {
      input.off('end', onEnd);
      input.off('pause', onEnd);
      interrupt?.removeEventListener('abort', onAbort);
    };
  });
  // After an answer nothing waits for this promise.
  failure.catch(() => undefined);
  return { failure, stop: () => stop() };
}
