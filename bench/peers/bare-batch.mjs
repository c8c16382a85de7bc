// The least that a batch needs: a bare undici loop that only signs and sends.
// `node bench/peers/bare-batch.mjs <port> <rows> <connections>`
import { createHash, createHmac } from 'node:crypto';
import { Pool } from 'undici';
import { receiptBefore } from '../../test/helpers/gateway-server.mjs';

const [port, rows, connections] = process.argv.slice(2).map(Number);
const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
let next = 0;

async function lane() {
  for (;;) {
    next += 1;
    if (next > rows) return;
    const body = JSON.stringify({
      os_id: 1,
      product_id: 'gems_100',
      package: 'com.example.game',
      receipt: `${receiptBefore}${next}`,
    });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const signature = createHmac('sha256', 'bulk-client-secret')
      .update(`bulk-client.${timestamp}.${bodyHash}`)
      .digest('hex');
    const answer = await pool.request({
      path: '/iap/gateway/lookup-receipt',
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Client-ID': 'bulk-client',
        'X-Timestamp': timestamp,
        'X-Signature': signature,
      },
      body,
    });
    await answer.body.dump();
  }
}

await Promise.all(Array.from({ length: connections }, lane));
void pool.destroy();
