package wire

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pp/engine"
)

// mostBlamed limits how many of pp's own tools a server may refuse one by one before pp sends it no tools.
const mostBlamed = 3

// leavesOut removes the tools that a server refused from this and later requests, and reports whether there are any.
func (c *Client) leavesOut(r *Request, f *fault) bool {
	var e *ServerError
	known := f.kind == engine.LLMConfig || f.kind == engine.LLMUnavailable
	if len(r.Tools) == 0 || !known || f.spent || !errors.As(f.err, &e) {
		return false
	}
	bad := e.blames(*r)
	if len(bad) == 0 {
		return false
	}
	kept := slices.DeleteFunc(slices.Clone(r.Tools), func(t Tool) bool { return slices.Contains(bad, t.Name) })
	for _, t := range r.Tools {
		if !t.foreign && slices.Contains(bad, t.Name) {
			r.blamed++
		}
	}
	if len(kept) == 0 || r.blamed > mostBlamed {
		return false
	}
	r.Tools = kept
	left := strings.Join(bad[:min(len(bad), 3)], ", ")
	if more := len(bad) - 3; more > 0 {
		left += fmt.Sprintf(" and %d more", more)
	}
	r.addNote(fmt.Sprintf("%s: the server refuses a tool, so pp leaves it out: %s (%s)", c.o.Name, clip(left, maxText),
		clip(e.Message, maxText)))
	c.learn(r.Model, func(l *learned) { l.left = append(slices.Clip(l.left), bad...) })
	return true
}

// offered returns the tools of a prompt without those that the server refused before.
func (c *Client) offered(model string, specs []engine.ToolSpec) []Tool {
	left := c.of(model).left
	return slices.DeleteFunc(Tools(specs), func(t Tool) bool { return slices.Contains(left, t.Name) })
}

// blames returns the tools that a refusal is about: the one that it names, by its name or its number. If it is about a
// schema and names no tool, blames returns the tools whose schemas do not come from pp.
func (e *ServerError) blames(r Request) (bad []string) {
	words := e.Param + " " + e.Message + " " + e.Code
	has := HasAny(strings.ToLower(words))
	if has("tool call", "tool_call", "tool_use_failed", "thought_signature") { // an error about the model's output
		return nil
	}
	for _, numbered := range toolNumbers {
		if m := numbered.FindStringSubmatch(words); m != nil {
			if n, err := strconv.Atoi(m[1]); err == nil && n < len(r.Tools) {
				return []string{r.Tools[n].Name}
			}
		}
	}
	ofSchema := has("schema", "parameters", "properties", "invalid tool", "invalid function", "function name", "tool name")
	for _, t := range r.Tools {
		if ofSchema && names(words, t.Name) {
			bad = append(bad, t.Name)
		}
	}
	aboutTools := has("tool", "function")
	if unnamed := has("schema") && (aboutTools || len(r.Schema) == 0) || has("parameters") && aboutTools; !unnamed ||
		len(bad) > 0 {
		return bad
	}
	for _, t := range r.Tools {
		if t.foreign {
			bad = append(bad, t.Name)
		}
	}
	return bad
}

// names reports whether words name a tool: in quotes, or bare if the name cannot be an ordinary word.
func names(words, tool string) bool {
	for _, quote := range []string{"'", `"`, "`"} {
		if strings.Contains(words, quote+tool+quote) {
			return true
		}
	}
	if !strings.Contains(tool, "__") {
		return false
	}
	for rest := words; ; {
		before, after, found := strings.Cut(rest, tool)
		if !found {
			return false
		}
		if !strings.HasSuffix(before, "_") && (after == "" || strings.IndexFunc(after[:1], notInNames) == 0) {
			return true
		}
		rest = after
	}
}

// toolNumbers are patterns for the ways in which servers name a tool by its number, the innermost first.
var toolNumbers = []*regexp.Regexp{
	regexp.MustCompile(`(?i)function_?declarations[.\[](\d{1,4})\b`),
	regexp.MustCompile(`\btools[.\[](\d{1,4})\b`),
}
