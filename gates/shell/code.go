package shell

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// reportCode handles the text of another language on the command line.
func reportCode(o *operand) {
	if !o.op.Known || o.op.Many {
		v := wordValue(o.w)
		v.Written = o.w.Text
		reportExecution(o.walker, v, o.span, false)
		if o.op.Text != "" {
			scanCode(o.walker, o.op.Text, o.op.Language, o.span)
		}
		return
	}
	if o.w.val().Taint&(value.Network|value.Decoder) != 0 {
		reportExecution(o.walker, wordValue(o.w), o.span, false)
	}
	scanCode(o.walker, o.op.Text, o.op.Language, o.span)
}

// scanCode looks at code in another language. It is opaque, and worse when it plainly does what is denied.
func scanCode(a *walker, code, language string, span effect.Span) {
	hazards, understood := table.CodeHazards(language, code)
	for _, h := range hazards {
		h.Span = span
		a.addHazard(h)
	}
	if understood {
		return
	}
	what := cmp.Or(language, "another language")
	a.opaqueCommand(code, cause.CodeInLanguage.OfText(what), span)
	scanText(a, code, span)
}

// scanText looks at code, or at text that may be some.
func scanText(a *walker, code string, span effect.Span) {
	s := codeScan{walker: a, code: code, span: span}
	if a.work(2 * len(code)) {
		scanCodeText(&s)
	}
}

// scanCodeText looks at the code from all sides.
func scanCodeText(s *codeScan) {
	// Strings that are put together from pieces are read as one.
	s.code = strings.NewReplacer(`"+"`, "", `'+'`, "", `" + "`, "", `' + '`, "", `"."`, "", `'.'`, "", `"..".`,
		"").Replace(s.code)
	s.lower = strings.ReplaceAll(strings.ToLower(s.code), "urllib.parse", "") // which fetches nothing
	scanCombinations(s)
	literals := findLiterals(s)
	evaluates := !s.inner && hasMark(s, "evaluates")
	for i, lit := range literals {
		scanLiteral(s, lit)
		if table.Listed("does/destroys", path.Base(lit)) && i+1 < len(literals) { // words one by one: ["rm", "-rf", "/"]
			probeText(s.walker, strings.Join(literals[i:min(len(literals), i+6)], " "), s.span)
		}
		if evaluates && strings.Contains(lit, "(") {
			in := codeScan{walker: s.walker, code: lit, span: s.span, inner: true}
			scanCodeText(&in)
		}
	}
}

// codeScan looks at the words of code; it can only raise what is said of it.
type codeScan struct {
	*walker
	code, lower string
	span        effect.Span
	inner       bool // it is a string of other code
}

// hasMark reports whether the code holds a mark of a list of the table.
func hasMark(s *codeScan, list string) bool { return table.Marked("code/"+list, s.lower) }

// combinations are parts that are dangerous together: lists of marks, all of which the code holds.
var combinations = [...]struct {
	rule, of string // of which it is a case
	marks    []string
}{
	{RuleDecodeExecute, "", []string{"code/decodes", "code/runs"}},
	{RuleEmbedded, RuleDownloadExecute, []string{"code/fetches", "code/runs-fetched"}},
	{RuleEmbedded, RuleDownloadExecute, []string{"code/fetches", "code/includes", "code/addresses"}},
	{RuleNetRedirect, "", []string{"code/raw-network"}},
	{RuleHidden, "", []string{"code/loads-library", "code/elsewhere"}},
	{RuleReverseShell, "", []string{"code/sockets", "code/shells"}},
	{RuleSecretSent, "", []string{"code/environment", "code/sends"}},
	{RuleForkBomb, "", []string{"code/forks", "code/loops"}},
}

// scanCombinations looks for parts that are dangerous together.
func scanCombinations(s *codeScan) {
	for _, c := range combinations {
		if !slices.ContainsFunc(c.marks, func(list string) bool { return !table.Marked(list, s.lower) }) {
			s.hazard(c.rule, cause.Word(s.code).In(cause.Kind(c.of)), s.span)
		}
	}
	if hasMark(s, "takes-over") {
		s.hazard(RuleEmbedded, cause.TakesOverProcesses.Bare(), s.span)
	}
	if hasMark(s, "deletes-all") && hasMark(s, "names-home") && s.facts.Home != "" { // no literal names the path
		paths, _ := s.resolve(s.facts.Home, nil, false)
		for _, p := range paths {
			p.Tree, p.Span = true, s.span
			s.addPath(&s.eff.Deletes, effect.KindDelete, p)
		}
	}
}

// perlQuote matches q{…}, qx(…), %x(…).
var perlQuote = regexp.MustCompile("(?s)^(?:q[xqw]{0,2}|%[xqw]{1,2})" +
	`(?:\{(.*?)\}|\((.*?)\)|\[(.*?)\]|/(.*?)/|\|(.*?)\||!(.*?)!)`)

// findLiterals are the string literals of the code, whatever the language.
func findLiterals(s *codeScan) []string {
	var out []string
	code := s.code
	for i := 0; i < len(code) && len(out) < 100; i++ {
		q := code[i]
		if q != '\'' && q != '"' && q != '`' {
			if q == 'q' || q == '%' {
				if m := perlQuote.FindStringSubmatch(code[i:]); m != nil {
					out = append(out, strings.Join(m[1:], ""))
					i += len(m[0]) - 1
				}
			}
			continue
		}
		var b strings.Builder
		j := i + 1
		for ; j < len(code) && code[j] != q; j++ {
			if code[j] == '\\' && j+1 < len(code) {
				j++
				if code[j] != q && code[j] != '\\' {
					b.WriteByte('\\')
				}
			}
			b.WriteByte(code[j])
		}
		if b.Len() > 0 {
			lit := b.String()
			if strings.Contains(lit, `\x`) || strings.Contains(lit, `\0`) || strings.Contains(lit, `\1`) {
				lit = ansiC(lit)
			}
			out = append(out, lit)
		}
		i = j
	}
	return out
}

// scanLiteral looks at one string: it may be a command, or a path.
func scanLiteral(s *codeScan, lit string) {
	lit = strings.Trim(lit, "<>+|! \n\t")
	if strings.ContainsAny(lit, " ;|&`") || strings.HasPrefix(lit, "/bin/") {
		probeText(s.walker, lit, s.span)
	}
	if hasAnyPrefix(lit, "/", "~", ".") || hasMark(s, "names-file") && strings.Contains(lit, "/") {
		scanPath(s, lit)
	}
}

// keepWorst takes over what is denied anyway: hazards, deleted trees, files that are read or written by name.
func keepWorst(r *walker, there *effect.Effects, span effect.Span) {
	for _, h := range there.Hazards {
		if !h.Asks && h.Rule != RuleUnparsable {
			r.hazard(RuleEmbedded, h.Cause, span)
		}
	}
	for _, p := range there.Deletes {
		r.addPath(&r.eff.Deletes, effect.KindDelete, p)
	}
	for _, run := range there.Runs {
		if path.Base(run.Name) == "pp" || path.Base(run.Path) == "pp" {
			r.addRun(run)
		}
	}
	known := false
	for _, run := range there.Runs {
		known = known || run.Class != effect.ProgramUnknown
	}
	if !known {
		return
	}
	for _, p := range there.Reads {
		if p.Exists || strings.HasPrefix(p.Given, "/") {
			r.addPath(&r.eff.Reads, effect.KindRead, p)
		}
	}
	for _, p := range there.Writes {
		r.addPath(&r.eff.Writes, effect.KindWrite, p)
	}
	for _, p := range there.Metadata {
		r.addPath(&r.eff.Metadata, effect.KindMetadata, p)
	}
}

// scanPath reports a path in code as what the code plainly does with it.
func scanPath(s *codeScan, lit string) {
	if i := strings.IndexAny(lit, "*?["); i > 0 {
		lit = lit[:strings.LastIndexByte(lit[:i], '/')+1]
	}
	if strings.ContainsAny(lit, " \n<>|\"'{}$") || len(lit) > 512 || strings.HasPrefix(lit, "//") {
		return
	}
	name := lit
	if rest, ok := strings.CutPrefix(name, "~"); ok {
		name = s.facts.Home + rest
	}
	paths, ok := s.resolve(name, workDirs(s.walker), false)
	if !ok {
		return
	}
	for _, p := range paths {
		p.Given, p.Span = lit, s.span
		_, in := s.facts.Workspace.Contains(p.Name)
		if in && s.facts.Confinement.Confined() && !strings.Contains(lit, "/") {
			continue // a single name is a part of a path, and what may not change is found afterwards
		}
		if !in && strings.HasPrefix(p.Name, "/") && !effect.Within(p.Name, "/tmp") && hasMark(s, "empties") {
			s.hazard(RuleEmbedded, cause.CodeDeletes.OfPath(p.Name), s.span)
		}
		tree := hasMark(s, "deletes-tree") || containsAny(s.lower, "rename", "move(") && protected(p.Name, s.facts)
		switch {
		case tree, hasMark(s, "deletes"):
			p.Tree = p.Tree || tree || strings.HasSuffix(lit, "/")
			s.addPath(&s.eff.Deletes, effect.KindDelete, p)
		case hasMark(s, "writes"):
			s.addPath(&s.eff.Writes, effect.KindWrite, p)
			s.danger(p, s.span)
		default:
			s.addPath(&s.eff.Reads, effect.KindRead, p)
		}
	}
}
