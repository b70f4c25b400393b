package lisp

import (
	"unicode"

	"pp/sexp"
)

// recurse is ~?.
func (f *formatter) recurse(d *directive) error {
	v, err := f.next()
	if err != nil {
		return err
	}
	all, err := controlOf(f.m, v)
	if err != nil {
		return err
	}
	if d.at {
		_, err := f.run(all)
		return err
	}
	if v, err = f.next(); err != nil {
		return err
	}
	items, err := itemsOf(f.m, v)
	if err != nil {
		return err
	}
	_, err = f.with(items, nil, all)
	return err
}

// with runs directives with other arguments.
func (f *formatter) with(args []Value, outer *[]Value, all directives) (stop, error) {
	savedArgs, savedPos, savedOuter := f.args, f.pos, f.outer
	f.args, f.pos, f.outer = args, 0, outer
	s, err := f.run(all)
	f.args, f.pos, f.outer = savedArgs, savedPos, savedOuter
	return s, err
}

// choose is ~[.
func (f *formatter) choose(d *directive) (stop, error) {
	switch {
	case d.at:
		if f.pos < len(f.args) && f.args[f.pos] != nil {
			return f.run(d.clauses[0])
		}
		_, err := f.next()
		return goOn, err
	case d.colon:
		v, err := f.next()
		if err != nil {
			return goOn, err
		}
		if v == nil {
			return f.run(d.clauses[0])
		}
		return f.run(d.clauses[1])
	}
	p, err := f.value(d, 0)
	if err != nil {
		return goOn, err
	}
	if p.kind == noParam {
		v, err := f.next()
		if err != nil {
			return goOn, err
		}
		switch n := v.(type) {
		case sexp.Int:
			p = param{aNumber, int(max(-1, min(n, mostParam)))}
		case sexp.Big:
			p = param{aNumber, -1}
		default:
			return goOn, wrong("FORMAT: %s is not an integer, which ~[ needs", show(v))
		}
	}
	switch {
	case p.kind == aChar:
		return goOn, wrong("FORMAT: the parameter of ~[ is a number")
	case p.n >= 0 && p.n < len(d.clauses):
		return f.run(d.clauses[p.n])
	case d.last:
		return f.run(d.clauses[len(d.clauses)-1])
	}
	return goOn, nil
}

// convert is ~(.
func (f *formatter) convert(d *directive) (stop, error) {
	start := len(f.out)
	s, err := f.run(d.clauses[0])
	if err != nil {
		return s, err
	}
	text := string(f.out[start:])
	f.out = f.out[:start]
	return s, f.write(changeCase(text, d.colon, d.at))
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
func (f *formatter) escape(d *directive) (stop, error) {
	var n [3]param
	for i := range d.params {
		p, err := f.value(d, i)
		if err != nil {
			return goOn, err
		}
		n[i] = p
	}
	ends := false
	switch {
	case n[2].kind != noParam:
		ends = n[0].n <= n[1].n && n[1].n <= n[2].n
	case n[1].kind != noParam:
		ends = n[0] == n[1]
	case n[0].kind != noParam:
		ends = n[0].n == 0
	case d.colon && f.outer == nil:
		return goOn, wrong("FORMAT: ~:^ stands outside ~:{")
	case d.colon:
		ends = len(*f.outer) == 0
	default:
		ends = f.pos >= len(f.args)
	}
	switch {
	case !ends:
		return goOn, nil
	case d.colon:
		return upTwo, nil
	}
	return upOne, nil
}

// iterate is ~{.
func (f *formatter) iterate(d *directive) error {
	most, err := f.counted(d, mostParam)
	if err != nil {
		return err
	}
	body := d.clauses[0]
	if len(body) == 0 {
		v, err := f.next()
		if err != nil {
			return err
		}
		if body, err = controlOf(f.m, v); err != nil {
			return err
		}
	}
	if d.at {
		return f.rounds(d, body, most)
	}
	v, err := f.next()
	if err != nil {
		return err
	}
	items, err := itemsOf(f.m, v)
	if err != nil {
		return err
	}
	savedArgs, savedPos, savedOuter := f.args, f.pos, f.outer
	f.args, f.pos = items, 0
	err = f.rounds(d, body, most)
	f.args, f.pos, f.outer = savedArgs, savedPos, savedOuter
	return err
}

// rounds runs the body of ~{ over the arguments.
func (f *formatter) rounds(d *directive, body directives, most int) error {
	for first := true; most > 0 && (f.pos < len(f.args) || first && d.least); first = false {
		most--
		s, err := goOn, f.m.work(1)
		switch {
		case err != nil:
		case d.colon:
			s, err = f.round(body)
		default:
			s, err = f.run(body)
		}
		if err != nil {
			return err
		}
		if s == upTwo || s == upOne && !d.colon {
			return nil
		}
	}
	return nil
}

// round runs the body of ~:{ over the list that is the next argument.
func (f *formatter) round(body directives) (stop, error) {
	v, err := f.next()
	if err != nil {
		return goOn, err
	}
	items, err := itemsOf(f.m, v)
	if err != nil {
		return goOn, err
	}
	left := f.args[f.pos:]
	return f.with(items, &left, body)
}
