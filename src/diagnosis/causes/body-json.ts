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
    says: 'JavaScript parsed the JSON and wrote it again before it was signed, and this changed it: for example spaces, `1.0` to `1`, or large integers.',
    typical: 'Node.js: Express with body-parser, NestJS, Next.js, Firebase, axios; Deno.',
    fix: 'Call `JSON.stringify` once, sign that string and send that same string. Never pass the object to the HTTP client.',
    hints: {
      node: 'axios: post(url, body, { transformRequest: (data) => data }), never the object.',
    },
  },
  'body-json-compact': {
    commonness: 'A',
    says: 'Compact JSON (without spaces) was signed, but the body was sent with different spaces, numbers or escapes.',
    typical:
      'Python with `separators=(",", ":")`, Jackson, Newtonsoft, serde_json, Ruby `JSON.generate`, Elixir Jason.',
    fix: 'Sign the exact bytes that you pass to the HTTP client. Pass bytes (`data=`, `content=`), not an object (`json=`).',
    hints: {
      python: 'httpx from 0.28 and aiohttp write compact JSON for json=; give them bytes.',
      node: 'Keep the string of the one JSON.stringify call.',
    },
    bodies: reshapedVariants,
  },
  'body-json-spaced': {
    commonness: 'B',
    says: 'JSON with a space after commas or colons was signed, but the body was sent with different spaces or line breaks.',
    typical: 'Python `json.dumps(x, ensure_ascii=False)`, some Ruby, Lua and Perl encoders.',
    fix: 'Serialise once, then sign and send that string. Do not let httpx serialise the object: it writes compact JSON.',
    hints: { python: 'httpx from 0.28 writes json= without spaces; content=body sends what was signed.' },
  },
  'body-json-python': {
    commonness: 'A',
    says: 'The JSON was signed as Python’s `json.dumps(x)` writes it (spaces after commas and colons, non-ASCII as `\\uxxxx`), but the body was sent in a different form.',
    typical:
      'Python: `json.dumps` is signed, but httpx 0.28 or aiohttp with orjson sends its own compact form, or the reverse.',
    fix: 'Write `body = json.dumps(p).encode()`. Sign `body` and send it with `data=body`, never with `json=p`.',
    hints: { python: 'httpx: content=body. aiohttp: data=body. Never json=payload beside a signature.' },
  },
  'body-json-ascii': {
    commonness: 'B',
    says: 'The JSON was signed with every non-ASCII character written as `\\uxxxx`, but the body was sent with different escapes or none.',
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
    says: 'The JSON was signed as PHP’s `json_encode` writes it (for example `/` as `\\/`, `10.0` as `10`, `{}` as `[]`), but the body was sent with different escapes, numbers or empty objects.',
    typical: 'PHP: Laravel, WordPress, Guzzle with `json`.',
    fix: 'Call `json_encode` once. Pass that string to `hash_hmac` and send it as Guzzle’s `body`, not as `json`.',
    hints: {
      php: 'For fewer escapes: JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION.',
    },
    bodies: reshapedVariants,
  },
  'body-slashes-escaped': {
    commonness: 'B',
    says: 'The JSON was signed with every `/` written as `\\/`, but the body was sent without these backslashes.',
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
    says: 'The JSON was signed with HTML characters escaped (such as `<` as `\\u003c`), but the body was sent with different escapes or none.',
    typical: 'Go `json.Marshal` of a struct, Rails `to_json`, Newtonsoft with EscapeHtml.',
    fix: 'Send the same bytes that were signed. Do not let the HTTP library serialise the value again.',
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
    says: 'The JSON was decoded into a Go map and encoded again before it was signed: this sorts the keys, escapes `<>&` and turns numbers into float64.',
    typical: 'Go: decoding into `map[string]any` and encoding again.',
    fix: 'Do not decode and encode again. Keep the slice of one `json.Marshal` call, or the bytes of `io.ReadAll`.',
    hints: {
      go: 'Received bytes: keep what io.ReadAll gave. Numbers in a map become float64; use a struct or UseNumber.',
    },
  },
  'body-json-stj': {
    commonness: 'A',
    says: 'The JSON was signed as System.Text.Json writes it (non-ASCII and `"&\'+<>` as `\\uXXXX` in upper-case hex), but the body was sent with different escapes.',
    typical:
      'C#: `JsonSerializer.Serialize` is signed, but another serialiser or other options write the body that is sent.',
    fix: 'Serialise once. Sign the UTF-8 bytes of that string and send them as `ByteArrayContent` or `StringContent`.',
    hints: { csharp: relaxed },
  },
  'body-json-gson': {
    commonness: 'B',
    says: "The JSON was signed as Gson writes it (`< > & = '` as `\\u003c` and so on, null fields left out), but the body was sent in a different form.",
    typical: 'Java, Kotlin and Android with Gson.',
    fix: 'Call `gson.toJson` once and take its UTF-8 bytes. Sign them and pass the same bytes to the HTTP client.',
    hints: { java: gson, kotlin: gson },
  },
  'body-keys-sorted': {
    commonness: 'A',
    says: 'The keys of all JSON objects were sorted or reordered before signing, but the body was sent in a different order.',
    typical:
      '`nlohmann::json`, Go maps, Python `sort_keys=True`, Godot `JSON.stringify`, Qt QJsonObject, Jackson ORDER_MAP_ENTRIES, canonical JSON.',
    fix: 'Do not sort. Sign the bytes in the order in which they are sent.',
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
    says: 'The keys of the outermost JSON object were sorted or reordered before signing, but the body was sent in a different order.',
    typical: 'PHP `ksort` before `json_encode`.',
    fix: 'Do not sort. Sign the bytes in the order in which they are sent.',
    hints: { php: 'Leave ksort out.' },
  },
  'body-nulls-dropped': {
    commonness: 'B',
    says: 'Fields with the value null were left out of the signed JSON, but they were sent.',
    typical: 'Gson, Jackson NON_NULL, C# WhenWritingNull, Moshi.',
    fix: 'Serialise once with one serialiser. Sign its result and send the same result.',
    hints: {
      java: 'One ObjectMapper for both: setSerializationInclusion decides whether nulls are written.',
      kotlin: 'One ObjectMapper for both: setSerializationInclusion decides whether nulls are written.',
      csharp: 'One JsonSerializerOptions for both: DefaultIgnoreCondition decides whether nulls are written.',
    },
  },
  'body-empties-dropped': {
    commonness: 'C',
    says: 'Empty fields (null, empty text, perhaps empty arrays, 0 or false) were left out of the signed JSON, but they were sent.',
    typical: 'Jackson NON_EMPTY, Go `omitempty`, code for WeChat Pay, which does not sign empty values.',
    fix: 'Serialise once and sign that result. Empty fields that are sent must be signed too.',
    hints: {
      go: 'omitempty drops zero values; whatever is dropped must be dropped from both, so marshal once.',
      java: 'One ObjectMapper for both: NON_EMPTY drops empty values.',
    },
  },
  'body-empty-object-array': {
    commonness: 'C',
    says: 'Empty objects and arrays were written differently: `[]` was signed where `{}` was sent, or the reverse.',
    typical: 'PHP `json_decode($body, true)` and `json_encode` again, Lua cjson.',
    fix: 'Do not decode and encode again. If PHP must decode, use `json_decode($body)` without `true`, so that objects stay objects.',
    hints: {
      php: 'json_decode($text) without true keeps {} an object; new stdClass() writes one.',
      lua: 'An empty Lua table can be {} or []: cjson.empty_array is always [].',
    },
    bodies: reshapedVariants,
  },
  'body-ints-to-floats': {
    commonness: 'C',
    says: 'Integers were signed as decimal numbers (`5` as `5.0`), but they were sent as integers.',
    typical: 'Gson into a Map, Godot 4.4 and later, Lua 5.3.',
    fix: 'Sign before anything parses the body. Do not parse numbers and print them again.',
    hints: {
      java: 'Gson: a Map has every number as Double; use a class, or ToNumberPolicy.LONG_OR_DOUBLE.',
      kotlin: 'Gson: a Map has every number as Double; use a class, or ToNumberPolicy.LONG_OR_DOUBLE.',
      lua: 'Lua 5.3: math.tointeger(n) makes 5 of 5.0.',
    },
  },
  'body-floats-17g': {
    commonness: 'C',
    says: 'Decimal numbers were signed with 17 digits (`4.99` as `4.9900000000000002`), but they were sent with fewer.',
    typical: 'Unreal FJsonValueNumber, PHP with `serialize_precision=17`, C `%.17g`.',
    fix: 'Sign the bytes that are sent. Send prices as text or in whole cents; in PHP set `serialize_precision=-1`.',
    hints: {
      php: "ini_set('serialize_precision', '-1') prints 4.99 as 4.99.",
      unreal: 'Write prices as text or as whole minor units: WriteValue of a double prints 17 digits.',
      cpp: 'Not printf("%.17g"): let the JSON library print numbers, or send whole minor units.',
    },
  },
  'body-floats-float32': {
    commonness: 'C',
    says: 'Decimal numbers were signed as 32-bit floats (`4.99` as `4.989999771118164`), but they were sent in double precision.',
    typical: 'Unity JsonUtility, `float` fields in C# and C++.',
    fix: 'Use `double`, `decimal` or whole cents for prices. Sign the bytes that are sent.',
    hints: {
      csharp: doubles,
      unity: doubles,
      cpp: 'Keep prices in double, or in whole minor units: float changes 4.99.',
    },
  },
  'body-numbers-as-strings': {
    commonness: 'D',
    says: 'Numbers or booleans were signed as text in quotes (`5` as `"5"`), but they were sent without quotes.',
    typical: '`boost::property_tree`, objects filled from a form.',
    fix: 'Sign the text that is sent. Use a JSON library that keeps the types, such as nlohmann::json or Boost.JSON.',
    hints: { cpp: 'boost::property_tree quotes every value; nlohmann::json and Boost.JSON keep types.' },
    bodies: reshapedVariants,
  },
  'body-pretty': {
    commonness: 'B',
    says: 'The JSON was signed with line breaks and indentation, but the body was sent without them or with different ones.',
    typical:
      'Programs that sign what they log, Qt `toJson()`, the pretty printers of Jackson, Python and PHP.',
    fix: 'Sign the text that is sent. Make a second, pretty copy for logs.',
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
    says: 'The JSON was signed as Unreal’s TJsonWriter writes it by default (pretty-printed with tabs), but the body was sent in a different layout.',
    typical: 'Unreal Engine: `TJsonWriterFactory<>::Create` pretty-prints by default.',
    fix: 'Use `TCondensedJsonPrintPolicy` and convert once with `FTCHARToUTF8`. Sign that buffer and send it.',
    hints: { unreal: 'TJsonWriterFactory<>::Create without TCondensedJsonPrintPolicy prints pretty.' },
  },
  'body-keys-recased': {
    commonness: 'C',
    says: 'The JSON keys were signed in a different style (such as PascalCase, camelCase or snake_case) than they were sent in.',
    typical:
      'C#: `JsonSerializer.Serialize` is signed, but `PostAsJsonAsync` sends camelCase; Jackson naming strategies.',
    fix: 'Serialise once with the options that you send with. Sign that text and send it.',
    hints: {
      csharp:
        'PostAsJsonAsync writes camelCase, JsonSerializer.Serialize keeps the names: send what you signed.',
    },
  },
});
