// go run . ORIGIN verifies a whole archive; go run . --vectors DIR says what it thinks of the test vectors.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

var exit = 0

func say(what string, holds bool) {
	if fmt.Println(what + ": " + map[bool]string{true: "valid", false: "not valid"}[holds]); !holds {
		exit = 1
	}
}
func get(into any, address string, args ...any) []byte {
	answer, err := http.Get(fmt.Sprintf(os.Args[1]+address, args...))
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if json.Unmarshal(raw, into) != nil || err != nil || answer.StatusCode != 200 {
		panic(address + " gave no document")
	}
	return raw
}
func main() {
	if os.Args[1] == "--vectors" {
		for _, name := range []string{"pages", "manifests", "keys", "checkpoints"} {
			var vectors []vector
			raw, _ := os.ReadFile(os.Args[2] + "/" + name + ".json")
			if err := json.Unmarshal(raw, &vectors); err != nil {
				panic(err)
			}
			for _, v := range vectors {
				switch name {
				case "pages":
					say(name+": "+v.Name, pageOK([]byte(v.Response)))
				case "manifests":
					say(name+": "+v.Name, manifestOK(v.Manifest, v.Blocks))
				case "keys":
					say(name+": "+v.Name, keysOK(v.Keys))
				default:
					say(name+": "+v.Name, checkpointOK(v.Origin, v.Keys, *v.Checkpoint))
				}
			}
		}
		return
	}
	var d, c vector
	get(&d, "/.well-known/morrowkin-protocol.json")
	get(&c, "/api/community/archive/checkpoint")
	say("keys", keysOK(d.Keys))
	say("checkpoint", checkpointOK(d.Origin, d.Keys, c))
	for n, dataset := range sets {
		var m manifest
		get(&m, "/api/community/archive/manifest?dataset=%s", dataset)
		blocks := make([]block, len(m.Blocks))
		for b := range blocks {
			get(&blocks[b], "/api/community/archive/manifest?dataset=%s&block=%d", dataset, b)
			for _, p := range blocks[b].Pages {
				var got page
				raw := get(&got, "/api/community/archive?dataset=%s&after=%d", dataset, p.After)
				say(fmt.Sprintf("%s %d", dataset, p.After), pageOK(raw) && got.SHA256 == p.SHA256 && len(got.Records) == p.Count)
			}
		}
		say(dataset+" manifest", manifestOK(m, blocks) && strings.Split(c.Body, "\n")[4+n] == fmt.Sprintf("%s %d %d %s", dataset, m.Records, m.Pages, m.Root))
	}
	os.Exit(exit)
}
