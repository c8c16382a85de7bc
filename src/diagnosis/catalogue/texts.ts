import { A, B, C, D, causesOf } from './cause.js';

export const output = causesOf(
  { where: 'everywhere', kind: 'hex-lower' },
  {
    'out-uppercase-hex': A(
      'The signature was sent in upper-case hex instead of lower case.',
      'C# `Convert.ToHexString`, Unreal `BytesToHex`, Delphi, PowerShell.',
      'Send it in lower case.',
    ),
    'out-base64': A(
      'The signature was sent in base64 instead of hex.',
      'Code taken from Shopify, Svix, WooCommerce, Azure or Kong.',
      'Send it in lower-case hex.',
    ),
    'out-base64url': B(
      'The signature was sent in base64url instead of hex.',
      'Code taken from JWT or Polymarket.',
      'Send it in lower-case hex.',
    ),
    'out-base64-nopad': D(
      'The signature was sent in base64 without padding instead of in hex.',
      'Go `RawStdEncoding`, Swift.',
      'Send it in lower-case hex.',
    ),
    'out-base64-of-hex': B(
      'The hex text of the signature was encoded as base64 and sent.',
      'PHP `base64_encode(hash_hmac(…))`, `openssl … | base64`.',
      'Encode the digest once: send its 64 lower-case hex characters.',
    ),
    'out-dashed-hex': C(
      'The signature was sent in hex with a dash, colon or space between the bytes.',
      'C# `BitConverter.ToString`.',
      'Remove the characters between the bytes and send the hex in lower case.',
    ),
    'out-hex-unpadded': C(
      'The signature was sent in hex with leading zeros lost, so it is too short.',
      'Java `Integer.toHexString` and BigInteger, Erlang `integer_to_binary(N, 16)`, JavaScript `toString(16)`, C `%x`.',
      'Write every byte as two hex characters, as `%02x` does. Fill up one large number with zeros to 64 digits.',
    ),
    'out-hex-sign-extended': D(
      'The signature was sent in hex with `ffffff` before every byte from `80` on.',
      'Signed bytes in Java and C.',
      'Mask each byte with `& 0xff` and write it as `%02x`.',
    ),
    'out-prefixed': A(
      'The signature was sent with extra text before or after it, such as `sha256=` or `(stdin)= `.',
      'Code taken from GitHub, Slack or Stripe; the output of `openssl` and `sha256sum`.',
      'Send only the 64 hex characters.',
    ),
    'out-quoted': C(
      'The signature was sent with quotes around it.',
      '`JSON.stringify(signature)`.',
      'Send it without quotes or brackets around it.',
    ),
    'out-bytes-literal': C(
      "The signature was sent as Python prints bytes, `b'…'`, instead of as text.",
      'Python `str()` of bytes, Godot `str()` of a PackedByteArray.',
      "Write the digest as 64 lower-case hex digits and send that text: `hexdigest()` in Python, `hex_encode()` in Godot, `toString('hex')` in Node.",
    ),
    'out-truncated': D(
      'Only a part of the signature was sent.',
      'Narrow database columns, `substr`.',
      'Send all 64 hex characters.',
    ),
    'out-percent-encoded': D(
      'The signature was sent in base64 with percent escapes instead of in hex.',
      'Code that puts the signature in a query string.',
      'Send it in lower-case hex, which needs no escapes.',
    ),
  },
);

export const timestamp = causesOf(
  { where: 'timestamp', kind: 'unix-seconds' },
  {
    'ts-ms-signed': A(
      'The timestamp was signed in milliseconds, but X-Timestamp was sent in seconds.',
      'JavaScript `Date.now()`, Java `currentTimeMillis()`.',
      'Take the time once, in whole seconds. Use the same text in the message and in X-Timestamp.',
    ),
    'ts-ms-header': B(
      'X-Timestamp was sent in milliseconds, but the timestamp was signed in seconds.',
      'JavaScript `Date.now()`, Java `currentTimeMillis()`.',
      'Take the time once, in whole seconds. Use the same text in the message and in X-Timestamp.',
    ),
    'ts-ms-both': A(
      'The timestamp is in milliseconds instead of seconds.',
      'JavaScript `Date.now()`, Java `currentTimeMillis()`.',
      'Use whole Unix seconds, 10 digits.',
    ),
    'ts-float-signed': C(
      'The timestamp was signed as a decimal number, but X-Timestamp was sent in whole seconds.',
      'Python, Lua and Godot, in which the time is a float.',
      'Turn the time into an integer once. Use the same text in the message and in X-Timestamp.',
    ),
    'ts-float-both': C(
      'X-Timestamp is a decimal number instead of whole seconds.',
      'Python `str(time.time())`, Ruby `Time.now.to_f`, C# `TotalSeconds.ToString()` (with a comma in many languages).',
      'Turn the time into an integer.',
    ),
    'ts-text-signed': D(
      'The timestamp was signed as other text than the ten digits of X-Timestamp.',
      'C++ streams with `std::hex` or a locale, Go’s `%s` for a number, number formats with thousands.',
      'Turn the time into text once, as plain decimal digits. Use that text in the message and in X-Timestamp.',
    ),
    'ts-iso-signed': C(
      'The timestamp was signed as a date text, but X-Timestamp was sent in seconds.',
      '`toISOString()` and other date formatters.',
      'Use whole Unix seconds in the message and in X-Timestamp.',
    ),
    'ts-iso-both': B(
      'X-Timestamp is a date text instead of Unix seconds.',
      '`toISOString()` and other date formatters.',
      'Use whole Unix seconds in the message and in X-Timestamp.',
    ),
    'ts-regenerated': A(
      'The signed timestamp and X-Timestamp are some seconds apart.',
      'The clock was read twice, such as by two calls of `time()`; a signature that is reused for a retry.',
      'Take the time once for each attempt. Use the same text in the message and in X-Timestamp.',
    ),
    'ts-clock-skew': A(
      'X-Timestamp is more than 300 seconds away from the receiver’s clock.',
      'Machines without NTP, containers that were paused, queues, requests that were sent again later.',
      'Set the clock with NTP. Sign just before sending.',
    ),
    'ts-timezone-shift': B(
      'X-Timestamp is wrong by whole or half hours, as if a date was read in the wrong time zone.',
      'Date arithmetic in local time, such as seven hours in Vietnam.',
      'Take Unix seconds from the system clock. Do not compute them from a date without a time zone: one that is UTC is easily read as local time, or the other way round.',
    ),
    'ts-micro-nano-both': D(
      'The timestamp is in microseconds or nanoseconds instead of seconds.',
      'Go `UnixNano()`, Rust `as_nanos()`.',
      'Use whole Unix seconds, 10 digits.',
    ),
  },
);

export const clientId = causesOf(
  { where: 'clientId', kind: 'client-id' },
  {
    'client-id-case': C(
      'The client id was signed in a different case (upper or lower) than in X-Client-ID.',
      'Configuration libraries that change the case.',
      'Use the client id exactly as it was issued, in the header and in the message.',
    ),
    'client-id-whitespace': C(
      'The client id was signed with a space or line break around it, which HTTP removes from the header.',
      'A client id that was read from a file or pasted.',
      'Trim the client id when it is read.',
    ),
    'client-id-quoted': D(
      'The client id was signed with quotes around it.',
      'Env files with quotes around the value.',
      'Remove the quotes.',
    ),
    'client-id-header-mismatch': B(
      'X-Client-ID is not the client id that belongs to the secret.',
      'Environments mixed up in the configuration.',
      'Use the client id and the secret that were issued together. Use that client id in the message and in X-Client-ID.',
    ),
    'client-id-signed-other': C(
      'The message was signed with a client id that belongs to another secret.',
      'Environments mixed up in the configuration.',
      'Use the client id and the secret that were issued together. Use that client id in the message and in X-Client-ID.',
    ),
  },
);

export const headers = causesOf(
  { where: 'everywhere', kind: 'headers' },
  {
    'hdr-signature-missing': A(
      'The request has no X-Signature header, or an empty one.',
      'A proxy, CORS or a redirect that removes it; a header that was set on another client object.',
      'Set X-Signature on the request that is sent. Log that request to see what leaves.',
    ),
    'hdr-timestamp-missing': B(
      'The request has no X-Timestamp header, or an empty one.',
      'Code for the session interface that is used for the gateway.',
      'Set X-Timestamp to the Unix seconds, and sign the same text.',
      { where: 'timestamp' },
    ),
    'hdr-client-id-missing': B(
      'The request has no X-Client-ID header, or an empty one.',
      'Code for the session interface that is used for the gateway.',
      'Set X-Client-ID to your client id, and sign the same text.',
      { where: 'clientId' },
    ),
    'hdr-name-wrong': B(
      'A header was sent under a wrong name.',
      'Code copied from another provider; underscores instead of dashes, which nginx drops.',
      'For the gateway, use the names X-Client-ID, X-Timestamp and X-Signature. For the session interface, use X-Signature.',
    ),
    'hdr-repeated': C(
      'A header was sent more than once.',
      'A retry that adds the headers to the same request again; a middleware and the code that both sign.',
      'Send each header once: replace the old value instead of adding another.',
    ),
  },
);
