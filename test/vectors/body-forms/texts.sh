#!/bin/dash
# What dash, openssl and base64 make of the lines of bodies.txt, as hex, on stdout.
form() {
  printf ' "%s": [' "$1"
  first=1
  while IFS= read -r body; do
    [ "$first" ] || printf ', '
    first=
    printf '"'
    "$2" | od -An -v -tx1 | tr -d ' \n'
    printf '"'
  done <bodies.txt
  printf ']'
}
by_echo() { echo "$body"; }
by_echo_n() { echo -n "$body"; }
by_printf_b() { printf %b "$body"; }
by_base64() { printf %s "$body" | base64; }
by_base64_w0() { printf %s "$body" | base64 -w0; }
by_openssl() { printf %s "$body" | openssl base64; }
by_heredoc() { cat <<END
$body
END
}
echo '{'
form 'echo' by_echo; echo ','
form 'echo -n' by_echo_n; echo ','
form 'printf %b' by_printf_b; echo ','
form 'base64' by_base64; echo ','
form 'base64 -w0' by_base64_w0; echo ','
form 'openssl base64' by_openssl; echo ','
form 'heredoc' by_heredoc; echo
echo '}'
