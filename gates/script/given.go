package script

import "strings"

// injection reports text of a script that anybody can choose.
func (f *File) injection(name string, line, col int) {
	f.problem(line, col, "script-injection", "The text of "+name+", which anybody can choose, becomes a part of "+
		"this script; give it to the step as a variable of the environment, and use that.")
}

// givenText reports text of a script that is chosen by who starts it, or calls it.
func (f *File) givenText(name string, line, col int) {
	f.report(Problem{line, col, "script-input", "The text of " + name + ", which whoever starts or calls this can " +
		"choose, becomes a part of this script; give it to the step as a variable of the environment, and use that.", true})
}

// declare keeps whether the forge itself sees to it that an input is a number, or one of the texts that the file lists.
func (f *workflow) declare(name string, input *yamlNode) {
	closed := input.get("regex") != nil
	for _, key := range [...]string{"options", "values", "enum"} {
		closed = closed || len(input.get(key).list()) > 0
	}
	switch input.get("type").str() {
	case "boolean", "number", "integer", "environment":
		closed = true
	}
	if f.closed == nil {
		f.closed = map[string]bool{}
	}
	name = strings.ToLower(name)
	before, twice := f.closed[name]
	f.closed[name] = closed && (before || !twice)
}

// given is the part of an expression whose text is chosen by who starts a run, labels or calls; "" where there is none,
// or where it is compared and not written.
func (f *workflow) given(s string, depth int) string {
	if depth > maxExpression {
		f.exhaust()
	}
	if !f.spend(1 + len(s)/64) {
		return ""
	}
	for _, either := range splitOutside(s, "||") {
		parts := splitOutside(either, "&&")
		part := strings.TrimSpace(parts[len(parts)-1])
		if name, args, call := strings.Cut(part, "("); call && strings.HasSuffix(args, ")") {
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "", "format", "join", "tojson", "fromjson":
				for _, a := range splitOutside(args[:len(args)-1], ",") {
					if name := f.given(a, depth+1); name != "" {
						return name
					}
				}
			}
			continue
		}
		if !strings.ContainsAny(part, "=<>!") && f.byRight(indexed(strings.ToLower(part))) {
			return part
		}
	}
	return ""
}

// byRight reports whether a name in small letters is of text that somebody chooses who has a right to, such as to start
// a run by hand, to label, or to release.
func (f *workflow) byRight(name string) bool {
	rest, event := strings.CutPrefix(name, "github.event.")
	of := "inputs."
	switch f.kind {
	case KindAzure:
		of = "parameters."
	case KindCircle:
		of = "pipeline.parameters."
	}
	if input, ok := strings.CutPrefix(rest, of); ok {
		return !f.closed["inputs."+input]
	}
	first, _, _ := strings.Cut(rest, ".")
	if !event || first == "client_payload" {
		return event
	}
	switch rest[strings.LastIndexByte(rest, '.')+1:] {
	case "name", "tag_name":
		return strings.Contains(rest, "label") || first == "release"
	case "description":
		return strings.Contains(rest, "label") || strings.Contains(rest, "milestone")
	}
	return strings.HasSuffix(rest, ".note")
}
