// The bare server: node:http that reads the body and sends a fixed answer for each path. Prints its port.
import { createServer } from 'node:http';

const purchase = {
  platform: 'android',
  environment: null,
  quantity: 1,
  purchase_date_ms: 1789990000000,
  purchase_state: 0,
  region_code: 'VN',
  acknowledgement_state: 1,
  order_id: 'GPA.1234-5678-9012-34567',
};
const ids = { transaction_id: purchase.order_id, product_id: 'gems_100' };
const answers = {
  '/iap/gateway/lookup-receipt': {
    order_id: purchase.order_id,
    game_id: 1042,
    found: true,
    environment: null,
    transactions: [
      {
        ...purchase,
        ...ids,
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
  },
  '/iap/gateway/verify': { success: true, ...ids, receipt_info: purchase },
  '/xmdt/session': {
    sessionToken: 'fixed-token-of-the-bench',
    expiresAt: '2036-01-01T00:00:00Z',
    xmdtRequired: false,
    xmdtCompleted: true,
  },
};
const bodies = Object.fromEntries(
  Object.entries(answers).map(([path, answer]) => [path, JSON.stringify(answer)]),
);

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).length > 0 ? (bodies[request.url] ?? '{}') : '{}';
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${String(server.address().port)}\n`));
