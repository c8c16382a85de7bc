"""A client of the service, written from its contract alone, against `pvg emulate`: every row of section 7, and the
shapes of section 2. Shares no code with pvg."""

import hashlib
import hmac
import json
import time
import urllib.error
import urllib.request

CLIENT, SECRET = "demo-client", "demo-client-secret"
GAME, KEY = "demo", "demo-secret-key"
VERIFY, LOOKUP, SESSION = "/iap/gateway/verify", "/iap/gateway/lookup-receipt", "/xmdt/session"


def post(base, path, body, headers):
    request = urllib.request.Request(base + path, data=body, method="POST")
    request.add_header("Content-Type", "application/json")
    for name, value in headers.items():
        request.add_header(name, value)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def gateway(base, path, members, client=CLIENT, secret=SECRET, ahead=0, raw=None):
    body = raw if raw is not None else json.dumps(members).encode()
    stamp = str(int(time.time()) + ahead)
    message = client + "." + stamp + "." + hashlib.sha256(body).hexdigest()
    signature = hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()
    headers = {"X-Client-ID": client, "X-Timestamp": stamp, "X-Signature": signature}
    return post(base, path, body, headers)


def session(base, members, key=KEY, raw=None, signed=True):
    body = raw if raw is not None else json.dumps(members).encode()
    signature = hmac.new(key.encode(), body, hashlib.sha256).hexdigest()
    return post(base, SESSION, body, {"X-Signature": signature} if signed else {})


def purchase(receipt, without=(), **other):
    members = {"receipt": receipt, "product_id": "gems_100", "os_id": 1, "package": "com.example.game", **other}
    return {name: value for name, value in members.items() if name not in without}


def player(name="player-42", **other):
    return {"gameId": GAME, "username": name, **other}


def refused(status, code):
    return lambda got: got[0] == status and got[1].get("error") == code and got[1].get("success") is False and isinstance(
        got[1].get("message"), str
    )


def no_session(status, code):
    return lambda got: got[0] == status and got[1].get("code") == code and isinstance(got[1].get("message"), str)


def verified(got):
    status, body = got
    info = body["receipt_info"]
    return (
        status == 200
        and body["success"] is True
        and body["product_id"] == "gems_100"
        and info["platform"] == "android"
        and info["environment"] is None
        and info["purchase_state"] == 0
        and info["order_id"] == body["transaction_id"]
        and all(isinstance(info[name], int) for name in ("quantity", "purchase_date_ms", "acknowledgement_state"))
        and len(info["region_code"]) == 2
    )


def looked_up(state, recorded):
    def check(got):
        status, body = got
        (transaction,) = body["transactions"]
        record = transaction["gateway"]
        return (
            status == 200
            and body["found"] is True
            and body["environment"] is None
            and isinstance(body["game_id"], int)
            and transaction["purchase_state"] == state
            and record["found"] is recorded
            and (
                isinstance(record["tx_mgmt_id"], int) and record["current_state"] == "gateway_verified"
                if recorded
                else record["reason"] == "NEVER_RECEIVED_BY_GATEWAY"
            )
        )

    return check


def rejected(got):
    status, body = got
    return body["found"] is False and body["order_id"] is None and isinstance(body["status"], int) and isinstance(
        body["error"], str
    )


def minted(completed):
    def check(got):
        status, body = got
        left = time.mktime(time.strptime(body["expiresAt"][:19], "%Y-%m-%dT%H:%M:%S")) - time.mktime(time.gmtime())
        return (
            status == 200
            and body["sessionToken"] != ""
            and isinstance(body["xmdtRequired"], bool)
            and body["xmdtCompleted"] is completed
            and 13 * 60 < left <= 15 * 60
        )

    return check


def rows(base):
    def verify(*given, **how):
        return gateway(base, VERIFY, *given, **how)

    def lookup(*given, **how):
        return gateway(base, LOOKUP, *given, **how)

    yield "2.2 success", verify(purchase("demo-purchased")), verified
    yield "7.1 verified again", verify(purchase("demo-purchased")), refused(409, "DUPLICATE_TRANSACTION")
    yield "7.1 another product", verify(purchase("demo-unacknowledged", product_id="gems_500")), refused(422, "PRODUCT_MISMATCH")
    for receipt in ("demo-canceled", "demo-pending", "demo-package-mismatch", "demo-store-unconfigured"):
        yield f"7.1 rejected: {receipt}", verify(purchase(receipt)), refused(422, "VERIFICATION_FAILED")
    yield "7.1 store unreachable", verify(purchase("demo-store-down")), refused(502, "VERIFIER_ERROR")
    for name in ("receipt", "product_id", "os_id", "package"):
        yield f"7.1 without {name}", verify(purchase("demo-purchased", without=[name])), refused(400, "MISSING_FIELDS")
    for number in (0, 3, -1):
        yield f"7.1 os_id {number}", verify(purchase("demo-purchased", os_id=number)), refused(400, "INVALID_OS_ID")
    yield "7.1 iOS, other environment", verify(purchase("demo-ios-sandbox", os_id=2)), refused(412, "ENVIRONMENT_MISMATCH")
    for name, how in {
        "another client": {"client": "nobody"},
        "another secret": {"secret": "wrong"},
        "a clock 310 s behind": {"ahead": -310},
        "a clock 310 s ahead": {"ahead": 310},
    }.items():
        yield f"7.1 verify by {name}", verify(purchase("demo-never-received"), **how), refused(401, "UNAUTHORIZED")
        yield f"7.1 look-up by {name}", lookup(purchase("demo-never-received"), **how), refused(401, "UNAUTHORIZED")
    for ahead in (-290, 290):
        yield f"5.1 a clock {ahead} s off", lookup(purchase("demo-recorded"), ahead=ahead), looked_up(0, True)

    yield "2.4 never received", lookup(purchase("demo-never-received")), looked_up(0, False)
    yield "2.4 recorded", lookup(purchase("demo-recorded")), looked_up(0, True)
    yield "2.4 recorded by the verify above", lookup(purchase("demo-purchased")), looked_up(0, True)
    yield "2.4 cancelled", lookup(purchase("demo-canceled")), looked_up(1, False)
    yield "2.4 pending", lookup(purchase("demo-pending")), looked_up(2, False)
    yield "2.4 store rejection", lookup(purchase("nobody-knows-it")), rejected
    yield "4.2 without os_id", lookup(purchase("demo-recorded", without=["os_id"])), lambda got: got[1].get("error") == "MISSING_FIELDS"

    yield "2.6 not completed", session(base, player()), minted(False)
    yield "2.6 completed", session(base, player("demo-completed")), minted(True)
    yield "2.5 with server and role", session(base, player(serverId="s1", roleId="r1")), minted(False)
    yield "7.2 malformed JSON", session(base, None, raw=b'{"gameId":'), no_session(400, "invalid_request")
    yield "7.2 without gameId", session(base, {"username": "a"}), no_session(400, "invalid_request")
    yield "7.2 without username", session(base, {"gameId": GAME}), no_session(400, "invalid_request")
    yield "7.2 no header", session(base, player(), signed=False), no_session(401, "missing_headers")
    yield "7.2 another key", session(base, player(), key="wrong"), no_session(401, "invalid_signature")
    yield "7.2 unknown game", session(base, player(gameId="nobody")), no_session(403, "unknown_service")
    yield "7.2 not enabled", session(base, player(gameId="demo-disabled")), no_session(409, "xmdt_disabled")
    yield "7.2 e-mail required", session(base, player(gameId="demo-email")), no_session(409, "email_required_unsupported")
    yield "7.2 too many", session(base, player("demo-limited")), no_session(429, "rate_limited")
    yield "7.2 internal", session(base, player("demo-broken")), no_session(500, "internal_error")


def check(base):
    """The rows that the emulator answers otherwise than the contract says."""
    wrong, count = [], 0
    for name, got, agrees in rows(base):
        count += 1
        try:
            right = agrees(got)
        except (KeyError, TypeError, ValueError) as error:
            right, got = False, (got, repr(error))
        if not right:
            wrong.append(f"{name}: {got}")
    return count, wrong
