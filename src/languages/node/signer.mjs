// Node.js 20.11 or later, nothing to install: node signer.mjs <mode> <words>; the modes are at the end.
// When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
import { createHash, createHmac } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

// only gateway
/** The headers for these bytes. Each attempt is signed anew, since the service checks the time. */
export function signGateway(body, now = Date.now()) {
  // region: secret
  const clientId = (process.env.PVG_CLIENT_ID ?? '').trim();
  const secret = (process.env.PVG_CLIENT_SECRET ?? '').trim();
  if (clientId === '' || secret === '' || /^["']/.test(secret))
    throw new Error('PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes');

  // region: hash
  const bodyHash = createHash('sha256').update(body).digest('hex');

  // region: message
  const timestamp = Math.floor(now / 1000).toString(); // now: Date.now(), in milliseconds
  const message = [clientId, timestamp, bodyHash].join('.');

  // region: sign
  const signature = createHmac('sha256', secret).update(message).digest('hex');
  const headers = { 'X-Client-ID': clientId, 'X-Timestamp': timestamp, 'X-Signature': signature };

  return headers;
}

// only session
export function signSession(body) {
  // region: secret
  const secret = (process.env.PVG_SECRET_KEY ?? '').trim();
  if (secret === '' || /^["']/.test(secret)) throw new Error('PVG_SECRET_KEY is empty or in quotes');

  // region: sign
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'X-Signature': signature };

  return headers;
}

// end
/** Status (0: no answer), text, attempts. After 5xx or a lost answer it waits and sends the same bytes again. */
async function post(baseUrl, path, fields, sign) {
  // region: body
  const body = Buffer.from(JSON.stringify(fields), 'utf8');

  if (!process.env[baseUrl]) throw new Error(`${baseUrl} is not set`);
  const url = new URL(process.env[baseUrl].replace(/\/$/, '') + path);
  for (let attempts = 1; ; attempts++) {
    const answer = await send(url, body, sign(body)).catch((lost) => {
      console.error(`attempt ${attempts}, no answer:`, lost.cause?.code ?? lost.cause ?? lost.message);
      return { status: 0, text: '' };
    });
    if ((answer.status !== 0 && answer.status < 500) || attempts === 4) return { ...answer, attempts };
    await sleep(100 * 2 ** attempts * (0.5 + Math.random() / 2));
  }
}

async function send(url, body, headers) {
  // region: send
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000), // for the whole answer
  });

  return { status: response.status, text: await response.text() };
}

function members(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

// only gateway
const postPurchase = (path, [productId, packageName, receipt]) => {
  const fields = { os_id: 1, product_id: productId, package: packageName, receipt };
  return post('PVG_GATEWAY_URL', path, fields, signGateway);
};

export async function lookup(...purchase) {
  const { status, text } = await postPurchase('/iap/gateway/lookup-receipt', purchase);
  console.log(status, text);
  return status === 200;
}

export async function verify(...purchase) {
  const { status, text, attempts } = await postPurchase('/iap/gateway/verify', purchase);
  const { success, product_id, transaction_id, error } = members(text);
  // region: outcome
  const isRight = success === true && product_id === purchase[0];
  if (status === 200 && isRight && typeof transaction_id === 'string' && transaction_id) {
    // Insert the id under a unique key first; if it is there already, give nothing.
    console.log('granted', transaction_id);
    return true;
  }
  // An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
  const isUnknown = status === 200 || attempts > 1 || typeof error !== 'string';

  const problem = error ?? 'without an error code';
  console.error('not granted:', status, problem + (isUnknown ? ': the outcome is unknown: look it up' : ''));
  return false;
}

// only session
export async function session(gameId, username) {
  const { status, text } = await post('PVG_SESSION_URL', '/xmdt/session', { gameId, username }, signSession);
  console.log(status, text);
  // region: outcome
  // Only xmdtCompleted says whether the player is verified: never the device.
  return status === 200 && typeof members(text).xmdtCompleted === 'boolean';
}

// end
const modes = {
  'sign-gateway': async () => signGateway(await buffer(process.stdin), process.env.PVG_TIMESTAMP * 1000), // only gateway
  'lookup <product_id> <package> <receipt>': lookup, // only gateway
  'verify <product_id> <package> <receipt>': verify, // only gateway
  'sign-session': async () => signSession(await buffer(process.stdin)), // only session
  'session <game_id> <username>': session, // only session
};

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const [mode, ...words] = process.argv.slice(2);
  const typed = [mode, ...words.map(() => '<>')].join(' ');
  const key = Object.keys(modes).find((form) => form.replace(/<\w+>/g, '<>') === typed);
  const result = key ? await modes[key](...words) : console.error('usage:', Object.keys(modes).join(' | '));
  if (result?.['X-Signature']) console.log(result['X-Signature']);
  process.exitCode = result ? 0 : 1;
}
