// Package main verifies an archive with Go's standard library. This file has every check; main.go reads what they are for.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

type key struct{ ID, PublicKey, From, SignedBy, Signature string }
type page struct {
	After, Count int
	SHA256       string
	Records      []json.RawMessage
}
type block struct {
	SHA256 string
	Pages  []page
}
type listed struct {
	Index, After, Pages int
	SHA256              string
}
type manifest struct {
	Records, Pages int
	Root           string
	Blocks         []listed
}
type vector struct {
	Name, Response, Origin, Body, Signature, KeyID string
	Manifest                                       manifest
	Blocks                                         []block
	Keys                                           []key
	Checkpoint                                     *vector
}

var sets = strings.Fields("claims checks threads posts precedents challenges lineage observations check_reviews resolutions")
var form = regexp.MustCompile(`^morrowkin-checkpoint/1\n[^\n]+\n\d+\n[0-9TZ:.-]+\n` + strings.Join(sets, ` \d+ \d+ [0-9a-f]{64}\n`) + ` \d+ \d+ [0-9a-f]{64}\n$`)

func sha(data string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(data))) }

func signed(publicKey, text, signature string) bool {
	raw, e1 := base64.StdEncoding.DecodeString(publicKey)
	sig, e2 := base64.StdEncoding.DecodeString(signature)
	return e1 == nil && e2 == nil && len(raw) == 32 && ed25519.Verify(raw, []byte(text), sig)
}
func pageOK(raw []byte) bool {
	var p page
	start, end := bytes.Index(raw, []byte(`"records":`))+10, bytes.LastIndex(raw, []byte(`,"gone":`))
	return json.Unmarshal(raw, &p) == nil && end > start && p.SHA256 == sha(string(raw[start:end]))
}
func manifestOK(m manifest, blocks []block) bool {
	all, pages, records, good := "", 0, 0, len(m.Blocks) == len(blocks)
	for n := 0; good && n < len(blocks); n++ {
		inner := ""
		for _, p := range blocks[n].Pages {
			good = good && p.After == 100*pages
			inner, pages, records = inner+p.SHA256+"\n", pages+1, records+p.Count
		}
		all += sha(inner) + "\n"
		good = good && blocks[n].SHA256 == sha(inner) && m.Blocks[n] == listed{n, n * 10000, len(blocks[n].Pages), sha(inner)}
	}
	return good && m.Root == sha(all) && m.Pages == pages && m.Records == records
}
func keysOK(keys []key) bool {
	good := len(keys) > 0
	for n, k := range keys {
		raw, _ := base64.StdEncoding.DecodeString(k.PublicKey)
		text := strings.Join([]string{"morrowkin-key/1", k.SignedBy, k.ID, k.PublicKey, k.From, ""}, "\n")
		good = good && k.ID == "key_"+sha(string(raw))[:16] && (n == 0 || k.SignedBy == keys[n-1].ID && signed(keys[n-1].PublicKey, text, k.Signature))
	}
	return good
}
func checkpointOK(origin string, keys []key, c vector) (good bool) {
	for _, k := range keys {
		good = good || k.ID == c.KeyID && form.MatchString(c.Body) && strings.Split(c.Body, "\n")[1] == origin && signed(k.PublicKey, c.Body, c.Signature)
	}
	return good
}
