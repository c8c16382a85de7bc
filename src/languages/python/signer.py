# Python 3.8 or later, nothing to install: python3 signer.py <mode> <words>; the modes are at the end.
# When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
import hashlib
import hmac
import http.client
import json
import logging
import os
import random
import sys
import time
import urllib.request

log = logging.getLogger(__name__)


# only gateway
def sign_gateway(body, now):
    """The headers for these bytes. Each attempt is signed anew, since the service checks the time."""
    # region: secret
    client_id = os.environ.get("PVG_CLIENT_ID", "").strip()
    secret = os.environ.get("PVG_CLIENT_SECRET", "").strip()
    if not client_id or not secret or secret[0] in "\"'":
        raise RuntimeError("PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes")

    # region: hash
    body_hash = hashlib.sha256(body).hexdigest()

    # region: message
    timestamp = str(int(now))  # now: time.time(), in seconds
    message = ".".join([client_id, timestamp, body_hash])

    # region: sign
    signature = hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()
    headers = {"X-Client-ID": client_id, "X-Timestamp": timestamp, "X-Signature": signature}

    return headers


# only session
def sign_session(body):
    # region: secret
    secret = os.environ.get("PVG_SECRET_KEY", "").strip()
    if not secret or secret[0] in "\"'":
        raise RuntimeError("PVG_SECRET_KEY is empty or in quotes")

    # region: sign
    signature = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    headers = {"X-Signature": signature}

    return headers


# end
def post(base_url, path, fields, sign):
    """Status (0: no answer), text, attempts. After 5xx or a lost answer it waits and sends the same bytes again."""
    # region: body
    body = json.dumps(fields).encode("utf-8")

    url = os.environ[base_url].rstrip("/") + path
    for attempt, wait in enumerate([0, 0.2, 0.4, 0.8], 1):
        time.sleep(wait * random.uniform(0.5, 1))
        headers = sign(body)
        try:
            # region: send
            request = urllib.request.Request(url, body, {"Content-Type": "application/json", **headers})
            opener = urllib.request.OpenerDirector()  # It follows no redirect and raises nothing for 4xx and 5xx.
            for handler in (urllib.request.ProxyHandler, urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
                opener.add_handler(handler())
            with opener.open(request, timeout=10) as response:  # 10 seconds without progress
                status, text = response.status, response.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as lost:
            log.warning("attempt %d, no answer: %r", attempt, lost)
            status, text = 0, ""
        if 0 < status < 500:
            break
    return status, text, attempt


def members(text):
    try:
        answer = json.loads(text)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


# only gateway
def post_purchase(path, product_id, package, receipt):
    fields = {"os_id": 1, "product_id": product_id, "package": package, "receipt": receipt}
    return post("PVG_GATEWAY_URL", path, fields, lambda body: sign_gateway(body, time.time()))


def lookup(*purchase):
    status, text, _ = post_purchase("/iap/gateway/lookup-receipt", *purchase)
    print(status, text)
    return status == 200


def verify(*purchase):
    status, text, attempts = post_purchase("/iap/gateway/verify", *purchase)
    answer = members(text)
    # region: outcome
    is_right = answer.get("success") is True and answer.get("product_id") == purchase[0]
    if status == 200 and is_right and answer.get("transaction_id"):
        # Insert the id under a unique key first; if it is there already, give nothing.
        print("granted", answer["transaction_id"])
        return True
    # An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
    is_unknown = status == 200 or attempts > 1 or "error" not in answer
    hint = ": the outcome is unknown: look it up" if is_unknown else ""

    log.warning("not granted: %d %s%s", status, answer.get("error", "without an error code"), hint)
    return False


# only session
def session(game_id, username):
    fields = {"gameId": game_id, "username": username}
    status, text, _ = post("PVG_SESSION_URL", "/xmdt/session", fields, sign_session)
    print(status, text)
    # region: outcome
    # Only xmdtCompleted says whether the player is verified: never the device.
    return status == 200 and isinstance(members(text).get("xmdtCompleted"), bool)


# end
if __name__ == "__main__":
    stdin = sys.stdin.buffer
    modes = {
        "sign-gateway": lambda: print(sign_gateway(stdin.read(), os.environ["PVG_TIMESTAMP"])["X-Signature"]),  # only gateway
        "lookup <product_id> <package> <receipt>": lookup,  # only gateway
        "verify <product_id> <package> <receipt>": verify,  # only gateway
        "sign-session": lambda: print(sign_session(stdin.read())["X-Signature"]),  # only session
        "session <game_id> <username>": session,  # only session
    }
    calls = [modes[key] for key in modes if [key.split()[0], key.count("<")] == [*sys.argv[1:2], len(sys.argv) - 2]]
    sys.exit(calls[0](*sys.argv[2:]) is False if calls else "usage: " + " | ".join(modes))
