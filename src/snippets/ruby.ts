import type { Signer } from './signer.js';

export const ruby: Signer = {
  gateway: String.raw`# Ruby 2.7 or later: ruby lookup.rb <product_id> <package> <receipt>
require "json"
require "net/http"
require "openssl"

def required(name)
  ENV[name].to_s.empty? ? abort("#{name} is not set") : ENV[name]
end

url = URI(required("PVG_GATEWAY_URL").chomp("/") + "/iap/gateway/lookup-receipt")
client_id = required("PVG_CLIENT_ID")
client_secret = required("PVG_CLIENT_SECRET")
product_id, package, receipt = ARGV

# Sign and send this same string; never call to_json again.
body = JSON.generate(os_id: 1, product_id: product_id, package: package, receipt: receipt)

# Seconds, taken once: the header and the message carry the same text.
timestamp = Time.now.to_i.to_s
message = [client_id, timestamp, OpenSSL::Digest::SHA256.hexdigest(body)].join(".")
signature = OpenSSL::HMAC.hexdigest("SHA256", client_secret, message)

response = Net::HTTP.post(url, body, {
  "Content-Type" => "application/json",
  "X-Client-ID" => client_id,
  "X-Timestamp" => timestamp,
  "X-Signature" => signature
})
puts "#{response.code} #{response.body}"
`,
  session: String.raw`# Ruby 2.7 or later: ruby session.rb <gameId> <username>
require "json"
require "net/http"
require "openssl"

def required(name)
  ENV[name].to_s.empty? ? abort("#{name} is not set") : ENV[name]
end

url = URI(required("PVG_SESSION_URL").chomp("/") + "/xmdt/session")
secret_key = required("PVG_SECRET_KEY")
game_id, username = ARGV

# Sign and send this same string; never call to_json again.
body = JSON.generate(gameId: game_id, username: username)
signature = OpenSSL::HMAC.hexdigest("SHA256", secret_key, body)

response = Net::HTTP.post(url, body, {
  "Content-Type" => "application/json",
  "X-Signature" => signature
})
puts "#{response.code} #{response.body}"
`,
};
