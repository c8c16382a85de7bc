/** A line that Python’s `http.client` prints for sent bytes, if its `debuglevel` is 1: `send: b'POST /… HTTP/1.1\r\n…'`. */
const sendLine = /^.*?\bsend: b(['"])(.*)\1\s*$/;

/** An escape in the `repr` of bytes: `\n`, `\'`, `\\`, `\xff`. */
const escape = /\\(?:x([0-9a-f]{2})|(.))/gi;
const escapedSigns: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * The bytes that Python says it sent, one character per byte. The head and the body of a request have a line each.
 * @returns undefined if the text has no such line
 */
export function sentByPython(latin1: string): string | undefined {
  const sent = latin1.split('\n').flatMap((line) => sendLine.exec(line)?.[2] ?? []);
  if (sent.length === 0) return undefined;
  return sent.map(withoutEscapes).join('');
}

function withoutEscapes(repr: string): string {
  return repr.replaceAll(escape, (_whole, hex: string | undefined, sign: string | undefined) =>
    hex === undefined
      ? (escapedSigns[sign ?? ''] ?? sign ?? '')
      : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
