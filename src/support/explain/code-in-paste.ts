import { codeIn } from '../../service/refusal.js';
import { readPastedAnswer, readSaidAnswer } from './pasted.js';
import { billingCodeIn } from './play-billing.js';

/** What stands in a text that has no purchase: whoever pasted it asks what it means. */
interface PastedCode {
  /** As `pvg explain-error` takes it. */
  readonly code: string;
  /** With its article. */
  readonly noun: string;
}

/** undefined for a text without exactly one. */
export function codeInPaste(text: string): PastedCode | undefined {
  const answer = readPastedAnswer(text);
  const answered = answer?.object && codeIn(answer.object)?.code;
  const code = answered ?? saidCode(text);
  if (code !== undefined) return { code, noun: `an error of the service, ${code}` };
  const ofBilling = billingCodeIn(text);
  if (ofBilling !== undefined) {
    return { code: ofBilling, noun: `an error of Google Play Billing, ${ofBilling}` };
  }
  const { status = 0, object } = answer ?? {};
  if (object !== undefined || status < 400) return undefined;
  return { code: String(status), noun: `an answer of a server, HTTP ${status}` };
}

/** `pending` and `cancelled` are words of every player. */
function saidCode(text: string): string | undefined {
  const code = readSaidAnswer(text)?.code;
  return code?.includes('_') === true ? code : undefined;
}
