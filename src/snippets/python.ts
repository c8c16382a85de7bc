import type { Signer } from './signer.js';

export const python: Signer = {
  gateway: String.raw`# Python 3.8 or later: python3 lookup.py <product_id> <package> <receipt>
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name) or sys.exit(name + " is not set")


url = required("PVG_GATEWAY_URL").rstrip("/") + "/iap/gateway/lookup-receipt"
client_id = required("PVG_CLIENT_ID")
client_secret = required("PVG_CLIENT_SECRET")
product_id, package, receipt = sys.argv[1:]

# Sign and send these same bytes: not json=, which serialises again.
body = json.dumps({"os_id": 1, "product_id": product_id, "package": package, "receipt": receipt}).encode()

# Seconds, taken once: the header and the message carry the same text.
timestamp = str(int(time.time()))
message = ".".join([client_id, timestamp, hashlib.sha256(body).hexdigest()])
signature = hmac.new(client_secret.encode(), message.encode(), hashlib.sha256).hexdigest()

headers = {
    "Content-Type": "application/json",
    "X-Client-ID": client_id,
    "X-Timestamp": timestamp,
    "X-Signature": signature,
}
request = urllib.request.Request(url, data=body, headers=headers, method="POST")
try:
    response = urllib.request.urlopen(request, timeout=10)
except urllib.error.HTTPError as refused:
    response = refused
print(response.status, response.read().decode())
`,
  session: String.raw`# Python 3.8 or later: python3 session.py <gameId> <username>
import hashlib
import hmac
import json
import os
import sys
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name) or sys.exit(name + " is not set")


url = required("PVG_SESSION_URL").rstrip("/") + "/xmdt/session"
secret_key = required("PVG_SECRET_KEY")
game_id, username = sys.argv[1:]

# Sign and send these same bytes: not json=, which serialises again.
body = json.dumps({"gameId": game_id, "username": username}).encode()
signature = hmac.new(secret_key.encode(), body, hashlib.sha256).hexdigest()

headers = {"Content-Type": "application/json", "X-Signature": signature}
request = urllib.request.Request(url, data=body, headers=headers, method="POST")
try:
    response = urllib.request.urlopen(request, timeout=10)
except urllib.error.HTTPError as refused:
    response = refused
print(response.status, response.read().decode())
`,
};
