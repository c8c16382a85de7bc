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
  program: `# Ruby 2.7 or later: ruby «interface».rb «usage»
require "json"
require "net/http"
require "openssl"

def required(name)
  ENV[name].to_s.empty? ? abort("#{name} is not set") : ENV[name]
end

G|# The headers for a body. The timestamp is Unix seconds; header and message need the same text.
G|def sign(body, timestamp = Time.now.to_i)
G|  client_id = required("PVG_CLIENT_ID")
G|  message = [client_id, timestamp, OpenSSL::Digest::SHA256.hexdigest(body)].join(".")
G|  signature = OpenSSL::HMAC.hexdigest("SHA256", required("PVG_CLIENT_SECRET"), message)
G|  { "X-Client-ID" => client_id, "X-Timestamp" => timestamp.to_s, "X-Signature" => signature }
G|end
S|# The headers for a body.
S|def sign(body)
S|  { "X-Signature" => OpenSSL::HMAC.hexdigest("SHA256", required("PVG_SECRET_KEY"), body) }
S|end

# Status (0: no answer), answer, attempts. After 5xx or a lost answer it waits and signs again.
def post(path, fields)
  # Sign and send this same string; never call to_json again.
  body = JSON.generate(fields)
  url = URI(required("PVG_«INTERFACE»_URL").chomp("/") + path)
  status, answer, attempts = 0, "", 0
  [0, 0.2, 0.4, 0.8].each do |wait|
    sleep wait * rand(0.5..1)
    attempts += 1
    headers = { "Content-Type" => "application/json", **sign(body) }
    status, answer = send_once(url, body, headers)
    break unless status == 0 || status >= 500
  end
  [status, answer, attempts]
end

def send_once(url, body, headers)
  options = { use_ssl: url.scheme == "https", open_timeout: 10, read_timeout: 10, max_retries: 0 }
  response = Net::HTTP.start(url.host, url.port, options) { |http| http.post(url.path, body, headers) }
  [response.code.to_i, response.body.to_s]
rescue IOError, SystemCallError, SocketError, Timeout::Error, OpenSSL::SSL::SSLError, Net::ProtocolError
  [0, ""]
end

def members(text)
  answer = JSON.parse(text)
  answer.is_a?(Hash) ? answer : {}
rescue JSON::ParserError
  {}
end

G|def purchase(product_id, package, receipt)
G|  { os_id: 1, product_id: product_id, package: package, receipt: receipt }
G|end
G|
G|def lookup(*words)
G|  post("/iap/gateway/lookup-receipt", purchase(*words)).first(2)
G|end
G|
G|# Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|# Returns nil if it granted the purchase, or why not.
G|def verify(*words)
G|  status, text, attempts = post("/iap/gateway/verify", purchase(*words))
G|  answer = members(text)
G|  if status == 200 && answer["success"] == true
G|    grant(answer["transaction_id"])
G|    return nil
G|  end
G|  unknown = status == 0 || status == 200 || (status == 409 && attempts > 1)
G|  problem = "#{status} #{answer.fetch("error", "without an error code")}"
G|  unknown ? "#{problem}: the outcome is unknown: look it up" : problem
G|end
G|
G|# Give the item here: insert the transaction id under a unique key, and give nothing if it is there already.
G|def grant(transaction_id)
G|  puts "granted #{transaction_id}"
G|end
S|# Only xmdtCompleted of this answer says whether the player is verified, never the device.
S|# Returns status, answer, and xmdtCompleted: nil if the answer does not say.
S|def session(game_id, username)
S|  status, answer = post("/xmdt/session", { gameId: game_id, username: username })
S|  completed = members(answer)["xmdtCompleted"]
S|  [status, answer, status == 200 && [true, false].include?(completed) ? completed : nil]
S|end

def main(mode, *words)
  if mode == "sign"
G|    puts sign($stdin.binmode.read, ENV.fetch("PVG_TIMESTAMP", Time.now.to_i))["X-Signature"]
G|  elsif mode == "verify"
G|    problem = verify(*words)
G|    abort "not granted: #{problem}" if problem
S|    puts sign($stdin.binmode.read)["X-Signature"]
  else
G|    status, answer = lookup(*words)
S|    status, answer, completed = session(*words)
    puts "#{status} #{answer}"
G|    exit status == 200
S|    exit !completed.nil?
  end
end

main(*ARGV) if $PROGRAM_NAME == __FILE__
`,
};
