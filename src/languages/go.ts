import { camelCase } from './names.js';
import type { Language } from './language.js';

// Indented with spaces, because these lines are read in a terminal. gofmt adds the tabs.
const stop = `if err != nil {
    return err
}`;

// The program is indented with tabs, as gofmt does.
export const go: Language = {
  alsoCalled: ['golang'],
  userAgent: /^Go-http-client\//,
  comment: '//',
  pieces: {
    names: { ...camelCase, clientId: 'clientID' },
    payload: `body, err := json.Marshal(payload)\n${stop}`,
    text: `body := []byte(text) // UTF-8 already`,
    file: `body, err := os.ReadFile("body.json")\n${stop}`,
    nothing: `body := []byte{}`,
    send: `request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))`,
    bodyHash: `sum := sha256.Sum256(body)
bodyHash := hex.EncodeToString(sum[:])`,
    bodyHex: `bodyHex := hex.EncodeToString(body)`,
    message: `message := strings.Join([]string{clientID, timestamp, bodyHash}, ".")`,
    signed: { gateway: '[]byte(message)', session: 'body' },
    hmac: (data) => `mac := hmac.New(sha256.New, []byte(secret))
mac.Write(${data})
signature := hex.EncodeToString(mac.Sum(nil))`,
    readSecret: (variable) => `secret := strings.TrimSpace(os.Getenv("${variable}"))
if secret == "" || strings.ContainsAny(secret[:1], "\\"'") {
    return errors.New("${variable} is empty or in quotes")
}`,
    fingerprint: `fingerprint := sha256.Sum256([]byte(secret))
log.Printf("%d %x", len(secret), fingerprint[:6]) // never the secret itself`,
    print: (label, value) => `log.Println("${label}:", ${value})`,
    order: `// hmac.New(hash, key), then Write(data)`,
    timestamp: `timestamp := strconv.FormatInt(time.Now().Unix(), 10)`,
    clientId: `clientID := strings.TrimSpace(os.Getenv("CLIENT_ID"))`,
    header: (name, value) => `request.Header.Set("${name}", ${value})`,
    contentType: `request.Header.Set("Content-Type", "application/json")`,
  },
  program: `// Go 1.18 or later: go run «interface».go «usage»
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
	"net/http"
	"os"
G|	"strconv"
	"strings"
	"time"
)

func required(name string) string {
	value := os.Getenv(name)
	if value == "" {
		log.Fatal(name + " is not set")
	}
	return value
}

G|// sign returns the headers for a body. The timestamp is Unix seconds; header and message need the same text.
G|func sign(body []byte, timestamp string) map[string]string {
G|	clientID := required("PVG_CLIENT_ID")
G|	bodyHash := sha256.Sum256(body)
G|	mac := hmac.New(sha256.New, []byte(required("PVG_CLIENT_SECRET")))
G|	mac.Write([]byte(clientID + "." + timestamp + "." + hex.EncodeToString(bodyHash[:])))
G|	signature := hex.EncodeToString(mac.Sum(nil))
G|	return map[string]string{"X-Client-ID": clientID, "X-Timestamp": timestamp, "X-Signature": signature}
G|}
G|
G|func now() string { return strconv.FormatInt(time.Now().Unix(), 10) }
S|// sign returns the headers for a body.
S|func sign(body []byte) map[string]string {
S|	mac := hmac.New(sha256.New, []byte(required("PVG_SECRET_KEY")))
S|	mac.Write(body)
S|	return map[string]string{"X-Signature": hex.EncodeToString(mac.Sum(nil))}
S|}

// post returns status (0: no answer), answer, attempts. After 5xx or a lost answer it waits and signs again.
func post(path string, fields map[string]any) (status int, answer []byte, attempts int) {
	// Sign and send these same bytes: not json.NewEncoder, which adds a newline.
	body, err := json.Marshal(fields)
	if err != nil {
		log.Fatal(err)
	}
	url := strings.TrimSuffix(required("PVG_«INTERFACE»_URL"), "/") + path
	for wait := 200.0; ; wait *= 2 {
		attempts++
G|		status, answer = send(url, body, sign(body, now()))
S|		status, answer = send(url, body, sign(body))
		again := status == 0 || status >= 500
		if !again || attempts == 4 {
			return status, answer, attempts
		}
		jitter := 0.5 + float64(time.Now().Nanosecond())/2e9
		time.Sleep(time.Duration(wait*jitter) * time.Millisecond)
	}
}

func send(url string, body []byte, headers map[string]string) (int, []byte) {
	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil
	}
	return response.StatusCode, answer
}

G|func purchase(productID, packageName, receipt string) map[string]any {
G|	return map[string]any{"os_id": 1, "product_id": productID, "package": packageName, "receipt": receipt}
G|}
G|
G|func lookup(productID, packageName, receipt string) (status int, text []byte) {
G|	status, text, _ = post("/iap/gateway/lookup-receipt", purchase(productID, packageName, receipt))
G|	return status, text
G|}
G|
G|type answer struct {
G|	Success       bool   \`json:"success"\`
G|	TransactionID string \`json:"transaction_id"\`
G|	Error         string \`json:"error"\`
G|}
G|
G|// verify: only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|// It returns nil if it granted the purchase, or why not.
G|func verify(productID, packageName, receipt string) error {
G|	status, text, attempts := post("/iap/gateway/verify", purchase(productID, packageName, receipt))
G|	verified := answer{Error: "without an error code"}
G|	err := json.Unmarshal(text, &verified)
G|	if err == nil && status == http.StatusOK && verified.Success {
G|		grant(verified.TransactionID)
G|		return nil
G|	}
G|	if status == 0 || status == http.StatusOK || (status == http.StatusConflict && attempts > 1) {
G|		return fmt.Errorf("%d %s: the outcome is unknown: look it up", status, verified.Error)
G|	}
G|	return fmt.Errorf("%d %s", status, verified.Error)
G|}
G|
G|// grant gives the item: insert the id under a unique key first, and give nothing if it is there already.
G|func grant(transactionID string) { fmt.Println("granted", transactionID) }
S|// session: only xmdtCompleted of this answer says whether the player is verified, never the device.
S|// completed is nil if the answer does not say.
S|func session(gameID, username string) (status int, text []byte, completed *bool) {
S|	status, text, _ = post("/xmdt/session", map[string]any{"gameId": gameID, "username": username})
S|	var answer struct {
S|		Completed *bool \`json:"xmdtCompleted"\`
S|	}
S|	if status == http.StatusOK && json.Unmarshal(text, &answer) == nil {
S|		completed = answer.Completed
S|	}
S|	return status, text, completed
S|}

func main() {
	log.SetFlags(0)
	args := append(os.Args[1:], "", "", "", "")
	if args[0] == "sign" {
		body, err := io.ReadAll(os.Stdin)
		if err != nil {
			log.Fatal(err)
		}
G|		fmt.Println(sign(body, required("PVG_TIMESTAMP"))["X-Signature"])
S|		fmt.Println(sign(body)["X-Signature"])
		return
	}
G|	if args[0] == "verify" {
G|		if err := verify(args[1], args[2], args[3]); err != nil {
G|			log.Fatalln("not granted:", err)
G|		}
G|		return
G|	}
G|	status, text := lookup(args[1], args[2], args[3])
S|	status, text, completed := session(args[1], args[2])
	fmt.Println(status, string(text))
G|	if status != http.StatusOK {
S|	if completed == nil {
		os.Exit(1)
	}
}
`,
};
