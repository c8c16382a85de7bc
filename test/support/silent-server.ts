import { EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listen, shut } from './hostile-server.js';

/** A server that takes what it is sent and never answers: whoever asked it waits. */
interface SilentServer {
  readonly origin: string;
  /** Settles when the first bytes of a request have come. */
  readonly asked: Promise<unknown>;
  close(): Promise<void>;
}

export async function silentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const events = new EventEmitter();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('data', () => events.emit('asked'));
  });
  return {
    asked: once(events, 'asked'),
    origin: await listen(server),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return shut(server);
    },
  };
}
