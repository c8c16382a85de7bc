#!/bin/bash
# jq, openssl and the shell's own habits.
h() { openssl dgst -sha256 "$@"; }
out() { printf '%s\tsh.%s\t%s\t%s\n' "$n" "$1" "$2" "$(base64 -w0)"; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
while IFS=$'\t' read -r n body64 secret64 cid ts scheme; do
  base64 -d <<<"$body64" >"$work/body"
  secret=$(base64 -d <<<"$secret64"; printf x); secret=${secret%x}
  B=$(cat "$work/body")
  for form in 'jq-c:-c .' 'jq:.' 'jq-S:-S .' 'jq-cS:-cS .' 'jq-ac:-ac .' 'jq-tab:--tab .' 'jq-4:--indent 4 .' 'jq-a:-a .' 'jq-acS:-acS .' 'jq-nonull:-c del(..|nulls)'; do
    name=${form%%:*}; args=${form#*:}
    if [ "$name" = jq-nonull ]; then r=$(jq -c 'with_entries(select(.value != null))' "$work/body" 2>/dev/null) || continue
    else r=$(jq $args "$work/body" 2>/dev/null) || continue; fi
    [ -n "$r" ] || continue
    printf '%s' "$r" | out "$name" body
    [ "$name" = jq-c ] && jq -c . "$work/body" | out jq-c-lf body
    [ "$name" = jq ] && jq . "$work/body" | out jq-lf body
    [ "$name" = jq-S ] && jq -S . "$work/body" | out jq-S-lf body
  done
  printf '%s' "$B" | out subst body
  echo "$B" | out echo body
  { cat "$work/body"; echo; } | out cat-echo body
  /bin/dash -c 'echo "$1"' - "$B" | out dash-echo body
  tr -d '\n' <"$work/body" | out tr-lf body
  tr -d '\r\n' <"$work/body" | out tr-crlf body
  tr -d ' \t\r\n' <"$work/body" | out tr-space body
  base64 -w0 <"$work/body" | out base64 body
  if [ "$scheme" = B ]; then cp "$work/body" "$work/msg"; else
    hash=$(h -r <"$work/body" | cut -d' ' -f1); printf '%s.%s.%s' "$cid" "$ts" "$hash" >"$work/msg"; fi
  if [ -n "$secret" ]; then
  raw=$(h -hmac "$secret" <"$work/msg"); mac=${raw##*= }
  printf '%s' "$raw" | out stdin-prefix sig
  h -r -hmac "$secret" <"$work/msg" | tr -d '\n' | out r-suffix sig
  printf '%s' "$mac" | base64 -w0 | out b64-hex sig
  echo "$mac" | base64 -w0 | out b64-hex-lf sig
  printf '%s' "${mac^^}" | out upper sig
  h -binary -hmac "$secret" <"$work/msg" | base64 -w0 | out b64 sig
  { cat "$work/msg"; echo; } | h -hmac "$secret" | sed 's/.*= //' | tr -d '\n' | out msg-lf sig
  { cat "$work/msg"; echo; } | h -hmac "$secret"$'\n' | sed 's/.*= //' | tr -d '\n' | out msg-and-key-lf sig
  h -hmac "$secret"$'\n' <"$work/msg" | sed 's/.*= //' | tr -d '\n' | out key-lf sig
  h -hmac " $secret" <"$work/msg" | sed 's/.*= //' | tr -d '\n' | out key-space sig
  h -hmac "\"$secret\"" <"$work/msg" | sed 's/.*= //' | tr -d '\n' | out key-quoted sig
  { cat "$work/msg"; printf '%s' "$secret"; } | sha256sum | tr -d '\n' | out sha256sum sig
  openssl dgst -sha1 -hmac "$secret" <"$work/msg" | sed 's/.*= //' | tr -d '\n' | out sha1 sig
  mangled=$(eval "echo \"${secret//\"/}\"" 2>/dev/null </dev/null) && [ "$mangled" != "$secret" ] && case $secret in *'$('*|*'`'*|*'"'*) ;; *'$$'*) ;; *) printf '%s' "$(h -hmac "$mangled" <"$work/msg" | sed 's/.*= //')" | out key-shell sig;; esac
  if [ "$scheme" = A ]; then
    printf '%s.%s.%s' "$cid" "$ts" "$(sha256sum <"$work/body")" | h -hmac "$secret" | sed 's/.*= //' | tr -d '\n' | out inner-dash sig
    printf '%s.%s.%s' "$cid" "$ts" "$(echo "$B" | sha256sum | cut -d' ' -f1)" | h -hmac "$secret" | sed 's/.*= //' | tr -d '\n' | out inner-echo sig
    printf '%s.%s.%s' "$cid" "$ts" "$(h <"$work/body")" | h -hmac "$secret" | sed 's/.*= //' | tr -d '\n' | out inner-stdin sig
    printf '%s' "$cid\\n$ts\\n$hash" | h -hmac "$secret" | sed 's/.*= //' | tr -d '\n' | out literal-newline sig
    printf '%s.%s.%s' "$cid" "$ts$(printf '%03d' 512)" "$hash" | h -hmac "$secret" | sed 's/.*= //' | tr -d '\n' | out date-ms sig
  fi
  fi
done
