-- cjson and dkjson change the order of members by chance: only bodies with one member an object are of use.
local cjson, dkjson = require 'cjson', require 'dkjson'
local file = io.open(arg[1]):read('a')
local bodies = cjson.decode(file)
local chars = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
local function base64(data)
  return ((data:gsub('.', function(x)
    local r, b = '', x:byte()
    for i = 8, 1, -1 do r = r .. (b % 2 ^ i - b % 2 ^ (i - 1) > 0 and '1' or '0') end
    return r
  end) .. '0000'):gsub('%d%d%d?%d?%d?%d?', function(x)
    if #x < 6 then return '' end
    local c = 0
    for i = 1, 6 do c = c + (x:sub(i, i) == '1' and 2 ^ (6 - i) or 0) end
    return chars:sub(math.floor(c) + 1, math.floor(c) + 1)
  end) .. ({ '', '==', '=' })[#data % 3 + 1])
end
local function out(name, at, text) if name:sub(1, #arg[2]) == arg[2] then print(name .. '\t' .. at .. '\t' .. base64(text)) end end
for at, body in ipairs(bodies) do
  local ok, text = pcall(function() return cjson.encode(cjson.decode(body)) end)
  if ok then out('cjson', at - 1, text) end
  local ok2, text2 = pcall(function() return dkjson.encode((dkjson.decode(body))) end)
  if ok2 then out('dkjson', at - 1, text2) end
  local ok3, text3 = pcall(function() return dkjson.encode((dkjson.decode(body)), { indent = true }) end)
  if ok3 then out('dkjson indent', at - 1, text3) end
end
