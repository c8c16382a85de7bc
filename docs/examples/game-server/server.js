// The server side of a game that sells gems: verifies purchases and asks whether a player completed verification.
// It uses nothing but node; pvg is only needed by its test.
import { createHash, createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const hmac = (key, message) => createHmac('sha256', key).update(message).digest('hex');

export class GameServer {
  /** `fetch` and `now` (milliseconds) can be replaced in tests. */
  constructor({ url, clientId, clientSecret, gameId, secretKey, now = Date.now, pauseMs = 500 }) {
    Object.assign(this, { url, clientId, clientSecret, gameId, secretKey, now, pauseMs });
    /** What was granted, by order id: in a real server a table with a unique key. */
    this.granted = new Map();
  }

  /** Grants a purchase once. Returns `granted`, `granted before`, `refused` or `try again later`. */
  async buy(player, { receipt, productId, package: packageName }) {
    const answer = await this.#verify({
      os_id: 1,
      product_id: productId,
      package: packageName,
      receipt,
    });
    if (answer === undefined) return 'try again later';
    // A 409 says that the receipt was verified before: it is never a reason to grant.
    if (answer.success !== true) return 'refused';
    if (this.granted.has(answer.transaction_id)) return 'granted before';
    this.granted.set(answer.transaction_id, { player, productId: answer.product_id });
    return 'granted';
  }

  async #verify(purchase, attempt = 1) {
    // The bytes that are signed are the bytes that are sent.
    const body = JSON.stringify(purchase);
    const timestamp = String(Math.floor(this.now() / 1000));
    const hash = createHash('sha256').update(body).digest('hex');
    const headers = {
      'Content-Type': 'application/json',
      'X-Client-ID': this.clientId,
      'X-Timestamp': timestamp,
      'X-Signature': hmac(this.clientSecret, `${this.clientId}.${timestamp}.${hash}`),
    };
    const answer = await fetch(`${this.url}/iap/gateway/verify`, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
    });
    if (answer.status < 500) return answer.json();
    if (attempt === 3) return undefined;
    await wait(this.pauseMs * 2 ** attempt);
    return this.#verify(purchase, attempt + 1);
  }

  /** Whether a player completed verification; the service is asked each time. */
  async hasCompleted(username) {
    const body = JSON.stringify({ gameId: this.gameId, username });
    const headers = {
      'Content-Type': 'application/json',
      'X-Signature': hmac(this.secretKey, body),
    };
    const answer = await fetch(`${this.url}/xmdt/session`, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`The session interface answered ${answer.status}.`);
    return (await answer.json()).xmdtCompleted === true;
  }
}
