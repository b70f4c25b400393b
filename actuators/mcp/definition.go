package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/engine"
)

// Bounds of what is taken from a server's list of tools.
const (
	maxTools       = 256       // of one server
	maxDefinition  = 48 << 10  // bytes of one tool, its schema included
	maxDefinitions = 512 << 10 // of all tools of a server
	maxDoc         = 1500      // bytes of a description that a model is told
	maxName        = 64        // bytes of a tool's name with its server's, as services for models take them
	maxOwnName     = 128       // bytes of a tool's name as its server has it
	maxPages       = 64        // of a list
)

// Definition is all that a server says of a tool, as it is pinned.
type Definition struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	Input       json.RawMessage `json:"input"`
	Output      json.RawMessage `json:"output,omitempty"`
	Annotations json.RawMessage `json:"annotations,omitempty"`
}

// definitionOf takes over a tool, every part of it in its canonical form.
func definitionOf(t *mcp.Tool) (Definition, error) {
	d := Definition{Name: t.Name, Title: t.Title, Description: t.Description}
	var err error
	for _, part := range []struct {
		value any
		to    *json.RawMessage
	}{{t.InputSchema, &d.Input}, {t.OutputSchema, &d.Output}, {t.Annotations, &d.Annotations}} {
		if part.value == nil || part.value == any((*mcp.ToolAnnotations)(nil)) {
			continue
		}
		data, marshalErr := json.Marshal(part.value)
		if marshalErr != nil {
			err = marshalErr
			continue
		}
		text, canonErr := engine.CanonicalJSON(string(data))
		err = errors.Join(err, canonErr)
		*part.to = json.RawMessage(text)
	}
	if err != nil {
		return d, fmt.Errorf("the tool %q cannot be read: %w", engine.Clip(t.Name, 60), err)
	}
	if size := len(d.text()); size > maxDefinition {
		return d, fmt.Errorf("the tool %q has a definition of %d bytes; at most %d are taken", engine.Clip(t.Name, 60), size,
			maxDefinition)
	}
	return d, nil
}

// text is the definition as it is hashed.
func (d Definition) text() []byte {
	data, _ := json.Marshal(d)
	return data
}

// Hash is SHA-256 over all of it, in hexadecimal.
func (d Definition) Hash() string { return hashOf(d.text()) }

// setHash is a hash over all definitions: names, descriptions, schemas, and which there are.
func setHash(list []Definition) string {
	hashes := make([]string, len(list))
	for i, d := range list {
		hashes[i] = d.Name + "\x00" + d.Hash()
	}
	slices.Sort(hashes)
	data, _ := json.Marshal(hashes)
	return hashOf(data)
}

// checkSet refuses a list that cannot be told apart or is too large, and sorts it.
func checkSet(list []Definition) error {
	slices.SortFunc(list, func(a, b Definition) int { return strings.Compare(a.Name, b.Name) })
	total := 0
	for i, d := range list {
		total += len(d.text())
		if i > 0 && list[i-1].Name == d.Name {
			return fmt.Errorf("it lists the tool %q twice", engine.Clip(d.Name, 60))
		}
		if unshown := func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }; d.Name == "" ||
			len(d.Name) > maxOwnName || strings.ContainsFunc(d.Name, unshown) {
			return fmt.Errorf("it lists a tool with the name %q, which is none: at most %d bytes, all of which show",
				engine.Clip(d.Name, 60), maxOwnName)
		}
	}
	if len(list) > maxTools || total > maxDefinitions {
		return fmt.Errorf("it lists %d tools with %d bytes; at most %d with %d bytes are taken", len(list), total, maxTools,
			maxDefinitions)
	}
	return nil
}

// destroys reports whether the server itself says that a tool destroys something. Nothing else that it says about a
// tool's effects counts: it would only make calls easier.
func (d Definition) destroys() bool {
	var a struct {
		DestructiveHint bool `json:"destructiveHint"`
	}
	return json.Unmarshal(d.Annotations, &a) == nil && a.DestructiveHint
}

// toolName is the name under which a tool is offered, lower case, with nothing in it that a service for models refuses.
func toolName(server, tool string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		case r >= 'A' && r <= 'Z':
			return unicode.ToLower(r)
		}
		return '_'
	}, tool)
	name := engine.ServerPrefix + server + "__" + clean
	if len(name) > maxName {
		name = marked(name, tool)
	}
	return name
}

// marked is a name that no other tool has, since it ends with a hash of the tool's own.
func marked(name, tool string) string {
	return name[:min(len(name), maxName-9)] + "_" + hashOf([]byte(tool))[:8]
}

// doc is a tool's description for a model: text that somebody else wrote, in one line that says so, without what does
// not show.
func (d Definition) doc(server string) string {
	text := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, strings.ToValidUTF8(d.Description, ""))
	text = engine.Clip(strings.Join(strings.Fields(text), " "), maxDoc)
	return strings.TrimSpace("[of the MCP server " + server + ", which wrote this] " + text)
}
