package engine

import (
	"cmp"
	"strings"
)

// spoken gives what is said of a call the names that the model gave its arguments: JSON has "filepath" where a form has
// :FILEPATH. It is for pp's own words, never for what a tool read.
func (d Decoder) spoken(c ToolCall) func(text string) string {
	return func(text string) string {
		names := map[string]string{"CMD": "command", "EXPLANATION": "explanation"}
		args, _ := readArgs(c.Args, ToolSpec{}) // as far as they could be read
		for _, key := range args.Keys() {
			names[key] = strings.ToLower(key)
		}
		spec, _ := d.tool(c.Tool)
		for _, p := range spec.Params {
			names[p.Name] = cmp.Or(p.Wire, strings.ToLower(p.Name))
		}
		parts := strings.Split(text, ":")
		for i, part := range parts[1:] {
			key := part[:len(part)-len(strings.TrimLeft(part, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"))]
			if name, known := names[key]; known {
				parts[i+1] = `"` + name + `"` + part[len(key):]
			} else {
				parts[i+1] = ":" + part
			}
		}
		return strings.NewReplacer("T or NIL", "true or false", `("a" "b")`, `["a", "b"]`, `("text" ...)`, `["text", ...]`).
			Replace(strings.Join(parts, ""))
	}
}
