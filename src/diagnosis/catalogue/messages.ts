import { A, B, C, D, causesOf } from './cause.js';

export const bodyHash = causesOf(
  { where: 'bodyHash', kind: 'body-hash' },
  {
    'bodyhash-raw-body': A(
      'The message has the body itself where the SHA-256 hash of the body belongs.',
      'Code taken from Stripe, Svix or Zoom.',
      'Put the SHA-256 hash of the body there, as 64 lower-case hex characters.',
    ),
    'bodyhash-uppercase': A(
      'The hash of the body was put into the message in upper-case hex instead of lower case.',
      'C# `Convert.ToHexString`, Unreal `BytesToHex`, Delphi, Java `%02X`.',
      'Write the body hash in lower case.',
    ),
    'bodyhash-hex-digits': C(
      'The hash of the body was put into the message with hex digits lost, added or in a different order.',
      "C `%x`, Java `BigInteger.toString(16)`, Erlang `integer_to_binary(N, 16)`, PHP `unpack('h*', …)`.",
      'Write every byte of the body hash as two hex characters, as `%02x` does. Fill up one large number with zeros to 64 digits.',
    ),
    'bodyhash-base64': B(
      'The hash of the body was put into the message as base64 instead of hex.',
      'Code for the `Digest` header or for Azure.',
      'Write the hash in the message in lower-case hex, not in base64.',
    ),
    'bodyhash-base64url': D(
      'The hash of the body was put into the message as base64url instead of hex.',
      'Code taken from JWT.',
      'Write the hash in the message in lower-case hex.',
    ),
    'bodyhash-bytes': B(
      'The 32 raw bytes of the body’s hash were put into the message instead of their hex text.',
      "PHP `hash('sha256', $body, true)`, Python `.digest()`, Go `sum[:]`.",
      "Write the hash as hex: `hexdigest()`, `hash('sha256', $body)`, `hex.EncodeToString(sum[:])`.",
    ),
    'bodyhash-object': C(
      'The message has the name of an object where the hash of the body belongs.',
      'WebCrypto and other hash functions that return a promise, without `await`.',
      'Wait for the hash, then put its 64 lower-case hex characters into the message. In JavaScript, put `await` before a function that returns a promise.',
    ),
    'bodyhash-double': C(
      'The body was hashed twice: the message has the hash of the body’s hash.',
      'Two helper functions that both hash.',
      'Hash the body once.',
    ),
    'bodyhash-other-digest': B(
      'The body was hashed with a different algorithm, such as MD5, SHA-1 or SHA-512, instead of SHA-256.',
      'Code copied from another integration.',
      'Hash the body with SHA-256.',
    ),
    'bodyhash-hmac': C(
      'The hash of the body was computed with the secret (as an HMAC) instead of with plain SHA-256.',
      'One helper function for both steps.',
      'Use plain SHA-256 for the body. Use the secret only once, for the complete message.',
    ),
    'bodyhash-prefixed': D(
      'The hash of the body was put into the message with extra text before or after it, such as `sha256=`.',
      'Code for the `Digest` header, the output of `openssl` and `sha256sum`.',
      'Put only the 64 hex characters into the message.',
    ),
    'bodyhash-empty-omitted': C(
      'The body is empty, and its hash was left out of the message.',
      'Requests without a body, such as helpers for GET and DELETE.',
      'Hash zero bytes: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.',
      { kind: 'empty-body' },
    ),
  },
);

export const layout = causesOf(
  { where: 'gateway', kind: 'message-layout' },
  {
    'layout-no-separator': A(
      'The three parts of the message were joined without a separator instead of with `.`.',
      'Code taken from KuCoin or OKX.',
      'Join client id, timestamp and body hash with `.`.',
    ),
    'layout-separator': A(
      'The three parts of the message were joined with another character instead of `.`.',
      'Code taken from AWS (line break) or Slack (`:`).',
      'Join client id, timestamp and body hash with `.`.',
    ),
    'layout-literal-newline': C(
      'The three parts of the message were joined with a backslash and an `n` (two characters) instead of `.`.',
      'PHP strings in single quotes, bash.',
      'Join client id, timestamp and body hash with `.`. The message has no line break.',
    ),
    'layout-order': A(
      'The three parts of the message were joined in the wrong order.',
      'Hand-written code in any language.',
      'Join them in this order: client id, timestamp, body hash.',
    ),
    'layout-missing-client-id': A(
      'The client id is missing from the message that was signed.',
      'Code taken from Stripe.',
      'Put the client id first, then timestamp and body hash.',
    ),
    'layout-missing-timestamp': B(
      'The timestamp is missing from the message that was signed.',
      'Code taken from GitHub webhooks.',
      'Put the timestamp second, between client id and body hash. Use the same text as in X-Timestamp.',
    ),
    'layout-missing-body-hash': B(
      'The hash of the body is missing from the message that was signed.',
      'Code that signs an access token, multipart requests.',
      'Put the SHA-256 hash of the body third, after client id and timestamp.',
    ),
    'layout-body-hash-only': C(
      'Only the hash of the body was signed, without the client id and the timestamp.',
      'Code that was written for the session interface or for a webhook.',
      'Sign all three parts: client id, timestamp and body hash.',
    ),
    'layout-trailing-newline': B(
      'Extra text, such as a line break or a `.`, was signed after the last part of the message.',
      '`echo "$MESSAGE" | openssl dgst`, loops that add a separator after every part.',
      "Join the parts, with nothing after the last one. Use `printf '%s'` instead of `echo`.",
    ),
    'layout-method-path': B(
      'The HTTP method or the path was signed as a part of the message.',
      'Code taken from AWS SigV4, Coinbase, BitMEX or Kong.',
      'Remove method and path from the message. It is client id, timestamp and body hash.',
    ),
    'layout-key-value': C(
      'The parts of the message were signed with their names, such as `timestamp=…`, instead of the values only.',
      'Code taken from wallets and other payment services.',
      'Join only the values with `.`.',
    ),
    'layout-secret-in-message': D(
      'The secret was also put into the message that was signed.',
      'Code taken from Xsolla.',
      'Use the secret only as the key of the HMAC.',
    ),
    'scheme-confused': A(
      'The request was signed with the rule of the other interface.',
      'One helper function for both interfaces.',
      'Sign `client_id.timestamp.body_hash` for the gateway, and the raw body alone for the session interface.',
      { where: 'everywhere', kind: { gateway: 'message-layout', session: 'session-message' } },
    ),
    'layout-timestamp-prefixed': B(
      'A timestamp was signed together with the body.',
      'Code taken from Stripe, Slack, Zoom or Paddle.',
      'Sign the body alone. Session requests have no timestamp.',
      { where: 'session', kind: 'session-message' },
    ),
    'msg-prehashed': B(
      'A hash of the message was signed instead of the message itself.',
      'The gateway’s body hash used for the session interface, `hash_hmac(…, hash(…))`.',
      'Pass the message itself to the HMAC function, which hashes it.',
      { where: 'everywhere', kind: { gateway: 'message-layout', session: 'session-message' } },
    ),
  },
);

export const secret = causesOf(
  { where: 'everywhere', kind: 'secret-right-one' },
  {
    'secret-trailing-newline': A(
      'The HMAC key was the secret with a line break after it.',
      '`echo secret > file`, Docker and Kubernetes secrets, variables that were set in a web console.',
      "Trim the secret when it is read. Write it with `printf '%s'` instead of `echo`.",
      { kind: 'secret-trim' },
    ),
    'secret-surrounding-space': A(
      'The HMAC key was the secret with a space or tab before or after it.',
      'Copy and paste, configuration files.',
      'Trim the secret when it is read. Save its file without a byte order mark.',
      { kind: 'secret-trim' },
    ),
    'secret-quoted': A(
      'The HMAC key was the secret with quotes around it.',
      '`docker --env-file`, which keeps quotes, and other readers of env files.',
      'Remove the quotes from the env file.',
      { kind: 'secret-trim' },
    ),
    'secret-hex-decoded': A(
      'The secret was decoded as hex, and the resulting bytes were used as the HMAC key.',
      'Code taken from Adyen, Bitstamp and many C# samples.',
      'Use the characters of the secret (UTF-8) as the key. Do not decode it.',
      { kind: 'secret-as-text' },
    ),
    'secret-base64-decoded': A(
      'The secret was decoded as base64, and the resulting bytes were used as the HMAC key.',
      'Code taken from Svix, Standard Webhooks, Azure or Polymarket.',
      'Use the characters of the secret (UTF-8) as the key. Do not decode it.',
      { kind: 'secret-as-text' },
    ),
    'secret-base64-encoded': C(
      'The secret was encoded as base64, and that text was used as the HMAC key.',
      'A Kubernetes Secret whose value was copied from its manifest without decoding.',
      'Decode the stored value once. Use the secret as it was issued.',
      { kind: 'secret-as-text' },
    ),
    'secret-hex-encoded': D(
      'The secret was encoded as hex, and that text was used as the HMAC key.',
      'Helpers that need their key in hex.',
      'Use the characters of the secret (UTF-8) as the key. Do not encode it.',
      { kind: 'secret-as-text' },
    ),
    'secret-prefix-stripped': B(
      'The HMAC key was the secret without its prefix.',
      'Code taken from Stripe or Svix, which remove `whsec_`.',
      'Use the complete secret, with its prefix.',
      { kind: 'secret-as-text' },
    ),
    'secret-wrong-environment': A(
      'The HMAC key was another secret: of a different game, environment or interface, or one that was replaced.',
      'Development and production mixed up, one key per game, rotated keys.',
      'Use the secret of this game, this environment and this interface.',
    ),
    'secret-is-client-id': B(
      'The client id was used as the HMAC key instead of the client secret.',
      'Client id and client secret swapped in a configuration or in a function call.',
      'Swap them: the client id goes into the message, the client secret is the key.',
      { where: 'clientId' },
    ),
    'secret-empty': B(
      'The HMAC key was empty.',
      'A variable that is not set, with an empty default value.',
      'Set the variable. Stop the program at its start if the secret is empty.',
    ),
    'secret-undefined': B(
      'The HMAC key was a word for a missing value, such as `undefined`, `null`, `None` or `nil`.',
      '`${process.env.X}`, `str(os.environ.get(…))`.',
      'Check the name of the variable and that it is loaded in time. Stop the program if it is missing.',
    ),
    'secret-hashed': C(
      'A hash of the secret was used as the HMAC key instead of the secret itself.',
      'Code taken from the Telegram login.',
      'Use the secret itself as the key. Do not hash it.',
      { kind: 'secret-as-text' },
    ),
    'secret-case': C(
      'The HMAC key was the secret in upper case or in lower case.',
      'Configuration libraries and hex helpers that change the case.',
      'Use the secret exactly as it was issued.',
    ),
    'secret-truncated': C(
      'Only a part of the secret was used as the HMAC key.',
      'Fixed buffers, narrow database columns, a double click that selects only a part.',
      'Compare the length of the secret in use with the length of the one that was issued.',
    ),
    'secret-env-mangled': C(
      'The secret was changed before it was used as the HMAC key, for example at a `$` or `#`.',
      'Readers of configuration files: Docker Compose, bash, dotenv.',
      'Put the value in single quotes if the reader allows them. In Docker Compose, write `$$` for `$`.',
    ),
    'secret-url-decoded': C(
      'The secret was URL-decoded or URL-encoded before it was used as the HMAC key.',
      'A secret that was passed in a query string or a connection URL.',
      'Use the secret unchanged. Do not decode or encode it.',
      { kind: 'secret-as-text' },
    ),
    'secret-env-line': C(
      'The HMAC key was a complete line of an env file: the name of the variable, `=` and the secret.',
      'A complete line that was pasted as the secret.',
      'Use only the secret as the key, without the name of the variable or the client id.',
    ),
    'secret-utf16': C(
      'The HMAC key was the secret in UTF-16 instead of UTF-8.',
      'C# `Encoding.Unicode`, Unreal TCHAR buffers, files that Windows PowerShell writes with `>`.',
      'Use the UTF-8 bytes of the secret as the key, without byte order mark or line break.',
      { kind: 'secret-as-text' },
    ),
    'secret-placeholder': C(
      'The HMAC key was a placeholder such as `secret` or `changeme`.',
      'A sample configuration, a default value in the code.',
      'Set the real secret and remove the default value.',
    ),
    'key-message-swapped': B(
      'Key and message were swapped: the message was used as the key, and the secret was used as the message.',
      'PHP `hash_hmac`, Erlang crypto, Perl, js-sha256: the order of the arguments differs between libraries.',
      "Check the order of the arguments, for example `hash_hmac('sha256', $message, $secret)`.",
      { kind: 'argument-order' },
    ),
  },
);

export const algorithm = causesOf(
  { where: 'everywhere', kind: 'hmac-sha256' },
  {
    'alg-hmac-sha1': A(
      'The signature was computed with HMAC-SHA1 (20 bytes) instead of HMAC-SHA256.',
      'Code taken from GitHub’s X-Hub-Signature or from Twilio.',
      'Use HMAC-SHA256.',
    ),
    'alg-hmac-sha512': A(
      'The signature was computed with HMAC-SHA512 (64 bytes) instead of HMAC-SHA256.',
      'Code taken from VNPay, Gate.io or Paystack.',
      'Use HMAC-SHA256.',
    ),
    'alg-hmac-md5': B(
      'The signature was computed with HMAC-MD5 (16 bytes) instead of HMAC-SHA256.',
      'Old helper code.',
      'Use HMAC-SHA256.',
    ),
    'alg-hmac-sha384': D(
      'The signature was computed with HMAC-SHA384 (48 bytes) instead of HMAC-SHA256.',
      'Code taken from Bitfinex.',
      'Use HMAC-SHA256.',
    ),
    'alg-plain-hash': A(
      'The signature is a plain hash of the message, with or without the secret in the hashed text, instead of an HMAC.',
      'Code taken from Xsolla (SHA-1) or WeChat Pay v2 (MD5), `CryptoJS.SHA256`.',
      'Use HMAC-SHA256 with the secret as its key.',
    ),
    'alg-hash-of-hmac': D(
      'The HMAC was computed and then hashed once more.',
      'Two helper functions that both hash.',
      'Send the HMAC itself. Do not hash it.',
    ),
    'alg-double-hmac': D(
      'The HMAC was computed twice, the second time over the first result or with a derived key.',
      'Derived keys as in AWS SigV4.',
      'Compute the HMAC once.',
    ),
  },
);
