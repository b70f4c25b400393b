package shell

import (
	"fmt"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// unit is one byte of a word, or a part that bash replaces, while braces are expanded, which comes first.
type unit struct {
	c      byte
	quoted bool
	part   *atom // set for a part, and for empty quotes
}

// braces makes the words that a word with braces stands for. It fails when they are too many.
func braces(list []atom) (words [][]atom, ok bool) {
	found := false
	for i := range list {
		if list[i].node == nil && !list[i].quoted && strings.IndexByte(list[i].text, '{') >= 0 {
			found = true
			break
		}
	}
	if !found {
		return [][]atom{list}, true
	}
	var units []unit
	for i := range list {
		at := &list[i]
		if at.node != nil || at.text == "" {
			units = append(units, unit{part: at})
			continue
		}
		for j := 0; j < len(at.text); j++ {
			units = append(units, unit{c: at.text[j], quoted: at.quoted})
		}
	}
	budget := maxFields
	expanded, ok := expandBraces(units, &budget, 0)
	if !ok {
		return nil, false
	}
	out := make([][]atom, len(expanded))
	for i, w := range expanded {
		out[i] = unitsToAtoms(w)
	}
	return out, true
}

// countBraces reports whether a word's braces make too many words together; plain that it is a sequence of numbers.
func countBraces(list []atom) (huge, plain bool) {
	var sb strings.Builder
	for _, at := range list {
		if at.node != nil || at.quoted {
			sb.WriteByte(' ')
			continue
		}
		sb.WriteString(at.text)
	}
	s := sb.String()
	words := 1
	for i := strings.IndexByte(s, '{'); i >= 0; {
		end := strings.IndexByte(s[i:], '}')
		if end < 0 {
			return huge, false
		}
		if n := strings.Count(s[i+1:i+end], ","); n > 0 && words <= 1<<20 {
			words *= n + 1
		}
		parts := strings.Split(s[i+1:i+end], "..")
		if len(parts) >= 2 {
			from, err1 := strconv.Atoi(parts[0])
			to, err2 := strconv.Atoi(parts[1])
			if err1 == nil && err2 == nil {
				huge = huge || to-from > 1<<20 || from-to > 1<<20
				if n := max(to-from, from-to) + 1; n > 0 && words <= 1<<20 {
					words *= min(n, 1<<21)
				}
				plain = i == 0 && i+end+1 == len(s)
			}
		}
		next := strings.IndexByte(s[i+end:], '{')
		if next < 0 {
			break
		}
		i += end + next
	}
	huge = huge || words > 1<<20
	return huge, plain
}

func unitsToAtoms(units []unit) []atom {
	var out []atom
	var sb strings.Builder
	for i := 0; i < len(units); {
		if units[i].part != nil {
			at := *units[i].part
			i++
			// Braces come before names are read: $x{a,b} is $xa $xb.
			end := i
			for end < len(units) && units[end].part == nil && !units[end].quoted && nameByte(units[end].c) {
				end++
			}
			if p, ok := at.node.(*syntax.ParamExp); ok && !at.quoted && end > i && longer(p) {
				name := p.Param.Value
				for ; i < end; i++ {
					name += string(units[i].c)
				}
				q, lit := *p, *p.Param
				lit.Value = name
				q.Param = &lit
				at.node = &q
			}
			out = append(out, at)
			continue
		}
		sb.Reset()
		q := units[i].quoted
		for i < len(units) && units[i].part == nil && units[i].quoted == q {
			sb.WriteByte(units[i].c)
			i++
		}
		out = append(out, atom{text: sb.String(), quoted: q})
	}
	return out
}

func nameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// longer reports whether more letters behind an expansion become its name.
func longer(p *syntax.ParamExp) bool {
	return p.Short && p.Param != nil && p.Index == nil && validName(p.Param.Value)
}

func (u unit) is(c byte) bool { return u.part == nil && !u.quoted && u.c == c }

// expandBraces expands the first brace expression and the rest after it.
func expandBraces(units []unit, budget *int, depth int) ([][]unit, bool) {
	if depth > 40 {
		return nil, false
	}
	for i := 0; i < len(units); i++ {
		if !units[i].is('{') {
			continue
		}
		end, commas := matchBrace(units, i)
		if end < 0 {
			continue
		}
		elems, ok := braceElements(units[i+1:end], commas, i+1, budget, depth)
		if !ok {
			return nil, false
		}
		if elems == nil {
			continue
		}
		rest, ok := expandBraces(units[end+1:], budget, depth+1)
		if !ok {
			return nil, false
		}
		if *budget -= len(elems) * len(rest); *budget < 0 {
			return nil, false
		}
		out := make([][]unit, 0, len(elems)*len(rest))
		for _, e := range elems {
			for _, r := range rest {
				w := make([]unit, 0, i+len(e)+len(r))
				w = append(append(append(w, units[:i]...), e...), r...)
				out = append(out, w)
			}
		}
		return out, true
	}
	return [][]unit{units}, true
}

// matchBrace finds the end of the expression at i, which as in bash stands behind a comma or two dots, and its commas.
func matchBrace(units []unit, i int) (end int, commas []int) {
	depth, parts := 0, 0
	for j := i + 1; j < len(units); j++ {
		switch {
		case units[j].is('}') && depth == 0 && parts > 0:
			return j, commas
		case units[j].is('{'):
			depth++
		case units[j].is('}') && depth > 0:
			depth--
		case units[j].is(',') && depth == 0:
			commas = append(commas, j)
			parts++
		case depth == 0 && units[j].is('.') && j+2 < len(units) && units[j+1].is('.') && !units[j+2].is('}'):
			parts++
		}
	}
	return -1, nil
}

// braceElements are the words between the braces, nil when it is no expression.
func braceElements(inner []unit, commas []int, base int, budget *int, depth int) ([][]unit, bool) {
	if len(commas) == 0 {
		seq, ok := sequence(inner)
		if !ok {
			return nil, true
		}
		if len(seq) > maxFields {
			return nil, false
		}
		return seq, true
	}
	var out [][]unit
	start := 0
	for _, c := range append(commas, base+len(inner)) {
		sub, ok := expandBraces(inner[start:c-base], budget, depth+1)
		if !ok {
			return nil, false
		}
		out = append(out, sub...)
		start = c - base + 1
	}
	return out, true
}

// sequence expands x..y and x..y..step.
func sequence(inner []unit) ([][]unit, bool) {
	var sb strings.Builder
	for _, u := range inner {
		if u.part != nil || u.quoted {
			return nil, false
		}
		sb.WriteByte(u.c)
	}
	parts := strings.Split(sb.String(), "..")
	if len(parts) != 2 && len(parts) != 3 {
		return nil, false
	}
	step := 0
	if len(parts) == 3 {
		n, err := strconv.Atoi(parts[2])
		if err != nil {
			return nil, false
		}
		step = n
	}
	if letters(parts[0]) && letters(parts[1]) {
		return runSequence(int(parts[0][0]), int(parts[1][0]), step, 0, true), true
	}
	from, err1 := strconv.Atoi(parts[0])
	to, err2 := strconv.Atoi(parts[1])
	if err1 != nil || err2 != nil {
		return nil, false
	}
	width := 0
	for _, p := range parts[:2] {
		digits := strings.TrimLeft(p, "+-")
		if len(digits) > 1 && digits[0] == '0' {
			width = max(width, len(parts[0]), len(parts[1]))
		}
	}
	return runSequence(from, to, step, width, false), true
}

func letters(s string) bool {
	return len(s) == 1 && (s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z')
}

func runSequence(from, to, step, width int, letter bool) [][]unit {
	if step < 0 {
		step = -step
	}
	if step == 0 {
		step = 1
	}
	if to < from {
		step = -step
	}
	var out [][]unit
	for n := from; step > 0 && n <= to || step < 0 && n >= to; n += step {
		var s string
		switch {
		case letter:
			s = string(rune(n))
		case width > 0:
			s = fmt.Sprintf("%0*d", width, n)
		default:
			s = strconv.Itoa(n)
		}
		units := make([]unit, len(s))
		for i := range units {
			units[i] = unit{c: s[i], quoted: letter && !letters(s)}
		}
		out = append(out, units)
		if len(out) > maxFields {
			break
		}
	}
	return out
}
