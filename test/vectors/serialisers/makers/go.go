package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

func out(name string, at int, text []byte) {
	fmt.Printf("%s\t%d\t%s\n", name, at, base64.StdEncoding.EncodeToString(text))
}

func main() {
	file, _ := os.ReadFile(os.Args[1])
	var bodies []string
	json.Unmarshal(file, &bodies)
	for at, body := range bodies {
		var v any
		if json.Unmarshal([]byte(body), &v) != nil {
			continue
		}
		m, _ := json.Marshal(v)
		out("map", at, m)
		i, _ := json.MarshalIndent(v, "", "  ")
		out("map indent", at, i)
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.Encode(v)
		out("map no html", at, bytes.TrimRight(b.Bytes(), "\n"))
		b.Reset()
		json.NewEncoder(&b).Encode(v)
		out("map encoder", at, b.Bytes())
		var n any
		d := json.NewDecoder(strings.NewReader(body))
		d.UseNumber()
		d.Decode(&n)
		u, _ := json.Marshal(n)
		out("map use number", at, u)
		r, _ := json.Marshal(json.RawMessage(body))
		out("raw message", at, r)
	}
}
