import { EventEmitter, once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { paths } from '../../src/contract/interfaces.js';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** What one fault does with a socket on which a whole request has arrived. */
export type Fault = (socket: Socket, asked: Asked) => void;

export interface Asked {
  /** The origin that redirects name. */
  readonly elsewhere: string;
  /** Which of the three the path ends in; `other` for a test of the wire alone. */
  readonly operation: 'verify' | 'lookup' | 'session' | 'other';
  /** How many requests came to the same path before this one. */
  readonly before: number;
  /** How long an answer is given to be read before a reset: the second part of the path, if it is a number. */
  readonly resetAfterMs: number;
}

const answerText = '{"success":true}';

const head = (...lines: readonly string[]): string =>
  ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');

const whole = (body: Uint8Array | string, ...headers: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.from(head(`Content-Length: ${String(Buffer.byteLength(body))}`, ...headers)),
    Buffer.from(body),
  ]);

/** Answers with these bytes and closes. */
export const says =
  (bytes: Uint8Array | string): Fault =>
  (socket) =>
    socket.end(bytes);

/** Answers with these bytes and keeps the connection open, saying nothing more. */
const saysAndWaits =
  (bytes: Uint8Array | string): Fault =>
  (socket) =>
    socket.write(bytes);

/** Answers with these bytes, gives them time to be read (a reset drops what was not), and resets. */
const saysAndResets =
  (bytes: Uint8Array | string): Fault =>
  (socket, { resetAfterMs }) => {
    socket.write(bytes);
    setTimeout(() => socket.resetAndDestroy(), resetAfterMs);
  };

/** Writes `bytes` again and again: every `everyMs`, or as fast as they are taken. */
const saysForEver =
  (first: string, bytes: Uint8Array | string, everyMs = 0): Fault =>
  (socket) => {
    socket.write(first);
    const again = (): void => {
      if (socket.destroyed) return;
      if (socket.write(bytes)) setTimeout(again, everyMs);
      else socket.once('drain', again);
    };
    again();
  };

const redirect =
  (status: number): Fault =>
  (socket, { elsewhere }) =>
    socket.end(
      `HTTP/1.1 ${String(status)} Moved\r\nLocation: ${elsewhere}/taken\r\nContent-Length: 0\r\n\r\n`,
    );

/** 200 MB of zeros in 200 KB. */
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));

/** A kind of failure (with the status that had arrived), or a status with the body that follows. */
export type Ending = string;
const fine = `200 ${answerText}`;
const chunked = head('Transfer-Encoding: chunked');

/** Each with how a call of it ends; text and bytes are the whole answer. */
export const faults: Readonly<Record<string, readonly [Fault | string | Uint8Array, Ending]>> = {
  well: [whole(answerText, 'Content-Type: application/json'), fine],
  'well-chunked': [chunked + `10\r\n${answerText}\r\n0\r\n\r\n`, fine],
  'well-without-length': [head() + answerText, fine],
  'well-kept-open': [saysAndWaits(whole(answerText)), fine],
  'byte-by-byte': [
    (socket) => {
      const bytes = whole(answerText);
      const next = (at: number): void => {
        if (socket.destroyed || at === bytes.length) return;
        socket.write(bytes.subarray(at, at + 1), () => setImmediate(next, at + 1));
      };
      next(0);
    },
    fine,
  ],
  'early-hints': [
    'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n' + whole(answerText).toString(),
    fine,
  ],
  'hang-before-headers': [() => undefined, 'lost'],
  'hang-in-headers': [saysAndWaits('HTTP/1.1 200 OK\r\nContent-Ty'), 'lost'],
  'hang-in-body': [saysAndWaits(head('Content-Length: 100') + '{"success"'), 'lost after 200'],
  'hang-in-chunk': [saysAndWaits(chunked + '10\r\n{"succ'), 'lost after 200'],
  'drip-headers': [saysForEver('HTTP/1.1 200 OK\r\nX-Drip: ', 'x', 100), 'lost'],
  'drip-body': [saysForEver(head('Content-Length: 100000'), ' ', 100), 'lost after 200'],
  'close-before-headers': [(socket) => socket.end(), 'lost'],
  'close-in-headers': ['HTTP/1.1 200 OK\r\nContent-Ty', 'lost'],
  'cut-by-length': [head('Content-Length: 100') + '{"success":tr', 'cut after 200'],
  'cut-in-chunk': [chunked + '10\r\n{"succ', 'cut after 200'],
  'cut-before-last-chunk': [chunked + `10\r\n${answerText}\r\n`, 'cut after 200'],
  'cut-gzip': [
    whole(gzipSync(answerText.repeat(99)).subarray(0, 30), 'Content-Encoding: gzip'),
    'cut after 200',
  ],
  'reset-before-headers': [(socket) => socket.resetAndDestroy(), 'lost'],
  'reset-in-headers': [saysAndResets('HTTP/1.1 200 OK\r\nContent-Ty'), 'lost'],
  'reset-in-body': [saysAndResets(head('Content-Length: 100') + '{"success"'), 'cut after 200'],
  'reset-in-body-without-length': [saysAndResets(head() + '{"success":true,'), 'cut after 200'],
  'failing-cut': ['HTTP/1.1 503 Unavailable\r\nContent-Length: 100\r\n\r\n{"err', 'cut after 503'],
  'bad-chunk': [chunked + 'zz\r\nhello\r\n', 'garbled after 200'],
  garbage: [Buffer.from([0, 255, 1, 254, 10, 13, 10, 7, 27, 91, 65]), 'garbled'],
  'http-0.9': ['<html>hello</html>\n', 'garbled'],
  'tls-alert': [Buffer.from([0x15, 3, 1, 0, 2, 2, 70]), 'garbled'],
  ssh: [saysAndWaits('SSH-2.0-OpenSSH_9.6\r\n'), 'garbled'],
  'bad-status-line': ['HTTP/1.1 abc OK\r\n\r\n', 'garbled'],
  'bad-version': ['HTTP/7.7 200 OK\r\nContent-Length: 0\r\n\r\n', 'garbled'],
  'bad-header-line': ['HTTP/1.1 200 OK\r\nno colon here\r\n\r\n', 'garbled'],
  'nul-in-header': ['HTTP/1.1 200 OK\r\nX-Odd: a\0b\r\nContent-Length: 0\r\n\r\n', 'garbled'],
  'two-lengths': [head('Content-Length: 5', 'Content-Length: 16') + answerText, 'garbled'],
  'length-and-chunked': [
    head('Content-Length: 5', 'Transfer-Encoding: chunked') + '0\r\n\r\n',
    'garbled',
  ],
  'negative-length': [head('Content-Length: -1') + answerText, 'garbled'],
  'huge-headers': [head(`X-Long: ${'x'.repeat(70_000)}`) + answerText, 'garbled'],
  'status-099': ['HTTP/1.1 099 Less\r\nContent-Length: 0\r\n\r\n', 'garbled'],
  'status-999': ['HTTP/1.1 999 More\r\nContent-Length: 2\r\n\r\n{}', '999 {}'],
  'status-1000': ['HTTP/1.1 1000 Much\r\nContent-Length: 0\r\n\r\n', 'garbled'],
  'continue-unasked': ['HTTP/1.1 100 Continue\r\n\r\n' + whole(answerText).toString(), 'garbled'],
  'switching-protocols': [
    saysAndWaits('HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    'garbled',
  ],
  'informational-flood': [saysForEver('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)), 'lost'],
  'no-content': ['HTTP/1.1 204 No Content\r\n\r\n', '204 '],
  'no-content-with-body': [
    'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello',
    'cut after 204',
  ],
  // HTTP allows a length here; undici does not, and no POST is answered so.
  'not-modified': ['HTTP/1.1 304 Not Modified\r\nContent-Length: 16\r\n\r\n', 'cut after 304'],
  empty: [whole(''), '200 '],
  'more-than-length': [head('Content-Length: 16') + answerText + answerText, fine],
  gzip: [whole(gzipSync(answerText), 'CONTENT-ENCODING:  GZip '), fine],
  deflate: [whole(deflateSync(answerText), 'Content-Encoding: deflate'), 'garbled after 200'],
  brotli: [whole(brotliCompressSync(answerText), 'Content-Encoding: br'), 'garbled after 200'],
  identity: [whole(answerText, 'Content-Encoding: identity'), fine],
  'gzip-of-nothing': [whole('', 'Content-Encoding: gzip'), '200 '],
  'not-gzip': [whole(answerText, 'Content-Encoding: gzip'), 'garbled after 200'],
  'unknown-encoding': [whole(answerText, 'Content-Encoding: rot13'), 'garbled after 200'],
  'encoding-chain': [
    whole(gzipSync(gzipSync(answerText)), 'Content-Encoding: gzip, gzip'),
    'garbled after 200',
  ],
  'gzip-bomb': [whole(bomb, 'Content-Encoding: gzip'), 'oversized after 200'],
  'endless-body': [saysForEver(head(), Buffer.alloc(65_536, 32)), 'oversized after 200'],
  'endless-chunks': [
    saysForEver(chunked, `ffff\r\n${' '.repeat(65_535)}\r\n`),
    'oversized after 200',
  ],
  'exactly-4-mb': [whole(Buffer.alloc(4 * 1024 * 1024, 32)), `200 ${' '.repeat(4 * 1024 * 1024)}`],
  'one-byte-more': [whole(Buffer.alloc(4 * 1024 * 1024 + 1, 32)), 'oversized after 200'],
  'redirect-302': [redirect(302), '302 '],
  'redirect-307': [redirect(307), '307 '],
};

/** What ends at pvg's own deadline, and what a reset cuts: the machine's speed decides how much time they need. */
export const needsTime = (name: string): boolean =>
  /^(hang|drip|reset|informational-flood)/.test(name);

export interface HostileServer {
  readonly origin: string;
  /** Requests that arrived whole, as raw text. */
  readonly received: string[];
  /** Settles when the first of them has. */
  readonly asked: Promise<unknown>;
  /** More faults by name, besides the catalogue. */
  readonly more: Map<string, Fault>;
  /** How many requests reached the other origin that redirects name. */
  elsewhereCount(): number;
  close(): Promise<void>;
}

/** An HTTP server on 127.0.0.1 that misbehaves as the first part of the path says. */
export async function hostileServer(
  catalogue: Readonly<Record<string, readonly [Fault | string | Uint8Array, unknown]>> = faults,
): Promise<HostileServer> {
  let taken = 0;
  const elsewhere = createHttpServer((_, response) => {
    taken += 1;
    response.end();
  });
  const elsewhereOrigin = await listen(elsewhere);
  const received: string[] = [];
  const events = new EventEmitter();
  const sockets = new Set<Socket>();
  const more = new Map<string, Fault>();
  const counts = new Map<string, number>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    onRequest(socket, (request) => {
      received.push(request);
      events.emit('asked');
      const [, path = '', name = '', ms = '60'] =
        /^\S+ (\/([^/\s]*)(?:\/(\d+))?\S*) /.exec(request) ?? [];
      const before = counts.get(path) ?? 0;
      counts.set(path, before + 1);
      const fault = more.get(name) ?? catalogue[name]?.[0] ?? '';
      (typeof fault === 'function' ? fault : says(fault))(socket, {
        elsewhere: elsewhereOrigin,
        operation: operationOf(path),
        before,
        resetAfterMs: Number(ms),
      });
    });
  });
  return {
    origin: await listen(server),
    received,
    asked: once(events, 'asked'),
    more,
    elsewhereCount: () => taken,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([shut(server), shut(elsewhere)]);
    },
  };
}

const operationOf = (path: string): Asked['operation'] =>
  (['verify', 'lookup', 'session'] as const).find((name) => path.endsWith(paths[name])) ?? 'other';

/** Calls back with each whole request (headers and a body of the length they tell), as latin1 text. */
function onRequest(socket: Socket, callback: (request: string) => void): void {
  let pending = '';
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (;;) {
      const headEnd = pending.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const length = Number(
        /\r\ncontent-length: *(\d+)/i.exec(pending.slice(0, headEnd))?.[1] ?? 0,
      );
      const end = headEnd + 4 + length;
      if (pending.length < end) return;
      callback(pending.slice(0, end));
      pending = pending.slice(end);
    }
  });
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

export const shut = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });
