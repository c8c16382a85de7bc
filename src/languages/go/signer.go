// Go 1.18 or later, nothing to install: go run signer.go <mode> <words>; the modes are at the end.
// When to grant, and what to do about an unknown outcome: docs/guides/granting.md of pvg
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net/http"
	"os"
	"strconv" // only gateway
	"strings"
	"time"
)

// only gateway
// signGateway returns the headers for these bytes. Each attempt is signed anew, since the service checks the time.
func signGateway(body []byte, timestamp string) http.Header {
	// region: secret
	clientID := strings.TrimSpace(os.Getenv("PVG_CLIENT_ID"))
	secret := strings.TrimSpace(os.Getenv("PVG_CLIENT_SECRET"))
	if clientID == "" || secret == "" || strings.ContainsAny(secret[:1], `"'`) {
		log.Fatal("PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes")
	}

	// region: hash
	sum := sha256.Sum256(body)
	bodyHash := hex.EncodeToString(sum[:])

	// region: message
	if timestamp == "" {
		timestamp = strconv.FormatInt(time.Now().Unix(), 10)
	}
	message := clientID + "." + timestamp + "." + bodyHash

	// region: sign
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(message))
	signature := hex.EncodeToString(mac.Sum(nil))
	headers := http.Header{"X-Client-ID": {clientID}, "X-Timestamp": {timestamp}, "X-Signature": {signature}}

	return headers
}

// end
// only session
// signSession returns the headers for these bytes.
func signSession(body []byte, _ string) http.Header {
	// region: secret
	secret := strings.TrimSpace(os.Getenv("PVG_SECRET_KEY"))
	if secret == "" || strings.ContainsAny(secret[:1], `"'`) {
		log.Fatal("PVG_SECRET_KEY is empty or in quotes")
	}

	// region: sign
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	signature := hex.EncodeToString(mac.Sum(nil))
	headers := http.Header{"X-Signature": {signature}}

	return headers
}

// end
type signer func(body []byte, timestamp string) http.Header

// post returns status (0: no answer), text, attempts. After 5xx or a lost answer it sends the same bytes again.
func post(url string, fields map[string]any, sign signer) (status int, text []byte, attempts int) {
	// region: body
	body, err := json.Marshal(fields)
	if err != nil {
		log.Fatal(err)
	}

	for attempts = 1; ; attempts++ {
		status, text = send(url, body, sign(body, ""))
		if (status != 0 && status < 500) || attempts == 4 {
			return status, text, attempts
		}
		time.Sleep(time.Duration(float64(int(100)<<attempts)*(0.5+rand.Float64()/2)) * time.Millisecond)
	}
}

func send(url string, body []byte, headers http.Header) (int, []byte) {
	// region: send
	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header = headers
	request.Header.Set("Content-Type", "application/json")

	client := http.Client{Timeout: 10 * time.Second}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := client.Do(request)
	if err != nil {
		return 0, nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil
	}
	return response.StatusCode, text
}

func baseURL(name string) string {
	if os.Getenv(name) == "" {
		log.Fatal(name + " is not set")
	}
	return strings.TrimSuffix(os.Getenv(name), "/")
}

// only gateway
func postPurchase(path string, words []string) (status int, text []byte, attempts int) {
	fields := map[string]any{"os_id": 1, "product_id": words[0], "package": words[1], "receipt": words[2]}
	return post(baseURL("PVG_GATEWAY_URL")+path, fields, signGateway)
}

func lookup(words []string) bool {
	status, text, _ := postPurchase("/iap/gateway/lookup-receipt", words)
	fmt.Println(status, string(text))
	return status == http.StatusOK
}

func verify(words []string) bool {
	status, text, attempts := postPurchase("/iap/gateway/verify", words)
	answer := struct {
		Success       bool
		TransactionID string `json:"transaction_id"`
		Error         string
	}{Error: "without an error code"}
	err := json.Unmarshal(text, &answer)
	// region: outcome
	if err == nil && status == http.StatusOK && answer.Success && answer.TransactionID != "" {
		// Insert the id under a unique key first; if it is there already, give nothing.
		fmt.Println("granted", answer.TransactionID)
		return true
	}
	// An earlier attempt may have been recorded. 409: somebody verified before. It never allows a grant.
	hint := ""
	if status == http.StatusOK || attempts > 1 {
		hint = ": the outcome is unknown: look it up"
	}

	log.Printf("not granted: %d %s%s", status, answer.Error, hint)
	return false
}

// end
// only session
func session(words []string) bool {
	fields := map[string]any{"gameId": words[0], "username": words[1]}
	status, text, _ := post(baseURL("PVG_SESSION_URL")+"/xmdt/session", fields, signSession)
	fmt.Println(status, string(text))
	var answer struct{ XmdtCompleted *bool }
	err := json.Unmarshal(text, &answer)
	// region: outcome
	// Only xmdtCompleted says whether the player is verified: never the device.
	return err == nil && status == http.StatusOK && answer.XmdtCompleted != nil
}

// end
func printSignature(sign signer) bool {
	body, err := io.ReadAll(os.Stdin)
	fmt.Println(sign(body, os.Getenv("PVG_TIMESTAMP")).Get("X-Signature"))
	return err == nil
}

func main() {
	modes := map[string]func(words []string) bool{
		"sign-gateway": func([]string) bool { return printSignature(signGateway) }, // only gateway
		"sign-session": func([]string) bool { return printSignature(signSession) }, // only session
		"lookup":       lookup,                                                     // only gateway
		"verify":       verify,                                                     // only gateway
		"session":      session,                                                    // only session
	}
	if len(os.Args) < 2 || modes[os.Args[1]] == nil {
		log.Fatal("the first word is a mode")
	}
	if !modes[os.Args[1]](os.Args[2:]) {
		os.Exit(1)
	}
}
