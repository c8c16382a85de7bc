import type { Context } from '../context.js';
import { isAccessible } from './accessible.js';
import { note } from './present.js';

/** What of the global options keeps the line away: quiet, or other lines on stderr at the same time. */
interface WaitingOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

const shownAfterMs = 300;
const frameMs = 100;
// ASCII: the old Windows console has no other.
const frames = ['|', '/', '-', '\\'];
const clearLine = '\r\u001b[2K';

/**
 * Runs `work` behind a moving line on the terminal that says what is waited for and how long. Nothing moves where
 * either output is no terminal, or with ACCESSIBLE: there what `work` says is a line of stderr.
 */
export async function whileWaiting<Result>(
  context: Context,
  options: WaitingOptions,
  text: string,
  work: (say: (text: string) => void) => Promise<Result>,
): Promise<Result> {
  if (!isWatched(context, options)) {
    return work((says) => {
      void note(context, options, says).catch(() => undefined);
    });
  }
  const { stderr, clock } = context;
  const started = clock.elapsed();
  let [says, frame] = [text, 0];
  const write = (line: string): Promise<void> =>
    // Whoever waits is not told by a failure that the line could not be drawn: the result will be.
    stderr.write(`${clearLine}${line}`).catch(() => undefined);
  const stop = context.clock.every(frameMs, () => {
    const elapsedMs = clock.elapsed() - started;
    if (elapsedMs < shownAfterMs) return;
    const seconds = String(Math.floor(elapsedMs / 1_000));
    const line = `${frames[frame % frames.length] ?? ''} ${says} ${seconds} s`;
    frame += 1;
    void write(line.slice(0, Math.max(0, stderr.columns - 1)));
  });
  try {
    return await work((next) => {
      says = next;
    });
  } finally {
    stop();
    if (frame > 0) await write('');
  }
}

function isWatched({ stdout, stderr, env }: Context, { quiet, verbose }: WaitingOptions): boolean {
  return (
    stdout.isTerminal &&
    stderr.isTerminal &&
    !quiet &&
    !verbose &&
    !isAccessible(env) &&
    env['TERM'] !== 'dumb'
  );
}
