-- Lua 5.1 or later with luaossl, lua-http and lua-cjson: lua signer.lua <mode> <words>; the modes are at the end.
-- When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
local cjson = require "cjson"
local cqueues = require "cqueues"
local digest = require "openssl.digest" -- only gateway
local hmac = require "openssl.hmac"
local http = require "http.request"
local rand = require "openssl.rand"

local M = {}

-- only gateway
-- The headers for these bytes. Each attempt is signed anew, since the service checks the time.
function M.sign_gateway(body, timestamp)
  -- region: secret
  local client_id = (os.getenv "PVG_CLIENT_ID" or ""):match "^%s*(.-)%s*$"
  local secret = (os.getenv "PVG_CLIENT_SECRET" or ""):match "^%s*(.-)%s*$"
  if client_id == "" or secret == "" or secret:find "^[\"']" then
    error "PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes"
  end

  -- region: hash
  local body_hash = digest.new("sha256"):final(body):gsub(".", function(c) return ("%02x"):format(c:byte()) end)

  -- region: message
  local timestamp = timestamp or tostring(os.time())
  local message = table.concat({ client_id, timestamp, body_hash }, ".")

  -- region: sign
  local mac = hmac.new(secret, "sha256"):final(message)
  local signature = mac:gsub(".", function(c) return ("%02x"):format(c:byte()) end)
  local headers = { ["x-client-id"] = client_id, ["x-timestamp"] = timestamp, ["x-signature"] = signature }

  return headers
end

-- only session
function M.sign_session(body)
  -- region: secret
  local secret = (os.getenv "PVG_SECRET_KEY" or ""):match "^%s*(.-)%s*$"
  if secret == "" or secret:find "^[\"']" then error "PVG_SECRET_KEY is empty or in quotes" end

  -- region: sign
  local mac = hmac.new(secret, "sha256"):final(body)
  local signature = mac:gsub(".", function(c) return ("%02x"):format(c:byte()) end)
  local headers = { ["x-signature"] = signature }

  return headers
end

-- end
local function send(url, body, headers)
  -- region: send
  local request = http.new_from_uri(url)
  request.headers:upsert(":method", "POST")
  request.headers:upsert("content-type", "application/json")
  for name, value in pairs(headers) do request.headers:upsert(name, value) end
  request:set_body(body)
  request.follow_redirects = false

  local deadline = cqueues.monotime() + 10
  local answer, stream = request:go(10)
  if not answer then return 0, "", stream end
  local text, cause = stream:get_body_as_string(math.max(0, deadline - cqueues.monotime()))
  stream:shutdown()
  return text and tonumber(answer:get ":status") or 0, text or "", cause
end

-- Status (0: no answer), text, attempts. After 5xx or a lost answer it waits and sends the same bytes again.
local function post(base_url, path, fields, sign)
  -- region: body
  local body = cjson.encode(fields)

  local url = assert(os.getenv(base_url), base_url .. " is not set"):gsub("/$", "") .. path
  for attempts = 1, 4 do
    local status, text, cause = send(url, body, sign(body))
    if status == 0 then io.stderr:write("attempt ", attempts, ", no answer: ", tostring(cause), "\n") end
    if (status > 0 and status < 500) or attempts == 4 then return status, text, attempts end
    cqueues.sleep(0.1 * 2 ^ attempts * (0.5 + rand.uniform(1000) / 2000))
  end
end

local function members(text)
  local is_json, answer = pcall(cjson.decode, text)
  return is_json and type(answer) == "table" and answer or {}
end

-- only gateway
local function post_purchase(path, product_id, package_name, receipt)
  local fields = { os_id = 1, product_id = product_id, package = package_name, receipt = receipt }
  return post("PVG_GATEWAY_URL", path, fields, M.sign_gateway)
end

function M.lookup(...)
  local status, text = post_purchase("/iap/gateway/lookup-receipt", ...)
  print(status .. " " .. text)
  return status == 200
end

function M.verify(...)
  local status, text, attempts = post_purchase("/iap/gateway/verify", ...)
  local answer = members(text)
  local id = answer.transaction_id
  -- region: outcome
  local is_right = answer.success == true and answer.product_id == (...) -- the product that was asked for
  if status == 200 and is_right and type(id) == "string" and id ~= "" then
    -- Insert the id under a unique key first; if it is there already, give nothing.
    print("granted " .. id)
    return true
  end
  -- An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
  local is_unknown = status == 200 or attempts > 1 or answer.error == nil

  local problem = status .. " " .. tostring(answer.error or "without an error code")
  io.stderr:write("not granted: ", problem, is_unknown and ": the outcome is unknown: look it up" or "", "\n")
  return false
end

-- only session
function M.session(game_id, username)
  local fields = { gameId = game_id, username = username }
  local status, text = post("PVG_SESSION_URL", "/xmdt/session", fields, M.sign_session)
  print(status .. " " .. text)
  -- region: outcome
  -- Only xmdtCompleted says whether the player is verified: never the device.
  return status == 200 and type(members(text).xmdtCompleted) == "boolean"
end

-- end
if pcall(debug.getlocal, 4, 1) then return M end -- loaded by require()
local function signature(headers) print(headers["x-signature"]) return true end
local modes = {
  ["sign-gateway"] = function() return signature(M.sign_gateway(io.read "*a", os.getenv "PVG_TIMESTAMP")) end, -- only gateway
  ["lookup <> <> <>"] = M.lookup, -- only gateway
  ["verify <> <> <>"] = M.verify, -- only gateway
  ["sign-session"] = function() return signature(M.sign_session(io.read "*a")) end, -- only session
  ["session <> <>"] = M.session, -- only session
}
local call = modes[(... or "") .. (" <>"):rep(select("#", ...) - 1)]
if not call then error "the modes and their words are at the end of this file" end
os.exit(call(select(2, ...)) and 0 or 1)
