package shell

import (
	"cmp"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// findOutput finds what a command prints: literal words where it prints its own or its literal input, else something
// opaque, with where it comes from and which names it lists.
func findOutput(ap *applied) value.Value {
	if v, ok := literalOutput(ap); ok {
		return v
	}
	v := ap.out
	switch in, words := ap.in, ap.words; in.Name {
	case "cat":
		for _, s := range ap.sources {
			v = v.Of(s.content.Origin)
		}
		if len(ap.sources) == 1 && len(words) == 2 {
			v = ap.sources[0].content.Forgotten().Of(v.Origin)
		}
		return v
	case "seq":
		if last := words[len(words)-1].Text; len(last) > 9 && value.IsNumber(last) {
			v = v.With(value.Endless, "seq")
		}
	case "yes":
		v = v.With(value.Endless, "yes")
	case "env", "printenv":
		if dumpsEnvironment(ap) {
			v = v.With(value.Secret, environment)
		}
	case "ps":
		if len(words) > 1 && strings.ContainsAny(words[1].Text, "eE") && !strings.HasPrefix(words[1].Text, "-") {
			v = v.With(value.Secret, environment)
		}
	}
	if does(ap, "pastes") {
		v = v.With(value.Secret, "the clipboard")
	}
	if len(ap.words) > 2 && ap.words[1].Text == "config" {
		for _, w := range ap.words[2:] {
			if table.Marked("secret-settings", strings.ToLower(w.Text)) {
				v = v.With(value.Secret, "$"+w.Text)
			}
		}
	}
	return carried(ap, v)
}

// literalOutput is the output that is known from the words of a command and from literal input.
func literalOutput(ap *applied) (value.Value, bool) {
	words := ap.words
	switch name := ap.in.Name; {
	case table.Listed("prints-nothing", name):
		return value.Text(""), true
	case name == "echo":
		return echo(ap.walker, words[1:]), true
	case name == "printf":
		return formatted(words[1:]), len(words) > 1
	case name == "tee", name == "cat" && len(ap.sources) == 0:
		v := ap.stdin
		v.None = false
		return v, true
	case name == "cat" && len(words) == len(ap.sources)+1:
		all := value.Text("")
		for _, s := range ap.sources {
			if !s.known || !s.content.Known {
				return value.Value{}, false
			}
			all = value.Concat(all, s.content)
		}
		return all, true
	case name == "pwd" && len(words) == 1:
		dir, ok := workDir(ap.walker)
		return value.Text(dir + "\n"), ok
	case name == "mktemp":
		return temporaryName(ap)
	case name == "which" && len(words) == 2 && words[1].Known:
		return value.Text(programFile(ap.walker, words[1].Text) + "\n"), true
	case name == "git rev-parse" && len(words) == 3 && words[2].Text == "--show-toplevel" && len(ap.dirs) == 1:
		r, ok := ap.view.repositories().nearest(ap.dirs[0])
		return value.Text(r.tree + "\n"), ok && r.tree != ""
	case (name == "dirname" || name == "basename") && len(words) == 2 && words[1].Known:
		return pathPart(name, words[1])
	}
	return value.Value{}, false
}

// pathPart is the output of dirname or basename for one path.
func pathPart(name string, w word) (value.Value, bool) {
	s := strings.TrimRight(w.Text, "/")
	dir, base := ".", s
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		dir, base = cmp.Or(strings.TrimRight(s[:i], "/"), "/"), s[i+1:]
	}
	if name == "dirname" {
		base = dir
	}
	return value.Text(base + "\n").Of(w.val().Origin), s != "" && s[0] != '-'
}

// temporaryName is a name that mktemp makes in the directory for temporary files. Whatever mktemp puts in place of the
// Xs of its template, the name stands for it.
func temporaryName(ap *applied) (value.Value, bool) {
	name := "/tmp/tmp.XXXXXXXXXX"
	for _, w := range ap.words[1:] {
		switch {
		case strings.HasPrefix(w.Text, "/tmp/") && strings.Contains(w.Text, "XXX") && !strings.Contains(w.Text, ".."):
			name = w.Text
		case !slices.Contains([]string{"-d", "--directory", "-q", "-t", "-u"}, w.Text):
			return value.Value{}, false
		}
	}
	if hasExactFlag(ap, "-d", "--directory") {
		ap.view.mkdir(name)
	}
	return value.Text(name + "\n"), true
}

// carried adds to the output what it has of the input.
func carried(ap *applied, v value.Value) value.Value {
	in, stdin := ap.in, ap.stdin
	if in.Downloads {
		v = v.With(value.Network, in.Name)
	}
	if ap.connects || hasKind(ap, table.Listen) {
		v = v.With(value.Remote, in.Name)
	}
	if decodes(ap) {
		v = v.With(value.Decoder, in.Name)
	}
	switch in.Name {
	case "wc", "cksum":
		if stdin.Taint&value.Endless != 0 {
			ap.hazard(RuleEndless, cause.Program(in.Name), ap.words[0].Span)
		}
		v.Origin, v.Number = value.Origin{}, len(ap.sources) == 0
		return v
	case "pgrep", "pidof", "ps":
		v.Processes = []string{strings.Trim(ap.words[len(ap.words)-1].Text, ".*^$")}
		user := len(ap.words) > 2 && hasAnyPrefix(ap.words[len(ap.words)-2].Text, "-u", "-U", "-G")
		if v.Processes[0] == "" || in.Name == "ps" || user { // every process, or every one of a user
			v.Processes[0] = "-1"
		}
	case "grep", "rg", "egrep", "fgrep":
		switch {
		case stdin.Comes(historyFrom) && anyWord(ap.words[1:], func(w word) bool { return !w.Known || secretName(w.Text) }):
			if v, ok := lookupVar(ap.walker, "HISTFILE").Single(); ok {
				addRead(ap.walker, ap.words[0], 1, v, true, ap.dirs, false)
			}
		case stdin.Comes(environment) && hasExactFlag(ap, "-c", "-q"):
			stdin.Origin = stdin.Without(value.Secret)
		}
	}
	v = flow(ap, v, stdin)
	return findPaths(ap, v, stdin).Named(stdin.Names...)
}

// decodes reports whether the output is decoded data: the program decodes, or the code that it is given.
func decodes(ap *applied) bool {
	code := func(op table.Operand) bool { // of awk and sed the table knows all
		return (op.Kind == table.Code || op.Kind == table.Plain && op.Language != "") && op.Language != "awk" &&
			op.Language != "sed" && table.Marked("code/decodes", strings.ToLower(op.Text))
	}
	rewrites := ap.in.Name == "tr" && ap.stdin.Known && len(ap.words) == 3 // a literal, into another one
	return rewrites || ap.in.Decodes || table.Matches("decodes", ap.in.Name) ||
		ap.in.Name == "gzip" && hasExactFlag(ap, "-d", "-dc") || slices.ContainsFunc(ap.in.Operands, code) ||
		ap.in.Name == "jq" && anyWord(ap.words, func(w word) bool { return strings.Contains(w.Text, "@base64d") })
}

// environment is where the output of env comes from.
const environment = "the environment"

// dumpsEnvironment reports whether env or printenv prints all variables, or one that holds a secret by its name.
func dumpsEnvironment(ap *applied) bool {
	switch last := ap.words[len(ap.words)-1].Text; {
	case hasKind(ap, table.Run):
		return false
	case ap.in.Name == "env":
		return len(ap.words) < 2 || last != "--version" && last != "--help"
	case len(ap.words) == 1:
		return true
	}
	return anyWord(ap.words[1:], func(w word) bool { return secretName(w.Text) })
}

// secretName reports whether a variable of this name holds a secret.
func secretName(name string) bool {
	return table.Marked("secret-variables", strings.ToUpper(name))
}

// printsToken reports whether a program is asked for the credential it keeps: gh auth token, oc whoami -t.
func printsToken(words []word) bool {
	return table.Matches("prints-credential", strings.Join(program(words).Words, " ")+" ")
}
