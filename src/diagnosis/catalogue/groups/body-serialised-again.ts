import type { CauseGroup } from '../cause.js';

export const bodySerialisedAgainCauses = {
  title: 'Body: the JSON was serialised again',
  causes: [
    {
      id: 'body-json-js',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake:
        'The JSON was signed as JavaScript, for example, writes it after parsing it, but it was sent with other spaces, numbers (such as `1.0` for `1`) or key order.',
      typicalSenders: 'Node.js: Express with body-parser, NestJS, Next.js, Firebase, axios; Deno.',
      fix: 'Make the JSON text once, sign it and send that same text. Never pass the object to the HTTP client.',
      hints: {
        node: 'In JavaScript, call `JSON.stringify` once and keep its text. `JSON.parse` rounds a number of more than 15 digits: keep such an id as a string.',
      },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-json-compact',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake:
        'Compact JSON (without spaces) was signed, but it was sent with other spaces, numbers or escapes.',
      typicalSenders:
        'Python with `separators=(",", ":")`, Jackson, Newtonsoft, serde_json, Ruby `JSON.generate`, Elixir Jason.',
      fix: 'Sign the exact bytes that are sent. Pass bytes to the HTTP client, not an object. A middleware or proxy must pass the raw body on.',
      hints: { python: 'In Python, pass them as `data=` or `content=`, not as `json=`.' },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-json-spaced',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'JSON with a space after commas or colons was signed, but it was sent with other spaces, line breaks or numbers.',
      typicalSenders:
        'Python `json.dumps(x, ensure_ascii=False)`, some Ruby, Lua and Perl encoders.',
      fix: 'Serialise once, then sign and send that string. Do not pass the object to the HTTP client, which serialises it again.',
      hints: { python: 'In Python, httpx writes compact JSON for `json=`.' },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-json-python',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake:
        'The JSON was signed as Python’s `json.dumps(x)` writes it (spaces after commas and colons, non-ASCII as `\\uxxxx`), but it was sent in another form.',
      typicalSenders:
        'Python: `json.dumps` is signed, but httpx 0.28 or aiohttp with orjson sends its own compact form, or the reverse.',
      fix: 'Make the JSON text once. Sign its bytes and send these same bytes.',
      hints: {
        python:
          'Write `body = json.dumps(p).encode()`. Sign `body` and send it with `data=body`, never with `json=p`.',
      },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-json-ascii',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'The JSON was signed with other `\\uxxxx` escapes (of non-ASCII, invisible or control characters) than it was sent with.',
      typicalSenders:
        'Python `ensure_ascii`, PHP `JSON_UNESCAPED_UNICODE` on one side only, Delphi, `jq -a`, Erlang jiffy.',
      fix: 'Sign the bytes that are sent. Do not build the JSON a second time to sign it.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-json-php',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake:
        'The JSON was signed as PHP’s `json_encode` writes it (for example `/` as `\\/`, `10.0` as `10`, `{}` as `[]`), but it was sent with other escapes, numbers or empty objects.',
      typicalSenders: 'PHP: Laravel, WordPress, Guzzle with `json`.',
      fix: 'Make the JSON text once. Sign that text and send it.',
      hints: {
        php: 'In PHP, pass the text of one `json_encode` to `hash_hmac`, and send it as Guzzle’s `body`, not as `json`.',
      },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-slashes-escaped',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'Slashes were signed with a backslash (`\\/`) and sent without it, or the other way round.',
      typicalSenders:
        'Lua cjson, Apple JSONEncoder and NSJSONSerialization, Android org.json, PHP with or without `JSON_UNESCAPED_SLASHES`.',
      fix: 'Sign the string that the encoder returned and send that same string.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-html-escaped',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake:
        'ASCII characters (such as `<`, `&` or quotes) were signed with other escapes than they were sent with.',
      typicalSenders: 'Go `json.Marshal` of a struct, Rails `to_json`, Newtonsoft with EscapeHtml.',
      fix: 'Sign exactly the bytes that are sent. Do not escape them or serialise the value again in between.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-json-go-map',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'The JSON was signed as Go writes a decoded map (keys sorted, `<>&` escaped, numbers as float64), but it was sent in another form.',
      typicalSenders: 'Go: decoding into `map[string]any` and encoding again.',
      fix: 'Do not decode and encode again. Sign the bytes that are sent.',
      hints: {
        go: 'In Go, keep the slice of one `json.Marshal` call, or the bytes of `io.ReadAll`.',
      },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-json-stj',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake:
        'The JSON was signed as System.Text.Json, for example, writes it (non-ASCII and `"&\'+<>` as `\\uXXXX` in upper-case hex), but it was sent with other escapes.',
      typicalSenders:
        'C#: `JsonSerializer.Serialize` is signed, but another serialiser or other options write what is sent.',
      fix: 'Serialise once. Sign the UTF-8 bytes of that string and send the same bytes.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-json-gson',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        "The JSON was signed as Gson writes it (`< > & = '` as `\\u003c` and so on, null fields left out), but it was sent in another form.",
      typicalSenders: 'Java, Kotlin and Android with Gson.',
      fix: 'Make the JSON text once and take its UTF-8 bytes. Sign them and pass the same bytes to the HTTP client.',
      hints: { java: 'With Gson, call `toJson` once.' },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-keys-sorted',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake:
        'The keys of the JSON objects were signed in sorted order and sent in another, or the other way round.',
      typicalSenders:
        '`nlohmann::json`, Go maps, Python `sort_keys=True`, Godot `JSON.stringify`, Qt QJsonObject, Jackson ORDER_MAP_ENTRIES, canonical JSON.',
      fix: 'Do not sort or rearrange the keys. Sign the bytes exactly as they are sent.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-keys-sorted-top',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The keys of the outermost JSON object were signed in sorted order and sent in another, or the other way round.',
      typicalSenders: 'PHP `ksort` before `json_encode`.',
      fix: 'Do not sort the keys. Sign the bytes exactly as they are sent.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-keys-reordered',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The keys of the JSON objects were signed in another order than they were sent in; neither order is sorted.',
      typicalSenders:
        'Hash maps without an order, two classes for the same body, fields set again in between.',
      fix: 'Make the JSON text once. Sign the bytes exactly as they are sent.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-nulls-dropped',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake: 'Fields with the value null were sent but not signed, or signed but not sent.',
      typicalSenders: 'Gson, Jackson NON_NULL, C# WhenWritingNull, Moshi.',
      fix: 'Serialise once with one serialiser. Sign its result and send the same result.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-empties-dropped',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'Empty fields (null, empty text, perhaps empty lists, 0 or false) were sent but not signed, or signed but not sent.',
      typicalSenders:
        'Jackson NON_EMPTY, Go `omitempty`, code for WeChat Pay, which does not sign empty values.',
      fix: 'Serialise once and sign that result. Empty fields that are sent must be signed too.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-empty-object-array',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'An empty object was signed where an empty list was sent (`{}`, `[]`), or the reverse.',
      typicalSenders: 'PHP `json_decode($body, true)` and `json_encode` again, Lua cjson.',
      fix: 'Do not decode and encode again. Sign the bytes that are sent.',
      hints: {
        php: 'If PHP must decode, use `json_decode($body)` without `true`, so that objects stay objects.',
      },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-ints-to-floats',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'Integers were signed as decimal numbers (`5` as `5.0`), but they were sent as integers.',
      typicalSenders: 'Gson into a Map, Godot 4.4 and later, Lua 5.3.',
      fix: 'Sign before anything parses the body. Do not parse numbers and print them again.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-numbers',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'Numbers were signed in another form than they were sent in, such as `4.5` for `4.50`.',
      typicalSenders:
        'Newtonsoft.Json, Python and other encoders that read a number and print it again, proxies.',
      fix: 'Make the JSON text once. Sign its bytes and send these same bytes.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-floats-17g',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'Decimal numbers were signed with 17 digits (`4.99` as `4.9900000000000002`), but they were sent with fewer.',
      typicalSenders: 'Unreal FJsonValueNumber, PHP with `serialize_precision=17`, C `%.17g`.',
      fix: 'Sign the bytes that are sent. Send prices as text or as whole numbers (such as cents).',
      hints: { php: 'In PHP, set `serialize_precision=-1`.' },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-floats-float32',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'Decimal numbers were signed as 32-bit floats (`4.99` as `4.989999771118164`), but they were sent in another precision.',
      typicalSenders: 'Unity JsonUtility, `float` fields in C# and C++.',
      fix: 'Use `double`, `decimal` or whole numbers (such as cents) for prices. Sign the bytes that are sent.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-numbers-as-strings',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake:
        'Numbers or booleans were signed as text in quotes (`5` as `"5"`) and sent without quotes, or the other way round.',
      typicalSenders: '`boost::property_tree`, objects filled from a form, HTTPie `os_id=1`.',
      fix: 'Make the JSON text once, with the types that the contract has. Sign that text and send it.',
      hints: {
        php: 'In PHP, cast with `(int)` what the contract has as a number, and leave out `JSON_NUMERIC_CHECK`.',
        httpie: 'HTTPie sends a number with `os_id:=1`.',
      },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-pretty',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'Pretty-printed JSON was signed, with line breaks, but it was sent without them, with others or with other numbers.',
      typicalSenders:
        'Programs that sign what they log, Qt `toJson()`, PowerShell `ConvertTo-Json`, the pretty printers of Jackson, Python and PHP.',
      fix: 'Sign the text that is sent. Make a second, pretty copy for logs.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-json-unreal',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'The JSON was signed as Unreal’s TJsonWriter writes it by default (pretty-printed with tabs), but it was sent in another layout.',
      typicalSenders: 'Unreal Engine: `TJsonWriterFactory<>::Create` pretty-prints by default.',
      fix: 'Make the JSON text once. Sign its UTF-8 bytes and send these same bytes.',
      hints: {
        unreal: 'In Unreal, use `TCondensedJsonPrintPolicy` and convert once with `FTCHARToUTF8`.',
      },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-keys-recased',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The names of JSON fields were signed in another style (such as PascalCase, camelCase or snake_case), or as other names, than they were sent in.',
      typicalSenders:
        'C#: `JsonSerializer.Serialize` is signed, but `PostAsJsonAsync` sends camelCase; Jackson naming strategies; classes whose fields have names of their own.',
      fix: 'Serialise once with the options that you send with. Sign that text and send it.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-force-object',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake:
        'Lists were signed as objects, such as `{"0": "a"}` for `["a"]`, or the other way round.',
      typicalSenders: 'PHP `JSON_FORCE_OBJECT`, lists of Lua.',
      fix: 'Serialise once, without this option. Sign that text and send it.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-number-one',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'One number among others was signed in another form than it was sent in, such as `10` and `10.0`.',
      typicalSenders: 'Classes with one decimal field, proxies, `JsonSerializer`.',
      fix: 'Serialise once. Sign that text and send it.',
      fixKind: 'serialise-once',
    },
  ],
} as const satisfies CauseGroup;
