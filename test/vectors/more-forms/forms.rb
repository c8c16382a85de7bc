# Forms of bodies.json by Ruby with ActiveSupport.
require 'json'
require 'yaml'
require 'active_support/all'
BODIES = JSON.parse(File.read('bodies.json'))
FORMS = {}
def form(name, causes, any: false)
  rows = BODIES.map do |body|
    value = JSON.parse(body)
    any || value.is_a?(Hash) ? yield(value, body) : nil
  rescue StandardError
    nil
  end
  FORMS[name] = { causes: causes, rows: rows }
end
g = ->(v, **o) { JSON.generate(v, o) }
def deep(value, &rename)
  case value
  when Hash then value.to_h { |k, v| [k, deep(v, &rename)] }.then(&rename)
  when Array then value.map { |v| deep(v, &rename) }
  else value
  end
end
form('script safe', 'body-slashes-escaped', any: true) { |v| JSON.generate(v, script_safe: true) }
form('ascii only', 'body-json-ascii', any: true) { |v| JSON.generate(v, ascii_only: true) }
form('pretty ascii', 'body-pretty', any: true) { |v| JSON.pretty_generate(v, ascii_only: true) }
form('pretty 4', 'body-pretty', any: true) { |v| JSON.pretty_generate(v, indent: '    ') }
form('pretty tab', 'body-pretty', any: true) { |v| JSON.pretty_generate(v, indent: "\t") }
form('puts pretty', 'body-pretty', any: true) { |v| JSON.pretty_generate(v) + "\n" }
form('space', 'body-json-spaced', any: true) { |v| JSON.generate(v, space: ' ') }
form('line', 'body-json-compact body-trailing-newline', any: true) { |v| JSON.generate(v) + "\n" }
form('to_json', 'body-html-escaped', any: true) { |v| ActiveSupport::JSON.encode(v) }
form('to_json line', 'body-html-escaped body-trailing-newline', any: true) { |v| ActiveSupport::JSON.encode(v) + "\n" }
form('compact_blank', 'body-empties-dropped') { |v| g.(v.compact_blank) }
form('compact_blank to_json', 'body-empties-dropped body-html-escaped') { |v| ActiveSupport::JSON.encode(v.compact_blank) }
form('deep compact_blank', 'body-empties-dropped') { |v| g.(deep(v, &:compact_blank)) }
form('compact', 'body-nulls-dropped') { |v| g.(v.compact) }
form('deep compact', 'body-nulls-dropped') { |v| g.(deep(v, &:compact)) }
form('compact to_json', 'body-nulls-dropped body-html-escaped') { |v| ActiveSupport::JSON.encode(v.compact) }
form('reject nil or empty', 'body-empties-dropped') { |v| g.(v.reject { |_, x| x.nil? || x == '' }) }
form('reject blank text', 'body-empties-dropped') { |v| g.(v.reject { |_, x| x.nil? || (x.respond_to?(:empty?) && x.empty?) }) }
form('select present', 'body-empties-dropped') { |v| g.(v.select { |_, x| x.present? }) }
form('select truthy', 'body-empties-dropped') { |v| g.(v.select { |_, x| x }) }
form('camelize lower', 'body-keys-recased') { |v| g.(v.deep_transform_keys { |k| k.camelize(:lower) }) }
form('camelize', 'body-keys-recased') { |v| g.(v.deep_transform_keys { |k| k.camelize }) }
form('underscore', 'body-keys-recased') { |v| g.(v.deep_transform_keys(&:underscore)) }
form('dasherize', 'body-keys-recased') { |v| g.(v.deep_transform_keys { |k| k.underscore.dasherize }) }
form('upcase', 'body-keys-recased') { |v| g.(v.deep_transform_keys(&:upcase)) }
form('downcase', 'body-keys-recased') { |v| g.(v.deep_transform_keys(&:downcase)) }
form('camelize to_json', 'body-keys-recased body-html-escaped') { |v| ActiveSupport::JSON.encode(v.deep_transform_keys { |k| k.camelize(:lower) }) }
form('camelize top', 'body-keys-recased') { |v| g.(v.transform_keys { |k| k.camelize(:lower) }) }
form('underscore top', 'body-keys-recased') { |v| g.(v.transform_keys(&:underscore)) }
form('to_s values', 'body-numbers-as-strings') { |v| g.(v.transform_values(&:to_s)) }
form('sort', 'body-keys-sorted-top') { |v| g.(v.sort.to_h) }
form('sort to_json', 'body-keys-sorted-top body-html-escaped') { |v| ActiveSupport::JSON.encode(v.sort.to_h) }
form('deep sort', 'body-keys-sorted') { |v| g.(deep(v) { |h| h.sort.to_h }) }
form('deep sort to_json', 'body-keys-sorted body-html-escaped') { |v| ActiveSupport::JSON.encode(deep(v) { |h| h.sort.to_h }) }
form('deep sort pretty', 'body-keys-sorted body-pretty') { |v| JSON.pretty_generate(deep(v) { |h| h.sort.to_h }) }
form('inspect', 'body-map-tostring', any: true) { |v| v.inspect }
form('symbols', 'body-map-tostring') { |v| v.transform_keys(&:to_sym).inspect }
form('deep symbols', 'body-map-tostring') { |v| v.deep_symbolize_keys.inspect }
form('indifferent', 'body-map-tostring') { |v| v.with_indifferent_access.to_s }
form('symbols compact', 'body-map-tostring') { |v| v.compact.to_s }
form('to_a', 'body-map-tostring') { |v| v.to_a.to_s }
form('sort to_s', 'body-map-tostring') { |v| v.sort.to_s }
form('inspect of text', 'body-double-encoded', any: true) { |_, b| b.inspect }
form('except first', 'body-member-missing') { |v| g.(v.except(v.keys.first)) }
form('except last', 'body-member-missing') { |v| g.(v.except(v.keys.last)) }
form('except last to_json', 'body-member-missing') { |v| ActiveSupport::JSON.encode(v.except(v.keys.last)) }
form('to_query', 'body-query-sorted') { |v| v.to_query }
form('to_param decoded', 'body-query-sorted') { |v| CGI.unescape(v.to_query) }
form('form', 'body-form-encoded') { |v| URI.encode_www_form(v) }
form('form sorted', 'body-query-sorted') { |v| URI.encode_www_form(v.sort) }
form('kv', 'body-query-sorted') { |v| v.sort.map { |k, x| "#{k}=#{x}" }.join('&') }
form('kv in order', 'body-form-encoded') { |v| v.map { |k, x| "#{k}=#{x}" }.join('&') }
form('kv escaped', 'body-query-sorted') { |v| v.sort.map { |k, x| "#{k}=#{CGI.escape(x.to_s)}" }.join('&') }
form('kv present', 'body-query-sorted') { |v| v.select { |_, x| x.present? }.sort.map { |k, x| "#{k}=#{x}" }.join('&') }
form('kv compact', 'body-query-sorted') { |v| v.compact.sort.map { |k, x| "#{k}=#{x}" }.join('&') }
form('values', 'body-values-joined') { |v| v.values.join }
form('values sorted', 'body-values-joined') { |v| v.sort.map { |_, x| x.to_s }.join }
form('values pipe', 'body-values-joined') { |v| v.values.join('|') }
form('flatten', 'body-values-joined') { |v| v.sort.flatten.join }
form('double', 'body-double-encoded', any: true) { |_, b| b.to_json }
form('double of parsed', 'body-double-encoded', any: true) { |v, _| JSON.generate(JSON.generate(v)) }
puts JSON.pretty_generate(FORMS)
