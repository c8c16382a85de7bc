import type { Signer } from './signer.js';

// Indented with tabs, as gofmt does.
export const go: Signer = {
  gateway: String.raw`// Go 1.18 or later: go run lookup.go <product_id> <package> <receipt>
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
	"strconv"
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
	url := strings.TrimSuffix(required("PVG_GATEWAY_URL"), "/") + "/iap/gateway/lookup-receipt"
	clientID := required("PVG_CLIENT_ID")
	clientSecret := required("PVG_CLIENT_SECRET")
	if len(os.Args) != 4 {
		log.Fatal("usage: lookup <product_id> <package> <receipt>")
	}

	// Sign and send these same bytes: not json.NewEncoder, which adds a newline.
	body, err := json.Marshal(map[string]any{
		"os_id": 1, "product_id": os.Args[1], "package": os.Args[2], "receipt": os.Args[3],
	})
	if err != nil {
		log.Fatal(err)
	}

	// Seconds, taken once: the header and the message carry the same text.
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	bodyHash := sha256.Sum256(body)
	mac := hmac.New(sha256.New, []byte(clientSecret))
	mac.Write([]byte(clientID + "." + timestamp + "." + hex.EncodeToString(bodyHash[:])))
	signature := hex.EncodeToString(mac.Sum(nil))

	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Client-ID", clientID)
	request.Header.Set("X-Timestamp", timestamp)
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
  session: String.raw`// Go 1.18 or later: go run session.go <gameId> <username>
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
	url := strings.TrimSuffix(required("PVG_SESSION_URL"), "/") + "/xmdt/session"
	secretKey := required("PVG_SECRET_KEY")
	if len(os.Args) != 3 {
		log.Fatal("usage: session <gameId> <username>")
	}

	// Sign and send these same bytes: not json.NewEncoder, which adds a newline.
	body, err := json.Marshal(map[string]any{"gameId": os.Args[1], "username": os.Args[2]})
	if err != nil {
		log.Fatal(err)
	}
	mac := hmac.New(sha256.New, []byte(secretKey))
	mac.Write(body)
	signature := hex.EncodeToString(mac.Sum(nil))

	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
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
