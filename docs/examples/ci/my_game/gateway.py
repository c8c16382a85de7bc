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
    """Status (0: no answer), text, attempts. After 5xx or a lost answer it waits and sends the same body again, signed anew."""
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


# The purchase is settled by these two refusals; after any other it can still be granted.
FINAL_REFUSALS = ("DUPLICATE_TRANSACTION", "PRODUCT_MISMATCH")


class Shop:
    def __init__(self, open_purchases=None):
        # What was granted, by transaction id: in a real server a table with a unique key.
        self.granted = {}
        # Purchases that are not settled: in a real server a table, which outlives it, and which somebody looks up.
        self.open = {} if open_purchases is None else open_purchases

    def buy(self, player, receipt, product_id, package):
        """Grants a purchase once: `granted`, `granted before`, `refused` or `unknown`."""
        purchase = {"os_id": 1, "product_id": product_id, "package": package, "receipt": receipt}
        # Written down before the first attempt: if the server stops now, its next verify may get a 409 for this one.
        key = (receipt, product_id, package)
        note = self.open.setdefault(key, {**purchase, "asked_for": []})
        note["asked_for"].append(player)
        status, text, attempts = post("/iap/gateway/verify", purchase)
        answer = members(text)
        transaction_id = answer.get("transaction_id")
        is_right = answer.get("success") is True and answer.get("product_id") == product_id
        if status == 200 and is_right and isinstance(transaction_id, str) and transaction_id:
            # In a real server one database transaction: the id, the item, and that the purchase is settled.
            self.open.pop(key, None)
            grant = {"player": player, "product_id": product_id}
            is_new = self.granted.setdefault(transaction_id, grant) is grant
            return "granted" if is_new else "granted before"
        # An earlier attempt may have been recorded, or another server answered.
        # 409: somebody verified before, perhaps this server. It never allows a grant.
        is_ours = status == 409 and len(note["asked_for"]) > 1
        if status == 200 or attempts > 1 or is_ours or "error" not in answer:
            return "unknown"
        if answer["error"] in FINAL_REFUSALS:
            self.open.pop(key, None)
        return "refused"
