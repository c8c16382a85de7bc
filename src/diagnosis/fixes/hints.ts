import type { SnippetLanguage } from '../../snippets/languages.js';
import type { CauseId } from '../catalogue.js';

const gson = "Gson: new GsonBuilder().disableHtmlEscaping() leaves < > & = ' alone; still serialise once.";
const noMark = 'new UTF8Encoding(false) writes no byte order mark; a StreamWriter with Encoding.UTF8 does.';
const relaxed =
  'JavaScriptEncoder.UnsafeRelaxedJsonEscaping escapes less; the signed and the sent text must still be one.';
const byteLength = 'body.Length counts bytes; text.Length counts UTF-16 units.';
const doubles = 'Keep prices in double or decimal, or in whole minor units: float changes 4.99.';

/** One comment more, where a language has its own name for the trap. */
export const hints: Partial<Record<CauseId, Partial<Record<SnippetLanguage, string>>>> = {
  'body-json-js': {
    node: 'axios: post(url, body, { transformRequest: (data) => data }), never the object.',
  },
  'body-json-compact': {
    python: 'httpx from 0.28 and aiohttp write compact JSON for json=; give them bytes.',
    node: 'Keep the string of the one JSON.stringify call.',
  },
  'body-json-spaced': {
    python: 'httpx from 0.28 writes json= without spaces; content=body sends what was signed.',
  },
  'body-json-python': {
    python: 'httpx: content=body. aiohttp: data=body. Never json=payload beside a signature.',
  },
  'body-json-ascii': {
    python: 'ensure_ascii only changes the look; what counts is that body is made once.',
    php: 'JSON_UNESCAPED_UNICODE only changes the look; what counts is that $body is made once.',
  },
  'body-json-php': {
    php: 'For fewer escapes: JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION.',
  },
  'body-slashes-escaped': {
    lua: 'cjson.encode_escape_forward_slash(false) leaves slashes alone, where the version has it.',
    php: 'JSON_UNESCAPED_SLASHES leaves slashes alone.',
    kotlin: 'org.json escapes slashes; sign the string that toString() returned, once.',
    java: 'org.json escapes slashes; sign the string that toString() returned, once.',
  },
  'body-html-escaped': {
    go: 'json.Marshal escapes < > &; an Encoder with SetEscapeHTML(false) does not, but adds a newline.',
    ruby: 'Rails: to_json escapes < > &, JSON.generate does not.',
    csharp: relaxed,
    java: gson,
    kotlin: gson,
  },
  'body-json-go-map': {
    go: 'Received bytes: keep what io.ReadAll gave. Numbers in a map become float64; use a struct or UseNumber.',
  },
  'body-json-stj': { csharp: relaxed },
  'body-json-gson': { java: gson, kotlin: gson },
  'body-keys-sorted': {
    python: 'Leave sort_keys out.',
    cpp: 'nlohmann::json sorts its keys; nlohmann::ordered_json keeps their order.',
    go: 'A map is marshalled with sorted keys, a struct in the order of its fields.',
    java: 'Leave SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS off.',
    kotlin: 'Leave SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS off.',
    bash: 'jq -S sorts keys; leave it out.',
    rust: 'serde_json::Map sorts its keys without the feature preserve_order.',
    node: 'JSON.stringify(payload, keys) also drops the members of inner objects that are not in keys.',
  },
  'body-keys-sorted-top': { php: 'Leave ksort out.' },
  'body-nulls-dropped': {
    java: 'One ObjectMapper for both: setSerializationInclusion decides whether nulls are written.',
    kotlin: 'One ObjectMapper for both: setSerializationInclusion decides whether nulls are written.',
    csharp: 'One JsonSerializerOptions for both: DefaultIgnoreCondition decides whether nulls are written.',
  },
  'body-empties-dropped': {
    go: 'omitempty drops zero values; whatever is dropped must be dropped from both, so marshal once.',
    java: 'One ObjectMapper for both: NON_EMPTY drops empty values.',
  },
  'body-empty-object-array': {
    php: 'json_decode($text) without true keeps {} an object; new stdClass() writes one.',
    lua: 'An empty Lua table can be {} or []: cjson.empty_array is always [].',
  },
  'body-ints-to-floats': {
    java: 'Gson: a Map has every number as Double; use a class, or ToNumberPolicy.LONG_OR_DOUBLE.',
    kotlin: 'Gson: a Map has every number as Double; use a class, or ToNumberPolicy.LONG_OR_DOUBLE.',
    lua: 'Lua 5.3: math.tointeger(n) makes 5 of 5.0.',
  },
  'body-floats-17g': {
    php: "ini_set('serialize_precision', '-1') prints 4.99 as 4.99.",
    unreal: 'Write prices as text or as whole minor units: WriteValue of a double prints 17 digits.',
    cpp: 'Not printf("%.17g"): let the JSON library print numbers, or send whole minor units.',
  },
  'body-floats-float32': {
    csharp: doubles,
    unity: doubles,
    cpp: 'Keep prices in double, or in whole minor units: float changes 4.99.',
  },
  'body-numbers-as-strings': {
    cpp: 'boost::property_tree quotes every value; nlohmann::json and Boost.JSON keep types.',
  },
  'body-pretty': {
    node: 'No third argument for JSON.stringify in what is signed or sent.',
    php: 'No JSON_PRETTY_PRINT in what is signed or sent.',
    python: 'No indent= in what is signed or sent.',
    unreal: 'TJsonWriterFactory<>::Create without a policy prints pretty.',
  },
  'body-json-unreal': {
    unreal: 'TJsonWriterFactory<>::Create without TCondensedJsonPrintPolicy prints pretty.',
  },
  'body-keys-recased': {
    csharp:
      'PostAsJsonAsync writes camelCase, JsonSerializer.Serialize keeps the names: send what you signed.',
  },
  'body-trailing-newline': {
    bash: 'printf \'%s\' "$body" | ..., not echo and not <<<, which add a line end.',
    go: 'json.Marshal, not json.NewEncoder, which adds a newline.',
    ruby: 'print or write, not puts, which adds a newline.',
    python: 'file.write(text), not print(text), which adds a newline.',
  },
  'body-trailing-newline-missing': {
    go: 'json.NewEncoder adds a newline when it sends; send the slice of json.Marshal.',
    bash: '$(...) drops line ends at the end of a file; sign the file itself.',
  },
  'body-lf': { python: 'Open with "rb": text mode turns CRLF into LF.' },
  'body-newlines-removed': {
    java: 'Received bytes: request.getInputStream().readAllBytes(), not readLine().',
    unity: 'No Replace("\\n", " ") before signing.',
  },
  'body-whitespace-removed': {
    csharp: 'No Regex.Replace over the JSON.',
    unity: 'No Regex.Replace over the JSON.',
  },
  'body-bom-added': { csharp: noMark, unity: noMark },
  'body-bom-stripped': {
    csharp: noMark,
    unity: noMark,
    python: 'Not "utf-8-sig", which writes a byte order mark.',
  },
  'body-charset-ascii': {
    csharp: 'Not Encoding.ASCII: it turns every other character into a question mark.',
    unity: 'Not Encoding.ASCII: it turns every other character into a question mark.',
    java: 'Not StandardCharsets.US_ASCII.',
  },
  'body-charset-latin1': {
    java: 'getBytes() without a charset is windows-1252 on many Windows machines.',
    node: "Not 'binary' or 'latin1', and no btoa.",
  },
  'body-charset-utf16': {
    csharp: 'Not Encoding.Unicode, which is UTF-16.',
    unity: 'Not Encoding.Unicode, which is UTF-16.',
    java: 'Not StandardCharsets.UTF_16.',
    unreal: 'Not the TCHAR buffer of the FString, which is UTF-16.',
  },
  'body-mojibake': {
    php: 'Delete utf8_encode.',
    java: 'Delete new String(bytes, StandardCharsets.ISO_8859_1).',
  },
  'body-truncated-chars': {
    csharp: byteLength,
    unity: byteLength,
    unreal: 'Utf8.Length() counts bytes; Text.Len() counts UTF-16 units.',
  },
  'body-double-encoded': {
    node: 'JSON.stringify of a string quotes it again; axios does so for a string body with a JSON content type.',
    python: 'json=text serialises the text again; data=body sends it as it is.',
  },
  'body-base64': { php: 'No base64_encode before hash_hmac.' },
  'body-urlencoded-whole': {
    php: 'No urlencode before signing.',
    node: 'No encodeURIComponent before signing.',
  },
  'body-gzip-mismatch': {
    java: 'OkHttp: an interceptor that compresses must run before the one that signs.',
    kotlin: 'OkHttp: an interceptor that compresses must run before the one that signs.',
  },
  'body-python-repr': { python: 'Not str(payload), and no f-string around the dict.' },
  'body-map-tostring': {
    java: 'Not payload.toString().',
    ruby: 'Not payload.to_s.',
    go: 'Not fmt.Sprint(payload).',
    rust: 'Not format!("{:?}", payload).',
    csharp: 'Not payload.ToString().',
  },
  'body-object-tostring': {
    node: 'Not `${payload}` and not payload + "": these give [object Object].',
    php: 'Not "$payload": an array becomes the word Array.',
  },
  'body-empty': {
    java: 'A stream can be read once: keep its bytes.',
    go: 'A request body can be read once: keep the slice.',
    python: 'A stream can be read once: keep its bytes.',
  },
  'body-form-encoded': {
    php: 'No http_build_query.',
    python: 'data=payload (a dict) is sent as a form; data=body is not.',
  },
  'body-query-sorted': { php: 'No ksort and no http_build_query.' },
  'body-member-missing': {
    node: 'Change payload before this, never after it: no interceptor that adds a member.',
  },
  'bodyhash-uppercase': {
    csharp: 'Convert.ToHexString writes upper case; so does BitConverter.',
    unity: 'BitConverter writes upper case.',
    unreal: 'BytesToHex writes upper case.',
    java: '"%02X" writes upper case, "%02x" lower.',
  },
  'bodyhash-bytes': {
    php: "hash('sha256', $body, true) gives raw bytes: leave the third argument out.",
    python: 'digest() gives raw bytes, hexdigest() text.',
    node: "digest() gives a Buffer, digest('hex') text.",
    go: 'sum[:] is raw bytes: encode it as hex.',
    ruby: 'digest gives raw bytes, hexdigest text.',
  },
  'bodyhash-hmac': { php: 'hash(), not hash_hmac(), for the body.' },
  'layout-literal-newline': {
    php: "'\\n' in single quotes is two characters.",
    bash: '"\\n" in quotes is two characters.',
  },
  'layout-trailing-newline': { bash: "printf '%s', not echo and not <<<, which add a line end." },
  'msg-prehashed': { php: 'Not hash_hmac(..., hash(...), ...): hash_hmac hashes by itself.' },
  'secret-trailing-newline': {
    bash: 'Write the file with printf \'%s\' "$secret" > file, not with echo.',
    python: 'From a file: Path(name).read_text().strip().',
    node: "From a file: readFileSync(name, 'utf8').trim().",
    php: 'From a file: trim(file_get_contents($name)).',
    go: 'From a file: strings.TrimSpace(string(bytes)).',
  },
  'secret-hex-decoded': {
    node: "Not Buffer.from(secret, 'hex').",
    python: 'Not bytes.fromhex(secret).',
    php: "Not hex2bin($secret) and not pack('H*', $secret).",
  },
  'secret-base64-decoded': {
    node: "Not Buffer.from(secret, 'base64').",
    python: 'Not base64.b64decode(secret).',
  },
  'secret-undefined': {
    node: 'Not `${process.env.NAME}`: a missing variable becomes the word undefined.',
    python: 'Not str(os.environ.get("NAME")): a missing variable becomes the word None.',
  },
  'secret-env-mangled': { bash: "In an env file: NAME='value', in single quotes, so that $ and # stay." },
  'secret-utf16': {
    csharp: 'Not Encoding.Unicode, which is UTF-16.',
    unity: 'Not Encoding.Unicode, which is UTF-16.',
  },
  'alg-plain-hash': {
    node: 'Not createHash: createHmac. With crypto-js: HmacSHA256, not SHA256.',
    php: 'Not hash() or sha1() over message and secret.',
  },
  'out-uppercase-hex': {
    csharp: 'Convert.ToHexString writes upper case; so does BitConverter.',
    unity: 'BitConverter writes upper case.',
    unreal: 'BytesToHex writes upper case.',
    java: '"%02X" writes upper case, "%02x" lower.',
  },
  'out-base64': { node: "digest('hex'), not digest('base64')." },
  'out-base64-of-hex': {
    php: 'No base64_encode around hash_hmac.',
    bash: 'No base64 behind it: it would encode the hex text and its line end.',
  },
  'out-dashed-hex': {
    csharp: 'BitConverter.ToString alone leaves the dashes in.',
    unity: 'BitConverter.ToString alone leaves the dashes in.',
  },
  'out-hex-unpadded': {
    java: 'Not Integer.toHexString(b) and not BigInteger: they lose zeros.',
    kotlin: 'Not Integer.toHexString(b) and not BigInteger: they lose zeros.',
    node: "Not byte.toString(16) without padStart(2, '0').",
    cpp: 'Not "%x": "%02x".',
  },
  'out-hex-sign-extended': {
    java: 'With String.format: "%02x" of (b & 0xff).',
    cpp: 'unsigned char, not char.',
  },
  'out-prefixed': { bash: 'openssl writes "(stdin)= " and sha256sum "  -": cut them off.' },
  'out-quoted': { node: 'No JSON.stringify(signature).' },
  'out-bytes-literal': { python: 'str(b"...") keeps the b and the quotes; hexdigest() is text already.' },
  'ts-ms-signed': { java: 'Not System.currentTimeMillis().', node: 'Date.now() is milliseconds.' },
  'ts-ms-header': { java: 'Not System.currentTimeMillis().', node: 'Date.now() is milliseconds.' },
  'ts-ms-both': { java: 'Not System.currentTimeMillis().', node: 'Date.now() is milliseconds.' },
  'ts-timezone-shift': {
    csharp: 'DateTimeOffset.UtcNow, not DateTime.Now.',
    unity: 'DateTimeOffset.UtcNow, not DateTime.Now.',
    unreal: 'FDateTime::UtcNow(), not FDateTime::Now().',
  },
  'ts-micro-nano-both': {
    go: 'Unix(), not UnixNano() or UnixMicro().',
    rust: 'as_secs(), not as_nanos() or as_micros().',
  },
};
