package script

import (
	"strconv"
	"strings"
)

// makeFunction is a function of make.
type makeFunction struct {
	least, most int // arguments; what follows belongs to the last one, as make has it
	// write writes what the function comes to. It returns false where that is not known.
	write func(r *reference, args []Text) bool
}

const anyNumber = 1 << 20

// functionOf is the function with a name, one without write for none.
func functionOf(name string) makeFunction {
	switch name {
	case "shell":
		return makeFunction{1, 1, (*reference).shell}
	case "call":
		return makeFunction{1, anyNumber, (*reference).call}
	case "if":
		return makeFunction{1, 3, (*reference).either}
	case "or":
		return makeFunction{1, anyNumber, (*reference).or}
	case "eval":
		return makeFunction{1, 1, (*reference).eval}
	case "value":
		return makeFunction{1, 1, (*reference).ofVariable}
	case "foreach":
		return makeFunction{3, 3, (*reference).forEach}
	case "subst":
		return makeFunction{3, 3, (*reference).subst}
	case "info", "warning", "error":
		return makeFunction{1, 1, func(*reference, []Text) bool { return true }}
	case "strip", "abspath", "realpath", "firstword", "lastword", "sort", "wildcard": // the shell finds the same
		return makeFunction{1, 1, (*reference).last}
	case "wordlist", "and":
		return makeFunction{1, anyNumber, (*reference).last}
	case "addprefix", "addsuffix", "basename", "dir", "filter", "filter-out", "findstring", "join", "let", "notdir",
		"patsubst", "suffix", "word", "words":
		return makeFunction{1, anyNumber, (*reference).computed}
	}
	return makeFunction{}
}

// shell runs a command, unless it stands in a variable, where it may stand in quotes.
func (r *reference) shell(args []Text) bool {
	if r.depth > 0 && !downloads(args[0].S) {
		r.put(unknownValue("shell"))
		return true
	}
	r.put("$(")
	r.w.add(r.value(args[0]))
	r.put(")")
	return true
}

// call writes the value of a variable with arguments.
func (r *reference) call(args []Text) bool {
	own := r.b.within()
	for i, p := range args[1:min(len(args), 10)] {
		own.values[strconv.Itoa(i+1)] = r.value(p)
	}
	own.calls = true
	(&reference{r.makefile, r.w, r.line, r.col, own, r.depth + 1}).refer(args[0])
	r.b.took(own)
	return true
}

// either writes one of the two texts of a condition.
func (r *reference) either(args []Text) bool {
	args = args[1:]
	r.alternatives(args)
	if i := min(r.b.pick, len(args)-1); i >= 0 {
		r.w.add(r.value(args[i].trim()))
	}
	return true
}

// or writes one of several texts, the first from there that is not empty.
func (r *reference) or(args []Text) bool {
	r.alternatives(args)
	for i := min(r.b.pick, len(args)-1); i < len(args); i++ {
		t := r.value(args[i].trim())
		if r.w.add(t); t.S != "" {
			break
		}
	}
	return true
}

// alternatives notes how many texts there are to choose from. Where they are lines, all of them count.
func (r *reference) alternatives(args []Text) {
	for i := 1; r.b.lines && i < len(args); i++ {
		r.w.add(r.value(args[i].trim()))
		r.put("\n")
	}
	r.b.most = max(r.b.most, len(args))
}

// eval reads a text as a part of the Makefile.
func (r *reference) eval(args []Text) bool {
	if name, value, op, ok := assignment(args[0]); ok {
		r.assign(name, value, op)
		return true
	}
	if r.b.lines {
		r.w.add(r.value(args[0]))
		r.put("\n")
	}
	return r.b.lines
}

func (r *reference) ofVariable(args []Text) bool {
	r.variable(args[0].S, false)
	return true
}

func (r *reference) last(args []Text) bool {
	r.w.add(r.value(args[len(args)-1].trim()))
	return true
}

// forEach writes a text for each word of a list.
func (r *reference) forEach(args []Text) bool {
	own := r.b.within()
	for i, word := range strings.Fields(r.value(args[1]).S) {
		if own.full() {
			break
		}
		if i > 0 {
			r.put(" ")
		}
		own.values[strings.TrimSpace(args[0].S)] = Text{S: word}
		r.w.add(r.expand(args[2], own, r.depth+1))
	}
	r.b.took(own)
	return true
}

// subst writes a text with a part of it replaced.
func (r *reference) subst(args []Text) bool {
	t, old, by := r.value(args[2]).S, r.value(args[0]).S, r.value(args[1]).S
	if args[0].S == "" {
		return false
	}
	if r.b.size += len(t) + strings.Count(t, old)*len(by); !r.b.full() {
		r.put(strings.ReplaceAll(t, old, by))
	}
	return true
}

// computed writes what a function computes as a value that is not known. It asks where that could be more than names,
// because it is given signs of the shell, a flag or an absolute path; then its arguments are judged too.
func (r *reference) computed(args []Text) bool {
	isMore := false
	for _, a := range args {
		v := r.value(a)
		if !isPlain(false, unknownName.ReplaceAllString(v.S, "_")) {
			isMore = true
			r.file.add(Script{Text: v})
		}
	}
	if isMore {
		r.asks(r.line, r.col, "Make computes a part of this command")
	}
	r.put(unknownValue("computed"))
	return true
}

// asks reports a place of the Makefile that a person has to read.
func (m *makefile) asks(line, col int, what string) {
	m.file.report(Problem{Line: line, Col: col, Rule: "make-computes", Asks: true,
		Reason: what + ", which pp does not follow; write it out, or read it."})
}
