# sign.gd: pvg conform -- godot --headless --no-header --script sign.gd
extends SceneTree

const Signing := preload("res://my_game/signing.gd")


func _initialize() -> void:
	var body := OS.read_buffer_from_stdin(1 << 20)
	var secret := OS.get_environment("PVG_SECRET")
	if OS.get_environment("PVG_INTERFACE") == "gateway":
		var client_id := OS.get_environment("PVG_CLIENT_ID")
		print(Signing.gateway(client_id, secret, OS.get_environment("PVG_TIMESTAMP"), body))
	else:
		print(Signing.session(secret, body))
	quit()
