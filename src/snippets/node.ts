import type { Signer } from './signer.js';

export const node: Signer = {
  gateway: String.raw`// Node.js 20 or later: node lookup.mjs <product_id> <package> <receipt>
import { createHash, createHmac } from 'node:crypto';

function required(name) {
  if (!process.env[name]) throw new Error(name + ' is not set');
  return process.env[name];
}

const url = required('PVG_GATEWAY_URL').replace(/\/$/, '') + '/iap/gateway/lookup-receipt';
const clientId = required('PVG_CLIENT_ID');
const clientSecret = required('PVG_CLIENT_SECRET');
const [product_id, packageName, receipt] = process.argv.slice(2);

// Sign and send these same bytes; never serialise again.
const body = Buffer.from(JSON.stringify({ os_id: 1, product_id, package: packageName, receipt }));

// Seconds, taken once: the header and the message carry the same text.
const timestamp = Math.floor(Date.now() / 1000).toString();
const bodyHash = createHash('sha256').update(body).digest('hex');
const message = [clientId, timestamp, bodyHash].join('.');
const signature = createHmac('sha256', clientSecret).update(message).digest('hex');

const response = await fetch(url, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Client-ID': clientId,
    'X-Timestamp': timestamp,
    'X-Signature': signature,
  },
  body,
  signal: AbortSignal.timeout(10_000),
});
console.log(response.status, await response.text());
`,
  session: String.raw`// Node.js 20 or later: node session.mjs <gameId> <username>
import { createHmac } from 'node:crypto';

function required(name) {
  if (!process.env[name]) throw new Error(name + ' is not set');
  return process.env[name];
}

const url = required('PVG_SESSION_URL').replace(/\/$/, '') + '/xmdt/session';
const secretKey = required('PVG_SECRET_KEY');
const [gameId, username] = process.argv.slice(2);

// Sign and send these same bytes; never serialise again.
const body = Buffer.from(JSON.stringify({ gameId, username }));
const signature = createHmac('sha256', secretKey).update(body).digest('hex');

const response = await fetch(url, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Signature': signature },
  body,
  signal: AbortSignal.timeout(10_000),
});
console.log(response.status, await response.text());
`,
};
