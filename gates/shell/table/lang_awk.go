package table

import (
	"regexp"
	"strings"

	"pp/engine"
	"pp/engine/cause"
)

var (
	// awkTexts matches strings, comments, regular expressions where a slash cannot divide, and slashes behind a word.
	awkTexts = regexp.MustCompile(`> *"/dev/std(?:err|out)"|"(?:[^"\\\n]|\\.)*"|#[^\n]*|` +
		`(?:^|[({},;!~&|]|[^\\]\n)[ \t]*/(?:[^/\\\[\n]|\\.)*/|(?:\w+|\])[ \t]*/`)
	// awkActs matches what does more than print: what runs, pipes, reads or writes files, or loads code.
	awkActs = regexp.MustCompile(`system|getline|@|ARGV|ARGC|SYMTAB|extension|[^|]\|[^|]|[^|]\|$|` +
		`print(?:[^;}\n]|[,&|\\][ \t]*\n)*>`)
	awkMayWrite = regexp.MustCompile(`(?s)print.*>`)
)

// readAwk reports whether an awk program only reads its input and prints. Any other program stays unread code.
func readAwk(c *call, word int, text string) bool {
	if strings.Contains(text, "ENVIRON") && namesSecret(text) {
		c.hazard("secret", engine.Deny, cause.AwkTakesSecret.Bare(), word)
	}
	if strings.Contains(text, "in ENVIRON") {
		c.hazard("secret", engine.Ask, cause.AwkShowsEnvironment.Bare(), word)
	}
	code := awkTexts.ReplaceAllStringFunc(text, func(m string) string {
		before, _, _ := strings.Cut(m, "/")
		switch first := m[0]; {
		case first == '#':
			return ""
		case first == '"' || first == '>':
			return "t"
		case !strings.HasSuffix(before+"/", m): // a regular expression
			return before + "t"
		case in(" print printf return in else do case exit length ", strings.TrimRight(before, " \t")):
			return m
		}
		return "t+"
	})
	if strings.ContainsAny(code, `"/`) && awkMayWrite.MatchString(text) {
		return false // a slash may divide, or begin a regular expression that holds a quote
	}
	if strings.ContainsAny(code, `"/`) {
		code = text
	}
	return !awkActs.MatchString(code) && !strings.Contains(text, "/inet")
}

// namesSecret reports whether text holds the usual name of a variable with a secret.
func namesSecret(text string) bool {
	return Marked("secret-words", text)
}
