// Rust 2021: cargo run -- <mode> <words>; the modes are at the end.
// Cargo.toml: hmac = "0.12", sha2 = "0.10", hex = "0.4", serde_json = "1", ureq = "2"
// When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
use hmac::{Hmac, Mac};
use serde_json::{json, Value};
use sha2::Digest; // only gateway
use sha2::Sha256;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{env, error::Error, io, io::Read, process::ExitCode, thread};
use ureq::OrAnyStatus;

type Outcome<T> = Result<T, Box<dyn Error>>;
type Headers = Vec<(&'static str, String)>;

/// Status (0: no answer), text, attempts.
type Answer = (u16, String, u32);

// only gateway
/// The headers for these bytes. Each attempt is signed anew, since the service checks the time.
pub fn sign_gateway(body: &[u8], now: SystemTime) -> Outcome<Headers> {
    // region: secret
    let client_id = env::var("PVG_CLIENT_ID").unwrap_or_default();
    let secret = env::var("PVG_CLIENT_SECRET").unwrap_or_default();
    let (client_id, secret) = (client_id.trim(), secret.trim());
    if client_id.is_empty() || secret.is_empty() || secret.starts_with(['"', '\'']) {
        return Err("PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes".into());
    }

    // region: hash
    let body_hash = hex::encode(Sha256::digest(body));

    // region: message
    let timestamp = now.duration_since(UNIX_EPOCH)?.as_secs().to_string(); // now: SystemTime::now()
    let message = format!("{client_id}.{timestamp}.{body_hash}");

    // region: sign
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())?;
    mac.update(message.as_bytes());
    let signature = hex::encode(mac.finalize().into_bytes());
    let headers = vec![
        ("X-Client-ID", client_id.to_string()),
        ("X-Timestamp", timestamp),
        ("X-Signature", signature),
    ];

    Ok(headers)
}

// only session
pub fn sign_session(body: &[u8]) -> Outcome<Headers> {
    // region: secret
    let secret = env::var("PVG_SECRET_KEY").unwrap_or_default();
    let secret = secret.trim();
    if secret.is_empty() || secret.starts_with(['"', '\'']) {
        return Err("PVG_SECRET_KEY is empty or in quotes".into());
    }

    // region: sign
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())?;
    mac.update(body);
    let signature = hex::encode(mac.finalize().into_bytes());
    let headers = vec![("X-Signature", signature)];

    Ok(headers)
}

// end
/// After 5xx or a lost answer it waits and sends the same bytes again.
fn post(
    base_url: &str,
    path: &str,
    fields: &Value,
    sign: impl Fn(&[u8]) -> Outcome<Headers>,
) -> Outcome<Answer> {
    // region: body
    let body: &[u8] = &serde_json::to_vec(&fields)?;

    let base = env::var(base_url).map_err(|_| format!("{base_url} is not set"))?;
    let url = format!("{}{path}", base.trim_end_matches('/'));
    let mut attempts = 0;
    loop {
        attempts += 1;
        let headers = sign(body)?;
        // region: send
        let agent = ureq::AgentBuilder::new().redirects(0).build();
        let mut request = agent.post(&url).timeout(Duration::from_secs(10)); // for the whole answer
        request = request.set("Content-Type", "application/json");
        for (name, value) in &headers {
            request = request.set(name, value);
        }
        let sent = request.send_bytes(body).or_any_status();

        let read = || -> Outcome<_> {
            let sent = sent?;
            Ok((sent.status(), sent.into_string()?))
        };
        let (status, text) = read().unwrap_or_else(|lost| {
            eprintln!("attempt {attempts}, no answer: {lost}");
            (0, String::new())
        });
        if (1..500).contains(&status) || attempts == 4 {
            return Ok((status, text, attempts));
        }
        let jitter = SystemTime::now().duration_since(UNIX_EPOCH)?;
        let wait = (50 << attempts) + jitter.subsec_micros() % (50 << attempts);
        thread::sleep(Duration::from_millis(wait.into()));
    }
}

// only gateway
fn post_purchase(path: &str, product: &str, package: &str, receipt: &str) -> Outcome<Answer> {
    let fields =
        json!({ "os_id": 1, "product_id": product, "package": package, "receipt": receipt });
    let sign = |body: &[u8]| sign_gateway(body, SystemTime::now());
    post("PVG_GATEWAY_URL", path, &fields, sign)
}

pub fn lookup(product: &str, package: &str, receipt: &str) -> Outcome<bool> {
    let path = "/iap/gateway/lookup-receipt";
    let (status, text, _) = post_purchase(path, product, package, receipt)?;
    println!("{status} {text}");
    Ok(status == 200)
}

pub fn verify(product: &str, package: &str, receipt: &str) -> Outcome<bool> {
    let (status, text, attempts) = post_purchase("/iap/gateway/verify", product, package, receipt)?;
    let answer: Value = serde_json::from_str(&text).unwrap_or_default();
    let id = answer["transaction_id"].as_str().unwrap_or_default();
    // region: outcome
    let is_right = answer["success"] == true && answer["product_id"] == product;
    if status == 200 && is_right && !id.is_empty() {
        // Insert the id under a unique key first; if it is there already, give nothing.
        println!("granted {id}");
        return Ok(true);
    }
    // An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
    let is_unknown = status == 200 || attempts > 1 || answer["error"].is_null();

    let error = answer["error"].as_str().unwrap_or("without an error code");
    let mut problem = format!("not granted: {status} {error}");
    if is_unknown {
        problem.push_str(": the outcome is unknown: look it up");
    }
    eprintln!("{problem}");
    Ok(false)
}

// only session
pub fn session(game_id: &str, username: &str) -> Outcome<bool> {
    let fields = json!({ "gameId": game_id, "username": username });
    let (status, text, _) = post("PVG_SESSION_URL", "/xmdt/session", &fields, sign_session)?;
    println!("{status} {text}");
    let answer: Value = serde_json::from_str(&text).unwrap_or_default();
    // region: outcome
    // Only xmdtCompleted says whether the player is verified: never the device.
    Ok(status == 200 && answer["xmdtCompleted"].is_boolean())
}

// end
fn print_signature(sign: impl Fn(&[u8]) -> Outcome<Headers>) -> Outcome<bool> {
    let mut body = Vec::new();
    io::stdin().read_to_end(&mut body)?;
    if let Some((_, signature)) = sign(&body)?.last() {
        println!("{signature}");
    }
    Ok(true)
}

fn main() -> Outcome<ExitCode> {
    let given = env::var("PVG_TIMESTAMP").unwrap_or_default().parse(); // only gateway
    let given = UNIX_EPOCH + Duration::from_secs(given.unwrap_or_default()); // only gateway
    let words: Vec<String> = env::args().skip(1).collect();
    let is_right = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["sign-gateway"] => print_signature(|body| sign_gateway(body, given))?, // only gateway
        ["lookup", product, package, receipt] => lookup(product, package, receipt)?, // only gateway
        ["verify", product, package, receipt] => verify(product, package, receipt)?, // only gateway
        ["sign-session"] => print_signature(sign_session)?,                     // only session
        ["session", game_id, username] => session(game_id, username)?,          // only session
        _ => return Err("the modes and their words are at the end of this file".into()),
    };
    Ok(ExitCode::from(u8::from(!is_right)))
}
