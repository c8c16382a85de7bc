// Forms of bodies.json by Go.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"sort"
	"strconv"
	"strings"
)

type form struct {
	Causes string    `json:"causes"`
	Rows   []*string `json:"rows"`
}

var bodies []string
var forms = map[string]*form{}

func add(name, causes string, make func(v any, m map[string]any, b string) string) {
	f := &form{Causes: causes}
	for _, b := range bodies {
		var v any
		json.Unmarshal([]byte(b), &v)
		m, _ := v.(map[string]any)
		s := make(v, m, b)
		if s == "" {
			f.Rows = append(f.Rows, nil)
		} else {
			f.Rows = append(f.Rows, &s)
		}
	}
	forms[name] = f
}
func js(v any) string { b, _ := json.Marshal(v); return string(b) }
func drop(v any, gone func(any) bool) any {
	switch t := v.(type) {
	case map[string]any:
		n := map[string]any{}
		for k, x := range t {
			if !gone(x) {
				n[k] = drop(x, gone)
			}
		}
		return n
	case []any:
		n := []any{}
		for _, x := range t {
			n = append(n, drop(x, gone))
		}
		return n
	}
	return v
}
func keys(m map[string]any) []string {
	var ks []string
	for k := range m {
		ks = append(ks, k)
	}
	sort.Strings(ks)
	return ks
}
func main() {
	raw, _ := os.ReadFile("bodies.json")
	json.Unmarshal(raw, &bodies)
	add("map", "body-json-go-map", func(v any, m map[string]any, b string) string { return js(v) })
	add("use number", "body-json-go-map", func(v any, m map[string]any, b string) string {
		d := json.NewDecoder(strings.NewReader(b))
		d.UseNumber()
		var w any
		d.Decode(&w)
		return js(w)
	})
	add("compact", "body-json-compact", func(v any, m map[string]any, b string) string {
		var o bytes.Buffer
		json.Compact(&o, []byte(b))
		return o.String()
	})
	add("indent of text", "body-pretty", func(v any, m map[string]any, b string) string {
		var o bytes.Buffer
		json.Indent(&o, []byte(strings.TrimSpace(b)), "", "  ")
		return o.String()
	})
	add("indent tab of text", "body-pretty", func(v any, m map[string]any, b string) string {
		var o bytes.Buffer
		json.Indent(&o, []byte(strings.TrimSpace(b)), "", "\t")
		return o.String()
	})
	add("indent nothing of text", "body-pretty", func(v any, m map[string]any, b string) string {
		var o bytes.Buffer
		json.Indent(&o, []byte(strings.TrimSpace(b)), "", "")
		return o.String()
	})
	add("html escape", "body-html-escaped", func(v any, m map[string]any, b string) string {
		var o bytes.Buffer
		json.HTMLEscape(&o, []byte(b))
		return o.String()
	})
	add("raw message", "body-html-escaped", func(v any, m map[string]any, b string) string { return js(json.RawMessage(b)) })
	add("encoder indent", "body-pretty", func(v any, m map[string]any, b string) string {
		var o bytes.Buffer
		e := json.NewEncoder(&o)
		e.SetIndent("", "  ")
		e.Encode(v)
		return o.String()
	})
	add("encoder no html", "body-keys-sorted body-trailing-newline", func(v any, m map[string]any, b string) string {
		var o bytes.Buffer
		e := json.NewEncoder(&o)
		e.SetEscapeHTML(false)
		e.Encode(v)
		return o.String()
	})
	add("no nil", "body-json-go-map body-nulls-dropped", func(v any, m map[string]any, b string) string {
		if m == nil {
			return ""
		}
		return js(drop(v, func(x any) bool { return x == nil }))
	})
	add("no zero", "body-json-go-map body-empties-dropped", func(v any, m map[string]any, b string) string {
		if m == nil {
			return ""
		}
		return js(drop(v, func(x any) bool { return x == nil || x == "" || x == false || x == 0.0 }))
	})
	add("sprint values", "body-numbers-as-strings", func(v any, m map[string]any, b string) string {
		if m == nil {
			return ""
		}
		n := map[string]string{}
		for k, x := range m {
			n[k] = fmt.Sprint(x)
		}
		return js(n)
	})
	add("text of text", "body-double-encoded", func(v any, m map[string]any, b string) string { return js(b) })
	add("text of map", "body-json-go-map body-double-encoded", func(v any, m map[string]any, b string) string { return js(js(v)) })
	add("quote", "body-double-encoded", func(v any, m map[string]any, b string) string { return strconv.Quote(b) })
	add("%v", "body-map-tostring", func(v any, m map[string]any, b string) string { return fmt.Sprint(v) })
	add("%#v", "body-map-tostring", func(v any, m map[string]any, b string) string { return fmt.Sprintf("%#v", v) })
	add("without first", "body-member-missing body-json-go-map", func(v any, m map[string]any, b string) string {
		if m == nil {
			return ""
		}
		delete(m, keys(m)[0])
		return js(m)
	})
	add("kv", "body-query-sorted", func(v any, m map[string]any, b string) string {
		var p []string
		for _, k := range keys(m) {
			p = append(p, k+"="+fmt.Sprint(m[k]))
		}
		return strings.Join(p, "&")
	})
	add("kv %v json", "body-query-sorted", func(v any, m map[string]any, b string) string {
		var p []string
		for _, k := range keys(m) {
			s, ok := m[k].(string)
			if !ok {
				s = js(m[k])
			}
			p = append(p, k+"="+s)
		}
		return strings.Join(p, "&")
	})
	add("kv %v json escaped", "body-query-sorted", func(v any, m map[string]any, b string) string {
		if m == nil {
			return ""
		}
		q := url.Values{}
		for k := range m {
			s, ok := m[k].(string)
			if !ok {
				s = js(m[k])
			}
			q.Set(k, s)
		}
		return q.Encode()
	})
	add("kv %f", "body-query-sorted", func(v any, m map[string]any, b string) string {
		var p []string
		for _, k := range keys(m) {
			switch t := m[k].(type) {
			case float64:
				p = append(p, k+"="+strconv.FormatFloat(t, 'f', -1, 64))
			case string:
				p = append(p, k+"="+t)
			default:
				return ""
			}
		}
		return strings.Join(p, "&")
	})
	add("values", "body-values-joined", func(v any, m map[string]any, b string) string {
		s := ""
		for _, k := range keys(m) {
			s += fmt.Sprint(m[k])
		}
		return s
	})
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", " ")
	e.Encode(forms)
}
