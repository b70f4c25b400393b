package skills_test

import (
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/skills"
)

func TestAToolThatCallsNoneFails(t *testing.T) {
	o := skills.Options{Tools: engine.ToolTable{"read-file": {Name: "read-file"}, "shell": {Name: "shell"}}}
	const head = `(def-cognitive-tool :mine "Does." () :body (lambda (args results) ` +
		"(declare (ignorable args results))\n"
	for _, tc := range []struct{ body, at, near string }{
		{`(list :call "read-fil" :args nil)`, `:2:1: there is no tool "read-fil"`, `did you mean "read-file"?`},
		{`(if results nil (list :explanation "x" :call :reed-file))`, `:2:17: there is no tool "reed-file"`, "read-file"},
		{`'(:call "mime")`, `:2:2: there is no tool "mime"`, `"mine"`},
		{"`(:call \"red-file\" :args ,(list :a 1))", `:2:2: there is no tool "red-file"`, "in (:CALL"},
		{"`(:status ,(list* :call \"nothing-like-it\" nil))", ":2:12: there is no tool", "`pp tools`"},
		{`(list :call "read-file" :args (list :call "x-y-z"))`, ":2:31: there is no tool", "x-y-z"},
		{strings.Repeat("`(a ,", 90) + `(list :call "deep")` + strings.Repeat(")", 90), `there is no tool "deep"`, ""},
		{`(list :call "READ_FILE")`, "", ""},
		{`(list :call "mine")`, "", ""},
		{`(list :call "other")`, "", ""},
		{`(list :call "mcp__server__tool")`, "", ""},
		{`(let ((name "nothing")) (list :call name))`, "", ""},
		{`(case :call (:call "a word") (t (list :action :call :tool "x")))`, "", ""},
		{`'((:call "in data"))`, "", ""},
	} {
		s := load(o, file("x", head+tc.body+"))"), file("y", `(def-cognitive-tool :other "Does." () :body #'list)`))
		k := s.Skills()[0]
		said := ""
		if k.Problem != nil {
			said = k.Problem.Error()
		}
		if (k.State == skills.Ready) != (tc.at == "") || !strings.Contains(said, tc.at) || !strings.Contains(said, tc.near) {
			t.Errorf("%s: %v: %s", tc.body, k.State, said)
		}
	}
}
