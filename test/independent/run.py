"""pvg against a client, a service and signatures that were written from the contract alone. Needs the built program."""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

import client
import server

PROGRAM = str(pathlib.Path(__file__).resolve().parents[2] / "bin" / "pvg.js")


def client_against_emulator():
    emulator = subprocess.Popen(["node", PROGRAM, "emulate", "--port", "0"], stderr=subprocess.PIPE, text=True)
    try:
        base = emulator.stderr.readline().split()[-1]
        return client.check(base)
    finally:
        emulator.terminate()
        emulator.wait()


def words_of(command, name):
    if command == server.session:
        return ["session", "--username", name]
    return [command, "--product-id", "gems_100", "--package", "com.example.game", "--receipt", name]


def pvg_against_service():
    service = server.serve()
    threading.Thread(target=service.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{service.server_address[1]}"
    wrong = []
    with tempfile.TemporaryDirectory() as home:
        env = {
            "PATH": os.environ["PATH"], "HOME": home, "PVG_ENVIRONMENT": "dev",
            "PVG_GATEWAY_URL": base, "PVG_CLIENT_ID": server.CLIENT, "PVG_CLIENT_SECRET": server.SECRET,
            "PVG_SESSION_URL": base, "PVG_GAME_ID": server.GAME, "PVG_SECRET_KEY": server.KEY,
        }
        for name, (command, _, exit_status, verdict, advice, requests) in server.CASES.items():
            ended = subprocess.run(
                ["node", PROGRAM, *words_of(command, name), "--json"], env=env, capture_output=True, text=True, check=False
            )
            printed = json.loads(ended.stdout)
            got = (
                ended.returncode, printed["exit"], (printed["verdict"] or {}).get("id"), printed["advice"],
                service.seen.get(name, []), printed["http"]["attempts"],
            )
            wanted = (exit_status, exit_status, verdict, advice, [[]] * requests, requests)
            if got != wanted:
                wrong.append(f"{name}: {got}, not {wanted}")
    service.shutdown()
    return len(server.CASES), wrong


def signature_of(vector):
    body = base64.b64decode(vector["body_base64"])
    if "secret_key" in vector:
        return hmac.new(vector["secret_key"].encode(), body, hashlib.sha256).hexdigest()
    message = f"{vector['client_id']}.{vector['timestamp']}.{hashlib.sha256(body).hexdigest()}"
    return hmac.new(vector["client_secret"].encode(), message.encode(), hashlib.sha256).hexdigest()


def vectors():
    printed = json.loads(subprocess.run(["node", PROGRAM, "vectors"], capture_output=True, check=True).stdout)
    checked = [(each, True) for each in printed["gateway"] + printed["session"]]
    checked += [(each, False) for each in printed["negative"]["gateway"] + printed["negative"]["session"]]
    wrong = [each["name"] for each, right in checked if (signature_of(each) == each["signature"]) != right]
    return len(checked), wrong


def main():
    failed = False
    for what, check in {"client against emulate": client_against_emulator, "pvg against a service": pvg_against_service, "test vectors": vectors}.items():
        count, wrong = check()
        print(f"{what}: {count - len(wrong)} of {count} agree")
        for line in wrong:
            failed = True
            print(f"  {line}", file=sys.stderr)
    sys.exit(1 if failed else 0)


main()
