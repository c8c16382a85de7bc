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
  program: `G|// Go 1.18 or later: go run lookup.go <product_id> <package> <receipt>
S|// Go 1.18 or later: go run session.go <gameId> <username>
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

func main() {
G|	url := strings.TrimSuffix(required("PVG_GATEWAY_URL"), "/") + "/iap/gateway/lookup-receipt"
G|	clientID := required("PVG_CLIENT_ID")
G|	clientSecret := required("PVG_CLIENT_SECRET")
G|	if len(os.Args) != 4 {
G|		log.Fatal("usage: lookup <product_id> <package> <receipt>")
S|	url := strings.TrimSuffix(required("PVG_SESSION_URL"), "/") + "/xmdt/session"
S|	secretKey := required("PVG_SECRET_KEY")
S|	if len(os.Args) != 3 {
S|		log.Fatal("usage: session <gameId> <username>")
	}

	// Sign and send these same bytes: not json.NewEncoder, which adds a newline.
G|	body, err := json.Marshal(map[string]any{
G|		"os_id": 1, "product_id": os.Args[1], "package": os.Args[2], "receipt": os.Args[3],
G|	})
S|	body, err := json.Marshal(map[string]any{"gameId": os.Args[1], "username": os.Args[2]})
	if err != nil {
		log.Fatal(err)
	}
G|
G|	// Take the time once, in seconds: the header and the message need the same text.
G|	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
G|	bodyHash := sha256.Sum256(body)
G|	mac := hmac.New(sha256.New, []byte(clientSecret))
G|	mac.Write([]byte(clientID + "." + timestamp + "." + hex.EncodeToString(bodyHash[:])))
S|	mac := hmac.New(sha256.New, []byte(secretKey))
S|	mac.Write(body)
	signature := hex.EncodeToString(mac.Sum(nil))

	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
G|	request.Header.Set("X-Client-ID", clientID)
G|	request.Header.Set("X-Timestamp", timestamp)
	request.Header.Set("X-Signature", signature)

	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.StatusCode, string(answer))
}
`,
};
