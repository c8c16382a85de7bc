import { snakeCase } from './names.js';
import type { Language } from './language.js';

export const ruby: Language = {
  alsoCalled: ['rb', 'rails'],
  userAgent: /^(?:Ruby$|Faraday v|http\.rb\/)/,
  comment: '#',
  pieces: {
    names: snakeCase,
    payload: `body = JSON.generate(payload)`,
    text: `body = text.encode(Encoding::UTF_8)`,
    file: `body = File.binread("body.json") # no chomp, no strip`,
    nothing: `body = ""`,
    send: `Net::HTTP.post(url, body, headers)`,
    bodyHash: `body_hash = OpenSSL::Digest::SHA256.hexdigest(body)`,
    bodyHex: `body_hex = body.unpack1("H*")`,
    message: `message = [client_id, timestamp, body_hash].join(".")`,
    signed: { gateway: 'message', session: 'body' },
    hmac: (data) => `signature = OpenSSL::HMAC.hexdigest("SHA256", secret, ${data})`,
    readSecret: (variable) => `secret = ENV.fetch("${variable}").strip
abort("${variable} is empty or in quotes") if secret.empty? || secret.start_with?('"', "'")`,
    fingerprint: `fingerprint = OpenSSL::Digest::SHA256.hexdigest(secret)[0, 12]
warn("#{secret.length} #{fingerprint}") # never the secret itself`,
    print: (label, value) => `warn("${label}: #{${value}}")`,
    order: `# OpenSSL::HMAC.hexdigest(digest, key, data)`,
    timestamp: `timestamp = Time.now.to_i.to_s`,
    clientId: `client_id = ENV.fetch("CLIENT_ID").strip`,
    header: (name, value) => `headers["${name}"] = ${value}`,
    contentType: `headers = { "Content-Type" => "application/json" }`,
  },
  program: `G|# Ruby 2.7 or later: ruby lookup.rb <product_id> <package> <receipt>
S|# Ruby 2.7 or later: ruby session.rb <gameId> <username>
require "json"
require "net/http"
require "openssl"

def required(name)
  ENV[name].to_s.empty? ? abort("#{name} is not set") : ENV[name]
end

G|url = URI(required("PVG_GATEWAY_URL").chomp("/") + "/iap/gateway/lookup-receipt")
G|client_id = required("PVG_CLIENT_ID")
G|client_secret = required("PVG_CLIENT_SECRET")
G|product_id, package, receipt = ARGV
S|url = URI(required("PVG_SESSION_URL").chomp("/") + "/xmdt/session")
S|secret_key = required("PVG_SECRET_KEY")
S|game_id, username = ARGV

# Sign and send this same string; never call to_json again.
G|body = JSON.generate(os_id: 1, product_id: product_id, package: package, receipt: receipt)
G|
G|# Take the time once, in seconds: the header and the message need the same text.
G|timestamp = Time.now.to_i.to_s
G|message = [client_id, timestamp, OpenSSL::Digest::SHA256.hexdigest(body)].join(".")
G|signature = OpenSSL::HMAC.hexdigest("SHA256", client_secret, message)
S|body = JSON.generate(gameId: game_id, username: username)
S|signature = OpenSSL::HMAC.hexdigest("SHA256", secret_key, body)

response = Net::HTTP.post(url, body, {
  "Content-Type" => "application/json",
G|  "X-Client-ID" => client_id,
G|  "X-Timestamp" => timestamp,
  "X-Signature" => signature
})
puts "#{response.code} #{response.body}"
`,
};
