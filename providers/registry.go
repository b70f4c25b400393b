package providers

import (
	"fmt"
	"slices"
	"strings"

	"pp/engine"
)

// Member is a provider under the name it is configured by.
type Member struct {
	Name     string
	Local    bool // it is on this machine: what it is given does not leave it
	Provider engine.Provider
}

// Registry is the providers by name. It is filled once and then read by any
// number of goroutines. The zero Registry is empty.
type Registry struct {
	members map[string]Member
}

// Add registers a member. It panics when the name is empty or taken, or when
// there is no provider: those are mistakes in the program, not in its input.
func (r *Registry) Add(m Member) {
	if m.Name == "" || m.Provider == nil {
		panic(fmt.Sprintf("providers: %q is registered without a name or a provider", m.Name))
	}
	if _, taken := r.members[m.Name]; taken {
		panic(fmt.Sprintf("providers: %q is registered twice", m.Name))
	}
	if r.members == nil {
		r.members = map[string]Member{}
	}
	r.members[m.Name] = m
}

// Find returns the member of that name; an *UnknownError when there is none.
func (r *Registry) Find(name string) (Member, error) {
	if m, ok := r.members[name]; ok {
		return m, nil
	}
	return Member{}, &UnknownError{Name: name, Nearest: nearest(name, r.Names()), Known: r.Names()}
}

// Names returns the names in alphabetical order.
func (r *Registry) Names() []string {
	names := make([]string, 0, len(r.members))
	for name := range r.members {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// UnknownError says that no provider has a name.
type UnknownError struct {
	Name    string
	Nearest string   // the known name that was probably meant, or ""
	Known   []string // in alphabetical order
}

// Error implements error.
func (e *UnknownError) Error() string {
	message := fmt.Sprintf("no provider is named %s", quote(e.Name))
	switch {
	case e.Nearest != "":
		return message + "; did you mean " + quote(e.Nearest) + "?"
	case len(e.Known) > 0:
		return message + "; known are " + strings.Join(e.Known, ", ")
	}
	return message + "; none is configured"
}

// quote shows a name in an error, however long or odd it is.
func quote(name string) string { return fmt.Sprintf("%.64q", name) }

// nearest returns the first of the closest known names, when it is at most one
// change and a third of the name away, or "".
func nearest(name string, known []string) string {
	name = strings.ToLower(name)
	best, least := "", min(len(name), len(name)/3+2)
	for _, k := range known {
		if d := engine.Distance(name, strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best
}
