// Go 1.20 or later, nothing to install: go run signer.go <mode> <words>; the modes are at the end.
// When to grant, what to do about an unknown outcome, how to test this file: docs/guides/granting.md of pvg
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net/http"
	"os"
	"strings"
	"time"
)

// only gateway
// signGateway returns the headers for these bytes. Each attempt is signed anew, since the service checks the time.
func signGateway(body []byte, timestamp string) (http.Header, error) {
	// region: secret
	clientID := strings.TrimSpace(os.Getenv("PVG_CLIENT_ID"))
	secret := strings.TrimSpace(os.Getenv("PVG_CLIENT_SECRET"))
	if clientID == "" || secret == "" || strings.ContainsAny(secret[:1], `"'`) {
		return nil, errors.New("PVG_CLIENT_ID or PVG_CLIENT_SECRET is empty or in quotes")
	}

	// region: hash
	bodyHash := fmt.Sprintf("%x", sha256.Sum256(body))

	// region: message
	if timestamp == "" { // timestamp is a string parameter; "" takes the time here
		timestamp = fmt.Sprint(time.Now().Unix())
	}
	message := clientID + "." + timestamp + "." + bodyHash

	// region: sign
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(message))
	signature := fmt.Sprintf("%x", mac.Sum(nil))
	headers := http.Header{"X-Client-ID": {clientID}, "X-Timestamp": {timestamp}, "X-Signature": {signature}}

	return headers, nil
}

// only session
func signSession(body []byte, _ string) (http.Header, error) {
	// region: secret
	secret := strings.TrimSpace(os.Getenv("PVG_SECRET_KEY"))
	if secret == "" || strings.ContainsAny(secret[:1], `"'`) {
		return nil, errors.New("PVG_SECRET_KEY is empty or in quotes")
	}

	// region: sign
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	signature := fmt.Sprintf("%x", mac.Sum(nil))
	headers := http.Header{"X-Signature": {signature}}

	return headers, nil
}

// end
type signer func(body []byte, timestamp string) (http.Header, error)

type result struct {
	status, attempts int // status 0: no answer
	text             []byte
}

// post waits after 5xx or a lost answer and sends the same bytes again.
func post(baseURL, path string, fields map[string]any, sign signer) (*result, error) {
	// region: body
	body, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}

	if os.Getenv(baseURL) == "" {
		return nil, errors.New(baseURL + " is not set")
	}
	url := strings.TrimSuffix(os.Getenv(baseURL), "/") + path
	client := http.Client{Timeout: 10 * time.Second} // for the whole answer
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for attempts := 1; ; attempts++ {
		headers, err := sign(body, "")
		if err != nil {
			return nil, err
		}
		// region: send
		request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		request.Header = headers
		request.Header.Set("Content-Type", "application/json")

		got := &result{attempts: attempts}
		response, err := client.Do(request)
		if err == nil {
			got.text, err = io.ReadAll(response.Body)
			response.Body.Close()
		}
		if err == nil {
			got.status = response.StatusCode
		} else {
			log.Printf("attempt %d, no answer: %v", attempts, err)
		}
		if (got.status != 0 && got.status < 500) || attempts == 4 {
			return got, nil
		}
		time.Sleep(time.Duration(float64(int(100)<<attempts)*(0.5+rand.Float64()/2)) * time.Millisecond)
	}
}

// only gateway
func postPurchase(path, productID, packageName, receipt string) (*result, error) {
	fields := map[string]any{"os_id": 1, "product_id": productID, "package": packageName, "receipt": receipt}
	return post("PVG_GATEWAY_URL", path, fields, signGateway)
}

func lookup(productID, packageName, receipt string) error {
	got, err := postPurchase("/iap/gateway/lookup-receipt", productID, packageName, receipt)
	if err != nil {
		return err
	}
	fmt.Println(got.status, string(got.text))
	if got.status != http.StatusOK {
		return errors.New("not found")
	}
	return nil
}

func verify(productID, packageName, receipt string) error {
	got, err := postPurchase("/iap/gateway/verify", productID, packageName, receipt)
	if err != nil {
		return err
	}
	answer := struct {
		Success   bool
		ProductID string `json:"product_id"`
		ID        string `json:"transaction_id"`
		Error     string
	}{Error: "without an error code"}
	err = json.Unmarshal(got.text, &answer)
	// region: outcome
	if err == nil && got.status == http.StatusOK && answer.Success && answer.ProductID == productID && answer.ID != "" {
		// Insert the id under a unique key first; if it is there already, give nothing.
		fmt.Println("granted", answer.ID)
		return nil
	}
	// An earlier attempt may have been recorded, or another server answered. 409: It never allows a grant.
	if got.status == http.StatusOK || got.attempts > 1 || answer.Error == "without an error code" {
		return fmt.Errorf("not granted: %d %s: the outcome is unknown: look it up", got.status, answer.Error)
	}
	return fmt.Errorf("not granted: %d %s", got.status, answer.Error)
}

// only session
func session(gameID, username string) error {
	fields := map[string]any{"gameId": gameID, "username": username}
	got, err := post("PVG_SESSION_URL", "/xmdt/session", fields, signSession)
	if err != nil {
		return err
	}
	fmt.Println(got.status, string(got.text))
	var answer struct{ XmdtCompleted *bool }
	err = json.Unmarshal(got.text, &answer)
	// region: outcome
	// Only xmdtCompleted says whether the player is verified: never the device.
	if err != nil || got.status != http.StatusOK || answer.XmdtCompleted == nil {
		return errors.New("no session")
	}

	return nil
}

// end
func printSignature(sign signer) error {
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	headers, err := sign(body, os.Getenv("PVG_TIMESTAMP"))
	fmt.Println(headers.Get("X-Signature"))
	return err
}

func main() {
	modes := map[string]func(words []string) error{ // each with the number of its words
		"sign-gateway 0": func([]string) error { return printSignature(signGateway) },                // only gateway
		"sign-session 0": func([]string) error { return printSignature(signSession) },                // only session
		"lookup 3":       func(words []string) error { return lookup(words[0], words[1], words[2]) }, // only gateway
		"verify 3":       func(words []string) error { return verify(words[0], words[1], words[2]) }, // only gateway
		"session 2":      func(words []string) error { return session(words[0], words[1]) },          // only session
	}
	mode := append(os.Args, "")[1] // empty without words
	if call := modes[fmt.Sprintf("%s %d", mode, len(os.Args)-2)]; call == nil {
		log.Fatal("usage: sign-gateway | lookup or verify <product_id> <package> <receipt>") // only gateway
		log.Fatal("usage: sign-session | session <game_id> <username>")                      // only session
	} else if err := call(os.Args[2:]); err != nil {
		log.Fatal(err)
	}
}
