require 'json'; require 'openssl'; require 'digest'; require 'base64'; require 'uri'; require 'time'
require 'active_support/all'
$stdout.sync = false
def out(n, form, kind, bytes) = bytes.nil? ? nil : $stdout.write("#{n}\trb.#{form}\t#{kind}\t#{Base64.strict_encode64(bytes.b)}\n")
def deep_sort(o) = case o when Hash then o.sort.to_h { |k, v| [k, deep_sort(v)] } when Array then o.map { |v| deep_sort(v) } else o end
def try = (yield rescue nil)
PLAIN_GENERATE = ->(o) { JSON.generate(o) }
while (line = $stdin.gets)
  n, body, secret, cid, ts, scheme = line.chomp("\n").split("\t", -1)
  body = Base64.decode64(body).force_encoding('UTF-8'); secret = Base64.decode64(secret).force_encoding('UTF-8')
  obj = try { JSON.parse(body) }
  if obj.is_a?(Hash)
    {
      'generate' => -> { JSON.generate(obj) },
      'to_json' => -> { obj.to_json },
      'as-json-noescape' => -> { ActiveSupport::JSON::Encoding.escape_html_entities_in_json = false; r = ActiveSupport::JSON.encode(obj); ActiveSupport::JSON::Encoding.escape_html_entities_in_json = true; r },
      'pretty' => -> { JSON.pretty_generate(obj) },
      'ascii' => -> { JSON.generate(obj, ascii_only: true) },
      'script-safe' => -> { JSON.generate(obj, script_safe: true) },
      'inspect' => -> { obj.inspect },
      'symbols' => -> { obj.transform_keys(&:to_sym).inspect },
      'deep-symbols' => -> { obj.deep_symbolize_keys.inspect },
      'form' => -> { URI.encode_www_form(obj) },
      'to_query' => -> { obj.to_query },
      'kv-sorted' => -> { obj.sort.map { |k, v| "#{k}=#{v}" }.join('&') },
      'values' => -> { obj.values.join },
      'compact' => -> { JSON.generate(obj.compact) },
      'compact-blank' => -> { JSON.generate(obj.compact_blank) },
      'deep-sort' => -> { JSON.generate(deep_sort(obj)) },
      'sort-top' => -> { JSON.generate(obj.sort.to_h) },
      'deep-sort-to_json' => -> { deep_sort(obj).to_json },
      'camelize' => -> { JSON.generate(obj.deep_transform_keys { |k| k.camelize(:lower) }) },
      'underscore' => -> { JSON.generate(obj.deep_transform_keys(&:underscore)) },
      'double' => -> { JSON.generate(body) },
      'to_json-double' => -> { body.to_json },
      'puts' => -> { obj.to_json + "\n" },
      'generate-puts' => -> { JSON.generate(obj) + "\n" },
    }.each { |name, f| out(n, name, 'body', try { f.call }) }
  end
  if body.valid_encoding?
    out(n, 'iso', 'body', try { body.encode('ISO-8859-1', undef: :replace, replace: '?') })
    out(n, 'ascii-q', 'body', try { body.encode('US-ASCII', undef: :replace, replace: '?') })
    out(n, 'utf16le', 'body', try { body.encode('UTF-16LE') })
    out(n, 'nfd', 'body', try { body.unicode_normalize(:nfd) })
    out(n, 'squish', 'body', nil)
    out(n, 'gsub-nl', 'body', try { body.gsub(/[\r\n]/, '') })
    out(n, 'chomp', 'body', try { body.chomp })
    out(n, 'strip', 'body', try { body.strip })
  end
  m = scheme == 'B' ? body : "#{cid}.#{ts}.#{Digest::SHA256.hexdigest(body)}"
  s = {
    'strict64' => Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', secret, m)),
    'encode64' => Base64.encode64(OpenSSL::HMAC.digest('SHA256', secret, m)).strip,
    'urlsafe' => Base64.urlsafe_encode64(OpenSSL::HMAC.digest('SHA256', secret, m)),
    'swapped' => OpenSSL::HMAC.hexdigest('SHA256', m, secret),
    'inspect' => OpenSSL::HMAC.hexdigest('SHA256', secret, m).inspect,
    'sha1' => OpenSSL::HMAC.hexdigest('SHA1', secret, m),
    'nil-key' => OpenSSL::HMAC.hexdigest('SHA256', nil.to_s, m),
    'plain' => Digest::SHA256.hexdigest(m + secret),
  }
  if scheme == 'A'
    h = Digest::SHA256.hexdigest(body)
    s['to_f'] = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{cid}.#{ts.to_f}.#{h}")
    s['iso8601'] = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{cid}.#{Time.at(ts.to_i).utc.iso8601}.#{h}")
    s['httpdate'] = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{cid}.#{Time.at(ts.to_i).utc.httpdate}.#{h}")
    s['time-to_s'] = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{cid}.#{Time.at(ts.to_i).utc}.#{h}")
    s['inner-b64digest'] = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{cid}.#{ts}.#{Digest::SHA256.base64digest(body)}")
  end
  s.each { |name, t| out(n, name, 'sig', t) }
end
