import hashlib
import hmac


def sign_gateway(client_id, secret, timestamp, body):
    message = f"{client_id}.{timestamp}.{hashlib.sha256(body).hexdigest()}"
    return hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()


def sign_session(secret, body):
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
