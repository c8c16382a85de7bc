# sign.py
import os, sys
from my_game.signing import sign_gateway, sign_session

body = sys.stdin.buffer.read()
secret = os.environ["PVG_SECRET"]
if os.environ["PVG_INTERFACE"] == "gateway":
    print(sign_gateway(os.environ["PVG_CLIENT_ID"], secret, os.environ["PVG_TIMESTAMP"], body))
else:
    print(sign_session(secret, body))
