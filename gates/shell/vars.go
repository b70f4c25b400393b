package shell

import (
	"cmp"
	"strconv"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// lookup is the value of a variable where the walk stands.
func (a *analysis) lookup(name string) value {
	if v, ok := a.state.get(name); ok {
		for i := 0; v.nameref && i < maxReferences; i++ {
			target, ok := v.single()
			if !ok || !validName(target) {
				return opaque("a reference to a variable that is not known")
			}
			if v, ok = a.state.get(target); !ok {
				return a.lookupInitial(target)
			}
		}
		return v
	}
	return a.lookupInitial(name)
}

// lookupInitial is the value before the script changed it.
func (a *analysis) lookupInitial(name string) value {
	switch {
	case name == keyDir, name == "PWD":
		return text(a.facts.Dir)
	case name == keyOptions:
		return text("")
	case name == keyArgs:
		return value{known: true, array: true}
	case strings.HasPrefix(name, "\x00"):
		return unsetValue()
	}
	if secretName(name) {
		if s := a.facts.Env[name]; s != "" {
			return text(s).with(fromSecret, "$"+name)
		}
		v := opaque("a variable that by its name holds a secret").with(fromSecret, "$"+name)
		v.unset = true // it may be in the environment of the real run
		return v
	}
	if s, ok := a.facts.Env[name]; ok {
		return text(s)
	}
	switch name {
	case "PPID":
		return value{number: true, process: "pp", why: "the number of the process that started the shell"}
	case "UID", "EUID":
		return text(strconv.Itoa(a.facts.UID))
	case "IFS":
		return text(" \t\n")
	case "HISTFILE":
		return text(a.facts.Home + "/.bash_history")
	case "BASH":
		return text("/bin/bash").with(fromSelf, "$BASH")
	}
	switch {
	case table.Listed("only-shell", name):
		return opaque("a value that only the running shell knows")
	case table.Listed("only-shell-numbers", name):
		return number("a number that only the running shell knows")
	}
	return unsetValue()
}

// assign gives a variable a value, following references and integer attributes.
func (a *analysis) assign(name string, v value, span effect.Span) {
	old, ok := a.state.get(name)
	for i := 0; ok && old.nameref; i++ {
		target, known := old.single()
		if !known || !validName(target) || i >= maxReferences {
			a.opaqueCommand(name, "it refers to a variable that is not known", span)
			return
		}
		name = target
		old, ok = a.state.get(name)
	}
	if a.counts(name) {
		v = a.counted(v, span)
	}
	if old.array && !v.array {
		v = withFirst(old, v)
	}
	if old.readonly || a.bashOnly > 0 && a.dialect.other() {
		v = join(a.lookup(name), v) // it may not have happened
	}
	if other, ok := a.trapped[name]; ok {
		v = join(v, other)
	}
	if old.readonly {
		a.refused++
	}
	v.none, v.file, v.readonly = false, "", old.readonly
	if name == "DIRSTACK" {
		a.state.set(keyPushed, text("1"))
	}
	if _, inherited := a.facts.Env[name]; inherited || old.exported || strings.Contains(a.options(), " allexport ") {
		v.exported = true
	}
	if how := envKindOf(name); how != envHarmless && (how != envPlace && name != "HOME" && name != "TERMINFO" ||
		v.exported) {
		a.checkEnv(name, v, span)
	}
	a.setState(name, v)
}

// maxReferences is how many references to references are followed.
const maxReferences = 4

// withFirst is an array whose first element gets a value: what bash does with an assignment to its name.
func withFirst(old, v value) value {
	out := value{array: true, why: old.why, taint: old.taint | v.taint, from: v.from, integer: old.integer}
	if !old.known {
		return out
	}
	out.known, out.list = true, append([]value{v}, old.list[min(1, len(old.list)):]...)
	return out
}

// assignElement gives an element of an array a value.
func (a *analysis) assignElement(name string, v value, span effect.Span) {
	old := a.lookup(name)
	changed := value{array: true, why: "an array with changed elements", taint: old.taint | v.taint, from: v.from}
	if old.why == assocWhy {
		changed.why = assocWhy
	}
	a.assign(name, changed, span)
}

// counted calculates a value, or each element of an array.
func (a *analysis) counted(v value, span effect.Span) value {
	switch {
	case !v.array:
		v = a.calculate(v, span)
	case !v.known:
		a.opaqueCommand(v.why, "bash calculates with it, and runs commands in subscripts", span)
	default:
		for i := range v.list {
			a.calculate(v.list[i], span)
		}
	}
	v.integer = true
	return v
}

// counts reports whether bash calculates what is assigned to a variable, and so runs commands in subscripts.
func (a *analysis) counts(name string) bool {
	switch name {
	case "RANDOM", "SRANDOM", "OPTIND", "HISTCMD", "SECONDS", "LINENO", "BASHPID", "EPOCHSECONDS":
		return true
	}
	old, ok := a.state.get(name)
	for i := 0; ok && old.nameref && i < maxReferences; i++ {
		target, known := old.single()
		if !known || target == name {
			break
		}
		name = target
		old, ok = a.state.get(name)
	}
	return ok && old.integer
}

// pick follows one of the possible texts of a variable.
func (a *analysis) pick(name string, v value) value {
	if !v.known || v.array || len(v.set) < 2 {
		return v
	}
	if a.steps <= slowSteps {
		if i, ok := a.choice.pick(name, len(v.set)); ok {
			v.set = v.set[i : i+1]
			v.unset = v.unset && v.set[0] == ""
			return v
		}
	}
	return collapse(v)
}

// args are the positional parameters; nil, false when they are not known.
func (a *analysis) args() ([]value, bool) {
	v, ok := a.state.get(keyArgs)
	if !ok {
		return nil, true
	}
	return v.list, v.known
}

// special is the value of a parameter that is no variable; ok is false for others.
func (a *analysis) special(name string) (v value, ok bool) {
	switch name {
	case "?", "$", "!", "#":
		if name == "#" {
			if args, known := a.args(); known {
				return text(strconv.Itoa(len(args))), true
			}
		}
		return number("a number that only the running shell knows"), true
	case "-":
		return value{prefix: "h", why: "the options of the shell"}, true
	case "0":
		if v, ok := a.state.get("\x000"); ok {
			return v, true
		}
		return text("bash").with(fromSelf, "$0"), true
	}
	if name[0] < '0' || name[0] > '9' {
		return value{}, false
	}
	n, err := strconv.Atoi(name)
	if err != nil {
		return opaque("a parameter with an impossible number"), true
	}
	args, known := a.args()
	switch {
	case !known:
		v := a.lookup(keyArgs)
		return value{why: "an argument that is not known", taint: v.taint, from: v.from}, true
	case n > len(args):
		return unsetValue(), true
	}
	return args[n-1], true
}

// maxList is how many elements of a list are followed.
const maxList = 1024

// setArgs makes values the positional parameters.
func (a *analysis) setArgs(list []value, known bool) {
	if len(list) > maxList {
		list, known = nil, false
	}
	a.setState(keyArgs, value{array: true, known: known, list: list})
}

// wordValue is what is known of a word as a value to keep.
func wordValue(w word) value {
	if w.Known {
		v := text(w.Text)
		v.taint, v.from = w.val().taint, w.val().from
		return v
	}
	v := w.val()
	v.known, v.set = false, nil
	v.prefix = cmp.Or(v.prefix, w.Prefix)
	return v
}

// wordValues are the values of words; known is false when their number is not.
func wordValues(words []word) (list []value, known bool) {
	known = true
	for _, w := range words {
		known = known && !w.Many
		list = append(list, wordValue(w))
	}
	return list, known
}

// unknownName reports that a variable whose name is not known is changed.
func (a *analysis) unknownName(w word) {
	const why = "the name of the variable is not known, and bash runs commands in its subscript"
	a.opaqueCommand(w.Text, why, w.Span)
}
