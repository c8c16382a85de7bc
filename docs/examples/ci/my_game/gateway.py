import http.client
import json
import os
import time
import urllib.error
import urllib.request

from my_game.signing import sign_gateway


def post(path, fields):
    # The bytes that are signed are the bytes that are sent.
    body = json.dumps(fields).encode()
    timestamp = str(int(time.time()))
    client_id, secret = os.environ["GATEWAY_CLIENT_ID"], os.environ["GATEWAY_CLIENT_SECRET"]
    headers = {
        "Content-Type": "application/json",
        "X-Client-ID": client_id,
        "X-Timestamp": timestamp,
        "X-Signature": sign_gateway(client_id, secret, timestamp, body),
    }
    request = urllib.request.Request(os.environ["GATEWAY_URL"] + path, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code >= 500:
            return None
        return json.load(error)
    except (urllib.error.URLError, http.client.HTTPException, ConnectionError):
        # The answer was lost: nobody knows whether the purchase was recorded.
        return None


def verify(receipt, product_id, package, attempts=3):
    """`granted`, `refused` or `try again later`. A 409 is no success, so it is never a reason to grant."""
    for attempt in range(attempts):
        fields = {"receipt": receipt, "product_id": product_id, "os_id": 1, "package": package}
        answer = post("/iap/gateway/verify", fields)
        if answer is not None:
            return "granted" if answer["success"] is True else "refused"
        time.sleep(0.1 * 2**attempt)
    return "try again later"
