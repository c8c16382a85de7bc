import { secretVariable, type LanguageFixes } from './kinds.js';

const bodyHash = `let body_hash = hex::encode(Sha256::digest(&body));`;
const join = `let message = [client_id, timestamp, &body_hash].join(".");`;
const send = `request.send_bytes(&body)?; // not send_json`;

const hmac = (data: string): string => `let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())?;
mac.update(${data});
let signature = hex::encode(mac.finalize().into_bytes());`;

export const rust: LanguageFixes = (scheme) => {
  const signed = scheme === 'gateway' ? 'message.as_bytes()' : '&body';
  const digest = scheme === 'gateway' ? bodyHash : hmac('&body');
  const variable = secretVariable[scheme];
  return {
    'serialise-once': `let body = serde_json::to_vec(&payload)?;\n${digest}\n${send}`,
    'utf8-bytes': `let body = text.as_bytes().to_vec(); // UTF-8 already\n${digest}\n${send}`,
    'no-extra-bytes': `let body = std::fs::read("body.json")?; // no trim, no lines\n${digest}\n${send}`,
    'empty-body': `let body: Vec<u8> = Vec::new();\n${digest}`,
    'body-hash': `${bodyHash}\n${join}`,
    'message-layout': `${join}\n${hmac('message.as_bytes()')}`,
    'session-message': hmac('&body'),
    'secret-as-text': `let key = secret.as_bytes(); // no hex::decode, no base64
let mut mac = Hmac::<Sha256>::new_from_slice(key)?;
mac.update(${signed});
let signature = hex::encode(mac.finalize().into_bytes());`,
    'secret-trim': `let secret = std::env::var("${variable}")?.trim().to_string();
if secret.is_empty() || secret.starts_with(['"', '\\'']) {
    return Err("${variable} is empty or in quotes".into());
}`,
    'secret-right-one': `let secret = std::env::var("${variable}").unwrap_or_default();
if secret.is_empty() {
    return Err("${variable} is not set".into());
}
let sum = hex::encode(Sha256::digest(secret.as_bytes()));
eprintln!("{} {}", secret.len(), &sum[..12]); // never the secret itself`,
    'hmac-sha256': hmac(signed),
    'argument-order': `// new_from_slice(key), then update(data)\n${hmac(signed)}`,
    'hex-lower': `${hmac(signed)}
let request = request.set("X-Signature", &signature);`,
    'unix-seconds': `let timestamp = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs().to_string();
let message = [client_id, &timestamp, body_hash].join(".");
let request = request.set("X-Timestamp", &timestamp);`,
    'client-id': `let client_id = std::env::var("CLIENT_ID")?.trim().to_string();
let message = [&client_id, timestamp, body_hash].join(".");
let request = request.set("X-Client-ID", &client_id);`,
    headers:
      scheme === 'gateway'
        ? `let request = request
    .set("Content-Type", "application/json")
    .set("X-Client-ID", client_id)
    .set("X-Timestamp", timestamp)
    .set("X-Signature", signature);`
        : `let request = request
    .set("Content-Type", "application/json")
    .set("X-Signature", signature);`,
  };
};
