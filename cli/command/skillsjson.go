package command

import (
	"fmt"

	"pp/engine/skills"
)

// skillJSON is a skill as --json prints it.
type skillJSON struct {
	Name     string        `json:"name"`
	State    string        `json:"state"`
	Problem  *formError    `json:"problem,omitempty"`
	Asks     bool          `json:"asks,omitempty"` // it failed, and makes every action ask
	Path     string        `json:"path"`
	Trust    string        `json:"trust"`
	Inert    bool          `json:"inert,omitempty"`
	Hash     string        `json:"hash"`
	Version  string        `json:"version"`
	Priority int           `json:"priority"`
	Gate     bool          `json:"gate"`
	Prompt   bool          `json:"prompt"`
	Mandate  bool          `json:"mandate"`
	Trigger  bool          `json:"trigger"`
	Recovers bool          `json:"recovers"`
	Depends  []string      `json:"depends"`
	Exports  []string      `json:"exports"`
	Tools    []string      `json:"tools"`
	Sensors  []string      `json:"sensors"`
	Examples []exampleJSON `json:"examples"`
}

type exampleJSON struct {
	Line   int    `json:"line"`
	Input  string `json:"input"`
	Want   string `json:"want"`
	Got    string `json:"got"`
	Reason string `json:"reason"`
	Passed bool   `json:"passed"`
}

func skillView(s skills.Skill) skillJSON {
	out := skillJSON{Name: s.Name, State: s.State.String(), Asks: s.Asks, Path: s.Path, Trust: s.Trust.String(),
		Inert: s.Inert, Hash: s.Hash, Version: s.Version, Priority: s.Priority, Gate: s.Gate, Prompt: s.Prompt,
		Mandate: s.Mandate, Trigger: s.Trigger, Recovers: s.Recovers, Depends: append([]string{}, s.Depends...),
		Exports: append([]string{}, s.Exports...), Tools: append([]string{}, s.Tools...), Sensors: []string{},
		Examples: []exampleJSON{}}
	if p := s.Problem; p != nil {
		out.Problem = &formError{Message: p.Reason, File: p.File, Line: p.Line, Column: p.Column, Form: p.Form}
	}
	for _, sensor := range s.Sensors {
		out.Sensors = append(out.Sensors, sensor.String())
	}
	for _, e := range s.Examples {
		out.Examples = append(out.Examples, exampleJSON{e.Line, e.Input, e.Want, e.Got, e.Reason, e.Passed()})
	}
	return out
}

// exampleText is an example and what came of it, on one line.
func exampleText(s skills.Skill, e skills.ExampleResult) string {
	if e.Passed() {
		return fmt.Sprintf("ok    %s:%d: %s :%s", s.Path, e.Line, e.Input, e.Want)
	}
	got := e.Got
	if got == "" {
		got = "nothing, as it was not run"
	}
	text := fmt.Sprintf("FAIL  %s:%d: %s wants :%s and gives %s", s.Path, e.Line, e.Input, e.Want, got)
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}
