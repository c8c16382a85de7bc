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
  program: String.raw`// Node.js 20 or later: node «interface».mjs «usage»
G|import { createHash, createHmac } from 'node:crypto';
S|import { createHmac } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

function required(name) {
  if (!process.env[name]) throw new Error(name + ' is not set');
  return process.env[name];
}

G|/** The headers for a body, in bytes. The timestamp is Unix seconds; header and message need the same text. */
G|export function sign(body, timestamp = Math.floor(Date.now() / 1000)) {
G|  const clientId = required('PVG_CLIENT_ID');
G|  const bodyHash = createHash('sha256').update(body).digest('hex');
G|  const message = [clientId, timestamp, bodyHash].join('.');
G|  const signature = createHmac('sha256', required('PVG_CLIENT_SECRET')).update(message).digest('hex');
G|  return { 'X-Client-ID': clientId, 'X-Timestamp': String(timestamp), 'X-Signature': signature };
G|}
S|/** The headers for a body, in bytes. */
S|export function sign(body) {
S|  return { 'X-Signature': createHmac('sha256', required('PVG_SECRET_KEY')).update(body).digest('hex') };
S|}

/** Status (0: no answer), answer, attempts. After 5xx or a lost answer it waits and signs again. */
async function post(path, fields) {
  // Sign and send these same bytes; never serialise again.
  const body = Buffer.from(JSON.stringify(fields));
  const url = required('PVG_«INTERFACE»_URL').replace(/\/$/, '') + path;
  for (let attempts = 1; ; attempts++) {
    const headers = { 'Content-Type': 'application/json', ...sign(body) };
    let [status, answer] = [0, ''];
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
      [answer, status] = [await response.text(), response.status];
    } catch {} // no answer
    const again = status === 0 || status >= 500;
    if (!again || attempts === 4) return { status, answer, attempts };
    await sleep(100 * 2 ** attempts * (0.5 + Math.random() / 2));
  }
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

G|const purchase = (product_id, packageName, receipt) => ({ os_id: 1, product_id, package: packageName, receipt });
G|
G|export const lookup = (...words) => post('/iap/gateway/lookup-receipt', purchase(...words));
G|
G|/**
G| * Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G| * Returns nothing if it granted the purchase, or why not.
G| */
G|export async function verify(...words) {
G|  const { status, answer, attempts } = await post('/iap/gateway/verify', purchase(...words));
G|  const { success, error = 'without an error code', transaction_id } = parsed(answer);
G|  if (status === 200 && success === true) return void (await grant(transaction_id));
G|  const unknown = [0, 200].includes(status) || (status === 409 && attempts > 1);
G|  return status + ' ' + error + (unknown ? ': the outcome is unknown: look it up' : '');
G|}
G|
G|/** Give the item here: insert transactionId under a unique key, and give nothing if it is there already. */
G|function grant(transactionId) {
G|  console.log('granted', transactionId);
G|}
S|/**
S| * Only xmdtCompleted of this answer says whether the player is verified, never the device.
S| * completed is undefined if the answer does not say.
S| */
S|export async function session(gameId, username) {
S|  const { status, answer } = await post('/xmdt/session', { gameId, username });
S|  const { xmdtCompleted } = parsed(answer);
S|  const says = status === 200 && typeof xmdtCompleted === 'boolean';
S|  return { status, answer, completed: says ? xmdtCompleted : undefined };
S|}

async function main(mode, ...words) {
  if (mode === 'sign') {
G|    console.log(sign(await buffer(process.stdin), process.env.PVG_TIMESTAMP)['X-Signature']);
G|  } else if (mode === 'verify') {
G|    const problem = await verify(...words);
G|    if (problem) console.error('not granted:', problem);
G|    process.exitCode = problem ? 1 : 0;
S|    console.log(sign(await buffer(process.stdin))['X-Signature']);
  } else {
G|    const { status, answer } = await lookup(...words);
S|    const { status, answer, completed } = await session(...words);
    console.log(status, answer);
G|    if (status !== 200) process.exitCode = 1;
S|    if (completed === undefined) process.exitCode = 1;
  }
}

const [, started = '', ...given] = process.argv;
if (started && import.meta.url === pathToFileURL(realpathSync(started)).href) await main(...given);
`,
};
