use serde_json::Value;
fn base64(s: &[u8]) -> String {
    let t = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut o = String::new();
    for c in s.chunks(3) {
        let n = (c[0] as u32) << 16 | (*c.get(1).unwrap_or(&0) as u32) << 8 | *c.get(2).unwrap_or(&0) as u32;
        for i in 0..4 {
            if i <= c.len() { o.push(t[(n >> (18 - 6 * i) & 63) as usize] as char) } else { o.push('=') }
        }
    }
    o
}
fn main() {
    let file = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let bodies: Vec<String> = serde_json::from_str(&file).unwrap();
    let kind = if cfg!(feature = "ordered") { "serde ordered" } else { "serde" };
    for (at, body) in bodies.iter().enumerate() {
        if let Ok(v) = serde_json::from_str::<Value>(body) {
            println!("{}\t{}\t{}", kind, at, base64(serde_json::to_string(&v).unwrap().as_bytes()));
            println!("{} pretty\t{}\t{}", kind, at, base64(serde_json::to_string_pretty(&v).unwrap().as_bytes()));
        }
    }
}
