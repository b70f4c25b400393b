package engine

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"slices"
	"time"

	"pp/engine/cause"
	"pp/engine/effect"
)

// ErrNoLayer is what an actuator returns when an action was to be done in a layer,
// so that what it did could be looked at first, and there is none: nothing was done.
var ErrNoLayer = errors.New("there is no layer in which it could be tried")

// ChangeKind says what became of a path.
type ChangeKind uint8

// The kinds.
const (
	ChangeNew ChangeKind = iota
	ChangeModified
	ChangeMetadata // mode, owner or times alone
	ChangeDeleted
)

var changeNames = [...]string{"new", "modified", "metadata", "deleted"}

// String returns the kind in lower case.
func (k ChangeKind) String() string { return nameOf(changeNames[:], int(k)) }

// Change is one thing that a command did in a layer and that is not in the real tree yet.
type Change struct {
	Kind ChangeKind
	// Path is the real path, as it was before: what Links and Is say holds for that.
	Path effect.Path
	Mode fs.FileMode // with the type; of what was deleted: what it was
	Size int64       // bytes, of a regular file
	// Inside says that it is below a new directory, which is a change before it.
	Inside bool
	// Below counts what came or went with a whole directory; 0 for anything else.
	Below  int
	Target string // of a symbolic link
	From   string // the file hidden from the command that it moved here without seeing it; "" for anything else
	Hidden bool   // it has a part that was hidden from the command and that git does not have
	// PutByGit reports whether git itself put the file in place, with content that it had before the command, or
	// removed a file that it tracked. nil means no.
	PutByGit func() bool
	Times    bool // its times alone changed
	// Scratch says that it is git's own and says nothing: what a commit that failed leaves.
	Scratch bool
	// Names are new names of a file whose content and mode are what they were.
	Names []string
	// Never says why it cannot be taken over whatever a person says; "" when it can.
	Never string
}

// Executable reports whether the change leaves a regular file that can be executed.
func (c Change) Executable() bool {
	return c.Kind != ChangeDeleted && c.Mode.IsRegular() && c.Mode&0o111 != 0
}

// Held is what an action did in a layer, for as long as nothing of it is in the
// real tree. It ends with Take or Drop, once.
type Held interface {
	// Changes are what it did, by path.
	Changes() []Change
	// Diff is what became of the text of a file, as a unified diff of at most limit
	// bytes; "" for anything but text.
	Diff(c Change, limit int) string
	// Rest lets others change the same trees while pp asks a person. Their changes are conflicts for Take.
	Rest()
	// Take puts the changes that take names into the real tree, whole or not at all,
	// and drops the others. Those that somebody else's change was in the way of are
	// conflicts: theirs stays, ours is kept where the text says.
	Take(ctx context.Context, take func(Change) bool) (Taken, error)
	// Drop leaves everything as it was before the action.
	Drop() error
	// Kept names it for whoever takes it up again, in another process.
	Kept() (KeptLayer, error)
	// Keep has it wait until a time, with what came of each action, in place of Take and Drop. After an error Drop is
	// still to be called.
	Keep(until time.Time, came ...Result) error
}

// KeptLayer names what an action did in a layer that waits. The zero value is of none.
type KeptLayer struct {
	ID  string
	Sum [sha256.Size]byte // over all that it did, the content of files included
}

// Taken is what came of taking changes over.
type Taken struct {
	Changed   []string // paths, sorted
	Conflicts []string // sentences for a person, one a path
}

// Reviewer judges what an action did, by the rules for what an action would do:
// one finding for each change. approved says that a person said yes to the action.
type Reviewer interface {
	Review(v Verdict, approved bool, changes []Change) []Finding
}

// Question is what a person is asked: about an action, or about what it did.
type Question struct {
	Verdict Verdict
	// Also are the verdicts of the later calls of the reply that were made in the same layer: the answer is for all.
	Also []Verdict
	// Did is what it did in a layer, in order, with what the gates say of each; nil
	// when it has not been done yet.
	Did []Reviewed
	// Diff gives the text of a change; nil when Did is.
	Diff func(c Change, limit int) string
	// Came is what came of the action, with secrets masked; its zero value of one that has not been done.
	Came Result
	// Kept names what was done, where it can wait for the answer; nil where it cannot.
	Kept func() (KeptLayer, error)
	// Within are the calls of composed tools that it is a part of, the outermost first.
	Within []Composition
}

// Reviewed is one change and what the gates say of it: an allowance is taken over,
// a denial never is, and the rest is for a person.
type Reviewed struct {
	Change
	Finding Finding
}

// Asks reports whether a person has to say yes to the change.
func (d Reviewed) Asks() bool { return d.Finding.Decision == Ask && d.Finding.WaivedBy == "" }

// HidesContent reports whether nothing of the content is shown: it may be secret, and nothing knows yet what to mask.
func (d Reviewed) HidesContent() bool {
	return d.Finding.Decision == Deny || d.Finding.Cause.Kind == cause.SecretNew
}

// Essences are the actions that are asked about, a line each.
func (q Question) Essences() string {
	out := q.Verdict.Action.Essence()
	for _, v := range q.Also {
		out += "\n" + v.Action.Essence()
	}
	return out
}

// Why is why a person is asked, a rule and its sentence: about the action, as far as it did what is asked about, else
// about what it did.
func (q Question) Why() string {
	for _, s := range q.Verdict.Trace {
		for _, f := range s.Findings {
			if f.Decision == Ask && f.WaivedBy == "" && q.happened(f.Effect) {
				return RuleName(s.Gate, f.Rule) + ": " + f.Reason
			}
		}
	}
	for _, d := range q.Did {
		if d.Asks() {
			return d.Finding.Rule + ": " + d.Finding.Reason
		}
	}
	step, f := q.Verdict.Decisive()
	return RuleName(step.Gate, f.Rule) + ": " + f.Reason
}

// happened reports whether an effect that was asked about came true: of a change to a path whether that was made.
func (q Question) happened(e effect.Effect) bool {
	changes := e.Kind == effect.KindWrite || e.Kind == effect.KindDelete || e.Kind == effect.KindMetadata
	return !changes || q.Did == nil || slices.ContainsFunc(q.Did, func(d Reviewed) bool {
		return effect.Within(d.Path.Name, e.Subject) || effect.Within(e.Subject, d.Path.Name)
	})
}
