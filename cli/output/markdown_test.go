package output

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func render(t testing.TB, text string, columns int) string {
	t.Helper()
	var out bytes.Buffer
	if err := Render(&out, text, columns); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Each testdata/NAME.md is shown in 60 columns, without colours as NAME.plain and
// with them, ESC written as ^, as NAME.colour. PP_UPDATE=1 writes both.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.md")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for kind, sgr := range map[string]string{".plain": "", ".colour": "^$1"} {
			got := escapes.ReplaceAllString(render(t, string(text), 60), sgr)
			golden := strings.TrimSuffix(name, ".md") + kind
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
				t.Errorf("%s: %s", golden, diff)
			}
		}
	}
}

func TestRenderPlain(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"words join and wrap", "one two\nthree four five", "one two three four\nfive\n"},
		{"heading", "## Title ##\ntext", "## Title\n\ntext\n"},
		{"emphasis", "*a* **b** ~~c~~ `d`", "a b c d\n"},
		{"snake_case is no emphasis", "a snake_case_name", "a snake_case_name\n"},
		{"a link shows where it goes", "[t](https://e.example/)", "t\n(https://e.example/)\n"},
		{"a definition of a link stays", "[a]: https://e.ex/", "[a]: https://e.ex/\n"},
		{"list", "- a\n- b\n  - c\n    - d\n", "• a\n• b\n  • c\n    • d\n"},
		{"list apart", "- a\n\n  b\n\n\n- c\n\n", "• a\n\n  b\n\n• c\n"},
		{"item wraps under itself", "- one two three four five", "• one two three four\n  five\n"},
		{"code in an item", "1. a\n\n   ```sh\n   ls  -l\n     x\n   ```\n2. b\n",
			"1. a\n\n     ls  -l\n       x\n\n2. b\n"},
		{"code right below an item's text",
			"- a\n  ```\n  x\n  ```\n- b\n", "• a\n\n    x\n• b\n"},
		{"code is never broken", "```\n" + strings.Repeat("x", 30) + "\n```", "  " + strings.Repeat("x", 30) + "\n"},
		{"an open fence ends with the text", "```\n*a*\n", "  *a*\n"},
		{"indented code", "a\n\n    b  c\n", "a\n\n  b  c\n"},
		{"quote", "> a\n> b\n", "│ a b\n"},
		{"rule", "a\n\n---\n\nb", "a\n\n────────────────────\n\nb\n"},
		{"table", "|a|b|\n|-|-|\n|1|2 3|\n", "a  │ b\n───┼────\n1  │ 2 3\n"},
		{"wide characters", "世界世界世界世界世界世界", "世界世界世界世界世界\n世界\n"},
		{"markup stays", "<b>a</b> &lt;", "<b>a</b> &lt;\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, escapes.ReplaceAllString(render(t, c.text, 20), "")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRenderLetsNothingThroughThatDeceives(t *testing.T) {
	for _, text := range []string{"a\x1b[31mb", "`\x1b]0;x\x07`",
		"[a\u202eb](http://e.ex/\u202e)", "```\n\x9b31m\n```", "|\x1b|b|\n|-|-|\n|\r|\x00|",
		"- \x7f",
		"&#27;[31m &#x202e;", "a\rb"} {
		out := render(t, text, 0)
		if bad := deceptive(out); bad != "" {
			t.Errorf("%q shows %q as %q", text, bad, out)
		}
	}
}

// escapes are the sequences of this package.
var escapes = regexp.MustCompile("\x1b(\\[[0-9;]*m)")

// deceptive finds what must not stand in the output: anything that Escape would
// change but the sequences of this package.
func deceptive(out string) string {
	out = escapes.ReplaceAllString(out, "")
	for _, c := range out {
		if unicode.IsControl(c) && c != '\n' && c != '\t' || unicode.Is(unicode.Bidi_Control, c) {
			return string(c)
		}
	}
	return ""
}

// Whatever costs the parser more than linear work is shown as it was written.
func TestRenderIsBounded(t *testing.T) {
	for _, part := range []string{"[", "![", "**a ", "`", "``a", "> ", "1. ", "- ", "<", "<a ",
		"[a](", "\\", "|a|\n|-|\n",
		"a\n- ", "- a\n  ", "> - ", "~~~\n",
		"[^", "<div>\n", "* * ", "\n\n- a\n", "    ", "\t- ", "&", "!", "_a", "a|"} {
		text := strings.Repeat(part, 200_000/len(part))
		out := render(t, text, 80)
		if most := 8 * len(text); len(out) > most {
			t.Errorf("%q shows as %d bytes", part, len(out))
		}
	}
}

func TestRenderTellsThatItCannotWrite(t *testing.T) {
	if err := Render(&failing{}, "a", 0); err == nil {
		t.Error("the error of the writer is lost")
	}
}

func FuzzRender(f *testing.F) {
	for _, seed := range []string{"# a\n\n- b\n  - c\n", "1. a\n\n   ```go\n   x\n   ```\n", "|a|b|\n|-|-|\n|`x|y`|2|\n",
		"> a\n> > b\n", "***a** b*",
		"[a](b \"c\")", "```\n", "- [ ] a\n- [x] b", "\x1b[31m", "a\\\nb  \nc", "[a]: b\n[a]",
		"<!-- a -->", "~~~\n- a\n"} {
		f.Add(seed, 40)
	}
	f.Fuzz(func(t *testing.T, text string, width int) {
		if len(text) > 64<<10 {
			t.Skip("larger than what is of interest")
		}
		out := render(t, text, width)
		if !utf8.ValidString(out) {
			t.Errorf("%q gives invalid UTF-8 %q", text, out)
		}
		if bad := deceptive(out); bad != "" {
			t.Errorf("%q shows %q", text, bad)
		}
	})
}
