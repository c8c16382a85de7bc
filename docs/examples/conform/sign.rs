// src/bin/sign.rs in the package of your game: cargo build && pvg conform -- target/debug/sign
use my_game::{sign_gateway, sign_session};
use std::{env::var, io::Read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut body = Vec::new();
    std::io::stdin().read_to_end(&mut body)?;
    let secret = var("PVG_SECRET")?;
    println!("{}", match var("PVG_INTERFACE")?.as_str() {
        "gateway" => sign_gateway(&var("PVG_CLIENT_ID")?, &secret, &var("PVG_TIMESTAMP")?, &body),
        _ => sign_session(&secret, &body),
    });
    Ok(())
}
