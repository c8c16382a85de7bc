"""A service written from the contract alone, that answers as each case says: pvg must judge every row of section 7 and
the shapes of section 2 as `docs` promise. It checks headers and signature of every request itself."""

import hashlib
import hmac
import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CLIENT, SECRET = "shop-client", "shop-secret"
GAME, KEY = "shop", "shop-key"
VERIFY, LOOKUP, SESSION = "/iap/gateway/verify", "/iap/gateway/lookup-receipt", "/xmdt/session"

INFO = {
    "platform": "android", "environment": None, "quantity": 1, "purchase_date_ms": 1789990000000, "purchase_state": 0,
    "region_code": "VN", "acknowledgement_state": 1, "order_id": "GPA.1111-2222-3333-44444",
}
RECORD = {
    "found": True, "tx_mgmt_id": 77, "current_state": "gateway_verified", "last_error_code": None,
    "last_error_message": None, "recorded_for_this_game": True,
}
UNRECORDED = {"found": False, "reason": "NEVER_RECEIVED_BY_GATEWAY"}


def success(**other):
    return 200, {"success": True, "transaction_id": INFO["order_id"], "product_id": "gems_100", "receipt_info": INFO, **other}


def failure(status, code):
    return status, {"success": False, "error": code, "message": "why"}


def found(record, state=0):
    transaction = {**INFO, "purchase_state": state, "transaction_id": INFO["order_id"], "product_id": "gems_100", "gateway": record}
    return 200, {"order_id": INFO["order_id"], "game_id": 5, "found": True, "environment": None, "transactions": [transaction]}


def rejection(status):
    return 200, {"order_id": None, "game_id": 5, "found": False, "status": status, "error": "detail"}


def mint(completed=False, left=900):
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + left))
    return 200, {"sessionToken": "tok", "expiresAt": stamp, "xmdtRequired": True, "xmdtCompleted": completed}


def refusal(status, code):
    return status, {"code": code, "message": "why"}


verify, lookup, session = "verify", "lookup", "session"

# Case: the command, what the service answers, then pvg's exit status, verdict, advice and how many requests it makes.
CASES = {
    "success": (verify, success(), 0, "verified", "grant", 1),
    "another-product": (verify, success(product_id="gems_999"), 6, "verified-other-product", "check", 1),
    "success-of-pending": (verify, success(receipt_info={**INFO, "purchase_state": 2}), 6, "verified-doubtful", "check", 1),
    "bad-gateway": (verify, (502, {"message": "Bad gateway"}), 10, None, "check", 4),
    "false-in-200": (verify, (200, {"success": False, "error": "VERIFICATION_FAILED", "message": "m"}), 6, "not-confirmed", "do-not-grant", 1),
    "unauthorized-in-200": (verify, (200, {"success": False, "error": "UNAUTHORIZED", "message": "m"}), 4, None, "fix-request", 1),
    "failed-in-200": (verify, (200, {"success": False, "error": "VERIFIER_ERROR", "message": "m"}), 8, None, "retry-later", 1),
    "duplicate-in-200": (verify, (200, {"success": False, "error": "DUPLICATE_TRANSACTION", "message": "m"}), 7, "already-verified", "already-verified", 1),
    "without-transaction-id": (verify, success(transaction_id=""), 6, "verified-doubtful", "check", 1),
    "success-as-text": (verify, success(success="true"), 12, None, "check", 1),
    "duplicate": (verify, failure(409, "DUPLICATE_TRANSACTION"), 7, "already-verified", "already-verified", 1),
    "product-mismatch": (verify, failure(422, "PRODUCT_MISMATCH"), 6, "not-confirmed", "do-not-grant", 1),
    "verification-failed": (verify, failure(422, "VERIFICATION_FAILED"), 6, "not-confirmed", "do-not-grant", 1),
    "verifier-error": (verify, failure(502, "VERIFIER_ERROR"), 8, None, "retry-later", 4),
    "missing-fields": (verify, failure(400, "MISSING_FIELDS"), 5, None, "fix-request", 1),
    "invalid-os-id": (verify, failure(400, "INVALID_OS_ID"), 5, None, "fix-request", 1),
    "unauthorized": (verify, failure(401, "UNAUTHORIZED"), 4, None, "fix-request", 1),
    "environment-mismatch": (verify, failure(412, "ENVIRONMENT_MISMATCH"), 5, None, "fix-request", 1),
    "verify-429": (verify, (429, {"success": False, "error": "SLOW_DOWN", "message": "m"}), 9, None, "retry-later", 1),
    "verify-unlisted": (verify, failure(418, "TEAPOT"), 5, None, "fix-request", 1),

    "recorded": (lookup, found(RECORD), 0, "paid-and-recorded", "none", 1),
    "never-received": (lookup, found(UNRECORDED), 0, "paid-never-received", "check", 1),
    "elsewhere": (lookup, found({**RECORD, "recorded_for_this_game": False}), 0, "paid-recorded-elsewhere", "do-not-grant", 1),
    "with-error": (lookup, found({**RECORD, "last_error_code": "VERIFIER_ERROR"}), 0, "paid-recorded-with-error", "check", 1),
    "with-message-alone": (lookup, found({**RECORD, "last_error_message": "boom"}), 0, "paid-recorded-with-error", "check", 1),
    "failed-state": (lookup, found({**RECORD, "current_state": "gateway_failed"}), 0, "unknown", "check", 1),
    "cancelled": (lookup, found(UNRECORDED, 1), 0, "cancelled", "do-not-grant", 1),
    "cancelled-after-recorded": (lookup, found(RECORD, 1), 0, "cancelled-after-recorded", "check", 1),
    "pending": (lookup, found(UNRECORDED, 2), 0, "pending", "do-not-grant", 1),
    "pending-and-recorded": (lookup, found(RECORD, 2), 0, "unknown", "check", 1),
    "rejected-404": (lookup, rejection(404), 6, "not-confirmed", "do-not-grant", 1),
    "rejected-400": (lookup, rejection(400), 6, "not-confirmed", "do-not-grant", 1),
    "store-503": (lookup, rejection(503), 8, "store-unavailable", "retry-later", 1),
    "store-403": (lookup, rejection(403), 8, "store-unavailable", "check", 1),
    "store-401": (lookup, rejection(401), 8, "store-unavailable", "check", 1),
    "lookup-401": (lookup, failure(401, "UNAUTHORIZED"), 4, None, "fix-request", 1),
    "lookup-400": (lookup, failure(400, "MISSING_FIELDS"), 5, None, "fix-request", 1),
    "lookup-502": (lookup, failure(502, "VERIFIER_ERROR"), 8, None, "retry-later", 4),
    "lookup-bad-gateway": (lookup, (502, {"message": "Bad gateway"}), 8, None, "retry-later", 4),
    "found-false-alone": (lookup, (200, {"found": False}), 12, None, "check", 1),
    "lookup-no-object": (lookup, (200, ["found"]), 12, None, "check", 1),

    "not-completed": (session, mint(), 0, "not-completed", "none", 1),
    "completed": (session, mint(True), 0, "completed", "none", 1),
    "invalid-request": (session, refusal(400, "invalid_request"), 5, None, "fix-request", 1),
    "missing-headers": (session, refusal(401, "missing_headers"), 4, None, "fix-request", 1),
    "invalid-signature": (session, refusal(401, "invalid_signature"), 4, None, "fix-request", 1),
    "unknown-service": (session, refusal(403, "unknown_service"), 4, None, "fix-request", 1),
    "xmdt-disabled": (session, refusal(409, "xmdt_disabled"), 5, None, "fix-request", 1),
    "email-required": (session, refusal(409, "email_required_unsupported"), 5, None, "fix-request", 1),
    "rate-limited": (session, refusal(429, "rate_limited"), 9, None, "retry-later", 1),
    "internal-error": (session, refusal(500, "internal_error"), 8, None, "retry-later", 4),
}


def signed_right(path, headers, body):
    if path == SESSION:
        expected = hmac.new(KEY.encode(), body, hashlib.sha256).hexdigest()
        return headers["X-Signature"] == expected and "X-Timestamp" not in headers
    message = headers["X-Client-ID"] + "." + headers["X-Timestamp"] + "." + hashlib.sha256(body).hexdigest()
    expected = hmac.new(SECRET.encode(), message.encode(), hashlib.sha256).hexdigest()
    fresh = abs(time.time() - int(headers["X-Timestamp"])) <= 300
    return headers["X-Client-ID"] == CLIENT and headers["X-Signature"] == expected and fresh


def body_right(path, members):
    if path == SESSION:
        return members["gameId"] == GAME and isinstance(members["username"], str)
    wanted = {"receipt": str, "product_id": str, "package": str, "os_id": int}
    return all(isinstance(members[name], kind) for name, kind in wanted.items()) and members["os_id"] == 1


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        members = json.loads(body)
        name = members["username"] if self.path == SESSION else members["receipt"]
        wrong = [
            what
            for what, right in {
                "signature": signed_right(self.path, self.headers, body),
                "body": body_right(self.path, members),
                "content type": self.headers["Content-Type"] == "application/json",
                "path": self.path == {verify: VERIFY, lookup: LOOKUP, session: SESSION}[CASES[name][0]],
            }.items()
            if not right
        ]
        self.server.seen.setdefault(name, []).append(wrong)
        status, answer = CASES[name][1]
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


def serve():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.seen = {}
    return server
