import { JsonNumber, JsonObject } from '../../text/json/json.js';
import { findObjectEnd, parseObject } from '../../text/json/parse.js';

/** An error of the store's own programming interface: not an answer of the service. */
export interface GoogleError {
  readonly status: number;
}

/** Finds `{"error": {"code": 404, "message": "…"}}`; undefined for a text without such an error. */
export function findGoogleError(text: string): GoogleError | undefined {
  const start = text.search(/\{\s*"error"\s*:\s*\{/);
  if (start === -1) return undefined;
  const error = parseObject(text.slice(start, findObjectEnd(text, start)))?.get('error');
  if (!(error instanceof JsonObject)) return undefined;
  const code = error.get('code');
  if (!(code instanceof JsonNumber) || typeof error.get('message') !== 'string') return undefined;
  const status = code.value;
  return Number.isInteger(status) && status >= 400 && status <= 599 ? { status } : undefined;
}

/** What the status of such an error says about the receipt. */
export function describeGoogleError({ status }: GoogleError): string {
  if (status === 401 || status === 403) {
    return 'Google refused the account that asked. This says nothing about the receipt. The developers check the account’s rights.';
  }
  if (status === 404) {
    return 'Google did not find what was asked for. The receipt may be incomplete, or belong to another package or product. Check all three.';
  }
  if (status === 410) {
    return 'Google no longer has what was asked for: the receipt may be too old.';
  }
  if (status === 429 || status >= 500) {
    return 'Google could not answer then. This says nothing about the receipt. The developers repeat the call later.';
  }
  return 'Google did not accept the request: a value in it is wrong. The receipt may be incomplete or changed. Copy it again from the game’s server log.';
}
