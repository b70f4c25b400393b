package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// beServer becomes `pp mcp serve` where the home says so, else the server of notes.
func beServer() {
	if pp, err := os.ReadFile(filepath.Join(os.Getenv("HOME"), "serve")); err == nil {
		_ = syscall.Exec(string(pp), []string{"pp", "mcp", "serve"}, os.Environ())
	}
	serveNotes(os.Stdin, os.Stdout)
}

// serveNotes is an MCP server with one tool, for the form that an agent's hook gives to
// the tools of such servers.
func serveNotes(in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var request struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Version string `json:"protocolVersion"`
			} `json:"params"`
		}
		if json.Unmarshal(lines.Bytes(), &request) != nil || request.ID == nil {
			continue
		}
		answer := object{}
		switch request.Method {
		case "initialize":
			answer = object{"protocolVersion": request.Params.Version, "capabilities": object{"tools": object{}},
				"serverInfo": object{"name": "notes", "version": "1"}}
		case "tools/list":
			schema := object{"type": "object", "required": []string{"text"},
				"properties": object{"text": object{"type": "string"}}}
			answer["tools"] = []object{{"name": "add_note", "description": "adds a note", "inputSchema": schema}}
		case "tools/call":
			answer["content"] = []object{{"type": "text", "text": "it was noted"}}
		}
		text, _ := json.Marshal(object{"jsonrpc": "2.0", "id": request.ID, "result": answer})
		if _, err := out.Write(append(text, '\n')); err != nil {
			return
		}
	}
}
