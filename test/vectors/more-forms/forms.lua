-- Forms of bodies.json by Lua: lines of name, causes, number of the body and text in hex. JSON null is cjson.null.
local cjson = require 'cjson'
local dkjson = require 'dkjson'
local file = io.open('bodies.json'); local bodies = cjson.decode(file:read('a')); file:close()
local function hex(s) return (s:gsub('.', function(c) return ('%02x'):format(c:byte()) end)) end
local function form(name, causes, make)
  for i, body in ipairs(bodies) do
    local ok, text = pcall(make, body)
    if ok and type(text) == 'string' then print(table.concat({ name, causes, i - 1, hex(text) }, '\t')) end
  end
end
local function keys(t) local ks = {}; for k in pairs(t) do assert(type(k) == 'string'); ks[#ks + 1] = k end; table.sort(ks); return ks end
local function flat(t) for _, v in pairs(t) do assert(type(v) ~= 'table' and type(v) ~= 'userdata') end; return t end
local function kv(t, between, separator) local o = {}; for _, k in ipairs(keys(flat(t))) do o[#o + 1] = k .. between .. tostring(t[k]) end; return table.concat(o, separator) end
form('cjson kv', 'body-query-sorted', function(b) return kv(cjson.decode(b), '=', '&') end)
form('dkjson kv', 'body-query-sorted', function(b) return kv(dkjson.decode(b), '=', '&') end)
form('cjson values', 'body-values-joined', function(b) local t = flat(cjson.decode(b)); local o = {}; for _, k in ipairs(keys(t)) do o[#o + 1] = tostring(t[k]) end; return table.concat(o) end)
form('cjson concat', 'body-values-joined', function(b) local t = flat(cjson.decode(b)); local o = {}; for _, k in ipairs(keys(t)) do assert(type(t[k]) ~= 'boolean'); o[#o + 1] = k .. t[k] end; return table.concat(o) end)
form('cjson twice', 'body-double-encoded', function(b) return cjson.encode(b) end)
form('dkjson twice', 'body-double-encoded', function(b) return dkjson.encode(b) end)
form('quoted', 'body-double-encoded', function(b) return (('%q'):format(b)) end)
