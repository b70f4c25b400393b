package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine"
)

// param expands ${…} into the word under construction.
func (a *analysis) param(b *builder, p *syntax.ParamExp, quoted bool) {
	if p.Param == nil {
		a.addValue(b, opaque("an expansion that is not bash"), quoted)
		return
	}
	name := p.Param.Value
	switch {
	case p.Excl && p.Names != 0:
		a.addValue(b, opaque("the names of variables"), quoted)
		return
	case p.Excl:
		a.indirect(b, p, name, quoted)
		return
	}
	list, star, isList := a.listParam(p, name)
	if isList {
		a.listExpansion(b, p, list, star, quoted)
		return
	}
	v := a.scalar(p, name)
	if p.Length {
		a.addValue(b, length(v), quoted)
		return
	}
	if p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull {
		a.defaults(b, p, name, v, quoted)
		return
	}
	a.addValue(b, a.transform(p, v), quoted)
}

// listParam finds the elements when the parameter is a list: $@, $*, ${a[@]}.
func (a *analysis) listParam(p *syntax.ParamExp, name string) (v value, star, ok bool) {
	if name == "@" || name == "*" {
		list, known := a.args()
		v = value{array: true, known: known, list: list}
		if !known {
			v.taint, v.from = a.lookup(keyArgs).taint, a.lookup(keyArgs).from
		}
		return v, name == "*", true
	}
	w, isWord := p.Index.(*syntax.Word)
	if !isWord {
		return v, false, false
	}
	index := w.Lit()
	if index != "@" && index != "*" {
		return v, false, false
	}
	v = a.lookup(name)
	if !v.array {
		if v.unset && len(v.set) == 1 {
			v = value{array: true, known: true}
		} else {
			v = value{array: true, known: true, list: []value{a.pick(name, v)}, taint: v.taint, from: v.from}
		}
	}
	return v, index == "*", true
}

// scalar is the value of a parameter that is not a list.
func (a *analysis) scalar(p *syntax.ParamExp, name string) value {
	if v, ok := a.special(name); ok {
		return a.pick("\x00"+name, v)
	}
	v := a.lookup(name)
	if p.Index == nil {
		if v.array {
			if v.known && len(v.list) > 0 {
				return a.pick(name+"[0]", v.list[0])
			}
			if v.known {
				return unsetValue()
			}
			return value{why: v.why, taint: v.taint, from: v.from}
		}
		return a.pick(name, v)
	}
	return a.element(name, v, p.Index)
}

// element is ${name[index]}.
func (a *analysis) element(name string, v value, index syntax.ArithmExpr) value {
	if v.array && !v.known && v.why == assocWhy {
		// The key of an associative array is text, not arithmetic.
		if w, ok := index.(*syntax.Word); ok {
			a.one(w)
		}
		return value{why: "an element that is not known", taint: v.taint, from: v.from}
	}
	i, ok := a.arithmetic(index).single()
	if !v.array && v.known && ok && i == "0" {
		return a.pick(name, v)
	}
	if !v.array || !v.known || !ok {
		return value{why: "an element that is not known", taint: v.taint, from: v.from}
	}
	n, err := strconv.Atoi(i)
	if n < 0 {
		n += len(v.list)
	}
	if err != nil || n < 0 || n >= len(v.list) {
		return unsetValue()
	}
	return a.pick(name+"["+i+"]", v.list[n])
}

// assocWhy marks an associative array.
const assocWhy = "an associative array"

// indirect expands ${!name}.
func (a *analysis) indirect(b *builder, p *syntax.ParamExp, name string, quoted bool) {
	if w, ok := p.Index.(*syntax.Word); ok && (w.Lit() == "@" || w.Lit() == "*") {
		v := a.lookup(name)
		if v.array && v.known {
			keys := value{array: true, known: true}
			for i := range v.list {
				keys.list = append(keys.list, text(strconv.Itoa(i)))
			}
			a.addList(b, keys, w.Lit() == "*", quoted)
			return
		}
		o := opaque("the indexes of an array")
		b.add(piece{val: &o}, v.taint, v.from)
		return
	}
	v := a.scalar(p, name)
	target, ok := v.single()
	if !ok {
		a.addOpaque(a.source(p), "the name of the variable is not known before it runs, and bash runs commands in it", engine.OpaqueCommand, a.span(p))
		a.addValue(b, opaque("a variable whose name is not known"), quoted)
		return
	}
	a.checkSubscript(target, a.span(p))
	q := *p
	q.Excl = false
	lit := *p.Param
	lit.Value = target
	q.Param, q.Index = &lit, nil
	switch {
	case target == "@" || target == "*" || validName(target) || isNumber(target) && target[0] != '-':
		a.param(b, &q, quoted)
	case target == "":
		a.addValue(b, unsetValue(), quoted)
	default:
		a.addValue(b, opaque("a variable with a computed name"), quoted)
	}
}

// checkSubscript looks for a command in the subscript of a computed name, and
// walks it, since bash runs it.
func (a *analysis) checkSubscript(name string, span engine.Span) {
	if !strings.Contains(name, "$(") && !strings.Contains(name, "`") && !strings.Contains(name, "${") {
		return
	}
	if strings.Contains(name, "$(") || strings.Contains(name, "`") {
		a.hazard(RuleArithmetic, name, span)
	}
	if w, err := a.gram.parser.Document(strings.NewReader(name)); err == nil {
		a.within(span, func() { a.document(w) })
	}
}

func length(v value) value {
	if s, ok := v.single(); ok && ascii(s) {
		return text(strconv.Itoa(len(s)))
	}
	return number("the length of an unknown text")
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// defaults expands ${x:-w} and its relatives.
func (a *analysis) defaults(b *builder, p *syntax.ParamExp, name string, v value, quoted bool) {
	op := p.Exp.Op
	null := op == syntax.AlternateUnsetOrNull || op == syntax.DefaultUnsetOrNull || op == syntax.ErrorUnsetOrNull || op == syntax.AssignUnsetOrNull
	s, single := v.single()
	missing := single && (v.unset || null && s == "")
	sure := single && !(v.unset && s != "")
	if !single && v.prefix != "" && !v.unset {
		sure = true // whatever it is, it is not empty
	}
	alternate := op == syntax.AlternateUnset || op == syntax.AlternateUnsetOrNull
	switch {
	case !sure:
		w := a.one(p.Exp.Word)
		switch {
		case alternate:
			a.addValue(b, collapse(join(text(""), w)), quoted)
		case op == syntax.ErrorUnset || op == syntax.ErrorUnsetOrNull:
			a.addValue(b, v, quoted)
		default:
			a.addValue(b, collapse(join(v, w)), quoted)
		}
	case alternate && !missing, !alternate && missing && (op == syntax.DefaultUnset || op == syntax.DefaultUnsetOrNull):
		a.inline(b, p.Exp.Word, quoted)
	case alternate:
		a.unused(p.Exp.Word)
		a.addValue(b, text(""), quoted)
	case !missing:
		a.unused(p.Exp.Word)
		a.addValue(b, v, quoted)
	case op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull:
		w := a.one(p.Exp.Word)
		if validName(name) {
			a.assign(name, w, a.span(p))
		}
		a.addValue(b, w, quoted)
	default: // ${x?}: the shell ends here
		a.one(p.Exp.Word)
		a.addValue(b, opaque("the shell ends here when it is not set"), quoted)
	}
}

// unused walks a word that the values known here leave out.
func (a *analysis) unused(w *syntax.Word) {
	a.push()
	a.one(w)
	a.drop()
}

// inline expands a word in the place of an expansion.
func (a *analysis) inline(b *builder, w *syntax.Word, quoted bool) {
	if w == nil {
		a.addValue(b, text(""), quoted)
		return
	}
	list := atoms(nil, w.Parts, quoted)
	if !quoted {
		list = a.tildeIn(list, 0)
	}
	for _, at := range list {
		switch {
		case at.node != nil:
			a.part(b, at)
		case at.quoted:
			b.add(piece{text: at.text, quoted: true}, 0, "")
		default:
			a.split(b, at.text, value{})
		}
	}
	if quoted && len(list) == 0 {
		b.add(piece{quoted: true}, 0, "")
	}
}

// transform applies the operators of ${…} to one value.
func (a *analysis) transform(p *syntax.ParamExp, v value) value {
	switch {
	case p.Slice != nil:
		return a.slice(p.Slice, v)
	case p.Repl != nil:
		return a.replace(p.Repl, v)
	case p.Exp == nil:
		return v
	}
	lost := value{why: "a part of a text that is not known", taint: v.taint, from: v.from}
	if p.Exp.Op == syntax.OtherParamOps {
		return a.special2(p, v)
	}
	pattern, ok := a.pattern(p.Exp.Word)
	s, single := v.single()
	if !ok || !single || len(s) > 2048 || !ascii(s) && !strings.HasPrefix(p.Exp.Op.String(), "#") && !strings.HasPrefix(p.Exp.Op.String(), "%") {
		return lost
	}
	var out string
	switch p.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		out = trimPrefix(s, pattern, p.Exp.Op == syntax.RemLargePrefix)
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		out = trimSuffix(s, pattern, p.Exp.Op == syntax.RemLargeSuffix)
	case syntax.UpperFirst, syntax.UpperAll, syntax.LowerFirst, syntax.LowerAll:
		out = changeCase(s, pattern, p.Exp.Op)
	default:
		return lost
	}
	v.set = []string{out}
	v.unset = false
	return v
}

func trimPrefix(s, pattern string, longest bool) string {
	for i := 0; i <= len(s); i++ {
		n := i
		if longest {
			n = len(s) - i
		}
		if matchPattern(pattern, s[:n]) {
			return s[n:]
		}
	}
	return s
}

func trimSuffix(s, pattern string, longest bool) string {
	for i := 0; i <= len(s); i++ {
		n := len(s) - i
		if longest {
			n = i
		}
		if matchPattern(pattern, s[n:]) {
			return s[:n]
		}
	}
	return s
}

func changeCase(s, pattern string, op syntax.ParExpOperator) string {
	out := []byte(s)
	for i := range out {
		if pattern == "" || matchPattern(pattern, s[i:i+1]) {
			if op == syntax.UpperFirst || op == syntax.UpperAll {
				out[i] = strings.ToUpper(s[i : i+1])[0]
			} else {
				out[i] = strings.ToLower(s[i : i+1])[0]
			}
		}
		if op == syntax.UpperFirst || op == syntax.LowerFirst {
			break
		}
	}
	return string(out)
}

// special2 is ${x@Q} and its relatives.
func (a *analysis) special2(p *syntax.ParamExp, v value) value {
	op := ""
	if p.Exp.Word != nil {
		op = p.Exp.Word.Lit()
	}
	s, single := v.single()
	if op == "P" {
		if !single {
			a.addOpaque(a.source(p), "bash runs the commands in it", engine.OpaqueCommand, a.span(p))
			return opaque("a prompt that is not known")
		}
		a.checkSubscript(s, a.span(p))
	}
	out := value{why: "a text in another form", taint: v.taint, from: v.from}
	if !single || !ascii(s) {
		return out
	}
	switch op {
	case "U":
		s = strings.ToUpper(s)
	case "L":
		s = strings.ToLower(s)
	case "u":
		if s != "" {
			s = strings.ToUpper(s[:1]) + s[1:]
		}
	case "E":
		s = ansiC(s)
	default:
		return out
	}
	return text(s).with(v.taint, v.from)
}

// slice is ${x:offset:length}.
func (a *analysis) slice(sl *syntax.Slice, v value) value {
	from, ok1 := a.integer(sl.Offset)
	lost := value{why: "a part of a text that is not known", taint: v.taint, from: v.from}
	n, ok2 := 0, true
	if sl.Length != nil {
		n, ok2 = a.integer(sl.Length)
	}
	s, single := v.single()
	if !single || !ok1 || !ok2 || !ascii(s) {
		return lost
	}
	if from < 0 {
		from += len(s)
	}
	if from < 0 || from > len(s) {
		return text("").with(v.taint, v.from)
	}
	end := len(s)
	switch {
	case sl.Length != nil && n < 0:
		end += n
	case sl.Length != nil:
		end = min(end, from+n)
	}
	if end < from {
		return lost
	}
	return text(s[from:end]).with(v.taint, v.from)
}

func (a *analysis) integer(x syntax.ArithmExpr) (int, bool) {
	if x == nil {
		return 0, true
	}
	s, ok := a.arithmetic(x).single()
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n > -1<<30 && n < 1<<30
}

// replace is ${x/pattern/text}.
func (a *analysis) replace(r *syntax.Replace, v value) value {
	pattern, ok := a.pattern(r.Orig)
	ok = ok && r.Orig != nil && len(r.Orig.Parts) > 0 // the parser and bash differ on ${x////y}
	with, ok2 := a.one(r.With).single()
	s, single := v.single()
	// bash 5.2 puts what matched in the place of an ampersand.
	if !ok || !ok2 || !single || len(s) > 512 || strings.Contains(with, "&") {
		return value{why: "a text in which something is replaced", taint: v.taint, from: v.from}
	}
	anchor := byte(0)
	if !r.All && pattern != "" && (pattern[0] == '#' || pattern[0] == '%') {
		anchor, pattern = pattern[0], pattern[1:]
	}
	if pattern == "" && anchor == 0 {
		return v
	}
	return text(replaceAll(s, pattern, with, anchor, r.All)).with(v.taint, v.from)
}

// replaceAll replaces the first or all matches of a pattern, or the one at the
// start (#) or the end (%).
func replaceAll(s, pattern, with string, anchor byte, all bool) string {
	switch anchor {
	case '#':
		if n := longestMatch(pattern, s); n >= 0 {
			return with + s[n:]
		}
		return s
	case '%':
		for i := 0; i <= len(s); i++ {
			if matchPattern(pattern, s[i:]) {
				return s[:i] + with
			}
		}
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n := longestMatch(pattern, s[i:])
		if n <= 0 {
			b.WriteByte(s[i])
			i++
			continue
		}
		b.WriteString(with)
		i += n
		if !all {
			b.WriteString(s[i:])
			break
		}
	}
	return b.String()
}

// longestMatch is the length of the longest match at the start of s, or -1.
func longestMatch(pattern, s string) int {
	for n := len(s); n >= 0; n-- {
		if matchPattern(pattern, s[:n]) {
			return n
		}
	}
	return -1
}

// pattern expands a word as a pattern, in which quoted characters are quoted.
func (a *analysis) pattern(w *syntax.Word) (string, bool) {
	if w == nil {
		return "", true
	}
	known := true
	var sb strings.Builder
	for _, at := range a.tildeIn(atoms(nil, w.Parts, false), 0) {
		if at.node == nil {
			if at.quoted {
				quotePattern(&sb, at.text)
			} else {
				sb.WriteString(at.text)
			}
			continue
		}
		var b builder
		a.part(&b, atom{node: at.node, quoted: true})
		b.end()
		for _, f := range b.fields {
			for _, p := range f.pieces {
				switch {
				case p.val != nil:
					known = false
				case at.quoted:
					quotePattern(&sb, p.text)
				default:
					sb.WriteString(p.text)
				}
			}
		}
	}
	return sb.String(), known
}

// listExpansion expands $@, ${a[@]} and what is done to their elements.
func (a *analysis) listExpansion(b *builder, p *syntax.ParamExp, v value, star, quoted bool) {
	switch {
	case p.Length:
		if v.known {
			a.addValue(b, text(strconv.Itoa(len(v.list))), quoted)
		} else {
			a.addValue(b, number("the number of elements"), quoted)
		}
		return
	case p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull:
		a.listDefaults(b, p, v, star, quoted)
		return
	case p.Slice != nil:
		v = a.listSlice(p, v)
	case p.Repl != nil || p.Exp != nil:
		list := make([]value, len(v.list))
		for i, e := range v.list {
			list[i] = a.transform(p, a.pick("\x00element"+strconv.Itoa(i), e))
		}
		v.list = list
	}
	a.addList(b, v, star, quoted)
}

func (a *analysis) listDefaults(b *builder, p *syntax.ParamExp, v value, star, quoted bool) {
	alternate := p.Exp.Op == syntax.AlternateUnset || p.Exp.Op == syntax.AlternateUnsetOrNull
	switch {
	case !v.known:
		w := a.one(p.Exp.Word)
		o := collapse(join(value{why: "a list that is not known"}, w))
		b.add(piece{val: &o}, v.taint|w.taint, v.from)
	case (len(v.list) == 0) != alternate:
		a.inline(b, p.Exp.Word, quoted)
	case alternate:
		if !quoted || star {
			return
		}
	default:
		a.addList(b, v, star, quoted)
	}
}

// listSlice is ${@:from:count} and ${a[@]:from:count}.
func (a *analysis) listSlice(p *syntax.ParamExp, v value) value {
	from, ok1 := a.integer(p.Slice.Offset)
	n, ok2 := a.integer(p.Slice.Length)
	if !ok1 || !ok2 || !v.known {
		return value{array: true, why: "a part of a list", taint: v.taint, from: v.from}
	}
	list := v.list
	if p.Param.Value == "@" || p.Param.Value == "*" {
		zero, _ := a.special("0")
		list = append([]value{zero}, list...)
	}
	if from < 0 {
		from += len(list)
	}
	if from < 0 || from > len(list) {
		list, from = nil, 0
	}
	list = list[from:]
	if p.Slice.Length != nil {
		list = list[:max(0, min(n, len(list)))]
	}
	return value{array: true, known: true, list: list, taint: v.taint, from: v.from}
}

// addList adds the elements of a list, each as a word of its own where it can.
func (a *analysis) addList(b *builder, v value, star, quoted bool) {
	if !v.known {
		o := value{why: "a list that is not known", taint: v.taint, from: v.from}
		b.add(piece{val: &o}, v.taint, v.from)
		return
	}
	if star && quoted {
		sep := " "
		if ifs, ok := a.ifs(); ok {
			sep = ifs[:min(1, len(ifs))]
		}
		all := text("")
		for i, e := range v.list {
			if i > 0 {
				all = concat(all, text(sep))
			}
			all = concat(all, a.pick("\x00element"+strconv.Itoa(i), e))
		}
		a.addValue(b, all, true)
		return
	}
	for i, e := range v.list {
		if i > 0 {
			b.end()
		}
		a.addValue(b, a.pick("\x00element"+strconv.Itoa(i), e), quoted)
	}
}
