import { snakeCase } from './names.js';
import type { Language } from './language.js';

export const rust: Language = {
  alsoCalled: ['rs'],
  userAgent: /^(?:reqwest|ureq)\b/,
  comment: '//',
  pieces: {
    names: snakeCase,
    payload: `let body = serde_json::to_vec(&payload)?;`,
    text: `let body = text.as_bytes().to_vec(); // UTF-8 already`,
    file: `let body = std::fs::read("body.json")?; // no trim, no lines`,
    nothing: `let body: Vec<u8> = Vec::new();`,
    send: `request.send_bytes(&body)?; // not send_json`,
    bodyHash: `let body_hash = hex::encode(Sha256::digest(&body));`,
    bodyHex: `let body_hex = hex::encode(&body);`,
    message: `let message = format!("{client_id}.{timestamp}.{body_hash}");`,
    signed: { gateway: 'message.as_bytes()', session: '&body' },
    hmac: (data) => `let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())?;
mac.update(${data});
let signature = hex::encode(mac.finalize().into_bytes());`,
    readSecret: (variable) => `let secret = std::env::var("${variable}")?.trim().to_string();
if secret.is_empty() || secret.starts_with(['"', '\\'']) {
    return Err("${variable} is empty or in quotes".into());
}`,
    fingerprint: `let sum = hex::encode(Sha256::digest(secret.as_bytes()));
eprintln!("{} {}", secret.len(), &sum[..12]); // never the secret itself`,
    print: (label, value) => `eprintln!("${label}: {${value}}");`,
    order: `// new_from_slice(key), then update(data)`,
    timestamp: `let timestamp = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs().to_string();`,
    clientId: `let client_id = std::env::var("CLIENT_ID")?.trim().to_string();`,
    header: (name, value) => `let request = request.set("${name}", &${value});`,
    contentType: `let request = request.set("Content-Type", "application/json");`,
  },
  program: `// Cargo.toml: hmac = "0.12", sha2 = "0.10", hex = "0.4", serde_json = "1", ureq = "2"
use hmac::{Hmac, Mac};
use serde_json::{json, Value};
G|use sha2::{Digest, Sha256};
S|use sha2::Sha256;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{env, error::Error, io, io::Read, process, thread};
use ureq::OrAnyStatus;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn required(name: &str) -> Result<String, String> {
    let value = env::var(name).unwrap_or_default();
    if value.is_empty() { Err(format!("{name} is not set")) } else { Ok(value) }
}

fn hmac(key: &str, data: &[u8]) -> Outcome<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes())?;
    mac.update(data);
    Ok(hex::encode(mac.finalize().into_bytes()))
}

G|/// The headers for a body. The timestamp is Unix seconds; header and message need the same text.
G|pub fn sign(body: &[u8], timestamp: &str) -> Outcome<[(&'static str, String); 3]> {
G|    let client_id = required("PVG_CLIENT_ID")?;
G|    let message = format!("{client_id}.{timestamp}.{}", hex::encode(Sha256::digest(body)));
G|    let signature = hmac(&required("PVG_CLIENT_SECRET")?, message.as_bytes())?;
G|    Ok([("X-Client-ID", client_id), ("X-Timestamp", timestamp.to_string()), ("X-Signature", signature)])
G|}
G|
G|fn now() -> Outcome<String> {
G|    Ok(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs().to_string())
G|}
S|/// The headers for a body.
S|pub fn sign(body: &[u8]) -> Outcome<[(&'static str, String); 1]> {
S|    Ok([("X-Signature", hmac(&required("PVG_SECRET_KEY")?, body)?)])
S|}

/// Status (0: no answer), answer, attempts. After 5xx or a lost answer it waits and signs again.
fn post(path: &str, fields: &Value) -> Outcome<(u16, String, u32)> {
    // Sign and send these same bytes: not send_json, which serialises again.
    let body = serde_json::to_vec(fields)?;
    let url = required("PVG_«INTERFACE»_URL")?.trim_end_matches('/').to_string() + path;
    for attempts in 1.. {
        let mut request =
            ureq::post(&url).timeout(Duration::from_secs(10)).set("Content-Type", "application/json");
G|        for (name, value) in sign(&body, &now()?)? {
S|        for (name, value) in sign(&body)? {
            request = request.set(name, &value);
        }
        let answer = request.send_bytes(&body).or_any_status().ok();
        let answer = answer.and_then(|answer| Some((answer.status(), answer.into_string().ok()?)));
        let (status, text) = answer.unwrap_or_default();
        if (1..500).contains(&status) || attempts == 4 {
            return Ok((status, text, attempts));
        }
        let jitter = SystemTime::now().duration_since(UNIX_EPOCH)?.subsec_millis() / 10;
        thread::sleep(Duration::from_millis(u64::from((100 + jitter) << (attempts - 1))));
    }
    unreachable!()
}

G|fn purchase(words: &[String]) -> Outcome<Value> {
G|    let [product_id, package, receipt] = words else { return Err("<product_id> <package> <receipt>".into()) };
G|    Ok(json!({ "os_id": 1, "product_id": product_id, "package": package, "receipt": receipt }))
G|}
G|
G|pub fn lookup(words: &[String]) -> Outcome<(u16, String, u32)> {
G|    post("/iap/gateway/lookup-receipt", &purchase(words)?)
G|}
G|
G|/// Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|/// An error says why it granted nothing.
G|pub fn verify(words: &[String]) -> Outcome<()> {
G|    let (status, text, attempts) = post("/iap/gateway/verify", &purchase(words)?)?;
G|    let answer: Value = serde_json::from_str(&text).unwrap_or_default();
G|    if status == 200 && answer["success"] == true {
G|        grant(&answer["transaction_id"]);
G|        return Ok(());
G|    }
G|    let is_unknown = status == 0 || status == 200 || (status == 409 && attempts > 1);
G|    let error = answer["error"].as_str().unwrap_or("without an error code");
G|    let advice = if is_unknown { ": the outcome is unknown: look it up" } else { "" };
G|    Err(format!("not granted: {status} {error}{advice}").into())
G|}
G|
G|/// Give the item here: insert the id under a unique key, and give nothing if it is there already.
G|fn grant(transaction_id: &Value) {
G|    println!("granted {}", transaction_id.as_str().unwrap_or_default());
G|}
S|/// Only xmdtCompleted of this answer says whether the player is verified, never the device.
S|pub fn session(words: &[String]) -> Outcome<(u16, String, u32)> {
S|    let [game_id, username] = words else { return Err("<gameId> <username>".into()) };
S|    post("/xmdt/session", &json!({ "gameId": game_id, "username": username }))
S|}

fn main() -> Outcome<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (mode, words) = args.split_first().ok_or("a mode is missing")?;
    if mode == "sign" {
        let mut body = Vec::new();
        io::stdin().read_to_end(&mut body)?;
G|        println!("{}", sign(&body, &required("PVG_TIMESTAMP")?)?[2].1);
S|        println!("{}", sign(&body)?[0].1);
        return Ok(());
    }
G|    if mode == "verify" {
G|        if let Err(problem) = verify(words) {
G|            eprintln!("{problem}");
G|            process::exit(1);
G|        }
G|        return Ok(());
G|    }
G|    let (status, text, _) = lookup(words)?;
S|    let (status, text, _) = session(words)?;
    println!("{status} {text}");
G|    let is_good = status == 200;
S|    let answer: Value = serde_json::from_str(&text).unwrap_or_default();
S|    let is_good = status == 200 && answer["xmdtCompleted"].is_boolean();
    process::exit(if is_good { 0 } else { 1 })
}
`,
};
