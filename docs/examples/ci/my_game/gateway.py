"""How the game asks the gateway. It is the signer of `pvg sign gateway --snippet python` in a game: it signs, sends
again where that is safe, and grants by the rules of docs/guides/granting.md."""

import http.client
import json
import logging
import os
import random
import time
import urllib.request

from my_game.signing import sign_gateway

log = logging.getLogger(__name__)


def post(path, fields):
    """Status (0: no answer), text, attempts. After 5xx or a lost answer it waits and sends the same bytes again."""
    # The bytes that are signed are the bytes that are sent.
    body = json.dumps(fields).encode("utf-8")

    url = os.environ["GATEWAY_URL"].rstrip("/") + path
    client_id, secret = os.environ["GATEWAY_CLIENT_ID"], os.environ["GATEWAY_CLIENT_SECRET"]
    for attempt, wait in enumerate([0, 0.2, 0.4, 0.8], 1):
        time.sleep(wait * random.uniform(0.5, 1))
        timestamp = str(int(time.time()))
        signature = sign_gateway(client_id, secret, timestamp, body)
        headers = {"X-Client-ID": client_id, "X-Timestamp": timestamp, "X-Signature": signature}
        try:
            request = urllib.request.Request(url, body, {"Content-Type": "application/json", **headers})
            opener = urllib.request.OpenerDirector()  # It follows no redirect and raises nothing for 4xx and 5xx.
            for handler in (urllib.request.ProxyHandler, urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
                opener.add_handler(handler())
            with opener.open(request, timeout=10) as response:  # 10 seconds without progress
                status, text = response.status, response.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as lost:
            log.info("attempt %d, no answer: %r", attempt, lost)
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


class Shop:
    def __init__(self):
        # What was granted, by transaction id: in a real server a table with a unique key.
        self.granted = {}
        # Purchases whose outcome nobody knows: in a real server a table that a job or a person looks up.
        self.unknown = []

    def buy(self, player, receipt, product_id, package):
        """Grants a purchase once: `granted`, `granted before`, `refused` or `unknown`."""
        purchase = {"os_id": 1, "product_id": product_id, "package": package, "receipt": receipt}
        status, text, attempts = post("/iap/gateway/verify", purchase)
        answer = members(text)
        transaction_id = answer.get("transaction_id")
        if status == 200 and answer.get("success") is True and isinstance(transaction_id, str) and transaction_id:
            grant = {"player": player, "product_id": product_id}
            is_new = self.granted.setdefault(transaction_id, grant) is grant
            return "granted" if is_new else "granted before"
        # An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
        is_unknown = status == 200 or attempts > 1 or "error" not in answer
        if not is_unknown:
            return "refused"
        self.unknown.append({"player": player, **purchase})
        return "unknown"
