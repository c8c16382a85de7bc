import type { CauseGroup } from '../cause.js';

export const bodyReplacedCauses = {
  title: 'Body: something else was signed',
  causes: [
    {
      id: 'body-python-repr',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'The body was signed as Python prints a value with `str()` (such as with single quotes, `True` or `None`), instead of as JSON.',
      typicalSenders: 'Python f-strings and `str(payload)`.',
      fix: 'Make the JSON text once. Sign its bytes, and send these bytes.',
      hints: { python: 'In Python, call `json.dumps`, and never `str()` of a value or of bytes.' },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-map-tostring',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The body was signed as a language prints a map or a list (as with `toString()`), instead of as JSON.',
      typicalSenders:
        'Java `Map.toString()`, Ruby `Hash#to_s`, Go `%v`, Elixir `inspect`, Rust `{:?}`.',
      fix: 'Serialise the map or the object to JSON first. Sign that text and send it.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-object-tostring',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'An object or a list of bytes was turned into text without serialising it, so text such as `[object Object]`, `{}`, `[]`, `[123, 34]` or `undefined` was signed.',
      typicalSenders:
        'JavaScript string concatenation, a PHP array used as a string, C# `ToString()` of a collection.',
      fix: 'Sign the body’s bytes or its JSON text, the same that is sent. Make the signing function accept only bytes and strings.',
      hints: {
        node: 'In JavaScript, `JSON.stringify` writes a Map or a promise as `{}`: use `Object.fromEntries(map)`, or `await`.',
        php: "In PHP, read a JSON body with `file_get_contents('php://input')`: for one, `$_POST` is empty.",
      },
      fixKind: 'serialise-once',
    },
    {
      id: 'body-file-name',
      frequency: 'occasional',
      appliesTo: 'session',
      mistake: 'The name of a file was signed in place of its content.',
      typicalSenders: 'Shell scripts, such as with `@body.json`, which only curl reads as a file.',
      fix: 'Read the file, and sign the bytes that were read: they are the body.',
      hints: {
        bash: 'Send the same file with `curl --data-binary @body.json`.',
        python: "In Python, read it with `open(name, 'rb').read()`.",
      },
      fixKind: 'session-message',
    },
    {
      id: 'body-form-encoded',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'The fields were signed as form data (`a=1&b=2`) and sent as JSON, or the other way round.',
      typicalSenders:
        '`qs.stringify`, `http_build_query`, helpers that use `urlencode`, `requests.post(url, data=dict)`.',
      fix: 'Sign exactly the JSON bytes that are sent, without making a form of them.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-query-sorted',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake:
        'The fields were signed as `a=1&b=2` sorted by key, as other payment services require, but the body was sent as JSON.',
      typicalSenders: 'Code taken from MoMo, VNPay, ZaloPay, WeChat Pay or Binance.',
      fix: 'Do not build a query string. Take the bytes of the body as they are sent.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-values-joined',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake:
        'The values of the fields, perhaps with their names, were joined and signed, but the body was sent as JSON.',
      typicalSenders: 'Code taken from ZaloPay or older payment gateways.',
      fix: 'Take the bytes of the body as they are sent, not the values in it.',
      fixKind: 'serialise-once',
    },
    // Only the value of one member was signed.
    {
      id: 'body-member-only',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'Only one field of the body was signed, but the complete body was sent.',
      typicalSenders: 'Code that signs `payload` or `data` but sends the object around it.',
      fix: 'Sign the complete body, with the outer object.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-wrapped',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The body was signed inside another object, such as `{"data": …}`, or with a copy of itself as a member, but it was sent without that.',
      typicalSenders:
        'Code that signs the options of the HTTP client, such as axios’ `{ data }`; Rails’ `request_parameters`.',
      fix: 'Sign exactly the bytes that are sent, without an outer object or a copy.',
      hints: {
        ruby: 'In Rails, sign `request.raw_post`.',
        postman: 'In Postman, sign `pm.request.body.raw`.',
      },
      fixKind: 'serialise-once',
    },
    // One or two members are only in the sent body, or only in the signed one.
    {
      id: 'body-member-missing',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake:
        'The body was signed without fields that were sent, or with fields that were not sent.',
      typicalSenders:
        'Middleware that adds a field (`sentAt`) after signing, code that leaves out a `sign` field, a list of names as the second argument of `JSON.stringify`.',
      fix: 'Sign the complete body that is sent, last. Nothing may change the body after that.',
      fixKind: 'serialise-once',
    },
    // Every difference that no other cause of this group names.
    {
      id: 'body-differs',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake: 'Other bytes were signed than were sent, in a way that has no name of its own.',
      typicalSenders: 'Code that makes the body twice.',
      fix: 'Make the bytes once, sign them, and send these same bytes.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-member-changed',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'One or more fields had different values when they were signed.',
      typicalSenders:
        'Database columns that are too narrow, log filters, middleware that converts values, JavaScript numbers.',
      fix: 'Sign the bytes that are sent. Nothing may read and write the body between signing and sending.',
      fixKind: 'serialise-once',
    },
    {
      id: 'body-empty',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake: 'An empty body was signed, but the request was sent with a body.',
      typicalSenders:
        'A stream that was already read, multipart, an interceptor that signs before the body is set.',
      fix: 'Keep the body in a buffer. Sign the buffer, then send it.',
      fixKind: 'bytes-unchanged',
    },
    {
      id: 'body-empty-placeholder',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'The request was sent without a body, but text such as `{}`, `null`, `""` or `[]` was signed.',
      typicalSenders: 'Helpers for axios and fetch, `express.json()`.',
      fix: 'Sign the bytes that are sent: zero bytes when the request has no body.',
      fixKind: 'empty-body',
    },
    {
      id: 'body-php-serialized',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake: 'The body was signed as PHP’s `serialize()` writes it, instead of as JSON.',
      typicalSenders: 'PHP.',
      fix: 'Write the data as JSON once. Sign that text and send it.',
      hints: { php: 'In PHP, call `json_encode`, not `serialize`.' },
      fixKind: 'serialise-once',
    },
    // The program signed only the members in a list of names.
    {
      id: 'body-members-chosen',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake:
        'Only chosen members of the body were signed, such as those of the contract, but others were sent too.',
      typicalSenders: 'Lists of allowed fields, `replacer` lists of `JSON.stringify`.',
      fix: 'Sign the complete body that is sent, last.',
      fixKind: 'serialise-once',
    },
    // The sent body has all the signed members and more.
    {
      id: 'body-members-added',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'Members were added to the body after it was signed.',
      typicalSenders: 'Adapters, middleware, default values of an HTTP client.',
      fix: 'Sign the complete body that is sent, last.',
      fixKind: 'serialise-once',
    },
  ],
} as const satisfies CauseGroup;
