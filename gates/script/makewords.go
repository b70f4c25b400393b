package script

import (
	"path"
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
	case "let":
		return makeFunction{3, 3, (*reference).let}
	case "subst":
		return makeFunction{3, 3, (*reference).subst}
	case "info", "warning", "error":
		return makeFunction{1, 1, func(*reference, []Text) bool { return true }}
	case "strip", "abspath", "realpath", "firstword", "lastword", "sort", "wildcard": // the shell finds the same
		return makeFunction{1, 1, (*reference).last}
	case "wordlist", "and":
		return makeFunction{1, anyNumber, (*reference).last}
	}
	f, ok := wordFunctions[name]
	if !ok {
		return makeFunction{}
	}
	return makeFunction{f.args, f.args, func(r *reference, args []Text) bool { return r.words(f, args) }}
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

// let writes a text in which names stand for the words of a list, the last one for all that are left.
func (r *reference) let(args []Text) bool {
	if !r.file.spend(1 + len(r.b.values)) {
		return true
	}
	own := r.b.within()
	rest := strings.Fields(r.value(args[1]).S)
	names := strings.Fields(args[0].S)
	for i, name := range names {
		n := min(1, len(rest))
		if i == len(names)-1 {
			n = len(rest)
		}
		own.values[name] = Text{S: strings.Join(rest[:n], " ")}
		rest = rest[n:]
	}
	r.w.add(r.expand(args[2], own, r.depth+1))
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

// words writes the words that a function gives. Where it is told what is not known, all words of its last argument are
// there.
func (r *reference) words(f wordFunction, args []Text) bool {
	var given []string
	others := 0
	for _, a := range args {
		given = append(given, r.value(a).S)
		others += len(given[len(given)-1])
	}
	list := strings.Fields(given[len(given)-1])
	if r.b.size += others * (1 + len(list)); r.b.full() { // the most that there can be
		return true
	}
	if f.needsKnown && strings.Contains(strings.Join(given, ""), "${") {
		return r.last(args)
	}
	for i := range given {
		given[i] = strings.TrimSpace(given[i])
	}
	r.put(strings.Join(f.words(given, list), " "))
	return true
}

// wordFunction is a function of make for lists of words.
type wordFunction struct {
	args       int
	needsKnown bool
	words      func(args, list []string) []string // list has the words of the last argument
}

var wordFunctions = map[string]wordFunction{
	"addprefix":  {2, false, func(args, list []string) []string { return joined(repeat(args[0], list), list) }},
	"addsuffix":  {2, false, func(args, list []string) []string { return joined(list, repeat(args[0], list)) }},
	"join":       {2, true, func(args, list []string) []string { return joined(strings.Fields(args[0]), list) }},
	"dir":        {1, false, func(_, list []string) []string { return each(list, directory) }},
	"notdir":     {1, true, func(_, list []string) []string { return each(list, path.Base) }},
	"filter":     {2, true, func(args, list []string) []string { return filter(args[0], list, true) }},
	"filter-out": {2, true, func(args, list []string) []string { return filter(args[0], list, false) }},
	"word": {2, true, func(args, list []string) []string {
		switch n, err := strconv.Atoi(args[0]); {
		case err != nil:
			return list
		case n < 1 || n > len(list):
			return nil
		default:
			return list[n-1 : n]
		}
	}},
	"patsubst": {3, true, func(args, list []string) []string {
		return each(list, func(word string) string {
			if stem, ok := stem(args[0], word); ok {
				return strings.Replace(args[1], "%", stem, 1)
			}
			return word
		})
	}},
}

func each(list []string, f func(string) string) []string {
	for i := range list {
		list[i] = f(list[i])
	}
	return list
}

func repeat(s string, list []string) []string {
	out := make([]string, len(list))
	return each(out, func(string) string { return s })
}

// filter are the words that one of some patterns fits, or that none does.
func filter(patterns string, list []string, fits bool) (out []string) {
	for _, word := range list {
		found := false
		for pattern := range strings.FieldsSeq(patterns) {
			_, ok := stem(pattern, word)
			found = found || ok
		}
		if found == fits {
			out = append(out, word)
		}
	}
	return out
}

// joined are the words of two lists, each with the one at its place.
func joined(a, b []string) []string {
	out := make([]string, max(len(a), len(b)))
	copy(out, a)
	for i, word := range b {
		out[i] += word
	}
	return out
}

// directory is what comes before the last part of a path, as make has it. What is not known is all that is known of it.
func directory(name string) string {
	i := strings.LastIndexByte(name, '/')
	switch {
	case i >= 0:
		return name[:i+1]
	case strings.Contains(name, "${"):
		return name
	}
	return "./"
}

// stem is what the sign % of a pattern stands for in a word.
func stem(pattern, word string) (string, bool) {
	before, after, ok := strings.Cut(pattern, "%")
	if !ok {
		return "", pattern == word
	}
	if len(word) < len(before)+len(after) || !strings.HasPrefix(word, before) || !strings.HasSuffix(word, after) {
		return "", false
	}
	return word[len(before) : len(word)-len(after)], true
}
