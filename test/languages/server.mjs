/**
 * A judge for the signers: answers {"ok":true} to a request whose signature is right over the raw bytes, and
 * 401 with the reason to any other. It shares no code with pvg, or both could be wrong alike.
 * Prints its port, then a line for each request.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';

const { PVG_CLIENT_ID, PVG_CLIENT_SECRET, PVG_SECRET_KEY, EXPECTED_LOOKUP, EXPECTED_SESSION } =
  process.env;
const hmac = (key, data) => createHmac('sha256', key).update(data).digest('hex');

const doors = {
  '/base/iap/gateway/lookup-receipt': {
    expected: JSON.parse(EXPECTED_LOOKUP),
    names: ['x-client-id', 'x-signature', 'x-timestamp'],
    signature: (headers, body) => {
      const bodyHash = createHash('sha256').update(body).digest('hex');
      return hmac(PVG_CLIENT_SECRET, `${PVG_CLIENT_ID}.${headers['x-timestamp']}.${bodyHash}`);
    },
  },
  '/base/xmdt/session': {
    expected: JSON.parse(EXPECTED_SESSION),
    names: ['x-signature'],
    signature: (_, body) => hmac(PVG_SECRET_KEY, body),
  },
};

const sorted = (object) => JSON.stringify(Object.entries(object).sort());

function objection({ method, url, headers }, body) {
  const door = doors[url];
  if (door === undefined || method !== 'POST') return `no such door: ${method} ${url}`;
  if (headers['content-type'] !== 'application/json')
    return `Content-Type is ${headers['content-type']}`;
  const names = Object.keys(headers).filter((name) => name.startsWith('x-'));
  if (String(names.sort()) !== String(door.names)) return `headers are ${names}`;
  if (door.names.includes('x-timestamp')) {
    if (headers['x-client-id'] !== PVG_CLIENT_ID) return 'X-Client-ID is another';
    if (!/^\d{10}$/.test(headers['x-timestamp'])) return 'X-Timestamp is not in seconds';
    if (Math.abs(Date.now() / 1000 - headers['x-timestamp']) > 300)
      return 'X-Timestamp is out of the window';
  }
  if (headers['x-signature'] !== door.signature(headers, body))
    return 'X-Signature is not over these bytes';
  const fields = JSON.parse(body.toString('utf8'));
  return sorted(fields) === sorted(door.expected)
    ? undefined
    : `the fields arrived as ${sorted(fields)}`;
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const because = objection(request, Buffer.concat(chunks));
    console.log(because ?? 'ok');
    response.writeHead(because === undefined ? 200 : 401, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(because === undefined ? { ok: true } : { ok: false, because }));
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
