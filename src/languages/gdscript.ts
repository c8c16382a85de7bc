import { snakeCase } from './names.js';
import type { Language } from './language.js';

/** By the documentation and the source of Godot: no Godot 4 was there to run it. */
export const gdscript: Language = {
  alsoCalled: ['godot', 'gd'],
  userAgent: /^GodotEngine\//,
  comment: '#',
  pieces: {
    names: snakeCase,
    payload: `var body := JSON.stringify(payload).to_utf8_buffer()`,
    text: `var body := text.to_utf8_buffer()`,
    file: `var body := FileAccess.get_file_as_bytes("res://body.json")`,
    nothing: `var body := PackedByteArray()`,
    send: `http.request_raw(url, headers, HTTPClient.METHOD_POST, body)`,
    bodyHash: `var hashing := HashingContext.new()
hashing.start(HashingContext.HASH_SHA256)
if not body.is_empty(): hashing.update(body) # an empty update is an error
var body_hash := hashing.finish().hex_encode()`,
    bodyHex: `var body_hex := body.hex_encode()`,
    message: `var message := ".".join([client_id, timestamp, body_hash])`,
    signed: { gateway: 'message.to_utf8_buffer()', session: 'body' },
    hmac: (data) => `var hmac := HMACContext.new()
hmac.start(HashingContext.HASH_SHA256, secret.to_utf8_buffer())
if not ${data}.is_empty(): hmac.update(${data}) # an empty update is an error
var signature := hmac.finish().hex_encode()`,
    readSecret: (variable) => `var secret := OS.get_environment("${variable}").strip_edges()
if secret.is_empty() or secret[0] in "\\"'": push_error("${variable} is empty or in quotes")`,
    fingerprint: `var fingerprint := secret.sha256_text().left(12)
printerr(secret.length(), " ", fingerprint) # never the secret itself`,
    print: (label, value) => `printerr("${label}: ", ${value})`,
    order: `# HMACContext: start(hash, key), then update(data)`,
    timestamp: `var timestamp := str(int(Time.get_unix_time_from_system())) # an integer, without ".0"`,
    clientId: `var client_id := OS.get_environment("CLIENT_ID").strip_edges()`,
    header: (name, value) => `headers.append("${name}: " + ${value})`,
    contentType: `var headers := PackedStringArray(["Content-Type: application/json"])`,
  },
  program: `G|# Godot 4.4, on a server only: godot --headless --script gateway.gd -- lookup|verify <product_id> <package> <receipt>
S|# Godot 4.4 or later, on a server only: godot --headless --script session.gd -- session <gameId> <username>
# Written from the documentation and never run: check it with pvg conform, and against pvg emulate.
extends SceneTree


static func hmac(key: String, data: PackedByteArray) -> String:
	var context := HMACContext.new()
	context.start(HashingContext.HASH_SHA256, key.to_utf8_buffer())
	if not data.is_empty(): # an empty update is an error
		context.update(data)
	return context.finish().hex_encode()


G|static func sha256(data: PackedByteArray) -> String:
G|	var context := HashingContext.new()
G|	context.start(HashingContext.HASH_SHA256)
G|	if not data.is_empty():
G|		context.update(data)
G|	return context.finish().hex_encode()
G|
G|
G|# The headers for a body. The timestamp is Unix seconds; header and message need the same text.
G|static func sign_body(body: PackedByteArray, timestamp := "") -> Dictionary:
G|	if timestamp.is_empty():
G|		timestamp = str(int(Time.get_unix_time_from_system()))
G|	var client_id := OS.get_environment("PVG_CLIENT_ID")
G|	var message := ".".join([client_id, timestamp, sha256(body)])
G|	var signature := hmac(OS.get_environment("PVG_CLIENT_SECRET"), message.to_utf8_buffer())
G|	return {"X-Client-ID": client_id, "X-Timestamp": timestamp, "X-Signature": signature}
S|# The headers for a body.
S|static func sign_body(body: PackedByteArray) -> Dictionary:
S|	return {"X-Signature": hmac(OS.get_environment("PVG_SECRET_KEY"), body)}


# Status (0: no answer), text, attempts (0: nothing was sent). After 5xx or a lost answer it waits and signs again.
static func post(path: String, fields: Dictionary) -> Dictionary:
G|	for name in ["PVG_GATEWAY_URL", "PVG_CLIENT_ID", "PVG_CLIENT_SECRET"]:
S|	for name in ["PVG_SESSION_URL", "PVG_SECRET_KEY"]:
		if OS.get_environment(name).is_empty():
			return {"status": 0, "text": name + " is not set", "attempts": 0}
	# Sign and send these same bytes; never encode again.
	var body := JSON.stringify(fields).to_utf8_buffer()
	var url := OS.get_environment("PVG_«INTERFACE»_URL").trim_suffix("/") + path
	var tree := Engine.get_main_loop() as SceneTree
	var answer := {"status": 0, "text": "", "attempts": 0}
	while (answer.status == 0 or answer.status >= 500) and answer.attempts < 4:
		if answer.attempts > 0:
			await tree.create_timer(0.1 * pow(2, answer.attempts) * randf_range(0.5, 1)).timeout
		answer = await send_once(tree, url, body, answer.attempts + 1)
	return answer


static func send_once(tree: SceneTree, url: String, body: PackedByteArray, attempts: int) -> Dictionary:
	var headers := PackedStringArray(["Content-Type: application/json"])
	var signed := sign_body(body)
	for name: String in signed:
		headers.append(name + ": " + signed[name])
	var http := HTTPRequest.new()
	http.timeout = 10
	http.max_redirects = 0
	tree.root.add_child(http)
	var answer := {"status": 0, "text": "", "attempts": attempts}
	if http.request_raw(url, headers, HTTPClient.METHOD_POST, body) == OK:
		# The result, the status (0 if the answer was lost), the headers, the body.
		var completed: Array = await http.request_completed
		answer.status = completed[1]
		answer.text = completed[3].get_string_from_utf8()
	http.queue_free()
	return answer


# The members of an answer; none if it is not a JSON object.
static func members(text: String) -> Dictionary:
	var json := JSON.new()
	return json.data if json.parse(text) == OK and json.data is Dictionary else {}


G|static func purchase(words: Array) -> Dictionary:
G|	return {"os_id": 1, "product_id": words[0], "package": words[1], "receipt": words[2]}
G|
G|
G|static func lookup(words: Array) -> Dictionary:
G|	return await post("/iap/gateway/lookup-receipt", purchase(words))
G|
G|
G|# Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|# Returns "" if it granted the purchase, or why not.
G|static func verify(words: Array) -> String:
G|	var answer := await post("/iap/gateway/verify", purchase(words))
G|	var said := members(answer.text)
G|	if answer.status == 200 and is_same(said.get("success"), true):
G|		grant(said.get("transaction_id", ""))
G|		return ""
G|	if answer.attempts == 0:
G|		return answer.text
G|	var problem := "%d %s" % [answer.status, said.get("error", "without an error code")]
G|	var is_unknown: bool = answer.status in [0, 200] or (answer.status == 409 and answer.attempts > 1)
G|	return problem + ": the outcome is unknown: look it up" if is_unknown else problem
G|
G|
G|# Give the item here: insert the id under a unique key, and give nothing if it is there already.
G|static func grant(transaction_id: String) -> void:
G|	print("granted ", transaction_id)
S|# Only xmdtCompleted of this answer says whether the player is verified, never the device.
S|static func session(game_id: String, username: String) -> Dictionary:
S|	return await post("/xmdt/session", {"gameId": game_id, "username": username})


func _initialize() -> void:
	quit(await run(Array(OS.get_cmdline_user_args())))


func run(words: Array) -> int:
	if words[0] == "sign":
		var body := OS.read_buffer_from_stdin(1 << 20)
G|		print(sign_body(body, OS.get_environment("PVG_TIMESTAMP"))["X-Signature"])
S|		print(sign_body(body)["X-Signature"])
		return 0
G|	if words[0] == "verify":
G|		var problem := await verify(words.slice(1))
G|		if not problem.is_empty():
G|			printerr("not granted: ", problem)
G|		return 0 if problem.is_empty() else 1
G|	var answer := await lookup(words.slice(1))
S|	var answer := await session(words[1], words[2])
	print(answer.status, " ", answer.text)
G|	return 0 if answer.status == 200 else 1
S|	return 0 if answer.status == 200 and members(answer.text).get("xmdtCompleted") is bool else 1
`,
};
