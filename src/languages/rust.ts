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
G|use sha2::{Digest, Sha256};
G|use std::time::{Duration, SystemTime, UNIX_EPOCH};
S|use sha2::Sha256;
S|use std::time::Duration;
use std::{env, error::Error};
use ureq::OrAnyStatus;

fn required(name: &str) -> Result<String, String> {
    let value = env::var(name).unwrap_or_default();
    if value.is_empty() { Err(format!("{name} is not set")) } else { Ok(value) }
}

fn main() -> Result<(), Box<dyn Error>> {
G|    let gateway = required("PVG_GATEWAY_URL")?;
G|    let url = format!("{}/iap/gateway/lookup-receipt", gateway.trim_end_matches('/'));
G|    let client_id = required("PVG_CLIENT_ID")?;
G|    let client_secret = required("PVG_CLIENT_SECRET")?;
S|    let service = required("PVG_SESSION_URL")?;
S|    let url = format!("{}/xmdt/session", service.trim_end_matches('/'));
S|    let secret_key = required("PVG_SECRET_KEY")?;
    let args: Vec<String> = env::args().skip(1).collect();
G|    let [product_id, package, receipt]: [String; 3] =
G|        args.try_into().map_err(|_| "usage: lookup <product_id> <package> <receipt>")?;
S|    let [game_id, username]: [String; 2] =
S|        args.try_into().map_err(|_| "usage: session <gameId> <username>")?;

    // Sign and send these same bytes: not send_json, which serialises again.
G|    let body = serde_json::to_vec(&serde_json::json!({
G|        "os_id": 1, "product_id": product_id, "package": package, "receipt": receipt
G|    }))?;
G|
G|    // Take the time once, in seconds: the header and the message need the same text.
G|    let timestamp = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs().to_string();
G|    let body_hash = hex::encode(Sha256::digest(&body));
G|    let mut mac = Hmac::<Sha256>::new_from_slice(client_secret.as_bytes())?;
G|    mac.update(format!("{client_id}.{timestamp}.{body_hash}").as_bytes());
S|    let body = serde_json::to_vec(&serde_json::json!({ "gameId": game_id, "username": username }))?;
S|    let mut mac = Hmac::<Sha256>::new_from_slice(secret_key.as_bytes())?;
S|    mac.update(&body);
    let signature = hex::encode(mac.finalize().into_bytes());

    let response = ureq::post(&url)
        .set("Content-Type", "application/json")
G|        .set("X-Client-ID", &client_id)
G|        .set("X-Timestamp", &timestamp)
        .set("X-Signature", &signature)
        .timeout(Duration::from_secs(10))
        .send_bytes(&body)
        .or_any_status()?;
    println!("{} {}", response.status(), response.into_string()?);
    Ok(())
}
`,
};
