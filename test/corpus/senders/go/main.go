package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"
)

type session struct {
	GameID   string `json:"gameId"`
	Username string `json:"username"`
	ServerID string `json:"serverId,omitempty"`
	RoleID   string `json:"roleId,omitempty"`
}

var w = bufio.NewWriter(os.Stdout)

func out(n, form, kind string, b []byte) {
	fmt.Fprintf(w, "%s\tgo.%s\t%s\t%s\n", n, form, kind, base64.StdEncoding.EncodeToString(b))
}
func mac(k, m []byte) []byte { h := hmac.New(sha256.New, k); h.Write(m); return h.Sum(nil) }
func hx(b []byte) []byte     { return []byte(hex.EncodeToString(b)) }
func must(b []byte, err error) []byte {
	if err != nil {
		return nil
	}
	return b
}
func put(n, form string, b []byte) {
	if b != nil {
		out(n, form, "body", b)
	}
}

func main() {
	defer w.Flush()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<24)
	for in.Scan() {
		f := strings.Split(in.Text(), "\t")
		n, cid, ts, scheme := f[0], f[3], f[4], f[5]
		body, _ := base64.StdEncoding.DecodeString(f[1])
		secret, _ := base64.StdEncoding.DecodeString(f[2])
		var m map[string]any
		if json.Unmarshal(body, &m) == nil && m != nil {
			put(n, "map", must(json.Marshal(m)))
			put(n, "map-indent", must(json.MarshalIndent(m, "", "  ")))
			put(n, "map-indent-tab", must(json.MarshalIndent(m, "", "\t")))
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.Encode(m)
			put(n, "map-encoder", b.Bytes())
			var b2 bytes.Buffer
			e2 := json.NewEncoder(&b2)
			e2.SetEscapeHTML(false)
			e2.Encode(m)
			put(n, "map-noescape", bytes.TrimRight(b2.Bytes(), "\n"))
			put(n, "map-noescape-encoder", b2.Bytes())
			var u map[string]any
			d := json.NewDecoder(bytes.NewReader(body))
			d.UseNumber()
			if d.Decode(&u) == nil {
				put(n, "map-usenumber", must(json.Marshal(u)))
				var b3 bytes.Buffer
				e3 := json.NewEncoder(&b3)
				e3.SetEscapeHTML(false)
				e3.Encode(u)
				put(n, "map-usenumber-noescape", bytes.TrimRight(b3.Bytes(), "\n"))
			}
			put(n, "sprint", []byte(fmt.Sprint(m)))
			vals := url.Values{}
			keys := []string{}
			for k, v := range m {
				vals.Set(k, fmt.Sprint(v))
				keys = append(keys, k)
			}
			put(n, "values-encode", []byte(vals.Encode()))
			sort.Strings(keys)
			kv := []string{}
			for _, k := range keys {
				kv = append(kv, fmt.Sprintf("%s=%v", k, m[k]))
			}
			put(n, "kv-sorted", []byte(strings.Join(kv, "&")))
			// A struct keeps its order: RawMessage does the same for any members.
			raw := json.RawMessage(body)
			put(n, "raw", must(json.Marshal(raw)))
			var b4 bytes.Buffer
			json.NewEncoder(&b4).Encode(raw)
			put(n, "raw-encoder", b4.Bytes())
			var b5 bytes.Buffer
			json.Compact(&b5, body)
			put(n, "compact", b5.Bytes())
			put(n, "compact-lf", append(append([]byte{}, b5.Bytes()...), '\n'))
			var b6 bytes.Buffer
			json.Indent(&b6, bytes.TrimSpace(body), "", "  ")
			put(n, "indent", b6.Bytes())
			var b7 bytes.Buffer
			json.Indent(&b7, bytes.TrimSpace(body), "", "\t")
			put(n, "indent-tab", b7.Bytes())
			put(n, "double", must(json.Marshal(string(body))))
			b64, _ := json.Marshal(body)
			put(n, "marshal-bytes", b64)
			var s session
			if json.Unmarshal(body, &s) == nil && s.GameID != "" && len(m) <= 4 {
				put(n, "struct", must(json.Marshal(s)))
			}
		}
		put(n, "trim", bytes.TrimSpace(body))
		put(n, "nl", append(append([]byte{}, body...), '\n'))
		put(n, "query-escape", []byte(url.QueryEscape(string(body))))
		put(n, "path-escape", []byte(url.PathEscape(string(body))))
		sum := sha256.Sum256(body)
		msg := body
		if scheme == "A" {
			msg = []byte(cid + "." + ts + "." + hex.EncodeToString(sum[:]))
		}
		d := mac(secret, msg)
		sig := func(form string, b []byte) { out(n, form, "sig", b) }
		sig("raw-std", []byte(base64.RawStdEncoding.EncodeToString(d)))
		sig("std", []byte(base64.StdEncoding.EncodeToString(d)))
		sig("url", []byte(base64.URLEncoding.EncodeToString(d)))
		sig("raw-url", []byte(base64.RawURLEncoding.EncodeToString(d)))
		sig("X", []byte(fmt.Sprintf("%X", d)))
		sig("v", []byte(fmt.Sprintf("%q", hex.EncodeToString(d))))
		sig("swapped", hx(mac(msg, secret)))
		// Sum(b) appends to b: a classic.
		h := sha256.New()
		sig("sum-appends", hx(h.Sum(msg)))
		s512 := hmac.New(sha512.New, secret)
		s512.Write(msg)
		sig("sha512", hx(s512.Sum(nil)))
		s1 := hmac.New(sha1.New, secret)
		s1.Write(msg)
		sig("sha1", hx(s1.Sum(nil)))
		m5 := hmac.New(md5.New, secret)
		m5.Write(msg)
		sig("md5", hx(m5.Sum(nil)))
		pb := ""
		for _, c := range d {
			pb += strconv.FormatInt(int64(c), 16)
		}
		sig("formatint", []byte(pb))
		if scheme == "A" {
			sig("sum-bytes", hx(mac(secret, append([]byte(cid+"."+ts+"."), sum[:]...))))
			t, _ := strconv.ParseInt(ts, 10, 64)
			sig("rfc3339", hx(mac(secret, []byte(cid+"."+time.Unix(t, 0).UTC().Format(time.RFC3339)+"."+hex.EncodeToString(sum[:])))))
			sig("unixmilli", hx(mac(secret, []byte(fmt.Sprintf("%s.%d.%x", cid, t*1000+317, sum)))))
			sig("inner-X", hx(mac(secret, []byte(fmt.Sprintf("%s.%s.%X", cid, ts, sum)))))
			sig("X-both", []byte(fmt.Sprintf("%X", mac(secret, []byte(fmt.Sprintf("%s.%s.%X", cid, ts, sum))))))
			sig("sprint-sum", hx(mac(secret, []byte(fmt.Sprintf("%s.%s.%v", cid, ts, sum)))))
		}
	}
}
