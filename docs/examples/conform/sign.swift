// Sources/sign/main.swift in the package of your game: swift build && pvg conform -- .build/debug/sign
import Foundation
import MyGame

let body = FileHandle.standardInput.readDataToEndOfFile()
let given = ProcessInfo.processInfo.environment
let secret = given["PVG_SECRET"]!
print(given["PVG_INTERFACE"] == "gateway"
    ? signGateway(given["PVG_CLIENT_ID"]!, secret, given["PVG_TIMESTAMP"]!, body)
    : signSession(secret, body))
