package skills

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"pp/engine"
	"pp/sexp"
	"pp/sexp/lisp"
)

// skill is one file with what it defines.
type skill struct {
	Skill
	file    File
	header  header
	after   []*skill // that it depends on
	program *lisp.Program
	limits  lisp.Limits
	foreign bool   // a repository's that nobody trusts: its words are never pp's
	line    int    // of its DEFSKILL, else of its first form that means something to pp
	defined bool   // it has a DEFSKILL
	called  string // there
	taken   bool   // its DEFSKILL was understood to the end

	trigger, gate, prompt, mandate *lisp.Function
	standing                       string // a mandate that is always the same
	tools                          []tool
	calls                          []called // of theirs
	handlers                       map[engine.Sensor]*lisp.Function
	recovery                       []lisp.HandlerFor
	examples                       []example
}

// loader is one Load.
type loader struct {
	o      Options
	skills []*skill
	order  []*skill // in which they are loaded
	seen   map[*skill]bool
	by     map[string]*skill // by trust and name, and by trust and "id:…"
}

// Load loads files. It never fails as a whole: what is wrong with a skill is said in it.
func Load(ctx context.Context, files []File, o Options) *Set {
	l := &loader{o: o, by: map[string]*skill{}, seen: map[*skill]bool{}}
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b File) int { return compareNames(a.Name, a.Path, b.Name, b.Path) })
	for _, f := range files {
		l.skills = append(l.skills, l.found(f))
	}
	l.rivals(func(k *skill) string { return k.file.Name })
	for _, k := range l.skills {
		l.by[k.Trust.String()+" "+k.file.Name] = k
		if k.header.id != "" {
			l.by[k.Trust.String()+" id:"+strings.ToLower(k.header.id)] = k
		}
	}
	for _, k := range l.skills {
		l.visit(k, nil)
	}
	l.loadAll(ctx)
	l.rivals(func(k *skill) string { return k.Name })
	l.rivalTools()
	l.strangers()
	for _, k := range l.order {
		k.follow()
	}
	return l.set()
}

// set is what was loaded.
func (l *loader) set() *Set {
	if len(l.skills) == 0 {
		return nil
	}
	s := &Set{skills: l.skills, redactor: l.o.Redactor, decoder: l.o.Decoder, noted: new(sync.Map)}
	if l.o.Prior != nil {
		s.noted = l.o.Prior.noted
	}
	slices.SortFunc(s.skills, func(a, b *skill) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), compareNames(a.Name, a.Path, b.Name, b.Path))
	})
	sum := sha256.New()
	for _, k := range s.skills {
		k.Shared = k.State == Failed && slices.ContainsFunc(s.skills, func(o *skill) bool {
			return o != k && (o.Name == k.file.Name || o.file.Name == k.file.Name)
		})
		fmt.Fprintf(sum, "%s %s %v %v %v\n", k.Name, k.Version, k.State, k.Trust, k.Inert)
	}
	s.version = hex.EncodeToString(sum.Sum(nil))
	return s
}

// found is a file as it begins: with its hash and header, and failed where it may not be used.
func (l *loader) found(f File) *skill {
	sum := sha256.Sum256([]byte(f.Text))
	k := &skill{file: f, limits: l.limits(), foreign: l.foreign(f)}
	k.Skill = Skill{Name: f.Name, Path: f.Path, Trust: f.Trust, Hash: hex.EncodeToString(sum[:]), State: Discovered}
	k.Version = k.Hash
	if k.foreign {
		k.Untrusted = []string{f.Path}
	}
	if l.disabled(f.Name) {
		k.State = Disabled
		return k
	}
	if errors.Is(f.Err, ErrBusy) {
		if i := slices.IndexFunc(l.before(), func(p *skill) bool { return p.Path == f.Path && p.Trust == f.Trust }); i >= 0 {
			return l.found(l.before()[i].file)
		}
	}
	if f.Err != nil {
		k.fail(0, "%v", f.Err)
		return k
	}
	if line, bad := notUTF8(f.Text); bad {
		k.fail(line, "the text is not UTF-8; save it as UTF-8")
		return k
	}
	if len(f.Text) > mostBytes {
		k.fail(0, "it has more than %d bytes; make it shorter, or several", mostBytes)
		return k
	}
	k.header = headerOf(f)
	k.Depends = k.header.depends
	return k
}

// foreign reports whether nothing of a file counts but its gate.
func (l *loader) foreign(f File) bool {
	return f.Trust == Repository && (l.o.Trusted == nil || !l.o.Trusted(f))
}

func (l *loader) limits() lisp.Limits {
	lim, def := l.o.Limits, CallLimits()
	return lisp.Limits{Steps: cmp.Or(lim.Steps, def.Steps), Depth: cmp.Or(lim.Depth, def.Depth),
		Bytes: cmp.Or(lim.Bytes, def.Bytes)}
}

func (l *loader) disabled(name string) bool { return l.o.Disabled != nil && l.o.Disabled(name) }

// before returns the skills of the previous set.
func (l *loader) before() []*skill {
	if l.o.Prior == nil {
		return nil
	}
	return l.o.Prior.skills
}

// fail fails a skill for a reason of which no form is known.
func (k *skill) fail(line int, format string, args ...any) {
	k.failed(&Problem{File: k.Path, Line: line, Reason: fmt.Sprintf(format, args...)})
}

// failed fails a skill, whose gate does not judge then: every action asks, unless it has
// none for sure.
func (k *skill) failed(p *Problem) {
	k.State, k.Problem = Failed, p
	k.Asks = k.Gate || !k.gateless()
}

// gateless reports whether a file that did not load has no gate for sure: its DEFSKILL was taken
// and has none, or it can be read and looks like having none. A typing error is no reason to
// believe that there is none.
func (k *skill) gateless() bool {
	text := strings.ToLower(k.file.Text)
	forms := strings.Count(text, "defskill")
	switch {
	case k.file.Err != nil:
		return false
	case strings.Contains(text, "determ"), forms > 1:
		return false
	case k.taken:
		return true
	case forms > 0, len(k.Depends) > 0, strings.Contains(text, "defsk"):
		return false
	}
	_, err := k.strayed()
	return err == nil
}

// strayed is the line of the first thing at the top of a file that is no list, 0 of none: what
// a parenthesis too many left outside of its form.
func (k *skill) strayed() (line int, err error) {
	parts, err := sources(k.file)
	for _, part := range parts {
		r := sexp.NewReader(part.Text, sexp.Limits{})
		for err == nil {
			var v sexp.Value
			if v, err = r.Next(); errors.Is(err, io.EOF) {
				err = nil
				break
			}
			if _, list := v.(sexp.List); err == nil && !list && line == 0 {
				start, _ := r.Span()
				line = part.Line + strings.Count(part.Text[:start], "\n")
			}
		}
	}
	return line, err
}

// rivals fails skills that share a name: all of them if their trust is equal, else the less trusted ones, so that
// a repository cannot switch off a person's gate.
func (l *loader) rivals(name func(*skill) string) {
	l.share(func(k *skill) []string { return []string{name(k)} }, func(k *skill, name, other string) {
		k.fail(k.line, "%[2]s has the name %[1]s too; rename one of them", name, other)
		if k.Trust == Shipped {
			k.State, k.Asks = Disabled, false
		}
	})
}

// rivalTools fails skills that define a tool whose name is taken.
func (l *loader) rivalTools() {
	fail := func(k *skill, name, other string) {
		i := slices.IndexFunc(k.tools, func(t tool) bool { return t.spec.Name == name })
		k.fail(k.tools[i].line, "%[2]s has a tool named %[1]s already; rename this one", name, other)
	}
	for _, k := range l.skills {
		for _, t := range k.tools {
			if _, exists := l.o.Tools[t.spec.Name]; k.State == Ready && !k.Inert && (exists || reserved(t.spec.Name)) {
				fail(k, t.spec.Name, "pp")
			}
		}
	}
	l.share(func(k *skill) []string {
		if k.State != Ready || k.Inert {
			return nil
		}
		return k.Tools
	}, fail)
}

// share calls fail for each skill that shares a name with another skill of the same or higher trust.
func (l *loader) share(names func(*skill) []string, fail func(k *skill, name, other string)) {
	by := map[string][]*skill{}
	for _, k := range l.skills {
		if k.State == Disabled || k.State == Failed {
			continue
		}
		for _, name := range names(k) {
			by[name] = append(by[name], k)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(by)) { // so that always the same one is told of
		list := by[name]
		for _, k := range list {
			i := slices.IndexFunc(list, func(o *skill) bool { return o != k && o.Trust >= k.Trust })
			if i >= 0 {
				fail(k, name, list[i].Path)
			}
		}
	}
}

// reserved are the names that mean something else than a tool of the table.
func reserved(name string) bool {
	return slices.Contains([]string{"shell", "eval-form", "run-tests", "message"}, name)
}
