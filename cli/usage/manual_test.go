package usage

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pp/engine/enginetest"
)

// hostile has what the formatter would take for its own.
func hostile() (*Command, Page) {
	program := &Command{Name: "pp", Summary: "an agent - judged",
		Description: "First.\nSecond line, which is so long that it was surely wrapped where it ends, and\n" +
			"goes on.\n\n.SH not a request\n'br\n\\fBback\\slash",
		Flags: []Flag{
			{Names: []string{"model", "m"}, Value: "MODEL", Summary: "model to ask, such as \"haiku\""},
			{Names: []string{"quiet"}, Summary: ".nothing `is` printed"}, {Names: []string{"bare"}},
		},
		Commands: []Command{
			{Name: "check", Summary: "judge a command", Synopsis: "[--json] -- COMMAND \"…\"",
				Description: "exit codes: 0 allow, 3 deny",
				Flags:       []Flag{{Names: []string{"json"}, Summary: "print JSON"}}},
			{Name: "config", Summary: "the configuration", Commands: []Command{
				{Name: "set", Synopsis: "KEY VALUE", Summary: "change a key."}}},
		}}
	return program, Page{Section: 1, Version: "v1.2.3", Date: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC),
		Synopsis: []string{"pp [flags] PROMPT …", "  command | pp"},
		Sections: []Section{{Title: "EXIT STATUS", Items: []Item{{"0", "done"}, {"124", "--timeout"}}},
			{Title: "FILES", Text: "It writes there:", Items: []Item{
				{"~/.config/pp/config.toml", "what you configure; it's yours"}}}}}
}

func page(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	program, p := hostile()
	if err := WriteManual(&out, program, p); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWrite(t *testing.T) {
	golden := filepath.Join("testdata", "page.1")
	got := page(t)
	if os.Getenv("PP_UPDATE") == "1" {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

// The formatters find nothing to warn of, and show every word as it was given.
func TestFormattersTakeThePage(t *testing.T) {
	for _, formatter := range [][]string{
		{"mandoc", "-T", "lint", "-W", "warning"},
		{"mandoc", "-T", "utf8"},
		{"groff", "-man", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-u", "-rLL=100n"},
	} {
		if _, err := exec.LookPath(formatter[0]); err != nil {
			enginetest.Skip(t, os.Getenv, true, "%s is not there: %v", formatter[0], err)
		}
		cmd := exec.Command(formatter[0], formatter[1:]...)
		if formatter[0] == "groff" {
			cmd.Args = append(cmd.Args, "-Kutf8")
		}
		cmd.Stdin = strings.NewReader(page(t))
		var out, warnings bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &warnings
		if err := cmd.Run(); err != nil || warnings.Len() > 0 {
			t.Errorf("%v: %v\n%s%s", formatter, err, warnings.Bytes(), out.Bytes())
		}
		if formatter[2] == "lint" {
			if out.Len() > 0 {
				t.Errorf("%v: %s", formatter, out.Bytes())
			}
			continue
		}
		var plain strings.Builder // without the overstriking of bold
		shown := []rune(out.String())
		for i, c := range shown {
			if c != '\b' && (i+1 == len(shown) || shown[i+1] != '\b') {
				plain.WriteRune(c)
			}
		}
		for _, want := range []string{"PP(1)", "pp v1.2.3", "2026-11-22", "an agent - judged", "ends, and goes on",
			".SH not a request", "'br",
			`\fBback\slash`, "--model MODEL, -m MODEL", `such as "haiku"`, ".nothing `is` printed",
			"pp check [--json] -- COMMAND \"…\"",
			"exit codes: 0 allow, 3 deny", "pp config set KEY VALUE", "change a key.",
			"~/.config/pp/config.toml", "it's yours", "  command | pp"} {
			filled := strings.Join(strings.Fields(plain.String()), " ")
			if !strings.Contains(plain.String(), want) && !strings.Contains(filled, want) {
				t.Errorf("%v does not show %q:\n%s", formatter, want, plain.String())
			}
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestWriteTellsThatItCannot(t *testing.T) {
	program, p := hostile()
	if WriteManual(failing{}, program, p) == nil {
		t.Error("the error of the writer is lost")
	}
}
