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
  program: `# Python 3.8 or later: python3 «interface».py «usage»
import hashlib
import hmac
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name) or sys.exit(name + " is not set")


G|def sign(body, timestamp=None):
G|    """The headers for a body, in bytes. The timestamp is Unix seconds; header and message need the same text."""
G|    timestamp = str(timestamp or int(time.time()))
G|    client_id = required("PVG_CLIENT_ID")
G|    message = ".".join([client_id, timestamp, hashlib.sha256(body).hexdigest()])
G|    key = required("PVG_CLIENT_SECRET").encode()
G|    signature = hmac.new(key, message.encode(), hashlib.sha256).hexdigest()
G|    return {"X-Client-ID": client_id, "X-Timestamp": timestamp, "X-Signature": signature}
S|def sign(body):
S|    """The headers for a body, in bytes."""
S|    key = required("PVG_SECRET_KEY").encode()
S|    return {"X-Signature": hmac.new(key, body, hashlib.sha256).hexdigest()}


def post(path, fields):
    """Status (0: no answer), answer, attempts. After 5xx or a lost answer it waits and signs again."""
    # Sign and send these same bytes: not json=, which serialises again.
    body = json.dumps(fields).encode()
    url = required("PVG_«INTERFACE»_URL").rstrip("/") + path
    for attempt, wait in enumerate([0, 0.2, 0.4, 0.8], 1):
        time.sleep(wait * random.uniform(0.5, 1))
        headers = {"Content-Type": "application/json", **sign(body)}
        try:
            try:
                response = urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=10)
            except urllib.error.HTTPError as refused:
                response = refused
            status, answer = response.getcode(), response.read().decode(errors="replace")
        except (OSError, http.client.HTTPException):
            status, answer = 0, ""
        if 0 < status < 500:
            break
    return status, answer, attempt


def members(text):
    try:
        return dict(json.loads(text))
    except (TypeError, ValueError):
        return {}


G|def purchase(product_id, package, receipt):
G|    return {"os_id": 1, "product_id": product_id, "package": package, "receipt": receipt}
G|
G|
G|def lookup(*words):
G|    return post("/iap/gateway/lookup-receipt", purchase(*words))[:2]
G|
G|
G|def verify(*words):
G|    """Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|    Returns None if it granted the purchase, or why not."""
G|    status, text, attempts = post("/iap/gateway/verify", purchase(*words))
G|    answer = members(text)
G|    if status == 200 and answer.get("success") is True:
G|        grant(answer["transaction_id"])
G|        return None
G|    unknown = status in (0, 200) or (status == 409 and attempts > 1)
G|    problem = "{} {}".format(status, answer.get("error", "without an error code"))
G|    return problem + ": the outcome is unknown: look it up" if unknown else problem
G|
G|
G|def grant(transaction_id):
G|    """Give the item here: insert transaction_id under a unique key, and give nothing if it is there already."""
G|    print("granted", transaction_id)
S|def session(game_id, username):
S|    """Only xmdtCompleted of this answer says whether the player is verified, never the device.
S|    Returns status, answer, and xmdtCompleted: None if the answer does not say."""
S|    status, answer, _ = post("/xmdt/session", {"gameId": game_id, "username": username})
S|    completed = members(answer).get("xmdtCompleted")
S|    return status, answer, completed if status == 200 and isinstance(completed, bool) else None


def main(mode, *words):
    if mode == "sign":
G|        print(sign(sys.stdin.buffer.read(), os.environ.get("PVG_TIMESTAMP"))["X-Signature"])
G|    elif mode == "verify":
G|        problem = verify(*words)
G|        sys.exit(problem and "not granted: " + problem)
S|        print(sign(sys.stdin.buffer.read())["X-Signature"])
    else:
G|        status, answer = lookup(*words)
S|        status, answer, completed = session(*words)
        print(status, answer)
G|        sys.exit(status != 200)
S|        sys.exit(completed is None)


if __name__ == "__main__":
    main(*sys.argv[1:])
`,
};
