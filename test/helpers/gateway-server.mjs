// A look-up service on a raw socket, for runs in bulk: it answers at once, or fails in the ways it is told to. What it
// answers depends on the receipt alone, so that every row of an output can be checked: the order id repeats its number.
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers';

const answerOf = (number) =>
  JSON.stringify({
    order_id: `GPA.${String(number)}`,
    game_id: 1042,
    found: true,
    environment: null,
    transactions: [
      {
        platform: 'android',
        environment: null,
        quantity: 1,
        purchase_date_ms: 1789990000000,
        purchase_state: 0,
        region_code: 'VN',
        acknowledgement_state: 1,
        order_id: `GPA.${String(number)}`,
        transaction_id: `GPA.${String(number)}`,
        product_id: 'gems_100',
        gateway: {
          found: true,
          tx_mgmt_id: 88121,
          current_state: 'gateway_verified',
          last_error_code: null,
          last_error_message: null,
          recorded_for_this_game: true,
        },
      },
    ],
  });

const http = (status, body, more = '') =>
  `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\n${more}Content-Length: ${String(Buffer.byteLength(body))}\r\nConnection: keep-alive\r\n\r\n${body}`;

const good = (socket, number) => socket.write(http(200, answerOf(number)));

/** Each with the number of the receipt that was asked for. */
export const faults = {
  429: (socket) => socket.write(http(429, '{"success":false,"error":"SLOW_DOWN","message":"x"}')),
  502: (socket) =>
    socket.write(http(502, '{"success":false,"error":"VERIFIER_ERROR","message":"x"}')),
  503: (socket) => socket.write(http(503, 'busy', 'Retry-After: 0\r\n')),
  reset: (socket) => socket.resetAndDestroy(),
  close: (socket) => socket.end(),
  'answer and close': (socket, number) => {
    good(socket, number);
    socket.end();
  },
  hang: () => undefined,
  cut: (socket, number) => {
    const whole = http(200, answerOf(number));
    socket.end(whole.slice(0, whole.length - 40));
  },
  html: (socket) => socket.write(http(200, '<!doctype html><title>Portal</title>')),
};

/**
 * @param {{ delayMs?: number, share?: number, kinds?: (keyof typeof faults)[], onRequest?: (number: number) => void }} options
 * @returns {Promise<{ port: number, requests: () => number, close: () => void }>}
 */
export function startGateway({ delayMs = 0, share = 0, kinds = [], onRequest } = {}) {
  let requests = 0;
  const sockets = new Set();
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (;;) {
        const head = rest.indexOf('\r\n\r\n');
        if (head === -1) return;
        const length = Number(
          /\r\ncontent-length: *(\d+)/i.exec(rest.slice(0, head + 2))?.[1] ?? 0,
        );
        const end = head + 4 + length;
        if (rest.length < end) return;
        const number = Number(/-(\d+)"/.exec(rest.slice(head, end))?.[1] ?? -1);
        rest = rest.slice(end);
        requests += 1;
        onRequest?.(number);
        const fault = Math.random() < share ? faults[kinds[requests % kinds.length]] : good;
        if (delayMs > 0) setTimeout(() => fault(socket, number), delayMs);
        else fault(socket, number);
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: server.address().port,
        requests: () => requests,
        close: () => {
          server.close();
          for (const socket of sockets) socket.destroy();
        },
      }),
    );
  });
}

/** As long as real ones, and of the same form; the row's number follows. */
export const receiptBefore = `abcdefghijklmnopqrstuvwx.AO-J1O${'aBcDeFgHiJ'.repeat(11)}-`;

export function* csvRows(count) {
  yield 'receipt,product_id,package,player_id\n';
  for (let number = 1; number <= count; number += 1)
    yield `${receiptBefore}${String(number)},gems_100,com.example.game,player-${String(number)}\n`;
}

export const gatewayEnv = (port) => ({
  PVG_ENVIRONMENT: 'dev',
  PVG_GATEWAY_URL: `http://127.0.0.1:${String(port)}`,
  PVG_CLIENT_ID: 'bulk-client',
  PVG_CLIENT_SECRET: 'bulk-client-secret',
});

// On its own, as a process of its own: prints its port.
if (process.argv[1] === import.meta.filename) {
  const gateway = await startGateway({ delayMs: Number(process.argv[2] ?? 0) });
  process.stdout.write(`${String(gateway.port)}\n`);
}
