# sign.rb: pvg conform -- ruby sign.rb
require_relative 'my_game/signing'

body = $stdin.binmode.read
secret = ENV.fetch('PVG_SECRET')
if ENV.fetch('PVG_INTERFACE') == 'gateway'
  puts MyGame.sign_gateway(ENV.fetch('PVG_CLIENT_ID'), secret, ENV.fetch('PVG_TIMESTAMP'), body)
else
  puts MyGame.sign_session(secret, body)
end
