package table

import (
	"testing"

	"pp/engine"
)

// TestPlaces writes commands that build, and what they write elsewhere.
func TestPlaces(t *testing.T) {
	tests := []struct{ line, writes string }{
		{"dotnet build -o /etc", "/etc"},
		{"dotnet build -bl:/etc/x", "/etc/x"},
		{"dotnet test --results-directory ../x", "../x"},
		{"cargo test -- --logfile=/etc/x", "/etc/x"},
		{"cabal build --builddir=~/x", "~/x"},
		{"npm run build -- --outDir /etc", "/etc"},
		{"zig build --prefix /etc", "/etc"},
		{"dotnet build -o out", ""},
		{"npm run build -- --outDir dist", ""},
		{"npm run build -- --base=/app/", ""},
		{"npm test -- --testPathIgnorePatterns=/node_modules/", ""},
		{"cargo test -- --logfile /dev/null", ""},
	}
	for _, test := range tests {
		out, got := Default().Interpret(splitWords(test.line)), ""
		for _, o := range out.Operands {
			if o.Kind == WriteTree {
				got = o.Text
			}
		}
		if got != test.writes || out.Class != engine.ProgramBuilds {
			t.Errorf("%s writes %q as %v, want %q as a build", test.line, got, out.Class, test.writes)
		}
	}
}
