#!/bin/bash
# One process a body and option: jq has no way to name its outputs.
count=$(jq length "$1")
for ((at = 0; at < count; at++)); do
  body=$(mktemp); jq -rj ".[$at]" "$1" > "$body"
  for options in "" "-c" "-S" "-cS" "-a" "-ac" "--tab"; do
    printf 'jq %s\t%d\t%s\n' "$options" "$at" "$(jq $options . "$body" | base64 -w0)"
  done
  rm "$body"
done
