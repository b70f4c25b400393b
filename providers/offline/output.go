package offline

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"pp/engine/effect"
	"pp/sexp"
)

// printed is what a command printed, as a person wants to read it: its output,
// and how it ended unless that was well. The shell's result begins with a
// property list of how it ended.
func printed(result string) string {
	r := sexp.NewReader(result, sexp.Limits{})
	v, err := r.Next()
	ended, notPlist := sexp.AsPlist(v)
	if err != nil || notPlist != nil {
		return result
	}
	_, end := r.Span()
	output := strings.TrimPrefix(result[end:], "\n")
	var lines []string
	if output != "" {
		lines = append(lines, output)
	}
	if status, ok := ended.Integer("EXIT"); ok && status != 0 {
		lines = append(lines, fmt.Sprintf("[exit status %d]", status))
	}
	if signal, ok := ended.Text("SIGNAL"); ok {
		lines = append(lines, "[ended by "+signal+"]")
	}
	for _, files := range [...]struct{ key, label string }{
		{"CHANGED", "changed"}, {"MADE", "made"}, {"DELETED", "deleted"}, {"WITHHELD", "not taken over"},
		{"CONFLICTS", "conflict"}, {"EXECUTED-LATER", "would be executed later"},
		{"MASKED", "secret, shown empty"}, {"TRIED-TO-CONNECT", "no network in the sandbox, tried to reach"}} {
		list, _ := ended.List(files.key)
		for _, v := range list.All() {
			if name, ok := v.(sexp.String); ok {
				lines = append(lines, "["+files.label+": "+effect.Named(string(name))+"]")
			}
		}
	}
	if len(lines) == 0 {
		return "[no output]"
	}
	return strings.Join(lines, "\n")
}

// source is a text to work on.
type source struct {
	label string
	text  string
	exact bool // it is the whole text as it is
}

// fileSource takes apart what read-file gave. told says that it is a sentence
// about the file in place of its text. A note at the end, or a part left out,
// means that the text is not exactly that of the file.
func fileSource(file, output string) (s source, told bool) {
	s = source{label: file, text: output, exact: true}
	if !strings.Contains(output, "\n") {
		switch name := path.Base(file); {
		case strings.HasSuffix(output, name+" is empty."):
			s.text = ""
		case strings.Contains(output, name+" has nothing that is not private: "),
			strings.Contains(output, name+" is not UTF-8 text and is not shown: "):
			return s, true
		}
	}
	note := regexp.MustCompile(`(\A|\n)\[[^\n]*(?:go on from line|too long to be shown whole|reading ended here|` +
		`private subtrees? left out|not UTF-8 and shown as)[^\n]*\]\n?\z`)
	if at := note.FindStringSubmatchIndex(output); at != nil {
		s.text, s.exact = output[:at[3]], false
	}
	return s, false
}
