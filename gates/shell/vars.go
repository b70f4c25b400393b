package shell

import (
	"cmp"
	"strconv"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// lookupVar is the value of a variable where the walk stands.
func lookupVar(m *walker, name string) value.Value {
	v, ok := m.state.get(name)
	if !ok {
		v = lookupInitial(m, name)
	}
	if !mayHaveOption(m, vague) {
		return v
	}
	out := value.Opaque(cause.NotFollowed.Bare()).Of(v.Origin).Suspect(v.Texts()...)
	out.Unset, out.Array, out.Variable = true, v.Array, v.Variable
	for _, target := range v.Maybe { // of a reference
		if now, ok := m.state.get(target); ok {
			out = out.Of(now.Origin).Suspect(now.Texts()...)
		}
	}
	return out
}

// notFollowed reports something that changes variables in a way that pp does not follow: none is known any more.
func notFollowed(m *walker, text string, span effect.Span) {
	m.opaqueCommand(text, cause.NotFollowed.Bare(), span)
	setOption(m, vague, true)
}

// mayHave reports whether a variable may have a value, in the script or from the environment.
func mayHave(m *walker, name string) bool {
	v, ok := m.state.get(name)
	if !ok {
		return m.facts.Env[name] != ""
	}
	s, known := v.Single()
	return !known || s != ""
}

// lookupInitial is the value before the script changed it.
func lookupInitial(m *walker, name string) value.Value {
	if name == "PWD" {
		return value.Text(m.facts.Dir)
	}
	if secretName(name) {
		if s := m.facts.Env[name]; s != "" {
			return value.Text(s).With(value.Secret, "$"+name)
		}
		v := value.Opaque(cause.SecretByName.Bare()).With(value.Secret, "$"+name)
		v.Unset = true // it may be in the environment of the real run
		return v
	}
	if s, ok := m.facts.Env[name]; ok {
		return value.Text(s)
	}
	switch name {
	case "OLDPWD": // a shell may have run before
		v := value.Opaque(cause.PreviousDirectory.Bare())
		v.Unset = true
		return v
	case "PPID":
		parent := value.Number(cause.ParentNumber.Bare())
		parent.Processes = []string{"pp"}
		return parent
	case "UID", "EUID":
		return value.Text(strconv.Itoa(m.facts.UID))
	case "IFS":
		return value.Text(" \t\n")
	case "HISTFILE":
		return value.Text(m.facts.Home + "/.bash_history")
	case "BASH_SOURCE":
		if file := cmp.Or(m.sourced, m.facts.Script); file != "" {
			return value.Text(file).With(value.Self, "$0")
		}
	case "BASH":
		return value.Text("/bin/bash").With(value.Self, "$BASH")
	}
	switch {
	case table.Listed("only-shell", name):
		return value.Opaque(cause.ShellValue.Bare())
	case table.Listed("only-shell-numbers", name):
		return value.Number(cause.ShellNumber.Bare())
	}
	var why cause.Cause
	switch {
	case name == "CDPATH": // which nobody hands on
	case runsElsewhere(m) && name != "_": // its shell may have more, from a start-up file or an earlier command
		why = cause.VariableElsewhere.Bare()
	case m.byCaller:
		why = cause.CallerGives.Bare()
	case m.facts.OpenEnv:
		why = cause.SetByWhoRuns.Bare()
	}
	if why.Kind == "" {
		return value.Unset()
	}
	v := value.Opaque(why)
	v.Unset = true
	return v
}

// assignParameter gives a variable a value.
func assignParameter(ex *walker, name string, v value.Value, span effect.Span) {
	old := lookupVar(ex, name)
	if counts(ex, name) {
		v = calculate(ex, v, span)
		v.Integer = true
	}
	if old.Array && !v.Array { // it is the first element that gets the value
		list := []value.Value{v}
		for _, s := range old.Maybe {
			_, rest, _ := strings.Cut(s, " ")
			list = append(list, value.Text(rest))
		}
		v = elements(old, list...)
	}
	zshName(ex, name, span)
	if ex.bashOnly > 0 && ex.dialect.other() {
		v = value.Join(old, v) // it may not have happened
	}
	if other, ok := ex.trapped[name]; ok {
		v = value.Join(v, other)
	}
	if old.Readonly { // bash does not go on with the line
		notFollowed(ex, name, span)
		ex.left |= leftLine
	}
	if mayHaveOption(ex, vague) {
		assignVague(ex, name, v, span)
	}
	v.None, v.Files, v.Readonly = false, nil, old.Readonly
	switch name {
	case "DIRSTACK":
		p := ex.state.place()
		p.pushed = true
		ex.state.set(cellPlace, p)
	case "BASH_ARGV0":
		ex.state.set(cellName, v)
	}
	if _, inherited := ex.facts.Env[name]; inherited || old.Exported || mayHaveOption(ex, allexport) {
		v.Exported = true
	}
	if e := table.Default().Variable(name); e.Acts() && (e.Kind != table.VariablePlace || v.Exported) {
		ex.checkEnv(name, v, span)
	}
	setState(ex, name, v)
}

// assignVague gives a value to the variables that one may be another name for.
func assignVague(ex *walker, name string, v value.Value, span effect.Span) {
	for _, s := range v.Texts() {
		evaluatedName(ex, s, span)
	}
	now, _ := ex.state.get(name)
	for _, target := range now.Maybe {
		if validName(target) {
			setState(ex, target, value.Join(lookupVar(ex, target), v))
		}
	}
	if now.Cause.Kind == cause.NotFollowed {
		refer(ex, name, v, span)
	}
}

// elements is an array, with what some of its elements may be.
func elements(old value.Value, list ...value.Value) value.Value {
	out := value.Array(cause.ArrayUnknown.Bare()).Of(old.Origin).Suspect(old.Texts()...)
	out.Integer, out.Assoc, out.Number = old.Integer, old.Assoc, numeric(old)
	texts := make([]string, 0, len(list))
	for _, e := range list {
		out = out.Of(e.Origin).Suspect(e.Texts()...)
		out.Number = out.Number && numeric(e)
		texts = append(texts, e.Text)
	}
	return out.Suspect(strings.Join(texts, " "))
}

// numeric reports whether a value is a number, or is not set.
func numeric(v value.Value) bool { return v.Number || v.Known && (v.Unset || value.IsNumber(v.Text)) }

// assignElement gives an element of an array a value.
func assignElement(ex *walker, name string, v value.Value, span effect.Span) {
	assignParameter(ex, name, elements(lookupVar(ex, name), v), span)
}

// counts reports whether bash calculates what is assigned to a variable, and so runs commands in subscripts.
func counts(ex *walker, name string) bool {
	switch name {
	case "RANDOM", "SRANDOM", "OPTIND", "HISTCMD", "SECONDS", "LINENO", "BASHPID", "EPOCHSECONDS":
		return true
	}
	return lookupVar(ex, name).Integer
}

// specialParam is the value of a parameter that is no variable; ok is false for others.
func specialParam(m *walker, name string) (v value.Value, ok bool) {
	switch name {
	case "?", "$", "!", "#":
		if name == "#" {
			if args := m.state.arguments(); args.known {
				return value.Text(strconv.Itoa(len(args.list))), true
			}
		}
		return value.Number(cause.ShellNumber.Bare()), true
	case "-":
		v := value.Opaque(cause.ShellOptions.Bare())
		v.Prefix = "h"
		return v, true
	case "0":
		v, ok = m.state.get(cellName)
		return v, ok
	}
	if name[0] < '0' || name[0] > '9' {
		return value.Value{}, false
	}
	n, err := strconv.Atoi(name)
	if err != nil {
		return value.Opaque(cause.ImpossibleParameter.Bare()), true
	}
	args := m.state.arguments()
	switch {
	case !args.known && m.byCaller:
		return value.Opaque(cause.CallerGives.Bare()).Of(args.from), true
	case !args.known:
		return value.Opaque(cause.ArgumentUnknown.Bare()).Of(args.from), true
	case n > len(args.list):
		return value.Unset(), true
	}
	return args.list[n-1], true
}

// maxList is how many arguments are followed.
const maxList = 1024

// setArgs makes words the positional parameters.
func setArgs(m *walker, words []word, known bool) { m.state.set(cellArgs, argumentsOf(words, known)) }

// argumentsOf are the values of words, unless their number is not known.
func argumentsOf(words []word, known bool) arguments {
	out := arguments{known: known && len(words) <= maxList}
	for _, w := range words {
		out.known = out.known && !w.Many
		out.list, out.from = append(out.list, wordValue(w)), out.from.And(w.val().Origin)
	}
	if !out.known {
		out.list = nil
	}
	return out
}

// wordValue is what is known of a word as a value to keep.
func wordValue(w word) value.Value {
	if w.Known {
		v := value.Text(w.Text)
		v.Origin = w.val().Origin
		return v
	}
	v := w.val()
	v.Known, v.Text, v.Prefix = false, "", cmp.Or(v.Prefix, w.Prefix)
	return v
}
