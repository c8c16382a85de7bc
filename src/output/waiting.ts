import type { Context } from '../context.js';
import { isAccessible } from './terminal.js';
import { printNote } from './print-result.js';

/** The global options that hide the waiting line. */
type ProgressOptions = Readonly<Record<'quiet' | 'verbose', boolean>>;

interface Waiting {
  readonly globals: ProgressOptions;
  /** What pvg waits for. */
  readonly text: string | (() => string);
}

// The time of one frame. A shorter wait draws nothing.
const frameMs = 300;
// ASCII: the old Windows console has nothing else.
const frames = ['|', '/', '-', '\\'];
const clearLine = '\r\u001b[2K';

/**
 * Runs `work` and shows on the terminal what pvg waits for and how long. Nothing moves if either output is not a terminal, with
 * --quiet or --verbose, with ACCESSIBLE, or on a dumb terminal. Then each text of `work` is a note on stderr (none with
 * --quiet), and `text` is not shown.
 */
export async function showWaiting<Result>(
  context: Context,
  { globals, text }: Waiting,
  work: (say: (text: string) => void) => Promise<Result>,
): Promise<Result> {
  if (!isWatched(context, globals)) {
    return work((says) => {
      void printNote(context, globals, says).catch(() => undefined);
    });
  }
  const { stderr, clock } = context;
  const started = clock.elapsed();
  let readText = typeof text === 'string' ? () => text : text;
  let frame = 0;
  const write = (line: string): Promise<void> =>
    // A line that could not be drawn is not worth an error: the result comes.
    stderr.write(`${clearLine}${line}`).catch(() => undefined);
  const stop = clock.every(frameMs, () => {
    const seconds = Math.floor((clock.elapsed() - started) / 1_000);
    const line = `${frames[frame % frames.length] ?? ''} ${readText()} ${seconds} s`;
    frame += 1;
    void write(line.slice(0, Math.max(0, stderr.columns - 1)));
  });
  try {
    return await work((next) => {
      readText = () => next;
    });
  } finally {
    stop();
    if (frame > 0) await write('');
  }
}

function isWatched(context: Context, { quiet, verbose }: ProgressOptions): boolean {
  const { stdout, stderr, env } = context;
  const isPlain = isAccessible(env) || env['TERM'] === 'dumb';
  return stdout.isTerminal && stderr.isTerminal && !quiet && !verbose && !isPlain;
}
