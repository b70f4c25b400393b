package command

import (
	"net/url"
	"path/filepath"
	"slices"

	"pp/engine"
)

// object is a JSON object of a form that others define.
type object map[string]any

// asSARIF is the report in the Static Analysis Results Interchange Format 2.1.0: what is denied is an error, what is
// asked about a warning, and what was not judged a note.
func (r *fileReport) asSARIF(a App) object {
	rules, results, ids := []object{}, []object{}, []string{}
	add := func(f commandJSON, rule, level, reason string) {
		i := slices.Index(ids, rule)
		if i < 0 {
			i = len(ids)
			ids, rules = append(ids, rule), append(rules, object{"id": rule})
		}
		region := object{"startLine": f.Line, "startColumn": f.Column}
		if f.Command != "" {
			region["snippet"] = object{"text": f.Command}
		}
		results = append(results, object{"ruleId": rule, "ruleIndex": i, "level": level, "message": object{"text": reason},
			"locations": []object{{"physicalLocation": object{
				"artifactLocation": object{"uri": r.uri(f)}, "region": region}}}})
	}
	for _, f := range r.Findings {
		level := "error"
		if f.Decision == engine.Ask.String() {
			level = "warning"
		}
		add(f, engine.RuleName(f.Gate, f.Rule), level, f.Reason)
	}
	for _, f := range r.Unjudged {
		add(f, "not-judged", "note", f.unjudged())
	}
	driver := object{"name": "pp", "rules": rules}
	if a.System.Release != "" {
		driver["version"] = a.System.Release
	}
	return object{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": []object{{
		"tool": object{"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}}}
}

// uri names a file below the root of the repository, or wherever it is.
func (r *fileReport) uri(f commandJSON) string {
	if rel, err := filepath.Rel(r.root, f.path); r.root != "" && err == nil && filepath.IsLocal(rel) {
		return (&url.URL{Path: filepath.ToSlash(rel)}).EscapedPath()
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(f.path)}).String()
}
