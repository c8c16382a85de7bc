#!/bin/bash
# Makes every .json of this folder anew. Debian 12: php-cli ruby ruby-activesupport golang default-jdk
# libjackson2-databind-java libgoogle-gson-java mono-devel libnewtonsoft-json-cil-dev elixir erlang-jiffy lua5.3 lua-cjson
# lua-dkjson jq xxd perl nodejs, and a python3 with orjson.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
jars=$(ls /usr/share/java/jackson-{core,databind,annotations}.jar /usr/share/java/gson.jar | paste -sd:)
python3 make-bodies.py
python3 forms.py >python.json
node forms.mjs >javascript.json
php forms.php >php.json
ruby forms.rb >ruby.json
go run forms.go >go.json
javac -cp "$jars" -d "$work" Forms.java
java -Dfile.encoding=UTF-8 -cp "$jars:$work" Forms >java.json
cp "$(find /usr/lib -name Newtonsoft.Json.dll | head -1)" "$work"
mcs -langversion:7 -r:"$work/Newtonsoft.Json.dll" -r:System.Web.dll -r:System.Web.Extensions.dll -out:"$work/forms.exe" forms.cs
LC_ALL=C.UTF-8 mono "$work/forms.exe" >csharp.json
lua5.3 forms.lua | python3 collect.py >lua.json
LC_ALL=C.UTF-8 elixir -pa /usr/lib/erlang/lib/jiffy-*/ebin forms.exs | python3 collect.py >elixir.json
bash forms.sh | python3 collect.py >shell.json
perl forms.pl | python3 collect.py >perl.json
rm -r "$work"
