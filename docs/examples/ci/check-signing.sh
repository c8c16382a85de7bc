#!/usr/bin/env bash
# Fails if the signer, a request or the server is wrong.
set -euo pipefail
export PATH="$PWD/node_modules/.bin:$PATH"
export GATEWAY_CLIENT_ID=demo-client GATEWAY_CLIENT_SECRET=demo-client-secret

# What still runs when the script ends, also after a test that fails, is stopped.
running=
trap 'kill $running 2> /dev/null || true' EXIT

# 1. The signer against the vectors.
pvg conform --junit signer.xml -- python3 sign.py

# 2. The requests that the server really sends.
timeout --preserve-status 60 pvg listen --profile local --port 8787 --expect 3 &
listening=$!
running=$listening
curl --silent --output /dev/null --retry 30 --retry-delay 1 --retry-connrefused http://127.0.0.1:8787
GATEWAY_URL=http://127.0.0.1:8787 python3 -m unittest my_game.test_requests
wait $listening
running=

# 3. The server against the emulator. The file of an earlier run would name an emulator that has ended.
rm -f ready.json
pvg emulate --port 0 --ready-file ready.json &
emulator=$!
running=$emulator
until [ -s ready.json ]; do kill -0 $emulator; sleep 0.1; done
export GATEWAY_URL=$(node -p 'require("./ready.json").url')
export EMULATOR_TOKEN=$(node -p 'require("./ready.json").control.token')
python3 -m unittest my_game.test_server
