package table

import (
	"testing"

	"pp/engine/effect"
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
		if got != test.writes || out.Class != effect.ProgramBuilds {
			t.Errorf("%s writes %q as %v, want %q as a build", test.line, got, out.Class, test.writes)
		}
	}
}

// TestRelaxed gives further words to a command that its first word made harmless.
func TestRelaxed(t *testing.T) {
	tests := []struct {
		line  string
		known bool
	}{
		{"gopls version", true},
		{"gopls version --json", true},
		{"gopls version --frob", false},
		{"gopls symbols main.go", true},
		{"dlv version --init=/tmp/e", false},
		{"flyctl version update", false},
		{"wrangler --version x", false},
		{"ollama show m", true},
		{"ollama show --config=/tmp/e", false},
		{"ollama list https://h/x", false},
		{"mise ls --json", true},
		{"mise ls --output /etc/x", false},
		{"hugo help server", true},
		{"hugo help --config=x", false},
	}
	for _, test := range tests {
		if out := Default().Interpret(splitWords(test.line)); (out.Known && !out.Network &&
			len(out.Hazards) == 0) != test.known {
			t.Errorf("%s: known %v, hazards %v (%s), want it to be harmless: %v", test.line, out.Known, out.Hazards, out.Reason,
				test.known)
		}
	}
}
