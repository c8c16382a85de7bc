import type { Interface } from '../../contract/interfaces.js';
import type { FixKind } from '../../languages/fixes.js';
import type { MessagePart } from '../../signing/scheme.js';

/** The causes of one part of a request, under the kind of their fix. */
interface Group {
  readonly title: string;
  /** Which requests can have them: all, those of the interfaces that sign this part, or those of one interface. */
  readonly where: 'everywhere' | MessagePart | Interface;
  readonly rows: Readonly<Partial<Record<FixKind, readonly Row[]>>>;
}

/**
 * How common (A very common, B common, C occasional, D rare: an estimate), id, what the sender did, who typically does
 * it, and what to do. What was done and what to do are true of every form of the mistake, in both directions.
 */
type Row = `${'A' | 'B' | 'C' | 'D'} ${string} | ${string} | ${string} | ${string}`;

/** Those that another request can have than the others of their group. */
export const otherPlaces: Readonly<Record<string, Group['where']>> = {
  'scheme-confused': 'everywhere',
  'msg-prehashed': 'everywhere',
  'layout-method-path': 'everywhere',
  'message-unfilled': 'everywhere',
  'layout-id-prefixed': 'session',
  'layout-timestamp-prefixed': 'session',
  'hdr-timestamp-missing': 'timestamp',
  'hdr-client-id-missing': 'clientId',
};

/** In the order of the page. */
export const groups: readonly Group[] = [
  {
    title: 'Body: the JSON was serialised again',
    where: 'everywhere',
    rows: {
      'serialise-once': [
        'A body-json-js | The JSON was signed as JavaScript, for example, writes it after parsing it, but it was sent with other spaces, numbers (such as `1.0` for `1`) or key order. | Node.js: Express with body-parser, NestJS, Next.js, Firebase, axios; Deno. | Call `JSON.stringify` once, sign that string and send that same string. Never pass the object to the HTTP client.',
        'A body-json-compact | Compact JSON (without spaces) was signed, but it was sent with other spaces, numbers or escapes. | Python with `separators=(",", ":")`, Jackson, Newtonsoft, serde_json, Ruby `JSON.generate`, Elixir Jason. | Sign the exact bytes that are sent. Pass bytes to the HTTP client (`data=`, `content=`), not an object (`json=`). A middleware or proxy must pass the raw body on.',
        'B body-json-spaced | JSON with a space after commas or colons was signed, but it was sent with other spaces or line breaks. | Python `json.dumps(x, ensure_ascii=False)`, some Ruby, Lua and Perl encoders. | Serialise once, then sign and send that string. Do not let httpx serialise the object: it writes compact JSON.',
        'A body-json-python | The JSON was signed as Python’s `json.dumps(x)` writes it (spaces after commas and colons, non-ASCII as `\\uxxxx`), but it was sent in another form. | Python: `json.dumps` is signed, but httpx 0.28 or aiohttp with orjson sends its own compact form, or the reverse. | Write `body = json.dumps(p).encode()`. Sign `body` and send it with `data=body`, never with `json=p`.',
        'B body-json-ascii | The JSON was signed with other escapes of non-ASCII characters (`\\uxxxx`) than it was sent with. | Python `ensure_ascii`, PHP `JSON_UNESCAPED_UNICODE` on one side only, Delphi, `jq -a`, Erlang jiffy. | Sign the bytes that are sent. Do not build the JSON a second time to sign it.',
        'A body-json-php | The JSON was signed as PHP’s `json_encode` writes it (for example `/` as `\\/`, `10.0` as `10`, `{}` as `[]`), but it was sent with other escapes, numbers or empty objects. | PHP: Laravel, WordPress, Guzzle with `json`. | Call `json_encode` once. Pass that string to `hash_hmac` and send it as Guzzle’s `body`, not as `json`.',
        'B body-slashes-escaped | Slashes were signed with a backslash (`\\/`) and sent without it, or the other way round. | Lua cjson, Apple JSONEncoder and NSJSONSerialization, Android org.json, PHP with or without `JSON_UNESCAPED_SLASHES`. | Sign the string that the encoder returned and send that same string.',
        'A body-html-escaped | HTML characters (such as `<` or `&`) were escaped in what was signed, but the body was sent with other escapes or none. | Go `json.Marshal` of a struct, Rails `to_json`, Newtonsoft with EscapeHtml. | Sign exactly the bytes that are sent. Do not escape them or serialise the value again in between.',
        'B body-json-go-map | The JSON was signed as Go writes a decoded map (keys sorted, `<>&` escaped, numbers as float64), but it was sent in another form. | Go: decoding into `map[string]any` and encoding again. | Do not decode and encode again. Keep the slice of one `json.Marshal` call, or the bytes of `io.ReadAll`.',
        'A body-json-stj | The JSON was signed as System.Text.Json, for example, writes it (non-ASCII and `"&\'+<>` as `\\uXXXX` in upper-case hex), but it was sent with other escapes. | C#: `JsonSerializer.Serialize` is signed, but another serialiser or other options write what is sent. | Serialise once. Sign the UTF-8 bytes of that string and send the same bytes.',
        "B body-json-gson | The JSON was signed as Gson writes it (`< > & = '` as `\\u003c` and so on, null fields left out), but it was sent in another form. | Java, Kotlin and Android with Gson. | Call `gson.toJson` once and take its UTF-8 bytes. Sign them and pass the same bytes to the HTTP client.",
        'A body-keys-sorted | The keys of the JSON objects were signed in another order than they were sent in. | `nlohmann::json`, Go maps, Python `sort_keys=True`, Godot `JSON.stringify`, Qt QJsonObject, Jackson ORDER_MAP_ENTRIES, canonical JSON. | Do not sort or rearrange the keys. Sign the bytes exactly as they are sent.',
        'C body-keys-sorted-top | The keys of the outermost JSON object were signed in another order than they were sent in. | PHP `ksort` before `json_encode`. | Do not sort the keys. Sign the bytes exactly as they are sent.',
        'B body-nulls-dropped | Fields with the value null were sent but not signed, or signed but not sent. | Gson, Jackson NON_NULL, C# WhenWritingNull, Moshi. | Serialise once with one serialiser. Sign its result and send the same result.',
        'C body-empties-dropped | Empty fields (null, empty text, perhaps empty lists, 0 or false) were sent but not signed, or signed but not sent. | Jackson NON_EMPTY, Go `omitempty`, code for WeChat Pay, which does not sign empty values. | Serialise once and sign that result. Empty fields that are sent must be signed too.',
        'C body-empty-object-array | An empty object was signed where an empty list was sent (`{}`, `[]`), or the reverse. | PHP `json_decode($body, true)` and `json_encode` again, Lua cjson. | Do not decode and encode again. If PHP must decode, use `json_decode($body)` without `true`, so that objects stay objects.',
        'C body-ints-to-floats | Integers were signed as decimal numbers (`5` as `5.0`), but they were sent as integers. | Gson into a Map, Godot 4.4 and later, Lua 5.3. | Sign before anything parses the body. Do not parse numbers and print them again.',
        'C body-floats-17g | Decimal numbers were signed with 17 digits (`4.99` as `4.9900000000000002`), but they were sent with fewer. | Unreal FJsonValueNumber, PHP with `serialize_precision=17`, C `%.17g`. | Sign the bytes that are sent. Send prices as text or as whole numbers (such as cents); in PHP set `serialize_precision=-1`.',
        'C body-floats-float32 | Decimal numbers were signed as 32-bit floats (`4.99` as `4.989999771118164`), but they were sent in another precision. | Unity JsonUtility, `float` fields in C# and C++. | Use `double`, `decimal` or whole numbers (such as cents) for prices. Sign the bytes that are sent.',
        'D body-numbers-as-strings | Numbers or booleans were signed as text in quotes (`5` as `"5"`) and sent without quotes, or the other way round. | `boost::property_tree`, objects filled from a form, HTTPie `os_id=1`. | Sign the text that is sent, with numbers where the contract has numbers. Use a JSON library that keeps the types, in PHP without `JSON_NUMERIC_CHECK`; HTTPie sends a number with `os_id:=1`.',
        'B body-pretty | Pretty-printed JSON was signed, with line breaks, but it was sent without them or with others. | Programs that sign what they log, Qt `toJson()`, PowerShell `ConvertTo-Json`, the pretty printers of Jackson, Python and PHP. | Sign the text that is sent. Make a second, pretty copy for logs.',
        'B body-json-unreal | The JSON was signed as Unreal’s TJsonWriter writes it by default (pretty-printed with tabs), but it was sent in another layout. | Unreal Engine: `TJsonWriterFactory<>::Create` pretty-prints by default. | Use `TCondensedJsonPrintPolicy` and convert once with `FTCHARToUTF8`. Sign that buffer and send it.',
        'C body-keys-recased | The names of JSON fields were signed in another style (such as PascalCase, camelCase or snake_case) than they were sent in. | C#: `JsonSerializer.Serialize` is signed, but `PostAsJsonAsync` sends camelCase; Jackson naming strategies. | Serialise once with the options that you send with. Sign that text and send it.',
      ],
    },
  },
  {
    title: 'Body: bytes and text',
    where: 'everywhere',
    rows: {
      'no-extra-bytes': [
        'A body-trailing-newline | A line break or a space was signed after the body, but it was not sent. | `echo`, here-documents, `openssl < file`, Go `json.Encoder`, text editors, `puts`. | Sign exactly the bytes that are sent, with nothing after them. `echo` and a Go Encoder add a line break.',
        'B body-trailing-newline-missing | White space at the end of the body, usually a line break, was sent but not signed. | Go: `json.Marshal` is signed, but an Encoder sends; `curl --data-binary @file`; code that trims the text before signing. | Send the exact bytes that you signed, with or without the white space at the end.',
        'C body-crlf | The body was signed with CRLF line breaks, but it was sent with LF line breaks. | Windows editors, HMAC calculators on web pages. | Sign in the program that sends. Sign the bytes that it sends, and keep LF.',
        'C body-lf | The body was signed with LF line breaks, but it was sent with CRLF line breaks. | Postman on Windows, text files read in text mode. | Send the bytes that you signed. Read and write the body in binary mode.',
        'C body-newlines-removed | The line breaks in the body were removed or replaced before signing, but they were sent. | Java `readLine()` loops and `lines().collect(joining())`, Unity `.Replace`. | Sign the body as bytes: not line by line, and without anything that changes its line breaks, such as `echo`.',
        'C body-whitespace-removed | Spaces, tabs or line breaks in the body were removed before signing, but they were sent. | A regular expression that cleans up the JSON, such as `Regex.Replace(json, "\\\\s", "")`. | Do not clean up the JSON. Sign the bytes as they are sent.',
        'C body-signed-twice | The body or the message was signed twice in a row: the same bytes came once more after it. | `hmac.update(body)` in a loop, in a retry, or in an interceptor and in the sender. | Make a new hash and a new HMAC object for each request. Pass the bytes to it once.',
        'D body-base64 | The body was signed as itself and sent in base64 or hex, or the other way round. | PHP code, payment services that encode their payload as base64, API gateways that take JSON for binary data. | Sign the JSON bytes themselves and send the same bytes, both without base64 or hex.',
        'D body-urlencoded-whole | The URL-encoded or URL-decoded text of the body was signed instead of the body itself. | PHP `urlencode`, JavaScript `encodeURIComponent`. | Sign and send the same raw bytes of the body. Do not URL-encode or decode them.',
        'C body-gzip-mismatch | The body was compressed after it was signed: the compressed bytes were sent, but the uncompressed ones were signed. | Compression interceptors of OkHttp and Elasticsearch, proxies. | Sign the JSON bytes and send the same bytes. Turn request compression off: the contract shows no compressed body.',
      ],
      'utf8-bytes': [
        'C body-bom-added | A byte order mark (EF BB BF) was signed before the body, but it was not sent. | C# StreamWriter and `Encoding.UTF8.GetPreamble()`. | Encode as UTF-8 without a byte order mark. In C#, use `new UTF8Encoding(false)`.',
        'C body-bom-stripped | A byte order mark (EF BB BF) was sent before the body, but it was not signed. | C# StringContent over a stream with a byte order mark, files saved by Windows editors. | Send the body as UTF-8 without a byte order mark. Save files without one.',
        'B body-charset-ascii | The body was converted to ASCII before signing, so non-ASCII characters were lost. | C# `Encoding.ASCII.GetBytes`, US-ASCII with replacement in Java and Python. | Sign the UTF-8 bytes of the body. In C#, use `Encoding.UTF8.GetBytes`.',
        'B body-charset-latin1 | The body was signed in Latin-1 or Windows-1252 and sent in UTF-8, or the other way round. | Java `getBytes()` without a charset on Windows, old Node `hmac.update(text)`, `btoa`, `binary` strings. | Name the charset in the code. Convert the text to UTF-8 once, sign those bytes and send them.',
        'C body-charset-utf16 | The body was signed in UTF-16, but it was sent in UTF-8. | C# `Encoding.Unicode`, Unreal TCHAR buffers, Delphi, Java `UTF_16`. | Convert the text to UTF-8 once. Sign those bytes and send them.',
        'C body-mojibake | The body was decoded with the wrong charset and encoded as UTF-8 again before it was signed. | PHP `utf8_encode`, Perl `encode`, Java `new String(bytes, ISO_8859_1)`. | Remove the second conversion, such as `utf8_encode`. Sign the bytes that are sent.',
        'D body-unicode-normalized | The body was signed after Unicode normalisation (such as NFC or NFD), but it was sent without it. | Text from Swift or macOS, Java Normalizer. | Do not normalise before signing. Sign the bytes as they are sent.',
        'D body-truncated-chars | Only the first part of the body was signed, as if its characters were counted instead of its bytes. | C# `TransformBlock(b, 0, text.Length)`, Unreal `Str.Len()`, a length taken from another string in C. | Pass the number of UTF-8 bytes that are sent: not the number of characters, and not `sizeof`, which counts the zero byte at the end of a text.',
      ],
      'serialise-once': [
        'B body-double-encoded | The JSON text was encoded once more, as a JSON string in quotes, in only one of the two: what was signed or what was sent. | `JSON.stringify` of a string, axios with a string body and a JSON content type. | Serialise once. Sign and send the JSON text itself.',
      ],
    },
  },
  {
    title: 'Body: something else was signed',
    where: 'everywhere',
    rows: {
      'serialise-once': [
        'B body-python-repr | The body was signed as Python prints a value with `str()` (such as with single quotes, `True` or `None`), instead of as JSON. | Python f-strings and `str(payload)`. | Call `json.dumps` once. Sign the bytes of that string, not what `str()` makes of them, and send these bytes.',
        'C body-map-tostring | The body was signed as a language prints a map or a list (as with `toString()`), instead of as JSON. | Java `Map.toString()`, Ruby `Hash#to_s`, Go `%v`, Elixir `inspect`, Rust `{:?}`. | Serialise the map to JSON first. Sign that text and send it.',
        'B body-object-tostring | An object or a list of bytes was turned into text without serialising it, so text such as `[object Object]`, `{}`, `[123, 34]` or `undefined` was signed. | JavaScript string concatenation, a PHP array used as a string, C# `ToString()` of a collection. | Sign the body’s bytes or its JSON text, the same that is sent. Make the signing function accept only bytes and strings.',
        'B body-form-encoded | The fields were signed as form data (`a=1&b=2`) and sent as JSON, or the other way round. | `qs.stringify`, `http_build_query`, helpers that use `urlencode`, `requests.post(url, data=dict)`. | Send the fields as JSON, and sign exactly those JSON bytes.',
        'B body-query-sorted | The fields were signed as `a=1&b=2` sorted by key, as other payment services require, but the body was sent as JSON. | Code taken from MoMo, VNPay, ZaloPay, WeChat Pay or Binance. | Do not build a query string. This service signs the raw body.',
        'D body-values-joined | The values of the fields, perhaps with their names, were joined and signed, but the body was sent as JSON. | Code taken from ZaloPay or older payment gateways. | Sign the raw body, not the values in it.',
        'C body-member-only | Only one field of the body was signed, but the complete body was sent. | Code that signs `payload` or `data` but sends the object around it. | Sign the complete body, with the outer object.',
        'C body-wrapped | The body was signed inside another object, such as `{"data": …}`, but it was sent without that object. | Code that signs the options of the HTTP client, such as axios’ `{ data }`. | Sign exactly the bytes that are sent, without the outer object.',
        'D body-member-missing | The body was signed without fields that were sent, or with fields that were not sent. | Middleware that adds a field (`sentAt`) after signing, code that leaves out a `sign` field. | Sign last. Nothing may change the body after that.',
        'D body-differs | Other bytes were signed than were sent, in a way that has no name of its own. | Code that makes the body twice. | Make the bytes once, sign them, and send these same bytes.',
        'C body-member-changed | One or more fields had different values when they were signed. | Database columns that are too narrow, log filters, middleware that converts values, JavaScript numbers. | Sign the bytes that are sent. Nothing may read and write the body between signing and sending.',
      ],
      'no-extra-bytes': [
        'B body-empty | An empty body was signed, but the request was sent with a body. | A stream that was already read, multipart, an interceptor that signs before the body is set. | Keep the body in a buffer. Sign the buffer, then send it.',
      ],
      'empty-body': [
        'C body-empty-placeholder | The request was sent without a body, but text such as `{}`, `null`, `""` or `[]` was signed. | Helpers for axios and fetch, `express.json()`. | Sign the bytes that are sent: zero bytes when the request has no body.',
      ],
    },
  },
  {
    title: 'Hash of the body',
    where: 'bodyHash',
    rows: {
      'body-hash': [
        'A bodyhash-raw-body | The message has the body itself where the SHA-256 hash of the body belongs. | Code taken from Stripe, Svix or Zoom; Go `h.Sum(body)`. | Put the SHA-256 hash of the body there, as 64 lower-case hex characters.',
        'A bodyhash-uppercase | The hash of the body was put into the message in upper-case hex instead of lower case. | C# `Convert.ToHexString`, Unreal `BytesToHex`, Delphi, Java `%02X`. | Write the body hash in lower case.',
        'C bodyhash-hex-digits | The hash of the body was put into the message with hex digits lost or added. | C `%x`, Java `BigInteger.toString(16)`, Erlang `integer_to_binary(N, 16)`. | Write every byte of the body hash as two hex characters, as `%02x` does. Fill up one large number with zeros to 64 digits.',
        'B bodyhash-base64 | The hash of the body was put into the message as base64 instead of hex. | Code for the `Digest` header or for Azure. | Write the hash in the message in lower-case hex, not in base64.',
        'D bodyhash-base64url | The hash of the body was put into the message as base64url instead of hex. | Code taken from JWT. | Write the hash in the message in lower-case hex.',
        "B bodyhash-bytes | The bytes of the body’s hash were put into the message, raw or in another text form than hex. | PHP `hash('sha256', $body, true)`, Python `.digest()`, Go `sum[:]`. | Write the hash as hex, once: `hexdigest()`, `hash('sha256', $body)`, `hex.EncodeToString(sum[:])`.",
        'C bodyhash-object | The message has the name of an object or a missing value where the hash of the body belongs. | WebCrypto and other hash functions that return a promise, without `await`. | Wait for the hash, then put its 64 lower-case hex characters into the message. In JavaScript, put `await` before a function that returns a promise.',
        'C bodyhash-double | The body was hashed twice: the message has the hash of the body’s hash. | Two helper functions that both hash. | Hash the body once.',
        'B bodyhash-other-digest | The body was hashed with another algorithm, such as MD5, SHA-1 or SHA-512, instead of SHA-256. | Code copied from another integration. | Hash the body with SHA-256.',
        'C bodyhash-hmac | The hash of the body was computed with the secret (as an HMAC) instead of with plain SHA-256. | One helper function for both steps. | Use plain SHA-256 for the body. Use the secret only once, for the complete message.',
        'D bodyhash-prefixed | The hash of the body was put into the message with extra text before or after it, such as `sha256=`. | Code for the `Digest` header, the output of `openssl` and `sha256sum`. | Put only the 64 hex characters into the message.',
      ],
      'empty-body': [
        'C bodyhash-empty-omitted | Nothing stands in the message where the hash of the body belongs. | Requests without a body, such as helpers for GET and DELETE. | Hash the bytes that are sent. The hash of zero bytes is e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.',
      ],
    },
  },
  {
    title: 'Layout of the message',
    where: 'gateway',
    rows: {
      'message-layout': [
        'A layout-no-separator | The parts of the message were joined without a separator instead of with `.`. | Code taken from KuCoin or OKX. | Join client id, timestamp and body hash with `.`.',
        'A layout-separator | The parts of the message were joined with other text instead of `.`. | Code taken from AWS (line break) or Slack (`:`). | Join client id, timestamp and body hash with `.`.',
        'C layout-literal-newline | The parts of the message were joined with a backslash and an `n` (two characters) instead of `.`. | PHP strings in single quotes, bash. | Join client id, timestamp and body hash with `.`. The message has no line break.',
        'A layout-order | The parts of the message were joined in the wrong order. | Hand-written code in any language. | Join them in this order: client id, timestamp, body hash.',
        'A layout-missing-client-id | The client id is missing from the message that was signed. | Code taken from Stripe. | Put the client id first, then timestamp and body hash.',
        'B layout-missing-timestamp | The timestamp is missing from the message that was signed. | Code taken from GitHub webhooks. | Put the timestamp second, between client id and body hash. Use the same text as in X-Timestamp.',
        'B layout-missing-body-hash | The hash of the body is missing from the message that was signed. | Code that signs an access token, multipart requests. | Put the SHA-256 hash of the body third, after client id and timestamp.',
        'C layout-body-hash-only | Only the hash of the body was signed, without the client id and the timestamp. | Code that was written for the session interface or for a webhook. | Sign all three parts: client id, timestamp and body hash.',
        "B layout-trailing-newline | Extra text, such as a line break or a `.`, was signed before or after the message. | `echo` in front of `openssl dgst`, loops that add a separator after every part. | Join the parts, with nothing before the first and after the last one. Use `printf '%s'` instead of `echo`.",
        'B layout-method-path | The HTTP method or the path was signed as a part of the message. | Code taken from AWS SigV4, Coinbase, BitMEX or Kong. | Remove method and path from the message.',
        'C layout-key-value | The parts of the message were signed with their names, such as `timestamp=…`, instead of the values only. | Code taken from wallets and other payment services. | Join only the values with `.`.',
        'D layout-secret-in-message | The secret was also put into the message that was signed. | Code taken from Xsolla. | Use the secret only as the key of the HMAC.',
        'A scheme-confused | The request was signed with the rule of the other interface. | One helper function for both interfaces. | Sign `client_id.timestamp.body_hash` for the gateway, and the raw body alone for the session interface.',
        'C layout-id-prefixed | An id, such as the gameId, was signed together with the body. | Code written for the gateway or for another service. | Sign the body alone: the gameId is already in it.',
        'C message-unfilled | A template was signed in which values were not filled in, such as `{{timestamp}}` or `${clientId}`. | Postman, JavaScript without backticks, Python without `f"…"`, bash with single quotes. | Print the message just before it is signed. It must have the values, not their names.',
        'B msg-prehashed | A hash was signed instead of the message itself. | The gateway’s body hash used for the session interface, `hash_hmac(…, hash(…))`. | Pass the message itself to the HMAC function, which hashes it.',
        'B layout-timestamp-prefixed | Other text, such as a timestamp, was signed together with the body. | Code taken from Stripe, Slack, Zoom or Paddle. | Sign the body alone. Session requests sign no timestamp.',
      ],
    },
  },
  {
    title: 'Secret',
    where: 'everywhere',
    rows: {
      'secret-trim': [
        "A secret-trailing-newline | The HMAC key was the secret with a line break before or after it. | `echo secret > file`, Docker and Kubernetes secrets, variables that were set in a web console. | Use the secret without anything around it: trim it when it is read, and write it with `printf '%s'` instead of `echo`.",
        'A secret-surrounding-space | The HMAC key was the secret with a space or an invisible character before or after it. | Copy and paste, configuration files. | Trim the secret when it is read. Save its file without a byte order mark.',
        'A secret-quoted | The HMAC key was the secret with quotes or other marks around it. | `docker --env-file`, which keeps quotes; Python `str()` of bytes; a value pasted with its `<` and `>`, or with the `;` or `,` after it. | Use the secret alone as the key, without anything around it: compare its length with that of the issued one.',
      ],
      'secret-as-text': [
        'A secret-hex-decoded | The secret was decoded as hex, and the resulting bytes were used as the HMAC key. | Code taken from Adyen, Bitstamp and many C# samples. | Use the characters of the secret (UTF-8) as the key. Do not decode it.',
        'A secret-base64-decoded | The secret was decoded as base64, and the resulting bytes were used as the HMAC key. | Code taken from Svix, Standard Webhooks, Azure or Polymarket. | Use the characters of the secret (UTF-8) as the key. Do not decode it.',
        'C secret-base64-encoded | The secret was encoded as base64, and that text was used as the HMAC key. | A Kubernetes Secret whose value was copied from its manifest without decoding. | Use the secret as it was issued, not its base64 text. If it is stored as base64, decode it once.',
        'D secret-hex-encoded | The secret was encoded as hex, and that text was used as the HMAC key. | Helpers that need their key in hex. | Use the characters of the secret (UTF-8) as the key. Do not encode it.',
        'B secret-prefix-stripped | The HMAC key was the secret without its prefix, perhaps decoded. | Code taken from Stripe or Svix, which remove `whsec_`. | Use the complete secret, with its prefix, as text.',
        'C secret-hashed | A hash of the secret was used as the HMAC key instead of the secret itself. | Code taken from the Telegram login. | Use the secret itself as the key. Do not hash it.',
        'C secret-url-decoded | The secret was URL-decoded or URL-encoded before it was used as the HMAC key. | A secret that was passed in a query string or a connection URL. | Use the secret unchanged. Do not decode or encode it.',
        'C secret-utf16 | The HMAC key was the secret in UTF-16 instead of UTF-8. | C# `Encoding.Unicode`, Unreal TCHAR buffers, files that Windows PowerShell writes with `>`. | Use the UTF-8 bytes of the secret as the key, without byte order mark or line break.',
      ],
      'secret-right-one': [
        'A secret-wrong-environment | The HMAC key was another secret: of a different game, environment or interface, or one that was replaced. | Development and production mixed up, one key per game, rotated keys. | Use the secret of this game, this environment and this interface.',
        'B secret-is-client-id | The client id or the gameId was used as the HMAC key, or as a part of it. | Client id and client secret swapped in a configuration or in a function call. | Use the secret alone as the key.',
        'D secret-differs | The HMAC key was made of the secret in a way that has no name of its own. | Helpers that change their key. | Use the characters of the secret (UTF-8) as the key, and nothing else.',
        'B secret-empty | The HMAC key was empty. | A variable that is not set, with an empty default value. | Set the variable. Stop the program at its start if the secret is empty.',
        'B secret-undefined | The HMAC key was a word for a missing value, such as `undefined`, `null`, `None` or `nil`. | `${process.env.X}`, `str(os.environ.get(…))`. | Check the name of the variable and that it is loaded in time. Stop the program if it is missing.',
        'C secret-case | The HMAC key was the secret in another case (upper or lower). | Configuration libraries and hex helpers that change the case. | Use the secret exactly as it was issued.',
        'C secret-truncated | Only a part of the secret was used as the HMAC key. | Fixed buffers, narrow database columns, a double click that selects only a part. | Compare the length of the secret in use with the length of the one that was issued.',
        'C secret-env-mangled | The secret was changed before it was used as the HMAC key, for example at a `$` or `#`. | Readers of configuration files: Docker Compose, bash, dotenv. | Put the value in single quotes if the reader allows them. In Docker Compose, write `$$` for `$`.',
        'C secret-env-line | The HMAC key was more than the secret, such as a line of an env file (`NAME=` and the secret), `Bearer ` and the secret, or the secret twice. | More than the secret that was pasted. | Use only the secret as the key, once, and nothing before or after it.',
        'C secret-placeholder | The HMAC key was a placeholder such as `secret` or `changeme`. | A sample configuration, a default value in the code. | Set the real secret and remove the default value.',
      ],
      'argument-order': [
        "B key-message-swapped | Key and message were swapped: the message was used as the key, and the secret was used as the message. | PHP `hash_hmac`, Erlang crypto, Perl, js-sha256: the order of the arguments differs between libraries. | Check the order of the arguments, for example `hash_hmac('sha256', $message, $secret)`.",
      ],
    },
  },
  {
    title: 'Algorithm',
    where: 'everywhere',
    rows: {
      'hmac-sha256': [
        'A alg-hmac-sha1 | The signature was computed with HMAC-SHA1 (20 bytes) instead of HMAC-SHA256. | Code taken from GitHub’s X-Hub-Signature or from Twilio. | Use HMAC-SHA256.',
        'A alg-hmac-sha512 | The signature was computed with HMAC-SHA512 (64 bytes) instead of HMAC-SHA256. | Code taken from VNPay, Gate.io or Paystack. | Use HMAC-SHA256.',
        'B alg-hmac-md5 | The signature was computed with HMAC-MD5 (16 bytes) instead of HMAC-SHA256. | Old helper code. | Use HMAC-SHA256.',
        'D alg-hmac-sha384 | The signature was computed with HMAC-SHA384 (48 bytes) instead of HMAC-SHA256. | Code taken from Bitfinex. | Use HMAC-SHA256.',
        'A alg-plain-hash | The signature is a plain hash of the message, with or without the secret in the hashed text, instead of an HMAC. | Code taken from Xsolla (SHA-1) or WeChat Pay v2 (MD5), `CryptoJS.SHA256`. | Use HMAC-SHA256 with the secret as its key.',
        'D alg-hash-of-hmac | The HMAC was computed and then hashed once more. | Two helper functions that both hash. | Send the HMAC itself. Do not hash it.',
        'D alg-double-hmac | The HMAC was computed twice, the second time over the first result or with a derived key. | Derived keys as in AWS SigV4. | Compute the HMAC once.',
      ],
    },
  },
  {
    title: 'Text of the signature',
    where: 'everywhere',
    rows: {
      'hex-lower': [
        'A out-uppercase-hex | The signature was sent in upper-case hex instead of lower case. | C# `Convert.ToHexString`, Unreal `BytesToHex`, Delphi, PowerShell. | Send it in lower case.',
        'A out-base64 | The signature was sent in base64 instead of hex. | Code taken from Shopify, Svix, WooCommerce, Azure or Kong. | Send it in lower-case hex.',
        'B out-base64url | The signature was sent in base64url instead of hex. | Code taken from JWT or Polymarket. | Send it in lower-case hex.',
        'D out-base64-nopad | The signature was sent in base64 without padding instead of in hex. | Go `RawStdEncoding`, Swift. | Send it in lower-case hex.',
        'B out-base64-of-hex | The hex text of the signature was encoded as base64 and sent. | PHP `base64_encode(hash_hmac(…))`, `openssl` into `base64`. | Encode the digest once: send its 64 lower-case hex characters.',
        'C out-dashed-hex | The signature was sent in hex with a dash, colon or space between the bytes. | C# `BitConverter.ToString`. | Remove the characters between the bytes and send the hex in lower case.',
        'C out-hex-unpadded | The signature was sent in hex with leading zeros lost, so it is too short. | Java `Integer.toHexString` and BigInteger, Erlang `integer_to_binary(N, 16)`, JavaScript `toString(16)`, C `%x`. | Write every byte as two hex characters, as `%02x` does. Fill up one large number with zeros to 64 digits.',
        'D out-hex-sign-extended | The signature was sent in hex with `ffffff` before every byte from `80` on. | Signed bytes in Java and C. | Mask each byte with `& 0xff` and write it as `%02x`.',
        'A out-prefixed | The signature was sent with extra text before or after it, such as `sha256=` or `(stdin)= `. | Code taken from GitHub, Slack or Stripe; the output of `openssl` and `sha256sum`. | Send only the 64 hex characters.',
        'C out-quoted | The signature was sent with quotes or brackets around it. | `JSON.stringify(signature)`. | Send it without quotes or brackets around it.',
        "C out-bytes-literal | The signature was sent as Python prints bytes, `b'…'`, or as a list of bytes, instead of as text. | Python `str()` of bytes, Godot `str()` of a PackedByteArray. | Write the digest as 64 lower-case hex digits and send that text: `hexdigest()` in Python, `hex_encode()` in Godot, `toString('hex')` in Node.",
        'D out-truncated | Only a part of the signature was sent. | Narrow database columns, `substr`. | Send all 64 hex characters.',
        'D out-percent-encoded | The signature was sent in base64 with percent escapes instead of in hex. | Code that puts the signature in a query string. | Send it in lower-case hex, which needs no escapes.',
      ],
    },
  },
  {
    title: 'Timestamp',
    where: 'timestamp',
    rows: {
      'unix-seconds': [
        'A ts-ms-signed | The timestamp was signed in milliseconds, but X-Timestamp was sent in seconds. | JavaScript `Date.now()`, Java `currentTimeMillis()`. | Take the time once, in whole seconds. Use the same text in the message and in X-Timestamp.',
        'B ts-ms-header | X-Timestamp was sent in milliseconds, but the timestamp was signed in seconds. | JavaScript `Date.now()`, Java `currentTimeMillis()`. | Take the time once, in whole seconds. Use the same text in the message and in X-Timestamp.',
        'A ts-ms-both | The timestamp is in milliseconds instead of seconds. | JavaScript `Date.now()`, Java `currentTimeMillis()`. | Use whole Unix seconds, 10 digits.',
        'C ts-float-signed | The timestamp was signed as a decimal number, but X-Timestamp was sent in whole seconds. | Python, Lua and Godot, in which the time is a float. | Turn the time into an integer once. Use the same text in the message and in X-Timestamp.',
        'C ts-float-both | X-Timestamp is a decimal number instead of whole seconds. | Python `str(time.time())`, Ruby `Time.now.to_f`, C# `TotalSeconds.ToString()` (with a comma in many languages). | Turn the time into an integer.',
        'D ts-text-signed | The timestamp was signed as other text than that of X-Timestamp. | C++ streams with `std::hex` or a locale, Go’s `%s` for a number, number formats with thousands. | Turn the time into text once, as plain decimal digits. Use that text in the message and in X-Timestamp.',
        'C ts-iso-signed | The timestamp was signed as a date text, but X-Timestamp was sent in seconds. | `toISOString()` and other date formatters. | Use whole Unix seconds in the message and in X-Timestamp.',
        'B ts-iso-both | X-Timestamp is a date text instead of Unix seconds. | `toISOString()` and other date formatters. | Use whole Unix seconds in the message and in X-Timestamp.',
        'A ts-regenerated | The signed timestamp and X-Timestamp are not the same second. | The clock was read twice, such as by two calls of `time()`; a signature that is reused for a retry. | Take the time once for each attempt. Use the same text in the message and in X-Timestamp.',
        'A ts-clock-skew | X-Timestamp is more than 300 seconds away from the receiver’s clock. | Machines without NTP, containers that were paused, queues, requests that were sent again later. | Set the clock with NTP. Sign just before sending.',
        'B ts-timezone-shift | X-Timestamp, or the timestamp that was signed, is wrong by whole, half or quarter hours, as if a date was read in the wrong time zone. | Date arithmetic in local time, such as seven hours in Vietnam. | Take Unix seconds from the system clock. Do not compute them from a date without a time zone: one that is UTC is easily read as local time, or the other way round.',
        'D ts-micro-nano-both | The timestamp is in microseconds or nanoseconds instead of seconds. | Go `UnixNano()`, Rust `as_nanos()`. | Use whole Unix seconds, 10 digits.',
      ],
    },
  },
  {
    title: 'Client id',
    where: 'clientId',
    rows: {
      'client-id': [
        'C client-id-case | The client id was signed in a different case (upper or lower) than in X-Client-ID. | Configuration libraries that change the case. | Use the client id exactly as it was issued, in the header and in the message.',
        'C client-id-whitespace | The client id was signed with a space or line break around it, which HTTP removes from the header. | A client id that was read from a file or pasted. | Trim the client id when it is read.',
        'D client-id-quoted | The client id was signed with quotes or other text around it. | Env files with quotes around the value. | Use the client id alone, without anything around it.',
        'B client-id-header-mismatch | X-Client-ID is not the client id that belongs to the secret. | Environments mixed up in the configuration. | Use the client id and the secret that were issued together. Use that client id in the message and in X-Client-ID.',
        'C client-id-signed-other | The message was signed with another client id than the one that belongs to it. | Environments mixed up in the configuration. | Use the client id and the secret that were issued together. Use that client id in the message and in X-Client-ID.',
      ],
    },
  },
  {
    title: 'Headers',
    where: 'everywhere',
    rows: {
      headers: [
        'A hdr-signature-missing | The request has no X-Signature header, or an empty one. | A proxy, CORS or a redirect that removes it; a header that was set on another client object. | Set X-Signature on the request that is sent. Log that request to see what leaves.',
        'B hdr-timestamp-missing | The request has no X-Timestamp header, or an empty one. | Code for the session interface that is used for the gateway. | Set X-Timestamp to the Unix seconds, and sign the same text.',
        'B hdr-client-id-missing | The request has no X-Client-ID header, or an empty one. | Code for the session interface that is used for the gateway. | Set X-Client-ID to your client id, and sign the same text.',
        'B hdr-name-wrong | A header was sent under a wrong name. | Code copied from another provider; underscores instead of dashes, which nginx drops. | For the gateway, use the names X-Client-ID, X-Timestamp and X-Signature. For the session interface, use X-Signature.',
        'C hdr-repeated | A header was sent more than once. | A retry that adds the headers to the same request again; a middleware and the code that both sign. | Send each header once: replace the old value instead of adding another.',
      ],
    },
  },
];
