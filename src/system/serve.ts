import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Serve } from '../context.js';
import { PvgError } from '../failure.js';
import { codeOf } from './system.js';

/** node:http, on 127.0.0.1 unless another address is asked for. */

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // How often Node looks for late requests; with its default of 30 s a header could take 40 s.
  connectionsCheckingInterval: 1_000,
};
/** How long an answer under way may still take when the server closes. */
const graceMs = 500;

export const openServer: Serve = async ({ port: wanted, host, maxConnections }, handler) => {
  const server = createServer(limits, handler);
  server.maxConnections = maxConnections;
  const port = await listen(server, wanted, host);
  return { port, close: () => close(server) };
};

/** @throws {PvgError} `usage` if the port cannot be opened: the user can choose another. */
async function listen(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
  // The host must be given: `listen(port)` alone would open the port to the network.
  server.listen({ port, host });
  await once(server, 'listening').catch((cause: unknown) => {
    const code = codeOf(cause);
    const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be opened on ${host} (${code})`;
    const hint = 'Choose another port, or let the system pick one with `--port 0`.';
    throw new PvgError('usage', `Port ${String(port)} ${why}.`, { hint, cause });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function close(server: Server): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(late);
}
