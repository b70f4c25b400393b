package shell

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
)

// Caps on a command. Exceeding one denies; nothing weaker is tried instead.
const (
	maxLength  = 128 << 10 // bytes of a command
	maxNesting = 400       // open brackets of any kind at once
)

// ParseError says where and why a command cannot be taken.
type ParseError struct {
	Rule   string // of the hazard that it is
	Line   int    // 1-based, 0 when unknown
	Column int    // 1-based, in bytes
	Offset int    // byte offset in the text
	Cause  cause.Cause
}

// Error implements error.
func (e *ParseError) Error() string {
	if e.Line == 0 {
		return e.Cause.String()
	}
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Cause)
}

// grammar is a parser and a printer that are used again and again.
type grammar struct {
	parser  *syntax.Parser
	printer *syntax.Printer
	liner   *syntax.Printer // that prints on one line
	out     printed
}

func newGrammar() *grammar {
	return &grammar{parser: syntax.NewParser(syntax.Variant(syntax.LangBash)), printer: syntax.NewPrinter(),
		liner: syntax.NewPrinter(syntax.SingleLine(true))}
}

func (g *grammar) canonical(cmd string) (string, *syntax.File, error) {
	if err := checkText(cmd); err != nil {
		return "", nil, err
	}
	file, err := g.parse(cmd)
	if err != nil {
		return "", nil, err
	}
	if err := g.checkComments(cmd); err != nil {
		return "", nil, err
	}
	text, err := g.print(g.printer, file)
	if err != nil {
		return "", nil, err
	}
	if line, same := g.line(cmd, text, file); same != nil {
		return line, same, checkTree(line, same)
	}
	if text == cmd {
		return text, file, checkTree(text, file)
	}
	// The printed text is what runs, so it must be what its own tree prints.
	unstable := &ParseError{Rule: RuleUnparsable, Cause: cause.NoStableForm.Bare()}
	again, err := g.parse(text)
	if err != nil {
		return "", nil, unstable
	}
	if second, err := g.print(g.printer, again); err != nil {
		return "", nil, err
	} else if second != text {
		return "", nil, unstable
	}
	return text, again, checkTree(text, again)
}

// line is a command of one line on one line again, where its printed text has more: a shell counts lines, tells what
// became of jobs between them, and reads them one by one. It is used only where its tree prints as the first tree
// does, on lines and on one: this way of printing forgets what ends a command behind &.
func (g *grammar) line(cmd, text string, file *syntax.File) (string, *syntax.File) {
	if strings.Contains(cmd, "\n") || !strings.Contains(text, "\n") {
		return "", nil
	}
	line, err := g.print(g.liner, file)
	if err != nil || strings.Contains(line, "\n") {
		return "", nil
	}
	again, err := g.parse(line)
	if err != nil {
		return "", nil
	}
	lines, errLines := g.print(g.printer, again)
	second, err := g.print(g.liner, again)
	if err != nil || errLines != nil || lines != text || second != line {
		return "", nil
	}
	return line, again
}

// checkTree refuses what a reader, or the parser, would take for something else.
func checkTree(text string, file *syntax.File) error {
	if err := checkSpaces(text, file); err != nil {
		return err
	}
	return checkHiddenSubst(text, file)
}

func (g *grammar) parse(text string) (file *syntax.File, err error) {
	if err := checkNesting(text); err != nil {
		return nil, err
	}
	defer func() {
		if p := recover(); p != nil { // the parser is not ours: whatever happens in it denies
			*g = *newGrammar()
			file, err = nil, &ParseError{Rule: RuleUnparsable, Cause: cause.ParserFailed.OfText(fmt.Sprint(p))}
		}
	}()
	file, err = g.parser.Parse(strings.NewReader(text), "")
	if err == nil {
		return file, nil
	}
	what := cause.NotParsed.OfWord(err.Error())
	var at syntax.Pos
	var pe syntax.ParseError
	var le syntax.LangError
	switch {
	case errors.As(err, &pe):
		at, what = pe.Pos, cause.NotParsed.OfWord(pe.Text)
	case errors.As(err, &le):
		at, what = le.Pos, cause.FeatureNotBash.OfName(le.Feature)
	default:
		return nil, &ParseError{Rule: RuleUnparsable, Cause: what}
	}
	return nil, &ParseError{Rule: RuleUnparsable, Line: int(at.Line()), Column: int(at.Col()), Offset: int(at.Offset()),
		Cause: what}
}

// checkComments refuses a comment that ends in a backslash: bash runs the next line, which the parser skips.
func (g *grammar) checkComments(text string) error {
	if !strings.Contains(text, "#") || !strings.Contains(text, "\\\n") {
		return nil
	}
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true))
	file, err := parser.Parse(strings.NewReader(text), "")
	if err != nil {
		return nil // it has been parsed before
	}
	var bad error
	syntax.Walk(file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Comment); ok && bad == nil {
			at := int(c.Hash.Offset())
			line, next, _ := strings.Cut(text[min(at, len(text)):], "\n")
			if strings.HasSuffix(line, "\\") && !strings.HasPrefix(strings.TrimLeft(next, " \t"), "#") {
				bad = positioned(text, at, RuleDeceptive, cause.HidesNextLine.Bare())
			}
		}
		return bad == nil
	})
	return bad
}

func (g *grammar) print(printer *syntax.Printer, file *syntax.File) (text string, err error) {
	defer func() {
		if p := recover(); p != nil {
			*g = *newGrammar()
			text, err = "", &ParseError{Rule: RuleUnparsable, Cause: cause.PrinterFailed.OfText(fmt.Sprint(p))}
		}
	}()
	g.out.text.Reset()
	switch err := printer.Print(&g.out, file); {
	case err == errLong:
		return "", &ParseError{Rule: RuleOverCap, Cause: cause.TooDeepToShow.Bare()}
	case err != nil:
		return "", &ParseError{Rule: RuleUnparsable, Cause: cause.PrinterFailed.OfText(err.Error())}
	}
	return strings.TrimSuffix(g.out.text.String(), "\n"), nil
}

// printed is the text that a tree comes to. What nests deep is indented, and comes to the square of what was written.
type printed struct{ text strings.Builder }

var errLong = errors.New("too long")

// Write implements io.Writer.
func (p *printed) Write(b []byte) (int, error) {
	if p.text.Len()+len(b) > 4*maxLength {
		return 0, errLong
	}
	return p.text.Write(b)
}

// checkNesting bounds the parser's recursion before it starts. It counts brackets in quoted text too, which only
// matters for text that nobody writes; nested keywords are long enough that the cap on length bounds them.
func checkNesting(text string) error {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth = max(0, depth-1)
		case '\\':
			i++
		}
		if depth > maxNesting {
			return positioned(text, i, RuleOverCap, cause.NestsTooDeep.OfName(strconv.Itoa(maxNesting)))
		}
	}
	return nil
}

// positioned makes an error at a byte offset.
func positioned(text string, offset int, rule string, what cause.Cause) *ParseError {
	before := text[:min(offset, len(text))]
	line := 1 + strings.Count(before, "\n")
	col := len(before) - strings.LastIndexByte(before, '\n')
	return &ParseError{Rule: rule, Line: line, Column: col, Offset: offset, Cause: what}
}

// character is the number of a character, for a reader.
func character(r rune) string { return fmt.Sprintf("U+%04X", r) }

// checkText refuses what a reader would not see: control characters but tab and newline, and invisible ones.
func checkText(text string) error {
	if len(text) > maxLength {
		return &ParseError{Rule: RuleOverCap,
			Cause: cause.CommandTooLong.OfName(strconv.Itoa(maxLength)).Naming(strconv.Itoa(len(text)))}
	}
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if (c < ' ' && c != '\t' && c != '\n') || c == 0x7f {
				return positioned(text, i, RuleDeceptive, cause.ControlCharacter.OfName(character(rune(c))))
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size <= 1 {
			return positioned(text, i, RuleDeceptive, cause.NotUTF8.Bare())
		}
		if why := invisible(text, i, size, r); why != "" {
			return positioned(text, i, RuleDeceptive, why.OfName(character(r)))
		}
		i += size
	}
	return nil
}

// checkSpaces refuses what looks like a space and is none, and letters that pass for others, outside quotes.
func checkSpaces(text string, file *syntax.File) error {
	if ascii(text) {
		return nil
	}
	var bad error
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DblQuoted, *syntax.SglQuoted:
			return bad == nil && hasSubst(n)
		case *syntax.Redirect:
			return bad == nil
		case *syntax.Lit:
			for i, r := range n.Value {
				if lookalikeSpace(r) && bad == nil {
					bad = positioned(text, int(n.ValuePos.Offset())+i, RuleDeceptive,
						cause.LooksLikeSpace.OfName(character(r)))
				}
			}
		}
		return bad == nil
	})
	return bad
}

// hasSubst reports whether a quoted part must be looked into for commands.
func hasSubst(n syntax.Node) bool {
	d, ok := n.(*syntax.DblQuoted)
	return ok && slices.ContainsFunc(d.Parts, func(p syntax.WordPart) bool {
		_, lit := p.(*syntax.Lit)
		return !lit
	})
}
