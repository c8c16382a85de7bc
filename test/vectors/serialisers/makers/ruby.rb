require 'json'
require 'base64'
bodies = JSON.parse(File.read(ARGV[0], encoding: 'utf-8'))
def out(name, at, text) = puts("#{name}\t#{at}\t#{Base64.strict_encode64(text)}")
results = bodies.map { |b| JSON.parse(b) }
results.each_with_index do |o, at|
  out('generate', at, JSON.generate(o))
  out('pretty', at, JSON.pretty_generate(o))
  out('sorted', at, JSON.generate(o.sort.to_h)) if o.is_a?(Hash)
end
require 'active_support'
require 'active_support/core_ext/object/json'
require 'active_support/json'
results.each_with_index do |o, at|
  out('rails to_json', at, o.to_json)
end
ActiveSupport.escape_html_entities_in_json = false
results.each_with_index { |o, at| out('rails no html', at, o.to_json) }
