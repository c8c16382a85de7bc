import process from 'node:process';
import { FileError, type SharedFiles } from '../context.js';
import { openFiles } from './files.js';

/** The child of shared-files.ts: does one file operation for each message, until its parent is gone. */

export type SharedCall = Exclude<keyof SharedFiles, 'abandon'>;

export interface Order {
  readonly id: number;
  readonly name: SharedCall;
  readonly words: readonly unknown[];
}

export interface Said {
  readonly id: number;
  readonly result?: unknown;
  readonly code?: string;
}

const files = openFiles(process.cwd());

process.on('message', ({ id, name, words }: Order) => {
  const operation = files[name] as (...words: readonly unknown[]) => Promise<unknown>;
  const say = (said: Omit<Said, 'id'>): void => {
    if (process.connected) process.send?.({ id, ...said });
  };
  operation(...words).then(
    (result) => {
      say({ result });
    },
    (error: unknown) => {
      say({ code: error instanceof FileError ? error.code : 'failed' });
    },
  );
});

// A terminal sends its signals to the child too; the parent decides when a line is given up.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
