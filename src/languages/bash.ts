import { snakeCase, withDollar } from './names.js';
import type { Language } from './language.js';

/** perl, because `openssl -hmac` would show the secret in the process list. */
const perl = `SECRET="$secret" perl \\
  -MDigest::SHA=hmac_sha256_hex -0777 -e 'print hmac_sha256_hex(<STDIN> // "", $ENV{SECRET})'`;
const hmac = (name: string): string => `signature=$(printf '%s' "$${name}" | ${perl})`;
const sendFile = `curl "$url" "\${headers[@]}" --data-binary @body.json # not --data, which removes line breaks`;

export const bash: Language = {
  alsoCalled: ['sh', 'shell', 'zsh', 'curl'],
  userAgent: /^(?:curl|Wget)\//,
  comment: '#',
  pieces: {
    names: withDollar(snakeCase),
    payload: `body=$(jq -c . <<< "$payload")`,
    text: `body=$(printf '%s' "$text" | iconv -f UTF-8 -t UTF-8) # fails on text that is not UTF-8`,
    nothing: `body=''`,
    send: `printf '%s' "$body" | curl "$url" "\${headers[@]}" --data-binary @-`,
    bodyHash: `body_hash=$(printf '%s' "$body" | openssl dgst -sha256 -r | cut -d ' ' -f 1)`,
    bodyHex: `body_hex=$(printf '%s' "$body" | od -An -v -tx1 | tr -d ' \\n')`,
    message: `message="$client_id.$timestamp.$body_hash"`,
    signed: { gateway: 'message', session: 'body' },
    hmac,
    readSecret: (variable) => `secret=\${${variable}#"\${${variable}%%[![:space:]]*}"}
secret=\${secret%"\${secret##*[![:space:]]}"}
case $secret in
  '' | \\"* | \\'*) echo '${variable} is empty or in quotes' >&2; exit 1 ;;
esac`,
    fingerprint: `fingerprint=$(printf '%s' "$secret" | sha256sum | cut -c 1-12)
echo "\${#secret} $fingerprint" >&2 # never the secret itself`,
    print: (label, value) => `echo "${label}: ${value}" >&2`,
    order: `# hmac_sha256_hex(data, key)`,
    timestamp: `timestamp=$(date +%s)`,
    clientId: `client_id=\${CLIENT_ID//[[:space:]]/}`,
    header: (name, value) => `headers+=(--header "${name}: ${value}")`,
    contentType: `headers=(--header 'Content-Type: application/json')`,
    file: {
      gateway: `body_hash=$(openssl dgst -sha256 -r < body.json | cut -d ' ' -f 1)\n${sendFile}`,
      session: `signature=$(${perl} < body.json)\n${sendFile}`,
    },
  },
  program: `#!/usr/bin/env bash
G|# With jq, openssl, perl and curl: bash lookup.sh <product_id> <package> <receipt>
S|# With jq, perl and curl: bash session.sh <gameId> <username>
set -euo pipefail

G|url="\${PVG_GATEWAY_URL:?}"
G|: "\${PVG_CLIENT_ID:?}" "\${PVG_CLIENT_SECRET:?}"
G|product_id=$1 package=$2 receipt=$3
S|url="\${PVG_SESSION_URL:?}"
S|: "\${PVG_SECRET_KEY:?}"
S|game_id=$1 username=$2

# Sign and send these same bytes: printf, as echo adds a newline, and --data-binary, as --data drops them.
G|body=$(jq -cn --arg product_id "$product_id" --arg package "$package" --arg receipt "$receipt" \\
G|  '{os_id: 1, product_id: $product_id, package: $package, receipt: $receipt}')
G|timestamp=$(date +%s)
G|body_hash=$(printf '%s' "$body" | openssl dgst -sha256 -r | cut -d ' ' -f 1)
S|body=$(jq -cn --arg gameId "$game_id" --arg username "$username" '{gameId: $gameId, username: $username}')

# Not openssl -hmac: it would show the secret in the list of processes.
G|signature=$(printf '%s' "$PVG_CLIENT_ID.$timestamp.$body_hash" |
G|  perl -MDigest::SHA=hmac_sha256_hex -0777 -ne 'print hmac_sha256_hex($_, $ENV{PVG_CLIENT_SECRET})')
S|signature=$(printf '%s' "$body" |
S|  perl -MDigest::SHA=hmac_sha256_hex -0777 -ne 'print hmac_sha256_hex($_, $ENV{PVG_SECRET_KEY})')

printf '%s' "$body" | curl --silent --show-error --max-time 10 --write-out '\\n%{http_code}\\n' \\
  --header 'Content-Type: application/json' \\
G|  --header "X-Client-ID: $PVG_CLIENT_ID" \\
G|  --header "X-Timestamp: $timestamp" \\
  --header "X-Signature: $signature" \\
G|  --data-binary @- "\${url%/}/iap/gateway/lookup-receipt"
S|  --data-binary @- "\${url%/}/xmdt/session"
`,
};
