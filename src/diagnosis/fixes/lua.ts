import { secretVariable, type LanguageFixes } from './kinds.js';

// With luaossl, as in `pvg sign --snippet lua`.
const hex = `
  :gsub(".", function(c) return ("%02x"):format(c:byte()) end)`;
const bodyHash = `local body_hash = digest.new("sha256"):final(body)${hex}`;
const join = `local message = table.concat({ client_id, timestamp, body_hash }, ".")`;
const send = `request:set_body(body)`;

const hmac = (data: string): string => `local signature = hmac.new(secret, "sha256"):final(${data})${hex}`;
const header = (name: string, value: string): string => `request.headers:upsert("${name}", ${value})`;

export const lua: LanguageFixes = (scheme) => {
  const signed = scheme === 'gateway' ? 'message' : 'body';
  const digest = scheme === 'gateway' ? bodyHash : hmac('body');
  const variable = secretVariable[scheme];
  return {
    'serialise-once': `local body = cjson.encode(payload)\n${digest}\n${send}`,
    'utf8-bytes': `local body = text -- a Lua string is bytes: UTF-8 already\n${digest}\n${send}`,
    'no-extra-bytes': `local file = assert(io.open("body.json", "rb"))
local body = file:read("*a")
file:close()
${digest}
${send}`,
    'empty-body': `local body = ""\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmac('message')}`,
    'session-message': `${hmac('body')}\n${header('x-signature', 'signature')}`,
    'secret-as-text': `local key = secret -- a Lua string is bytes: decode nothing
local signature = hmac.new(key, "sha256"):final(${signed})${hex}`,
    'secret-trim': `local secret = (os.getenv("${variable}") or ""):match("^%s*(.-)%s*$")
if secret == "" or secret:find("^[\\"']") then
  error("${variable} is empty or in quotes")
end`,
    'secret-right-one': `local secret = os.getenv("${variable}") or ""
assert(secret ~= "", "${variable} is not set")
local sum = digest.new("sha256"):final(secret)${hex}
io.stderr:write(#secret, " ", sum:sub(1, 12), "\\n") -- never the secret itself`,
    'hmac-sha256': `${hmac(signed)}\n${header('x-signature', 'signature')}`,
    'argument-order': `-- hmac.new(key, digest):final(data)\n${hmac(signed)}`,
    'hex-lower': `${hmac(signed)}
assert(#signature == 64 and not signature:find("[^0-9a-f]"))
${header('x-signature', 'signature')}`,
    'unix-seconds': `local timestamp = tostring(os.time()) -- an integer, without ".0"
${join}
${header('x-timestamp', 'timestamp')}`,
    'client-id': `local client_id = os.getenv("CLIENT_ID"):match("^%s*(.-)%s*$")
${join}
${header('x-client-id', 'client_id')}`,
    headers: [
      header('content-type', '"application/json"'),
      ...(scheme === 'gateway'
        ? [header('x-client-id', 'client_id'), header('x-timestamp', 'timestamp')]
        : []),
      header('x-signature', 'signature'),
    ].join('\n'),
  };
};
