package shell

import (
	"cmp"
	"strconv"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// lookup is the value of a variable where the walk stands.
func (m *memory) lookup(name string) value.Value {
	v := m.current(name)
	for i := 0; v.Nameref.May() && i < maxReferences; i++ {
		target, ok := v.Single()
		if !ok || !validName(target) {
			return value.Opaque(cause.ReferenceUnknown.Bare()).Of(v.Origin)
		}
		self := v
		if v = m.current(target); self.Nameref == value.Either {
			self.Nameref = value.Off
			v = value.Join(self, v)
		}
	}
	if v.Nameref.May() {
		return value.Opaque(cause.ReferenceChain.Bare()).Of(v.Origin)
	}
	return v
}

// mayHave reports whether a variable may have a value, in the script or from the environment.
func (m *memory) mayHave(name string) bool {
	v, ok := m.state.get(name)
	if !ok {
		return m.facts.Env[name] != ""
	}
	s, known := v.Single()
	return !known || s != ""
}

// lookupInitial is the value before the script changed it.
func (m *memory) lookupInitial(name string) value.Value {
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
	case m.elsewhere() && name != "_": // its shell may have more, from a start-up file or an earlier command
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

// assign gives a variable a value, following references and integer attributes.
func (ex *expander) assign(name string, v value.Value, span effect.Span) {
	old, ok := ex.state.get(name)
	for i := 0; ok && old.Nameref.May(); i++ {
		target, known := old.Single()
		if known && target == "" && old.Nameref == value.On {
			ex.reference(name, v, span) // the first name it gets is what it refers to
			return
		}
		if !known || !validName(target) || i >= maxReferences || old.Nameref == value.Either {
			ex.opaqueCommand(name, cause.RefersToUnknown.Bare(), span)
			return
		}
		name = target
		old, ok = ex.state.get(name)
	}
	if ex.counts(name) {
		v = ex.counted(v, span)
	}
	if old.Array && !v.Array {
		v = withFirst(old, v)
	}
	ex.zshName(name, span)
	if old.Readonly.May() || ex.bashOnly > 0 && ex.dialect.other() {
		v = value.Join(ex.lookup(name), v) // it may not have happened
	}
	if other, ok := ex.state.trappedVar(name); ok {
		v = value.Join(v, other)
	}
	if old.Readonly.May() {
		ex.left |= leftLine
	}
	v.None, v.Files, v.Readonly = false, nil, old.Readonly
	switch name {
	case "DIRSTACK":
		ex.state.pushed = new(true)
	case "BASH_ARGV0":
		ex.state.zero = new(v)
	}
	if _, inherited := ex.facts.Env[name]; inherited || old.Exported.May() || ex.may(allexport) {
		v.Exported = value.On
	}
	if e := table.Default().Variable(name); e.Acts() && (e.Kind != table.VariablePlace || v.Exported.May()) {
		ex.commands.checkEnv(name, v, span)
	}
	ex.setState(name, v)
}

// reference makes a variable another name for one.
func (ex *expander) reference(name string, target value.Value, span effect.Span) {
	if !target.Known && !target.Plain() {
		ex.opaqueCommand(name, cause.ReferenceSubscript.Bare(), span)
	}
	for _, s := range target.Set {
		ex.checkName(s, span)
		if !literalSubscript(s) {
			ex.opaqueCommand(s, cause.ReferenceReevaluated.Bare(), span)
		}
		if table.Default().Variable(s).Acts() {
			ex.hazard(RuleHidden, cause.Cause{Kind: cause.OtherName, Name: name, Word: s}, span)
		}
	}
	target.Nameref = value.On
	ex.state.set(name, target)
}

// maxReferences is how many references to references are followed.
const maxReferences = 4

// withFirst is an array whose first element gets a value: what bash does with an assignment to its name.
func withFirst(old, v value.Value) value.Value {
	out := value.OpaqueArray(old.Cause).Of(old.Origin).Of(v.Origin)
	out.Integer, out.Assoc = old.Integer, old.Assoc
	if !old.Known {
		return out
	}
	out.Known, out.List = true, append([]value.Value{v}, old.List[min(1, len(old.List)):]...)
	return out
}

// assignElement gives an element of an array a value.
func (ex *expander) assignElement(name string, v value.Value, span effect.Span) {
	old := ex.lookup(name)
	changed := value.OpaqueArray(cause.ElementsChanged.Bare()).Of(old.Origin).Of(v.Origin)
	changed.Assoc = old.Assoc
	ex.assign(name, changed, span)
}

// counted calculates a value, or each element of an array.
func (ex *expander) counted(v value.Value, span effect.Span) value.Value {
	switch {
	case !v.Array:
		v = ex.calculate(v, span)
	case !v.Known:
		ex.opaqueCommand(cmp.Or(v.Written, string(v.Cause.Kind)), cause.CalculatedWith.Bare(), span)
	default:
		for i := range v.List {
			ex.calculate(v.List[i], span)
		}
	}
	v.Integer = value.On
	return v
}

// counts reports whether bash calculates what is assigned to a variable, and so runs commands in subscripts.
func (ex *expander) counts(name string) bool {
	switch name {
	case "RANDOM", "SRANDOM", "OPTIND", "HISTCMD", "SECONDS", "LINENO", "BASHPID", "EPOCHSECONDS":
		return true
	}
	return ex.lookup(name).Integer.May()
}

// pick follows one of the possible texts of a variable. Of one that nobody knows in a script of a file, those are
// followed that stand in it, such as a default, beside what it could be.
func (m *memory) pick(name string, v value.Value) value.Value {
	if !v.Known && !v.Array && len(v.Else) > 0 && m.facts.OpenEnv && m.steps <= slowSteps {
		i, ok := m.choice.pick("\x00else"+name, len(v.Else)+1, maxElses)
		if ok && i > 0 {
			known := value.Text(v.Else[i-1]).Of(v.Origin)
			known.Data, known.Variable = v.Data, v.Variable
			return known
		}
		v.Else = nil
		return v
	}
	if !v.Known || v.Array || len(v.Set) < 2 {
		return v
	}
	if m.steps <= slowSteps {
		if i, ok := m.choice.pick(name, len(v.Set), maxChoices); ok {
			v.Set = v.Set[i : i+1]
			v.Unset = v.Unset && v.Set[0] == ""
			return v
		}
	}
	return v.Collapse()
}

// args are the positional parameters; nil, false when they are not known.
func (m *memory) args() ([]value.Value, bool) {
	v := m.state.arguments()
	return v.List, v.Known
}

// special is the value of a parameter that is no variable; ok is false for others.
func (m *memory) special(name string) (v value.Value, ok bool) {
	switch name {
	case "?", "$", "!", "#":
		if name == "#" {
			if args, known := m.args(); known {
				return value.Text(strconv.Itoa(len(args))), true
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
	args, known := m.args()
	switch {
	case !known:
		why := cause.ArgumentUnknown.Bare()
		if m.byCaller {
			why = cause.CallerGives.Bare()
		}
		v := m.state.arguments()
		return value.Opaque(why).Of(v.Origin), true
	case n > len(args):
		return value.Unset(), true
	}
	return args[n-1], true
}

// maxList is how many elements of a list are followed.
const maxList = 1024

// setArgs makes values the positional parameters.
func (m *memory) setArgs(list []value.Value, known bool) {
	v := argList(list, known && len(list) <= maxList)
	m.note(v)
	m.state.args = &v
}

// argList is a list of arguments.
func argList(list []value.Value, known bool) value.Value {
	if known {
		return value.Array(list)
	}
	v := value.OpaqueArray(cause.ArgumentsUnknown.Bare())
	for _, e := range list {
		v = v.Of(e.Origin)
	}
	return v
}

// wordValue is what is known of a word as a value to keep.
func wordValue(w word) value.Value {
	if w.Known {
		v := value.Text(w.Text)
		v.Origin = w.val().Origin
		return v
	}
	v := w.val().Forgotten()
	v.Prefix = cmp.Or(v.Prefix, w.Prefix)
	return v
}

// wordValues are the values of words; known is false when their number is not.
func wordValues(words []word) (list []value.Value, known bool) {
	known = true
	for _, w := range words {
		known = known && !w.Many
		list = append(list, wordValue(w))
	}
	return list, known
}

// unknownName reports that a variable whose name is not known is changed.
func (r *report) unknownName(w word) {
	r.opaqueCommand(w.Text, cause.SubscriptRuns.Bare(), w.Span)
}
