import hashlib, hmac, json, os, time, urllib.request

body = json.dumps({'os_id': 1, 'product_id': 'gems_100', 'package': 'com.example.game', 'receipt': 'aBcDeFgHiJ' * 14}).encode()
client, secret = os.environ['PVG_CLIENT_ID'], os.environ['PVG_CLIENT_SECRET']
timestamp = str(int(time.time()))
message = f'{client}.{timestamp}.{hashlib.sha256(body).hexdigest()}'
headers = {
    'Content-Type': 'application/json',
    'X-Client-ID': client,
    'X-Timestamp': timestamp,
    'X-Signature': hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest(),
}
request = urllib.request.Request(os.environ['PVG_GATEWAY_URL'] + '/iap/gateway/lookup-receipt', body, headers)
print(json.load(urllib.request.urlopen(request)))
