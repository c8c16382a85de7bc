-- cjson keeps no member order, so the strings are cjson's and the order is kept by hand; dkjson has keyorder.
local cjson = require 'cjson'
local dkjson = require 'dkjson'
local mime = require 'mime'
local hmac, digest = require 'openssl.hmac', require 'openssl.digest'
local function b64(s) return (mime.b64(s)) or '' end
local function unb64(s) return (mime.unb64(s)) or '' end
local function hex(s, f) return (s:gsub('.', function(c) return string.format(f or '%02x', c:byte()) end)) end
local function mac(k, m) return hmac.new(k, 'sha256'):final(m) end
local function sha(m) return digest.new('sha256'):final(m) end
local function out(n, form, kind, f) local ok, s = pcall(f); if ok and s then io.write(n, '\tlua.', form, '\t', kind, '\t', b64(s), '\n') end end

-- The names of each object in the order of the text, found by a scan of the text.
local function ordered(text)
  local at = 1
  local function skip() at = text:match('^%s*()', at) end
  local value
  local function str() local from = at; at = at + 1
    while true do local c = text:sub(at, at); if c == '' then error('cut') elseif c == '\\' then at = at + 2 elseif c == '"' then break else at = at + 1 end end
    at = at + 1; return cjson.decode('[' .. text:sub(from, at - 1) .. ']')[1] end
  function value() skip(); local c = text:sub(at, at)
    if c == '{' then local o = { kind = 'object' }; at = at + 1; skip(); if text:sub(at, at) == '}' then at = at + 1; return o end
      while true do skip(); local k = str(); skip(); at = at + 1; o[#o + 1] = { k, value() }; skip(); local e = text:sub(at, at); at = at + 1; if e == '}' then return o end end
    elseif c == '[' then local a = { kind = 'array' }; at = at + 1; skip(); if text:sub(at, at) == ']' then at = at + 1; return a end
      while true do a[#a + 1] = value(); skip(); local e = text:sub(at, at); at = at + 1; if e == ']' then return a end end
    elseif c == '"' then return { kind = 'scalar', value = str() }
    else local word = text:match('^[^,%]}%s]+', at); at = at + #word; return { kind = 'scalar', word = word } end end
  local v = value(); return v
end
local function scalar(v, number) if v.value then return cjson.encode(v.value) end
  if v.word == 'true' or v.word == 'false' or v.word == 'null' then return v.word end
  return number(v.word) end
local function print_(v, number, sort, empty)
  if v.kind == 'scalar' then return scalar(v, number) end
  local parts = {}
  if v.kind == 'array' then if #v == 0 and empty then return empty end; for i = 1, #v do parts[i] = print_(v[i], number, sort, empty) end; return '[' .. table.concat(parts, ',') .. ']' end
  local list = {}; for i = 1, #v do list[i] = v[i] end
  if sort then table.sort(list, function(a, b) return a[1] < b[1] end) end
  for i, m in ipairs(list) do parts[i] = cjson.encode(m[1]) .. ':' .. print_(m[2], number, sort, empty) end
  return '{' .. table.concat(parts, ',') .. '}'
end
for line in io.lines() do
  local f = {}; for p in (line .. '\t'):gmatch('([^\t]*)\t') do f[#f + 1] = p end
  local n, body, secret, cid, ts, scheme = f[1], unb64(f[2]), unb64(f[3]), f[4], f[5], f[6]
  local ok, tree = pcall(ordered, body)
  if ok and tree and tree.kind == 'object' and #tree > 0 then
    out(n, 'cjson', 'body', function() return print_(tree, function(w) return w end) end)
    out(n, 'cjson-numbers', 'body', function() return print_(tree, function(w) return cjson.encode(tonumber(w)) end) end)
    out(n, 'cjson-empty-object', 'body', function() return print_(tree, function(w) return w end, false, '{}') end)
    out(n, 'cjson-sorted', 'body', function() return print_(tree, function(w) return w end, true) end)
    out(n, 'lua53-floats', 'body', function() cjson.encode_escape_forward_slash = cjson.encode_escape_forward_slash; return nil end)
    out(n, 'dkjson', 'body', function() local o = dkjson.decode(body, 1, dkjson.null); local order = {}; for i, m in ipairs(tree) do order[i] = m[1] end
      for _, m in ipairs(tree) do if m[2].kind ~= 'scalar' then error('nested') end end; return dkjson.encode(o, { keyorder = order }) end)
    out(n, 'dkjson-indent', 'body', function() local o = dkjson.decode(body, 1, dkjson.null); local order = {}; for i, m in ipairs(tree) do order[i] = m[1] end
      for _, m in ipairs(tree) do if m[2].kind ~= 'scalar' then error('nested') end end; return dkjson.encode(o, { keyorder = order, indent = true }) end)
    out(n, 'kv-sorted', 'body', function() local keys, o = {}, cjson.decode(body); for k, v in pairs(o) do if type(v) == 'table' or type(v) == 'userdata' then error('nested') end; keys[#keys + 1] = k end; table.sort(keys)
      local parts = {}; for i, k in ipairs(keys) do parts[i] = k .. '=' .. tostring(o[k]) end; return table.concat(parts, '&') end)
  end
  local m = scheme == 'B' and body or (cid .. '.' .. ts .. '.' .. hex(sha(body)))
  out(n, 'x', 'sig', function() return hex(mac(secret, m), '%x') end)
  out(n, 'b64', 'sig', function() return b64(mac(secret, m)) end)
  out(n, 'upper', 'sig', function() return hex(mac(secret, m), '%02X') end)
  out(n, 'nil-key', 'sig', function() return hex(mac(tostring(nil), m)) end)
  out(n, 'swapped', 'sig', function() return hex(mac(m, secret)) end)
  if scheme == 'A' then
    out(n, 'inner-raw', 'sig', function() return hex(mac(secret, cid .. '.' .. ts .. '.' .. sha(body))) end)
    out(n, 'float-ts', 'sig', function() return hex(mac(secret, cid .. '.' .. tostring(tonumber(ts) + 0.0) .. '.' .. hex(sha(body)))) end)
  end
end
