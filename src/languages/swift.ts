import { camelCase } from './names.js';
import type { Language } from './language.js';

const hex = `.map { String(format: "%02x", $0) }.joined()`;

/** By the documentation of Swift, swift-crypto and AsyncHTTPClient: no Swift was there to run it. */
export const swift: Language = {
  alsoCalled: ['vapor'],
  userAgent: /\bCFNetwork\/|\bAlamofire\//,
  comment: '//',
  pieces: {
    names: camelCase,
    payload: `let body = try JSONEncoder().encode(payload)`,
    text: `let body = Data(text.utf8)`,
    file: `let body = try Data(contentsOf: URL(fileURLWithPath: "body.json"))`,
    nothing: `let body = Data()`,
    send: `request.body = .bytes(body)`,
    bodyHash: `let bodyHash = SHA256.hash(data: body)${hex}`,
    bodyHex: `let bodyHex = body${hex}`,
    message: `let message = [clientId, timestamp, bodyHash].joined(separator: ".")`,
    signed: { gateway: 'Data(message.utf8)', session: 'body' },
    hmac: (data) => `let key = SymmetricKey(data: Data(secret.utf8))
let digest = HMAC<SHA256>.authenticationCode(for: ${data}, using: key)
let signature = digest${hex}`,
    readSecret: (variable) => `let secret = (ProcessInfo.processInfo.environment["${variable}"] ?? "")
    .trimmingCharacters(in: .whitespacesAndNewlines)
precondition(!secret.isEmpty && !"\\"'".contains(secret.first!), "${variable} is empty or in quotes")`,
    fingerprint: `let fingerprint = SHA256.hash(data: Data(secret.utf8)).prefix(6)${hex}
FileHandle.standardError.write(Data("\\(secret.count) \\(fingerprint)\\n".utf8)) // never the secret itself`,
    print: (label, value) => `FileHandle.standardError.write(Data("${label}: \\(${value})\\n".utf8))`,
    order: `// HMAC<SHA256>.authenticationCode(for: data, using: key)`,
    timestamp: `let timestamp = String(Int(Date().timeIntervalSince1970)) // an integer, without ".0"`,
    clientId: `let clientId = ProcessInfo.processInfo.environment["CLIENT_ID"]!
    .trimmingCharacters(in: .whitespacesAndNewlines)`,
    header: (name, value) => `request.headers.add(name: "${name}", value: ${value})`,
    contentType: `request.headers.add(name: "Content-Type", value: "application/json")`,
  },
  program: `// Swift 5.9 or later, AsyncHTTPClient, swift-crypto: swift run «interface» «usage»
// Written from the documentation and never run: check it with pvg conform, and against pvg emulate.
import AsyncHTTPClient
import Crypto
import Foundation

struct NotSet: Error { let name: String }

func required(_ name: String) throws -> String {
    guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else { throw NotSet(name: name) }
    return value
}

func hex(_ bytes: some Sequence<UInt8>) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

func hmac(_ key: String, _ data: Data) -> String {
    hex(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: Data(key.utf8))))
}

G|/// The headers for a body. The timestamp is Unix seconds; header and message need the same text.
G|func sign(_ body: Data, timestamp given: String? = nil) throws -> [String: String] {
G|    let timestamp = given ?? String(Int(Date().timeIntervalSince1970))
G|    let clientId = try required("PVG_CLIENT_ID")
G|    let message = [clientId, timestamp, hex(SHA256.hash(data: body))].joined(separator: ".")
G|    let signature = hmac(try required("PVG_CLIENT_SECRET"), Data(message.utf8))
G|    return ["X-Client-ID": clientId, "X-Timestamp": timestamp, "X-Signature": signature]
G|}
S|/// The headers for a body.
S|func sign(_ body: Data) throws -> [String: String] {
S|    ["X-Signature": hmac(try required("PVG_SECRET_KEY"), body)]
S|}

/// Status 0: no answer.
struct Answer {
    var status = 0
    var text = ""
    var attempts = 0

    /// The members that are read; none if a type is wrong or it is not a JSON object.
    struct Members: Decodable {
G|        var success: Bool?
G|        var transaction_id: String?
G|        var error: String?
S|        var xmdtCompleted: Bool?
    }
    var members: Members? { try? JSONDecoder().decode(Members.self, from: Data(text.utf8)) }
}

let http = HTTPClient(
    eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))

/// After 5xx or a lost answer it waits and signs again.
func post(_ path: String, _ fields: some Encodable) async throws -> Answer {
    // Sign and send these same bytes; never encode again, the key order is not fixed.
    let body = try JSONEncoder().encode(fields)
    var base = try required("PVG_«INTERFACE»_URL")
    if base.hasSuffix("/") { base.removeLast() }
    var answer = Answer()
    for attempts in 1...4 {
        var request = HTTPClientRequest(url: base + path)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        for (name, value) in try sign(body) { request.headers.add(name: name, value: value) }
        request.body = .bytes(body)
        answer = Answer(attempts: attempts)
        let response = try? await http.execute(request, timeout: .seconds(10))
        let bytes = try? await response?.body.collect(upTo: 1 << 20)
        if let response, let bytes {
            answer.status = Int(response.status.code)
            answer.text = String(decoding: bytes.readableBytesView, as: UTF8.self)
        }
        if (1...499).contains(answer.status) || attempts == 4 { break }
        let milliseconds = Double(100 << attempts) * Double.random(in: 0.5...1)
        try await Task.sleep(nanoseconds: UInt64(milliseconds * 1_000_000))
    }
    return answer
}

G|struct Purchase: Encodable {
G|    var os_id = 1
G|    let product_id, package, receipt: String
G|}
G|
G|func lookup(_ purchase: Purchase) async throws -> Answer {
G|    try await post("/iap/gateway/lookup-receipt", purchase)
G|}
G|
G|/// Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|/// Returns nil if it granted the purchase, or why not.
G|func verify(_ purchase: Purchase) async throws -> String? {
G|    let answer = try await post("/iap/gateway/verify", purchase)
G|    if answer.status == 200, answer.members?.success == true {
G|        try await grant(answer.members?.transaction_id ?? "")
G|        return nil
G|    }
G|    let isUnknown = [0, 200].contains(answer.status) || (answer.status == 409 && answer.attempts > 1)
G|    let problem = "\\(answer.status) \\(answer.members?.error ?? "without an error code")"
G|    return isUnknown ? "\\(problem): the outcome is unknown: look it up" : problem
G|}
G|
G|/// Give the item here: insert the id under a unique key, and give nothing if it is there already.
G|func grant(_ transactionId: String) async throws { print("granted \\(transactionId)") }
S|struct Player: Encodable { let gameId, username: String }
S|
S|/// Only xmdtCompleted of this answer says whether the player is verified, never the device.
S|func session(_ player: Player) async throws -> Answer { try await post("/xmdt/session", player) }

@main struct Program {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        if words[0] == "sign" {
            let body = FileHandle.standardInput.readDataToEndOfFile()
G|            let timestamp = ProcessInfo.processInfo.environment["PVG_TIMESTAMP"]
G|            return print(try sign(body, timestamp: timestamp)["X-Signature"]!)
S|            return print(try sign(body)["X-Signature"]!)
        }
G|        let purchase = Purchase(product_id: words[1], package: words[2], receipt: words[3])
G|        if words[0] == "verify" {
G|            guard let problem = try await verify(purchase) else { return }
G|            FileHandle.standardError.write(Data("not granted: \\(problem)\\n".utf8))
G|            exit(1)
G|        }
G|        let answer = try await lookup(purchase)
S|        let answer = try await session(Player(gameId: words[1], username: words[2]))
        print("\\(answer.status) \\(answer.text)")
G|        exit(answer.status == 200 ? 0 : 1)
S|        exit(answer.status == 200 && answer.members?.xmdtCompleted != nil ? 0 : 1)
    }
}
`,
};
