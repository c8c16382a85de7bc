import type { Signer } from './signer.js';

export const rust: Signer = {
  gateway: String.raw`// Cargo.toml: hmac = "0.12", sha2 = "0.10", hex = "0.4", serde_json = "1", ureq = "2"
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{env, error::Error};
use ureq::OrAnyStatus;

fn required(name: &str) -> Result<String, String> {
    let value = env::var(name).unwrap_or_default();
    if value.is_empty() { Err(format!("{name} is not set")) } else { Ok(value) }
}

fn main() -> Result<(), Box<dyn Error>> {
    let gateway = required("PVG_GATEWAY_URL")?;
    let url = format!("{}/iap/gateway/lookup-receipt", gateway.trim_end_matches('/'));
    let client_id = required("PVG_CLIENT_ID")?;
    let client_secret = required("PVG_CLIENT_SECRET")?;
    let args: Vec<String> = env::args().skip(1).collect();
    let [product_id, package, receipt]: [String; 3] =
        args.try_into().map_err(|_| "usage: lookup <product_id> <package> <receipt>")?;

    // Sign and send these same bytes: not send_json, which serialises again.
    let body = serde_json::to_vec(&serde_json::json!({
        "os_id": 1, "product_id": product_id, "package": package, "receipt": receipt
    }))?;

    // Seconds, taken once: the header and the message carry the same text.
    let timestamp = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs().to_string();
    let body_hash = hex::encode(Sha256::digest(&body));
    let mut mac = Hmac::<Sha256>::new_from_slice(client_secret.as_bytes())?;
    mac.update(format!("{client_id}.{timestamp}.{body_hash}").as_bytes());
    let signature = hex::encode(mac.finalize().into_bytes());

    let response = ureq::post(&url)
        .set("Content-Type", "application/json")
        .set("X-Client-ID", &client_id)
        .set("X-Timestamp", &timestamp)
        .set("X-Signature", &signature)
        .timeout(Duration::from_secs(10))
        .send_bytes(&body)
        .or_any_status()?;
    println!("{} {}", response.status(), response.into_string()?);
    Ok(())
}
`,
  session: String.raw`// Cargo.toml: hmac = "0.12", sha2 = "0.10", hex = "0.4", serde_json = "1", ureq = "2"
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::time::Duration;
use std::{env, error::Error};
use ureq::OrAnyStatus;

fn required(name: &str) -> Result<String, String> {
    let value = env::var(name).unwrap_or_default();
    if value.is_empty() { Err(format!("{name} is not set")) } else { Ok(value) }
}

fn main() -> Result<(), Box<dyn Error>> {
    let service = required("PVG_SESSION_URL")?;
    let url = format!("{}/xmdt/session", service.trim_end_matches('/'));
    let secret_key = required("PVG_SECRET_KEY")?;
    let args: Vec<String> = env::args().skip(1).collect();
    let [game_id, username]: [String; 2] =
        args.try_into().map_err(|_| "usage: session <gameId> <username>")?;

    // Sign and send these same bytes: not send_json, which serialises again.
    let body = serde_json::to_vec(&serde_json::json!({ "gameId": game_id, "username": username }))?;
    let mut mac = Hmac::<Sha256>::new_from_slice(secret_key.as_bytes())?;
    mac.update(&body);
    let signature = hex::encode(mac.finalize().into_bytes());

    let response = ureq::post(&url)
        .set("Content-Type", "application/json")
        .set("X-Signature", &signature)
        .timeout(Duration::from_secs(10))
        .send_bytes(&body)
        .or_any_status()?;
    println!("{} {}", response.status(), response.into_string()?);
    Ok(())
}
`,
};
