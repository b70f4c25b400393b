package lisp

import (
	"unicode"

	"pp/sexp"
)

// pick is ~[.
func (f *formatter) pick(d *directive) stop {
	switch {
	case d.at:
		if f.pos < len(f.args) && f.args[f.pos] != nil {
			return f.run(d.clauses[0])
		}
		f.next()
		return goOn
	case d.colon:
		if f.next() == nil {
			return f.run(d.clauses[0])
		}
		return f.run(d.clauses[1])
	}
	p := f.value(d, 0)
	if p.kind == noParam {
		v := f.next()
		switch n := v.(type) {
		case sexp.Int:
			p = param{aNumber, int(max(-1, min(n, mostParam)))}
		case sexp.Big:
			p = param{aNumber, -1}
		default:
			panic(wrong("FORMAT: %s is not an integer, which ~[ needs", show(v)))
		}
	}
	switch {
	case p.kind == aChar:
		panic(wrong("FORMAT: the parameter of ~[ is a number"))
	case p.n >= 0 && p.n < len(d.clauses):
		return f.run(d.clauses[p.n])
	case d.last:
		return f.run(d.clauses[len(d.clauses)-1])
	}
	return goOn
}

// convert is ~(.
func (f *formatter) convert(d *directive) stop {
	start := len(f.out)
	s := f.run(d.clauses[0])
	text := string(f.out[start:])
	f.out = f.out[:start]
	f.write(changeCase(text, d.colon, d.at))
	return s
}

// changeCase is what ~( does to text: lower case, with : the words capitalized, with @ the first, with both
// upper case.
func changeCase(text string, colon, at bool) string {
	out := make([]rune, 0, len(text))
	within, first := false, true
	for _, c := range text {
		alphanumeric := unicode.IsLetter(c) || unicode.IsDigit(c)
		switch {
		case colon && at, !within && alphanumeric && (colon || at && first):
			c = sexp.Upcase(c)
		default:
			c = sexp.Downcase(c)
		}
		if within = alphanumeric; alphanumeric {
			first = false
		}
		out = append(out, c)
	}
	return string(out)
}

// escape is ~^.
func (f *formatter) escape() stop {
	if f.pos >= len(f.args) {
		return ended
	}
	return goOn
}

// iterate is ~{.
func (f *formatter) iterate(d *directive) {
	most := f.counted(d, mostParam)
	body := d.clauses[0]
	if len(body) == 0 {
		body = controlOf(f.m, f.next())
	}
	if d.at {
		f.rounds(d, body, most)
		return
	}
	items := itemsOf(f.m, f.next())
	savedArgs, savedPos := f.args, f.pos
	f.args, f.pos = items, 0
	f.rounds(d, body, most)
	f.args, f.pos = savedArgs, savedPos
}

// rounds runs the body of ~{ over the arguments.
func (f *formatter) rounds(d *directive, body directives, most int) {
	for first := true; most > 0 && (f.pos < len(f.args) || first && d.least); first = false {
		most--
		f.m.work(1)
		if f.run(body) == ended {
			return
		}
	}
}
