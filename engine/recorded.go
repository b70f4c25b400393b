package engine

import (
	"encoding/json"
	"slices"

	"pp/engine/cause"
	"pp/engine/effect"
)

// RecordedFormat is the version of Recorded. A replay refuses records of another one.
const RecordedFormat = 1

// Recorded is what the record of a verdict keeps for a replay: the effects that were judged, and what the person had
// permitted there. It holds nothing of the files, and no rules: a replay goes by those of its day.
type Recorded struct {
	Format      int
	Effects     effect.Effects
	Failed      string // why the effects could not be found, "" if they were
	Dir         string
	Workspace   effect.Workspace
	Confinement Confinement
	AcceptEdits bool
	Permissions []Permission // of the flags of this run
	RunHosts    []string
	Grants      []Grant
	Flows       []Flow
	Attempts    []cause.Cause
	Scratch     Scratch
	Evaluated   []string
	Occasion    Occasion
	Disputed    string // why the providers did not agree, "" if they did
}

// recordedOf returns what is recorded of a verdict as JSON. It is "" if the verdict had no place, or if an effect
// names a private path: no trace tells of these.
func recordedOf(v Verdict) string {
	f := v.Facts
	if f.Dir == "" || namesPrivate(v.Effects, f.Private) {
		return ""
	}
	r := Recorded{Format: RecordedFormat, Effects: v.Effects, Dir: f.Dir, Workspace: f.Workspace,
		Confinement: f.Confinement, AcceptEdits: f.AcceptEdits, RunHosts: f.RunHosts, Grants: f.Grants, Flows: f.Flows,
		Attempts: f.Attempts, Scratch: f.Scratch,
		Evaluated: f.Evaluated, Occasion: f.Occasion}
	for _, p := range f.Permissions {
		if p.Where == AllowFlag {
			r.Permissions = append(r.Permissions, p)
		}
	}
	if len(v.Trace) > 0 {
		switch first := v.Trace[0]; first.Gate {
		case consensus:
			r.Disputed = first.Reason
		case "effects":
			r.Failed = first.Reason
		}
	}
	out, err := json.Marshal(r)
	if err != nil {
		return "" // a replay says that it is not known
	}
	return string(out)
}

// namesPrivate reports whether an effect is on a path that stays with the person.
func namesPrivate(e effect.Effects, private Privacy) bool {
	if private == nil {
		return false
	}
	whole := func(p effect.Path) bool { return private.Whole(p.Name) }
	for _, list := range [][]effect.Path{e.Reads, e.Writes, e.Deletes, e.Metadata} {
		if slices.ContainsFunc(list, whole) {
			return true
		}
	}
	return slices.ContainsFunc(e.Runs, func(p effect.Program) bool { return private.Whole(p.Script) })
}
