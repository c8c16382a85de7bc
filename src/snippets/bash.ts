import type { Signer } from './signer.js';

export const bash: Signer = {
  gateway: `#!/usr/bin/env bash
# With jq, openssl, perl and curl: bash lookup.sh <product_id> <package> <receipt>
set -euo pipefail

url="\${PVG_GATEWAY_URL:?}"
: "\${PVG_CLIENT_ID:?}" "\${PVG_CLIENT_SECRET:?}"
product_id=$1 package=$2 receipt=$3

# Sign and send these same bytes: printf, as echo adds a newline, and --data-binary, as --data drops them.
body=$(jq -cn --arg product_id "$product_id" --arg package "$package" --arg receipt "$receipt" \\
  '{os_id: 1, product_id: $product_id, package: $package, receipt: $receipt}')
timestamp=$(date +%s)
body_hash=$(printf '%s' "$body" | openssl dgst -sha256 -r | cut -d ' ' -f 1)

# Not openssl -hmac: it would show the secret in the list of processes.
signature=$(printf '%s' "$PVG_CLIENT_ID.$timestamp.$body_hash" |
  perl -MDigest::SHA=hmac_sha256_hex -0777 -ne 'print hmac_sha256_hex($_, $ENV{PVG_CLIENT_SECRET})')

printf '%s' "$body" | curl --silent --show-error --max-time 10 --write-out '\\n%{http_code}\\n' \\
  --header 'Content-Type: application/json' \\
  --header "X-Client-ID: $PVG_CLIENT_ID" \\
  --header "X-Timestamp: $timestamp" \\
  --header "X-Signature: $signature" \\
  --data-binary @- "\${url%/}/iap/gateway/lookup-receipt"
`,
  session: `#!/usr/bin/env bash
# With jq, perl and curl: bash session.sh <gameId> <username>
set -euo pipefail

url="\${PVG_SESSION_URL:?}"
: "\${PVG_SECRET_KEY:?}"
game_id=$1 username=$2

# Sign and send these same bytes: printf, as echo adds a newline, and --data-binary, as --data drops them.
body=$(jq -cn --arg gameId "$game_id" --arg username "$username" '{gameId: $gameId, username: $username}')

# Not openssl -hmac: it would show the secret in the list of processes.
signature=$(printf '%s' "$body" |
  perl -MDigest::SHA=hmac_sha256_hex -0777 -ne 'print hmac_sha256_hex($_, $ENV{PVG_SECRET_KEY})')

printf '%s' "$body" | curl --silent --show-error --max-time 10 --write-out '\\n%{http_code}\\n' \\
  --header 'Content-Type: application/json' \\
  --header "X-Signature: $signature" \\
  --data-binary @- "\${url%/}/xmdt/session"
`,
};
