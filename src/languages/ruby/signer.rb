# Ruby 2.7 or later, nothing to install: ruby signer.rb <mode> <words>; the modes are at the end.
# When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
require "json"
require "net/http"
require "openssl"

module PvgSigner
  module_function

  # only gateway
  # The headers for these bytes. Each attempt is signed anew, since the service checks the time.
  def sign_gateway(body, timestamp = nil)
    # region: secret
    client_id = ENV.fetch("PVG_CLIENT_ID", "").strip
    secret = ENV.fetch("PVG_CLIENT_SECRET", "").strip
    raise "PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes" if [client_id, secret].any?(/\A(["']|\z)/)

    # region: hash
    body_hash = OpenSSL::Digest::SHA256.hexdigest(body)

    # region: message
    timestamp ||= Time.now.to_i.to_s
    message = [client_id, timestamp, body_hash].join(".")

    # region: sign
    signature = OpenSSL::HMAC.hexdigest("SHA256", secret, message)
    headers = { "X-Client-ID" => client_id, "X-Timestamp" => timestamp, "X-Signature" => signature }

    headers
  end

  # only session
  def sign_session(body)
    # region: secret
    secret = ENV.fetch("PVG_SECRET_KEY", "").strip
    raise "PVG_SECRET_KEY is empty or in quotes" if secret.match?(/\A(["']|\z)/)

    # region: sign
    signature = OpenSSL::HMAC.hexdigest("SHA256", secret, body)
    headers = { "X-Signature" => signature }

    headers
  end

  # end
  # Status (0: no answer), text or cause, attempts. After 5xx or a lost answer it waits and sends the same bytes again.
  def post(base_url, path, fields)
    # region: body
    body = JSON.generate(fields)

    url = URI(ENV.fetch(base_url).chomp("/") + path)
    (1..4).each do |attempts|
      status, text = send_once(url, body, yield(body))
      warn "attempt #{attempts}, no answer: #{text}" if status.zero?
      return status, text, attempts if (1..499).cover?(status) || attempts == 4

      sleep 0.1 * 2**attempts * rand(0.5..1.0)
    end
  end

  def send_once(url, body, headers)
    # region: send
    request = Net::HTTP::Post.new(url, "Content-Type" => "application/json", **headers)
    request.body = body
    # 10 seconds without progress: Net::HTTP has no limit for the whole answer.
    options = { use_ssl: url.scheme == "https", open_timeout: 10, read_timeout: 10, write_timeout: 10, max_retries: 0 }
    response = Net::HTTP.start(url.host, url.port, **options) { |http| http.request(request) }

    [response.code.to_i, response.body.to_s]
  rescue SystemCallError, SocketError, IOError, Timeout::Error, OpenSSL::SSL::SSLError,
         Net::ProtocolError, Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError, Zlib::Error => e
    [0, e.message]
  end

  def members(text)
    answer = JSON.parse(text)
    answer.is_a?(Hash) ? answer : {}
  rescue JSON::ParserError
    {}
  end

  # only gateway
  def post_purchase(path, product_id, package, receipt)
    fields = { os_id: 1, product_id: product_id, package: package, receipt: receipt }
    post("PVG_GATEWAY_URL", path, fields) { |body| sign_gateway(body) }
  end

  def lookup(*purchase)
    status, text, = post_purchase("/iap/gateway/lookup-receipt", *purchase)
    puts "#{status} #{text}"
    status == 200
  end

  def verify(*purchase)
    status, text, attempts = post_purchase("/iap/gateway/verify", *purchase)
    answer = members(text)
    # region: outcome
    is_right = answer["success"] == true && answer["product_id"] == purchase.first
    if status == 200 && is_right && !answer["transaction_id"].to_s.empty?
      # Insert the id under a unique key first; if it is there already, give nothing.
      puts "granted #{answer["transaction_id"]}"
      return true
    end
    # An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
    is_unknown = status == 200 || attempts > 1 || !answer.key?("error")

    hint = ": the outcome is unknown: look it up" if is_unknown
    warn "not granted: #{status} #{answer.fetch("error", "without an error code")}#{hint}"
    false
  end

  # only session
  def session(game_id, username)
    fields = { gameId: game_id, username: username }
    status, text, = post("PVG_SESSION_URL", "/xmdt/session", fields) { |body| sign_session(body) }
    puts "#{status} #{text}"
    # region: outcome
    # Only xmdtCompleted says whether the player is verified: never the device.
    status == 200 && [true, false].include?(members(text)["xmdtCompleted"])
  end

  # end
end

if $PROGRAM_NAME == __FILE__
  mode, *words = ARGV
  case [mode, *words.map { "<>" }].join(" ")
  when "sign-gateway" then puts PvgSigner.sign_gateway($stdin.binmode.read, ENV["PVG_TIMESTAMP"])["X-Signature"] # only gateway
  when "sign-session" then puts PvgSigner.sign_session($stdin.binmode.read)["X-Signature"] # only session
  when "lookup <> <> <>", "verify <> <> <>" then exit PvgSigner.public_send(mode, *words) # only gateway
  when "session <> <>" then exit PvgSigner.session(*words) # only session
  else abort "the modes and their words are at the end of this file"
  end
end
