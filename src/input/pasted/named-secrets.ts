import { looksLikeToken } from '../../contract/purchase-token.js';
import { withoutEnd } from '../../text/visible.js';
import { trimEndMarks } from './end-of-sentence.js';
import { quotationMarks } from './quotation-marks.js';

/** Secrets of the service in a pasted text: `client_secret=…`, `X-Client-Secret: …`, `"secret_key": "…"`. */

const secretNamePattern = String.raw`(?:client[ _-]?secret|secret[ _-]?key)`;
const signPattern = String.raw`\\*["'\x60]?[ \t]*(?:=>|[:=\uFF1A]|is\b)[ \t]*\\*["'\x60]?`;
/** A value under the name of a secret. A shorter one is a word about the secret, as in `client_secret: wrong`. */
const valuePattern = String.raw`([A-Za-z0-9+/_=.~-]{12,512})`;
const namedSecret = new RegExp(`${secretNamePattern}${signPattern}${valuePattern}`, 'gi');

/** In place of a secret: `changeme`, `your-secret`, `xxxx`, the name of a variable (`CLIENT_SECRET`, `process.env.…`). */
const placeholder = /^[a-z]+$|your|example|placeholder|x{4}|^[A-Z_]+$|^(?:env|process|secrets)\./i;

/** The secrets in a text, without placeholders. A receipt under the name of a secret is still a receipt, not a secret. */
export function findNamedSecrets(text: string): readonly string[] {
  const values = [...text.matchAll(namedSecret)].map(([, value = '']) => trimEndMarks(value));
  return values.filter((each) => !placeholder.test(each) && !looksLikeToken(each));
}

const blanksAndQuotes = ` \t\r\n${quotationMarks}`;
const quotesInFront = new RegExp(`^[\\s${quotationMarks}]+`, 'u');

/** A secret as somebody pasted it, without the white space and the quotation marks around it. */
export function withoutQuotesAround(text: string): string {
  return withoutEnd(text.replace(quotesInFront, ''), blanksAndQuotes);
}
