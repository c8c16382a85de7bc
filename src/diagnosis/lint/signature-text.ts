import { counted } from '../../text/counted.js';
import { longestHeader } from './read-headers.js';

/** What the text of X-Signature is, if it cannot be the digest that it should be. Nothing of it is repeated. */
interface SignatureText {
  readonly says: string;
  readonly fix: string;
}

/** What the sender should have sent, to find it inside the text. */
interface Expected {
  readonly signature: string;
  readonly message: Buffer;
}

/** undefined for a text of 64 hexadecimal digits: its form is right. */
export function signatureText(observed: string, expected: Expected): SignatureText | undefined {
  const text = observed.trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return undefined;
  if (text.length > longestHeader) return otherForm(text);
  return (
    placeholder(text) ??
    printedObject(text) ??
    messageInFront(text, expected) ??
    severalDigests(text, expected) ??
    otherForm(text)
  );
}

const send = 'Send the HMAC-SHA256 as 64 lower-case hexadecimal digits, and nothing else, in X-Signature.';

/** A variable of a shell, of Postman or of a template that was not replaced by its value. */
export const isPlaceholder = (text: string): boolean =>
  /^(?:\$\{?[A-Za-z_]\w*\}?|%[A-Za-z_]\w*%|\{\{?\s*[A-Za-z_][\w.]*\s*\}?\}|<[\w -]+>|:[A-Za-z_]\w*)$/.test(
    text,
  );

function placeholder(text: string): SignatureText | undefined {
  if (text === '') return { says: 'X-Signature is empty.', fix: send };
  return isPlaceholder(text)
    ? {
        says: 'X-Signature has the name of a variable instead of its value.',
        fix: 'Let the program put the value there: a shell does that inside double quotes, not inside single quotes.',
      }
    : undefined;
}

/** What programs print for a value that is not text: each is a fixed word, so it can be repeated. */
function printedObject(text: string): SignatureText | undefined {
  const has = (what: string): string => `X-Signature has ${what} instead of the signature.`;
  if (/^\[object Promise\]$/.test(text))
    return { says: has('`[object Promise]`'), fix: 'Wait for the signature: put `await` before the call.' };
  if (/^<.*\bmethod\b.*>$|^(?:function|class)\b|=>/.test(text))
    return {
      says: has('the text of a function'),
      fix: 'Call the function: in Python, write `hexdigest()` with its parentheses.',
    };
  if (/^(?:undefined|null|None|nil|NaN|true|false)$/i.test(text))
    return {
      says: has(`the word \`${text}\``),
      fix: 'Check that the program sets the header after it has made the signature.',
    };
  return /^\[object \w+\]$|^<.*(?: at 0x| object).*>$|^\w[\w.$]*@[0-9a-f]{3,}$|^#<.*>$/.test(text)
    ? { says: has('the name of an object'), fix: `Print the digest as hex before you send it. ${send}` }
    : undefined;
}

/** Go: `mac.Sum(message)` appends the digest to the message. */
function messageInFront(text: string, { message }: Expected): SignatureText | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined;
  const bytes = Buffer.from(text, 'hex');
  const part = message.subarray(0, 8);
  if (part.length < 8 || !bytes.subarray(0, 8).equals(part)) return undefined;
  return {
    says: `${lengthWords(text)} Decoded, it begins with the text that should be signed.`,
    fix: 'In Go, `mac.Sum(message)` only appends a digest to the message. Call `mac.Write(message)`, then `mac.Sum(nil)`.',
  };
}

function severalDigests(text: string, { signature }: Expected): SignatureText | undefined {
  const digests = text.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi) ?? [];
  if (digests.length < 2) return undefined;
  const at = digests.findIndex((each) => each.toLowerCase() === signature);
  return {
    says: `X-Signature has ${String(digests.length)} signatures instead of one.${at === -1 ? '' : ` Number ${String(at + 1)} of them is right.`}`,
    fix: 'Send one X-Signature header with one signature. Two headers of the same name are joined on their way.',
  };
}

function otherForm(text: string): SignatureText {
  const digits = /^([A-Za-z0-9+/_-]{16,})={0,2}$/.exec(text)?.[1];
  const decoded = digits !== undefined && digits.length % 4 !== 1 && !/^[0-9a-f-]+$/i.test(text);
  const size = Buffer.from(text, 'base64').length;
  return {
    says: decoded
      ? `${lengthWords(text)} Decoded from base64 it has ${counted(size, 'byte')}; a SHA-256 digest has 32.`
      : lengthWords(text),
    fix: send,
  };
}

function lengthWords(text: string): string {
  if (/^[0-9a-f]+$/i.test(text))
    return `X-Signature has ${counted(text.length, 'hexadecimal digit')} instead of 64.`;
  const foreign = [...text].filter((character) => !/[0-9a-f]/i.test(character)).length;
  return `X-Signature has ${counted([...text].length, 'character')}, and ${String(foreign)} of them ${foreign === 1 ? 'is not a hexadecimal digit' : 'are not hexadecimal digits'}. It must be 64 hexadecimal digits.`;
}
