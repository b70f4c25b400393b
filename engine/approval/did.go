package approval

import (
	"pp/engine"
	"pp/engine/store"
)

// maxDid bounds how many changes a flight plan names, to keep its record within its bound. The plan counts all of them.
const maxDid = 20_000

// maxListed bounds how many of them the view in Org lists.
const maxListed = 200

// Did is what a suspended action did in a layer that waits with its flight plan. Its zero value is of an
// action that was not done yet.
type Did struct {
	Layer string // where it waits
	Sum   Digest // over all that it did, so that an approval is good for nothing else
	Why   string // a person is asked about it
	// Failed is how it failed, and on more lines the last that it said; "" where it ended well.
	Failed string
	// How many changes there are of each kind, and how many lines came and went.
	New, Modified, Deleted int
	Added, Removed         int
	Changes                []Change // the first maxDid of them
}

// Change is one change that a suspended action did, as a flight plan keeps it.
type Change struct {
	Kind           engine.ChangeKind
	Path           string
	Added, Removed int
	Asks           string // why a person has to say yes to it, or why it is never taken over
	Never          bool   // it is never taken over
}

// Waits reports whether the action was done and waits.
func (d Did) Waits() bool { return d.Layer != "" }

// Count is how many changes there are.
func (d Did) Count() int { return d.New + d.Modified + d.Deleted }

// Add adds a change, with how many lines came and went.
func (d *Did) Add(r engine.Reviewed, added, removed int) {
	switch r.Kind {
	case engine.ChangeNew:
		d.New++
	case engine.ChangeDeleted:
		d.Deleted++
	case engine.ChangeModified, engine.ChangeMetadata:
		d.Modified++
	}
	d.Added, d.Removed = d.Added+added, d.Removed+removed
	if len(d.Changes) == maxDid {
		return
	}
	c := Change{Kind: r.Kind, Path: r.Path.Name, Added: added, Removed: removed, Never: r.Finding.Decision == engine.Deny}
	if c.Never || r.Asks() {
		c.Asks = r.Finding.Reason
	}
	d.Changes = append(d.Changes, c)
}

func (d *Did) fields(f *store.Fields) {
	f.OptionalText("LAYER", &d.Layer)
	if !d.Waits() {
		return
	}
	store.Field(f, "SUM", &d.Sum, digestValue, digestOf)
	f.OptionalText("WHY-ASKED", &d.Why)
	f.OptionalText("FAILED", &d.Failed)
	f.Integer("NEW", &d.New)
	f.Integer("MODIFIED", &d.Modified)
	f.Integer("DELETED", &d.Deleted)
	f.Integer("ADDED-LINES", &d.Added)
	f.Integer("REMOVED-LINES", &d.Removed)
	store.AllRecords(f, "CHANGES", &d.Changes, func(c *Change) func(*store.Fields) { return c.fields })
}

func (c *Change) fields(f *store.Fields) {
	store.Keyword(f, "KIND", &c.Kind, engine.ChangeNew, engine.ChangeModified, engine.ChangeMetadata,
		engine.ChangeDeleted)
	f.Text("PATH", &c.Path)
	f.Integer("ADDED", &c.Added)
	f.Integer("REMOVED", &c.Removed)
	f.OptionalText("ASKS", &c.Asks)
	f.Flag("NEVER", &c.Never)
}
