import type { Anomaly } from '../contract/judgement.js';
import type { Call } from '../contract/call.js';
import { limits } from '../contract/limits.js';
import { osIds } from '../contract/platforms.js';
import type { JsonObject } from '../text/json/json.js';
import { placeholder, type Word } from '../text/shell.js';
import type { Exchange } from '../transport/exchange.js';
import { headerValue } from '../contract/wire.js';
import { gatewayCodes, iosCodes, noIosLookup } from './errors.js';
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
    limits: 'The contract does not show the rate limits of the gateway.',
    contradiction,
    clockHint: () => clockHint(made),
    ...(operation === 'verify' ? verifyTraits(lookup !== undefined) : lookupTraits),
  };
}

const lookupTraits = {
  section: '§2.4',
  records: false,
  doubt: () => 'A look-up changes nothing, so you can safely repeat it.',
  again: 'Wait a few minutes, then look up the purchase again.',
} as const;

const secondVerify = 'If it was recorded, a second verify gets HTTP 409 (already verified).';

const verifyTraits = (canLookUp: boolean) => ({
  section: '§2.2',
  records: true,
  doubt: (because: string) =>
    canLookUp
      ? `${because}, so the purchase may have been recorded. Look it up before you do anything else. ${secondVerify}`
      : `${because}, so the purchase may have been recorded. ${noIosLookup} Check the game’s own records. ${secondVerify}`,
  again: 'Wait a few minutes.',
  unsaid: canLookUp
    ? 'The answer does not say whether the purchase was recorded. Look it up before you verify again.'
    : `The answer does not say whether the purchase was recorded. ${noIosLookup} Check the game’s own records before you verify again.`,
});

// The receipt is never written out: unless the user gave a file name for it, the user fills it in.
export const lookupCommand = ({ words, productId, package: packageName }: Asked): Word[] => [
  'pvg',
  'lookup',
  ...(words ?? [
    ...(productId === undefined ? [] : ['--product-id', productId]),
    ...(packageName === undefined ? [] : ['--package', packageName]),
    '--receipt',
    placeholder('RECEIPT'),
  ]),
];

/** A success that its status contradicts: only a 200 is one (§7.1). */
export const contradiction = (object: JsonObject | undefined, status: number): Anomaly[] =>
  object?.get('success') === true
    ? [{ field: 'success', says: `is true, but HTTP ${String(status)} is not a success`, section: '§7.1' }]
    : [];

/** Rule 6 of the command line: a 401 may be the clock's. Which error a late timestamp gives is not shown (§5.1). */
function clockHint({ clockSkewS, attempts, last: { request, startedAtMs } }: Exchange): string {
  // An answer from a file: our clock has nothing to do with it.
  if (attempts.length === 0) return '';
  if (clockSkewS === undefined) return 'The answer has no Date header, so pvg could not check your clock.';
  const timestamp = Number(headerValue(request.headers, 'x-timestamp') ?? Number.NaN);
  const offset = Number.isInteger(timestamp) ? timestamp - Math.floor(startedAtMs / 1000) : 0;
  const behind = clockSkewS - offset;
  if (behind === 0) return 'The clock is not the reason: it agrees with the server’s clock.';
  const size = `${String(Math.abs(behind))} s ${behind > 0 ? 'behind' : 'ahead of'} the server’s clock`;
  const limit = `${String(limits.timestampSkewSeconds)} s`;
  return Math.abs(behind) > limits.timestampSkewSeconds
    ? `The timestamp was ${size}. That may be the reason: the limit is ${limit}.`
    : `The timestamp was ${size}. That is within the limit of ${limit}.`;
}
