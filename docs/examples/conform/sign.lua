-- sign.lua: pvg conform -- lua sign.lua
local signing = require("my_game.signing")

local body, secret = io.read("*a"), os.getenv("PVG_SECRET")
if os.getenv("PVG_INTERFACE") == "gateway" then
  print(signing.gateway(os.getenv("PVG_CLIENT_ID"), secret, os.getenv("PVG_TIMESTAMP"), body))
else
  print(signing.session(secret, body))
end
