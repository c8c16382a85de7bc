import { codeIn } from '../../service/refusal.js';
import { readPastedAnswer, readSaidAnswer } from './pasted.js';
import { billingCodeIn } from './play-billing.js';

/** A code in a text that has no purchase: whoever pasted it asks what it means. */
interface PastedCode {
  readonly code: string;
  /** Whose code it is. */
  readonly of: 'the service' | 'Google Play Billing';
}

/** undefined for a text without exactly one. */
export function codeInPaste(text: string): PastedCode | undefined {
  const object = readPastedAnswer(text)?.object;
  const answered = object && codeIn(object)?.code;
  const code = answered ?? saidCode(text);
  if (code !== undefined) return { code, of: 'the service' };
  const ofBilling = billingCodeIn(text);
  return ofBilling === undefined ? undefined : { code: ofBilling, of: 'Google Play Billing' };
}

/** `pending` and `cancelled` are words of every player. */
function saidCode(text: string): string | undefined {
  const code = readSaidAnswer(text)?.code;
  return code?.includes('_') === true ? code : undefined;
}
