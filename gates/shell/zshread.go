package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/gates/shell/table"
)

// zshReader looks at the text of a script for what zsh reads in another way than bash. It asks about every construct
// of which it does not know that it is the same to both.
type zshReader struct {
	*analysis
	reads      *syntax.Stmt // the statement of $(<file)
	background bool         // a command in the background came before
}

func (z *zshReader) ask(n syntax.Node, what string) {
	z.onlyInZsh(what+": "+z.source(n), z.span(n))
}

// node looks at one node of the tree, and reports whether to look below it.
func (z *zshReader) node(n syntax.Node) bool {
	switch n := n.(type) {
	case nil, *syntax.File, *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.Comment,
		*syntax.TimeClause, *syntax.TestClause, *syntax.ArrayExpr, *syntax.ProcSubst, *syntax.CaseClause,
		*syntax.ParenArithm, *syntax.ParenTest, *syntax.BinaryTest:
	case *syntax.ArithmCmd:
		z.calculation(n, n.X)
	case *syntax.CStyleLoop:
		z.calculation(n, n.Init)
		z.calculation(n, n.Cond)
		z.calculation(n, n.Post)
	case *syntax.Stmt:
		z.stmt(n)
	case *syntax.CallExpr:
		z.call(n)
	case *syntax.BinaryCmd:
		z.pipe(n)
	case *syntax.ForClause:
		z.loop(n)
	case *syntax.WordIter:
		z.zshName(n.Name.Value, z.span(n))
		z.words(n.Items)
	case *syntax.CaseItem:
		if n.Op != syntax.Break && n.Op != syntax.Fallthrough {
			z.ask(n, "the end of the branch")
		}
	case *syntax.FuncDecl:
		z.zshFunction(n.Name.Value, z.span(n.Name))
	case *syntax.DeclClause:
		z.declaration(n)
	case *syntax.Assign:
		z.assigns(n)
	case *syntax.ArrayElem:
		if n.Index != nil || n.Value == nil {
			z.ask(n, "the element of an array")
		} else {
			z.word(n.Value)
		}
	case *syntax.Redirect:
		z.redirect(n)
	case *syntax.Word:
		z.parts(n, n.Parts)
	case *syntax.Lit:
		if strings.Contains(n.Value, "$") && !plainDollars(n.Value) {
			z.ask(n, "the expansion")
		}
	case *syntax.SglQuoted:
		if n.Dollar && !sameEscapes(n.Value) {
			z.ask(n, "the quotes")
		}
	case *syntax.DblQuoted:
		if n.Dollar {
			z.ask(n, "the quotes")
		}
		z.parts(n, n.Parts)
	case *syntax.ParamExp:
		z.param(n)
	case *syntax.CmdSubst:
		if n.TempFile || n.ReplyVar {
			z.ask(n, "the substitution")
		}
		if len(n.Stmts) == 1 {
			z.reads = n.Stmts[0]
		}
	case *syntax.ArithmExp:
		if n.Bracket || n.Unsigned {
			z.ask(n, "the calculation")
		}
		z.calculation(n, n.X)
	case *syntax.BinaryArithm:
		switch n.Op {
		case syntax.And, syntax.Or, syntax.Xor, syntax.Shl, syntax.Shr, syntax.Pow, syntax.Comma:
			z.ask(n, "the calculation")
		}
	case *syntax.UnaryArithm:
		if n.Op == syntax.BitNegation {
			z.ask(n, "the calculation")
		}
	case *syntax.FlagsArithm:
		z.ask(n, "the calculation")
	case *syntax.UnaryTest:
		if n.Op == syntax.TsOptSet || n.Op == syntax.TsRefVar || n.Op == syntax.TsVarSet {
			z.ask(n, "the test")
		}
	case *syntax.ExtGlob:
		z.ask(n, "the pattern")
	default:
		z.ask(n, "the construct")
	}
	return true
}

// stmt looks at what stands around a command.
func (z *zshReader) stmt(s *syntax.Stmt) {
	call, simple := s.Cmd.(*syntax.CallExpr)
	if len(s.Redirs) > 0 && (s.Cmd == nil || simple && len(call.Args) == 0) && !z.onlyReads(s) {
		z.ask(s, "a redirection without a command")
	}
	if s.Coprocess || s.Disown || s.Negated && z.background { // &! is one sign to it
		z.ask(s, "the end of the command")
	}
	z.background = z.background || s.Background
	used := map[string]bool{}
	for _, r := range s.Redirs {
		for _, fd := range connected(r) {
			if used[fd] {
				z.ask(r, "it connects to all of several files")
			}
			used[fd] = true
		}
	}
}

// onlyReads reports whether a statement is that of $(<file), which is the same to both.
func (z *zshReader) onlyReads(s *syntax.Stmt) bool {
	return s == z.reads && s.Cmd == nil && len(s.Redirs) == 1 && s.Redirs[0].Op == syntax.RdrIn
}

// connected are the descriptors that a redirection connects to a file.
func connected(r *syntax.Redirect) []string {
	switch {
	case r.Op == syntax.RdrAll || r.Op == syntax.AppAll:
		return []string{"1", "2"}
	case r.N != nil:
		return []string{r.N.Value}
	case r.Op == syntax.RdrIn || r.Op == syntax.RdrInOut || r.Op == syntax.DplIn || r.Op == syntax.Hdoc ||
		r.Op == syntax.DashHdoc || r.Op == syntax.WordHdoc:
		return []string{"0"}
	}
	return []string{"1"}
}

// pipe looks at both ends of a pipe: what is redirected too goes to both places.
func (z *zshReader) pipe(c *syntax.BinaryCmd) {
	if c.Op != syntax.Pipe && c.Op != syntax.PipeAll {
		return
	}
	for _, end := range []struct {
		s  *syntax.Stmt
		fd string
	}{{c.X, "1"}, {c.Y, "0"}} {
		s := end.s
		if left, ok := s.Cmd.(*syntax.BinaryCmd); ok && len(s.Redirs) == 0 {
			s = left.Y
		}
		for _, r := range s.Redirs {
			for _, fd := range connected(r) {
				if fd == end.fd || fd == "2" && c.Op == syntax.PipeAll {
					z.ask(r, "it connects to the pipe as well")
				}
			}
		}
	}
}

// call looks at words of a command that are no names of commands to bash.
func (z *zshReader) call(c *syntax.CallExpr) {
	z.words(c.Args)
	for i, w := range c.Args {
		text := w.Lit()
		if lit, ok := w.Parts[0].(*syntax.Lit); ok && text == "" {
			text = lit.Value
		}
		switch {
		case text == "}" || strings.HasSuffix(text, "}") && !strings.Contains(text, "{"),
			i > 0 && (assignsHome(text)):
			z.ask(w, "the word")
		}
	}
}

// assignsHome reports whether bash expands a ~ in a word that looks like an assignment.
func assignsHome(s string) bool {
	name, rest, ok := strings.Cut(s, "=")
	return ok && validName(name) && (strings.HasPrefix(rest, "~") || strings.Contains(rest, ":~"))
}

func (z *zshReader) loop(c *syntax.ForClause) {
	if c.Select || c.Braces {
		z.ask(c, "the loop")
	}
}

func (z *zshReader) declaration(c *syntax.DeclClause) {
	if c.Variant.Value == "nameref" {
		z.ask(c, "the declaration")
	}
	for _, as := range c.Args {
		if as.Name != nil {
			continue
		}
		text := as.Value.Lit()
		flags := zshFlags[c.Variant.Value]
		if text != "--" && (len(text) < 2 || text[0] != '-' || strings.Trim(text[1:], flags) != "") {
			z.ask(c, "the declaration")
		}
	}
}

func (z *zshReader) assigns(as *syntax.Assign) {
	if as.Name == nil {
		return
	}
	z.zshName(as.Name.Value, z.span(as))
	if as.Index != nil {
		z.ask(as, "the element of an array")
	}
	z.named(as, as.Value)
}

// named looks at text that becomes no names of files, but may begin with the name of a program or of a directory.
func (z *zshReader) named(at syntax.Node, w *syntax.Word) {
	if w == nil {
		return
	}
	for i, p := range w.Parts {
		lit, ok := p.(*syntax.Lit)
		if !ok {
			continue
		}
		for j, s := range strings.Split(lit.Value, ":") {
			if (i == 0 || j > 0) && len(s) > 0 && (s[0] == '=' || s[0] == '~' && len(s) > 1 && s[1] != '/') {
				z.ask(at, "the path of a name")
			}
		}
	}
}

func (z *zshReader) redirect(r *syntax.Redirect) {
	if r.N != nil && strings.Trim(r.N.Value, "0123456789") != "" {
		z.ask(r, "the redirection")
	}
	if r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc || r.Op == syntax.WordHdoc {
		if r.Hdoc != nil {
			z.parts(r.Hdoc, r.Hdoc.Parts)
		}
		return
	}
	text := r.Word.Lit()
	from, to, numbers := strings.Cut(text, "-")
	switch {
	case numbers && r.Op == syntax.RdrIn && strings.Trim(from+to, "0123456789") == "",
		(r.Op == syntax.DplIn || r.Op == syntax.DplOut) && text != "-" && (text == "" || strings.Trim(text, "0123456789") != ""):
		z.ask(r, "the redirection")
	}
	for _, p := range r.Word.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, "*?[{") {
				z.ask(r, "it connects to all of several files")
			}
		case *syntax.CmdSubst:
			z.ask(r, "it connects to all of several files")
		}
	}
}

// words looks at words that may become names of files.
func (z *zshReader) words(list []*syntax.Word) {
	for _, w := range list {
		z.word(w)
	}
}

// word looks at a word that may become names of files.
func (z *zshReader) word(w *syntax.Word) {
	var text strings.Builder // what is not quoted, with a NUL for each other part
	pure := true
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			text.WriteString(lit.Value)
			continue
		}
		pure = false
		text.WriteByte(0)
		_, param := p.(*syntax.ParamExp)
		_, output := p.(*syntax.CmdSubst)
		if _, number := p.(*syntax.ArithmExp); param || output || number {
			text.WriteByte(1)
		}
	}
	s := unquotedPart(text.String())
	switch {
	case len(s) > 1 && s[0] == '=':
		z.ask(w, "the path of a program")
	case len(s) > 1 && s[0] == '~' && s[1] != '/':
		z.ask(w, "the directory of a name")
	case strings.Contains(s, "**") && strings.Contains(s, "/"):
		z.ask(w, "the pattern goes through all directories")
	case !sameBraces(s):
		z.ask(w, "the braces")
	case z.mayMatch(s, pure):
		z.ask(w, "the pattern")
	}
}

// unquotedPart is unquoted text with a NUL for each sign that a backslash quotes.
func unquotedPart(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
			b.WriteByte(0)
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// sameBraces reports whether the braces of a word are the same to zsh, which expands them behind variables: lists of
// text, and sequences without a step.
func sameBraces(s string) bool {
	for i, inner := range strings.Split(s, "{") {
		inner, _, closed := strings.Cut(inner, "}")
		if i == 0 || !closed && !strings.Contains(s, "}") {
			continue
		}
		list, sequence := strings.Contains(inner, ","), strings.Contains(inner, "..")
		switch {
		case list && (strings.ContainsAny(inner[:1], "=~") || strings.Contains(inner, ",=") || strings.Contains(inner, ",~")),
			(list || sequence) && strings.Contains(s, "\x01"), strings.Count(inner, "..") > 1:
			return false
		}
	}
	return true
}

// mayMatch reports whether a word with ^, # or ~ is a pattern that names of files may match where the extended
// patterns of zsh are on: one of which the text before that sign begins a name.
func (z *zshReader) mayMatch(s string, pure bool) bool {
	if s == "~" || strings.HasPrefix(s, "~/") {
		s = z.facts.Home + s[1:]
	}
	s = strings.ReplaceAll(s, "[^", "[!")
	i := strings.IndexAny(s, "^#~")
	if i < 0 {
		return false
	}
	if !pure || strings.ContainsAny(s, "*?[<\x00") || s[0] == '^' {
		return true
	}
	if s[i] == '#' && i > 0 {
		i--
	}
	dir, ok := z.dir()
	if !ok {
		return true
	}
	name := s[:i]
	if !path.IsAbs(name) {
		name = dir + "/" + name
	}
	at, begin := path.Split(name)
	names, err := z.view.ReadDir(path.Clean(at))
	if err != nil {
		return false
	}
	for _, n := range names {
		if strings.HasPrefix(n, begin) && z.match(len(n)) {
			return true
		}
	}
	return false
}

// parts looks at what stands behind variables, which zsh takes for an element or a modifier.
func (z *zshReader) parts(w syntax.Node, parts []syntax.WordPart) {
	for i, p := range parts[:max(0, len(parts)-1)] {
		param, ok := p.(*syntax.ParamExp)
		if !ok {
			first, one := p.(*syntax.SglQuoted)
			second, other := parts[i+1].(*syntax.SglQuoted)
			if one && other && !first.Dollar && !second.Dollar {
				z.ask(w, "the quotes")
			}
			before, one1 := p.(*syntax.Lit)
			after, other1 := parts[i+1].(*syntax.Lit)
			if one1 && other1 && !plainDollars(before.Value+after.Value) {
				z.ask(w, "the expansion")
			}
			continue
		}
		next, ok := parts[i+1].(*syntax.Lit)
		if !ok || !param.Short || next.Value == "" {
			continue
		}
		name, c := param.Param.Value, next.Value[0]
		switch {
		case c == '[', c == ':' && len(next.Value) > 1 && isModifier(next.Value[1]):
			z.ask(w, "an element or a modifier of $"+name)
		case name == "#" && strings.IndexByte(" /.,)\n", c) < 0, isDigit(name[0]) && isDigit(c):
			z.ask(w, "the expansion")
		}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isModifier reports whether a sign behind a colon may begin a modifier.
func isModifier(c byte) bool { return c == '&' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// plainDollars reports whether each $ in a literal text stands where it is one to zsh.
func plainDollars(s string) bool {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '$' && i+1 < len(s) && strings.IndexByte(" \n\t/.,)|;%]}\\'\"", s[i+1]) < 0:
			return false
		}
	}
	return true
}

// sameEscapes reports whether the escapes of $'…' are the same to zsh.
func sameEscapes(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' {
			i++
			if strings.IndexByte(`nrtaebfv\'"x01234567`, s[i]) < 0 {
				return false
			}
		}
	}
	return true
}

// param looks at an expansion of a parameter.
func (z *zshReader) param(p *syntax.ParamExp) {
	if p.Param == nil {
		z.ask(p, "the expansion")
		return
	}
	name := p.Param.Value
	all := false
	if w, ok := p.Index.(*syntax.Word); ok {
		text := w.Lit()
		all = text == "@" || text == "*"
	}
	if table.Listed("zsh/variables", name) || strings.HasSuffix(name, "_functions") || p.Excl || p.Width || p.Names != 0 ||
		p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 || p.IsSet || p.Index != nil && !all {
		z.ask(p, "the expansion")
		return
	}
	if p.Slice != nil {
		number := func(x syntax.ArithmExpr) bool {
			w, ok := x.(*syntax.Word)
			return x == nil || ok && w.Lit() != "" && strings.Trim(w.Lit(), "0123456789") == ""
		}
		if !number(p.Slice.Offset) || !number(p.Slice.Length) || name == "@" || name == "*" {
			z.ask(p, "the part of a variable")
		}
	}
	if p.Exp != nil {
		switch p.Exp.Op {
		case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
			z.pattern(p, p.Exp.Word)
		case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AlternateUnset, syntax.AlternateUnsetOrNull,
			syntax.AssignUnset, syntax.AssignUnsetOrNull, syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
			z.named(p, p.Exp.Word)
		default:
			z.ask(p, "the expansion")
		}
	}
	if p.Repl != nil {
		z.pattern(p, p.Repl.Orig)
		z.pattern(p, p.Repl.With)
	}
}

// pattern looks at a pattern within an expansion.
func (z *zshReader) pattern(p *syntax.ParamExp, w *syntax.Word) {
	if w == nil {
		return
	}
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
		case *syntax.Lit:
			if strings.ContainsAny(unquotedPart(part.Value), "(|<^#~&") {
				z.ask(p, "the pattern")
			}
		default:
			z.ask(p, "the pattern")
		}
	}
}

// calculation looks at the numbers of an expression, of which zsh has other bases.
func (z *zshReader) calculation(at syntax.Node, x syntax.ArithmExpr) {
	if x == nil {
		return
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		if w, ok := n.(*syntax.Word); ok {
			text := w.Lit()
			if len(text) > 1 && text[0] == '0' || strings.ContainsAny(text, "#.'") {
				z.ask(at, "the calculation")
			}
		}
		return true
	})
}
