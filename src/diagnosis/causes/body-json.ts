import { causes } from '../cause.js';
import { reshapedVariants } from './body-reshaped.js';
import { onText, type Apply } from './text-transform.js';

const entities = (quote: string, apostrophe: string, numbered?: RegExp): Apply =>
  onText((text) => {
    const escaped = text
      .replaceAll('&', '&amp;')
      .replaceAll('"', quote)
      .replaceAll("'", apostrophe)
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    return numbered === undefined
      ? escaped
      : escaped.replace(numbered, (character) => `&#${String(character.codePointAt(0))};`);
  });

const gson = "Gson: new GsonBuilder().disableHtmlEscaping() leaves < > & = ' alone; still serialise once.";
const relaxed =
  'JavaScriptEncoder.UnsafeRelaxedJsonEscaping escapes less; the signed and the sent text must still be one.';
const doubles = 'Keep prices in double or decimal, or in whole minor units: float changes 4.99.';

/** The body is JSON, and what was signed is the same JSON as another serialiser writes it. */
export const bodyJson = causes({ where: 'everywhere', kind: 'serialise-once' })({
  'body-json-js': {
    commonness: 'A',
    says: 'The JSON was signed as JavaScript parses and prints it, not as it was sent: spaces are gone, `1.0` became `1`, integers beyond 2^53 are rounded.',
    typical: 'Node.js: Express with body-parser, NestJS, Next.js, Firebase, axios; Deno.',
    fix: 'Call `JSON.stringify` once, sign that string and send that same string. Never hand the object to the HTTP client.',
    hints: {
      node: 'axios: post(url, body, { transformRequest: (data) => data }), never the object.',
    },
  },
  'body-json-compact': {
    commonness: 'A',
    says: 'The JSON was signed without spaces between its members, but it was sent with other spacing.',
    typical:
      'Python with `separators=(",", ":")`, Jackson, Newtonsoft, serde_json, Ruby `JSON.generate`, Elixir Jason.',
    fix: 'Sign the exact bytes that the HTTP client gets, and give it bytes (`data=`, `content=`), not an object (`json=`).',
    hints: {
      python: 'httpx from 0.28 and aiohttp write compact JSON for json=; give them bytes.',
      node: 'Keep the string of the one JSON.stringify call.',
    },
    bodies: reshapedVariants,
  },
  'body-json-spaced': {
    commonness: 'B',
    says: 'The JSON was signed with a space after every comma and colon and with raw UTF-8, but the body was sent in a different layout.',
    typical: 'Python `json.dumps(x, ensure_ascii=False)`, some Ruby, Lua and Perl encoders.',
    fix: 'Serialise once and both sign and send that string. Do not let httpx or aiohttp serialise: they write compact JSON.',
    hints: { python: 'httpx from 0.28 writes json= without spaces; content=body sends what was signed.' },
  },
  'body-json-python': {
    commonness: 'A',
    says: 'The JSON was signed as Python’s `json.dumps(x)` writes it (spaces, non-ASCII as `\\uxxxx`), but the body was sent in a different layout.',
    typical:
      'Python: `json.dumps` is signed, httpx 0.28, aiohttp or orjson sends its own compact form, or the reverse.',
    fix: 'Keep `body = json.dumps(p).encode()`; sign `body` and send it with `data=body`, never `json=p`.',
    hints: { python: 'httpx: content=body. aiohttp: data=body. Never json=payload beside a signature.' },
  },
  'body-json-ascii': {
    commonness: 'B',
    says: 'The JSON was signed with every non-ASCII character as `\\uxxxx`, but it was sent with other escapes.',
    typical:
      'Python `separators` without `ensure_ascii=False`, PHP `JSON_UNESCAPED_SLASHES`, Delphi, `jq -a`, Erlang jiffy.',
    fix: 'Sign the bytes that are sent. Do not build the JSON a second time to sign it.',
    hints: {
      python: 'ensure_ascii only changes the look; what counts is that body is made once.',
      php: 'JSON_UNESCAPED_UNICODE only changes the look; what counts is that $body is made once.',
    },
  },
  'body-json-php': {
    commonness: 'A',
    says: 'The JSON was signed as PHP’s `json_encode` writes it (`/` as `\\/`, non-ASCII as `\\uxxxx`, `10.0` as `10`, `{}` as `[]`), but the body was sent with other escapes, numbers or empty objects.',
    typical: 'PHP: Laravel, WordPress, Guzzle with `json`.',
    fix: 'Keep the string of one `json_encode` call; pass it to `hash_hmac` and send it as Guzzle’s `body`, not `json`.',
    hints: {
      php: 'For fewer escapes: JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION.',
    },
    bodies: reshapedVariants,
  },
  'body-slashes-escaped': {
    commonness: 'B',
    says: 'The JSON was signed with every `/` written as `\\/`, but it was sent without these backslashes.',
    typical:
      'Lua cjson, Apple JSONEncoder and NSJSONSerialization, Android org.json, PHP with `JSON_UNESCAPED_UNICODE`.',
    fix: 'Sign the string that the encoder returned and send that same string.',
    hints: {
      lua: 'cjson.encode_escape_forward_slash(false) leaves slashes alone, where the version has it.',
      php: 'JSON_UNESCAPED_SLASHES leaves slashes alone.',
      kotlin: 'org.json escapes slashes; sign the string that toString() returned, once.',
      java: 'org.json escapes slashes; sign the string that toString() returned, once.',
    },
    texts: [
      ['backslashes removed (PHP stripslashes)', onText((text) => text.replace(/\\(.?)/gs, '$1')), 1],
      ['only \\/ turned back into /', onText((text) => text.replaceAll('\\/', '/')), 1],
    ],
  },
  'body-html-escaped': {
    commonness: 'A',
    says: 'The JSON was signed with `<`, `>` and `&` as `\\u003c`, `\\u003e` and `\\u0026`, but the body was sent with other escapes.',
    typical: 'Go `json.Marshal` of a struct, Rails `to_json`, Newtonsoft with EscapeHtml.',
    fix: 'Send the very bytes that were signed. Do not let the HTTP library serialise the value again.',
    hints: {
      go: 'json.Marshal escapes < > &; an Encoder with SetEscapeHTML(false) does not, but adds a newline.',
      ruby: 'Rails: to_json escapes < > &, JSON.generate does not.',
      csharp: relaxed,
      java: gson,
      kotlin: gson,
    },
    texts: [
      ['HTML entities (PHP htmlspecialchars)', entities('&quot;', '&#039;'), 2],
      ['HTML entities, Ruby CGI.escapeHTML', entities('&quot;', '&#39;'), 5],
      ['HTML entities, .NET HtmlEncode', entities('&quot;', '&#39;', /[\u00a0-\u00ff]/g), 5],
      [
        'HTML entities, .NET WebUtility.HtmlEncode',
        entities('&quot;', '&#39;', /[\u00a0-\u00ff]|[\ud800-\udbff][\udc00-\udfff]/g),
        5,
      ],
      ['HTML entities, Python html.escape', entities('&quot;', '&#x27;'), 5],
      ['HTML entities, Go html.EscapeString', entities('&#34;', '&#39;'), 5],
      ['HTML entities, double quotes only', entities('&quot;', "'"), 5],
      ['HTML entities, no quotes', entities('"', "'"), 5],
    ],
  },
  'body-json-go-map': {
    commonness: 'B',
    says: 'The JSON was decoded into a Go map and encoded again to sign it: keys are sorted, numbers went through float64, `<>&` are escaped.',
    typical: 'Go: a round trip through `map[string]any`.',
    fix: 'Do not decode and encode again. Keep the slice of one `json.Marshal`, or the bytes of `io.ReadAll`.',
    hints: {
      go: 'Received bytes: keep what io.ReadAll gave. Numbers in a map become float64; use a struct or UseNumber.',
    },
  },
  'body-json-stj': {
    commonness: 'A',
    says: 'The JSON was signed as System.Text.Json writes it (non-ASCII and `"&\'+<>` as upper-case `\\uXXXX`), but the body was sent with other escapes.',
    typical: 'C#: `JsonSerializer.Serialize` is signed, another serialiser or other options send.',
    fix: 'Serialise once; sign the UTF-8 bytes of that string and send them as `ByteArrayContent` or `StringContent`.',
    hints: { csharp: relaxed },
  },
  'body-json-gson': {
    commonness: 'B',
    says: "The JSON was signed as Gson writes it (`< > & = '` as `\\u003c` and so on, null members dropped), but the body was sent with other escapes.",
    typical: 'Java, Kotlin and Android with Gson.',
    fix: 'Call `gson.toJson` once, take its UTF-8 bytes, sign them and give the same bytes to the HTTP client.',
    hints: { java: gson, kotlin: gson },
  },
  'body-keys-sorted': {
    commonness: 'A',
    says: 'The JSON was signed with the keys of all objects sorted, but it was sent in another order.',
    typical:
      '`nlohmann::json`, Go maps, Python `sort_keys=True`, Godot `JSON.stringify`, Qt QJsonObject, Jackson ORDER_MAP_ENTRIES, canonical JSON.',
    fix: 'Do not sort. Sign the bytes as they are sent, in their order.',
    hints: {
      python: 'Leave sort_keys out.',
      cpp: 'nlohmann::json sorts its keys; nlohmann::ordered_json keeps their order.',
      go: 'A map is marshalled with sorted keys, a struct in the order of its fields.',
      java: 'Leave SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS off.',
      kotlin: 'Leave SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS off.',
      bash: 'jq -S sorts keys; leave it out.',
      rust: 'serde_json::Map sorts its keys without the feature preserve_order.',
      node: 'JSON.stringify(payload, keys) also drops the members of inner objects that are not in keys.',
    },
  },
  'body-keys-sorted-top': {
    commonness: 'C',
    says: 'The JSON was signed with the keys of the outermost object sorted, but it was sent in another order.',
    typical: 'PHP `ksort` before `json_encode`.',
    fix: 'Do not sort. Sign the bytes as they are sent, in their order.',
    hints: { php: 'Leave ksort out.' },
  },
  'body-nulls-dropped': {
    commonness: 'B',
    says: 'The JSON was signed without the members whose value is null, but they were sent.',
    typical: 'Gson, Jackson NON_NULL, C# WhenWritingNull, Moshi.',
    fix: 'Serialise once with one configured serialiser, and sign and send its result.',
    hints: {
      java: 'One ObjectMapper for both: setSerializationInclusion decides whether nulls are written.',
      kotlin: 'One ObjectMapper for both: setSerializationInclusion decides whether nulls are written.',
      csharp: 'One JsonSerializerOptions for both: DefaultIgnoreCondition decides whether nulls are written.',
    },
  },
  'body-empties-dropped': {
    commonness: 'C',
    says: 'The JSON was signed without its empty members (null, empty text, perhaps empty lists, 0 or false), but they were sent.',
    typical: 'Jackson NON_EMPTY, Go `omitempty`, a habit from WeChat Pay, which does not sign empty values.',
    fix: 'Serialise once and sign that result. Empty members are part of the body and are signed with it.',
    hints: {
      go: 'omitempty drops zero values; whatever is dropped must be dropped from both, so marshal once.',
      java: 'One ObjectMapper for both: NON_EMPTY drops empty values.',
    },
  },
  'body-empty-object-array': {
    commonness: 'C',
    says: 'The JSON was signed with `[]` where `{}` was sent, or the reverse.',
    typical: 'PHP `json_decode($body, true)` and `json_encode` again, Lua cjson.',
    fix: 'Do not decode and encode again. Where PHP must decode, use `json_decode($body)` without `true`, so that objects stay objects.',
    hints: {
      php: 'json_decode($text) without true keeps {} an object; new stdClass() writes one.',
      lua: 'An empty Lua table can be {} or []: cjson.empty_array is always [].',
    },
    bodies: reshapedVariants,
  },
  'body-ints-to-floats': {
    commonness: 'C',
    says: 'The JSON was signed with its integers as fractions (`5` as `5.0`, large ones as `1.0E7`), but they were sent as integers.',
    typical: 'Gson into a Map, Godot 4.4 and later, Lua 5.3.',
    fix: 'Sign before anything parses the body. Do not send numbers through a parser and a printer.',
    hints: {
      java: 'Gson: a Map has every number as Double; use a class, or ToNumberPolicy.LONG_OR_DOUBLE.',
      kotlin: 'Gson: a Map has every number as Double; use a class, or ToNumberPolicy.LONG_OR_DOUBLE.',
      lua: 'Lua 5.3: math.tointeger(n) makes 5 of 5.0.',
    },
  },
  'body-floats-17g': {
    commonness: 'C',
    says: 'The JSON was signed with its fractions printed to 17 digits (`4.99` as `4.9900000000000002`), but they were sent short.',
    typical: 'Unreal FJsonValueNumber, PHP with `serialize_precision=17`, C `%.17g`.',
    fix: 'Sign the bytes that are sent. Send prices as text or as whole minor units; in PHP set `serialize_precision=-1`.',
    hints: {
      php: "ini_set('serialize_precision', '-1') prints 4.99 as 4.99.",
      unreal: 'Write prices as text or as whole minor units: WriteValue of a double prints 17 digits.',
      cpp: 'Not printf("%.17g"): let the JSON library print numbers, or send whole minor units.',
    },
  },
  'body-floats-float32': {
    commonness: 'C',
    says: 'The JSON was signed with its fractions as 32-bit floats (`4.99` as `4.989999771118164`), but they were sent in double precision.',
    typical: 'Unity JsonUtility, `float` fields in C# and C++.',
    fix: 'Use `double`, `decimal` or whole minor units for prices, and sign the bytes that are sent.',
    hints: {
      csharp: doubles,
      unity: doubles,
      cpp: 'Keep prices in double, or in whole minor units: float changes 4.99.',
    },
  },
  'body-numbers-as-strings': {
    commonness: 'D',
    says: 'The JSON was signed with numbers and booleans in quotes, but they were sent without.',
    typical: '`boost::property_tree`, models filled from a form.',
    fix: 'Sign the text that is sent. Use a JSON library that keeps types, such as nlohmann::json or Boost.JSON.',
    hints: { cpp: 'boost::property_tree quotes every value; nlohmann::json and Boost.JSON keep types.' },
    bodies: reshapedVariants,
  },
  'body-pretty': {
    commonness: 'B',
    says: 'The JSON was signed with line breaks and indentation, but it was sent without, or with others.',
    typical: 'Programs that sign what they log, Qt `toJson()`, pretty printers of Jackson, Python and PHP.',
    fix: 'Sign the text that is sent, and print for people separately.',
    hints: {
      node: 'No third argument for JSON.stringify in what is signed or sent.',
      php: 'No JSON_PRETTY_PRINT in what is signed or sent.',
      python: 'No indent= in what is signed or sent.',
      unreal: 'TJsonWriterFactory<>::Create without a policy prints pretty.',
    },
    bodies: reshapedVariants,
  },
  'body-json-unreal': {
    commonness: 'B',
    says: 'The JSON was signed as Unreal’s default, pretty-printing TJsonWriter writes it (tabs, CRLF on Windows), but the body was sent in a different layout.',
    typical: 'Unreal Engine: `TJsonWriterFactory<>::Create` prints pretty by default.',
    fix: 'Use `TCondensedJsonPrintPolicy`, convert once with `FTCHARToUTF8`, and sign and send that buffer.',
    hints: { unreal: 'TJsonWriterFactory<>::Create without TCondensedJsonPrintPolicy prints pretty.' },
  },
  'body-keys-recased': {
    commonness: 'C',
    says: 'The JSON was signed with key names in another case (PascalCase, camelCase or snake_case) than they were sent in.',
    typical:
      'C#: `JsonSerializer.Serialize` is signed and `PostAsJsonAsync` sends camelCase; Jackson naming strategies.',
    fix: 'Serialise once with the options you send with, sign that text and send it.',
    hints: {
      csharp:
        'PostAsJsonAsync writes camelCase, JsonSerializer.Serialize keeps the names: send what you signed.',
    },
  },
});
