#!/bin/bash
# Makes the golden files of this folder with the real encoders. Debian 12 packages: nodejs python3 python3-ujson
# php-cli golang ruby ruby-activesupport lua5.3 lua-cjson lua-dkjson libjson-perl libjson-xs-perl
# libcpanel-json-xs-perl default-jdk libjackson2-databind-java libgoogle-gson-java libandroid-json-org-java mono-mcs
# libnewtonsoft-json-cil-dev libmono-system-web-extensions4.0-cil g++ nlohmann-json3-dev libboost-dev rapidjson-dev
# libjsoncpp-dev libcjson-dev libjansson-dev libjson-c-dev jq tcllib erlang-base erlang-jiffy librust-serde-json-dev
# librust-indexmap-dev and cargo.
set -u
cd "$(dirname "$0")"
here=$PWD; bodies=$here/bodies.json; work=$(mktemp -d); mkdir -p golden
keep() { # name, version, command ...
  local name=$1 version=$2; shift 2
  if "$@" > "$work/$name.tsv" 2> "$work/$name.err"; then :; else echo "$name: $(head -3 "$work/$name.err")" >&2; fi
  node collect.mjs "$work/$name.tsv" "$name" "$version" "golden/$name.json" "$shuffled"
}
only=${1:-}
shuffled=
want() { [ -z "$only" ] || [ "$only" = "$1" ]; }
want node && keep node "$(node --version)" node makers/node.mjs "$bodies"
want python && keep python "$(/usr/bin/python3 --version)" /usr/bin/python3 makers/python.py "$bodies"
want ujson && keep ujson "$(dpkg-query -Wf '${Version}' python3-ujson)" /usr/bin/python3 makers/with-ujson.py "$bodies"
want php && keep php "$(php -r 'echo PHP_VERSION;')" php makers/php.php "$bodies"
want go && keep go "$(go version)" go run makers/go.go "$bodies"
want ruby && keep ruby "$(ruby --version)" ruby makers/ruby.rb "$bodies"
# What keeps members in a hash table: the wire body is put in the order that came out (collect.mjs).
want lua && for each in cjson dkjson; do
  shuffled=$each keep $each "$(lua5.3 -v 2>&1)" lua5.3 makers/lua.lua "$bodies" $each
done
want perl && keep perl "$(/usr/bin/perl -e 'print $^V')" /usr/bin/perl makers/perl.pl "$bodies"
want java && {
  jars=$(ls /usr/share/java/jackson-{core,databind,annotations}.jar /usr/share/java/gson.jar /usr/share/java/json-android.jar | paste -sd:)
  javac -cp "$jars" -d "$work" makers/Maker.java makers/Hashed.java
  shuffled=android keep java "$(java -version 2>&1 | head -1)" java -Dfile.encoding=UTF-8 -cp "$jars:$work" Maker "$bodies"
  keep java-hash-map "$(java -version 2>&1 | head -1)" java -Dfile.encoding=UTF-8 -cp "$jars:$work" Hashed "$bodies"
}
want mono && {
  dll=$(find /usr/lib -name Newtonsoft.Json.dll | head -1); cp "$dll" "$work"
  mcs -r:"$dll" -r:System.Web.Extensions.dll -out:"$work/maker.exe" makers/maker.cs
  keep mono "$(mono --version | head -1)" mono "$work/maker.exe" "$bodies"
}
want cpp && {
  g++ -std=c++17 -O1 -I/usr/include/jsoncpp makers/maker.cpp -o "$work/maker" -ljsoncpp -lcjson -ljansson
  keep cpp "$(g++ -dumpfullversion)" "$work/maker" "$bodies"
}
want json-c && {
  g++ -std=c++17 -O1 makers/json-c.cpp -o "$work/json-c" -ljson-c
  keep json-c "$(dpkg-query -Wf '${Version}' libjson-c-dev)" "$work/json-c" "$bodies"
}
want jq && keep jq "$(jq --version)" bash makers/jq.sh "$bodies"
want tcl && keep tcl "$(dpkg-query -Wf '${Version}' tcllib)" tclsh makers/tcl.tcl "$bodies"
want erlang && keep erlang "$(dpkg-query -Wf '${Version}' erlang-jiffy)" escript makers/erlang.escript "$bodies"
want rust && {
  # Debian's own crates; the folder needs no network.
  mkdir -p "$work/rust/.cargo" && cp -r makers/rust/. "$work/rust"
  printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n' > "$work/rust/.cargo/config.toml"
  keep rust "$(rustc --version)" bash -c "cd $work/rust && cargo run -q --offline -- $bodies && cargo run -q --offline --features ordered -- $bodies"
}
rm -rf "$work"
