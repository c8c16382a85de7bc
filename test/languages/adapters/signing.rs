use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

pub fn sign_gateway(client_id: &str, secret: &str, timestamp: &str, body: &[u8]) -> String {
    let hash = hex::encode(Sha256::digest(body));
    sign_session(secret, format!("{client_id}.{timestamp}.{hash}").as_bytes())
}

pub fn sign_session(secret: &str, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(body);
    hex::encode(mac.finalize().into_bytes())
}
