package reply

import (
	"slices"
	"strings"
)

// Tool lists a tool's arguments by their names, upper case.
type Tool struct {
	Params   []string
	Required []string // of Params
	Texts    []string // of Params: those that are nothing but text
}

// Tools are the tools by name, lower case.
type Tools map[string]Tool

// Find finds a tool by the name that a model gives it: in any case, with underscores for dashes, with a namespace in
// front (functions.read_file, default_api:read-file). It finds none if the name fits several tools equally well.
func (t Tools) Find(name string) (string, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if _, ok := t[name]; ok {
		return name, true
	}
	for _, want := range []string{dashed(name), dashed(Bare(name))} {
		var found []string
		for tool := range t {
			if dashed(tool) == want {
				found = append(found, tool)
			}
		}
		if len(found) > 0 {
			return found[0], len(found) == 1
		}
	}
	return name, false
}

func dashed(name string) string { return strings.ReplaceAll(name, "_", "-") }

// Bare returns a tool's name without the namespace that some models put before it, such as default_api: or functions.
func Bare(name string) string {
	if at := strings.LastIndexByte(name, ':'); at >= 0 && strings.Trim(name[at+1:], "0123456789") == "" {
		name = name[:at] // functions.read_file:0
	}
	return name[strings.LastIndexAny(name, ":.")+1:]
}

// usage lists what a tool takes, as it is shown to a model.
func (t Tools) usage(name string) string {
	var list []string
	for _, p := range t[name].Params {
		if slices.Contains(t[name].Required, p) {
			list = append(list, ":"+p)
		} else {
			list = append(list, "[:"+p+"]")
		}
	}
	if list == nil {
		return "no arguments"
	}
	return strings.Join(list, " ")
}

// param is an argument's name as the tool spells it.
func (t Tools) param(tool, name string) (string, bool) {
	name = strings.ToUpper(dashed(strings.TrimPrefix(name, ":")))
	return name, slices.Contains(t[tool].Params, name)
}

// shells are names by which models know a shell.
var shells = []string{"bash", "sh", "terminal", "execute-command", "run-command", "exec", "run-shell-command",
	"shell-command", "execute-bash", "run-terminal-cmd", "command"}

// callable finds a tool as Find does, and the shell under the names that other agents give it.
func (t Tools) callable(name string) (string, bool) {
	tool, known := t.Find(name)
	if !known && slices.Contains(shells, dashed(tool)) {
		return t.Find("shell")
	}
	return tool, known
}
