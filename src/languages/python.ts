import { snakeCase } from './names.js';
import type { Language } from './language.js';

export const python: Language = {
  alsoCalled: ['py', 'python3', 'django', 'flask'],
  userAgent: /^(?:python-requests|Python-urllib|python-httpx|Python)\//,
  comment: '#',
  pieces: {
    names: snakeCase,
    payload: `body = json.dumps(payload).encode()`,
    text: `body = text.encode("utf-8")`,
    file: `with open("body.json", "rb") as file:\n    body = file.read()`,
    nothing: `body = b""`,
    send: `requests.post(url, data=body, headers=headers)  # not json=`,
    bodyHash: `body_hash = hashlib.sha256(body).hexdigest()`,
    bodyHex: `body_hex = body.hex()`,
    message: `message = ".".join([client_id, timestamp, body_hash])`,
    signed: { gateway: 'message.encode()', session: 'body' },
    hmac: (data) => `signature = hmac.new(secret.encode(), ${data}, hashlib.sha256).hexdigest()`,
    readSecret: (variable) => `secret = os.environ["${variable}"].strip()
if not secret or secret[0] in "\\"'":
    sys.exit("${variable} is empty or in quotes")`,
    fingerprint: `fingerprint = hashlib.sha256(secret.encode()).hexdigest()[:12]
print(len(secret), fingerprint, file=sys.stderr)  # never the secret itself`,
    print: (label, value) => `print("${label}:", ${value}, file=sys.stderr)`,
    order: `# hmac.new(key, data, digest)`,
    timestamp: `timestamp = str(int(time.time()))`,
    clientId: `client_id = os.environ["CLIENT_ID"].strip()`,
    header: (name, value) => `headers["${name}"] = ${value}`,
    contentType: `headers = {"Content-Type": "application/json"}`,
  },
  program: `G|# Python 3.8 or later: python3 lookup.py <product_id> <package> <receipt>
S|# Python 3.8 or later: python3 session.py <gameId> <username>
import hashlib
import hmac
import json
import os
import sys
G|import time
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name) or sys.exit(name + " is not set")


G|url = required("PVG_GATEWAY_URL").rstrip("/") + "/iap/gateway/lookup-receipt"
G|client_id = required("PVG_CLIENT_ID")
G|client_secret = required("PVG_CLIENT_SECRET")
G|product_id, package, receipt = sys.argv[1:]
S|url = required("PVG_SESSION_URL").rstrip("/") + "/xmdt/session"
S|secret_key = required("PVG_SECRET_KEY")
S|game_id, username = sys.argv[1:]

# Sign and send these same bytes: not json=, which serialises again.
G|body = json.dumps({"os_id": 1, "product_id": product_id, "package": package, "receipt": receipt}).encode()
S|body = json.dumps({"gameId": game_id, "username": username}).encode()
S|signature = hmac.new(secret_key.encode(), body, hashlib.sha256).hexdigest()

G|# Take the time once, in seconds: the header and the message need the same text.
G|timestamp = str(int(time.time()))
G|message = ".".join([client_id, timestamp, hashlib.sha256(body).hexdigest()])
G|signature = hmac.new(client_secret.encode(), message.encode(), hashlib.sha256).hexdigest()
G|
G|headers = {
G|    "Content-Type": "application/json",
G|    "X-Client-ID": client_id,
G|    "X-Timestamp": timestamp,
G|    "X-Signature": signature,
G|}
S|headers = {"Content-Type": "application/json", "X-Signature": signature}
request = urllib.request.Request(url, data=body, headers=headers, method="POST")
try:
    response = urllib.request.urlopen(request, timeout=10)
except urllib.error.HTTPError as refused:
    response = refused
print(response.status, response.read().decode())
`,
};
