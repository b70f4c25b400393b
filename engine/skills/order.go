package skills

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// visit orders what a skill depends on, and then the skill. path are those that wait for it.
// One that depends on what nobody trusts is not trusted either.
func (l *loader) visit(k *skill, path []*skill) {
	if i := slices.Index(path, k); i >= 0 {
		var names []string
		for _, c := range append(slices.Clone(path[i:]), k) {
			names = append(names, c.Name)
		}
		for _, c := range path[i:] {
			c.fail(0, "these skills depend on each other: %s; remove one of the dependencies", strings.Join(names, " → "))
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
			k.fail(0, "it depends on %s, which does not exist; add that skill or remove the dependency", name)
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

// loadAll loads the skills in the order of their dependencies.
func (l *loader) loadAll(ctx context.Context) {
	for _, k := range l.order {
		if k.follow(); k.State == Discovered {
			k.Version = k.version()
			k.load(ctx)
		}
		l.finish(ctx, k)
	}
}

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
		switch {
		case k.State == Failed || dep.State == Ready:
		case dep.State == Failed:
			k.fail(0, "it depends on %s, which cannot be used: %s", dep.Name, dep.Problem.Reason)
		default:
			k.fail(0, "it depends on %s, which is switched off", dep.Name)
		}
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
