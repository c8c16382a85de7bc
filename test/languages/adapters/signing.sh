sign_session() { # secret, file
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n')" < "$2" | sed 's/.* //'
}

sign_gateway() { # client id, secret, timestamp, file
  sign_session "$2" <(printf '%s' "$1.$3.$(sha256sum < "$4" | cut -d ' ' -f 1)")
}
