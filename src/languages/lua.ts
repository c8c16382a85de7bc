import { snakeCase } from './names.js';
import type { Language } from './language.js';

// The fixes use luaossl, as the program does.
const hex = `
  :gsub(".", function(c) return ("%02x"):format(c:byte()) end)`;

export const lua: Language = {
  alsoCalled: ['luajit', 'openresty'],
  userAgent: /^(?:lua-http|lua-resty-http)\b|LuaSocket/,
  comment: '--',
  pieces: {
    names: snakeCase,
    payload: `local body = cjson.encode(payload)`,
    text: `local body = text -- a Lua string is bytes: UTF-8 already`,
    file: `local file = assert(io.open("body.json", "rb"))
local body = file:read("*a")
file:close()`,
    nothing: `local body = ""`,
    send: `request:set_body(body)`,
    bodyHash: `local body_hash = digest.new("sha256"):final(body)${hex}`,
    bodyHex: `local body_hex = body${hex}`,
    message: `local message = table.concat({ client_id, timestamp, body_hash }, ".")`,
    signed: { gateway: 'message', session: 'body' },
    hmac: (data) => `local signature = hmac.new(secret, "sha256"):final(${data})${hex}`,
    readSecret: (variable) => `local secret = (os.getenv("${variable}") or ""):match("^%s*(.-)%s*$")
if secret == "" or secret:find("^[\\"']") then
  error("${variable} is empty or in quotes")
end`,
    fingerprint: `local sum = digest.new("sha256"):final(secret)${hex}
io.stderr:write(#secret, " ", sum:sub(1, 12), "\\n") -- never the secret itself`,
    print: (label, value) => `io.stderr:write("${label}: ", ${value}, "\\n")`,
    order: `-- hmac.new(key, digest):final(data)`,
    timestamp: `local timestamp = tostring(os.time()) -- an integer, without ".0"`,
    clientId: `local client_id = os.getenv("CLIENT_ID"):match("^%s*(.-)%s*$")`,
    header: (name, value) => `request.headers:upsert("${name.toLowerCase()}", ${value})`,
    contentType: `request.headers:upsert("content-type", "application/json")`,
  },
  program: `G|-- Lua 5.1 or later with luaossl, lua-http and lua-cjson: lua lookup.lua <product_id> <package> <receipt>
S|-- Lua 5.1 or later with luaossl, lua-http and lua-cjson: lua session.lua <gameId> <username>
local cjson = require "cjson"
G|local digest = require "openssl.digest"
local hmac = require "openssl.hmac"
local http = require "http.request"

local function required(name)
  local value = os.getenv(name)
  assert(value and value ~= "", name .. " is not set")
  return value
end

local function hex(bytes)
  return (bytes:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

G|local url = required("PVG_GATEWAY_URL"):gsub("/$", "") .. "/iap/gateway/lookup-receipt"
G|local client_id = required "PVG_CLIENT_ID"
G|local client_secret = required "PVG_CLIENT_SECRET"
G|local product_id, package_name, receipt = ...
S|local url = required("PVG_SESSION_URL"):gsub("/$", "") .. "/xmdt/session"
S|local secret_key = required "PVG_SECRET_KEY"
S|local game_id, username = ...

-- Sign and send this same string; never encode again, the key order is not fixed.
G|local body = cjson.encode {
G|  os_id = 1, product_id = product_id, package = package_name, receipt = receipt,
G|}
G|
G|-- Take the time once, in seconds: the header and the message need the same text.
G|local timestamp = tostring(os.time())
G|local body_hash = hex(digest.new("sha256"):final(body))
G|local message = table.concat({ client_id, timestamp, body_hash }, ".")
G|local signature = hex(hmac.new(client_secret, "sha256"):final(message))
S|local body = cjson.encode { gameId = game_id, username = username }
S|local signature = hex(hmac.new(secret_key, "sha256"):final(body))

local request = http.new_from_uri(url)
request.headers:upsert(":method", "POST")
request.headers:upsert("content-type", "application/json")
G|request.headers:upsert("x-client-id", client_id)
G|request.headers:upsert("x-timestamp", timestamp)
request.headers:upsert("x-signature", signature)
request:set_body(body)
local headers, stream = assert(request:go(10))
print(headers:get ":status", assert(stream:get_body_as_string(10)))
`,
};
