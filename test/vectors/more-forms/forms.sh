#!/bin/bash
# Forms of bodies.json by jq: lines of name, causes, number of the body and text in hex.
count=$(jq length bodies.json)
form() { # name, causes, jq options and program
  local name=$1 causes=$2; shift 2
  for ((at = 0; at < count; at++)); do
    text=$(jq -j ".[$at]" bodies.json | jq "$@" 2>/dev/null | xxd -p | tr -d '\n')
    [ -n "$text" ] && printf '%s\t%s\t%s\t%s\n' "$name" "$causes" "$at" "$text"
  done
}
form 'text of scalars' 'body-numbers-as-strings body-trailing-newline' -c 'map_values(tostring)'
form 'text of scalars, no line end' body-numbers-as-strings -cj 'if type == "object" then map_values(tostring) else empty end'
form 'text of numbers' body-numbers-as-strings -cj 'walk(if type == "number" then tostring else . end)'
form 'no nulls' body-nulls-dropped -cj 'del(..|nulls)'
form 'no nulls, with_entries' body-nulls-dropped -cj 'with_entries(select(.value != null))'
form 'no empties' body-empties-dropped -cj 'with_entries(select(.value != null and .value != ""))'
form 'del' body-member-missing -cj 'if type == "object" then del(.[keys_unsorted[0]]) else empty end'
form 'del line' 'body-member-missing body-trailing-newline' -c 'if type == "object" then del(.[keys_unsorted[0]]) else empty end'
form 'indent 1' body-pretty --indent 1 .
form 'indent 3' body-pretty --indent 3 .
form 'indent 7' body-pretty --indent 7 .
form 'sorted tab' body-pretty -S --tab .
form 'twice' body-double-encoded -cj 'tojson|tojson'
form 'twice line' 'body-double-encoded body-trailing-newline' -c 'tojson'
form '@uri' body-urlencoded-whole -jr 'tojson|@uri'
form 'kv' body-query-sorted -jr 'to_entries|sort_by(.key)|map("\(.key)=\(.value)")|join("&")'
form 'kv in order' body-form-encoded -jr 'to_entries|map("\(.key)=\(.value)")|join("&")'
form 'kv uri' body-query-sorted -jr 'to_entries|sort_by(.key)|map("\(.key)=\(.value|@uri)")|join("&")'
form 'values' body-values-joined -jr 'if type == "object" then [.[]|tostring]|join("") else empty end'
form 'values, sorted keys' body-values-joined -jr 'if type == "object" then . as $o|[keys[]|$o[.]|tostring]|join("|") else empty end'
form 'entries' body-values-joined -cj 'to_entries|map([.key,.value])'
form 'member' body-member-only -cj '[.[]?|select(type=="object")][0]|if . == null then empty else . end'
