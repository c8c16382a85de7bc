import { Writable, type Readable } from 'node:stream';
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
  readonly interrupt: () => AbortSignal;
}

/** Questions on the terminal: asked on stderr, so that stdout stays data. */
export function openPrompt({ possible, open, interrupt }: PromptOptions): Prompt {
  const ask = async (question: string, isSecret: boolean): Promise<string> => {
    const signal = interrupt();
    // Loaded here: few runs ask a question.
    const { createInterface } = await import('node:readline');
    signal.throwIfAborted();
    const { input, output, close } = open();
    const shown = `${question.trim()} `;
    const nowhere = new Writable({ write: (_data, _encoding, done) => done() });
    const show = isSecret ? nowhere : output;
    const lines = createInterface({ input, output: show, terminal: true, historySize: 0, signal });
    if (isSecret) output.write(shown);
    try {
      return await new Promise((resolve, reject) => {
        lines.once('SIGINT', () => reject(new PvgError('interrupted', 'Interrupted.')));
        lines.once('close', () => {
          const ended = new PvgError('input-unreadable', 'The input ended before an answer.');
          reject(signal.aborted ? (signal.reason as Error) : ended);
        });
        lines.question(shown, resolve);
      });
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
    secret: (question) => ask(question, true),
    text: (question) => ask(question, false),
  };
}
