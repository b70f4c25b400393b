package command

import (
	"net/url"
	"path/filepath"
	"slices"

	"pp/engine"
)

// sarifLog is a log in the Static Analysis Results Interchange Format.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID string `json:"id"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	RuleIndex int             `json:"ruleIndex"`
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			Line   int        `json:"startLine"`
			Column int        `json:"startColumn"`
			Text   *sarifText `json:"snippet,omitempty"`
		} `json:"region"`
	} `json:"physicalLocation"`
}

// asSARIF is the report as SARIF 2.1.0: what is denied is an error, what is asked about a warning, and what was not
// judged a note.
func (r *fileReport) asSARIF(a App) sarifLog {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "pp", Version: a.System.Release, Rules: []sarifRule{}}
	add := func(f commandJSON, rule, level, reason string) {
		known := func(s sarifRule) bool { return s.ID == rule }
		i := slices.IndexFunc(run.Tool.Driver.Rules, known)
		if i < 0 {
			i = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{rule})
		}
		var at sarifLocation
		at.Physical.Artifact.URI = r.uri(f)
		at.Physical.Region.Line, at.Physical.Region.Column = f.Line, f.Column
		if f.Command != "" {
			at.Physical.Region.Text = &sarifText{f.Command}
		}
		run.Results = append(run.Results, sarifResult{RuleID: rule, RuleIndex: i, Level: level,
			Message: sarifText{reason}, Locations: []sarifLocation{at}})
	}
	for _, f := range r.Findings {
		level := "error"
		if f.Decision == engine.Ask.String() {
			level = "warning"
		}
		add(f, engine.RuleName(f.Gate, f.Rule), level, f.Reason)
	}
	for _, f := range r.Unjudged {
		add(f, "not-judged", "note", "Runs in "+f.Runs+", whose commands are not known here.")
	}
	return sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}
}

// uri names a file below the root of the repository, or wherever it is.
func (r *fileReport) uri(f commandJSON) string {
	if rel, err := filepath.Rel(r.root, f.path); r.root != "" && err == nil && filepath.IsLocal(rel) {
		return (&url.URL{Path: filepath.ToSlash(rel)}).EscapedPath()
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(f.path)}).String()
}
