import type { Signer } from './signer.js';

export const lua: Signer = {
  gateway: String.raw`-- Lua 5.1 or later with luaossl, lua-http and lua-cjson: lua lookup.lua <product_id> <package> <receipt>
local cjson = require "cjson"
local digest = require "openssl.digest"
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

local url = required("PVG_GATEWAY_URL"):gsub("/$", "") .. "/iap/gateway/lookup-receipt"
local client_id = required "PVG_CLIENT_ID"
local client_secret = required "PVG_CLIENT_SECRET"
local product_id, package_name, receipt = ...

-- Sign and send this same string; never encode again, the key order is not fixed.
local body = cjson.encode {
  os_id = 1, product_id = product_id, package = package_name, receipt = receipt,
}

-- Seconds, taken once: the header and the message carry the same text.
local timestamp = tostring(os.time())
local body_hash = hex(digest.new("sha256"):final(body))
local message = table.concat({ client_id, timestamp, body_hash }, ".")
local signature = hex(hmac.new(client_secret, "sha256"):final(message))

local request = http.new_from_uri(url)
request.headers:upsert(":method", "POST")
request.headers:upsert("content-type", "application/json")
request.headers:upsert("x-client-id", client_id)
request.headers:upsert("x-timestamp", timestamp)
request.headers:upsert("x-signature", signature)
request:set_body(body)
local headers, stream = assert(request:go(10))
print(headers:get ":status", assert(stream:get_body_as_string(10)))
`,
  session: String.raw`-- Lua 5.1 or later with luaossl, lua-http and lua-cjson: lua session.lua <gameId> <username>
local cjson = require "cjson"
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

local url = required("PVG_SESSION_URL"):gsub("/$", "") .. "/xmdt/session"
local secret_key = required "PVG_SECRET_KEY"
local game_id, username = ...

-- Sign and send this same string; never encode again, the key order is not fixed.
local body = cjson.encode { gameId = game_id, username = username }
local signature = hex(hmac.new(secret_key, "sha256"):final(body))

local request = http.new_from_uri(url)
request.headers:upsert(":method", "POST")
request.headers:upsert("content-type", "application/json")
request.headers:upsert("x-signature", signature)
request:set_body(body)
local headers, stream = assert(request:go(10))
print(headers:get ":status", assert(stream:get_body_as_string(10)))
`,
};
