import { sha256Hex } from '../signing/digest.js';
import type { Again, Seen } from './entry.js';

const momentsMs = 60_000;
const mostRemembered = 256;

/** Counts requests whose path and body came before, moments ago: a program that tries again. */
export class Repeats {
  private readonly seen = new Map<string, { sinceMs: number; lastMs: number; times: number }>();

  /** undefined for the first time. */
  count({ method, target, body, receivedAtMs }: Seen): Again | undefined {
    if (body === undefined || body.byteLength === 0) return undefined;
    const name = `${method} ${target} ${sha256Hex(body)}`;
    const before = this.seen.get(name);
    this.seen.delete(name);
    const isNew = before === undefined || receivedAtMs - before.lastMs > momentsMs;
    const now = isNew ? { sinceMs: receivedAtMs, times: 1 } : { ...before, times: before.times + 1 };
    this.seen.set(name, { ...now, lastMs: receivedAtMs });
    const [oldest] = this.seen.keys();
    if (this.seen.size > mostRemembered && oldest !== undefined) this.seen.delete(oldest);
    return now.times === 1 ? undefined : { times: now.times, sinceMs: now.sinceMs };
  }
}
