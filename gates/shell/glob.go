package shell

import (
	"cmp"
	"io/fs"
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// maxEntries bounds the directory entries that the globs of one command look at.
const maxEntries = 20_000

// expandGlob appends the names that a word with pattern characters matches, or its text when there are none.
func expandGlob(ex *walker, out []word, f field, span effect.Span, n syntax.Node) []word {
	var pat, lit strings.Builder
	for _, p := range f.pieces {
		lit.WriteString(p.text)
		if p.quoted {
			quotePattern(&pat, p.text)
			continue
		}
		pat.WriteString(p.text)
	}
	pattern := pat.String()
	w := word{Word: table.Word{Text: lit.String(), Known: true, Span: span}, node: n}
	w.mark(f.origin)
	if !hasPattern(pattern) {
		w.Text = unquotePattern(pattern)
		return append(out, w)
	}
	names, ok := matchNames(ex, pattern)
	// If GLOBIGNORE has a value, patterns match names that begin with a dot, and not those that it lists.
	if !ok || mayHaveOption(ex, oddGlob) || mayHave(ex, "GLOBIGNORE") {
		ex.left |= leftLine // failglob ends the line
		val := value.Opaque(cause.PatternTooWide.Bare())
		prefix := patternPrefix(pattern)
		val.Roots = []string{rootOfPrefix(prefix)}
		val.Origin = f.origin
		u := expandUnknown(ex, val, prefix, true, span, n)
		u.everything = matchesAll(ex, pattern)
		return append(out, u)
	}
	if len(names) == 0 {
		// bash passes the pattern itself on; what it looks like is still said.
		w.Text = unquotePattern(pattern)
		w.everything = matchesAll(ex, pattern)
		return append(out, w)
	}
	everything := matchesAll(ex, pattern)
	for _, name := range names {
		w := w
		w.Text, w.globbed, w.everything = name, true, everything
		out = append(out, w)
	}
	return out
}

// rootOfPrefix is the directory below which all names with a prefix are.
func rootOfPrefix(prefix string) string {
	i := strings.LastIndexByte(prefix, '/')
	switch {
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	return prefix[:i]
}

// matchesAll is the directory of which a pattern names every entry, as * does.
func matchesAll(ex *walker, pattern string) string {
	dir, last := ".", pattern
	if i := strings.LastIndexByte(pattern, '/'); i >= 0 {
		dir, last = pattern[:i], pattern[i+1:]
		dir = cmp.Or(dir, "/")
		if last == "" { // */
			return matchesAll(ex, strings.TrimRight(pattern, "/"))
		}
	}
	switch last {
	case "*", ".*", "**", "*.*", "[!.]*", ".[!.]*", "?*", ".??*", ".[^.]*", "[^.]*":
	default:
		return ""
	}
	if hasPattern(dir) {
		return ""
	}
	return unquotePattern(dir)
}

// matchNames finds the names that match a pattern, component by component.
func matchNames(ex *walker, pattern string) ([]string, bool) {
	base, ok := workDir(ex)
	if ex.looked > maxLooked || !ok && !strings.HasPrefix(pattern, "/") {
		return nil, false
	}
	g := globber{a: ex, base: base}
	var parts []string
	rest := pattern
	at := ""
	if strings.HasPrefix(rest, "/") {
		at = "/"
		rest = strings.TrimLeft(rest, "/")
	}
	parts = strings.Split(rest, "/")
	found := walkGlob(&g, []string{at}, parts)
	ex.looked += g.looked
	ex.work(globWork + g.looked*entryWork)
	return found, g.looked <= maxEntries && len(found) <= maxFields && ex.looked <= maxLooked
}

type globber struct {
	a      *walker
	base   string
	looked int
}

// walkGlob extends each of the paths by the parts of the pattern.
func walkGlob(g *globber, at []string, parts []string) []string {
	for i, part := range parts {
		last := i == len(parts)-1
		var next []string
		if part == "" {
			if !last {
				continue
			}
			for _, p := range at {
				if isDir(g, p) {
					next = append(next, p+"/")
				}
			}
			return next
		}
		name := patternOf("^", part, "$", 0)
		if name == nil {
			g.looked = maxEntries + 1
			return nil
		}
		for _, p := range at {
			next = extend(g, next, p, part, name, last)
			if g.looked > maxEntries {
				return nil
			}
		}
		at = next
	}
	return at
}

func extend(g *globber, out []string, at, part string, match *regexp.Regexp, last bool) []string {
	join := func(name string) string {
		if at == "" || strings.HasSuffix(at, "/") {
			return at + name
		}
		return at + "/" + name
	}
	if !hasPattern(part) {
		name := join(unquotePattern(part))
		g.looked++
		if last && !exists(g, name) {
			return out
		}
		return append(out, name)
	}
	dir := at
	dir = cmp.Or(dir, ".")
	real, err := effect.Resolve(g.a.view, g.base, dir)
	if err != nil {
		return out
	}
	names, _ := g.a.view.ReadDir(real.Name)
	for _, name := range names {
		if g.looked += 1 + len(part)*len(name)>>12; g.looked > maxEntries {
			return out
		}
		if name[0] == '.' && part[0] != '.' {
			continue
		}
		if match.MatchString(name) && (last || isDir(g, join(name))) {
			out = append(out, join(name))
		}
	}
	return out
}

func exists(g *globber, name string) bool {
	p, err := effect.ResolveParent(g.a.view, g.base, name)
	return err == nil && p.Exists
}

func isDir(g *globber, name string) bool {
	name = cmp.Or(name, ".")
	p, err := effect.Resolve(g.a.view, g.base, name)
	if err != nil || !p.Exists {
		return false
	}
	info, err := g.a.view.Lstat(p.Name)
	return p.Dir || err == nil && info.Mode&fs.ModeDir != 0
}
