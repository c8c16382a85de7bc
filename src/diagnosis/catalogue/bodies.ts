import { A, B, C, D, causesOf } from './cause.js';

export const bodyJson = causesOf(
  { where: 'everywhere', kind: 'serialise-once' },
  {
    'body-json-js': A(
      'The JSON was signed as JavaScript, for example, parses it and writes it again, but the body was sent with different spaces, numbers (such as `1.0` for `1`) or key order.',
      'Node.js: Express with body-parser, NestJS, Next.js, Firebase, axios; Deno.',
      'Call `JSON.stringify` once, sign that string and send that same string. Never pass the object to the HTTP client.',
    ),
    'body-json-compact': A(
      'Compact JSON (without spaces) was signed, but the body was sent with different spaces, numbers or escapes.',
      'Python with `separators=(",", ":")`, Jackson, Newtonsoft, serde_json, Ruby `JSON.generate`, Elixir Jason.',
      'Sign the exact bytes that are sent. Pass bytes to the HTTP client (`data=`, `content=`), not an object (`json=`). A middleware or proxy must pass the raw body on.',
    ),
    'body-json-spaced': B(
      'JSON with a space after commas or colons was signed, but the body was sent with different spaces or line breaks.',
      'Python `json.dumps(x, ensure_ascii=False)`, some Ruby, Lua and Perl encoders.',
      'Serialise once, then sign and send that string. Do not let httpx serialise the object: it writes compact JSON.',
    ),
    'body-json-python': A(
      'The JSON was signed as Python’s `json.dumps(x)` writes it (spaces after commas and colons, non-ASCII as `\\uxxxx`), but the body was sent in a different form.',
      'Python: `json.dumps` is signed, but httpx 0.28 or aiohttp with orjson sends its own compact form, or the reverse.',
      'Write `body = json.dumps(p).encode()`. Sign `body` and send it with `data=body`, never with `json=p`.',
    ),
    'body-json-ascii': B(
      'The JSON was signed with every non-ASCII character written as `\\uxxxx`, but the body was sent with different escapes or none.',
      'Python `separators` without `ensure_ascii=False`, PHP `JSON_UNESCAPED_SLASHES`, Delphi, `jq -a`, Erlang jiffy.',
      'Sign the bytes that are sent. Do not build the JSON a second time to sign it.',
    ),
    'body-json-php': A(
      'The JSON was signed as PHP’s `json_encode` writes it (for example `/` as `\\/`, `10.0` as `10`, `{}` as `[]`), but the body was sent with different escapes, numbers or empty objects.',
      'PHP: Laravel, WordPress, Guzzle with `json`.',
      'Call `json_encode` once. Pass that string to `hash_hmac` and send it as Guzzle’s `body`, not as `json`.',
    ),
    'body-slashes-escaped': B(
      'The JSON was signed with every `/` written as `\\/`, but the body was sent without these backslashes.',
      'Lua cjson, Apple JSONEncoder and NSJSONSerialization, Android org.json, PHP with `JSON_UNESCAPED_UNICODE`.',
      'Sign the string that the encoder returned and send that same string.',
    ),
    'body-html-escaped': A(
      'The JSON was signed with HTML characters (such as `<` or `&`) as `\\uXXXX`, but the body was sent with different escapes or none.',
      'Go `json.Marshal` of a struct, Rails `to_json`, Newtonsoft with EscapeHtml.',
      'Sign exactly the bytes that are sent. Do not escape them or serialise the value again in between.',
    ),
    'body-json-go-map': B(
      'The JSON was signed as Go writes a decoded map (keys sorted, `<>&` escaped, numbers as float64), but the body was sent in a different form.',
      'Go: decoding into `map[string]any` and encoding again.',
      'Do not decode and encode again. Keep the slice of one `json.Marshal` call, or the bytes of `io.ReadAll`.',
    ),
    'body-json-stj': A(
      'The JSON was signed as System.Text.Json, for example, writes it (non-ASCII and `"&\'+<>` as `\\uXXXX` in upper-case hex), but the body was sent with different escapes.',
      'C#: `JsonSerializer.Serialize` is signed, but another serialiser or other options write the body that is sent.',
      'Serialise once. Sign the UTF-8 bytes of that string and send the same bytes.',
    ),
    'body-json-gson': B(
      "The JSON was signed as Gson writes it (`< > & = '` as `\\u003c` and so on, null fields left out), but the body was sent in a different form.",
      'Java, Kotlin and Android with Gson.',
      'Call `gson.toJson` once and take its UTF-8 bytes. Sign them and pass the same bytes to the HTTP client.',
    ),
    'body-keys-sorted': A(
      'The keys of all JSON objects were sorted or reordered before signing, but the body was sent in a different order.',
      '`nlohmann::json`, Go maps, Python `sort_keys=True`, Godot `JSON.stringify`, Qt QJsonObject, Jackson ORDER_MAP_ENTRIES, canonical JSON.',
      'Do not sort or rearrange the keys. Sign the bytes exactly as they are sent.',
    ),
    'body-keys-sorted-top': C(
      'The keys of the outermost JSON object were sorted or reordered before signing, but the body was sent in a different order.',
      'PHP `ksort` before `json_encode`.',
      'Do not sort the keys. Sign the bytes exactly as they are sent.',
    ),
    'body-nulls-dropped': B(
      'Fields with the value null were left out of the signed JSON, but they were sent.',
      'Gson, Jackson NON_NULL, C# WhenWritingNull, Moshi.',
      'Serialise once with one serialiser. Sign its result and send the same result.',
    ),
    'body-empties-dropped': C(
      'Empty fields (null, empty text, perhaps empty arrays, 0 or false) were left out of the signed JSON, but they were sent.',
      'Jackson NON_EMPTY, Go `omitempty`, code for WeChat Pay, which does not sign empty values.',
      'Serialise once and sign that result. Empty fields that are sent must be signed too.',
    ),
    'body-empty-object-array': C(
      'Empty objects and arrays were written differently: `[]` was signed where `{}` was sent, or the reverse.',
      'PHP `json_decode($body, true)` and `json_encode` again, Lua cjson.',
      'Do not decode and encode again. If PHP must decode, use `json_decode($body)` without `true`, so that objects stay objects.',
    ),
    'body-ints-to-floats': C(
      'Integers were signed as decimal numbers (`5` as `5.0`), but they were sent as integers.',
      'Gson into a Map, Godot 4.4 and later, Lua 5.3.',
      'Sign before anything parses the body. Do not parse numbers and print them again.',
    ),
    'body-floats-17g': C(
      'Decimal numbers were signed with 17 digits (`4.99` as `4.9900000000000002`), but they were sent with fewer.',
      'Unreal FJsonValueNumber, PHP with `serialize_precision=17`, C `%.17g`.',
      'Sign the bytes that are sent. Send prices as text or as whole numbers (such as cents); in PHP set `serialize_precision=-1`.',
    ),
    'body-floats-float32': C(
      'Decimal numbers were signed as 32-bit floats (`4.99` as `4.989999771118164`), but they were sent in double precision.',
      'Unity JsonUtility, `float` fields in C# and C++.',
      'Use `double`, `decimal` or whole numbers (such as cents) for prices. Sign the bytes that are sent.',
    ),
    'body-numbers-as-strings': D(
      'Numbers or booleans were signed as text in quotes (`5` as `"5"`), but they were sent without quotes.',
      '`boost::property_tree`, objects filled from a form, HTTPie `os_id=1`.',
      'Sign the text that is sent, with numbers where the contract has numbers. Use a JSON library that keeps the types, in PHP without `JSON_NUMERIC_CHECK`; HTTPie sends a number with `os_id:=1`.',
    ),
    'body-pretty': B(
      'The JSON was signed pretty-printed, with line breaks, but the body was sent without them or with different ones.',
      'Programs that sign what they log, Qt `toJson()`, PowerShell `ConvertTo-Json`, the pretty printers of Jackson, Python and PHP.',
      'Sign the text that is sent. Make a second, pretty copy for logs.',
    ),
    'body-json-unreal': B(
      'The JSON was signed as Unreal’s TJsonWriter writes it by default (pretty-printed with tabs), but the body was sent in a different layout.',
      'Unreal Engine: `TJsonWriterFactory<>::Create` pretty-prints by default.',
      'Use `TCondensedJsonPrintPolicy` and convert once with `FTCHARToUTF8`. Sign that buffer and send it.',
    ),
    'body-keys-recased': C(
      'The JSON keys were signed in a different style (such as PascalCase, camelCase or snake_case) than they were sent in.',
      'C#: `JsonSerializer.Serialize` is signed, but `PostAsJsonAsync` sends camelCase; Jackson naming strategies.',
      'Serialise once with the options that you send with. Sign that text and send it.',
    ),
  },
);

export const bodyText = causesOf(
  { where: 'everywhere', kind: 'no-extra-bytes' },
  {
    'body-trailing-newline': A(
      'A line break was signed after the body, but it was not sent.',
      '`echo`, here-documents, `openssl < file`, Go `json.Encoder`, text editors, `puts`.',
      "Sign without the line break: `printf '%s'` instead of `echo`, `json.Marshal` instead of an Encoder.",
    ),
    'body-trailing-newline-missing': B(
      'White space at the end of the body, usually a line break, was sent but not signed.',
      'Go: `json.Marshal` is signed, but an Encoder sends; `curl --data-binary @file`; code that trims the text before signing.',
      'Send the exact bytes that you signed, with or without the line break at the end.',
    ),
    'body-crlf': C(
      'The body was signed with CRLF line breaks, but it was sent with LF line breaks.',
      'Windows editors, HMAC calculators on web pages.',
      'Sign in the program that sends. Sign the bytes that it sends, and keep LF.',
    ),
    'body-lf': C(
      'The body was signed with LF line breaks, but it was sent with CRLF line breaks.',
      'Postman on Windows, text files read in text mode.',
      'Send the bytes that you signed. Read and write the body in binary mode.',
    ),
    'body-newlines-removed': C(
      'The line breaks in the body were removed before signing, but they were sent.',
      'Java `readLine()` loops and `lines().collect(joining())`, Unity `.Replace`.',
      'Read the body as bytes, not line by line. Sign those bytes.',
    ),
    'body-whitespace-removed': C(
      'Spaces, tabs or line breaks in the body were removed before signing, but they were sent.',
      'A regular expression that cleans up the JSON, such as `Regex.Replace(json, "\\\\s", "")`.',
      'Do not clean up the JSON. Sign the bytes as they are sent.',
    ),
    'body-bom-added': C(
      'A byte order mark (EF BB BF) was signed before the body, but it was not sent.',
      'C# StreamWriter and `Encoding.UTF8.GetPreamble()`.',
      'Encode as UTF-8 without a byte order mark. In C#, use `new UTF8Encoding(false)`.',
      { kind: 'utf8-bytes' },
    ),
    'body-bom-stripped': C(
      'A byte order mark (EF BB BF) was sent before the body, but it was not signed.',
      'C# StringContent over a stream with a byte order mark, files saved by Windows editors.',
      'Send the body as UTF-8 without a byte order mark. Save files without one.',
      { kind: 'utf8-bytes' },
    ),
    'body-charset-ascii': B(
      'The body was converted to ASCII before signing, so non-ASCII characters became question marks.',
      'C# `Encoding.ASCII.GetBytes`, US-ASCII with replacement in Java and Python.',
      'Sign the UTF-8 bytes of the body. In C#, use `Encoding.UTF8.GetBytes`.',
      { kind: 'utf8-bytes' },
    ),
    'body-charset-latin1': B(
      'The body was signed in Latin-1, windows-1252 or another code page, but it was sent in UTF-8.',
      'Java `getBytes()` without a charset on Windows, old Node `hmac.update(text)`, `btoa`, `binary` strings.',
      'Name the charset in the code. Convert the text to UTF-8 once, sign those bytes and send them.',
      { kind: 'utf8-bytes' },
    ),
    'body-charset-utf16': C(
      'The body was signed in UTF-16, but it was sent in UTF-8.',
      'C# `Encoding.Unicode`, Unreal TCHAR buffers, Delphi, Java `UTF_16`.',
      'Convert the text to UTF-8 once. Sign those bytes and send them.',
      { kind: 'utf8-bytes' },
    ),
    'body-mojibake': C(
      'The body was converted to UTF-8 twice before signing: its UTF-8 bytes were read as Latin-1 or windows-1252 and encoded again.',
      'PHP `utf8_encode`, Perl `encode`, Java `new String(bytes, ISO_8859_1)`.',
      'Remove the second conversion, such as `utf8_encode`. The text is UTF-8 already.',
      { kind: 'utf8-bytes' },
    ),
    'body-unicode-normalized': D(
      'The body was signed after Unicode normalisation (such as NFC or NFD), but it was sent without it.',
      'Text from Swift or macOS, Java Normalizer.',
      'Do not normalise before signing. Sign the bytes as they are sent.',
      { kind: 'utf8-bytes' },
    ),
    'body-truncated-chars': D(
      'Only the first part of the body was signed: the number of characters was used as the number of bytes.',
      'C# `TransformBlock(b, 0, text.Length)`, Unreal `Str.Len()`, a length taken from another string in C.',
      'Pass the number of UTF-8 bytes that are sent: not the number of characters, and not `sizeof`, which counts the zero byte at the end of a text.',
      { kind: 'utf8-bytes' },
    ),
    'body-double-encoded': B(
      'The JSON text was encoded a second time, as a JSON string in quotes, before it was signed.',
      '`JSON.stringify` of a string, axios with a string body and a JSON content type.',
      'Serialise once. Sign and send the JSON text itself.',
      { kind: 'serialise-once' },
    ),
    'body-base64': D(
      'The base64 text of the body was signed instead of the body itself.',
      'PHP code, payment services that encode their payload as base64, API gateways that take JSON for binary data.',
      'Sign the JSON bytes themselves and send the same bytes, both without base64 or hex.',
    ),
    'body-urlencoded-whole': D(
      'The URL-encoded text of the body was signed instead of the body itself.',
      'PHP `urlencode`, JavaScript `encodeURIComponent`.',
      'Sign and send the same raw bytes of the body. Do not URL-encode or decode them.',
    ),
    'body-gzip-mismatch': C(
      'The body was compressed after it was signed: the compressed bytes were sent, but the uncompressed ones were signed.',
      'Compression interceptors of OkHttp and Elasticsearch, proxies.',
      'Sign the JSON bytes and send the same bytes. Turn request compression off: the contract shows no compressed body.',
    ),
    'body-signed-twice': C(
      'The body was signed twice in a row: the same bytes came once more after it.',
      '`hmac.update(body)` in a loop, in a retry, or in an interceptor and in the sender.',
      'Make a new hash and a new HMAC object for each request. Pass the body to it once.',
    ),
  },
);

export const bodyOther = causesOf(
  { where: 'everywhere', kind: 'serialise-once' },
  {
    'body-python-repr': B(
      'The body was signed as Python prints a value with `str()` (such as with single quotes, `True` or `None`), instead of as JSON.',
      'Python f-strings and `str(payload)`.',
      'Call `json.dumps` once. Sign that string and send it.',
    ),
    'body-map-tostring': C(
      'The body was signed as a language prints a map or a list (as with `toString()`), instead of as JSON.',
      'Java `Map.toString()`, Ruby `Hash#to_s`, Go `%v`, Elixir `inspect`, Rust `{:?}`.',
      'Serialise the map to JSON first. Sign that text and send it.',
    ),
    'body-object-tostring': B(
      'An object was turned into text without serialising it, so text such as `[object Object]`, `Array` or `undefined` was signed.',
      'JavaScript string concatenation, a PHP array used as a string, C# `ToString()` of a collection.',
      'Sign the body’s bytes or its JSON text, the same that is sent. Make the signing function accept only bytes and strings.',
    ),
    'body-empty': B(
      'An empty body was signed, but the request was sent with a body.',
      'A stream that was already read, multipart, an interceptor that signs before the body is set.',
      'Keep the body in a buffer. Sign the buffer, then send it.',
      { kind: 'no-extra-bytes' },
    ),
    'body-empty-placeholder': C(
      'The request was sent without a body, but text such as `{}`, `null`, `""` or `[]` was signed.',
      'Helpers for axios and fetch, `express.json()`.',
      'Sign zero bytes when the request has no body.',
      { kind: 'empty-body' },
    ),
    'body-form-encoded': B(
      'The fields were signed as form data (`a=1&b=2`), but the body was sent as JSON.',
      '`qs.stringify`, `http_build_query`, helpers that use `urlencode`.',
      'Sign the JSON bytes that are sent.',
    ),
    'body-query-sorted': B(
      'The fields were signed as `a=1&b=2` sorted by key, as other payment services require, but the body was sent as JSON.',
      'Code taken from MoMo, VNPay, ZaloPay, WeChat Pay or Binance.',
      'Do not build a query string. This service signs the raw body.',
    ),
    'body-values-joined': D(
      'The values of the fields, perhaps with their names, were joined and signed, but the body was sent as JSON.',
      'Code taken from ZaloPay or older payment gateways.',
      'Sign the raw body, not the values in it.',
    ),
    'body-member-only': C(
      'Only one field of the body was signed, but the complete body was sent.',
      'Code that signs `payload` or `data` but sends the object around it.',
      'Sign the complete body, with the outer object.',
    ),
    'body-member-missing': D(
      'The body was signed without one of the fields that were sent.',
      'Middleware that adds a field (`sentAt`) after signing, code that leaves out a `sign` field.',
      'Sign last. Nothing may change the body after that.',
    ),
    'body-member-changed': C(
      'One or more fields had different values when they were signed.',
      'Database columns that are too narrow, log filters, middleware that converts values, JavaScript numbers.',
      'Sign the bytes that are sent. Nothing may read and write the body between signing and sending.',
    ),
  },
);
