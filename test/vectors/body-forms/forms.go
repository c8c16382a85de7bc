// Go's forms of bodies.json, on stdout.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"sort"
	"strings"
)

func number(body string) any {
	decoder := json.NewDecoder(strings.NewReader(body))
	decoder.UseNumber()
	var value any
	decoder.Decode(&value)
	return value
}

func sorted(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func main() {
	text, _ := os.ReadFile("bodies.json")
	var bodies []string
	json.Unmarshal(text, &bodies)
	forms := map[string][]any{}
	add := func(name string, value any) { forms[name] = append(forms[name], value) }
	for _, body := range bodies {
		var value any
		json.Unmarshal([]byte(body), &value)
		add("%v", fmt.Sprintf("%v", value))
		add("%v UseNumber", fmt.Sprintf("%v", number(body)))
		add("%+v", fmt.Sprintf("%+v", value))
		add("%#v", fmt.Sprintf("%#v", value))
		add("%q", fmt.Sprintf("%q", body))
		add("%v []byte", fmt.Sprint([]byte(body)))
		object, ok := value.(map[string]any)
		if !ok {
			for _, name := range []string{"Values.Encode", "k=v sorted", "k=v sorted UseNumber", "k=v sorted, escaped", "values sorted"} {
				add(name, nil)
			}
			continue
		}
		values := url.Values{}
		var joined, joinedNumber, escaped, only []string
		numbers := number(body).(map[string]any)
		for _, k := range sorted(object) {
			values.Set(k, fmt.Sprint(object[k]))
			joined = append(joined, fmt.Sprintf("%s=%v", k, object[k]))
			joinedNumber = append(joinedNumber, fmt.Sprintf("%s=%v", k, numbers[k]))
			escaped = append(escaped, k+"="+url.QueryEscape(fmt.Sprint(object[k])))
			only = append(only, fmt.Sprint(object[k]))
		}
		add("Values.Encode", values.Encode())
		add("k=v sorted", strings.Join(joined, "&"))
		add("k=v sorted UseNumber", strings.Join(joinedNumber, "&"))
		add("k=v sorted, escaped", strings.Join(escaped, "&"))
		add("values sorted", strings.Join(only, ""))
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	encoder.Encode(forms)
	os.Stdout.Write(out.Bytes())
}
