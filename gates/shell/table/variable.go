package table

import (
	"fmt"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/sexp"
)

// VariableKind says what programs make of the value of a variable of the environment.
type VariableKind uint8

// The kinds. The zero value is of a variable that no program is known to take for more than text.
const (
	VariableText      VariableKind = iota
	VariableCommand                // a command line that some program runs
	VariableFlags                  // flags of a program
	VariableCode                   // code, or a file of it, that is loaded or run
	VariableSearch                 // where programs or modules are looked for
	VariableConfig                 // configuration that can run something, or the name of its file
	VariableSetting                // a server, or configuration that can change what is trusted
	VariableModules                // where Go takes modules, or itself, from
	VariableFile                   // a number, a word, or a file that is written
	VariablePlace                  // where code or configuration may be found, as its name says
	VariableOutput                 // where a build writes
	VariableTemporary              // a place for what is temporary
	VariableHistory                // where, and how much of, the history of the shell is kept
	VariablePrompt                 // text in which the shell expands and runs
)

var variableKinds = [...]string{"text", "command", "flags", "code", "search", "config", "setting", "modules", "file",
	"place", "output", "temporary", "history", "prompt"}

// String is the kind as the table writes it.
func (k VariableKind) String() string { return variableKinds[k] }

// Variable is what the table says of a variable of the environment. The zero Variable is mere text. It is immutable.
type Variable struct {
	Kind VariableKind

	is       map[string]bool // its traits
	harmless []string
	chars    string
	never    []string
	obeyed   []string // programs that run what is in its directories
	given    []commandLine
	run      []commandLine
}

// commandLine is a command that the words of a value go into.
type commandLine struct {
	programs      []string // of a value that is a command, what it may begin with
	before, after []Word
}

// Value is what a value of a variable does.
type Value struct {
	Outcome Outcome
	Reads   []string // files that it names, as they stand there
}

// Outcome orders what is said of a value.
type Outcome uint8

// The outcomes. The zero value is the strictest.
const (
	Denied   Outcome = iota // it runs, loads or deletes something
	Asked                   // it is not known in full
	Harmless                // no program does more for it than it is asked to
)

// Variable gives what the table says of a variable of the environment: by its name, else by the first pattern that its
// name matches, in capital letters too. It is safe for concurrent use.
func (t *Table) Variable(name string) *Variable {
	for ; t != nil; t = t.parent {
		if f := t.find(variableForm, name); f != nil {
			return f.asVariable()
		}
		upper := strings.ToUpper(name)
		for i := range t.texts {
			for _, p := range t.texts[i].patterns {
				if match(p.name, name) || match(p.name, upper) {
					return p.form.asVariable()
				}
			}
		}
	}
	return &Variable{}
}

// asVariable gives what the form says. A faulty one is held to be code.
func (f *form) asVariable() *Variable {
	f.once.Do(func() {
		v, err := sexp.Read(f.src, sexp.Limits{})
		if err == nil {
			l, _ := sexp.AsList(v)
			f.variable, err = readVariable(l)
		}
		if err != nil {
			f.variable, f.err = &Variable{Kind: VariableCode}, f.fault(0, err)
		}
	})
	return f.variable
}

func readVariable(form sexp.List) (*Variable, error) {
	v := &Variable{is: map[string]bool{}}
	for i := 2; i < form.Len(); i++ {
		head, l, ok := clause(form.At(i))
		if !ok {
			return nil, fmt.Errorf("%s is not a clause", sexp.Print(form.At(i)))
		}
		if err := v.clause(head, l); err != nil {
			return nil, fmt.Errorf("(%s): %w", head, err)
		}
	}
	if v.Kind == VariableText && form.Len() > 2 {
		return nil, fmt.Errorf("a variable needs a (kind …)")
	}
	return v, nil
}

// clause reads a clause of a variable.
func (v *Variable) clause(head string, l sexp.List) error {
	var texts []string
	for i := 1; i < l.Len() && head != "kind" && head != "is"; i++ {
		text, err := stringAt(l, i)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	switch head {
	case "kind":
		name, err := symbolAt(l, 1)
		at := slices.Index(variableKinds[:], name)
		if v.Kind = VariableKind(max(at, 0)); err == nil && at < 0 {
			err = fmt.Errorf("%s is not a kind of variable", name)
		}
		return err
	case "is":
		name, err := symbolAt(l, 1)
		if err == nil && !slices.Contains(variableTraits[:], name) {
			err = fmt.Errorf("%s is not a trait of a variable", name)
		}
		v.is[name] = true
		return err
	case "harmless":
		v.harmless = append(v.harmless, texts...)
	case "chars":
		v.chars = strings.Join(texts, "")
	case "never":
		for _, text := range texts {
			v.never = append(v.never, strings.Fields(text)...)
		}
	case "obeyed":
		for _, text := range texts {
			v.obeyed = append(v.obeyed, strings.Fields(text)...)
		}
	case "of", "run":
		return v.commandLine(head, texts)
	default:
		return fmt.Errorf("(%s …) is not a clause of a variable", head)
	}
	return nil
}

// variableTraits are those that (is trait) may say of a variable: a list of the system's directories is harmless, the
// first flag may stand without its dash, a directory of the workspace is asked about too.
var variableTraits = [...]string{"system", "bare", "asked"}

// commandLine reads (of "tar" "-tf a.tar") and (run "less more" "f"): the flags go, and a command is, between them.
func (v *Variable) commandLine(head string, texts []string) error {
	if len(texts) == 0 || len(texts) > 2 || texts[0] == "" {
		return fmt.Errorf("a program, and what follows the value, are expected")
	}
	line := commandLine{}
	if len(texts) == 2 {
		line.after = splitWords(texts[1])
	}
	if head == "of" {
		line.before = splitWords(texts[0])
		v.given = append(v.given, line)
		return nil
	}
	line.programs = strings.Fields(texts[0])
	v.run = append(v.run, line)
	return nil
}

// Acts reports whether a program may run something, or take it from elsewhere, because of such a variable.
func (v *Variable) Acts() bool {
	return v.Kind != VariableText && v.Kind != VariableOutput && v.Kind != VariableTemporary
}

// Asked reports whether a directory of the workspace as its value is asked about, whatever the program is.
func (v *Variable) Asked() bool { return v.is["asked"] }

// Obeyed reports whether a program runs what it finds in the directories of the value, even where it only reads.
func (v *Variable) Obeyed(program string) bool { return matchAny(v.obeyed, program) }

// Never reports whether a value is one that the table denies whole.
func (v *Variable) Never(value string) bool { return matchAny(v.never, value) }

// Harmless reports whether the table lists a value, or all its characters, as harmless. A star stands for no blank, no
// slash and nothing that a shell would read, unless the pattern itself has it.
func (v *Variable) Harmless(value string) bool {
	return slices.ContainsFunc(v.harmless, func(p string) bool {
		odd := func(r rune) bool { return strings.ContainsRune(" ;|&$`<>(){}/\n", r) && !strings.ContainsRune(p, r) }
		return match(p, value) && !strings.ContainsFunc(value, odd)
	}) || v.chars != "" && strings.Trim(value, v.chars) == "" ||
		v.is["system"] && SystemDirectories(value)
}

// SystemDirectories reports whether all directories of a list belong to the system.
func SystemDirectories(list string) bool {
	for dir := range strings.SplitSeq(list, ":") {
		if !Begins("system-trees", dir) || strings.Contains(dir, "..") {
			return false
		}
	}
	return true
}

// Flags judges a value that is flags: as the table reads them where they stand on the program's own command line.
func (t *Table) Flags(v *Variable, value string) Value {
	if v.Harmless(value) {
		return Value{Outcome: Harmless}
	}
	words, plain := valueWords(value)
	if v.is["bare"] && len(words) > 0 && !strings.ContainsAny(words[0].Text[:1], "-+") &&
		!strings.Contains(words[0].Text, "=") {
		words[0].Text = "-" + words[0].Text
	}
	out := Value{Outcome: Asked}
	if slices.ContainsFunc(words, func(w Word) bool { return matchAny(v.never, strings.ToLower(w.Text)) }) {
		return Value{}
	}
	for _, line := range v.given {
		switch got := t.placed(line, nil, words); {
		case got.Outcome == Denied:
			return got
		case got.Outcome == Harmless && plain:
			out = got
		}
	}
	return out
}

// Command judges a value that is a command of one of the programs that the variable usually has. The outcome is Denied
// where it is another one, of which only walking it can say what it does.
func (t *Table) Command(v *Variable, value string) Value {
	if v.Harmless(value) {
		return Value{Outcome: Harmless}
	}
	words, plain := valueWords(value)
	if !plain || len(words) == 0 || strings.ContainsAny(value, ";|&$`<>(){}*?[#~!\n") {
		return Value{}
	}
	name, ordinary := programName(words[0].Text)
	for _, line := range v.run {
		if ordinary && slices.Contains(line.programs, name) {
			return t.placed(line, words[:1], words[1:])
		}
	}
	return Value{}
}

// placed judges words by what they add to a command line.
func (t *Table) placed(line commandLine, program, words []Word) Value {
	before := slices.Concat(line.before, program)
	base := t.Interpret(slices.Concat(before, line.after))
	with := t.Interpret(slices.Concat(before, words, line.after))
	out := Value{Outcome: with.beyond(&base)}
	for i := range with.Operands {
		if op := &with.Operands[i]; (op.Kind == Read || op.Kind == ReadTree) && op.Word >= len(before) &&
			op.Word < len(before)+len(words) {
			out.Reads = append(out.Reads, op.Text)
		}
	}
	return out
}

// beyond says how much worse a command is than the one that it was made from.
func (out *Interpretation) beyond(base *Interpretation) Outcome {
	count := func(in *Interpretation, is func(Kind) bool) (n int) {
		for i := range in.Operands {
			if is(in.Operands[i].Kind) {
				n++
			}
		}
		return n
	}
	hazards := func(in *Interpretation, asks bool) (n int) {
		for _, h := range in.Hazards {
			if h.Asks == asks {
				n++
			}
		}
		return n
	}
	more := func(is func(Kind) bool) bool { return count(out, is) > count(base, is) }
	switch {
	case hazards(out, false) > hazards(base, false), more(Kind.carriesOut):
		return Denied
	case !out.Known, hazards(out, true) > hazards(base, true), len(out.Opaque) > len(base.Opaque), more(Kind.alters),
		out.Network && !base.Network, out.Escalates && !base.Escalates, out.StdinCode && !base.StdinCode,
		out.Class != base.Class && out.Class != effect.ProgramReads && base.Class == effect.ProgramReads:
		return Asked
	}
	return Harmless
}

// carriesOut reports whether an operand of this kind is code, or is deleted.
func (k Kind) carriesOut() bool {
	return slices.Contains([]Kind{Run, Shell, Code, Script, Source, Delete, DeleteTree}, k)
}

// alters reports whether an operand of this kind is changed, or contacted.
func (k Kind) alters() bool {
	return !k.carriesOut() && !slices.Contains([]Kind{Plain, Read, ReadTree, Env, User}, k)
}

// valueWords parts a value as programs do, at blanks; plain is false where quotes may part it in another way.
func valueWords(value string) (words []Word, plain bool) {
	for _, text := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" \t\n\x1f", r) }) {
		if len(words) < maxValueWords {
			words = append(words, Word{Text: text, Known: true})
		}
	}
	return words, len(words) < maxValueWords && !strings.ContainsAny(value, "'\"\\")
}

// maxValueWords bounds the words of a value that are looked at.
const maxValueWords = 256
