package engine

import (
	"cmp"
	"strings"
)

// spoken gives what is wrong with a call's arguments the names that the model gave them: JSON has "filepath" where a
// form has :FILEPATH. What stands between quotation marks is a value and stays as it is.
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
		return renamed(text, names)
	}
}

// renamed has "name" for each :KEY of a text that is a word of its own, and values as JSON writes them.
func renamed(text string, names map[string]string) string {
	text = strings.NewReplacer("T or NIL", "true or false", `("a" "b")`, `["a", "b"]`, `("text" ...)`, `["text", ...]`).
		Replace(text)
	var b strings.Builder
	quoted := false
	for at := 0; at < len(text); {
		c := text[at]
		quoted = quoted != (c == '"' && (at == 0 || text[at-1] != '\\'))
		if c == ':' && !quoted && (at == 0 || strings.IndexByte(" ([", text[at-1]) >= 0) {
			rest := text[at+1:]
			key := rest[:len(rest)-len(strings.TrimLeft(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"))]
			if name, known := names[key]; known {
				b.WriteString(`"` + name + `"`)
				at += 1 + len(key)
				continue
			}
		}
		b.WriteByte(c)
		at++
	}
	return b.String()
}
