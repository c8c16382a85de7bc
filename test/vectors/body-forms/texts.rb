# Ruby's bytes of the text of bodies.json, as hex, on stdout.
require 'json'
require 'base64'
require 'cgi'
require 'erb'
bodies = JSON.parse(File.read('bodies.json', encoding: 'utf-8'))
forms = {
  'puts' => ->(t) { "#{t}\n" },
  'inspect' => ->(t) { t.inspect },
  'to_json' => ->(t) { t.to_json },
  'encode64' => ->(t) { Base64.encode64(t) },
  'strict_encode64' => ->(t) { Base64.strict_encode64(t) },
  'CGI.escape' => ->(t) { CGI.escape(t) },
  'url_encode' => ->(t) { ERB::Util.url_encode(t) },
  'ascii ?' => ->(t) { t.encode('US-ASCII', invalid: :replace, undef: :replace, replace: '?') },
  'latin1 ?' => ->(t) { t.encode('ISO-8859-1', invalid: :replace, undef: :replace) },
  'nfkc' => ->(t) { t.unicode_normalize(:nfkc) },
  'bytes' => ->(t) { t.bytes.to_s }
}
puts JSON.pretty_generate(forms.transform_values { |make| bodies.map { |t| make.call(t).b.unpack1('H*') } })
