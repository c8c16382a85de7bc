import { waitAtMost } from '../gateway/emulator.js';
import type { Answering } from './answering.js';
import type { Send } from '../wire.js';

/** One kind of failure on purpose, and how many of all requests it takes: 0.2 is every fifth. */
export interface Fault {
  readonly status: number;
  readonly share: number;
}

export interface Misbehaviour {
  readonly faults: readonly Fault[];
  readonly latencyMs: number;
}

export interface MisbehaviourDoors {
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Delays every answer and replaces some by a failure. A request that gets a failure was never processed. */
export function misbehaving(
  { send, fault }: Pick<Answering, 'send' | 'fault'>,
  { faults, latencyMs }: Misbehaviour,
  { random, sleep }: MisbehaviourDoors,
): Send {
  if (faults.length === 0 && latencyMs === 0) return send;
  return async (request, options) => {
    if (latencyMs > 0) await waitAtMost(sleep, latencyMs, options);
    const status = drawn(faults, random);
    if (status !== undefined) return fault(request.url, status);
    return send(request, { ...options, timeoutMs: options.timeoutMs - latencyMs });
  };
}

/** One draw for all faults, so that shares of 0.2 and 0.3 leave exactly half of the requests alone. */
function drawn(faults: readonly Fault[], random: () => number): number | undefined {
  if (faults.length === 0) return undefined;
  let left = random();
  return faults.find(({ share }) => (left -= share) < 0)?.status;
}
