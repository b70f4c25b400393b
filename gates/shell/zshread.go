package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"

	"pp/gates/shell/value"
)

// zshReader reads the text of a script. It asks about every construct that it does not know to mean the same in zsh and
// bash.
type zshReader struct {
	*analysis
	reads      *syntax.Stmt // the statement of $(<file)
	background bool         // a command in the background came before
}

func (z *zshReader) ask(n syntax.Node, what string) {
	z.onlyInZsh(cause.Cause{Kind: cause.ZshConstruct, Text: what, Word: z.source(n)}, z.span(n))
}

// node checks one node of the tree, and reports whether to check the nodes below it.
func (z *zshReader) node(n syntax.Node) bool {
	switch n := n.(type) {
	case nil, *syntax.File, *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.Comment,
		*syntax.TimeClause, *syntax.CaseClause:
	case *syntax.Stmt:
		z.stmt(n)
	case *syntax.CallExpr:
		z.call(n)
	case *syntax.BinaryCmd:
		z.pipe(n)
	case *syntax.ForClause:
		if n.Select || n.Braces {
			z.ask(n, "the loop")
		}
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
	case *syntax.Redirect:
		z.redirect(n)
	default:
		return z.piece(n) || z.expression(n)
	}
	return true
}

// piece checks a node that is a word or a part of one, and reports whether it is.
func (z *zshReader) piece(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.ProcSubst, *syntax.ArrayExpr:
	case *syntax.ArrayElem:
		if n.Index != nil || n.Value == nil {
			z.ask(n, "the element of an array")
		} else {
			z.word(n.Value)
		}
	case *syntax.Word:
		z.parts(n, n.Parts)
	case *syntax.Lit:
		if !hasPlainDollars(n.Value) {
			z.ask(n, "the expansion")
		}
	case *syntax.SglQuoted:
		if n.Dollar && !hasSameEscapes(n.Value) {
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
	default:
		return false
	}
	return true
}

// expression checks a calculation or a test, and asks about any other node.
func (z *zshReader) expression(n syntax.Node) bool {
	same := false
	switch n := n.(type) {
	case *syntax.TestClause, *syntax.ParenArithm, *syntax.ParenTest, *syntax.BinaryTest:
		same = true
	case *syntax.ArithmCmd:
		same = !n.Unsigned && hasSameNumbers(n.X)
	case *syntax.ArithmExp:
		same = !n.Bracket && !n.Unsigned && hasSameNumbers(n.X)
	case *syntax.CStyleLoop:
		same = hasSameNumbers(n.Init) && hasSameNumbers(n.Cond) && hasSameNumbers(n.Post)
	case *syntax.BinaryArithm: // these have another precedence in zsh
		same = !slices.Contains([]syntax.BinAritOperator{syntax.And, syntax.Or, syntax.Xor, syntax.Shl, syntax.Shr,
			syntax.Pow, syntax.Comma}, n.Op)
	case *syntax.UnaryArithm:
		same = n.Op != syntax.BitNegation
	case *syntax.UnaryTest:
		same = n.Op != syntax.TsOptSet && n.Op != syntax.TsRefVar && n.Op != syntax.TsVarSet
	}
	if !same {
		z.ask(n, "the construct")
	}
	return true
}

// stmt checks the parts of a statement around its command.
func (z *zshReader) stmt(s *syntax.Stmt) {
	call, simple := s.Cmd.(*syntax.CallExpr)
	if len(s.Redirs) > 0 && (s.Cmd == nil || simple && len(call.Args) == 0) && !z.onlyReads(s) {
		z.ask(s, "a redirection without a command")
	}
	if s.Coprocess || s.Disown || s.Negated && z.background { // zsh reads &! as one operator
		z.ask(s, "the end of the command")
	}
	z.background = z.background || s.Background
	used := map[string]bool{}
	for _, r := range s.Redirs {
		for _, fd := range connected(r) {
			if used[fd] {
				z.ask(r, "a redirection to several files")
			}
			used[fd] = true
		}
	}
}

// onlyReads reports whether a statement is that of $(<file), which means the same in both shells.
func (z *zshReader) onlyReads(s *syntax.Stmt) bool {
	return s == z.reads && s.Cmd == nil && len(s.Redirs) == 1 && s.Redirs[0].Op == syntax.RdrIn
}

// connected returns the descriptors that a redirection connects to a file.
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

// pipe checks both ends of a pipe: in zsh, redirected output goes to the file and to the pipe.
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
					z.ask(r, "a redirection next to a pipe")
				}
			}
		}
	}
}

// call checks the words of a command that bash does not treat specially.
func (z *zshReader) call(c *syntax.CallExpr) {
	z.words(c.Args)
	for i, w := range c.Args {
		text := w.Lit()
		if lit, ok := w.Parts[0].(*syntax.Lit); ok && text == "" {
			text = lit.Value
		}
		switch {
		case text == "}" || strings.HasSuffix(text, "}") && !strings.Contains(text, "{"),
			i > 0 && assignsHome(text):
			z.ask(w, "the word")
		}
	}
}

// assignsHome reports whether bash expands a ~ in a word that looks like an assignment.
func assignsHome(s string) bool {
	name, rest, ok := strings.Cut(s, "=")
	return ok && validName(name) && (strings.HasPrefix(rest, "~") || strings.Contains(rest, ":~"))
}

// declaration checks a command that declares variables.
func (z *zshReader) declaration(c *syntax.DeclClause) {
	if c.Variant.Value == "nameref" {
		z.ask(c, "the declaration")
	}
	for _, as := range c.Args {
		if as.Name != nil {
			continue
		}
		text := as.Value.Lit()
		flags, _ := zshFlags(c.Variant.Value)
		if text != "--" && (len(text) < 2 || text[0] != '-' || strings.Trim(text[1:], flags) != "") {
			z.ask(c, "the declaration")
		}
	}
}

// assigns checks an assignment.
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

// named checks text that is not a pattern of file names, but may begin with =PROGRAM or ~DIRECTORY.
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
				z.ask(at, "a path that begins with = or ~")
			}
		}
	}
}

func (z *zshReader) redirect(r *syntax.Redirect) {
	if r.N != nil && !value.IsNumber(r.N.Value) {
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
		(r.Op == syntax.DplIn || r.Op == syntax.DplOut) && text != "-" && !value.IsNumber(text):
		z.ask(r, "the redirection")
	}
	for _, p := range r.Word.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, "*?[{") {
				z.ask(r, "a redirection to several files")
			}
		case *syntax.CmdSubst:
			z.ask(r, "a redirection to several files")
		}
	}
}

// words checks words that may be patterns of file names.
func (z *zshReader) words(list []*syntax.Word) {
	for _, w := range list {
		z.word(w)
	}
}

// word checks a word that may be a pattern of file names.
func (z *zshReader) word(w *syntax.Word) {
	var text strings.Builder // the unquoted text, with a NUL for each other part
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
		z.ask(w, "a named directory")
	case strings.Contains(s, "**") && strings.Contains(s, "/"):
		z.ask(w, "a pattern with **")
	case !hasSameBraces(s):
		z.ask(w, "the braces")
	case z.mayMatch(s, pure):
		z.ask(w, "the pattern")
	}
}

// unquotedPart returns unquoted text with a NUL for each character that a backslash quotes.
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

// hasSameBraces reports whether the braces in a word mean the same in zsh, which expands them after variables. Lists of
// text and sequences without a step do.
func hasSameBraces(s string) bool {
	for i, inner := range strings.Split(s, "{") {
		inner, _, closed := strings.Cut(inner, "}")
		if i == 0 || !closed && !strings.Contains(s, "}") {
			continue
		}
		list, sequence := strings.Contains(inner, ","), strings.Contains(inner, "..")
		switch {
		case list && (strings.ContainsAny(inner[:1], "=~") || strings.Contains(inner, ",=") ||
			strings.Contains(inner, ",~")),
			(list || sequence) && strings.Contains(s, "\x01"), strings.Count(inner, "..") > 1:
			return false
		}
	}
	return true
}

// mayMatch reports whether a word with ^, # or ~ may match the names of files if zsh's extended patterns are on: the
// text before that character begins the name of a file.
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
