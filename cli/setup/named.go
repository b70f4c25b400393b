package setup

import (
	"cmp"
	"path/filepath"
	"slices"

	"pp/cli/exit"
	"pp/engine"
	"pp/engine/effect"
	"pp/gates/paths"
)

// named is a file that a person named, and where that leads.
type named struct {
	target effect.Path
	// strays says that a link in the workspace or the working directory was followed:
	// a repository can hold any, and the person has named none of what it leads to.
	strays bool
	facts  engine.Facts
}

func (s *Settings) named(name string) (named, error) {
	n := named{facts: s.Facts(nil)}
	links, err := effect.Links(n.facts.FS, n.facts.Dir, name)
	if err != nil {
		return n, err
	}
	n.target, err = effect.Resolve(n.facts.FS, n.facts.Dir, name)
	n.strays = slices.ContainsFunc(links, func(link string) bool {
		_, inside := n.facts.Workspace.Contains(link)
		return inside || effect.Within(link, n.facts.Dir)
	})
	return n, err
}

// kept tells why a file that the person named is not given to a model, "" when it is:
// it holds secrets or is pp's, and its name does not tell. swept says that a pattern
// named it, which is no word that a person gave for it.
func (s *Settings) kept() func(name string, swept bool) (why string) {
	linked := s.linked()
	return func(name string, swept bool) string {
		n, err := s.named(name)
		if err != nil {
			return "" // what cannot be reached cannot be read either, and says why
		}
		why := n.kept(linked)
		if why == "" || swept || n.strays {
			return why
		}
		full := name
		if !filepath.IsAbs(full) {
			full = filepath.Join(n.facts.Dir, full)
		}
		if at := paths.Locate(effect.Path{Name: filepath.Clean(full)}, n.facts); at.Own != paths.OwnNone || at.Secret != "" {
			return ""
		}
		return why
	}
}

// kept says why it is kept from models, whatever its name; "" when it is not.
func (n named) kept(linked func(effect.Node, string) bool) string {
	at := paths.Locate(n.target, n.facts)
	if why := cmp.Or(at.Own.String(), at.Secret); why != "" {
		return why
	}
	node := effect.Node{Dev: n.target.Is.Dev, Inode: n.target.Is.Inode}
	if n.target.Links > 1 && !n.target.Dir && linked(node, n.target.Name) {
		return "another name of what is kept from models"
	}
	return ""
}

// AnswerFile is the file that an answer is written to, with every link resolved, or
// why it is not: what a model says goes into nothing of pp's, and through no link of
// the repository out of it or into what holds secrets or runs without the person starting it.
func (s *Settings) AnswerFile(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	n, err := s.named(name)
	if err != nil {
		return "", exit.UsageError("", "-o %s: %w", name, err)
	}
	at := paths.Locate(n.target, n.facts)
	_, inside := n.facts.Workspace.Contains(n.target.Name)
	inside = inside || effect.Within(n.target.Name, n.facts.Dir)
	why := cmp.Or(at.Own.String(), at.Secret, at.Surface, at.Git.String(), at.Startup, at.Loaded, at.Device.String())
	if n.strays && !inside {
		why = cmp.Or(why, "outside the workspace")
	}
	if at.Own != paths.OwnNone || n.strays && why != "" {
		return "", exit.UsageError("give another file, or the name of this one itself",
			"-o %s: it leads to %s (%s)", name, n.target.Name, why)
	}
	return n.target.Name, nil
}
