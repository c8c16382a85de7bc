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
G|# With jq, openssl, perl and curl: bash gateway.sh lookup|verify <product_id> <package> <receipt>
S|# With jq, perl and curl: bash session.sh session <gameId> <username>
set -euo pipefail

G|# The headers for the body on standard input. The timestamp is Unix seconds; header and message need the same text.
G|sign() {
G|  local timestamp=\${1:-$(date +%s)} body_hash signature
G|  body_hash=$(openssl dgst -sha256 -r | cut -d ' ' -f 1)
G|  signature=$(printf '%s' "\${PVG_CLIENT_ID:?}.$timestamp.$body_hash" | keyed PVG_CLIENT_SECRET)
G|  printf '%s\\n' "X-Client-ID: $PVG_CLIENT_ID" "X-Timestamp: $timestamp" "X-Signature: $signature"
G|}
S|# The headers for the body on standard input.
S|sign() { printf 'X-Signature: %s\\n' "$(keyed PVG_SECRET_KEY)"; }

# Not openssl -hmac: it would show the secret in the list of processes.
keyed() {
  : "\${!1:?}"
  perl -MDigest::SHA=hmac_sha256_hex -0777 -e 'print hmac_sha256_hex(scalar <STDIN>, $ENV{$ARGV[0]})' "$1"
}

# Answer, status (000: no answer) and attempts, in lines. After 5xx or a lost answer it waits and signs again.
post() {
  local path=$1 body=$2 wait_ms answer attempts=0
  for wait_ms in 0 200 400 800; do
    sleep "$(printf '0.%03d' $((wait_ms / 2 + RANDOM % (wait_ms / 2 + 1))))"
    attempts=$((attempts + 1))
    # Sign and send these same bytes: printf, as echo adds a newline, and --data-binary, as --data drops them.
    answer=$(printf '%s' "$body" | curl --silent --show-error --max-time 10 --write-out '\\n%{http_code}' \\
      --header 'Content-Type: application/json' --header @<(printf '%s' "$body" | sign) \\
      --data-binary @- "\${PVG_«INTERFACE»_URL%/}$path") || answer=$'\\n000'
    [[ $answer =~ $'\\n'(000|5..)$ ]] || break
  done
  printf '%s\\n' "$answer" "$attempts"
}

G|purchase() {
G|  jq -cn --arg product_id "$1" --arg package "$2" --arg receipt "$3" \\
G|    '{os_id: 1, product_id: $product_id, package: $package, receipt: $receipt}'
G|}
G|
G|lookup() { post /iap/gateway/lookup-receipt "$(purchase "$@")" | sed '$d'; }
G|
G|# Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|verify() {
G|  local answer attempts status problem
G|  answer=$(post /iap/gateway/verify "$(purchase "$@")")
G|  attempts=\${answer##*$'\\n'} answer=\${answer%$'\\n'*}
G|  status=\${answer##*$'\\n'} answer=\${answer%$'\\n'*}
G|  if [[ $status = 200 && $(jq .success <<< "$answer" 2> /dev/null) = true ]]; then
G|    grant "$(jq -r .transaction_id <<< "$answer")"
G|    return
G|  fi
G|  problem=$(jq -r '.error // empty' <<< "$answer" 2> /dev/null) || true
G|  problem="$status \${problem:-without an error code}"
G|  case $status/$attempts in
G|    409/1) ;;
G|    000/* | 200/* | 409/*) problem+=': the outcome is unknown: look it up' ;;
G|  esac
G|  echo "not granted: $problem" >&2
G|  return 1
G|}
G|
G|# Give the item here: insert the transaction id under a unique key, and give nothing if it is there already.
G|grant() { echo "granted $1"; }
S|# Only xmdtCompleted of this answer says whether the player is verified, never the device.
S|session() {
S|  post /xmdt/session "$(jq -cn --arg gameId "$1" --arg username "$2" '{$gameId, $username}')" | sed '$d'
S|}

main() {
G|  : "\${PVG_CLIENT_ID:?}" "\${PVG_CLIENT_SECRET:?}"
S|  : "\${PVG_SECRET_KEY:?}"
  local mode=$1 answer status
  shift
  if [ "$mode" = sign ]; then
G|    sign "\${PVG_TIMESTAMP:-}" | sed -n 's/^X-Signature: //p'
S|    sign | sed -n 's/^X-Signature: //p'
    return
  fi
  : "\${PVG_«INTERFACE»_URL:?}"
G|  if [ "$mode" = verify ]; then
G|    verify "$@"
G|    return
G|  fi
  answer=$("$mode" "$@")
  status=\${answer##*$'\\n'} answer=\${answer%$'\\n'*}
  echo "$status $answer"
G|  [ "$status" = 200 ]
S|  # Without a boolean the answer does not say whether the player is verified.
S|  [[ $status = 200 && $(jq '.xmdtCompleted | type' <<< "$answer" 2> /dev/null) = '"boolean"' ]]
}

[ "\${BASH_SOURCE[0]}" != "$0" ] || main "$@"
`,
};
