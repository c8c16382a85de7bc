import { limits } from '../contract/limits.js';
import { optionWords, shellLine } from '../text/shell.js';
import { headerNames } from '../contract/interfaces.js';
import { createSecrets } from '../output/redaction/secrets.js';
import { asCurl } from '../output/request-text.js';
import { partWords, type Expected } from '../diagnosis/expected.js';
import { headerOf } from '../diagnosis/observed-request.js';
import { spelled } from '../diagnosis/spelled.js';
import { replaceUnsafe } from '../text/json/plain-text.js';
import type { Printable } from '../text/json/print.js';
import { counted } from '../text/counted.js';
import { utf8Text } from '../text/utf8.js';
import { addressOf, receiptsIn, savedName, withoutReceipts, type Entry, type Seen } from './entry.js';
import { endToEnd } from './forward.js';
import { marked, sharedLength } from './news.js';

interface Around {
  /** Who answers: the emulator, or addresses. */
  readonly answers: string;
  readonly forwards: boolean;
  readonly profile: string | null;
  readonly redact: (text: string) => string;
}

/** A request as it came, for the page that opens it: exact, but without secrets and complete receipts. */
export function detailOf({ request, diagnosis, saved }: Entry, { redact, ...around }: Around): Printable {
  const { body } = request;
  const curl = curlOf(request);
  return {
    start: `${request.method} ${request.target}`,
    headers: headersOf(request).map(([name, value]) => [revealed(name), revealed(value)]),
    body:
      body === undefined
        ? null
        : shownBody(
            body,
            receiptsIn(request).filter((receipt) => receipt !== ''),
          ),
    ladder: ladderOf(
      diagnosis?.expected ?? null,
      headerOf(request.headers, headerNames.signature.toLowerCase()),
    ),
    curl: curl === undefined || redact(curl) !== curl ? null : curl,
    file: body === undefined ? null : savedName(request),
    saved,
    longer: `${shellLine(['pvg', 'diagnose', saved ?? savedName(request), ...optionWords({ '--profile': around.profile })])} --deep`,
    replay: body === undefined ? null : replayWords(request, around),
  };
}

function replayWords(
  { operation, interface: scheme }: Seen,
  { answers, forwards }: Pick<Around, 'answers' | 'forwards'>,
): string {
  return [
    `A replay sends the same bytes to ${answers} again.`,
    ...(scheme === 'gateway'
      ? [
          `They keep their timestamp, which the service accepts for ${String(limits.timestampSkewSeconds)} seconds.`,
        ]
      : []),
    ...(operation === 'verify' && forwards ? ['A verify RECORDS the purchase.'] : []),
  ].join(' ');
}

// Node reads headers as Latin-1; senders write UTF-8.
const headersOf = ({ headers }: Seen): [string, string][] =>
  headers.map(([name, value]) => [name, utf8Text(Buffer.from(value, 'latin1')) ?? value]);

function curlOf(request: Seen): string | undefined {
  if (request.body === undefined) return undefined;
  return asCurl({
    method: request.method,
    url: addressOf(request.target, request.headers),
    headers: endToEnd(headersOf(request)),
    body: request.body,
  });
}

const longestShown = 64 * 1024;

function shownBody(bytes: Uint8Array, receipts: readonly string[]): Printable {
  const text = utf8Text(bytes);
  const withheld = withoutReceipts(text ?? spelled(Buffer.from(bytes), false), receipts);
  // A receipt may also stand there with escapes. Shorter ones are no receipts.
  const secrets = createSecrets(receipts.filter(({ length }) => length >= 12));
  const shown = secrets.redact(withheld);
  const notes = [
    `${counted(bytes.byteLength, 'byte')}.`,
    ...(text === undefined ? ['The body is not UTF-8: bytes that are not text are written `\\xff`.'] : []),
    ...(receipts.length > 0 ? ['Receipts and tokens are shown by their fingerprint.'] : []),
    ...(shown.length > longestShown ? ['Only the first 64 KB are shown.'] : []),
  ];
  return { pieces: revealed(shown.slice(0, longestShown)), says: notes.join(' ') };
}

/** Text and, at the odd places, characters that nobody can see. Blanks, tabs and line feeds stay: the page marks them. */
const revealed = (text: string): string[] =>
  replaceUnsafe(text, (character) =>
    character === '\n' || character === '\t' ? character : `\0${spelled(Buffer.from(character), false)}\0`,
  ).split('\0');

/** The right values beside the sent signature, with the first place where it differs. */
function ladderOf(right: Expected | null, sent: string | undefined): Printable {
  if (right === null) return null;
  return right.steps.map(({ step, expected, same }) => {
    const isSignature = step === 'signature';
    const shared = isSignature && sent !== undefined ? sharedLength(expected, sent) : expected.length;
    return {
      label: stepWords[step],
      expected,
      parts: step === 'message' ? (right.parts ?? []).map(([part, value]) => [partWords[part], value]) : [],
      same: isSignature ? same : null,
      sent: isSignature && sent !== undefined ? marked(sent, shared) : null,
    };
  });
}

const stepWords = { body_hash: 'Body hash', message: 'Message', signature: 'Signature' } as const;
