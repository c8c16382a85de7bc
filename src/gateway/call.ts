import type { Anomaly } from '../contract/judgement.js';
import type { Call } from '../contract/call.js';
import { limits } from '../contract/limits.js';
import { osIds } from '../contract/platforms.js';
import type { JsonObject } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';
import { headerValue } from '../contract/wire.js';
import { gatewayCodes, iosCodes } from './errors.js';
import type { Asked } from './request.js';

/** A call of the gateway as it is judged. */
export interface GatewayCall extends Call {
  readonly operation: 'verify' | 'lookup';
}

export function callOf(operation: GatewayCall['operation'], made: Exchange, asked: Asked): GatewayCall {
  const lookup = asked.osId === osIds.ios ? undefined : lookupCommand(asked);
  return {
    operation,
    made,
    book: lookup === undefined ? iosCodes : gatewayCodes,
    lookup,
    redact: asked.redact,
    limits: 'Rate limits of the gateway are not shown (§8).',
    contradiction,
    clockHint: () => clockHint(made),
    ...(operation === 'verify' ? verifyTraits(lookup !== undefined) : lookupTraits),
  };
}

const lookupTraits = {
  section: '§2.4',
  records: false,
  doubt: () => 'A look-up changes nothing: repeating it is safe.',
  again: 'Wait some minutes, then look it up again: that changes nothing.',
} as const;

const verifyTraits = (canLookUp: boolean) => ({
  section: '§2.2',
  records: true,
  doubt: (because: string) =>
    canLookUp
      ? `${because}: the purchase may have been recorded. Look it up before anything else; if it was recorded, a second verify is answered with 409 (already verified).`
      : `${because}: the purchase may have been recorded, and an iOS look-up is not shown (§4.2). Check the game’s own records; if it was recorded, a second verify is answered with 409 (already verified).`,
  again: 'Wait some minutes.',
  unsaid: canLookUp
    ? 'Whether it was recorded is not said: look the purchase up before you verify again.'
    : 'Whether it was recorded is not said, and an iOS look-up is not shown (§4.2): check the game’s own records before you verify again.',
});

// The receipt is never written out: without the user's own words for it, it is left to be filled in.
export const lookupCommand = ({ words, productId, package: packageName }: Asked): string[] => [
  'pvg',
  'lookup',
  ...(words ?? [
    ...(productId === undefined ? [] : ['--product-id', productId]),
    ...(packageName === undefined ? [] : ['--package', packageName]),
    '--receipt',
    '"$RECEIPT"',
  ]),
];

/** A success that its status contradicts: only a 200 is one (§7.1). */
export const contradiction = (object: JsonObject | undefined, status: number): Anomaly[] =>
  object?.get('success') === true
    ? [{ field: 'success', says: `is true in HTTP ${String(status)}: not a success (§7.1)` }]
    : [];

/** Rule 6 of the command line: a 401 may be the clock's. Which error a late timestamp gives is not shown (§5.1). */
function clockHint({ clockSkewS, attempts, last: { request, startedAtMs } }: Exchange): string {
  // An answer from a file: no clock of ours belongs to it.
  if (attempts.length === 0) return '';
  if (clockSkewS === undefined) return 'The answer has no Date, so the clock could not be compared.';
  const timestamp = Number(headerValue(request.headers, 'x-timestamp') ?? Number.NaN);
  const offset = Number.isInteger(timestamp) ? timestamp - Math.floor(startedAtMs / 1000) : 0;
  const behind = clockSkewS - offset;
  if (behind === 0) return 'The clock is in order: by the answer’s Date it agrees with the server’s.';
  const size = `${String(Math.abs(behind))} s ${behind > 0 ? 'behind' : 'ahead of'} the server’s clock`;
  const window = `the window is ${String(limits.timestampSkewSeconds)} s (§5.1)`;
  return Math.abs(behind) > limits.timestampSkewSeconds
    ? `The timestamp was ${size}: that may be it; ${window}.`
    : `The timestamp was ${size}, which is in order; ${window}.`;
}
