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
	v := currentValue(m, name)
	for i := 0; v.Nameref && i < maxReferences; i++ {
		target, ok := v.Single()
		if !ok || !validName(target) {
			return value.Opaque(cause.ReferenceUnknown.Bare()).Of(v.Origin)
		}
		v = currentValue(m, target)
	}
	if v.Nameref {
		return value.Opaque(cause.ReferenceChain.Bare()).Of(v.Origin)
	}
	return v
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

// assignParameter gives a variable a value, following references and integer attributes.
func assignParameter(ex *walker, name string, v value.Value, span effect.Span) {
	old, ok := ex.state.get(name)
	for i := 0; ok && old.Nameref; i++ {
		target, known := old.Single()
		if known && target == "" {
			reference(ex, name, v, span) // the first name it gets is what it refers to
			return
		}
		if !known || !validName(target) || i >= maxReferences {
			ex.opaqueCommand(name, cause.RefersToUnknown.Bare(), span)
			return
		}
		name = target
		old, ok = ex.state.get(name)
	}
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
	if old.Readonly || ex.bashOnly > 0 && ex.dialect.other() {
		v = value.Join(lookupVar(ex, name), v) // it may not have happened
	}
	if other, ok := ex.state.trappedVar(name); ok {
		v = value.Join(v, other)
	}
	if old.Readonly {
		ex.left |= leftLine
	}
	v.None, v.Files, v.Readonly = false, nil, old.Readonly
	switch name {
	case "DIRSTACK":
		ex.state.pushed = new(true)
	case "BASH_ARGV0":
		ex.state.zero = new(v)
	}
	if _, inherited := ex.facts.Env[name]; inherited || old.Exported || mayHaveOption(ex, allexport) {
		v.Exported = true
	}
	if e := table.Default().Variable(name); e.Acts() && (e.Kind != table.VariablePlace || v.Exported) {
		ex.checkEnv(name, v, span)
	}
	setState(ex, name, v)
}

// reference makes a variable another name for one.
func reference(ex *walker, name string, target value.Value, span effect.Span) {
	s, known := target.Single()
	switch {
	case !known && !target.Plain():
		ex.opaqueCommand(name, cause.ReferenceSubscript.Bare(), span)
	case known:
		evaluatedName(ex, s, span)
		if !literalSubscript(s) {
			ex.opaqueCommand(s, cause.ReferenceReevaluated.Bare(), span)
		}
		if table.Default().Variable(s).Acts() {
			ex.hazard(RuleHidden, cause.Cause{Kind: cause.OtherName, Name: name, Word: s}, span)
		}
	}
	target.Nameref = true
	ex.state.set(name, target)
}

// maxReferences is how many references to references are followed.
const maxReferences = 4

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
		return m.state.name(), true
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
func setArgs(m *walker, words []word, known bool) { m.state.args = new(argumentsOf(words, known)) }

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
