import { waitAtMost, type Emulated, type EmulatorDoors } from '../contract/emulated.js';

/** An injected failure and its share of all requests: 0.2 is every fifth. */
export interface Fault {
  readonly status: number;
  readonly share: number;
}

export interface Misbehaviour {
  readonly faults: readonly Fault[];
  readonly latencyMs: number;
}

/** Delays every answer and replaces some by a failure. A request that gets a failure is never processed. */
export const misbehaving = (
  emulated: Emulated,
  { faults, latencyMs }: Misbehaviour,
  { random, sleep }: Pick<EmulatorDoors, 'sleep'> & { readonly random: () => number },
): Emulated => ({
  ...emulated,
  send: async (request, options) => {
    if (latencyMs > 0) await waitAtMost(sleep, latencyMs, options);
    const status = drawn(faults, random);
    if (status !== undefined) return emulated.fault(request.url, status);
    return emulated.send(request, { ...options, timeoutMs: options.timeoutMs - latencyMs });
  },
});

/** One draw for all faults, so that shares of 0.2 and 0.3 leave exactly half of the requests alone. */
function drawn(faults: readonly Fault[], random: () => number): number | undefined {
  if (faults.length === 0) return undefined;
  let left = random();
  return faults.find(({ share }) => (left -= share) < 0)?.status;
}
