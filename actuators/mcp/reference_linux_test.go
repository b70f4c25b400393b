package mcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

// reference is where npm installed the protocol's reference servers, with --prefix; PP_MCP_SERVERS names it.
func reference(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("PP_MCP_SERVERS")
	bin := filepath.Join(dir, "node_modules/.bin/mcp-server-"+name)
	if _, err := os.Stat(bin); err != nil || dir == "" {
		enginetest.Skip(t, os.Getenv, false, "the npm package @modelcontextprotocol/server-%s below PP_MCP_SERVERS", name)
	}
	return bin
}

// TestReferenceServers: the protocol's own servers work in the sandbox that their entries grant.
func TestReferenceServers(t *testing.T) {
	for _, c := range []struct {
		server, tool, args, want string
		effects, more            []string
	}{
		{server: "everything", tool: "echo", args: `{"message":"hello"}`, want: "hello"},
		{server: "everything", tool: "get-sum", args: `{"a":2.5,"b":40}`, want: "42.5"},
		{server: "everything", tool: "get-tiny-image", args: `{}`, want: "a picture: image/png"},
		{server: "everything", tool: "get-structured-content", args: `{"location":"New York"}`, want: "temperature"},
		{server: "filesystem", tool: "read_text_file", args: `{"path":"a.txt"}`, want: "alpha",
			effects: []string{"read workspace"}},
		{server: "filesystem", tool: "write_file", args: `{"path":"new.txt","content":"x"}`, want: "Successfully wrote",
			effects: []string{"write workspace"}},
		{server: "filesystem", tool: "read_multiple_files", args: `{"paths":["a.txt",".env"]}`, want: "alpha",
			effects: []string{"read workspace"}},
		{server: "filesystem", tool: "edit_file",
			args: `{"path":"a.txt","edits":[{"oldText":"alpha","newText":"beta"}]}`, want: "beta",
			effects: []string{"write workspace"}},
		{server: "memory", tool: "create_entities", want: "Ann", effects: []string{"write workspace"},
			args: `{"entities":[{"name":"Ann","entityType":"person","observations":["likes tea"]}]}`},
	} {
		t.Run(c.server+" "+c.tool, func(t *testing.T) {
			bin := reference(t, c.server)
			y := newYard(t)
			var args []string
			if c.server == "filesystem" {
				args = []string{y.ws}
			}
			set := y.set(c.effects, bin, args...)
			set.servers[0].Env = append(set.servers[0].Env, Variable{"MEMORY_FILE_PATH", secretOf(y.ws + "/memory.json")})
			if err := set.Learn(t.Context(), "spy"); err != nil {
				t.Fatal(err)
			}
			args2 := strings.NewReplacer(`"a.txt"`, quoted(y.ws+"/a.txt"), `"new.txt"`, quoted(y.ws+"/new.txt"), `".env"`,
				quoted(y.ws+"/.env")).Replace(c.args)
			got, err := call(t, set, y.facts(), toolName("spy", c.tool), args2)
			if err != nil || !strings.Contains(got, c.want) || strings.Contains(got, "KEY=secret") {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func quoted(text string) string {
	data, _ := json.Marshal(text)
	return string(data)
}

// TestReferenceResources: resources and prompts of the protocol's own server.
func TestReferenceResources(t *testing.T) {
	bin := reference(t, "everything")
	y := newYard(t)
	set := y.set(nil, bin)
	list, err := set.Resources(t.Context(), "spy")
	if err != nil || len(list) == 0 {
		t.Fatalf("%v, %v", list, err)
	}
	parts, err := set.Resource(t.Context(), "spy", list[0].URI)
	if err != nil || len(parts) == 0 || parts[0].Text == "" {
		t.Errorf("%+v, %v", parts, err)
	}
	prompts, err := set.Prompts(t.Context(), "spy")
	if err != nil || len(prompts) == 0 {
		t.Fatalf("%v, %v", prompts, err)
	}
	for _, p := range prompts {
		args := map[string]string{}
		for _, a := range p.Args {
			args[a.Name] = "1"
		}
		if got, err := set.Prompt(t.Context(), "spy", p.Name, args); err != nil || len(got) == 0 {
			t.Logf("%s: %+v, %v", p.Name, got, err)
		}
	}
	if _, err := set.Resource(t.Context(), "spy", "demo://nothing"); err == nil {
		t.Error("what is not there was read")
	}
}
