import { counted } from '../../text/sentences.js';
import { quoteText } from '../spelling.js';
import type { CauseId } from '../catalogue/causes.js';
import type { LintFinding } from '../outcome.js';
import { requestFindings } from './problem.js';
import { longestHeader } from './read-headers.js';

/** What is wrong with the text of X-Signature. The sentences quote no digits of it. */
interface WrongSignatureText {
  /** The id in the catalogue, if a mistake there explains the text. */
  readonly cause?: CauseId;
  readonly says: string;
  readonly fix: string;
}

const sendAdvice =
  'Send the HMAC-SHA256 as 64 lower-case hexadecimal digits, and nothing else, in X-Signature.';

const placeholderForms: readonly RegExp[] = [
  // `$NAME` and `${NAME}` of a shell, `%NAME%` of cmd.exe.
  /^\$\{?[A-Za-z_]\w*\}?$/,
  /^%[A-Za-z_]\w*%$/,
  // `{{name}}` of Postman, `{name}` of a template.
  /^\{\{?\s*[A-Za-z_][\w.]*\s*\}?\}$/,
  /^<[\w -]+>$/,
  /^:[A-Za-z_]\w*$/,
];
/** Whether the text is a variable of a shell, of Postman or of a template that was not replaced by its value. */
export function isPlaceholder(text: string): boolean {
  return placeholderForms.some((form) => form.test(text));
}

/** A signature is hexadecimal or base64 text, so dots, asterisks or words such as `hidden` in it come from a log. */
const signatureMasks = /\*{3}|[•●█…]|\.{3}|x{6}|redacted|masked|filtered|hidden/i;

/** A finding if a log masked or shortened the signature. */
export function maskedSignature(text = ''): LintFinding | undefined {
  if (!signatureMasks.test(text)) return undefined;
  const [finding] = requestFindings({
    part: 'masked',
    effect: 'unclear',
    says: 'X-Signature looks masked or shortened, as in a log.',
    fix: 'Give the signature as it was sent.',
  });
  return finding;
}

/** A JWT: its header is a JSON object in base64url. */
export function isWebToken(text: string): boolean {
  return /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(text.trim());
}

interface PrintedForm {
  readonly forms: readonly RegExp[];
  /** Texts that match one of the forms by accident. */
  readonly lookalike?: RegExp;
  readonly cause: CauseId;
  /** Ends `X-Signature has …`. */
  readonly what: string;
  readonly advice: string;
}

/** What programs print in place of the digits. The first entry that fits the text is taken. */
const printedForms: readonly PrintedForm[] = [
  {
    forms: [/^\[B@[0-9a-f]{1,8}$/],
    cause: 'out-object',
    what: 'what Java prints for a byte array: `[B@` and its identity, not its bytes',
    advice: 'In Java, write the bytes with `HexFormat.of().formatHex(bytes)`.',
  },
  {
    forms: [/^System\.(?:S?Byte|Object)\[\]$/],
    cause: 'out-object',
    what: 'what C# prints for a byte array: its type, not its bytes',
    advice: 'In C#, write the bytes with `Convert.ToHexString(bytes).ToLowerInvariant()`.',
  },
  {
    forms: [/^\{"type":"Buffer","data":\[[\d,]*\]\}$/, /^\{"0":\d+(?:,"\d+":\d+)*\}$/],
    cause: 'out-bytes-list',
    what: 'the bytes of the digest as JSON',
    advice: "In Node, `digest('hex')` gives the digits.",
  },
  {
    // About half of 32 signed bytes are negative, so at least six minus signs are asked for; a UUID has only four dashes.
    forms: [/^-?[0-9a-f]+(?:-[0-9a-f]+){6,}$/],
    // Not negative bytes, but all bytes with dashes between them: `0a-ff-3c-…`.
    lookalike: /^(?:[0-9a-f]{2}-)+[0-9a-f]{2}$/,
    cause: 'out-hex-negative',
    what: 'hex with minus signs: each byte was written as a signed number',
    advice:
      'In Kotlin, write each byte with `"%02x".format(byte)`, in Java with `String.format("%02x", b)`.',
  },
  {
    forms: [/^\[object Promise\]$/],
    cause: 'out-object',
    what: 'what JavaScript prints for a promise: nobody waited for the signature',
    advice: 'Write `await` before the function that signs.',
  },
  {
    forms: [
      /^(?:undefined|null|None|nil|NaN|true|false)$/i,
      // An object of JavaScript, Python (`<Hmac object at 0x7f1c>`), Java (`Mac@1f2e3d`) and Ruby (`#<Mac>`).
      /^\[object \w+\]$|^<.*(?: at 0x| object).*>$|^\w[\w.$]*@[0-9a-f]{3,}$|^#<.*>$/,
      // A function of Python (`<bound method …>`) and JavaScript.
      /^<.*\bmethod\b.*>$|^(?:function|class)\b|=>/,
      // Bytes of Python.
      /^b(?:'[^']*'|"[^"]*")$/,
    ],
    cause: 'out-object',
    what: 'what a program prints for an object, a function or a missing value',
    advice:
      'Wait for the signature (`await`), call the function with its parentheses, and print the digest as hex, in Python with `hexdigest()`.',
  },
];

/** @param message what should have been signed; @returns undefined for 64 hexadecimal digits, whose form is right */
export function wrongSignatureText(
  observed: string,
  message: Buffer,
): WrongSignatureText | undefined {
  const text = observed.trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return undefined;
  // Some patterns of the tests below are slow on a very long text.
  if (text.length > longestHeader) return otherForm(text);
  if (text === '') return { says: 'X-Signature is empty.', fix: sendAdvice };
  if (isWebToken(text)) {
    return {
      says: 'X-Signature has a JSON Web Token (JWT), not the signature of this request.',
      fix: `Do not make a token: the contract has none. ${sendAdvice}`,
    };
  }
  if (isPlaceholder(text)) {
    return {
      says: 'X-Signature has the name of a variable instead of its value.',
      fix: 'Let the program put the value there: a shell does that inside double quotes, not inside single quotes.',
    };
  }
  return (
    printedForm(text) ??
    opensslLabelAlone(text) ??
    messageInFront(text, message) ??
    digestAmongText(text) ??
    otherForm(text)
  );
}

function printedForm(text: string): WrongSignatureText | undefined {
  const found = printedForms.find(
    ({ forms, lookalike }) =>
      forms.some((form) => form.test(text)) && lookalike?.test(text) !== true,
  );
  if (found === undefined) return undefined;
  const { cause, what, advice } = found;
  return { cause, says: `X-Signature has ${what}.`, fix: `${advice} ${sendAdvice}` };
}

/** The line `SHA256(stdin)= 5f1c…` of openssl was split into words, and the script took the wrong word. */
function opensslLabelAlone(text: string): WrongSignatureText | undefined {
  if (!/^(?:(?:HMAC-)?SHA2?-?256)?\(stdin\)=$|^\*?stdin$/.test(text)) return undefined;
  return {
    says: 'X-Signature has what `openssl dgst` prints beside the digest, without the digest.',
    fix: `Take the digest alone: \`openssl dgst -r … | cut -d' ' -f1\`. ${sendAdvice}`,
  };
}

/** `t=…,v1=…`, `HMAC with SHA256: …`: another service's form, or a label of the program. */
function digestAmongText(text: string): WrongSignatureText | undefined {
  if (/^t=\d{10,13},v1=[0-9a-f]{64}$/.test(text)) {
    return {
      says: 'X-Signature has a time and a signature, `t=…,v1=…`, as Stripe writes them.',
      fix: `This service has another scheme: \`pvg help signing\`. ${sendAdvice}`,
    };
  }
  const [, prefix] = /^(.*[^0-9a-f])[0-9a-f]{64}$/is.exec(text) ?? [];
  if (prefix === undefined) return undefined;
  // Another prefix may be a part of a secret that was pasted in the wrong place.
  const isCommonPrefix = /^(?:hmac[-_ ]?)?sha-?256\s?[=:]?\s?$/i.test(prefix);
  const prefixWords = isCommonPrefix
    ? quoteText(prefix)
    : counted([...prefix].length, 'other character');
  return {
    says: `X-Signature has 64 hexadecimal digits after ${prefixWords}. The digits alone are wrong, too: pvg found no mistake that produces them.`,
    fix: `${sendAdvice} Then compare the secret: most often it is another one.`,
  };
}

/** If this many first bytes are equal, the text hardly begins like the message by chance. */
const comparedBytes = 8;

/** Go: `mac.Sum(message)` appends the digest to the message. */
function messageInFront(text: string, message: Buffer): WrongSignatureText | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined;
  const start = message.subarray(0, comparedBytes);
  const decoded = Buffer.from(text, 'hex').subarray(0, comparedBytes);
  if (start.length < comparedBytes || !decoded.equals(start)) return undefined;
  return {
    says: `${lengthWords(text)} Decoded, it begins with the text that should be signed.`,
    fix: 'In Go, `mac.Sum(message)` only appends a digest to the message. Call `mac.Write(message)`, then `mac.Sum(nil)`.',
  };
}

function otherForm(text: string): WrongSignatureText {
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(text);
  const isBase64 = isBase64Text(text);
  const decoded = Buffer.from(text, isHex ? 'hex' : 'base64');
  const keyWords = isHex || isBase64 ? privateKeyOfLength(decoded) : undefined;
  const length = isBase64
    ? ` Decoded from base64 it has ${counted(decoded.length, 'byte')}; a SHA-256 digest has 32.`
    : '';
  if (keyWords === undefined) return { says: lengthWords(text) + length, fix: sendAdvice };
  return {
    says: `${lengthWords(text)}${length} A signature with ${keyWords} has this length.`,
    fix: `Sign with HMAC-SHA256 and the secret as the key, not with a private key. ${sendAdvice}`,
  };
}

/** Base64 of 12 bytes or more; false for text that may as well be hex. No base64 has one character more than whole groups of four. */
function isBase64Text(text: string): boolean {
  const characters = /^([A-Za-z0-9+/_-]{16,})={0,2}$/.exec(text)?.[1];
  return characters !== undefined && characters.length % 4 !== 1 && !/^[0-9a-f-]+$/i.test(text);
}

/** The words for the RSA key by the length of its signature in bytes (RFC 8017). */
const rsaKeyByLength: ReadonlyMap<number, string> = new Map(
  [1_024, 2_048, 3_072, 4_096].map((bits) => [bits / 8, `an RSA key of ${String(bits)} bits`]),
);

/** The words for the private key that makes signatures of this length; undefined if none is known. */
function privateKeyOfLength(bytes: Buffer): string | undefined {
  // An ECDSA signature is a DER sequence (0x30) of two integers (0x02), by RFC 3279.
  const isSequence = bytes[0] === 0x30 && bytes[1] === bytes.length - 2 && bytes[2] === 0x02;
  if (isSequence && bytes.length >= 68 && bytes.length <= 72) return 'an ECDSA key of 256 bits';
  return rsaKeyByLength.get(bytes.length);
}

function lengthWords(text: string): string {
  if (/^[0-9a-f]+$/i.test(text)) {
    return `X-Signature has ${counted(text.length, 'hexadecimal digit')} instead of 64.`;
  }
  const characters = [...text];
  const length = `X-Signature has ${counted(characters.length, 'character')}`;
  const other = characters.find((character) => !/[0-9a-f]/i.test(character)) ?? '';
  return characters.length === 64
    ? `${length}, but ${quoteText(other)} is no hexadecimal digit.`
    : `${length}. It must be 64 hexadecimal digits.`;
}
