// Command instant is a model that answers at once, for measuring what everything
// else takes: an OpenAI-compatible server on loopback. It prints its address. With
// the address of one that runs, it prints the size in bytes of the last prompt
// that came there.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync/atomic"
)

const stream = `data: {"id":"1","object":"chat.completion.chunk","model":"instant","choices":[{"index":0,` +
	`"delta":{"role":"assistant","content":"The capital of France is Paris."},"finish_reason":null}]}

data: {"id":"1","object":"chat.completion.chunk","model":"instant","choices":[{"index":0,"delta":{},` +
	`"finish_reason":"stop"}],"usage":null}

data: {"id":"1","object":"chat.completion.chunk","model":"instant","choices":[],` +
	`"usage":{"prompt_tokens":100,"completion_tokens":7,"total_tokens":107}}

data: [DONE]

`

func main() {
	if len(os.Args) > 1 {
		res, err := http.Get(os.Args[1] + "/sent")
		if err != nil {
			log.Fatal(err)
		}
		io.Copy(os.Stdout, res.Body)
		return
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	var sent atomic.Int64
	http.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		sent.Store(n)
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, stream)
	})
	http.HandleFunc("GET /sent", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, sent.Load()) })
	fmt.Println("http://" + ln.Addr().String())
	log.Fatal(http.Serve(ln, nil))
}
