/**
 * What each sender's form is in the words of the catalogue. `a+b` is two causes at once; after `~` stand sets that
 * tell the same truth in other words (a serialiser's number habit named as a cause of its own, say).
 */
const table = `
py.dumps body-json-python
py.dumps-raw body-json-spaced
py.dumps-sep-ascii body-json-ascii
py.dumps-sep body-json-compact
py.sort-compact body-keys-sorted
py.sort-ascii body-keys-sorted+body-json-ascii
py.sort-dumps body-keys-sorted+body-json-python
py.sort-raw body-keys-sorted+body-json-spaced
py.sort-indent2 body-keys-sorted+body-pretty
py.sort-indent4-ascii body-keys-sorted+body-pretty ~ body-keys-sorted+body-pretty+body-json-ascii ~ body-keys-sorted+body-pretty+body-json-python
py.indent2 body-pretty
py.indent4 body-pretty
py.indent4-ascii body-pretty ~ body-pretty+body-json-ascii ~ body-pretty+body-json-python
py.indent2-ascii body-pretty ~ body-pretty+body-json-ascii ~ body-pretty+body-json-python
py.indent-tab body-pretty
py.sort-top body-keys-sorted-top
py.str body-python-repr
py.urlencode body-form-encoded
py.urlencode-sorted body-query-sorted
py.query-sorted body-query-sorted
py.query-sorted-skip body-query-sorted
py.values body-values-joined
py.values-sorted body-values-joined
py.values-pipe body-values-joined
py.values-pipe-sorted body-values-joined
py.double body-double-encoded
py.double-raw body-double-encoded
py.drop-none body-nulls-dropped
py.drop-none-top body-nulls-dropped
py.drop-none-dumps body-nulls-dropped+body-json-python
py.drop-none-sort body-keys-sorted+body-nulls-dropped
py.drop-none-sort-ascii body-keys-sorted+body-nulls-dropped+body-json-ascii
py.drop-empty-str body-empties-dropped
py.drop-falsy body-empties-dropped
py.drop-empty-all body-empties-dropped
py.pascal body-keys-recased
py.camel body-keys-recased
py.snake body-keys-recased
py.pascal-top body-keys-recased
py.camel-top body-keys-recased
py.snake-top body-keys-recased
py.member body-member-only
py.without-last body-member-missing
py.without-first body-member-missing
py.without-nested body-member-missing
py.nl body-trailing-newline
py.crnl body-trailing-newline
py.rstrip body-trailing-newline-missing
py.rstrip1 body-trailing-newline-missing
py.strip body-trailing-newline-missing
py.crlf body-crlf
py.lf body-lf
py.lines-joined body-newlines-removed
py.lines-space body-newlines-removed
py.no-whitespace body-whitespace-removed
py.bom body-bom-added
py.bom-stripped body-bom-stripped
py.ascii-q body-charset-ascii
py.latin1-q body-charset-latin1
py.cp1252-q body-charset-windows-1252
py.utf16le body-charset-utf16
py.utf16 body-charset-utf16
py.mojibake body-mojibake
py.mojibake-1252 body-mojibake
py.nfd body-unicode-normalized
py.nfc body-unicode-normalized
py.b64 body-base64
py.quote body-urlencoded-whole
py.quote-all body-urlencoded-whole
py.quote-plus body-urlencoded-whole
py.truncated-chars body-truncated-chars
py.truncated-points body-truncated-chars
py.empty body-empty
py.bytes-literal out-bytes-literal+out-base64 ~ out-bytes-literal
py.bytes-literal-hex out-bytes-literal
py.b64 out-base64
py.b64url out-base64url
py.b64url-nopad out-base64url
py.b64-of-hex out-base64-of-hex
py.b64-quoted out-percent-encoded
py.sha512 alg-hmac-sha512
py.sha1 alg-hmac-sha1
py.md5 alg-hmac-md5
py.sha384 alg-hmac-sha384
py.sha1-b64 alg-hmac-sha1+out-base64
py.sha512-b64 alg-hmac-sha512+out-base64
py.swapped key-message-swapped
py.plain-last alg-plain-hash
py.plain-first alg-plain-hash
py.plain alg-plain-hash
py.plain-sha1-last alg-plain-hash
py.plain-md5-key alg-plain-hash
py.plain-md5-key-upper alg-plain-hash+out-uppercase-hex
py.plain-md5-last alg-plain-hash
py.double-hmac alg-double-hmac
py.hash-of-hmac alg-hash-of-hmac
py.hash-of-hexhmac alg-hash-of-hmac
py.prehashed-hex msg-prehashed
py.prehashed-bytes msg-prehashed
py.key-None secret-undefined
py.key-repr secret-quoted
py.hex0x out-prefixed
py.key-b64dec secret-base64-decoded
py.key-unhex secret-hex-decoded
py.float-ts ts-float-signed
py.inner-bytes bodyhash-bytes
py.ts-iso ts-iso-signed
py.ts-iso-z ts-iso-signed
py.ts-iso-naive ts-iso-signed
py.ts-rfc1123 ts-iso-signed
py.ts-iso-ms ts-iso-signed
php.json body-json-php
php.json-obj body-json-php
php.unescaped-slashes body-json-ascii ~ body-json-php ~ body-json-ascii+body-empty-object-array ~ body-json-js+body-json-ascii
php.unescaped-slashes-obj body-json-ascii ~ body-json-php ~ body-json-js+body-json-ascii
php.unescaped-unicode body-slashes-escaped ~ body-json-php ~ body-slashes-escaped+body-empty-object-array ~ body-json-js+body-slashes-escaped
php.unescaped-unicode-obj body-slashes-escaped ~ body-json-php ~ body-json-js+body-slashes-escaped
php.unescaped-both body-json-compact ~ body-json-php ~ body-empty-object-array ~ body-json-js+body-empty-object-array ~ body-json-js
php.unescaped-both-obj body-json-compact ~ body-json-php ~ body-json-js
php.unescaped-both-zero body-json-compact ~ body-json-php
php.zero-obj body-json-php
php.pretty body-pretty ~ body-pretty+body-json-php
php.pretty-arr body-pretty ~ body-pretty+body-json-php ~ body-pretty+body-empty-object-array
php.pretty-raw body-pretty ~ body-pretty+body-json-php ~ body-pretty+body-json-js
php.hex body-json-php
php.hex-tag body-json-php
php.ksort body-keys-sorted-top ~ body-keys-sorted-top+body-json-php ~ body-keys-sorted-top+body-empty-object-array ~ body-keys-sorted-top+body-json-js
php.ksort-json body-keys-sorted-top+body-json-php
php.ksort-deep body-keys-sorted+body-json-php
php.filter body-empties-dropped ~ body-empties-dropped+body-json-php ~ body-empties-dropped+body-json-js
php.filter-null body-nulls-dropped ~ body-nulls-dropped+body-json-php ~ body-nulls-dropped+body-json-js ~ body-nulls-dropped+body-empty-object-array
php.filter-null-json body-nulls-dropped+body-json-php
php.query body-form-encoded
php.query-raw body-form-encoded
php.query-sorted body-query-sorted
php.query-sorted-decoded body-query-sorted
php.kv-sorted body-query-sorted
php.kv-sorted-skip body-query-sorted
php.implode body-values-joined
php.implode-pipe body-values-joined
php.array body-object-tostring
php.double body-double-encoded ~ body-double-encoded+body-json-php
php.double-raw body-double-encoded
php.precision17 body-floats-17g ~ body-floats-17g+body-json-php
php.precision17-json body-floats-17g+body-json-php ~ body-floats-17g
php.utf8_encode body-mojibake
php.utf8_decode body-charset-latin1
php.urlencode body-urlencoded-whole
php.rawurlencode body-urlencoded-whole
php.base64 body-base64
php.swapped key-message-swapped
php.b64 out-base64
php.b64-of-hex out-base64-of-hex
php.sha512 alg-hmac-sha512
php.sha1-last alg-plain-hash
php.sha1-first alg-plain-hash
php.md5-key alg-plain-hash+out-uppercase-hex
php.md5-key-lower alg-plain-hash
php.hash-last alg-plain-hash
php.hash-dot-last alg-plain-hash
php.hash-dot-first alg-plain-hash
php.hmac-of-hash msg-prehashed
php.hmac-of-hash-raw msg-prehashed
php.upper out-uppercase-hex
php.key-null secret-empty
php.json out-quoted
php.prefix out-prefixed
php.key-hashed secret-hashed
php.key-hashed-raw secret-hashed
php.key-md5 secret-hashed
php.key-b64 secret-base64-encoded
php.key-urldecode secret-url-decoded
php.key-urlencode secret-url-decoded
php.key-rawurlencode secret-url-decoded
php.key-trim-lf secret-trailing-newline
php.substr32 out-truncated
php.key-pack secret-hex-decoded
php.key-pack-b64 secret-hex-decoded+out-base64
php.key-pack-upper secret-hex-decoded+out-uppercase-hex
php.key-b64dec secret-base64-decoded
php.key-b64dec-b64 secret-base64-decoded+out-base64
php.literal-newline layout-literal-newline
php.inner-raw bodyhash-bytes
php.inner-b64 bodyhash-base64
php.inner-md5 bodyhash-other-digest
php.inner-sha1 bodyhash-other-digest
php.inner-hmac bodyhash-hmac
php.inner-double bodyhash-double
php.query-layout layout-key-value
php.date-c ts-iso-signed
rb.generate body-json-compact
rb.to_json body-html-escaped
rb.as-json-noescape body-json-compact
rb.pretty body-pretty
rb.ascii body-json-ascii
rb.script-safe body-slashes-escaped
rb.inspect body-map-tostring
rb.symbols body-map-tostring
rb.deep-symbols body-map-tostring
rb.form body-form-encoded
rb.to_query body-query-sorted
rb.kv-sorted body-query-sorted
rb.values body-values-joined
rb.compact body-nulls-dropped
rb.compact-blank body-empties-dropped
rb.deep-sort body-keys-sorted
rb.sort-top body-keys-sorted-top
rb.deep-sort-to_json body-keys-sorted+body-html-escaped
rb.camelize body-keys-recased
rb.underscore body-keys-recased
rb.double body-double-encoded
rb.to_json-double body-double-encoded ~ body-double-encoded+body-html-escaped
rb.puts body-html-escaped+body-trailing-newline
rb.generate-puts body-json-compact+body-trailing-newline
rb.iso body-charset-latin1
rb.ascii-q body-charset-ascii
rb.utf16le body-charset-utf16
rb.nfd body-unicode-normalized
rb.gsub-nl body-newlines-removed
rb.chomp body-trailing-newline-missing
rb.strip body-trailing-newline-missing
rb.strict64 out-base64
rb.encode64 out-base64
rb.urlsafe out-base64url
rb.swapped key-message-swapped
rb.inspect out-quoted
rb.sha1 alg-hmac-sha1
rb.nil-key secret-empty
rb.plain alg-plain-hash
rb.to_f ts-float-signed
rb.iso8601 ts-iso-signed
rb.httpdate ts-iso-signed
rb.time-to_s ts-iso-signed
rb.inner-b64digest bodyhash-base64
js.stringify body-json-js
js.indent2 body-pretty ~ body-pretty+body-json-js
js.indent4 body-pretty ~ body-pretty+body-json-js
js.tab body-pretty ~ body-pretty+body-json-js
js.sorted body-keys-sorted ~ body-keys-sorted+body-json-js ~ body-json-go-map
js.sorted-indent2 body-keys-sorted+body-pretty ~ body-keys-sorted+body-pretty+body-json-js ~ body-json-go-map+body-pretty
js.replacer-keys body-keys-sorted ~ body-keys-sorted+body-json-js
js.string body-object-tostring
js.concat body-object-tostring
js.params body-form-encoded
js.params-sorted body-query-sorted
js.kv-sorted body-query-sorted
js.kv-sorted-skip body-query-sorted
js.kv-encoded body-form-encoded
js.values body-values-joined
js.values-pipe body-values-joined
js.double body-double-encoded
js.double-stringify body-double-encoded ~ body-double-encoded+body-json-js
js.no-nulls body-nulls-dropped ~ body-nulls-dropped+body-json-js
js.no-empties body-empties-dropped ~ body-empties-dropped+body-json-js
js.inner-first body-member-only ~ body-member-only+body-json-js
js.latin1 body-charset-latin1
js.ascii body-charset-latin1
js.ucs2 body-charset-utf16
js.from-latin1 body-mojibake
js.component body-urlencoded-whole
js.uri body-urlencoded-whole
js.nfd body-unicode-normalized
js.nfc body-unicode-normalized
js.length body-truncated-chars
js.base64 out-base64
js.base64url out-base64url
js.hex-unpadded out-hex-unpadded
js.json out-quoted
js.github out-prefixed
js.v1 out-prefixed
js.standard-webhooks out-prefixed+out-base64
js.upper out-uppercase-hex
js.btoa out-base64-of-hex
js.undefined secret-undefined
js.hexkey secret-hex-decoded
js.b64key secret-base64-decoded
js.b64key-base64 secret-base64-decoded+out-base64
js.whsec secret-prefix-stripped ~ secret-prefix-stripped+secret-base64-decoded
js.whsec-base64 secret-prefix-stripped+out-base64 ~ secret-prefix-stripped+secret-base64-decoded+out-base64
js.whsec-v1 secret-prefix-stripped+out-base64+out-prefixed ~ secret-prefix-stripped+secret-base64-decoded+out-base64+out-prefixed
js.plain-hash alg-plain-hash
js.quoted-key secret-quoted
js.date-now ts-ms-signed
js.date-now-base64 ts-ms-signed+out-base64
js.iso ts-iso-signed
js.utc-string ts-iso-signed
js.date-now-json ts-ms-signed+body-json-js
js.slack layout-timestamp-prefixed+out-prefixed
pl.canonical body-keys-sorted ~ body-keys-sorted+body-json-js
pl.canonical-ascii body-keys-sorted+body-json-ascii
pl.canonical-slash body-keys-sorted+body-slashes-escaped
pl.sorted-kv body-query-sorted
pl.twice-utf8 body-mojibake+body-keys-sorted
pl.encode_utf8 body-mojibake
pl.base64 out-base64-nopad
pl.base64-lf out-base64
pl.swapped key-message-swapped
pl.unpack-upper out-uppercase-hex
pl.sprintf-x out-hex-unpadded
pl.inner-b64 bodyhash-base64
lua.cjson body-slashes-escaped
lua.cjson-numbers body-slashes-escaped ~ body-slashes-escaped+body-json-js
lua.cjson-empty-object body-slashes-escaped+body-empty-object-array ~ body-slashes-escaped ~ body-empty-object-array
lua.cjson-sorted body-keys-sorted+body-slashes-escaped
lua.dkjson body-json-compact ~ body-json-js
lua.dkjson-indent body-pretty ~ body-pretty+body-json-js
lua.kv-sorted body-query-sorted
lua.x out-hex-unpadded
lua.b64 out-base64
lua.upper out-uppercase-hex
lua.nil-key secret-undefined
lua.swapped key-message-swapped
lua.inner-raw bodyhash-bytes
lua.float-ts ts-float-signed
sh.jq-c body-json-compact ~ body-json-js
sh.jq body-pretty ~ body-pretty+body-json-js
sh.jq-S body-keys-sorted+body-pretty ~ body-keys-sorted+body-pretty+body-json-js
sh.jq-cS body-keys-sorted ~ body-keys-sorted+body-json-js
sh.jq-ac body-json-ascii ~ body-json-ascii+body-json-js
sh.jq-tab body-pretty ~ body-pretty+body-json-js
sh.jq-4 body-pretty ~ body-pretty+body-json-js
sh.jq-a body-pretty ~ body-pretty+body-json-ascii
sh.jq-acS body-keys-sorted+body-json-ascii
sh.jq-nonull body-nulls-dropped ~ body-nulls-dropped+body-json-js
sh.jq-c-lf body-json-compact+body-trailing-newline ~ body-json-js+body-trailing-newline
sh.jq-lf body-pretty+body-trailing-newline ~ body-pretty+body-json-js+body-trailing-newline
sh.jq-S-lf body-keys-sorted+body-pretty+body-trailing-newline
sh.subst body-trailing-newline-missing
sh.echo body-trailing-newline
sh.cat-echo body-trailing-newline
sh.dash-echo body-trailing-newline
sh.tr-lf body-newlines-removed
sh.tr-crlf body-newlines-removed
sh.tr-space body-whitespace-removed
sh.base64 body-base64
sh.stdin-prefix out-prefixed
sh.r-suffix out-prefixed
sh.b64-hex out-base64-of-hex
sh.b64-hex-lf out-base64-of-hex
sh.upper out-uppercase-hex
sh.b64 out-base64
sh.msg-lf layout-trailing-newline
sh.msg-and-key-lf secret-trailing-newline+layout-trailing-newline
sh.key-lf secret-trailing-newline
sh.key-space secret-surrounding-space
sh.key-quoted secret-quoted
sh.sha256sum alg-plain-hash+out-prefixed ~ alg-plain-hash
sh.sha1 alg-hmac-sha1
sh.key-shell secret-env-mangled
sh.inner-echo body-trailing-newline
sh.inner-stdin bodyhash-prefixed
sh.literal-newline layout-literal-newline
sh.date-ms ts-ms-signed
tcl.flat body-json-compact
tcl.indented body-pretty
tcl.upper out-uppercase-hex
tcl.swapped key-message-swapped
go.map body-json-go-map
go.map-indent body-json-go-map+body-pretty ~ body-keys-sorted+body-pretty ~ body-keys-sorted+body-pretty+body-json-js
go.map-indent-tab body-json-go-map+body-pretty ~ body-keys-sorted+body-pretty ~ body-keys-sorted+body-pretty+body-json-js
go.map-encoder body-json-go-map+body-trailing-newline
go.map-noescape body-keys-sorted ~ body-json-go-map ~ body-keys-sorted+body-json-js
go.map-noescape-encoder body-keys-sorted+body-trailing-newline ~ body-json-go-map+body-trailing-newline ~ body-keys-sorted+body-json-js+body-trailing-newline
go.map-usenumber body-keys-sorted+body-html-escaped ~ body-json-go-map
go.map-usenumber-noescape body-keys-sorted
go.sprint body-map-tostring
go.values-encode body-query-sorted
go.kv-sorted body-query-sorted
go.raw body-html-escaped
go.raw-encoder body-html-escaped+body-trailing-newline
go.compact body-json-compact
go.compact-lf body-json-compact+body-trailing-newline
go.indent body-pretty
go.indent-tab body-pretty
go.double body-double-encoded ~ body-double-encoded+body-html-escaped
go.trim body-trailing-newline-missing
go.nl body-trailing-newline
go.query-escape body-urlencoded-whole
go.path-escape body-urlencoded-whole
go.raw-std out-base64-nopad
go.std out-base64
go.url out-base64url
go.raw-url out-base64url
go.X out-uppercase-hex
go.v out-quoted
go.swapped key-message-swapped
go.sha512 alg-hmac-sha512
go.sha1 alg-hmac-sha1
go.md5 alg-hmac-md5
go.formatint out-hex-unpadded
go.sum-bytes bodyhash-bytes
go.rfc3339 ts-iso-signed
go.unixmilli ts-ms-signed
go.inner-X bodyhash-uppercase
go.X-both bodyhash-uppercase+out-uppercase-hex
java.jackson body-json-compact
java.jackson-map body-json-compact
java.jackson-exact body-json-compact
java.jackson-pretty body-pretty
java.jackson-tree-pretty body-pretty
java.jackson-nonnull body-nulls-dropped
java.jackson-nonempty body-empties-dropped
java.jackson-ordered body-keys-sorted
java.jackson-ordered-nonnull body-keys-sorted+body-nulls-dropped
java.jackson-ascii body-json-ascii
java.jackson-numstr body-numbers-as-strings
java.jackson-treemap body-keys-sorted-top
java.jackson-double body-double-encoded
java.gson body-json-gson
java.gson-nulls body-json-gson
java.gson-plain body-nulls-dropped
java.gson-plain-nulls body-json-compact
java.gson-element body-json-compact
java.gson-pretty body-pretty+body-json-gson ~ body-pretty ~ body-pretty+body-nulls-dropped
java.gson-map body-ints-to-floats ~ body-ints-to-floats+body-json-gson
java.gson-map-plain-nulls body-ints-to-floats
java.tostring body-map-tostring
java.gson-map-tostring body-map-tostring ~ body-map-tostring+body-ints-to-floats
java.kv-sorted body-query-sorted
java.kv-sorted-skip body-query-sorted
java.kv-sorted-enc body-query-sorted
java.form body-form-encoded
java.values body-values-joined
java.lines body-newlines-removed
java.nfd body-unicode-normalized
java.url body-urlencoded-whole
java.mojibake body-mojibake
java.iso body-charset-latin1
java.cp1252 body-charset-windows-1252
java.ascii body-charset-ascii
java.utf16 body-charset-utf16
java.utf16le body-charset-utf16
java.b64 out-base64
java.b64url-nopad out-base64url
java.b64-mime-hex out-base64-of-hex
java.toHexString out-hex-sign-extended ~ out-hex-sign-extended+out-hex-unpadded
java.toHexString-masked out-hex-unpadded
java.bigint out-hex-unpadded
java.upper-02X out-uppercase-hex
java.sha1 alg-hmac-sha1
java.sha512 alg-hmac-sha512
java.md5 alg-hmac-md5
java.sha384 alg-hmac-sha384
java.null-key secret-undefined
java.key-utf16 secret-utf16
java.key-bigint secret-hex-decoded
java.key-unhex secret-hex-decoded
java.key-unhex-b64 secret-hex-decoded+out-base64
java.key-b64dec secret-base64-decoded
java.inner-upper bodyhash-uppercase
java.both-upper bodyhash-uppercase+out-uppercase-hex
java.inner-b64 bodyhash-base64
java.azure bodyhash-base64+layout-separator+out-base64
java.instant ts-iso-signed
java.millis ts-ms-signed
cs.newtonsoft body-json-compact
cs.newtonsoft-decimal body-json-compact
cs.newtonsoft-indented body-pretty
cs.newtonsoft-indented-crlf body-pretty ~ body-pretty+body-crlf
cs.newtonsoft-html body-html-escaped
cs.newtonsoft-ascii body-json-ascii
cs.newtonsoft-nonull body-nulls-dropped
cs.newtonsoft-sorted body-keys-sorted
cs.newtonsoft-double body-double-encoded
cs.javascriptserializer body-html-escaped ~ body-html-escaped+body-json-js
cs.dictionary body-map-tostring
cs.camel body-keys-recased
cs.pascal-class body-keys-recased
cs.ascii body-charset-ascii
cs.unicode body-charset-utf16
cs.latin1 body-charset-latin1
cs.cp1252 body-charset-windows-1252
cs.length body-truncated-chars
cs.preamble body-bom-added
cs.unicode-preamble body-charset-utf16
cs.escapedata body-urlencoded-whole
cs.regex-ws body-whitespace-removed
cs.crlf body-crlf
cs.dashes out-dashed-hex
cs.dashes-lower out-dashed-hex
cs.upper out-uppercase-hex
cs.base64 out-base64
cs.x out-hex-unpadded
cs.key-unicode secret-utf16
cs.unicode-both secret-utf16+body-charset-utf16
cs.sha512 alg-hmac-sha512
cs.sha1-b64 alg-hmac-sha1+out-base64
cs.unhex secret-hex-decoded
cs.unhex-upper secret-hex-decoded+out-uppercase-hex
cs.unhex-base64 secret-hex-decoded+out-base64
cs.unbase64 secret-base64-decoded
cs.inner-upper bodyhash-uppercase
cs.both-upper bodyhash-uppercase+out-uppercase-hex
cs.both-base64 bodyhash-base64+out-base64
cs.ascii-both-upper body-charset-ascii+bodyhash-uppercase+out-uppercase-hex
cs.ascii-upper body-charset-ascii+out-uppercase-hex
cpp.dump body-keys-sorted
cpp.dump2 body-keys-sorted+body-pretty
cpp.dump4 body-keys-sorted+body-pretty
cpp.dump-ascii body-keys-sorted+body-json-ascii
cpp.ordered body-json-compact
cpp.ordered4 body-pretty
cpp.ordered-tab body-pretty
cpp.ordered-ascii body-json-ascii
cpp.g17 body-floats-17g
cpp.g17-fractions body-floats-17g
cpp.float32 body-floats-float32
cpp.endl body-json-compact+body-trailing-newline
cpp.dump-endl body-keys-sorted+body-trailing-newline
cpp.ptree body-numbers-as-strings
cpp.ptree-pretty body-numbers-as-strings+body-pretty ~ body-numbers-as-strings
cpp.x out-hex-unpadded
cpp.signed out-hex-sign-extended
cpp.X out-uppercase-hex
cpp.b64 out-base64
cpp.swapped key-message-swapped
cpp.key31 secret-truncated
cpp.inner-X bodyhash-uppercase
cpp.both-X bodyhash-uppercase+out-uppercase-hex
cat.stj body-json-stj
cat.unreal-lf body-json-unreal
cat.unreal-crlf body-json-unreal
cat.godot body-keys-sorted+body-ints-to-floats
cat.godot-order body-ints-to-floats
cat.java-double body-ints-to-floats
cat.apple body-slashes-escaped
cat.numbers-as-strings body-numbers-as-strings
cat.no-nulls-html body-nulls-dropped+body-html-escaped
cat.sorted-html body-keys-sorted+body-html-escaped ~ body-json-go-map
cat.empty-arrays body-empty-object-array
cat.empty-objects body-empty-object-array
cat.omitempty body-empties-dropped
`;

const setsOf = (text) => text.split('~').map((set) => set.trim().split('+'));

/** Body and signature forms may bear one name (a sender's base64 of the body, and of the digest). */
export const labels = { body: new Map(), sig: new Map() };
const ofSignature = (ids) => !ids.every((id) => id.startsWith('body-'));
for (const line of table.trim().split('\n')) {
  const at = line.indexOf(' ');
  const form = line.slice(0, at);
  const [ids, ...accept] = setsOf(line.slice(at + 1));
  labels[ofSignature(ids) ? 'sig' : 'body'].set(form, { ids, accept });
}
// On a session the message is the body: what a shell adds to the one it adds to the other.
labels.sig.set('sh.inner-echo', { ids: ['body-trailing-newline'], accept: [] });
