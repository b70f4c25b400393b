package config

import (
	"path"
	"slices"
	"strings"
	"time"

	"pp/engine/jobs"
	"pp/sexp"
)

// jobTime is how long a job may run that does not say.
const jobTime = time.Hour

// BuiltInJobs are the names that no job of a person's may have.
func BuiltInJobs() []string {
	return []string{"checkpoint", "approvals", "vectors", "index", "gardener", "scribe", "pruning", "heartbeat"}
}

// jobTables holds the [[jobs]] tables for lists and look-ups. Another function reads each table.
type jobTables struct{}

func (jobTables) title() string { return "jobs" }

func (jobTables) field(below []string) (any, bool) {
	if len(below) == 1 {
		return nil, true
	}
	return fieldOf(jobTable[:], dotted(below[1:]), new(Job))
}

func (jobTables) take(_ *loader, e entry) error { return notATable(e) }

func (jobTables) names(name string) []string {
	return keyNames(jobTable[:], "jobs."+showPath([]string{name})+".")
}

func (jobTables) values(c *Config) (values []Value) {
	for i := range c.Jobs {
		job := &c.Jobs[i]
		for _, k := range settingsOf(jobTable[:], job) {
			values = append(values, Value{Key: keyTOML([]string{"jobs", job.Name, k.name}), Text: k.text, Origin: job.Origin})
		}
	}
	return values
}

// notATable is the error of jobs that are written in another way.
func notATable(e entry) error {
	return e.where.fail(
		"jobs",
		"each job is a table of its own",
		"Write [[jobs]], and below it name = \"…\", schedule = \"…\" "+
			"and action or prompt",
	)
}

// job reads one [[jobs]] table.
func (l *loader) job(of arrayElement) error {
	job := Job{Timeout: jobTime, Origin: of.header.where}
	fail := func(where Origin, problem, hint string) error { return where.fail("jobs", problem, hint) }
	for _, e := range of.entries {
		k := findKey(jobTable[:], e.name())
		switch {
		case k == nil || e.table:
			return unknownJobKey(e)
		default:
			if _, problem := setKey(l, k, &job, "jobs."+of.header.where.String()+"."+k.name, e.value, e.where); problem != "" {
				return fail(e.where, k.name+" "+problem+", not "+showValue(e.value), "")
			}
		}
	}
	what := "the job " + quoted(job.Name)
	same := func(other Job) bool { return other.Name == job.Name }
	switch {
	case job.Name == "":
		return fail(job.Origin, "a job has no name", "Add: name = \"standup\"")
	case slices.Contains(BuiltInJobs(), job.Name):
		return fail(job.Origin, what+" has the name of one that comes with pp", "Give it another")
	case slices.ContainsFunc(l.cfg.Jobs, same):
		return fail(job.Origin, what+" is there twice", "Give one of them another name")
	case job.Schedule == "":
		return fail(job.Origin, what+" has no schedule", "Add: schedule = \"0 7 * * 1-5\" (or @daily, or every 90m)")
	case (job.Action == "") == (job.Prompt == ""):
		return fail(job.Origin, what+" must have an action or a prompt, and not both",
			"Write: prompt = \"…\", or: "+
				"action = '(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD \"…\" :EXPLANATION \"…\"))'")
	}
	if job.Tier == "" {
		job.Tier = "cognition"
		if job.Action != "" {
			job.Tier = "reflex"
		}
	}
	l.cfg.Jobs = append(l.cfg.Jobs, job)
	return nil
}

// unknownJobKey names the key of a job that was probably meant.
func unknownJobKey(e entry) error {
	hint := ""
	if near := nearest(e.shown(), keyNames(jobTable[:], "")); near != "" {
		hint = "Did you mean " + near + "?"
	}
	return e.where.fail("", "unknown key "+e.shown()+" of a job", hint)
}

func checkSchedule(s string) string {
	if _, err := jobs.Parse(s); err != nil {
		return "is none: " + err.Error()
	}
	return ""
}

// checkForm accepts the text of one form.
func checkForm(s string) string {
	forms, err := sexp.ReadAll(s, sexp.Limits{})
	if err != nil {
		return "is no form: " + err.Error()
	}
	if len(forms) != 1 {
		return "must be one form: (:TYPE :REQUEST …)"
	}
	return ""
}

func checkPrompt(s string) string {
	if strings.TrimSpace(s) == "" {
		return "must not be empty"
	}
	return ""
}

// checkBelow accepts the name of a directory below another.
func checkBelow(s string) string {
	clean := path.Clean(s)
	if s == "" || path.IsAbs(s) || clean == ".." || strings.HasPrefix(clean, "../") {
		return "must be a directory below memex_dir, such as \"daily/\""
	}
	return checkPlain(s)
}
