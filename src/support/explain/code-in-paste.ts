import { codeIn } from '../../service/refusal.js';
import type { JsonObject } from '../../text/json/json.js';
import { misplacedCodeIn } from './misplaced-code.js';
import { readPastedAnswer, readSaidAnswer } from './pasted.js';
import { billingCodeIn } from './play-billing.js';

/** The error that a text without a purchase names. Somebody who pastes it wants to know what the error means. */
interface PastedCode {
  /** The argument for `pvg explain-error`. */
  readonly code: string;
  /** As a part of a sentence: `an error of the service, PRODUCT_MISMATCH`. */
  readonly noun: string;
}

/** The code of an error in a text; undefined if the text has none, or several of one kind. */
export function codeInPaste(text: string): PastedCode | undefined {
  const answer = readPastedAnswer(text);
  const answered = answer?.object && codeOfAnswer(answer.object);
  const code = answered ?? saidCode(text);
  if (code !== undefined) return { code, noun: `an error of the service, ${code}` };
  const billingCode = billingCodeIn(text);
  if (billingCode !== undefined) {
    return { code: billingCode, noun: `an error of Google Play Billing, ${billingCode}` };
  }
  const { status = 0, object } = answer ?? {};
  // A status without a code is only explained for an answer without JSON, such as the page of a proxy.
  const hasJson = object !== undefined;
  if (hasJson || status < 400) return undefined;
  return { code: String(status), noun: `an answer of a server, HTTP ${status}` };
}

/** The code of an answer, also if a program has moved it to another member. */
function codeOfAnswer(object: JsonObject): string | undefined {
  return codeIn(object)?.code ?? misplacedCodeIn(object)?.code;
}

/** A code that stands among words. It must have an underscore, because players also write words such as `pending`. */
function saidCode(text: string): string | undefined {
  const code = readSaidAnswer(text)?.code;
  return code?.includes('_') === true ? code : undefined;
}
