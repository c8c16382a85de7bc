import { camelCase } from './names.js';
import type { Language } from './language.js';

export const node: Language = {
  alsoCalled: ['js', 'javascript', 'ts', 'typescript', 'nodejs', 'node.js', 'deno', 'bun'],
  userAgent: /^(?:node$|node-fetch|undici|axios\/|got )/,
  comment: '//',
  pieces: {
    names: camelCase,
    payload: `const body = Buffer.from(JSON.stringify(payload));`,
    text: `const body = Buffer.from(text, 'utf8');`,
    file: `const body = readFileSync('body.json'); // a Buffer: no encoding, no trim`,
    nothing: `const body = Buffer.alloc(0);`,
    send: `await fetch(url, { method: 'POST', headers, body });`,
    bodyHash: `const bodyHash = createHash('sha256').update(body).digest('hex');`,
    bodyHex: `const bodyHex = body.toString('hex');`,
    message: `const message = [clientId, timestamp, bodyHash].join('.');`,
    signed: { gateway: 'message', session: 'body' },
    hmac: (data) => `const signature = createHmac('sha256', secret).update(${data}).digest('hex');`,
    readSecret: (variable) => `const secret = (process.env.${variable} ?? '').trim();
if (secret === '' || /^["']/.test(secret)) {
  throw new Error('${variable} is empty or in quotes');
}`,
    fingerprint: `const fingerprint = createHash('sha256').update(secret).digest('hex').slice(0, 12);
console.error(secret.length, fingerprint); // never the secret itself`,
    print: (label, value) => `console.error('${label}:', ${value});`,
    order: `// createHmac(algorithm, key).update(data)`,
    timestamp: `const timestamp = Math.floor(Date.now() / 1000).toString();`,
    clientId: `const clientId = process.env.CLIENT_ID.trim();`,
    header: (name, value) => `headers['${name}'] = ${value};`,
    contentType: `const headers = { 'Content-Type': 'application/json' };`,
  },
  program: String.raw`G|// Node.js 20 or later: node lookup.mjs <product_id> <package> <receipt>
G|import { createHash, createHmac } from 'node:crypto';
S|// Node.js 20 or later: node session.mjs <gameId> <username>
S|import { createHmac } from 'node:crypto';

function required(name) {
  if (!process.env[name]) throw new Error(name + ' is not set');
  return process.env[name];
}

G|const url = required('PVG_GATEWAY_URL').replace(/\/$/, '') + '/iap/gateway/lookup-receipt';
G|const clientId = required('PVG_CLIENT_ID');
G|const clientSecret = required('PVG_CLIENT_SECRET');
G|const [product_id, packageName, receipt] = process.argv.slice(2);
S|const url = required('PVG_SESSION_URL').replace(/\/$/, '') + '/xmdt/session';
S|const secretKey = required('PVG_SECRET_KEY');
S|const [gameId, username] = process.argv.slice(2);

// Sign and send these same bytes; never serialise again.
G|const body = Buffer.from(JSON.stringify({ os_id: 1, product_id, package: packageName, receipt }));
G|
G|// Take the time once, in seconds: the header and the message need the same text.
G|const timestamp = Math.floor(Date.now() / 1000).toString();
G|const bodyHash = createHash('sha256').update(body).digest('hex');
G|const message = [clientId, timestamp, bodyHash].join('.');
G|const signature = createHmac('sha256', clientSecret).update(message).digest('hex');
S|const body = Buffer.from(JSON.stringify({ gameId, username }));
S|const signature = createHmac('sha256', secretKey).update(body).digest('hex');

const response = await fetch(url, {
  method: 'POST',
G|  headers: {
G|    'Content-Type': 'application/json',
G|    'X-Client-ID': clientId,
G|    'X-Timestamp': timestamp,
G|    'X-Signature': signature,
G|  },
S|  headers: { 'Content-Type': 'application/json', 'X-Signature': signature },
  body,
  signal: AbortSignal.timeout(10_000),
});
console.log(response.status, await response.text());
`,
};
