import type { Readable, Writable } from 'node:stream';
import type { Prompt } from '../context.js';
import { PvgError } from '../failure.js';

interface PromptOptions {
  /** stdin and stderr are both terminals. */
  readonly possible: () => boolean;
  /** Opened when a question is asked and not before. */
  readonly open: () => { readonly input: Readable; readonly output: Writable };
  /** Asked for when a question is. */
  readonly interrupt?: () => AbortSignal;
}

/** Questions on the terminal: asked on stderr, so that stdout stays data. */
export function openPrompt({ possible, open, interrupt }: PromptOptions): Prompt {
  const ask = async (question: string, silent: boolean): Promise<string> => {
    const signal = interrupt?.();
    signal?.throwIfAborted();
    // Loaded here: hardly any run asks anything.
    const { read } = await import('read');
    signal?.throwIfAborted();
    const { input, output } = open();
    const ended = watchEnd(input, signal);
    try {
      return await Promise.race([read({ prompt: question, silent, input, output }), ended.failure]);
    } catch (error) {
      throw error instanceof Error && error.message === 'canceled' ? interrupted(error) : error;
    } finally {
      ended.stop();
      // The key that ends a silent answer is not echoed either.
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
 * `read` waits for ever when the input ends without a line (Ctrl-D), and node then exits with status 0 in the middle
 * of the command. Its readline pauses the input when it closes: that is the only trace.
 */
function watchEnd(input: Readable, interrupt?: AbortSignal): { failure: Promise<never>; stop: () => void } {
  let stop = (): void => undefined;
  const failure = new Promise<never>((_, reject) => {
    const onEnd = (): void => {
      // A line that was answered has settled the race by then.
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
  // After an answer nobody waits for it any more.
  failure.catch(() => undefined);
  return { failure, stop: () => stop() };
}
