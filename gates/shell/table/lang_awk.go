package table

import (
	"regexp"
	"strings"

	"pp/engine"
	"pp/engine/cause"
)

var (
	// awkTexts matches strings, comments, and regular expressions where a slash cannot divide.
	awkTexts = regexp.MustCompile(`> *"/dev/std(?:err|out)"|"(?:[^"\\\n]|\\.)*"|#[^\n]*|` +
		`(^|[({,;!~&|]|[^\\]\n)([ \t]*)/(?:[^/\\\[\n]|\\.)*/`)
	// awkActs matches what does more than print: what runs, pipes, reads or writes files, or loads code.
	awkActs = regexp.MustCompile(`system|getline|@|ARGV|ARGC|[^|]\|[^|]|[^|]\|$|print[^;}\n]*>`)
)

// readAwk reports whether an awk program only reads its input and prints. Any other program stays unread code.
func readAwk(c *call, word int, text string) bool {
	if strings.Contains(text, "ENVIRON") && namesSecret(text) {
		c.hazard("secret", engine.Deny, cause.AwkTakesSecret.Bare(), word)
	}
	if strings.Contains(text, "in ENVIRON") {
		c.hazard("secret", engine.Ask, cause.AwkShowsEnvironment.Bare(), word)
	}
	code := awkTexts.ReplaceAllString(text, "$1$2t")
	if strings.ContainsAny(code, `"/`) {
		code = text // a slash may divide, or begin a regular expression that holds a quote
	}
	return !awkActs.MatchString(code) && !strings.Contains(text, "/inet")
}

// namesSecret reports whether text holds the usual name of a variable with a secret.
func namesSecret(text string) bool {
	return Marked("secret-words", text)
}
