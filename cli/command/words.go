package command

import (
	"context"
	"os/exec"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"mvdan.cc/sh/v3/syntax"

	"pp/cli/exit"
	"pp/engine"
	"pp/engine/approval"
	"pp/gates/shell/table"
)

// Form is one way in which words follow a command, such as `test RULE COMMAND …`: a verb
// and two places, the last of any number of words. The usage that a command's help
// prints is what declares its forms.
type Form struct {
	text   string
	flags  []string // that make it this form
	places []place
}

// place is where a word stands: a verb, in small letters, or what the word is.
type place struct {
	name           string
	optional, rest bool
}

func (p place) verb() bool { return p.name == strings.ToLower(p.name) }

// Forms reads a usage such as "[list | revoke RULE [REASON …]] | --op=KIND PATH". A flag
// is one word, with its value; in brackets it may be left out, like a word.
func Forms(usage string) []Form {
	var out []Form
	for _, alternative := range strings.Split(usage, " | ") {
		f := Form{text: unbracketed(alternative)}
		for _, w := range strings.Fields(alternative) {
			name := strings.Trim(w, "[]")
			flag, isFlag := strings.CutPrefix(name, "--")
			switch {
			case name == "…" && len(f.places) > 0:
				f.places[len(f.places)-1].rest = true
			case isFlag && flag != "" && name == w:
				flag, _, _ = strings.Cut(flag, "=")
				f.flags = append(f.flags, flag)
			case !isFlag:
				f.places = append(f.places, place{name: name, optional: strings.HasPrefix(w, "[")})
			}
		}
		out = append(out, f)
	}
	return out
}

// unbracketed is one of several alternatives without the bracket that is around them all.
func unbracketed(text string) string {
	switch opened, closed := strings.Count(text, "["), strings.Count(text, "]"); {
	case opened > closed:
		return strings.TrimPrefix(text, "[")
	case opened < closed:
		return strings.TrimSuffix(text, "]")
	}
	return text
}

// Words are the verb that a form begins with, "" for none, and what its places ask for.
func (f Form) Words() (verb string, places []string) {
	for i, p := range f.places {
		if p.verb() && i == 0 {
			verb = p.name
		} else {
			places = append(places, p.name)
		}
	}
	return verb, places
}

// Fits reports whether the words are of this form, as far as a look at them tells: a
// TOKEN is alone or like a token, a COMMAND of several words begins with a program; where the command was
// named, not guessed, an ID, a RULE or a SESSION that stands alone is like anything. Words after "--" are taken at
// their word. given tells the flags of the line.
func (f Form) Fits(words []string, named, literal bool, given func(flag string) bool) bool {
	if slices.ContainsFunc(f.flags, func(flag string) bool { return !given(flag) }) {
		return false
	}
	for _, p := range f.places {
		switch {
		case len(words) == 0:
			return p.optional
		case p.verb() && p.name != words[0], !literal && !resembles(p.name, words, named):
			return false
		case p.rest:
			return true
		}
		words = words[1:]
	}
	return len(words) == 0
}

// resembles reports whether the first of the words can be what a place asks for; of a
// place that it does not know anything can.
func resembles(place string, words []string, named bool) bool {
	first := words[0]
	switch place {
	case "TOKEN", "ID", "RULE", "SESSION":
		_, err := approval.ParseToken(first)
		return err == nil || !strings.ContainsAny(first, " \t\n") &&
			(strings.ContainsAny(first, "0123456789") || len(words) == 1 && (named || place == "TOKEN"))
	case "COMMAND":
		return len(words) == 1 || isProgram(first)
	case "AGENT":
		return slices.Contains(OtherAgents[:], first) || len(words) == 1 && named
	case "FORM":
		return len(words) == 1 || strings.ContainsAny(first[:min(1, len(first))], "(\"'#`:,*-+0123456789")
	case "FILE":
		return len(words) == 1 || strings.ContainsAny(first, "./-")
	}
	return true
}

// OtherAgents are the names of the agents that `pp hook` judges for.
var OtherAgents = [...]string{"claude", "codex", "copilot", "gemini", "opencode", "qwen"}

// isProgram reports whether a shell would find a program of that name, or the word is
// none but shell grammar, such as an assignment.
func isProgram(word string) bool {
	return strings.ContainsAny(word, "/=$(){}[]<>!~\"'`\\*?&|;: \t\n") || isCommand(word)
}

// isCommand reports whether a shell would find a command of that name.
func isCommand(word string) bool {
	if table.Default().Knows(word) {
		return true
	}
	_, err := exec.LookPath(word)
	return err == nil
}

// Misread is the error of words that a command cannot obey: it names what is wrong, and the hint has both readings, how
// the command is written, and the words as a prompt.
func Misread(name, usage string, words []string) error {
	ask := Literal(append([]string{name}, words...))
	begun, n := begin(Forms(usage), words)
	done := Line(append([]string{name}, words[:n]...))
	var written, verbs, lacking []string
	places := 0
	for _, f := range begun {
		places += len(f.places)
		written = append(written, strings.TrimSpace(f.text))
		if len(f.places) > n && f.places[n].verb() {
			verbs = append(verbs, f.places[n].name)
		}
		if p := f.lacks(words); p != "" {
			lacking = append(lacking, p)
		}
	}
	hint := "write `" + strings.TrimSpace("pp "+name+" "+strings.Join(written, " | ")) + "`, or `" + ask +
		"` to ask the model"
	if len(begun) > mostWritten {
		hint = "`pp help " + name + "` lists what it takes; `" + ask + "` asks the model"
	}
	switch near := engine.Near(words[min(n, len(words)-1)], verbs); {
	case places == 0:
		return exit.UsageError(hint, "%s takes no arguments, and got %q", name, clipped(words[0]))
	case len(lacking) > 0:
		return exit.UsageError(hint, "%s needs a word more: %s", Line(append([]string{name}, words...)),
			strings.Join(lacking, " or "))
	case near != "":
		return exit.UsageError("did you mean `pp "+done+" "+near+"`? `"+ask+"` asks the model", "%s cannot do %q", done,
			words[n])
	}
	return exit.UsageError(hint, "%s cannot do that: %q", name, clipped(strings.Join(words, " ")))
}

const mostWritten = 5 // forms that a hint shows

// begin gives the forms that most of the verbs that words begin with begin, and how many verbs those are.
func begin(forms []Form, words []string) (begun []Form, verbs int) {
	for i, w := range words {
		more := slices.DeleteFunc(slices.Clone(forms), func(f Form) bool {
			return len(f.places) <= i || !f.places[i].verb() || f.places[i].name != w
		})
		if len(more) == 0 {
			return forms, i
		}
		forms = more
	}
	return forms, len(words)
}

// lacks is the place behind the words of the form where nothing stands though something must, "" where that is not what
// is wrong.
func (f Form) lacks(words []string) string {
	if len(words) >= len(f.places) || !f.places[0].verb() || f.places[0].name != words[0] ||
		f.places[len(words)].optional {
		return ""
	}
	return f.places[len(words)].name
}

// Literal is the command line that sends words as a prompt.
func Literal(words []string) string { return "pp -- " + Line(words) }

// Line is words as a shell reads them back, or the beginning of many.
func Line(words []string) string {
	out := slices.Clone(words)
	for i, w := range out {
		quoted, err := syntax.Quote(w, syntax.LangBash)
		if plain, _ := syntax.Quote("."+w, syntax.LangBash); err == nil && plain != "."+w { // a keyword is plain here
			out[i] = quoted
		}
	}
	return clipped(strings.Join(out, " "))
}

// clipped is a text short enough for a message.
func clipped(text string) string {
	const most = 120 // characters
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// run is one run of a command: what the command was handed, and the words behind its verb.
type run struct {
	App
	ctx   context.Context
	words []string
}

// verb is one thing that a command can do, named by the first of its words.
type verb[R any] struct {
	name  string
	flags []string // of the command, besides --json; others are refused
	data  bool     // it prints data, so that it takes --json
	run   func(R) error
}

// verbs are what a command can do; the first is done where no word names one. The usage of the command says which words
// each takes: others are refused before.
type verbs[R any] []verb[R]

// find is the verb that words begin with, and the words behind it.
func (l verbs[R]) find(words []string) (verb[R], []string) {
	for _, v := range l {
		if len(words) > 0 && v.name == words[0] {
			return v, words[1:]
		}
	}
	return l[0], words
}

// action carries out the verb of a command line, on what is opened for it. Flags that it would ignore are an error.
func (l verbs[R]) action(a App, open func(run) (R, error)) cli.ActionFunc {
	return func(c *cli.Context) error {
		v, words := l.find(c.Args().Slice())
		what := strings.TrimSpace(c.Command.Name + " " + v.name)
		for _, f := range c.Command.Flags {
			name := f.Names()[0]
			if name != "json" && c.IsSet(name) && !slices.Contains(v.flags, name) {
				return exit.UsageError("leave it out; `pp help "+c.Command.Name+"` lists what each takes",
					"%s does not take --%s", what, name)
			}
		}
		if err := a.Out.NoJSON(what); err != nil && !v.data {
			return err
		}
		r, err := open(run{a, c.Context, words})
		if err != nil {
			return err
		}
		return v.run(r)
	}
}

// as opens nothing: the run itself is what the verbs of a command work on.
func as(r run) (*run, error) { return &r, nil }
