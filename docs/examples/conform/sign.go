// sign.go: go build -o sign sign.go && pvg conform -- ./sign
package main

import (
	"fmt"
	"io"
	"os"

	"my_game/signing"
)

func main() {
	body, _ := io.ReadAll(os.Stdin)
	secret := os.Getenv("PVG_SECRET")
	if os.Getenv("PVG_INTERFACE") == "gateway" {
		fmt.Println(signing.Gateway(os.Getenv("PVG_CLIENT_ID"), secret, os.Getenv("PVG_TIMESTAMP"), body))
	} else {
		fmt.Println(signing.Session(secret, body))
	}
}
