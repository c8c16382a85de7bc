#!/bin/bash
# Makes every .json and .txt of this folder anew. Debian 12: php-cli php-mbstring ruby ruby-activesupport golang
# default-jdk libjackson2-databind-java libgoogle-gson-java elixir erlang-jiffy mono-devel cargo librust-serde-json-dev,
# and `npm install qs axios@1.7` in the folder that NODE_FOLDER names.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
java_path="$work:$(printf '/usr/share/java/%s.jar:' jackson-core jackson-databind jackson-annotations gson)"
python3 make-bodies.py
python3 -c "import json; print('\n'.join(json.load(open('bodies.json'))))" >bodies.txt
python3 forms.py >python.json
php forms.php >php.json
ruby forms.rb >ruby.json
go run forms.go >go.json
javac -cp "$java_path" -d "$work" Forms.java Texts.java
java -cp "$java_path" Forms >java.json
cp bodies.json forms.mjs "$NODE_FOLDER" && (cd "$NODE_FOLDER" && node forms.mjs) >javascript.json
LC_ALL=C.UTF-8 elixir -pa /usr/lib/erlang/lib/jiffy-*/ebin forms.exs
mkdir -p "$work/rust/src" "$work/rust/.cargo"
cp forms.rs "$work/rust/src/main.rs"
printf '[package]\nname = "forms"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nserde_json = "1"\n' >"$work/rust/Cargo.toml"
printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n' >"$work/rust/.cargo/config.toml"
cp bodies.json "$work/rust" && (cd "$work/rust" && cargo run -q --offline) >rust.json
python3 texts.py >python-texts.json
php texts.php >php-texts.json
ruby texts.rb >ruby-texts.json
java -cp "$java_path" Texts >java-texts.json
node texts.mjs >javascript-texts.json
dash texts.sh >shell-texts.json
mcs -out:"$work/texts.exe" -r:System.Web.dll Texts.cs && mono "$work/texts.exe" >csharp-texts.json
mcs -out:"$work/best-fit.exe" best-fit.cs && mono "$work/best-fit.exe" >best-fit.txt
rm -r "$work"
