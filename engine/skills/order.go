package skills

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// visit orders what a skill depends on, and then the skill. path are those that wait for it.
// One that depends on what nobody trusts is not trusted either.
func (l *loader) visit(k *skill, path []*skill) {
	if i := slices.Index(path, k); i >= 0 {
		for _, c := range path[i:] {
			if c.State == Discovered {
				c.chain = names(append(rotate(path[i:], c), c))
				c.fail(0, "these skills depend on each other: %s; take one of the lines away", strings.Join(c.chain, " → "))
			}
		}
		return
	}
	if k.State != Discovered || l.seen[k] {
		return
	}
	l.seen[k], path = true, append(path, k)
	for _, name := range k.Depends {
		dep := l.find(k, name)
		if dep == nil {
			k.chain = []string{k.Name, name}
			k.fail(0, "it depends on %s, which is not there (%s); put that skill beside it, or take the name away", name,
				strings.Join(k.chain, " → "))
			return
		}
		l.visit(dep, path)
		if k.State != Discovered { // it stands in a circle
			return
		}
		k.after = append(k.after, dep)
		k.foreign = k.foreign || dep.foreign // what it does is what that one has it do
		for _, path := range dep.Untrusted {
			if !slices.Contains(k.Untrusted, path) {
				k.Untrusted = append(k.Untrusted, path)
			}
		}
	}
	l.order = append(l.order, k)
}

// loadAll loads the skills in their order, those that do not wait for each other side by side.
func (l *loader) loadAll(ctx context.Context) {
	for rest := l.order; len(rest) > 0; {
		n := 1
		waits := func(d *skill) bool { return slices.Contains(rest[:n], d) }
		for n < len(rest) && !slices.ContainsFunc(rest[n].after, waits) {
			n++
		}
		anew := make(chan *skill, n)
		for _, k := range rest[:n] {
			if k.follow(); k.State != Discovered {
				continue
			}
			if k.Version = k.version(); !l.reuse(k) {
				anew <- k
			}
		}
		close(anew)
		var wg sync.WaitGroup
		for range min(sideBySide, runtime.GOMAXPROCS(0), len(anew)) {
			wg.Go(func() {
				for k := range anew {
					k.load(ctx)
				}
			})
		}
		wg.Wait()
		for _, k := range rest[:n] {
			l.finish(ctx, k)
		}
		rest = rest[n:]
	}
}

// sideBySide is how many skills are loaded at once, at most one a core.
const sideBySide = 4

// find is the skill that another one depends on: of the same trust, else one that came with
// pp. A person's never depends on a repository's, nor does that see a person's.
func (l *loader) find(k *skill, name string) *skill {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".lisp"), ".org")
	if dep := l.by[k.Trust.String()+" "+name]; dep != nil {
		return dep
	}
	return l.by[Shipped.String()+" "+name]
}

// follow fails a skill that depends on one that cannot be used.
func (k *skill) follow() {
	for _, dep := range k.after {
		if k.State == Failed || dep.State == Ready {
			continue
		}
		why := "it is switched off"
		if dep.State == Failed {
			why = dep.Problem.Reason
		}
		k.chain = append([]string{k.Name}, dep.chain...)
		if len(dep.chain) == 0 {
			k.chain = append(k.chain, dep.Name)
		}
		k.fail(0, "it depends on %s, which cannot be used (%s): %s", dep.Name, strings.Join(k.chain, " → "), why)
	}
}

// version is a hash of all that makes a skill what it is.
func (k *skill) version() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\n%s\n%v %v\n%+v\n", k.Hash, k.Path, k.Trust, k.foreign, k.limits)
	for _, dep := range k.after {
		fmt.Fprintln(sum, dep.Version)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// rotate is a circle that begins with one of its members.
func rotate(circle []*skill, first *skill) []*skill {
	i := slices.Index(circle, first)
	return slices.Concat(circle[i:], circle[:i])
}

func names(list []*skill) []string {
	out := make([]string, len(list))
	for i, k := range list {
		out[i] = k.Name
	}
	return out
}
