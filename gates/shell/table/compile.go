package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/sexp"
)

// compiler builds one program from its form.
type compiler struct {
	p     *program
	own   []*flag
	bits  int
	sets  flagSets
	below []sexp.List // the forms of subcommands
	conds []flagCond  // conditions on flags, resolved when all flags are known
}

type flagCond struct {
	bit   uint64
	names []string
	keep  bool
}

// compile turns the form (program "names" clause…) or (sub "names" clause…) into a program.
func compile(name string, form sexp.List, parent *program, sets flagSets) (*program, error) {
	c := &compiler{p: &program{name: name}, sets: sets}
	c.p.class = effect.ProgramReads
	if parent != nil {
		c.p.style = parent.style
		c.p.global = parent.global
		c.own = append(c.own, parent.global...)
		c.p.name = parent.name + " " + name
		c.p.is = parent.is & (isNetwork | isRemote)
		c.p.class = parent.class
	}
	for i := 2; i < form.Len(); i++ { // the style decides how flags read
		if head, l, ok := clause(form.At(i)); ok && head == "style" {
			if err := c.style(l); err != nil {
				return nil, err
			}
		}
	}
	for i := 2; i < form.Len(); i++ {
		head, l, ok := clause(form.At(i))
		if !ok {
			return nil, fmt.Errorf("%s: %s is not a clause", name, sexp.Print(form.At(i)))
		}
		if err := c.top(head, l); err != nil {
			return nil, fmt.Errorf("%s: (%s): %w", name, head, err)
		}
	}
	if c.p.style == styleGNU || c.p.style == styleExact {
		c.own = append([]*flag{{name: "--help"}, {name: "--version"}}, c.own...)
	}
	for _, l := range c.below {
		if err := c.sub(l); err != nil {
			return nil, err
		}
	}
	if err := c.finish(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if c.p.bare != "" && c.p.subs[c.p.bare] == nil {
		return nil, fmt.Errorf("%s: (bare): there is no subcommand %q", name, c.p.bare)
	}
	return c.p, nil
}

// clause takes (head …) apart.
func clause(v sexp.Value) (string, sexp.List, bool) {
	l, ok := v.(sexp.List)
	if !ok || l.Len() == 0 {
		return "", l, false
	}
	s, ok := l.At(0).(sexp.Symbol)
	return strings.ToLower(s.Name), l, ok
}

// top reads a clause that may stand only at the top of an entry, or any other.
func (c *compiler) top(head string, l sexp.List) error {
	switch head {
	case "style":
		return nil
	case "flags", "global":
		for i := 1; i < l.Len(); i++ {
			text, err := stringAt(l, i)
			if err != nil {
				return err
			}
			if err := c.addFlags(text, head == "global", 0); err != nil {
				return err
			}
		}
		return nil
	case "sub": // after the clauses that subcommands inherit
		c.below = append(c.below, l)
		return nil
	case "version":
		text, err := stringAt(l, 1)
		c.p.version = strings.Fields(text)
		return err
	case "bare":
		text, err := stringAt(l, 1)
		c.p.bare = text
		return err
	case "hook", "after":
		return c.hook(head, l)
	case "examples": // of a person's entry; those of the built-in table stand apart
		list, err := readExamples(l, 1, exampleWants)
		c.p.examples = append(c.p.examples, list...)
		return err
	}
	return c.clause(&c.p.body, head, l)
}

// hook reads (hook name), which takes the place of the ordinary interpretation, or (after name), which adds to it.
func (c *compiler) hook(head string, l sexp.List) error {
	name, err := symbolAt(l, 1)
	if err != nil {
		return err
	}
	h, ok := hooks()[name]
	switch {
	case !ok:
		return fmt.Errorf("there is no hook %s", name)
	case head == "after":
		c.p.after = h
	default:
		c.p.hook = h
	}
	return nil
}

// addFlags adds the flags of a specification. A flag set may name another, but not so deep that it could be itself.
func (c *compiler) addFlags(text string, global bool, depth int) error {
	if depth > 3 {
		return errors.New("flag sets name each other more than three deep")
	}
	for token := range strings.FieldsSeq(text) {
		if token[0] == '@' {
			set, ok := c.sets(token[1:])
			if !ok {
				return fmt.Errorf("there is no flag set %q", token[1:])
			}
			if err := c.addFlags(set, global, depth+1); err != nil {
				return err
			}
			continue
		}
		flags, err := parseFlags(token, c.p.style == styleSingle)
		if err != nil {
			return err
		}
		c.own = append(c.own, flags...)
		if global {
			c.p.global = append(c.p.global[:len(c.p.global):len(c.p.global)], flags...)
		}
	}
	return nil
}

func (c *compiler) style(l sexp.List) error {
	name, err := symbolAt(l, 1)
	if err != nil {
		return err
	}
	var ok bool
	c.p.style, ok = map[string]style{"gnu": styleGNU, "exact": styleExact, "single": styleSingle, "none": styleNone}[name]
	if !ok {
		return fmt.Errorf("%s is not a style", name)
	}
	return nil
}

// sub compiles a subcommand.
func (c *compiler) sub(l sexp.List) error {
	names, err := stringAt(l, 1)
	if err != nil {
		return err
	}
	if c.p.subs == nil {
		c.p.subs = map[string]*program{}
	}
	fields := strings.Fields(names)
	if len(fields) == 0 {
		return errors.New("a subcommand needs a name")
	}
	sub, err := compile(fields[0], l, c.p, c.sets)
	if err != nil {
		return err
	}
	for _, name := range fields {
		if c.p.subs[name] != nil {
			return fmt.Errorf("subcommand %q stands there twice", name)
		}
		c.p.subs[name] = sub
	}
	return nil
}

// readExamples reads outcomes, each with the commands that must come out so, from word at of a form on.
func readExamples(l sexp.List, at int, wants []string) (out []example, err error) {
	want := ""
	for ; at < l.Len(); at++ {
		switch v := l.At(at).(type) {
		case sexp.Symbol:
			want = strings.ToLower(v.Name)
			if !slices.Contains(wants, want) {
				return nil, fmt.Errorf("%s is not an outcome", want)
			}
		case sexp.String:
			if want == "" {
				return nil, errors.New("an outcome must come before the first example")
			}
			out = append(out, example{want, string(v)})
		default:
			return nil, fmt.Errorf("%s is not an example", sexp.Print(v))
		}
	}
	return out, nil
}
