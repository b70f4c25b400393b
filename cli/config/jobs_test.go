package config

import (
	_ "embed"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

//go:embed testdata/jobs.toml
var twoJobs string

func TestJobs(t *testing.T) {
	c, err := Load(Input{Home: testHome, Files: files(twoJobs, "", "")})
	if err != nil {
		t.Fatal(err)
	}
	at := func(line int) Origin { return Origin{Source: SourceUser, Name: userPath, Line: line, Column: 3} }
	want := []Job{
		{Name: "standup", Schedule: "0 9 * * 1-5", Prompt: "What is open?\n", Tier: "reasoning", Dir: "/home/ann/notes",
			MaxCost: some(0.05), Timeout: 10 * time.Minute, Suspend: true, Origin: at(2)},
		{Name: "look", Schedule: "every 90m", Action: `(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "ls"))`, Tier: "reflex",
			Timeout: time.Hour, Origin: at(17)},
	}
	if diff := cmp.Diff(want, c.Jobs); diff != "" || c.Limits.MaxTurns != 3 || c.Assistant != "Ada" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	v, err := c.Get("jobs.standup.dir")
	if err != nil || v.Text != `"/home/ann/notes"` || v.Origin.Line != 2 {
		t.Errorf("%+v, %v", v, err)
	}
	set, err := File{Name: userPath, Text: twoJobs}.Set("limits.max_turns", "4")
	if want := strings.Replace(twoJobs, "max_turns = 3", "max_turns = 4", 1); err != nil || set != want {
		t.Errorf("%v\n%s", err, cmp.Diff(want, set))
	}
}

func TestWrongJobs(t *testing.T) {
	whole := "name = \"a\"\nschedule = \"@daily\"\nprompt = \"x\"\n"
	for _, c := range []struct{ text, want, hint string }{
		{"[[jobs]]\nname = \"a\"\nshedule = \"@daily\"", "3:1: unknown key shedule of a job", "Did you mean schedule?"},
		{"[[job]]\n" + whole, "1:3: unknown key job", "Did you mean jobs?"},
		{"[jobs]\n", "1:2: each job is a table of its own", "[[jobs]]"},
		{"[jobs.a]\nschedule = \"@daily\"", "1:2: each job is a table of its own", "[[jobs]]"},
		{"jobs = [{name = \"a\"}]", "1:1: each job", ""},
		{"[[jobs]]\n" + whole + "[[jobs.more]]\nx = 1", "each job is a table", ""},
		{"[[jobs]]\n" + whole + "more = {x = 1}", "5:1: unknown key more of a job", ""},
		{"[[jobs]]\n" + whole + "max_cost = {x = 1}", "5:1: unknown key max_cost of a job", ""},
		{"[[jobs]]\n", "1:3: a job has no name", "name ="},
		{"[[jobs]]\nname = \"a\"", "the job \"a\" has no schedule", "schedule ="},
		{"[[jobs]]\nname = \"a\"\nschedule = \"@daily\"", "must have an action or a prompt, and not both", "prompt ="},
		{"[[jobs]]\n" + whole + "[[jobs]]\n" + whole, "5:3: the job \"a\" is there twice", ""},
		{"[[jobs]]\n" + strings.Replace(whole, "\"a\"", "\"scribe\"", 1), "the name of one that comes with pp", ""},
		{"[[jobs]]\n" + strings.Replace(whole, "\"a\"", "\"A b\"", 1), "name must be", ""},
		{"[[jobs]]\n" + strings.Replace(whole, "@daily", "5 o'clock", 1), "3:1: schedule is none: ", ""},
		{"[[jobs]]\n" + whole + "tier = \"huge\"", "tier must be \"reflex\", \"cognition\" or \"reasoning\"", ""},
		{"[[jobs]]\n" + whole + "dir = \"notes\"", "dir must be an absolute path", ""},
		{"[[jobs]]\n" + strings.Replace(whole, "prompt = \"x\"", "action = \"(x\"", 1), "action is no form", ""},
		{"[[jobs]]\n" + strings.Replace(whole, "\"x\"", "\" \"", 1), "prompt must not be empty", ""},
		{"[scribe]\nfrom = \"/daily\"", "scribe.from must be a directory below", ""},
	} {
		_, err := Load(Input{Home: testHome, Files: files(c.text, "", "")})
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%s\n%v (%+v)\nwant %s", c.text, err, e, c.want)
		}
	}
}

// A project has no jobs: they would act by themselves.
func TestProjectsJobsAreIgnored(t *testing.T) {
	for _, text := range []string{twoJobs, "[jobs]\na = 1", "jobs = 3", "[scribe]\nenable = true"} {
		c, err := Load(Input{Home: testHome, Project: testProject, Files: files("", "", text)})
		if err != nil || len(c.Jobs) > 0 || c.Scribe.Enable || len(c.Warnings) != 1 ||
			!strings.Contains(c.Warnings[0].String(), "ignored") {
			t.Errorf("%s: %v, %+v, %v", text, err, c.Jobs, c.Warnings)
		}
	}
}
