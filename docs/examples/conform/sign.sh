# sign.sh: pvg conform -- bash sign.sh
# A variable of bash cannot hold every byte: let the functions read the body from a file.
. my_game/signing.sh

body=$(mktemp)
trap 'rm -f "$body"' EXIT
cat > "$body"
if [ "$PVG_INTERFACE" = gateway ]; then
  sign_gateway "$PVG_CLIENT_ID" "$PVG_SECRET" "$PVG_TIMESTAMP" "$body"
else
  sign_session "$PVG_SECRET" "$body"
fi
