import { secretVariable, type LanguageFixes } from './kinds.js';

const bodyHash = `body_hash = OpenSSL::Digest::SHA256.hexdigest(body)`;
const join = `message = [client_id, timestamp, body_hash].join(".")`;
const send = `Net::HTTP.post(url, body, headers)`;

export const ruby: LanguageFixes = (scheme) => {
  const signed = scheme === 'gateway' ? 'message' : 'body';
  const hmac = (data: string): string => `signature = OpenSSL::HMAC.hexdigest("SHA256", secret, ${data})`;
  const digest = scheme === 'gateway' ? bodyHash : hmac('body');
  const variable = secretVariable[scheme];
  return {
    'serialise-once': `body = JSON.generate(payload)\n${digest}\n${send}`,
    'utf8-bytes': `body = text.encode(Encoding::UTF_8)\n${digest}\n${send}`,
    'no-extra-bytes': `body = File.binread("body.json") # no chomp, no strip\n${digest}\n${send}`,
    'empty-body': `body = ""\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmac('message')}`,
    'session-message': `${hmac('body')}\nheaders["X-Signature"] = signature`,
    'secret-as-text': `key = secret.encode(Encoding::UTF_8) # no unpack, no Base64
signature = OpenSSL::HMAC.hexdigest("SHA256", key, ${signed})`,
    'secret-trim': `secret = ENV.fetch("${variable}").strip
abort("${variable} is empty or in quotes") if secret.empty? || secret.start_with?('"', "'")`,
    'secret-right-one': `secret = ENV["${variable}"].to_s
abort("${variable} is not set") if secret.empty?
fingerprint = OpenSSL::Digest::SHA256.hexdigest(secret)[0, 12]
warn("#{secret.length} #{fingerprint}") # never the secret itself`,
    'hmac-sha256': `${hmac(signed)}\nheaders["X-Signature"] = signature`,
    'argument-order': `# OpenSSL::HMAC.hexdigest(digest, key, data)\n${hmac(signed)}`,
    'hex-lower': `${hmac(signed)}
raise "not 64 lower-case hex characters" unless signature.match?(/\\A[0-9a-f]{64}\\z/)
headers["X-Signature"] = signature`,
    'unix-seconds': `timestamp = Time.now.to_i.to_s
${join}
headers["X-Timestamp"] = timestamp`,
    'client-id': `client_id = ENV.fetch("CLIENT_ID").strip
${join}
headers["X-Client-ID"] = client_id`,
    headers:
      scheme === 'gateway'
        ? `headers = {
  "Content-Type" => "application/json",
  "X-Client-ID" => client_id,
  "X-Timestamp" => timestamp,
  "X-Signature" => signature
}`
        : `headers = {
  "Content-Type" => "application/json",
  "X-Signature" => signature
}`,
  };
};
