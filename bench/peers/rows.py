# The keep-alive loop that people write: looks up the first rows of a CSV, one by one, and writes the answers to a file.
import csv, hashlib, hmac, http.client, json, os, sys, time, urllib.parse

given, out, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
client, secret = os.environ['PVG_CLIENT_ID'], os.environ['PVG_CLIENT_SECRET'].encode()
connection = http.client.HTTPConnection(urllib.parse.urlsplit(os.environ['PVG_GATEWAY_URL']).netloc)
with open(given) as source, open(out, 'w') as results:
    for at, row in enumerate(csv.DictReader(source)):
        if at == rows:
            break
        body = json.dumps({'os_id': 1, 'product_id': row['product_id'], 'package': row['package'], 'receipt': row['receipt']}).encode()
        timestamp = str(int(time.time()))
        message = f'{client}.{timestamp}.{hashlib.sha256(body).hexdigest()}'
        headers = {
            'Content-Type': 'application/json',
            'X-Client-ID': client,
            'X-Timestamp': timestamp,
            'X-Signature': hmac.new(secret, message.encode(), hashlib.sha256).hexdigest(),
        }
        connection.request('POST', '/iap/gateway/lookup-receipt', body, headers)
        answer = json.loads(connection.getresponse().read())
        results.write(json.dumps({'row': at + 1, 'input': row, 'answer': answer}) + '\n')
