import { Writable, type Readable } from 'node:stream';
import type { Prompt } from '../context.js';
import { PvgError } from '../failure.js';

/** What a question needs; all three functions are called only when one is asked. */
interface PromptOptions {
  readonly possible: () => boolean;
  /** `close`: called after the answer. */
  readonly open: () => {
    readonly input: Readable;
    readonly output: Writable;
    readonly close?: () => void;
  };
  readonly interrupt: () => AbortSignal;
}

/** Questions on the terminal: asked on stderr, so that stdout stays data. */
export function openPrompt({ possible, open, interrupt }: PromptOptions): Prompt {
  const ask = async (question: string, isSecret = false): Promise<string> => {
    const signal = interrupt();
    // Loaded here: few runs ask a question.
    const { createInterface } = await import('node:readline');
    signal.throwIfAborted();
    const { input, output, close } = open();
    const shown = `${question.trim()} `;
    const show = isSecret ? new Writable({ write: (_data, _encoding, done) => done() }) : output;
    const lines = createInterface({ input, output: show, terminal: true, historySize: 0, signal });
    if (isSecret) output.write(shown);
    try {
      const answer = await new Promise<string>((resolve, reject) => {
        lines.once('SIGINT', () => reject(new PvgError('interrupted', 'Interrupted.')));
        lines.once('close', () => {
          const ended = new PvgError('input-unreadable', 'The input ended before an answer.');
          reject(signal.aborted ? (signal.reason as Error) : ended);
        });
        lines.question(shown, resolve);
      });
      return isSecret ? answer : answer.trim();
    } finally {
      lines.close();
      close?.();
      // The Enter key after a secret was not shown.
      if (isSecret) output.write('\n');
    }
  };
  return {
    get possible() {
      return possible();
    },
    ask,
  };
}
