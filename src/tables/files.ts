import type { Context, OpenFile } from '../context.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import { inputFailure, wrongUsage } from './refusals.js';

/** The file or pipe that a table comes from, and checks against the files that its rows go to. */

/** @throws {PvgError} `input-unreadable`, or the reason of the interruption, also while it is read */
export async function openInput(
  { files, stdin, interrupt }: Pick<Context, 'files' | 'stdin' | 'interrupt'>,
  file: string,
): Promise<OpenFile> {
  if (file === '-')
    return {
      size: undefined,
      chunks: untilInterrupted(stdin.chunks(), interrupt),
      close: () => {
        stdin.close();
        return Promise.resolve();
      },
    };
  const opening = files.open(file);
  const { size, chunks, close } = await orInterrupted(opening, interrupt).catch((error: unknown) => {
    // Interrupted before it was open: it must be closed here.
    void opening.then((opened) => opened.close()).catch(() => undefined);
    throw inputFailure(error);
  });
  return { size, chunks: untilInterrupted(chunks, interrupt), close: () => close() };
}

/** An idle pipe must not keep an interrupted run waiting. */
async function* untilInterrupted(
  chunks: AsyncIterable<Uint8Array>,
  interrupt: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orInterrupted(iterator.next(), interrupt);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: it closes once the pending read ends, which may never happen.
    iterator.return?.().catch(() => undefined);
  }
}

/** One file cannot have two roles: the later write would destroy the earlier one. @throws {PvgError} `usage` */
export async function refuseSame(
  { files }: Pick<Context, 'files'>,
  paths: readonly (readonly [what: string, path: string | undefined])[],
): Promise<void> {
  const seen = new Map<string, string>();
  for (const [what, path] of paths) {
    if (path === undefined) continue;
    const identities = await files.identities(path);
    for (const before of identities.flatMap((each) => seen.get(each) ?? []))
      throw wrongUsage(
        `${what} and ${before} are the same file. Nothing was sent.`,
        'Use a different file for each.',
      );
    for (const each of identities) seen.set(each, what);
  }
}
