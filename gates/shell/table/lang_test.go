package table

import (
	"testing"

	"pp/engine"
)

// TestCodeHazards: what code read from standard input must come out as.
func TestCodeHazards(t *testing.T) {
	for _, c := range []struct {
		language, text string
		least          engine.Decision // Allow when there is no hazard
		understood     bool
	}{
		{"sql", "select * from t where a = 'drop table t';", engine.Allow, true},
		{"sql", "SELECT 1; -- drop table x", engine.Allow, true},
		{"sql", "DELETE FROM accounts;", engine.Deny, true},
		{"sql", "delete from a\nwhere id = 1", engine.Ask, true},
		{"sql", "Truncate Table payments", engine.Deny, true},
		{"sql", "insert into t values (1)", engine.Ask, true},
		{"sql", "alter table t drop column c", engine.Deny, true},
		{"sql", "/*! drop table x */", engine.Deny, true},
		{"sql", "with x as (delete from t returning *) select * from x", engine.Deny, true},
		{"sql", "\\! rm -rf x", engine.Deny, true},
		{"sql", "COPY t FROM PROGRAM 'rm'", engine.Deny, true},
		{"sql", "select 'it''s'; drop table t", engine.Deny, true},
		{"sql", ".headers on\n.once out.csv\nselect 1", engine.Ask, false},
		{"sql", ".output stdout", engine.Ask, false},
		{"sql", ".backup b.db", engine.Ask, false},
		{"sql", ".import a.csv t", engine.Ask, true},
		{"redis", "GET x\nFLUSHALL", engine.Deny, true},
		{"redis", "get x", engine.Allow, true},
		{"redis", "set x 1", engine.Ask, true},
		{"mongo", "db.x.drop()", engine.Deny, true},
		{"mongo", "db.x.find()", engine.Allow, true},
		{"mongo", "require('child_process')", engine.Allow, false},
		{"sed", "s/a/b/e", engine.Deny, true},
		{"sed", "s/a/b", engine.Allow, false},
		{"sed", "s/[/]x/y/;s/[]/]/z/", engine.Allow, true},
		{"awk", "{ print $1 / $2 }", engine.Allow, true},
		{"awk", "BEGIN { @load \"x\" }", engine.Allow, false},
		{"awk", "{ if ($1) /\"/; system(\"x\"); /\"/ }", engine.Allow, false},
		{"vim", ":!rm x", engine.Deny, false},
		{"vim", "42", engine.Allow, true},
		{"frob", "x", engine.Allow, false},
	} {
		hazards, understood := CodeHazards(c.language, c.text)
		least := engine.Allow
		for _, h := range hazards {
			if least = min(least, engine.Ask); !h.Asks {
				least = engine.Deny
			}
		}
		if least != c.least || understood != c.understood {
			t.Errorf("%s %q: %v, understood %v; want %v, %v", c.language, c.text, least, understood, c.least, c.understood)
		}
	}
}
