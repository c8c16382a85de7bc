// Loads a server with raw sockets: one request at a time on each, signed once.
// `node load.mjs <port> <connections> <seconds>`
// Prints {requests, seconds, wrong}; `wrong` counts answers other than 200.
import { createHash, createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

const [port, connections, seconds] = process.argv.slice(2).map(Number);
const { PVG_CLIENT_ID: client, PVG_CLIENT_SECRET: secret } = process.env;
const body = JSON.stringify({
  os_id: 1,
  product_id: 'gems_100',
  package: 'com.example.game',
  receipt: 'demo-recorded',
});
const timestamp = String(Math.floor(Date.now() / 1000));
const hash = createHash('sha256').update(body).digest('hex');
const signature = createHmac('sha256', secret)
  .update(`${client}.${timestamp}.${hash}`)
  .digest('hex');
const request = Buffer.from(
  `POST /iap/gateway/lookup-receipt HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\nContent-Type: application/json\r\n` +
    `X-Client-ID: ${client}\r\nX-Timestamp: ${timestamp}\r\nX-Signature: ${signature}\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`,
);

let requests = 0;
let wrong = 0;
const started = performance.now();
const end = started + seconds * 1000;

// All sockets read into one buffer, without node's streams: the load must cost less than the server.
const buffer = Buffer.allocUnsafe(64 * 1024);

const lane = () =>
  new Promise((done, fail) => {
    let missing = 0;
    const callback = (size) => {
      if (missing === 0) {
        // An answer's head comes in one piece: it is small and is sent first.
        const head = buffer.latin1Slice(0, Math.min(size, 1024));
        const close = head.indexOf('\r\n\r\n');
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? NaN);
        if (close === -1 || Number.isNaN(length))
          return fail(new Error('An answer has no head or no length.'));
        if (!head.startsWith('HTTP/1.1 200')) wrong += 1;
        missing = close + 4 + length;
      }
      missing -= size;
      if (missing > 0) return true;
      requests += 1;
      if (performance.now() < end) socket.write(request);
      else socket.end();
      return true;
    };
    const socket = connect(
      { port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } },
      () => socket.write(request),
    );
    socket.on('error', fail);
    socket.on('close', done);
  });

await Promise.all(Array.from({ length: connections }, lane));
process.stdout.write(
  `${JSON.stringify({ requests, seconds: (performance.now() - started) / 1000, wrong })}\n`,
);
