require 'openssl'

module MyGame
  def self.sign_gateway(client_id, secret, timestamp, body)
    sign_session(secret, "#{client_id}.#{timestamp}.#{OpenSSL::Digest::SHA256.hexdigest(body)}")
  end

  def self.sign_session(secret, body)
    OpenSSL::HMAC.hexdigest('SHA256', secret, body)
  end
end
