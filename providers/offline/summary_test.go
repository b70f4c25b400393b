package summary

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
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
	if err != nil || len(files) < 8 {
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
			fmt.Fprintf(&out, "%s\n\n%s\n\n", Count(text).Of(All), Summarize(text))
			for _, k := range Keywords(text, 8) {
				fmt.Fprintf(&out, "%s (%d)\n", k.Text, k.Count)
			}
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

// What a summary of a document must say, and must not: the goldens could drift.
func TestSummaryCarries(t *testing.T) {
	for file, c := range map[string]struct{ has, lacks []string }{
		"readme.md": {[]string{"reads tide gauges and warns harbour masters"},
			[]string{"badge", "curl", "| flag", "**", "](", "Contributing", "---"}},
		"notes.org": {[]string{"The town archive moves in autumn."},
			[]string{"#+", ":PROPERTIES:", "2019", "[[", "def code", "CLOCK", "who wrote this"}},
		"news.txt": {[]string{"voted 31 to 14"}, []string{"weather", "By Maria"}},
		"server.log": {[]string{"5 errors", "no space left on device” (4 times, first in line 101)", "panic serving"},
			nil},
		"chinese.txt": {[]string{"从下个月起，图书馆每天的开放时间将延长到晚上十一点。"},
			[]string{"天气"}},
		"japanese.txt": {[]string{"夜の開館を始めた。"}, []string{"雨の日"}},
		"german.txt":   {[]string{"alle Busse auf elektrischen Antrieb um."}, nil},
		"sales.csv":    {[]string{"61 lines. Columns: date,region,product,units,price", "hose (24 times)"}, nil},
		"change.diff": {[]string{"7 added lines, 3 removed lines, 1 new file, 1 deleted file",
			"main.go, store/store.go, old.txt"}, nil},
		"data.json": {[]string{"JSON of 5 lines. Members: id, name, depth, tags, closed.", "tags (2 times)"}, nil},
		"queue.go.txt": {[]string{"Source code of 44 lines", "Queue, Open, Take", "keeps jobs on disk"},
			[]string{"err != nil"}},
	} {
		got := Summarize(readText(t, "testdata/"+file))
		for _, s := range c.has {
			if !strings.Contains(got, s) {
				t.Errorf("%s: the summary lacks %q:\n%s", file, s, got)
			}
		}
		for _, s := range c.lacks {
			if strings.Contains(got, s) {
				t.Errorf("%s: the summary has %q:\n%s", file, s, got)
			}
		}
	}
}

func TestSummarizeShort(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""}, {" \n\t\n", ""}, {"---", ""}, {"One.", "One."}, {"no end", "no end"},
		{"First one. Second one! Third one?", "First one.\nSecond one!\nThird one?"},
		{"# Title\n\nOnly **one** [sentence](http://x) here.", "Only one sentence here."},
		{"# Title", "Title"}, {"* Title\n:PROPERTIES:\n:ID: x\n:END:\nSome /text/ with =code. Here=.",
			"Some text with `code. Here`."},
		{"# T\n\n```\ncode. More code. Still. More. Yes.\n```\nA `b. C` d.", "A `b. C` d."},
		{"\x00\x01\x02", ""}, {"a\xffb.", "a\ufffdb."}, {"Red \x1b[31mtext\x1b[0m\r\nhere.\r\n", "Red text here."},
		{"<!-- gone --># T\n\nKept <b>bold</b>, not <command>, a&amp;b.<br>", "Kept bold, not <command>, a&b."},
		{"> quoted\n> text here.\n\nOwn text.", "quoted text here.\nOwn text."},
		{"Title line\n\nFirst. Second.", "First.\nSecond."},
		{"From: a@example.org\nTo: b@example.org\nSubject: Hi\n\nCome at 3 p.m. today.", "Come at 3 p.m. today."},
		{"今日は。明日は！", "今日は。\n明日は！"}, {"- one thing\n- [x] another :: thing",
			"one thing\nanother: thing"},
	} {
		if got := Summarize(c.in); got != c.want {
			t.Errorf("Summarize(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"Dr. Smith saw Mr. Jones at 3 p.m. on Monday. He left.",
			[]string{"Dr. Smith saw Mr. Jones at 3 p.m. on Monday.", "He left."}},
		{"Version v1.2 costs 3.14. See main.go for more.", []string{"Version v1.2 costs 3.14.", "See main.go for more."}},
		{"See https://example.org/a.b?c=d. Then go.", []string{"See https://example.org/a.b?c=d.", "Then go."}},
		{"Use tools, e.g. Go, i.e. the language, etc. and more.",
			[]string{"Use tools, e.g. Go, i.e. the language, etc. and more."}},
		{"In the U.S. Supreme Court. In the U.S. The rest.", []string{"In the U.S. Supreme Court.", "In the U.S.",
			"The rest."}},
		{"He said \"Go.\" Then he went.", []string{"He said \"Go.\"", "Then he went."}},
		{"\"Why?\" he asked. \"No!\" she said.", []string{"\"Why?\" he asked.", "\"No!\" she said."}},
		{"Wait... what? Yes!! No?! Ok", []string{"Wait... what?", "Yes!!", "No?!", "Ok"}},
		{"J. R. Tolkien wrote. So did I. Then more.", []string{"J. R. Tolkien wrote.", "So did I.", "Then more."}},
		{"Am 3. Oktober fuhr er z.B. nach Rom. Es war Nr. 5.", []string{"Am 3. Oktober fuhr er z.B. nach Rom.",
			"Es war Nr. 5."}},
		{"See Fig. 3 and No. 7. No! That is wrong.", []string{"See Fig. 3 and No. 7.", "No!", "That is wrong."}},
		{"Run `go run . \"x. Y\"` now. Done.", []string{"Run `go run . \"x. Y\"` now.", "Done."}},
		{"It ends. tidewatch keeps reading. approx. five", []string{"It ends.", "tidewatch keeps reading.", "approx. five"}},
		{"Open .gitignore and ../x. And ./... too.", []string{"Open .gitignore and ../x.", "And ./... too."}},
		{"他说：“我走了。”然后离开。真的？是！", []string{"他说：“我走了。”",
			"然后离开。", "真的？", "是！"}},
		{"「行く。本当に。」と彼は言った。次。",
			[]string{"「行く。本当に。」と彼は言った。", "次。"}},
		{"（これは例。あれも例。）続き。", []string{"（これは例。あれも例。）", "続き。"}},
		{"یہ ایک ہے۔ دوسرا جملہ؟ ہاں", []string{"یہ ایک ہے۔", "دوسرا جملہ؟",
			"ہاں"}},
		{"यह एक है। दूसरा।", []string{"यह एक है।", "दूसरा।"}},
		{"line one\nline two", []string{"line one", "line two"}},
		{"Acme Inc. The firm grew. Acme Inc. grew.", []string{"Acme Inc.", "The firm grew.", "Acme Inc. grew."}},
		{"", nil}, {" . ", []string{"."}}, {"C'est vrai ! Oui ? Non.", []string{"C'est vrai !", "Oui ?", "Non."}},
	} {
		var got []string
		eachSentence(c.in, func(s string) { got = append(got, s) })
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: -want +got\n%s", c.in, diff)
		}
	}
}

func TestInline(t *testing.T) {
	for _, c := range []struct {
		in   string
		d    dialect
		want string
	}{
		{"**bold** *it* _it_ __b__ ***both*** ~~gone~~ snake_case_name 2*3*4", markdown,
			"bold it it b both gone snake_case_name 2*3*4"},
		{"[a [b] c](http://x/(y)) ![img](i.png) [r][ref] <http://u> [x]", markdown, "a [b] c r http://u [x]"},
		{"[![badge](b)](u) text[^1] \\*star\\* ``a`b``", markdown, "text *star* `ab`"},
		{"**a *b* c** and *unclosed and `unclosed", markdown, "a b c and *unclosed and `unclosed"},
		{"*b* /i/ _u_ +s+ =v= ~c~ a/b/c x=y=z [[file:a.org][desc]] [[b]] <2024-01-02 Tue>[fn:1]", org,
			"b i u s `v` `c` a/b/c x=y=z desc b 2024-01-02 Tue"},
		{"a <b and b> c [x](y) 3 * 4 * 5", plainText, "a <b and b> c [x](y) 3 * 4 * 5"},
		{"  much\t space \n  and  lines ", plainText, "much space\nand lines"},
	} {
		if got := newInliner(c.d).text(c.in); got != c.want {
			t.Errorf("inline(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestIsBinary(t *testing.T) {
	for in, want := range map[string]bool{
		"": false, "text\n": false, "a\x00b": true, "\x89PNG\r\n\x1a\n\x01\x02\x03": true, strings.Repeat("é", 9000): false,
		"Caf\xe9 au lait, s'il vous pla\xeet, et un croissant": false, "\x1b[31mred\x1b[0m": false,
		strings.Repeat("\xff\xfe", 50): true,
	} {
		if got := IsBinary(in); got != want {
			t.Errorf("IsBinary(%.20q) = %v", in, got)
		}
	}
}

// drawText makes texts of markup, prose and noise.
func drawText(t *rapid.T) string {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			"# Head\n\n", "* Head\n", "- item one\n", "1. step\n", "> quote\n", "```\n", "    code\n", "| a | b |\n|---|---|\n",
			"#+begin_src\n", "#+end_src\n",
			":PROPERTIES:\n", ":END:\n", "---\n", "<!--", "-->", "\n\n", "**", "_", "`", "[x](y)", "[[a][b]]", "Dr. ", "e.g. ",
			"3.14 ", "。", "「", "」", "\n", "\x1b[0m", "\xff",
			"2024-05-01T00:00:00Z ERROR x\n", "a,b,c\n", "{\n", "}\n", "+++ b/x\n", "@@ -1 +1 @@\n", "func f() {\n",
			"title: x\n",
		}),
		rapid.SampledFrom([]string{
			"The gate reads the water every minute. ", "A ship waits for the tide. ", "Nothing else is needed! ",
			"Who pays for the gauge? ", "图书馆延长开放时间。",
			"It keeps ten years of readings in one file, and a person can read them. ", "The model is simple. ",
		}),
		rapid.StringN(0, 12, -1),
	)
	return strings.Join(rapid.SliceOfN(piece, 0, 60).Draw(t, "text"), "")
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
	if IsBinary(text) {
		if got != "" {
			t.Fatalf("binary data summarised as %q", got)
		}
		return
	}
	if describe(normalize(text)) != "" {
		if len(got) > len(text)*2 {
			t.Fatalf("the description is longer than the text: %q of %q", got, text)
		}
		return
	}
	doc := readDocument(normalize(text))
	size := 0
	for _, s := range doc.sentences {
		size += len(s.text) + 1
	}
	if len(got) > size {
		t.Fatalf("Summarize(%q) = %q is longer than the sentences", text, got)
	}
	at, lines := 0, strings.Split(got, "\n")
	if got == "" {
		lines = nil
	}
	for _, line := range lines {
		for at < len(doc.sentences) && doc.sentences[at].text != line {
			at++
		}
		if at == len(doc.sentences) {
			t.Fatalf("Summarize(%q) has %q, which is no sentence of it in its place", text, line)
		}
		at++
	}
	if n := len(doc.sentences); len(lines) > 7 && n > 7 || n > 0 && len(lines) == 0 || n <= 3 && len(lines) != n {
		t.Fatalf("%d of %d sentences for %q", len(lines), n, text)
	}
}

func TestSummaryProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkSummary(t, drawText(t)) })
}

func TestKeywordProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawText(t)
		n := rapid.IntRange(-1, 12).Draw(t, "n")
		got := Keywords(text, n)
		if again := Keywords(text, n); !cmp.Equal(got, again) {
			t.Fatalf("not stable: %v, %v", got, again)
		}
		if len(got) > max(0, n) {
			t.Fatalf("%d keywords for %d", len(got), n)
		}
		for i, k := range got {
			if k.Text == "" || k.Count < 1 || k.Score <= 0 || i > 0 && k.Score > got[i-1].Score {
				t.Fatalf("keyword %d of %v", i, got)
			}
		}
	})
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		in, want string
	}{
		{"", "0 lines, 0 words, 0 sentences, 0 paragraphs, 0 characters, 0 bytes"},
		{"one", "0 lines, 1 word, 1 sentence, 1 paragraph, 3 characters, 3 bytes"},
		{"One é.\nTwo!\n\nThree\n", "4 lines, 4 words, 3 sentences, 2 paragraphs, 19 characters, 20 bytes"},
		{"a\xffb", "0 lines, 1 word, 1 sentence, 1 paragraph, 3 characters, 3 bytes"},
		{strings.Repeat("word ", 1234), "0 lines, 1,234 words, 4 sentences, 1 paragraph, 6,170 characters, 6,170 bytes"},
	} {
		if got := Count(c.in).Of(All); got != c.want {
			t.Errorf("Count(%.20q) = %s, want %s", c.in, got, c.want)
		}
	}
	c := Counts{Words: 1204, Lines: 1}
	if got := c.Of(Words) + "; " + c.Of(All); !strings.HasPrefix(got, "1204; 1 line, 1,204 words, ") {
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
		c := Count(readText(t, file))
		if got := strings.Fields(string(out))[:4]; !cmp.Equal(got,
			strings.Fields(fmt.Sprint(c[Lines], c[Words], c[Characters], c[Bytes]))) {
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
		if got := Keywords(text, 5); len(got) > 5 {
			t.Errorf("%s: %d keywords", name, len(got))
		}
		if c := Count(text); c[Bytes] != len(text) {
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
		Keywords(text, 5)
		if c := Count(text); c[Lines] > c[Characters] || c[Words] > c[Characters] || c[Characters] > c[Bytes] {
			t.Fatalf("Count(%q) = %+v", text, c)
		}
	})
}

// prose is size bytes of sentences in paragraphs, of a vocabulary as uneven as
// that of language.
func prose(size int) string {
	r := rand.New(rand.NewPCG(1, 2))
	words := rand.NewZipf(r, 1.1, 3, 40_000)
	var b strings.Builder
	for b.Len() < size {
		for range 3 + r.IntN(5) {
			for i := range 8 + r.IntN(15) {
				w := words.Uint64()
				word := strings.Repeat(string(rune('a'+w%26))+string("aeiou"[w%5])+string(rune('b'+w/26%25)), 1+int(w%3)) +
					string(rune('a'+w/650%26))
				if i == 0 {
					word = strings.ToUpper(word[:1]) + word[1:]
				}
				b.WriteString(word + " ")
				if i%9 == 8 {
					b.WriteByte('\n')
				}
			}
			b.WriteString("end. ")
		}
		b.WriteString("\n\n")
	}
	return b.String()[:size]
}

func BenchmarkSummarize(b *testing.B) {
	for _, size := range []int{4 << 10, 1 << 20, 10 << 20} {
		text := prose(size)
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				Summarize(text)
			}
		})
	}
	readme := readText(b, "testdata/readme.md")
	b.Run("readme", func(b *testing.B) {
		b.SetBytes(int64(len(readme)))
		for b.Loop() {
			Summarize(readme)
		}
	})
}

// BenchmarkHostile gives the time for 10 MiB of each hostile text, for eyes only.
func BenchmarkHostile(b *testing.B) {
	for name, text := range hostile(10 << 20) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Summarize(text)
			}
		})
	}
}

func BenchmarkKeywords(b *testing.B) {
	text := prose(1 << 20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Keywords(text, 10)
	}
}

func BenchmarkCount(b *testing.B) {
	text := prose(1 << 20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Count(text)
	}
}
