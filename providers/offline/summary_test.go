package offline

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// documents are the texts under testdata that summaries are made of.
func documents(t testing.TB) []string {
	t.Helper()
	all, err := filepath.Glob("testdata/*")
	var files []string
	for _, f := range all {
		if info, err := os.Stat(f); err == nil && !info.IsDir() && !strings.HasSuffix(f, ".golden") {
			files = append(files, f)
		}
	}
	if err != nil || len(files) < 5 {
		t.Fatalf("testdata: %d documents, %v", len(files), err)
	}
	return files
}

func readText(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Each document with its counts, summary and keywords, as a person sees them.
func TestDocuments(t *testing.T) {
	for _, file := range documents(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text := readText(t, file)
			var out strings.Builder
			fmt.Fprintf(&out, "%s\n\n%s\n\n", countText(text).of(everything), Summarize(text))
			golden := file + ".golden"
			if os.Getenv("PP_UPDATE") == "1" {
				if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(readText(t, golden), out.String()); diff != "" {
				t.Errorf("-want +got; PP_UPDATE=1 accepts:\n%s", diff)
			}
		})
	}
}

func TestSummarizeShort(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " \n\t\n": "", "---": "", "One.": "One.", "no end": "no end", "\x00\x01\x02": "", "a\xffb.": "a\ufffdb.",
		"First one. Second one! Third one?":                  "First one.\nSecond one!\nThird one?",
		"# Title\n\nOnly **one** [sentence](http://x) here.": "Only one sentence here.",
		"# Title": "Title",
		"# T\n\n```\ncode. More code. Still.\n```\nA `b` c d.":       "A `b` c d.",
		"Red \x1b[31mtext\x1b[0m\r\nhere.\r\n":                       "Red text here.",
		"<!-- gone -->Kept <b>bold</b>, not <command>, a&amp;b.<br>": "Kept bold, not <command>, a&b.",
		"> quoted\n> text here.\n\nOwn text.":                        "quoted text here.\nOwn text.",
		"今日は。明日は！":                                                   "今日は。\n明日は！",
		"- one thing\n- [x] another":                                 "one thing\nanother",
		"#+title: x\n\n:ID: y\nText here. | no table\n| a | b |":     "Text here.\n| no table",
	} {
		if got := Summarize(in); got != want {
			t.Errorf("Summarize(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	for _, want := range [][]string{
		{"Dr. Smith saw Mr. Jones at 3 p.m. on Monday.", "He left."},
		{"Version v1.2 costs 3.14.", "See main.go for more."},
		{"See https://example.org/a.b?c=d.", "Then go."},
		{"Use tools, e.g. Go, i.e. the language, etc. and more."},
		{"He said \"Go now.\"", "Then he went."}, {"\"Why?\" he asked.", "\"No!\" she said."},
		{"Wait... what?", "Yes!!", "No?!", "Ok"}, {"J. R. Tolkien wrote.", "Then more."},
	} {
		if diff := cmp.Diff(want, split(strings.Join(want, " "))); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	}
	for _, want := range [][]string{{"他说：“我们走了。”", "然后离开。", "真的？", "是！"},
		{"行く。", "次。"}, {"یہ ایک ہے۔", "ہاں"}} {
		if diff := cmp.Diff(want, split(strings.Join(want, ""))); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	}
}

// checkSummary holds for every text: the summary is taken from the document's
// sentences in their order, is no longer than they are, and is always the same.
func checkSummary(t interface{ Fatalf(string, ...any) }, text string) {
	got := Summarize(text)
	if again := Summarize(text); got != again {
		t.Fatalf("Summarize(%q) gives %q, then %q", text, got, again)
	}
	if !utf8.ValidString(got) || strings.ContainsAny(got, "\x00\x1b\r") {
		t.Fatalf("Summarize(%q) = %q holds what no terminal should get", text, got)
	}
	if isBinary(text) {
		if got != "" {
			t.Fatalf("binary data summarised as %q", got)
		}
		return
	}
	all := sentences(normalize(text))
	size := 0
	for _, s := range all {
		size += len(s.text) + 1
	}
	if len(got) > size {
		t.Fatalf("Summarize(%q) = %q is longer than the sentences", text, got)
	}
	at, chosen := 0, strings.Split(got, "\n")
	if got == "" {
		chosen = nil
	}
	for _, line := range chosen {
		for at < len(all) && all[at].text != line {
			at++
		}
		if at == len(all) {
			t.Fatalf("Summarize(%q) has %q, which is no sentence of it in its place", text, line)
		}
		at++
	}
	if n := len(all); len(chosen) > 7 && n > 7 || n > 0 && len(chosen) == 0 || n <= 3 && len(chosen) != n {
		t.Fatalf("%d of %d sentences for %q", len(chosen), n, text)
	}
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		in, want string
	}{
		{"", "0 lines, 0 words, 0 sentences, 0 paragraphs, 0 characters, 0 bytes"},
		{"one", "0 lines, 1 word, 1 sentence, 1 paragraph, 3 characters, 3 bytes"},
		{"One é.\nTwo!\n\nThree\n", "4 lines, 4 words, 2 sentences, 2 paragraphs, 19 characters, 20 bytes"},
		{"a\xffb", "0 lines, 1 word, 1 sentence, 1 paragraph, 3 characters, 3 bytes"},
		{strings.Repeat("word ", 1234), "0 lines, 1,234 words, 7 sentences, 1 paragraph, 6,170 characters, 6,170 bytes"},
	} {
		if got := countText(c.in).of(everything); got != c.want {
			t.Errorf("Count(%.20q) = %s, want %s", c.in, got, c.want)
		}
	}
	c := counts{words: 1204, lines: 1}
	if got := c.of(words) + "; " + c.of(everything); !strings.HasPrefix(got, "1204; 1 line, 1,204 words, ") {
		t.Errorf("Of gives %q", got)
	}
}

// Count agrees with wc.
func TestCountAgreesWithWc(t *testing.T) {
	wc, err := exec.LookPath("wc")
	if err != nil {
		t.Skip("wc is not installed")
	}
	for _, file := range documents(t) {
		cmd := exec.Command(wc, "-lwmc", file)
		cmd.Env = []string{"LC_ALL=C.UTF-8"}
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		c := countText(readText(t, file))
		if got := strings.Fields(string(out))[:4]; !cmp.Equal(got,
			strings.Fields(fmt.Sprint(c[lines], c[words], c[characters], c[bytes]))) {
			t.Errorf("%s: wc says %v, Count %+v", file, got, c)
		}
	}
}

// hostile texts open many constructs that never close, or have no end.
func hostile(size int) map[string]string {
	all := map[string]string{}
	for name, unit := range map[string]string{
		"stars": "*a ", "underlines": "_a ", "backquotes": "`a ", "brackets": "[a", "links": "[a](", "tags": "<a ",
		"comments": "<!--", "entities": "&a ",
		"org marks": "=a ", "org links": "[[a ", "org blocks": "#+begin_src\n", "drawers": ":a:\n", "quotes": ">",
		"cjk quotes": "「a", "stops": "A. ",
		"paragraphs": "a\n\n", "one word": "a", "ideographs": "图书馆", "items": "- a\n", "headings": "# a\n",
		"csv":   "a,1,b\n",
		"log":   "2024-05-01T00:00:00Z ERROR a1\n",
		"table": "|a|\n", "json": "[", "invalid": "a\xff ", "overstrike": "a\b",
	} {
		for prefix, start := range map[string]string{"": "", "markdown ": "# x\n\n", "org ": "#+title: x\n\n"} {
			all[prefix+name] = start + strings.Repeat(unit, size/len(unit))
		}
	}
	return all
}

// Texts that open what they never close are read like any other; work that
// grew with the square of the text would not end here in the time a test has.
func TestHostileTexts(t *testing.T) {
	size := 32 << 10
	if os.Getenv("PP_LONG") == "1" {
		size = 256 << 10
	}
	for name, text := range hostile(size) {
		checkSummary(t, text)
		if c := countText(text); c[bytes] != len(text) {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

func FuzzSummarize(f *testing.F) {
	for _, file := range documents(f) {
		f.Add(readText(f, file))
	}
	for _, text := range hostile(200) {
		f.Add(text)
	}
	for _, seed := range []string{"", "\x00", "\xff\xfe", "---\na: b\n---\n", "From: a\nTo: b\nSubject: c\n\nd", "。」",
		"`",
		"+++", "{\"a\":[1]}\n\n\n", "a,b\n1,2\n3,4\n5,6\n7,8\n9,0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkSummary(t, text)
		if c := countText(text); c[lines] > c[characters] || c[words] > c[characters] || c[characters] > c[bytes] {
			t.Fatalf("Count(%q) = %+v", text, c)
		}
	})
}
