package providertest

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/enginetest"
	"pp/providers/wire"
)

// vendorPackages is the directory in which .ci/run installed what other people wrote of
// the protocols: a server that imitates the services, and their own client libraries. The
// variable that names it is set where that could be done.
func vendorPackages(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("PP_VENDOR_PACKAGES")
	if _, err := exec.LookPath("node"); err != nil || dir == "" {
		enginetest.Skip(t, os.Getenv, err == nil && dir != "", "node, and PP_VENDOR_PACKAGES as .ci/run sets it")
	}
	return filepath.Join(dir, "node_modules")
}

// imitation starts the server that nobody here wrote, with replies by what the person says.
func imitation(t *testing.T, replies string) (base string) {
	t.Helper()
	modules := vendorPackages(t)
	file := filepath.Join(t.TempDir(), "replies.json")
	if err := os.WriteFile(file, []byte(replies), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, "node", filepath.Join(modules, "@copilotkit/aimock/dist/cli.js"), "-p", "0", "-f",
		file,
		"--strict", "--validate-on-load", "-c", "5")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(); _ = cmd.Wait() })
	listening := regexp.MustCompile(`listening on (http://127\.0\.0\.1:\d+)`)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			go func() { // ends with the server, which must not be blocked by what it prints
				for lines.Scan() {
				}
			}()
			return m[1]
		}
	}
	t.Fatal("the server ended before it listened")
	return ""
}

// mockReplies are the replies of the imitation by the words of the person.
//
//go:embed testdata/mock.json
var mockReplies string

// mockBase is where the imitation has a protocol.
func mockBase(base string, p Protocol) string {
	if p.Name == "openai" {
		return base + "/v1"
	}
	return base
}

// TestServerNobodyHereWrote: a published imitation of the services takes every request, and
// what it streams is read as what it means.
func TestServerNobodyHereWrote(t *testing.T) {
	base := imitation(t, mockReplies)
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			o := Options(mockBase(base, p))
			o.Limits, o.Images = wire.Limits{}, true
			o.Sleep = func(context.Context, time.Duration) error { return nil }
			for _, tc := range mockCases(p) {
				prompt := Calling()
				prompt.Turns = []engine.Turn{{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: tc.asked}}
				if tc.turns != nil {
					prompt.Turns = tc.turns
				}
				prompt.Last = ""
				reply, err := ask(t, p.New(o), prompt)
				var le *engine.LLMError
				if tc.says != "" {
					if !errors.As(err, &le) || le.Kind != tc.kind || !strings.Contains(err.Error(), tc.says) {
						t.Errorf("%s: %+v, %v", tc.asked, reply, err)
					}
					continue
				}
				if err != nil || reply.Text != tc.text || !slices.Equal(withoutIDs(p, reply.Calls), withoutIDs(p, tc.calls)) {
					t.Errorf("%s: %+v, %v", tc.asked, reply, err)
				}
				if tc.used != (engine.Usage{}) && reply.Usage != tc.used {
					t.Errorf("%s: used %+v", tc.asked, reply.Usage)
				}
				if tc.kept != "" && p.Name == "anthropic" && reply.Kept.Data != tc.kept {
					t.Errorf("%s: kept %s", tc.asked, reply.Kept.Data)
				}
			}
		})
	}
}

// withoutIDs leaves out the identifiers where the imitation gives none.
func withoutIDs(p Protocol, calls []engine.ToolCall) []engine.ToolCall {
	out := slices.Clone(calls)
	for i := range out {
		if p.Name == "ollama" {
			out[i].ID = ""
		}
	}
	return out
}

// mockCase is something that is asked of the imitation, and what comes of it.
type mockCase struct {
	asked string
	turns []engine.Turn
	text  string
	calls []engine.ToolCall
	used  engine.Usage
	kept  string
	kind  engine.LLMKind
	says  string // of an error
}

func mockCases(p Protocol) []mockCase {
	call := func(n int, tool, args string) engine.ToolCall {
		return engine.ToolCall{ID: fmt.Sprint("call_", n), Tool: tool, Args: args}
	}
	one := []engine.ToolCall{call(1, "read-file", `{"filepath":"a"}`)}
	cases := []mockCase{
		{asked: "say hello", text: "Grüße, 世界 🌍\nand <more> \"text\".", used: p.mockUsage()},
		{asked: "think first", text: "Done."},
		{asked: "one call", calls: []engine.ToolCall{call(1, "read-file", `{"filepath":"Grüße \"世界\" 🌍.go"}`)}},
		{asked: "think and call", text: "I look.", calls: one, kept: `[{"kind":"redacted_thinking",` +
			`"text":"REDACTED"},{"kind":"thinking","text":"secret reasoning","sign":"SIGNED"}]`},
		{asked: "call before words", text: "I looked.", calls: one},
		{asked: "four calls", text: "I look.", calls: []engine.ToolCall{one[0], call(2, "read-file",
			`{"filepath":"b","start":2}`), call(3, "run-tests", `{}`), call(4, "read-file", `{"filepath":"d"}`)}},
		{asked: "too many requests", kind: engine.LLMTryLater, says: "slow down"},
		{asked: "bad request", kind: engine.LLMConfig, says: "that is wrong"},
		{asked: "a picture", turns: pictured("image/png").Turns, text: "A horse."},
		{asked: "a conversation with calls", turns: Calling().Turns, text: "All is fine."},
	}
	refuse := map[string]string{"anthropic": "decline", "openai": "refuse", "gemini": "refuse"}[p.Name]
	if refuse != "" { // Ollama has no word for it, and the imitation ends every reply of its as whole
		cases = append(cases, mockCase{asked: refuse, text: "No."}, mockCase{asked: "too long", text: "No."})
	}
	return cases
}

// mockUsage is what the imitation says that a reply used; for Ollama it says nothing.
func (p Protocol) mockUsage() engine.Usage {
	if p.Name == "ollama" {
		return engine.Usage{}
	}
	return engine.Usage{Input: 120, Output: 34}
}

// vendorTypes are the types that the vendors' own libraries give a request.
var vendorTypes = map[string]struct{ imports, of string }{
	"openai": {`import type OpenAI from "openai";`, "OpenAI.ChatCompletionCreateParamsStreaming"},
	"anthropic": {`import type Anthropic from "@anthropic-ai/sdk";`,
		"Anthropic.MessageCreateParamsStreaming"},
	"gemini": {`import type { Content, GenerationConfig, Tool } from "@google/genai";`,
		"{ systemInstruction?: Content; contents: Content[]; tools?: Tool[]; generationConfig?: GenerationConfig }"},
	"ollama": {`import type { ChatRequest } from "ollama";`, "ChatRequest"},
}

// serverOnly are fields that Ollama's server has and its library's types lack.
var serverOnly = regexp.MustCompile(`"(truncate|shift)":false,?|"id":"[^"]*",|,"tool_call_id":"[^"]*"`)

// TestRequestsHaveTheVendorsTypes: every kind of request is one by the types of the
// vendor's own library, in which no field may stand that it does not know.
func TestRequestsHaveTheVendorsTypes(t *testing.T) {
	modules := vendorPackages(t)
	dir := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, p := range All() {
		types := vendorTypes[p.Name]
		text := types.imports + "\n"
		for i, prompt := range vendorPrompts(t, p) {
			sent := Sent(t, p, wire.Options{Images: true}, prompt)
			if p.Name == "ollama" {
				sent = strings.ReplaceAll(serverOnly.ReplaceAllString(sent, ""), ",}", "}")
			}
			if !json.Valid([]byte(sent)) {
				t.Fatalf("not JSON: %s", sent)
			}
			text += fmt.Sprintf("export const r%d = %s satisfies %s;\n", i, sent, types.of)
		}
		// What is wrong is seen.
		text += "// @ts-expect-error\nexport const wrong = {\"nonsense\":1} satisfies " + types.of + ";\n"
		file := filepath.Join(dir, p.Name+".ts")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	checkTypes(t, modules, dir, files...)
}

// checkTypes has the compiler look at files in a directory.
func checkTypes(t *testing.T, modules, dir string, files ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(modules, ".bin", "tsc"), append([]string{"--noEmit", "--strict",
		"--skipLibCheck", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "--types", ""}, files...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// vendorPrompts are prompts with everything that a request can have.
func vendorPrompts(t *testing.T, p Protocol) []engine.Prompt {
	bounded := Calling()
	bounded.MaxTokens = 50
	plain := Conversation()
	plain.Schema = json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],` +
		`"additionalProperties":false}`)
	schema := Calling()
	schema.Schema = plain.Schema
	out := []engine.Prompt{Prompt(), Conversation(), bounded, plain, schema, pictured("image/png")}
	if p.Name != "ollama" {
		out = append(out, pictured("image/png", engine.PDF))
	}
	if p.Name == "openai" {
		return out // OpenAI's own models never give reasoning to keep
	}
	reply := calling(t, p, Respond(200, p.Calls(p.Called, "I look.", 5, fourCalls(p)...), "Content-Type: "+p.Type))
	thought := Calling()
	thought.Turns = append(thought.Turns, engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent,
		Text: reply.Text, Calls: reply.Calls, Kept: reply.Kept})
	return append(out, thought)
}
