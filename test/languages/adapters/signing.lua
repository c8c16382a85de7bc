local digest, hmac = require("openssl.digest"), require("openssl.hmac")

local function hex(bytes)
  return (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

local signing = {}

function signing.session(secret, body)
  return hex(hmac.new(secret, "sha256"):final(body))
end

function signing.gateway(client_id, secret, timestamp, body)
  return signing.session(secret, table.concat({ client_id, timestamp, hex(digest.new("sha256"):final(body)) }, "."))
end

return signing
