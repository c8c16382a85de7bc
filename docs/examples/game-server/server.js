// The server side of a game that sells gems: verifies purchases and asks whether a player completed verification.
// It is the signer of `pvg sign gateway --snippet node` in a game server: it signs, sends again where that is safe, and
// grants by the rules of docs/guides/granting.md. It uses nothing but node; pvg is only needed by its test.
import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const hmac = (key, message) => createHmac('sha256', key).update(message).digest('hex');

/** The purchase is settled by these two refusals; after any other it can still be granted. */
const finalRefusals = ['DUPLICATE_TRANSACTION', 'PRODUCT_MISMATCH'];

export class GameServer {
  /** `credentials`: clientId, clientSecret, gameId, secretKey. `pauseMs` and `log` can be replaced in tests. */
  constructor(url, credentials, { pauseMs = 200, log = console.error, open = new Map() } = {}) {
    Object.assign(this, { url, ...credentials, pauseMs, log });
    /** What was granted, by transaction id: in a real server a table with a unique key. */
    this.granted = new Map();
    /** Purchases that are not settled: in a real server a table, which outlives it, and which somebody looks up. */
    this.open = open;
  }

  /** Grants a purchase once. Returns `granted`, `granted before`, `refused` or `unknown`. */
  async buy(player, { receipt, productId, package: packageName }) {
    const purchase = { os_id: 1, product_id: productId, package: packageName, receipt };
    const sign = (body) => this.#signGateway(body);
    // Written down before the first attempt: if the server stops now, its next verify may get a 409 for this one.
    const key = JSON.stringify(purchase);
    const note = this.open.get(key) ?? { ...purchase, askedFor: [] };
    note.askedFor.push(player);
    this.open.set(key, note);
    const { status, text, attempts } = await this.#post('/iap/gateway/verify', purchase, sign);
    const { success, product_id, transaction_id, error } = members(text);
    const isRight = success === true && product_id === productId;
    if (status === 200 && isRight && typeof transaction_id === 'string' && transaction_id)
      return this.#grant(key, { player, productId, transactionId: transaction_id });
    // An earlier attempt may have been recorded, or another server answered.
    // 409: somebody verified before, perhaps this server. It never allows a grant.
    const isOurs = status === 409 && note.askedFor.length > 1;
    if (status === 200 || attempts > 1 || isOurs || error === undefined) return 'unknown';
    if (finalRefusals.includes(error)) this.open.delete(key);
    return 'refused';
  }

  /** In a real server one database transaction: the id, the item, and that the purchase is settled. */
  #grant(key, { player, productId, transactionId }) {
    this.open.delete(key);
    if (this.granted.has(transactionId)) return 'granted before';
    this.granted.set(transactionId, { player, productId });
    return 'granted';
  }

  /** Whether a player completed verification; undefined if the service did not say. It is asked each time. */
  async hasCompleted(username) {
    const sign = (body) => ({ 'X-Signature': hmac(this.secretKey, body) });
    const player = { gameId: this.gameId, username };
    const { status, text } = await this.#post('/xmdt/session', player, sign);
    const { xmdtCompleted } = members(text);
    return status === 200 && typeof xmdtCompleted === 'boolean' ? xmdtCompleted : undefined;
  }

  #signGateway(body) {
    const timestamp = Math.floor(Date.now() / 1000).toString();
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const message = [this.clientId, timestamp, bodyHash].join('.');
    return {
      'X-Client-ID': this.clientId,
      'X-Timestamp': timestamp,
      'X-Signature': hmac(this.clientSecret, message),
    };
  }

  /** Status (0: no answer), text, attempts. After 5xx or a lost answer it waits and sends the same body again, signed anew. */
  async #post(path, fields, sign) {
    // The bytes that are signed are the bytes that are sent.
    const body = Buffer.from(JSON.stringify(fields), 'utf8');
    for (let attempts = 1; ; attempts += 1) {
      const answer = await send(this.url + path, body, sign(body)).catch((lost) => {
        this.log(`attempt ${attempts}, no answer:`, lost.cause?.code ?? lost.message);
        return { status: 0, text: '' };
      });
      const isAnswered = answer.status !== 0 && answer.status < 500;
      if (isAnswered || attempts === 4) return { ...answer, attempts };
      await sleep(this.pauseMs * 2 ** (attempts - 1) * (0.5 + Math.random() / 2));
    }
  }
}

async function send(url, body, headers) {
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
