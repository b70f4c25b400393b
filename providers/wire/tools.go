package wire

import (
	"bytes"
	"encoding/json"
	"strings"

	"pp/engine"
)

// Tool is a tool that a model may call.
type Tool struct {
	Name   string          `json:"name"`
	Doc    string          `json:"description"`
	Schema json.RawMessage `json:"parameters"` // of its arguments: one object
}

// explanation is what every tool takes beside its own arguments: a person who is asked
// reads it. The instructions say what it is, once for all tools.
const explanation = `"explanation":{"type":"string"}`

// Tools are the tools of a prompt as a model that can call them is told of them.
func Tools(specs []engine.ToolSpec) []Tool {
	out := make([]Tool, 0, len(specs))
	for _, s := range specs {
		out = append(out, Tool{Name: s.Name, Doc: s.Doc, Schema: schemaOf(s.Params)})
	}
	return out
}

// schemaOf is the JSON schema of a tool's arguments, as short as it can be. Bounds are not
// in it: some servers refuse them, and the gates say what is wrong with an argument.
func schemaOf(params []engine.Param) json.RawMessage {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{`)
	required := `"explanation"`
	for _, p := range params {
		name := strings.ToLower(p.Name)
		b.WriteString(quoted(name) + ":{" + typeOf(p.Kind))
		if p.Doc != "" {
			b.WriteString(`,"description":` + quoted(p.Doc))
		}
		b.WriteString("},")
		if p.Required {
			required += "," + quoted(name)
		}
	}
	b.WriteString(explanation + `},"required":[` + required + `]}`)
	return b.Bytes()
}

func typeOf(k engine.ParamKind) string {
	switch k {
	case engine.ParamInteger:
		return `"type":"integer"`
	case engine.ParamBool:
		return `"type":"boolean"`
	case engine.ParamTexts:
		return `"type":"array","items":{"type":"string"}`
	case engine.ParamText, engine.ParamPath, engine.ParamURL:
	}
	return `"type":"string"`
}

func quoted(text string) string {
	data, err := encode(text)
	if err != nil {
		return `""` // a string always has a JSON form
	}
	return string(data)
}
