#!/usr/bin/env bash
# With jq, openssl, perl and curl: bash signer.sh <mode> <words>; the modes are at the end.
# When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
set -euo pipefail

# only gateway
# The headers for the bytes of a file. Each attempt is signed anew, since the service checks the time.
sign_gateway() {
  local body=$1 client_id secret body_hash timestamp=${2:-} message signature headers
  # region: secret
  client_id=${PVG_CLIENT_ID:?}
  client_id=${client_id#"${client_id%%[![:space:]]*}"} client_id=${client_id%"${client_id##*[![:space:]]}"}
  secret=${PVG_CLIENT_SECRET:?}
  secret=${secret#"${secret%%[![:space:]]*}"} secret=${secret%"${secret##*[![:space:]]}"}
  case $secret in '' | \"* | \'*) echo 'PVG_CLIENT_SECRET is empty or in quotes' >&2; exit 1 ;; esac

  # region: hash
  body_hash=$(openssl dgst -sha256 -r < "$body" | cut -d ' ' -f 1)

  # region: message
  timestamp=${timestamp:-$(date +%s)}
  message=$client_id.$timestamp.$body_hash

  # region: sign
  # Not openssl -hmac: it would show the secret in the list of processes.
  signature=$(printf '%s' "$message" |
    SECRET=$secret perl -MDigest::SHA=hmac_sha256_hex -0777 -ne 'print hmac_sha256_hex($_, $ENV{SECRET})')
  headers=("X-Client-ID: $client_id" "X-Timestamp: $timestamp" "X-Signature: $signature")

  printf '%s\n' "${headers[@]}"
}

# only session
# The headers for the bytes of a file.
sign_session() {
  local body=$1 secret signature headers
  # region: secret
  secret=${PVG_SECRET_KEY:?}
  secret=${secret#"${secret%%[![:space:]]*}"} secret=${secret%"${secret##*[![:space:]]}"}
  case $secret in '' | \"* | \'*) echo 'PVG_SECRET_KEY is empty or in quotes' >&2; exit 1 ;; esac

  # region: sign
  # Not openssl -hmac: it would show the secret in the list of processes.
  signature=$(SECRET=$secret \
    perl -MDigest::SHA=hmac_sha256_hex -0777 -e 'print hmac_sha256_hex(<STDIN> // "", $ENV{SECRET})' < "$body")
  headers=("X-Signature: $signature")

  printf '%s\n' "${headers[@]}"
}

# end
# Sets status (000: no answer), text and attempts. After 5xx or a lost answer it waits and sends the same bytes again.
post() { # how to sign, address, fields
  local sign=$1 url=$2 fields=$3 body headers wait
  # region: body
  body=$(mktemp)
  jq -cj . <<< "$fields" > "$body" # a file: $(…) would drop line breaks at its end

  trap "rm -f '$body'" EXIT # the name as it is now: body is local
  attempts=0
  for wait in 0 200 400 800; do
    sleep "$(printf '0.%03d' $((wait / 2 + RANDOM % (wait / 2 + 1))))"
    attempts=$((attempts + 1))
    IFS=$'\n' read -r -d '' -a headers < <("$sign" "$body" && printf '\0') # macOS has no mapfile
    # region: send
    text=$(curl --silent --show-error --max-time 10 --write-out '\n%{http_code}' \
      --header 'Content-Type: application/json' "${headers[@]/#/-H}" \
      --data-binary @"$body" "$url") || text=$'\n000' # not --data, which removes line breaks
    status=${text##*$'\n'} text=${text%$'\n'*}

    [[ $status =~ ^(000|5..)$ ]] || break
  done
  rm -f "$body"
}

# only gateway
post_purchase() {
  post sign_gateway "${PVG_GATEWAY_URL%/}$1" "$(jq -cn --arg product_id "$2" --arg package "$3" --arg receipt "$4" \
    '{os_id: 1, product_id: $product_id, package: $package, receipt: $receipt}')"
}

lookup() {
  post_purchase /iap/gateway/lookup-receipt "$@"
  echo "$status $text"
  [ "$status" = 200 ]
}

verify() {
  local success error
  post_purchase /iap/gateway/verify "$@"
  # region: outcome
  success='.success == true and .product_id == $product and .transaction_id > ""'
  if [[ $status = 200 && $(jq --arg product "$1" "$success" <<< "$text" 2> /dev/null) = true ]]; then
    # Insert the id under a unique key first; if it is there already, give nothing.
    echo "granted $(jq -r .transaction_id <<< "$text")"
    return
  fi
  error=$(jq -r '.error // empty' <<< "$text" 2> /dev/null) || true
  # An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
  [[ $status != 200 && $attempts = 1 && -n $error ]] && hint= || hint=': the outcome is unknown: look it up'

  echo "not granted: $status ${error:-without an error code}$hint" >&2
  return 1
}

# only session
session() {
  post sign_session "${PVG_SESSION_URL%/}/xmdt/session" \
    "$(jq -cn --arg gameId "$1" --arg username "$2" '{$gameId, $username}')"
  echo "$status $text"
  # region: outcome
  # Only xmdtCompleted says whether the player is verified: never the device.
  [[ $status = 200 && $(jq '.xmdtCompleted | type' <<< "$text" 2> /dev/null) = '"boolean"' ]]
}

# end
[ "${BASH_SOURCE[0]}" = "$0" ] || return 0
case ${1:-}$# in
  sign-gateway1) sign_gateway <(cat) "$PVG_TIMESTAMP" | sed -n 's/^X-Signature: //p' ;; # only gateway
  lookup4 | verify4) "$@" ;; # only gateway
  sign-session1) sign_session <(cat) | sed -n 's/^X-Signature: //p' ;; # only session
  session3) "$@" ;; # only session
  *) echo 'usage: sign-gateway | lookup or verify <product_id> <package> <receipt>' >&2; exit 1 ;; # only gateway
  *) echo 'usage: sign-session | session <game_id> <username>' >&2; exit 1 ;; # only session
esac
