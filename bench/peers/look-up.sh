body='{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"'$1'"}'
timestamp=$(date +%s)
hash=$(printf %s "$body" | openssl dgst -sha256 -r | cut -d' ' -f1)
signature=$(printf %s "$PVG_CLIENT_ID.$timestamp.$hash" | openssl dgst -sha256 -hmac "$PVG_CLIENT_SECRET" -r | cut -d' ' -f1)
curl -sf -X POST -H 'Content-Type: application/json' -H "X-Client-ID: $PVG_CLIENT_ID" \
  -H "X-Timestamp: $timestamp" -H "X-Signature: $signature" -d "$body" \
  "$PVG_GATEWAY_URL/iap/gateway/lookup-receipt" >/dev/null
