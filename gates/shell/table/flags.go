package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// takes says whether a flag has a value.
type takes uint8

const (
	takesNone  takes = iota
	takesOne         // attached or in the next word
	takesMaybe       // attached only
)

// flag is one permitted spelling of a flag.
type flag struct {
	name  string // with its dashes
	value takes
	spec  spec
	on    uint64 // the conditions of the program that this flag makes true
	keep  bool   // a condition looks at its value
}

// flagSet holds the flags of one program or subcommand. It is immutable once built.
type flagSet struct {
	letters string  // short flags
	short   []*flag // beside letters
	long    []*flag // sorted by name, without dashes in key order
	prefix  []*flag // -X* : anything that begins with the name, in the order given
	number  *flag   // -# : a dash and digits
}

// bare is the name without dashes.
func (f *flag) bare() string { return strings.TrimLeft(f.name, "-") }

// parseFlags reads a flag specification: words like
//
//	-abc              three short flags (in style single: one flag named abc)
//	-n,--lines=text   two spellings of a flag with a value
//	--color?{a,b}     a flag with an optional attached value, one of those listed
//	-#                a dash and a number
//	-W*               anything that begins with -W (style single)
func parseFlags(text string, single bool) ([]*flag, error) {
	var out []*flag
	for _, token := range strings.Fields(text) {
		names, value, has := token, "", takesNone
		if i := strings.IndexAny(token, "=?"); i > 0 {
			names, value, has = token[:i], token[i+1:], takesOne
			if token[i] == '?' {
				has = takesMaybe
			}
		}
		var s spec
		if has != takesNone {
			var err error
			if s, err = parseSpec(value); err != nil {
				return nil, fmt.Errorf("flag %s: %w", token, err)
			}
		}
		for name := range strings.SplitSeq(names, ",") {
			switch {
			case len(name) < 2 || name[0] != '-' && name[0] != '+':
				return nil, fmt.Errorf("flag %q does not begin with a dash", token)
			case single || len(name) == 2 || name[1] == '-' || strings.HasSuffix(name, "*"):
				out = append(out, &flag{name: name, value: has, spec: s})
			case has != takesNone:
				return nil, fmt.Errorf("flag %q: a cluster of short flags has no value", token)
			default:
				for i := 1; i < len(name); i++ {
					out = append(out, &flag{name: "-" + name[i:i+1]})
				}
			}
		}
	}
	return out, nil
}

// newFlagSet indexes flags. A later flag of the same name replaces one that a subcommand inherits.
func newFlagSet(flags []*flag, single bool) flagSet {
	var s flagSet
	long := map[string]*flag{}
	short := map[byte]*flag{}
	for _, f := range flags {
		switch {
		case f.name == "-#":
			s.number = f
		case strings.HasSuffix(f.name, "*"):
			g := *f
			g.name = strings.TrimSuffix(f.name, "*")
			s.prefix = append(s.prefix, &g)
		case !single && len(f.name) == 2:
			short[f.name[1]] = f
		default:
			long[f.bare()] = f
		}
	}
	for c, f := range short {
		s.letters += string(rune(c))
		s.short = append(s.short, f)
	}
	for _, f := range long {
		s.long = append(s.long, f)
	}
	slices.SortFunc(s.long, func(a, b *flag) int { return cmp.Compare(a.bare(), b.bare()) })
	return s
}

// letter gives the short flag c, or nil.
func (s *flagSet) letter(c byte) *flag {
	if i := strings.IndexByte(s.letters, c); i >= 0 && c < 0x80 {
		return s.short[i]
	}
	return nil
}

// exact gives the long flag of that name, or nil.
func (s *flagSet) exact(name string) *flag {
	i, ok := slices.BinarySearchFunc(s.long, name, func(f *flag, n string) int { return cmp.Compare(f.bare(), n) })
	if !ok {
		return nil
	}
	return s.long[i]
}

// abbreviated gives the long flag that name abbreviates, as getopt_long: exact, or the only one that begins so.
func (s *flagSet) abbreviated(name string) *flag {
	i, ok := slices.BinarySearchFunc(s.long, name, func(f *flag, n string) int { return cmp.Compare(f.bare(), n) })
	switch {
	case ok:
		return s.long[i]
	case name == "" || i == len(s.long) || !strings.HasPrefix(s.long[i].bare(), name):
		return nil
	case i+1 < len(s.long) && strings.HasPrefix(s.long[i+1].bare(), name):
		return nil
	}
	return s.long[i]
}

// all ranges over every flag.
func (s *flagSet) all(do func(*flag)) {
	for _, list := range [][]*flag{s.short, s.long, s.prefix} {
		for _, f := range list {
			do(f)
		}
	}
	if s.number != nil {
		do(s.number)
	}
}
