# Ruby's forms of bodies.json, on stdout. ActiveSupport for to_query.
require 'json'
require 'uri'
require 'cgi'
require 'active_support'
require 'active_support/core_ext/object/to_query'
bodies = JSON.parse(File.read('bodies.json', encoding: 'utf-8'))
forms = {}
form = lambda do |name, any: false, &make|
  forms[name] = bodies.map do |body|
    value = JSON.parse(body)
    any || value.is_a?(Hash) ? make.call(value, body) : nil
  end
end
form.call('inspect', any: true) { |v, _| v.to_s }
form.call('inspect symbols', any: true) { |_, b| JSON.parse(b, symbolize_names: true).to_s }
form.call('string inspect', any: true) { |_, b| b.inspect }
form.call('inspect sorted') { |v, _| v.sort.to_s }
form.call('inspect sorted hash') { |v, _| v.sort.to_h.to_s }
form.call('to_query') { |v, _| v.to_query }
form.call('encode_www_form') { |v, _| URI.encode_www_form(v) }
form.call('k=v') { |v, _| v.map { |k, x| "#{k}=#{x}" }.join('&') }
form.call('k=v sorted') { |v, _| v.sort_by { |k, _| k }.map { |k, x| "#{k}=#{x}" }.join('&') }
form.call('k=v escaped') { |v, _| v.map { |k, x| "#{k}=#{CGI.escape(x.to_s)}" }.join('&') }
form.call('values') { |v, _| v.values.join }
form.call('values |') { |v, _| v.values.join('|') }
puts JSON.pretty_generate(forms)
