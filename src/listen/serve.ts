import { once } from 'node:events';
import type { Context } from '../context.js';
import { serveSends } from '../emulator/server.js';
import { PvgError } from '../failure.js';

type Served = Parameters<typeof serveSends>[1];

/** Serves until one of the signals is aborted, then closes. `started` says where. @throws {PvgError} `usage` for its port */
export async function serveUntil(
  { serve, stderr }: Pick<Context, 'serve' | 'stderr'>,
  options: Omit<Served, 'onFailure'>,
  ends: readonly AbortSignal[],
  started: (port: number) => Promise<void>,
): Promise<void> {
  const server = await serveSends(serve, {
    ...options,
    onFailure: (error) => {
      const says =
        error instanceof PvgError ? error.message : 'A request could not be answered: a fault of pvg itself.';
      void stderr.write(`${says}\n`);
    },
  });
  try {
    await started(server.port);
    if (!ends.some(({ aborted }) => aborted)) await Promise.race(ends.map((signal) => once(signal, 'abort')));
  } finally {
    await server.close();
  }
}
