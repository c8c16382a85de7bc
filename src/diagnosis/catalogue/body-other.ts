import { causes, both } from '../cause.js';

/** Something else than the body’s JSON was signed. */
export const bodyOther = causes({ interfaces: both, kind: 'serialise-once' })({
  'body-python-repr': {
    number: 42,
    commonness: 'B',
    says: 'A Python dict was signed as `str()` prints it, with single quotes and `True`, `False`, `None`, instead of JSON.',
    typical: 'Python f-strings and `str(payload)`.',
    fix: 'Call `json.dumps` once, then sign and send that string.',
    hints: { python: 'Not str(payload), and no f-string around the dict.' },
  },
  'body-map-tostring': {
    number: 43,
    commonness: 'C',
    says: 'A map was signed as its language prints it for people, such as `{a=1}` or `{"a"=>1}`, instead of JSON.',
    typical: 'Java `Map.toString()`, Ruby `Hash#to_s`, Go `%v`, Elixir `inspect`, Rust `{:?}`.',
    fix: 'Serialise to JSON first, then sign and send that text.',
    hints: {
      java: 'Not payload.toString().',
      ruby: 'Not payload.to_s.',
      go: 'Not fmt.Sprint(payload).',
      rust: 'Not format!("{:?}", payload).',
      csharp: 'Not payload.ToString().',
    },
  },
  'body-object-tostring': {
    number: 44,
    commonness: 'B',
    says: 'An object was joined to a string before it was serialised, so `[object Object]`, `Array`, `undefined` or the like was signed.',
    typical: 'JavaScript concatenation, PHP array-to-string, C# `ToString()` of a collection.',
    fix: 'Serialise first, and let the signing function refuse what is not bytes or a string.',
    hints: {
      node: 'Not `${payload}` and not payload + "": these give [object Object].',
      php: 'Not "$payload": an array becomes the word Array.',
    },
  },
  'body-empty': {
    number: 45,
    commonness: 'B',
    says: 'An empty body was signed, although a body was sent.',
    typical: 'A stream that was read twice, multipart, an interceptor that signs before the body is set.',
    fix: 'Keep the body in a buffer, sign it, then send that buffer.',
    kind: 'no-extra-bytes',
    hints: {
      java: 'A stream can be read once: keep its bytes.',
      go: 'A request body can be read once: keep the slice.',
      python: 'A stream can be read once: keep its bytes.',
    },
  },
  'body-empty-placeholder': {
    number: 46,
    commonness: 'C',
    says: 'Nothing was sent as the body, but `{}`, `null`, `""` or `[]` was signed.',
    typical: 'Helpers for axios and fetch, `express.json()`.',
    fix: 'Sign zero bytes when no body is sent.',
    kind: 'empty-body',
  },
  'body-form-encoded': {
    number: 47,
    commonness: 'B',
    says: 'The members were signed as form data (`a=1&b=2`, URL-encoded), but JSON was sent.',
    typical: '`qs.stringify`, `http_build_query`, `urlencode` helpers.',
    fix: 'Sign the JSON bytes that are sent.',
    hints: {
      php: 'No http_build_query.',
      python: 'data=payload (a dict) is sent as a form; data=body is not.',
    },
  },
  'body-query-sorted': {
    number: 48,
    commonness: 'B',
    says: 'The members were signed as `a=1&b=2` sorted by key, as other payment services want it, but JSON was sent.',
    typical: 'Code taken from MoMo, VNPay, ZaloPay, WeChat Pay or Binance.',
    fix: 'Build no query string: this service signs the raw body.',
    hints: { php: 'No ksort and no http_build_query.' },
  },
  'body-values-joined': {
    number: 49,
    commonness: 'D',
    says: 'Only the values of the members were joined and signed, but JSON was sent.',
    typical: 'Code taken from ZaloPay or older payment gateways.',
    fix: 'Sign the raw body, not its values.',
  },
  'body-member-only': {
    number: 50,
    commonness: 'C',
    says: 'Only one member of the body was signed, but the whole body was sent.',
    typical: 'Code that signs `payload` or `data` and sends the envelope around it.',
    fix: 'Sign the whole body, with its envelope.',
  },
  'body-member-missing': {
    number: 51,
    commonness: 'D',
    says: 'The body was signed without one member that was sent.',
    typical: 'Middleware that adds a member (`sentAt`) after signing, a `sign` member left out by rule.',
    fix: 'Sign last: nothing may change the body afterwards.',
    hints: {
      node: 'Change payload before this, never after it: no interceptor that adds a member.',
    },
  },
});
