import { causes, both } from '../cause.js';
import { utf16 } from '../causes/secret-forms.js';

const textOfBinary = (binary: string): string => Buffer.from(binary, 'latin1').toString('utf8');

const noMark = 'new UTF8Encoding(false) writes no byte order mark; a StreamWriter with Encoding.UTF8 does.';
const byteLength = 'body.Length counts bytes; text.Length counts UTF-16 units.';

/** The body’s text is the same, its bytes are not: line ends, charsets, wrappings. */
export const bodyText = causes({ interfaces: both, kind: 'no-extra-bytes' })({
  'body-trailing-newline': {
    number: 24,
    commonness: 'A',
    says: 'The body was signed with a line end after it that was not sent.',
    typical: '`echo`, here-documents, `openssl < file`, Go `json.Encoder`, text editors, `puts`.',
    fix: "Sign exactly what is sent: `printf '%s'` instead of `echo`, `json.Marshal` instead of an Encoder, `curl --data-binary`.",
    hints: {
      bash: 'printf \'%s\' "$body" | ..., not echo and not <<<, which add a line end.',
      go: 'json.Marshal, not json.NewEncoder, which adds a newline.',
      ruby: 'print or write, not puts, which adds a newline.',
      python: 'file.write(text), not print(text), which adds a newline.',
    },
  },
  'body-trailing-newline-missing': {
    number: 25,
    commonness: 'B',
    says: 'The body was sent with a line end after it that was not signed.',
    typical:
      'Go: `json.Marshal` is signed and an Encoder sends; `curl --data-binary @file`; text that was trimmed to sign it.',
    fix: 'Sign what the client writes, its last line end included, or send the bytes that you signed.',
    hints: {
      go: 'json.NewEncoder adds a newline when it sends; send the slice of json.Marshal.',
      bash: '$(...) drops line ends at the end of a file; sign the file itself.',
    },
  },
  'body-crlf': {
    number: 26,
    commonness: 'C',
    says: 'The body was signed with CRLF line ends, but it was sent with LF.',
    typical: 'Windows editors, HMAC calculators on web pages.',
    fix: 'Sign in the program that sends, over the bytes it sends, and keep LF.',
  },
  'body-lf': {
    number: 27,
    commonness: 'C',
    says: 'The body was signed with LF line ends, but it was sent with CRLF.',
    typical: 'Postman on Windows, text files read in text mode.',
    fix: 'Send the bytes that you signed. Read and write the body in binary mode.',
    hints: { python: 'Open with "rb": text mode turns CRLF into LF.' },
  },
  'body-newlines-removed': {
    number: 28,
    commonness: 'C',
    says: 'The body was signed without its line ends (or with spaces for them), but it was sent with them.',
    typical: 'Java `readLine()` loops and `lines().collect(joining())`, Unity `.Replace`.',
    fix: 'Read the body as bytes, not line by line, and sign those bytes.',
    hints: {
      java: 'Received bytes: request.getInputStream().readAllBytes(), not readLine().',
      unity: 'No Replace("\\n", " ") before signing.',
    },
  },
  'body-whitespace-removed': {
    number: 29,
    commonness: 'C',
    says: 'The body was signed with every space, tab and line end deleted, even inside strings.',
    typical: 'A regular expression that “normalises” the JSON, such as `Regex.Replace(json, "\\\\s", "")`.',
    fix: 'Do not normalise. Sign the bytes as they are sent.',
    hints: {
      csharp: 'No Regex.Replace over the JSON.',
      unity: 'No Regex.Replace over the JSON.',
    },
  },
  'body-bom-added': {
    number: 30,
    commonness: 'C',
    says: 'The body was signed with a byte order mark (EF BB BF) in front that was not sent.',
    typical: 'C# StreamWriter and `Encoding.UTF8.GetPreamble()`.',
    fix: 'Encode as UTF-8 without a byte order mark; in C#, `new UTF8Encoding(false)`.',
    kind: 'utf8-bytes',
    hints: { csharp: noMark, unity: noMark },
  },
  'body-bom-stripped': {
    number: 31,
    commonness: 'C',
    says: 'The body was sent with a byte order mark (EF BB BF) in front that was not signed.',
    typical: 'C# StringContent over a stream with a mark, files saved by Windows editors.',
    fix: 'Send the body as UTF-8 without a byte order mark, and save files without one.',
    kind: 'utf8-bytes',
    hints: {
      csharp: noMark,
      unity: noMark,
      python: 'Not "utf-8-sig", which writes a byte order mark.',
    },
  },
  'body-charset-ascii': {
    number: 32,
    commonness: 'B',
    says: 'The body was turned into ASCII to sign it, so every non-ASCII character became a question mark.',
    typical: 'C# `Encoding.ASCII.GetBytes`, Java and Python with US-ASCII and replacement.',
    fix: 'Sign the UTF-8 bytes of the body; in C#, `Encoding.UTF8.GetBytes`.',
    kind: 'utf8-bytes',
    hints: {
      csharp: 'Not Encoding.ASCII: it turns every other character into a question mark.',
      unity: 'Not Encoding.ASCII: it turns every other character into a question mark.',
      java: 'Not StandardCharsets.US_ASCII.',
    },
  },
  'body-charset-latin1': {
    number: 33,
    commonness: 'B',
    says: 'The body was signed in Latin-1 or windows-1252, but it was sent in UTF-8.',
    typical:
      'Java `getBytes()` without a charset on Windows, old Node `hmac.update(text)`, `btoa`, `binary` strings.',
    fix: 'Name the charset: sign the UTF-8 bytes, or the buffer that is sent.',
    kind: 'utf8-bytes',
    hints: {
      java: 'getBytes() without a charset is windows-1252 on many Windows machines.',
      node: "Not 'binary' or 'latin1', and no btoa.",
    },
  },
  'body-charset-utf16': {
    number: 34,
    commonness: 'C',
    says: 'The body was signed in UTF-16, but it was sent in UTF-8.',
    typical: 'C# `Encoding.Unicode`, Unreal TCHAR buffers, Delphi, Java `UTF_16`.',
    fix: 'Convert the text to UTF-8 once, then sign and send those bytes.',
    kind: 'utf8-bytes',
    hints: {
      csharp: 'Not Encoding.Unicode, which is UTF-16.',
      unity: 'Not Encoding.Unicode, which is UTF-16.',
      java: 'Not StandardCharsets.UTF_16.',
      unreal: 'Not the TCHAR buffer of the FString, which is UTF-16.',
    },
    digests: ({ keyed }) => [
      [(key, message) => keyed(key, utf16(textOfBinary(message))), 'the whole message as UTF-16', 0.5],
    ],
  },
  'body-mojibake': {
    number: 35,
    commonness: 'C',
    says: 'The body was signed in UTF-8 twice over: its bytes were read as Latin-1 and encoded again.',
    typical: 'PHP `utf8_encode`, Java `new String(bytes, ISO_8859_1)`.',
    fix: 'Remove the second conversion, such as `utf8_encode`: the text is UTF-8 already.',
    kind: 'utf8-bytes',
    hints: {
      php: 'Delete utf8_encode.',
      java: 'Delete new String(bytes, StandardCharsets.ISO_8859_1).',
    },
  },
  'body-unicode-normalized': {
    number: 36,
    commonness: 'D',
    says: 'The body was signed after Unicode normalisation (NFC or NFD), but it was sent without.',
    typical: 'Swift and macOS input, Java Normalizer.',
    fix: 'Do not normalise before signing. Sign the bytes as they are sent.',
    kind: 'utf8-bytes',
  },
  'body-truncated-chars': {
    number: 37,
    commonness: 'D',
    says: 'The body was signed only in part: the number of characters was taken for the number of bytes.',
    typical: 'C# `TransformBlock(b, 0, text.Length)`, Unreal `Str.Len()`, C `strlen` of other text.',
    fix: 'Use the length of the UTF-8 bytes, not of the text.',
    kind: 'utf8-bytes',
    hints: {
      csharp: byteLength,
      unity: byteLength,
      unreal: 'Utf8.Length() counts bytes; Text.Len() counts UTF-16 units.',
    },
  },
  'body-double-encoded': {
    number: 38,
    commonness: 'B',
    says: 'The JSON text was signed after being encoded once more as a JSON string, with quotes around it and escapes within.',
    typical: '`JSON.stringify` of a string, axios with a string body and a JSON content type.',
    fix: 'Serialise once. Sign and send the JSON text itself.',
    kind: 'serialise-once',
    hints: {
      node: 'JSON.stringify of a string quotes it again; axios does so for a string body with a JSON content type.',
      python: 'json=text serialises the text again; data=body sends it as it is.',
    },
  },
  'body-base64': {
    number: 39,
    commonness: 'D',
    says: 'The base64 text of the body was signed instead of the body.',
    typical: 'PHP, and payment interfaces that wrap their payload.',
    fix: 'Sign the raw bytes of the body.',
    hints: { php: 'No base64_encode before hash_hmac.' },
  },
  'body-urlencoded-whole': {
    number: 40,
    commonness: 'D',
    says: 'The URL-encoded text of the body was signed instead of the body.',
    typical: 'PHP `urlencode`, JavaScript `encodeURIComponent`.',
    fix: 'Sign the raw bytes of the body.',
    hints: {
      php: 'No urlencode before signing.',
      node: 'No encodeURIComponent before signing.',
    },
  },
  'body-gzip-mismatch': {
    number: 41,
    commonness: 'C',
    says: 'The body was compressed after it was signed: what arrived is gzip, what was signed is not.',
    typical: 'OkHttp and Elasticsearch compression interceptors, proxies.',
    fix: 'Turn request compression off, or sign the compressed bytes.',
    hints: {
      java: 'OkHttp: an interceptor that compresses must run before the one that signs.',
      kotlin: 'OkHttp: an interceptor that compresses must run before the one that signs.',
    },
  },
});
