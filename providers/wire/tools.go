package wire

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"pp/engine"
)

// Tool is a tool that a model may call, with the names that most protocols have.
type Tool struct {
	Name   string          `json:"name"`
	Doc    string          `json:"description"`
	Schema json.RawMessage `json:"parameters"` // of its arguments: one object
	// foreign says that the schema does not come from pp.
	foreign bool
}

// Tools are the tools of a prompt as a model that can call them is told of them. One that may
// change something takes an explanation beside its own arguments, for a person who is asked;
// the instructions say what it is, once for all tools.
func Tools(specs []engine.ToolSpec) []Tool {
	out := make([]Tool, 0, len(specs))
	for _, s := range specs {
		if s.Schema != nil {
			out = append(out, Tool{Name: s.Name, Doc: s.Doc, Schema: s.Schema, foreign: true})
			continue
		}
		params := s.Params
		if !s.ReadOnly {
			params = append(slices.Clip(params), engine.Param{Name: "EXPLANATION", Required: true})
		}
		out = append(out, Tool{Name: s.Name, Doc: s.Doc, Schema: schemaOf(params)})
	}
	return out
}

// schemaOf is the JSON schema of a tool's arguments, as short as it can be. Bounds are not
// in it: some servers refuse them, and the gates say what is wrong with an argument.
func schemaOf(params []engine.Param) json.RawMessage {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{`)
	var required []string
	for i, p := range params {
		name := quoted(strings.ToLower(p.Name))
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(name + ":{" + typeOf(p.Kind))
		if p.Doc != "" {
			b.WriteString(`,"description":` + quoted(p.Doc))
		}
		b.WriteByte('}')
		if p.Required {
			required = append(required, name)
		}
	}
	b.WriteByte('}')
	if len(required) > 0 {
		b.WriteString(`,"required":[` + strings.Join(required, ",") + "]")
	}
	b.WriteByte('}')
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
	case engine.ParamText, engine.ParamPath, engine.ParamURL, engine.ParamJSON:
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
