package shell

import (
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// output is what a command prints, as far as it is known.
type output struct {
	*applied
	v value.Value
}

// findOutput finds what a command prints: exactly for what prints its own words, else where it comes from.
func findOutput(o *output) value.Value {
	in, words := o.in, o.words
	stdin := o.stdin
	if v, ok := computed(o, in.Name); ok {
		o.v = v
		return o.v
	}
	if table.Listed("prints-nothing", in.Name) {
		o.v = value.Text("")
		return o.v
	}
	switch name := in.Name; name {
	case "echo":
		o.v = echo(o.walker, words[1:])
		return o.v
	case "printf":
		if len(words) > 1 {
			o.v = formatted(words[1:])
		}
		return o.v
	case "which":
		if len(words) == 2 && words[1].Known {
			o.v = value.Text(programFile(o.walker, words[1].Text) + "\n")
			return o.v
		}
	case "cat", "tee":
		if len(o.sources) == 0 || name == "tee" {
			o.v = stdin
			o.v.None = false
			return o.v
		}
		catenated(o)
		return o.v
	case "pwd":
		if d, ok := workDir(o.walker); ok && (len(words) == 1 || len(words) == 2 && (words[1].Text == "-P" ||
			words[1].Text == "-L")) {
			o.v = value.Text(d + "\n")
			return o.v
		}
	case "seq":
		if n := len(words[len(words)-1].Text); n > 9 && value.IsNumber(words[len(words)-1].Text) {
			o.v = o.v.With(value.Endless, "seq")
		}
	case "yes":
		o.v = o.v.With(value.Endless, "yes")
	case "env", "printenv":
		if dumpsEnvironment(o) {
			o.v = o.v.With(value.Secret, environment)
		}
	case "ps":
		if len(words) > 1 && strings.ContainsAny(words[1].Text, "eE") && !strings.HasPrefix(words[1].Text, "-") {
			o.v = o.v.With(value.Secret, environment)
		}
	}
	if does(o.applied, "pastes") {
		o.v = o.v.With(value.Secret, "the clipboard")
	}
	if len(words) > 2 && words[1].Text == "config" {
		for _, w := range words[2:] {
			if table.Marked("secret-settings", strings.ToLower(w.Text)) {
				o.v = o.v.With(value.Secret, "$"+w.Text)
			}
		}
	}
	carried(o, stdin)
	return o.v
}

// carried adds what the output has of the input.
func carried(o *output, stdin value.Value) {
	in := o.in
	if in.Downloads {
		o.v = o.v.With(value.Network, in.Name)
	}
	if o.connects || hasKind(o.applied, table.Listen) {
		o.v = o.v.With(value.Remote, in.Name)
	}
	if decodes(o) {
		o.v = o.v.With(value.Decoder, in.Name)
	}
	findShape(o)
	switch in.Name {
	case "wc", "cksum":
		if stdin.Taint&value.Endless != 0 {
			o.hazard(RuleEndless, cause.Program(in.Name), o.words[0].Span)
		}
		o.v.Origin = value.Origin{}
		return
	case "pgrep", "pidof", "ps":
		processes(o)
	case "grep", "rg", "egrep", "fgrep":
		switch {
		case stdin.Comes(historyFrom) && asksSecret(o):
			if v, ok := lookupVar(o.walker, "HISTFILE").Single(); ok {
				addRead(o.walker, o.words[0], 1, v, true, o.dirs, false)
			}
		case stdin.Comes(environment) && (!asksSecret(o) && !asksWidely(o) || hasExactFlag(o.applied, "-c", "-q")):
			stdin.Origin = stdin.Without(value.Secret)
		}
	}
	flow(o, stdin)
	findPaths(o, stdin)
	o.v = o.v.Named(stdin.Names...)
}

// decodes reports whether the output is decoded data: the program decodes, or the code that it is given.
func decodes(o *output) bool {
	code := func(op table.Operand) bool { // of awk and sed the table knows all
		return (op.Kind == table.Code || op.Kind == table.Plain && op.Language != "") && op.Language != "awk" &&
			op.Language != "sed" && table.Marked("code/decodes", strings.ToLower(op.Text))
	}
	jq := func(w word) bool { return strings.Contains(w.Text, "@base64d") }
	rewrites := o.in.Name == "tr" && o.stdin.Known && len(o.words) == 3 // a literal, into another one
	return rewrites || o.in.Decodes || table.Matches("decodes", o.in.Name) || o.in.Name == "gzip" &&
		hasExactFlag(o.applied, "-d", "-dc") ||
		o.in.Name == "jq" && anyWord(o.words[1:], jq) || slices.ContainsFunc(o.in.Operands, code)
}

// processes notes whose processes the numbers are that are printed.
func processes(o *output) {
	last := o.words[len(o.words)-1].Text
	if o.in.Name == "ps" {
		if last = "."; !strings.Contains(strings.Join(program(o.words).Words, " "), "pid=") {
			return
		}
	}
	if n := len(o.words); strings.Trim(last, ".*^$") == "" ||
		n > 2 && o.in.Name == "pgrep" && strings.HasPrefix(o.words[n-2].Text, "-") &&
			strings.ContainsAny(o.words[n-2].Text[1:], "uUG") {
		last = "-1" // every process, or every one of a user
	}
	o.v.Processes = []string{last}
}

// findShape notes what the output consists of.
func findShape(o *output) {
	if sink := o.walker.out; sink.discard || sink.top {
		return // nobody looks at it
	}
	shape := o.table.Shape(tableWords(o.walker, o.words))
	if in := o.stdin; in.Number && len(o.sources) == 0 && (does(o.applied, "keeps-digits") ||
		o.in.Name == "tr" && hasExactFlag(o.applied, "-d", "-cd", "-dc")) {
		o.v.Number, o.v.Unset = true, true
		return
	}
	o.v.Number, o.v.Ident, o.v.Solid = shape == table.ShapeNumbers, shape == table.ShapeIdents,
		shape == table.ShapeWord
}

// hasFlag reports whether a word begins with one of the flags.
func hasFlag(ap *applied, names ...string) bool {
	return anyWord(ap.words[1:], func(w word) bool { return hasAnyPrefix(w.Text, names...) })
}

// flagValues are those that flags of these names have, in the same word or in the next one.
func flagValues(words []word, names ...string) (out []word) {
	for i, w := range words[1:] {
		for _, name := range names {
			value, is := strings.CutPrefix(w.Text, name)
			assigned, long := strings.CutPrefix(value, "=")
			switch {
			case !is:
			case value == "" && i+2 < len(words):
				out = append(out, words[i+2])
			case long == strings.HasPrefix(name, "--"):
				w.Text = assigned
				out = append(out, w)
			}
		}
	}
	return out
}

func hasExactFlag(ap *applied, names ...string) bool {
	return anyWord(ap.words[1:], func(w word) bool { return w.Known && slices.Contains(names, w.Text) })
}

// environment is where the output of env comes from.
const environment = "the environment"

// dumpsEnvironment reports whether env or printenv prints all variables, or one that holds a secret by its name.
func dumpsEnvironment(o *output) bool {
	last := o.words[len(o.words)-1].Text
	switch {
	case hasKind(o.applied, table.Run):
		return false
	case o.in.Name == "env":
		return len(o.words) < 2 || last != "--version" && last != "--help"
	case len(o.words) == 1:
		return true
	}
	return anyWord(o.words[1:], func(w word) bool { return secretName(w.Text) })
}

// asksSecret reports whether a search in the environment looks for secrets, or for nothing in particular.
func asksSecret(o *output) bool {
	return anyWord(o.words[1:], func(w word) bool {
		return !strings.HasPrefix(w.Text, "-") && (!w.Known || secretName(w.Text) || strings.Trim(w.Text, ".*^=$") == "" ||
			strings.Contains(strings.ToLower(w.Text), "key"))
	}) || hasExactFlag(o.applied, "-v", "-iv", "-vi")
}

// asksWidely reports whether a search in the environment finds variables of many names, or those of a service, among
// which are the keys to it.
func asksWidely(o *output) bool {
	names := hasExactFlag(o.applied, "-o", "-oE", "-Eo", "--only-matching")
	return anyWord(o.words[1:], func(w word) bool {
		if strings.HasPrefix(w.Text, "-") || names && !strings.ContainsAny(w.Text, ".=") {
			return false
		}
		return slices.ContainsFunc(strings.Split(strings.ToUpper(w.Text), "|"), func(alternative string) bool {
			named := false
			for part := range strings.FieldsFuncSeq(alternative, func(r rune) bool { return r < 'A' || r > 'Z' }) {
				if table.Listed("services", part) {
					return true
				}
				named = named || len(part) > 1
			}
			return !named || strings.Contains(alternative, "[A-Z")
		})
	})
}

// secretName reports whether a variable of this name holds a secret.
func secretName(name string) bool {
	return table.Marked("secret-variables", strings.ToUpper(name))
}

// printsToken reports whether a program is asked for the credential it keeps: gh auth token, oc whoami -t.
func printsToken(words []word) bool {
	return table.Matches("prints-credential", strings.Join(program(words).Words, " ")+" ")
}
