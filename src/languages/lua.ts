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
  program: String.raw`-- Lua 5.1 or later with luaossl, lua-http and lua-cjson: lua «interface».lua «usage»
local cjson = require "cjson"
local cqueues = require "cqueues"
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

local M = {}

G|-- The headers for a body. The timestamp is Unix seconds; header and message need the same text.
G|function M.sign(body, timestamp)
G|  timestamp = timestamp or tostring(os.time())
G|  local client_id = required "PVG_CLIENT_ID"
G|  local message = table.concat({ client_id, timestamp, hex(digest.new("sha256"):final(body)) }, ".")
G|  local signature = hex(hmac.new(required "PVG_CLIENT_SECRET", "sha256"):final(message))
G|  return { ["x-client-id"] = client_id, ["x-timestamp"] = timestamp, ["x-signature"] = signature }
G|end
S|-- The headers for a body.
S|function M.sign(body)
S|  return { ["x-signature"] = hex(hmac.new(required "PVG_SECRET_KEY", "sha256"):final(body)) }
S|end

-- Status (0: no answer), answer, attempts. After 5xx or a lost answer it waits and signs again.
local function post(path, fields)
  -- Sign and send this same string; never encode again, the key order is not fixed.
  local body = cjson.encode(fields)
  local url = required("PVG_«INTERFACE»_URL"):gsub("/$", "") .. path
  for attempts = 1, 4 do
    local request = http.new_from_uri(url)
    request.headers:upsert(":method", "POST")
    request.headers:upsert("content-type", "application/json")
    for name, value in pairs(M.sign(body)) do request.headers:upsert(name, value) end
    request:set_body(body)
    local headers, stream = request:go(10)
    local answer = headers and stream:get_body_as_string(10)
    local status = answer and tonumber(headers:get ":status") or 0
    if (status > 0 and status < 500) or attempts == 4 then return status, answer or "", attempts end
    cqueues.sleep(0.1 * 2 ^ attempts * (0.5 + math.random() / 2))
  end
end

-- The members of an answer; none if it is not a JSON object.
local function members(text)
  local is_json, answer = pcall(cjson.decode, text)
  return is_json and type(answer) == "table" and answer or {}
end

G|local function purchase(product_id, package_name, receipt)
G|  return { os_id = 1, product_id = product_id, package = package_name, receipt = receipt }
G|end
G|
G|function M.lookup(...)
G|  return post("/iap/gateway/lookup-receipt", purchase(...))
G|end
G|
G|-- Give the item here: insert the id under a unique key, and give nothing if it is there already.
G|local function grant(transaction_id)
G|  print("granted " .. transaction_id)
G|end
G|
G|-- Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|-- Returns nil if it granted the purchase, or why not.
G|function M.verify(...)
G|  local status, text, attempts = post("/iap/gateway/verify", purchase(...))
G|  local answer = members(text)
G|  if status == 200 and answer.success == true then return grant(answer.transaction_id) end
G|  local is_unknown = status == 0 or status == 200 or (status == 409 and attempts > 1)
G|  local problem = status .. " " .. tostring(answer.error or "without an error code")
G|  return is_unknown and problem .. ": the outcome is unknown: look it up" or problem
G|end
S|-- Only xmdtCompleted of this answer says whether the player is verified, never the device.
S|function M.session(game_id, username)
S|  return post("/xmdt/session", { gameId = game_id, username = username })
S|end

local function main(mode, ...)
  if mode == "sign" then
G|    print(M.sign(io.read "*a", required "PVG_TIMESTAMP")["x-signature"])
S|    print(M.sign(io.read "*a")["x-signature"])
    return true
  end
G|  if mode == "verify" then
G|    local problem = M.verify(...)
G|    if problem then io.stderr:write("not granted: ", problem, "\n") end
G|    return not problem
G|  end
G|  local status, answer = M.lookup(...)
S|  local status, answer = M.session(...)
  print(status .. " " .. answer)
G|  return status == 200
S|  return status == 200 and type(members(answer).xmdtCompleted) == "boolean"
end

-- Loaded by require().
if pcall(debug.getlocal, 4, 1) then return M end
os.exit(main(...) and 0 or 1)
`,
};
