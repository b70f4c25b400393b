// Command minimal is what pp is compared with: it sends one prompt to an
// OpenAI-compatible server with net/http and prints the answer.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	body, err := json.Marshal(map[string]any{"model": "instant", "stream": true,
		"messages": []map[string]string{{"role": "user", "content": strings.Join(os.Args[2:], " ")}}})
	if err != nil {
		log.Fatal(err)
	}
	res, err := http.Post(os.Args[1]+"/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	var answer strings.Builder
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok || data == "[DONE]" {
			continue
		}
		var chunk struct {
			Choices []struct{ Delta struct{ Content string } }
		}
		if err := json.Unmarshal([]byte(data), &chunk); err != nil {
			log.Fatal(err)
		}
		for _, c := range chunk.Choices {
			answer.WriteString(c.Delta.Content)
		}
	}
	fmt.Println(answer.String())
}
