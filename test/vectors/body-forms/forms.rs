// Rust's forms of bodies.json, on stdout: `{:?}` and `{:#?}` of serde_json::Value, members sorted (the default map).
use serde_json::{Map, Value};
use std::collections::BTreeMap;

fn main() {
    let bodies: Vec<String> = serde_json::from_str(&std::fs::read_to_string("bodies.json").unwrap()).unwrap();
    let mut forms: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for body in &bodies {
        let value: Value = serde_json::from_str(body).unwrap();
        forms.entry("{:?}").or_default().push(format!("{:?}", value).into());
        forms.entry("{:#?}").or_default().push(format!("{:#?}", value).into());
        forms.entry("{:?} str").or_default().push(format!("{:?}", body).into());
        let map: Option<BTreeMap<String, Value>> = serde_json::from_str(body).ok();
        forms.entry("{:?} BTreeMap").or_default().push(map.map(|m| format!("{:?}", m).into()).unwrap_or(Value::Null));
        let joined: Option<String> = value.as_object().map(|m: &Map<String, Value>| {
            m.iter().map(|(k, v)| format!("{}={}", k, v)).collect::<Vec<_>>().join("&")
        });
        forms.entry("k=v").or_default().push(joined.map(Value::from).unwrap_or(Value::Null));
    }
    println!("{}", serde_json::to_string_pretty(&forms).unwrap());
}
