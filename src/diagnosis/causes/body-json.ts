import { causes, told } from '../cause.js';
import { optionalVariants } from './body-optional.js';
import { orderVariants } from './body-order.js';
import { swappedEmpties } from './body-empties.js';
import { reshapedVariants } from './body-reshaped.js';
import { isJson, onText, type Apply } from './text-transform.js';

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

const gson =
  "Gson: new GsonBuilder().disableHtmlEscaping() does not escape < > & = '. Still serialise only once.";
const relaxed =
  'JavaScriptEncoder.UnsafeRelaxedJsonEscaping escapes less. Still sign and send the same text.';
const doubles = 'Keep prices in double or decimal, or as whole numbers (such as cents): float changes 4.99.';
const htmlEscaped =
  'The body was HTML-escaped (such as `&` to `&amp;`) before it was signed, but not before it was sent.';

/** The body is JSON; the same JSON was signed as another serialiser writes it. */
export const bodyJson = causes({ where: 'everywhere', kind: 'serialise-once' })({
  'body-json-js': {
    commonness: 'A',
    says: 'The JSON was signed as JavaScript, for example, parses it and writes it again, but the body was sent with different spaces, numbers (such as `1.0` for `1`) or key order.',
    typical: 'Node.js: Express with body-parser, NestJS, Next.js, Firebase, axios; Deno.',
    fix: 'Call `JSON.stringify` once, sign that string and send that same string. Never pass the object to the HTTP client.',
    hints: {
      node: 'axios: use post(url, body, { transformRequest: (data) => data }) with the string, never with the object.',
    },
  },
  'body-json-compact': {
    commonness: 'A',
    says: 'Compact JSON (without spaces) was signed, but the body was sent with different spaces, numbers or escapes.',
    typical:
      'Python with `separators=(",", ":")`, Jackson, Newtonsoft, serde_json, Ruby `JSON.generate`, Elixir Jason.',
    fix: 'Sign the exact bytes that are sent. Pass bytes to the HTTP client (`data=`, `content=`), not an object (`json=`). A middleware or proxy must pass the raw body on.',
    hints: {
      python: 'httpx 0.28 and later writes compact JSON for json=; pass bytes instead.',
      node: 'Call JSON.stringify once and keep its string.',
    },
    bodies: reshapedVariants,
  },
  'body-json-spaced': {
    commonness: 'B',
    says: 'JSON with a space after commas or colons was signed, but the body was sent with different spaces or line breaks.',
    typical: 'Python `json.dumps(x, ensure_ascii=False)`, some Ruby, Lua and Perl encoders.',
    fix: 'Serialise once, then sign and send that string. Do not let httpx serialise the object: it writes compact JSON.',
    hints: {
      python: 'httpx 0.28 and later writes json= without spaces; content=body sends what was signed.',
    },
  },
  'body-json-python': {
    commonness: 'A',
    says: 'The JSON was signed as Python’s `json.dumps(x)` writes it (spaces after commas and colons, non-ASCII as `\\uxxxx`), but the body was sent in a different form.',
    typical:
      'Python: `json.dumps` is signed, but httpx 0.28 or aiohttp with orjson sends its own compact form, or the reverse.',
    fix: 'Write `body = json.dumps(p).encode()`. Sign `body` and send it with `data=body`, never with `json=p`.',
    hints: { python: 'httpx: content=body. aiohttp: data=body. Never json=payload.' },
  },
  'body-json-ascii': {
    commonness: 'B',
    says: 'The JSON was signed with every non-ASCII character written as `\\uxxxx`, but the body was sent with different escapes or none.',
    typical:
      'Python `separators` without `ensure_ascii=False`, PHP `JSON_UNESCAPED_SLASHES`, Delphi, `jq -a`, Erlang jiffy.',
    fix: 'Sign the bytes that are sent. Do not build the JSON a second time to sign it.',
    hints: {
      python: 'With or without ensure_ascii: build body once and sign and send it.',
      php: 'With or without JSON_UNESCAPED_UNICODE: build $body once and sign and send it.',
    },
  },
  'body-json-php': {
    commonness: 'A',
    says: 'The JSON was signed as PHP’s `json_encode` writes it (for example `/` as `\\/`, `10.0` as `10`, `{}` as `[]`), but the body was sent with different escapes, numbers or empty objects.',
    typical: 'PHP: Laravel, WordPress, Guzzle with `json`.',
    fix: 'Call `json_encode` once. Pass that string to `hash_hmac` and send it as Guzzle’s `body`, not as `json`.',
    hints: {
      php: 'For plain JSON: JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION.',
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
      lua: 'cjson.encode_escape_forward_slash(false) does not escape slashes (newer versions of cjson only).',
      php: 'JSON_UNESCAPED_SLASHES does not escape slashes.',
      kotlin: 'org.json escapes slashes: call toString() once, sign that string and send it.',
      java: 'org.json escapes slashes: call toString() once, sign that string and send it.',
    },
    texts: [
      told(
        onText((text) => (isJson(text) || text.includes('\\"') ? undefined : text.replaceAll("\\'", "'"))),
        'Quotes in the body were escaped with backslashes after signing, so the sent body is not JSON any more.',
        0.5,
      ),
      [
        onText((text) => text.replace(/\\(.?)/gs, '$1')),
        'all backslashes removed',
        1,
        'The backslashes in the body were removed before signing (as by PHP `stripslashes`), but they were sent.',
      ],
      told(
        onText((text) => text.replaceAll('\\/', '/')),
        'The JSON was signed with plain `/`, but the body was sent with every `/` written as `\\/`.',
        1,
      ),
    ],
  },
  'body-html-escaped': {
    commonness: 'A',
    says: 'The JSON was signed with HTML characters (such as `<` or `&`) as `\\uXXXX`, but the body was sent with different escapes or none.',
    typical: 'Go `json.Marshal` of a struct, Rails `to_json`, Newtonsoft with EscapeHtml.',
    fix: 'Sign exactly the bytes that are sent. Do not escape them or serialise the value again in between.',
    hints: {
      go: 'json.Marshal escapes < > &. An Encoder with SetEscapeHTML(false) does not, but it adds a line break.',
      ruby: 'Rails: to_json escapes < > &, JSON.generate does not.',
      csharp: relaxed,
      java: gson,
      kotlin: gson,
    },
    texts: [
      [entities('&quot;', '&#039;'), 'for example PHP htmlspecialchars', 2, htmlEscaped],
      [entities('&quot;', '&#39;'), 'for example Ruby CGI.escapeHTML', 5, htmlEscaped],
      [entities('&quot;', '&#39;', /[\u00a0-\u00ff]/g), 'for example .NET HtmlEncode', 5, htmlEscaped],
      [
        entities('&quot;', '&#39;', /[\u00a0-\u00ff]|[\ud800-\udbff][\udc00-\udfff]/g),
        'for example .NET WebUtility.HtmlEncode',
        5,
        htmlEscaped,
      ],
      [entities('&quot;', '&#x27;'), 'for example Python html.escape', 5, htmlEscaped],
      [entities('&#34;', '&#39;'), 'for example Go html.EscapeString', 5, htmlEscaped],
      [entities('&quot;', "'"), 'double quotes escaped, single quotes kept', 5, htmlEscaped],
      [entities('"', "'"), 'quotes kept', 5, htmlEscaped],
    ],
  },
  'body-json-go-map': {
    commonness: 'B',
    says: 'The JSON was signed as Go writes a decoded map (keys sorted, `<>&` escaped, numbers as float64), but the body was sent in a different form.',
    typical: 'Go: decoding into `map[string]any` and encoding again.',
    fix: 'Do not decode and encode again. Keep the slice of one `json.Marshal` call, or the bytes of `io.ReadAll`.',
    hints: {
      go: 'To sign received bytes, keep the result of io.ReadAll. In a map, numbers become float64: use a struct or UseNumber.',
    },
  },
  'body-json-stj': {
    commonness: 'A',
    says: 'The JSON was signed as System.Text.Json, for example, writes it (non-ASCII and `"&\'+<>` as `\\uXXXX` in upper-case hex), but the body was sent with different escapes.',
    typical:
      'C#: `JsonSerializer.Serialize` is signed, but another serialiser or other options write the body that is sent.',
    fix: 'Serialise once. Sign the UTF-8 bytes of that string and send the same bytes.',
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
    fix: 'Do not sort or rearrange the keys. Sign the bytes exactly as they are sent.',
    hints: {
      python: 'Do not use sort_keys.',
      cpp: 'nlohmann::json sorts its keys; nlohmann::ordered_json keeps their order.',
      go: 'json.Marshal sorts the keys of a map, but keeps the field order of a struct.',
      java: 'Do not turn on SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS.',
      kotlin: 'Do not turn on SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS.',
      bash: 'jq -S sorts the keys: do not use -S.',
      rust: 'serde_json::Map sorts its keys unless the feature preserve_order is on.',
      node: 'JSON.stringify(payload, keys) also drops fields of inner objects whose names are not in keys.',
    },
    manyBodies: orderVariants,
  },
  'body-keys-sorted-top': {
    commonness: 'C',
    says: 'The keys of the outermost JSON object were sorted or reordered before signing, but the body was sent in a different order.',
    typical: 'PHP `ksort` before `json_encode`.',
    fix: 'Do not sort the keys. Sign the bytes exactly as they are sent.',
    hints: { php: 'Do not call ksort.' },
  },
  'body-nulls-dropped': {
    commonness: 'B',
    says: 'Fields with the value null were left out of the signed JSON, but they were sent.',
    typical: 'Gson, Jackson NON_NULL, C# WhenWritingNull, Moshi.',
    fix: 'Serialise once with one serialiser. Sign its result and send the same result.',
    hints: {
      java: 'Use one ObjectMapper for both: setSerializationInclusion decides whether nulls are written.',
      kotlin: 'Use one ObjectMapper for both: setSerializationInclusion decides whether nulls are written.',
      csharp:
        'Use one JsonSerializerOptions for both: DefaultIgnoreCondition decides whether nulls are written.',
    },
    manyBodies: optionalVariants,
  },
  'body-empties-dropped': {
    commonness: 'C',
    says: 'Empty fields (null, empty text, perhaps empty arrays, 0 or false) were left out of the signed JSON, but they were sent.',
    typical: 'Jackson NON_EMPTY, Go `omitempty`, code for WeChat Pay, which does not sign empty values.',
    fix: 'Serialise once and sign that result. Empty fields that are sent must be signed too.',
    hints: {
      go: 'omitempty leaves out zero values: marshal once, so that they are missing in both or in neither.',
      java: 'Use one ObjectMapper for both: NON_EMPTY leaves out empty values.',
    },
  },
  'body-empty-object-array': {
    commonness: 'C',
    says: 'Empty objects and arrays were written differently: `[]` was signed where `{}` was sent, or the reverse.',
    typical: 'PHP `json_decode($body, true)` and `json_encode` again, Lua cjson.',
    fix: 'Do not decode and encode again. If PHP must decode, use `json_decode($body)` without `true`, so that objects stay objects.',
    hints: {
      php: 'json_decode($text) without true keeps {} as an object; new stdClass() is written as {}.',
      lua: 'An empty Lua table can become {} or []: cjson.empty_array is always [].',
    },
    bodies: [reshapedVariants, swappedEmpties],
  },
  'body-ints-to-floats': {
    commonness: 'C',
    says: 'Integers were signed as decimal numbers (`5` as `5.0`), but they were sent as integers.',
    typical: 'Gson into a Map, Godot 4.4 and later, Lua 5.3.',
    fix: 'Sign before anything parses the body. Do not parse numbers and print them again.',
    hints: {
      java: 'Gson: in a Map every number is a Double. Use a class, or ToNumberPolicy.LONG_OR_DOUBLE.',
      kotlin: 'Gson: in a Map every number is a Double. Use a class, or ToNumberPolicy.LONG_OR_DOUBLE.',
      lua: 'Lua 5.3: math.tointeger(n) turns 5.0 into 5.',
    },
  },
  'body-floats-17g': {
    commonness: 'C',
    says: 'Decimal numbers were signed with 17 digits (`4.99` as `4.9900000000000002`), but they were sent with fewer.',
    typical: 'Unreal FJsonValueNumber, PHP with `serialize_precision=17`, C `%.17g`.',
    fix: 'Sign the bytes that are sent. Send prices as text or as whole numbers (such as cents); in PHP set `serialize_precision=-1`.',
    hints: {
      php: "ini_set('serialize_precision', '-1') prints 4.99 as 4.99.",
      unreal:
        'Write prices as text or as whole numbers (such as cents): WriteValue prints a double with 17 digits.',
      cpp: 'Do not use printf("%.17g"): let the JSON library print numbers, or send whole numbers (such as cents).',
    },
  },
  'body-floats-float32': {
    commonness: 'C',
    says: 'Decimal numbers were signed as 32-bit floats (`4.99` as `4.989999771118164`), but they were sent in double precision.',
    typical: 'Unity JsonUtility, `float` fields in C# and C++.',
    fix: 'Use `double`, `decimal` or whole numbers (such as cents) for prices. Sign the bytes that are sent.',
    hints: {
      csharp: doubles,
      unity: doubles,
      cpp: 'Keep prices in double, or as whole numbers (such as cents): float changes 4.99.',
    },
  },
  'body-numbers-as-strings': {
    commonness: 'D',
    says: 'Numbers or booleans were signed as text in quotes (`5` as `"5"`), but they were sent without quotes.',
    typical: '`boost::property_tree`, objects filled from a form, HTTPie `os_id=1`.',
    fix: 'Sign the text that is sent, with numbers where the contract has numbers. Use a JSON library that keeps the types, in PHP without `JSON_NUMERIC_CHECK`; HTTPie sends a number with `os_id:=1`.',
    hints: {
      php: 'JSON_NUMERIC_CHECK writes text that looks like a number as a number: remove it.',
      cpp: 'boost::property_tree writes every value in quotes; nlohmann::json and Boost.JSON keep the types.',
      bash: 'HTTPie: os_id=1 is text, os_id:=1 is a number. --raw "$BODY" sends the bytes that were signed.',
    },
    bodies: reshapedVariants,
  },
  'body-pretty': {
    commonness: 'B',
    says: 'The JSON was signed pretty-printed, with line breaks, but the body was sent without them or with different ones.',
    typical:
      'Programs that sign what they log, Qt `toJson()`, PowerShell `ConvertTo-Json`, the pretty printers of Jackson, Python and PHP.',
    fix: 'Sign the text that is sent. Make a second, pretty copy for logs.',
    hints: {
      node: 'Do not pass a third argument to JSON.stringify.',
      php: 'Do not use JSON_PRETTY_PRINT.',
      python: 'Do not use indent=.',
      unreal: 'TJsonWriterFactory<>::Create without a policy pretty-prints.',
    },
    bodies: reshapedVariants,
  },
  'body-json-unreal': {
    commonness: 'B',
    says: 'The JSON was signed as Unreal’s TJsonWriter writes it by default (pretty-printed with tabs), but the body was sent in a different layout.',
    typical: 'Unreal Engine: `TJsonWriterFactory<>::Create` pretty-prints by default.',
    fix: 'Use `TCondensedJsonPrintPolicy` and convert once with `FTCHARToUTF8`. Sign that buffer and send it.',
    hints: { unreal: 'TJsonWriterFactory<>::Create without TCondensedJsonPrintPolicy pretty-prints.' },
  },
  'body-keys-recased': {
    commonness: 'C',
    says: 'The JSON keys were signed in a different style (such as PascalCase, camelCase or snake_case) than they were sent in.',
    typical:
      'C#: `JsonSerializer.Serialize` is signed, but `PostAsJsonAsync` sends camelCase; Jackson naming strategies.',
    fix: 'Serialise once with the options that you send with. Sign that text and send it.',
    hints: {
      csharp:
        'PostAsJsonAsync writes camelCase, JsonSerializer.Serialize keeps the names. Send the string that you signed.',
    },
  },
});
