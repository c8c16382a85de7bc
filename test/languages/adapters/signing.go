package signing

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

func Gateway(clientId, secret, timestamp string, body []byte) string {
	hash := sha256.Sum256(body)
	return Session(secret, []byte(clientId+"."+timestamp+"."+hex.EncodeToString(hash[:])))
}

func Session(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}
