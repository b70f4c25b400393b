package shell

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
)

// If the shell of another agent is zsh, pp judges its commands as bash, and asks about every construct and special name
// that may mean something else in zsh.

// inZsh reports whether the shell of another agent is zsh, and runs the code that pp is walking.
func inZsh(m *walker) bool { return m.dialect == dialectZsh && runsElsewhere(m) }

// onlyInZsh asks about code that may mean something else in zsh.
func onlyInZsh(m *walker, c cause.Cause, span effect.Span) {
	if !inZsh(m) {
		return
	}
	if m.outside != nil {
		span = *m.outside
	}
	m.concern(RuleZsh, c, span)
}

// zshName asks about a variable that is special in zsh or bash alone.
func zshName(m *walker, name string, span effect.Span) {
	if specialInZsh(name) {
		onlyInZsh(m, cause.ZshVariable.OfName(name), span)
	}
}

func specialInZsh(name string) bool {
	return table.Listed("zsh/variables", name) || strings.HasSuffix(name, "_functions")
}

// zshCommand asks about a builtin that may do something else in zsh: its arguments, one on each line, must match the
// pattern that the table has for it.
func zshCommand(sc *simple) {
	if !inZsh(sc.walker) {
		return
	}
	name, same := sc.words[0].Text, true
	if patterns := table.Marks("zsh-same/" + name); len(patterns) > 0 {
		var args strings.Builder
		for _, w := range sc.words[1:] {
			text := strings.ReplaceAll(w.Text, "\n", " ")
			if !w.Known {
				text = "?"
			}
			args.WriteString("\n" + text)
			same = same && (name != "unset" || !specialInZsh(text))
		}
		same = same && regexp.MustCompile("(?s)^(?:"+patterns[0]+")$").MatchString(args.String())
	}
	if !same || table.Listed("zsh/commands", name) {
		onlyInZsh(sc.walker, cause.ZshCommand.OfName(name), sc.words[0].Span)
	}
}

// readByZsh asks about each part of a script's text that may mean something else in zsh.
func readByZsh(a *walker, file *syntax.File) {
	if !inZsh(a) {
		return
	}
	z := &zshReader{a: a}
	syntax.Walk(file, func(n syntax.Node) bool {
		if !z.same(n) {
			onlyInZsh(a, cause.ZshConstruct.OfWord(a.source(n)), a.span(n))
		}
		return true
	})
}

// zshReader reads the text of a script, node by node.
type zshReader struct {
	a          *walker
	reads      *syntax.Stmt // the statement of $(<file)
	background bool         // a command in the background came before
}

// same reports whether a node, apart from those below it, means the same in bash and zsh. It knows the nodes of which
// that can be said; any other does not.
func (z *zshReader) same(n syntax.Node) bool {
	switch n := n.(type) {
	case nil, *syntax.File, *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.Comment,
		*syntax.TimeClause, *syntax.CaseClause, *syntax.ProcSubst, *syntax.ArrayExpr, *syntax.TestClause,
		*syntax.ParenArithm, *syntax.ParenTest, *syntax.BinaryTest:
		return true
	case *syntax.Stmt:
		return z.stmt(n)
	case *syntax.CallExpr:
		return z.words(n.Args) && !slices.ContainsFunc(n.Args, oddArgument)
	case *syntax.BinaryCmd:
		return n.Op != syntax.Pipe && n.Op != syntax.PipeAll || !(redirects(n.X, "1") || redirects(n.Y, "0") ||
			n.Op == syntax.PipeAll && redirects(n.X, "2"))
	case *syntax.ForClause:
		return !n.Select && !n.Braces
	case *syntax.WordIter:
		return !specialInZsh(n.Name.Value) && z.words(n.Items)
	case *syntax.CaseItem:
		return n.Op == syntax.Break || n.Op == syntax.Fallthrough
	case *syntax.FuncDecl:
		name := n.Name.Value // zsh calls some functions by itself
		return !strings.HasPrefix(name, "TRAP") && !table.Listed("zsh/functions", name) &&
			!strings.ContainsAny(name, "*?[^#~=<{")
	case *syntax.DeclClause:
		return sameDeclaration(n)
	case *syntax.Assign:
		return n.Name == nil || !specialInZsh(n.Name.Value) && n.Index == nil && plainStarts(n.Value)
	case *syntax.Redirect:
		return sameRedirect(n)
	case *syntax.ArrayElem:
		return n.Index == nil && n.Value != nil && z.word(n.Value)
	default:
		return z.sameText(n) || sameNumbers(n)
	}
}

// sameText is same for a word and the parts of one.
func (z *zshReader) sameText(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Word:
		return sameParts(n.Parts)
	case *syntax.Lit:
		return !dollar.MatchString(withoutEscapes(n.Value))
	case *syntax.SglQuoted:
		return !n.Dollar || sameEscapes.MatchString(n.Value)
	case *syntax.DblQuoted:
		return !n.Dollar && sameParts(n.Parts)
	case *syntax.ParamExp:
		return sameParameter(n)
	case *syntax.CmdSubst:
		if len(n.Stmts) == 1 {
			z.reads = n.Stmts[0]
		}
		return !n.TempFile && !n.ReplyVar
	}
	return false
}

// sameNumbers is same for a calculation, and for the tests that zsh has too.
func sameNumbers(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.ArithmCmd:
		return !n.Unsigned && plainNumbers(n.X)
	case *syntax.ArithmExp:
		return !n.Bracket && !n.Unsigned && plainNumbers(n.X)
	case *syntax.CStyleLoop:
		return plainNumbers(n.Init) && plainNumbers(n.Cond) && plainNumbers(n.Post)
	case *syntax.BinaryArithm: // these have another precedence in zsh
		return !slices.Contains([]syntax.BinAritOperator{syntax.And, syntax.Or, syntax.Xor, syntax.Shl, syntax.Shr,
			syntax.Pow, syntax.Comma}, n.Op)
	case *syntax.UnaryArithm:
		return n.Op != syntax.BitNegation
	case *syntax.UnaryTest:
		return n.Op != syntax.TsOptSet && n.Op != syntax.TsRefVar && n.Op != syntax.TsVarSet
	}
	return false
}

var (
	escaped      = regexp.MustCompile(`(?s)\\.`)
	dollar       = regexp.MustCompile(`\$[^ \n\t/.,)|;%\]}\\'"\x00]`)           // that begins something
	sameEscapes  = regexp.MustCompile(`(?s)^([^\\]|\\[nrtaebfv\\'"x0-7])*\\?$`) // those of $'…'
	afterName    = regexp.MustCompile(`^(\[|:[&A-Za-z])`)                       // an element or a modifier
	afterDigit   = regexp.MustCompile(`^[0-9]`)                                 // more of a number
	afterCount   = regexp.MustCompile(`^[^ /.,)\n]`)                            // what $# could count
	startsOdd    = regexp.MustCompile(`(^|:)(=|~[^/:])`)                        // =PROGRAM or ~DIRECTORY
	assignsHome  = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*=(~|.*:~)`)       // which bash expands
	oddBraces    = regexp.MustCompile(`\{[=~]|,[=~]|\.\.[^{}]*\.\.|\x01`)       // in lists and sequences
	oddInteger   = regexp.MustCompile(`^0.|[#.']`)                              // another base in zsh
	numberedFile = regexp.MustCompile(`^[0-9]*-[0-9]*$`)                        // <1-9> matches numbers
	oddWord      = regexp.MustCompile(`^(=.|~[^/])|\*\*.*/|/.*\*\*`)            // =ls, ~name, **/
	expansible   = regexp.MustCompile(`\{.*(,|\.\.).*\}`)                       // braces that expand
	oddPattern   = regexp.MustCompile(`[(|<^#~&]`)                              // in an expansion
)

// withoutEscapes is unquoted text with a NUL for each character that a backslash quotes.
func withoutEscapes(s string) string { return escaped.ReplaceAllLiteralString(s, "\x00") }

// stmt checks the redirections of a statement, and how it ends.
func (z *zshReader) stmt(s *syntax.Stmt) bool {
	call, simple := s.Cmd.(*syntax.CallExpr)
	none := s.Cmd == nil || simple && len(call.Args) == 0
	reads := s == z.reads && s.Cmd == nil && len(s.Redirs) == 1 && s.Redirs[0].Op == syntax.RdrIn
	odd := s.Coprocess || s.Disown || s.Negated && z.background // zsh reads &! as one operator
	z.background = z.background || s.Background
	var used []string
	for _, r := range s.Redirs {
		used = append(used, connected(r)...)
	}
	slices.Sort(used)
	several := len(slices.Compact(slices.Clone(used))) < len(used) // zsh writes to all of them
	return !odd && !several && (!none || reads || len(s.Redirs) == 0)
}

// connected returns the descriptors that a redirection connects to a file.
func connected(r *syntax.Redirect) []string {
	switch {
	case r.Op == syntax.RdrAll || r.Op == syntax.AppAll:
		return []string{"1", "2"}
	case r.N != nil:
		return []string{r.N.Value}
	case slices.Contains([]syntax.RedirOperator{syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc,
		syntax.DashHdoc, syntax.WordHdoc}, r.Op):
		return []string{"0"}
	}
	return []string{"1"}
}

// redirects reports whether the end of a pipe redirects a descriptor of it: in zsh, the pipe gets the output as well.
func redirects(s *syntax.Stmt, fd string) bool {
	if left, ok := s.Cmd.(*syntax.BinaryCmd); ok && len(s.Redirs) == 0 {
		s = left.Y
	}
	return slices.ContainsFunc(s.Redirs, func(r *syntax.Redirect) bool { return slices.Contains(connected(r), fd) })
}

// oddArgument reports whether a word ends a block in zsh, or has a ~ that bash alone expands.
func oddArgument(w *syntax.Word) bool {
	text := w.Lit()
	if lit, ok := w.Parts[0].(*syntax.Lit); ok && text == "" {
		text = lit.Value
	}
	return strings.HasSuffix(text, "}") && !strings.Contains(text, "{") || assignsHome.MatchString(text)
}

func sameDeclaration(c *syntax.DeclClause) bool {
	return c.Variant.Value != "nameref" && !slices.ContainsFunc(c.Args, func(as *syntax.Assign) bool {
		if as.Name != nil {
			return false
		}
		text := as.Value.Lit()
		return text != "--" && (len(text) < 2 || text[0] != '-' || strings.Trim(text[1:], "xriaAg") != "" ||
			c.Variant.Value == "export")
	})
}

// plainStarts reports whether text that is no pattern of file names begins with no =PROGRAM and no ~DIRECTORY.
func plainStarts(w *syntax.Word) bool {
	for i := 0; w != nil && i < len(w.Parts); i++ {
		if lit, ok := w.Parts[i].(*syntax.Lit); ok {
			at := startsOdd.FindAllStringIndex(lit.Value, -1)
			if len(at) > 1 || len(at) == 1 && (i == 0 || at[0][0] > 0 || lit.Value[0] == ':') {
				return false
			}
		}
	}
	return true
}

// sameRedirect checks where a redirection goes: to one file, which no pattern names.
func sameRedirect(r *syntax.Redirect) bool {
	if r.N != nil && strings.Trim(r.N.Value, "0123456789") != "" {
		return false
	}
	if r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc || r.Op == syntax.WordHdoc {
		return r.Hdoc == nil || sameParts(r.Hdoc.Parts)
	}
	text := r.Word.Lit()
	if r.Op == syntax.RdrIn && numberedFile.MatchString(text) ||
		(r.Op == syntax.DplIn || r.Op == syntax.DplOut) && text != "-" && strings.Trim(text, "0123456789") != "" {
		return false
	}
	return !slices.ContainsFunc(r.Word.Parts, func(p syntax.WordPart) bool {
		lit, text := p.(*syntax.Lit)
		_, output := p.(*syntax.CmdSubst)
		return output || text && strings.ContainsAny(lit.Value, "*?[{")
	})
}
