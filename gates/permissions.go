package gates

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// Permissions is the person's table: allow, ask or deny per tool or command
// pattern. The most specific entry of each layer wins, and the strictest layer. A command pattern is matched on the
// words of each parsed command, never on text. An allowance is a waiver for
// what other gates ask, so it is given by the permission waiver, not here.
type Permissions struct{}

// Name implements engine.Gate.
func (Permissions) Name() string { return "permissions" }

// Priority implements engine.Gate.
func (Permissions) Priority() int { return 600 }

// Check implements engine.Gate.
func (Permissions) Check(c engine.Case) ([]engine.Finding, error) {
	tool := c.Action.Tool()
	var out []engine.Finding
	for _, subject := range subjects(c) {
		p, ok := decide(c.Facts.Permissions, tool, subject)
		if !ok {
			continue
		}
		f := engine.Finding{Decision: p.Decision, Rule: "table", Effect: subject.effect, Floor: p.Decision == engine.Ask,
			Cause: cause.Cause{Kind: cause.Entry, Word: p.Text, Name: p.Decision.String(), Text: p.Where}}
		f.Reason = tell(f.Cause)
		out = append(out, f)
	}
	if len(out) > 0 {
		return out, nil
	}
	switch c.Action.Op.(type) {
	case engine.Message, engine.Run, engine.Eval:
		return one(engine.Allow, "default", cause.NoEntry.Bare()), nil
	case engine.Call:
		if spec, ok := c.Facts.Tools[tool]; ok && !spec.Unknown {
			if spec.ReadOnly {
				return one(engine.Allow, "default", cause.BuiltInReads.Bare()), nil
			}
			return one(engine.Allow, "default", cause.NoEntry.Bare()), nil
		}
	}
	return []engine.Finding{{Decision: engine.Ask, Rule: "default", Waivable: true,
		Cause: cause.ToolUnknown.OfName(tool), Reason: tell(cause.ToolUnknown.OfName(tool))}}, nil
}

// subject is what a table entry may be about: the action, or one of the
// commands it runs.
type subject struct {
	words     []string
	also      []string // other names that the first word may have
	canonical string
	effect    effect.Effect
}

// subjectOf returns the subject for a program.
func subjectOf(r effect.Program) subject {
	return subject{r.Words, r.Also, r.Canonical, effect.Effect{Kind: effect.KindRun, Subject: r.Name, Span: r.Span}}
}

func subjects(c engine.Case) []subject {
	out := make([]subject, 1, 1+len(c.Effects.Runs)) // the tool itself, then each program
	for _, r := range c.Effects.Runs {
		out = append(out, subjectOf(r))
	}
	return out
}

// decide finds the entry that decides for a subject: the most specific within
// each layer, then the strictest of those.
func decide(table []engine.Permission, tool string, s subject) (engine.Permission, bool) {
	var best engine.Permission
	found := false
	for i, p := range table {
		if !matches(p, tool, s) || outranked(table, i, tool, s) {
			continue
		}
		if !found || p.Decision < best.Decision {
			best, found = p, true
		}
	}
	return best, found
}

// outranked reports whether another entry of the same layer is more specific,
// or as specific and stricter.
func outranked(table []engine.Permission, i int, tool string, s subject) bool {
	p := table[i]
	for j, q := range table {
		if j == i || q.Layer != p.Layer || !matches(q, tool, s) {
			continue
		}
		a, b := specificity(q.Pattern), specificity(p.Pattern)
		if a > b || (a == b && (q.Decision < p.Decision || (q.Decision == p.Decision && j < i))) {
			return true
		}
	}
	return false
}

// matches reports whether an entry is about a command, or, when the subject has
// no words, about the action itself.
func matches(p engine.Permission, tool string, s subject) bool {
	if p.Pattern.Tool == "" || (p.Pattern.Tool != tool && p.Pattern.Tool != "*") {
		return false
	}
	if len(p.Pattern.Words) == 0 {
		return s.words == nil
	}
	if s.words == nil {
		return false
	}
	return s.matches(p.Pattern.Words, p.Decision != engine.Allow)
}

// matches reports whether a pattern's words are about the command by any name of its program.
func (s subject) matches(pattern []string, strict bool) bool {
	return MatchWords(pattern, s.words, s.canonical, strict) || slices.ContainsFunc(s.also, func(name string) bool {
		return MatchWords(pattern, append([]string{name}, s.words[1:]...), s.canonical, strict)
	})
}

// MatchWords matches a pattern's words with a command's: literally, "*" alone
// at the end for any rest, elsewhere for one word. A pattern that restricts
// (strict) matches any command it begins, whatever its global flags and
// however the program is spelled, so that neither /bin/rm nor `git -C . push`
// slips past it; one that allows matches only what it says.
func MatchWords(pattern, words []string, canonical string, strict bool) bool {
	if !strict {
		return matchExact(pattern, words, false)
	}
	if matchExact(pattern, words, true) {
		return true
	}
	if len(words) > 0 {
		based := append([]string{path.Base(words[0])}, words[1:]...)
		if matchExact(pattern, based, true) {
			return true
		}
	}
	known := strings.Fields(canonical)
	if len(known) == 0 {
		return false
	}
	rest := words
	if last := slices.Index(words, known[len(known)-1]); last >= 0 {
		rest = words[last+1:]
	}
	return matchExact(pattern, append(known, rest...), true)
}

func matchExact(pattern, words []string, prefix bool) bool {
	for i, p := range pattern {
		if p == "*" && i == len(pattern)-1 {
			return true
		}
		if i >= len(words) || (p != "*" && p != words[i]) {
			return false
		}
	}
	return prefix || len(pattern) == len(words)
}

func specificity(p engine.Pattern) int {
	n := 0
	if p.Tool != "*" {
		n = 1
	}
	for _, w := range p.Words {
		if w != "*" {
			n += 2
		}
	}
	if len(p.Words) > 0 && p.Words[len(p.Words)-1] != "*" {
		n++
	}
	return n
}

// ParsePattern reads a permission as it is written: a tool's name, or "shell"
// and the words of a command. Without a final "*", an allowance is for exactly
// these words; a restriction is for every command that begins with them.
func ParsePattern(text string) (engine.Pattern, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return engine.Pattern{}, fmt.Errorf("an empty pattern")
	}
	p := engine.Pattern{Tool: strings.ToLower(strings.TrimPrefix(fields[0], ":"))}
	p.Words = fields[1:]
	if len(p.Words) > 0 && p.Tool != "shell" {
		return p, fmt.Errorf("%q: only \"shell\" takes words after it", text)
	}
	return p, nil
}
