package plan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pp/providers/offline/summary"
)

func TestParse(t *testing.T) {
	for _, tc := range []struct {
		prompt string
		want   Intent
	}{
		{"summarize this", Summarize{}},
		{"Summarise this, please", Summarize{}},
		{"please summarise README.md", Summarize{"README.md"}},
		{"summary", Summarize{}},
		{"give me a short summary of notes.org", Summarize{"notes.org"}},
		{"tl;dr", Summarize{}},
		{"sum up the document for me", Summarize{}},
		{"Can you summarize this in three sentences?", Summarize{}},
		{"what is this about?", Summarize{}},
		{`summarize "my notes.txt"`, Summarize{"my notes.txt"}},
		{"count the words", Count{What: summary.Words, File: ""}},
		{"count words in README.md", Count{What: summary.Words, File: "README.md"}},
		{"how many lines are in this?", Count{What: summary.Lines, File: ""}},
		{"how many lines are there in go.mod", Count{What: summary.Lines, File: "go.mod"}},
		{"word count of notes.txt", Count{What: summary.Words, File: "notes.txt"}},
		{"number of characters in this", Count{What: summary.Characters, File: ""}},
		{"keywords", Keywords{}},
		{"the main topics of report.md", Keywords{File: "report.md"}},
		{"read go.mod", Read{"go.mod"}},
		{"show me the file src/main.go", Read{"src/main.go"}},
		{"cat README", Read{"README"}},
		{"read '/etc/os-release'", Read{"/etc/os-release"}},
		{"list", List{"."}},
		{"ls", List{"."}},
		{"list src/", List{"src/"}},
		{"list the files in docs", List{"docs"}},
		{"find *.go", Find{"*.go", "."}},
		{"find all *.go files in cli", Find{"*.go", "cli"}},
		{"find go.mod in .", Find{"go.mod", "."}},
		{`search "two words" in .`, Search{"two words", "."}},
		{"search for TODO in src", Search{"TODO", "src"}},
		{"grep main", Search{"main", "."}},
		{"run make lint", Run{"make lint"}},
		{"run  git   log -3", Run{" git   log -3"}},
		{"run `touch x`", Run{"touch x"}},
		{"run echo hi.", Run{"echo hi."}},
		{"fetch https://example.com/x", Fetch{"https://example.com/x"}},
		{"remember that the boat leaves at 8.", Remember{"the boat leaves at 8."}},
		{"Please remember: my port is 8080", Remember{"my port is 8080"}},
		{"remember Ann's birthday, 3 May", Remember{"Ann's birthday, 3 May"}},
		{"recall the key", Recall{"the key"}},
		{"recall 'boat times'", Recall{"boat times"}},
		{"what is 2+2*3", Calculate{"2+2*3"}},
		{"calculate 12% of 80", Calculate{"12% of 80"}},
		{"(1+2)^3", Calculate{"(1+2)^3"}},
		{"summarize", Summarize{}}, {"please summarize this for me", Summarize{}},
		{"Can you summarize this, please?", Summarize{}},
		{"SUMMARIZE README", Summarize{"README"}}, {"summarize the file notes", Summarize{"notes"}},
		{"summarize this document", Summarize{}},
		{"summarize the following text:", Summarize{}}, {"summarize notes", Summarize{"notes"}},
		{"give me a summary", Summarize{}},
		{"please give me a summary of notes.org", Summarize{"notes.org"}}, {"summary of docs/a.md", Summarize{"docs/a.md"}},
		{"a summary, please", Summarize{}},
		{"TL;DR?", Summarize{}}, {"tldr this", Summarize{}}, {"tldr README.md", Summarize{"README.md"}},
		{"sum up this", Summarize{}},
		{"summarize this briefly", Summarize{}}, {"summarize report.txt in brief", Summarize{"report.txt"}},
		{"what does this say?", Summarize{}},
		{"what is README.md about?", Summarize{"README.md"}}, {"summarize 'my notes.txt'", Summarize{"my notes.txt"}},
		{"summarize stdin", Summarize{}},
		{"summarize “my notes.txt”.", Summarize{"my notes.txt"}}, {"key points of this", Summarize{}},
		{"the gist of it", Summarize{}},
		{"what are the main points of notes.org?", Summarize{"notes.org"}},
		{"summarize the contents of a.txt", Summarize{"a.txt"}}, {"summarize the log", Summarize{}},

		{"How many lines are there in main.go?", Count{"main.go", summary.Lines}},
		{"how many words does README.md have?", Count{"README.md", summary.Words}},
		{"how many characters", Count{"", summary.Characters}}, {"how many sentences are in the text?",
			Count{"", summary.Sentences}}, {"word count", Count{"", summary.Words}},
		{"count", Count{}}, {"count this", Count{}}, {"count main.go", Count{File: "main.go"}},
		{"count words in notes", Count{"notes", summary.Words}},
		{"count lines and words in a.txt", Count{"a.txt", summary.All}},
		{"count the number of bytes in /etc/passwd", Count{"/etc/passwd", summary.Bytes}},
		{"wc", Count{}}, {"wc -l main.go", Count{"main.go", summary.Lines}},
		{"count paragraphs", Count{"", summary.Paragraphs}},

		{"keywords of README.md", Keywords{File: "README.md"}}, {"extract the keywords from this", Keywords{}},
		{"list the keywords", Keywords{}},
		{"what are the top 5 keywords in notes.org?", Keywords{"notes.org", 5}},
		{"10 most important key words", Keywords{N: 10}},
		{"give me the key phrases of this text", Keywords{}},

		{"read notes", Read{"notes"}}, {"read the file notes", Read{"notes"}}, {"cat notes", Read{"notes"}},
		{"read the README", Read{"README"}},
		{"show me go.mod", Read{"go.mod"}}, {"Show me the contents of go.mod.", Read{"go.mod"}},
		{`read "a file.txt"`, Read{"a file.txt"}},
		{"print ~/notes.org", Read{"~/notes.org"}}, {"open .gitignore", Read{".gitignore"}},
		{"what's in go.mod?", Read{"go.mod"}}, {"read ../x", Read{"../x"}},
		{"could you read src/main.go?", Read{"src/main.go"}}, {"read file README.md", Read{"README.md"}},

		{"list src", List{"src"}}, {"list sub", List{"sub"}}, {"ls ..", List{".."}}, {"list .", List{"."}},
		{"list files", List{"."}}, {"list /tmp", List{"/tmp"}},
		{"list the files in docs/", List{"docs/"}}, {"list the contents of internal", List{"internal"}},
		{"list the src directory", List{"src"}},
		{"what files are here?", List{"."}}, {"list all files in this directory", List{"."}},
		{"show me the files in cmd", List{"cmd"}},
		{`list "my dir"`, List{"my dir"}}, {"show me src/", List{"src/"}}, {"list directory testdata", List{"testdata"}},
		{"what is in src?", List{"src"}},

		{"find *.go in src", Find{"*.go", "src"}}, {"find all *.md files in docs", Find{"*.md", "docs"}},
		{"find main.go", Find{"main.go", "."}},
		{"find files named foo.txt", Find{"foo.txt", "."}}, {"find files matching test_* in lib", Find{"test_*", "lib"}},
		{"find Makefile", Find{"Makefile", "."}},
		{`find "my file.txt" in /home`, Find{"my file.txt", "/home"}}, {"find foo in src", Find{"foo", "src"}},
		{"find parser", Find{"parser", "."}},
		{"find the file config.toml", Find{"config.toml", "."}}, {"find a?c.txt", Find{"a?c.txt", "."}},
		{"locate *.org under notes/", Find{"*.org", "notes/"}},

		{"search TODO in src", Search{"TODO", "src"}}, {"search hello in sub", Search{"hello", "sub"}},
		{"search hello world in docs", Search{"hello world", "docs"}},
		{`search for "some text" in src`, Search{"some text", "src"}}, {`search for "in the end"`, Search{"in the end", "."}},
		{"grep X", Search{"X", "."}},
		{"grep TODO src/", Search{"TODO", "src/"}}, {"grep func in main.go", Search{"func", "main.go"}},
		{"search for TODO", Search{"TODO", "."}},
		{"search src for TODO", Search{"TODO", "src"}}, {"search the docs for hello there", Search{"hello there", "docs"}},
		{"search for foo in this directory", Search{"foo", "."}},
		{"search for FIXME in the src directory", Search{"FIXME", "src"}}, {`look for "x y" in lib`, Search{"x y", "lib"}},
		{"search func main() in cmd", Search{"func main()", "cmd"}},
		{`search for 'don"t' in .`, Search{`don"t`, "."}}, {"search for the text hello in docs", Search{"hello", "docs"}},

		{"run ls", Run{"ls"}}, {"run ls -la | wc -l", Run{"ls -la | wc -l"}}, {"Run  two  spaces", Run{" two  spaces"}},
		{"run echo 'a'  b\t", Run{"echo 'a'  b\t"}},
		{"please run go test ./...", Run{"go test ./..."}}, {"execute make", Run{"make"}}, {"run rm -rf /", Run{"rm -rf /"}},
		{"can you run ls", Run{"ls"}},
		{"run echo what is this about?", Run{"echo what is this about?"}}, {"run ./x.sh\nls\n", Run{"./x.sh\nls\n"}},
		{"run touch x", Run{"touch x"}},
		{"run ls?", Run{"ls?"}}, {"run \"$HOME/bin/x\"", Run{"\"$HOME/bin/x\""}}, {"run X=1 env", Run{"X=1 env"}},
		{"run :(){ :|:& };:", Run{":(){ :|:& };:"}},
		{`run for f in *.txt; do echo "$f"; done`, Run{`for f in *.txt; do echo "$f"; done`}},
		{"run while true; do date; sleep 1; done", Run{"while true; do date; sleep 1; done"}},
		{"run if [ -e x ]; then cat x; fi", Run{"if [ -e x ]; then cat x; fi"}}, {"run ! grep x y", Run{"! grep x y"}},
		{"run case $x in a) date;; esac", Run{"case $x in a) date;; esac"}}, {"run { date; }", Run{"{ date; }"}},
		{"run for i in 1 2\ndo date\ndone\n", Run{"for i in 1 2\ndo date\ndone\n"}},
		{"run for i in 1 2; do date & done; wait", Run{"for i in 1 2; do date & done; wait"}},
		{"run [ -e x ] && ls", Run{"[ -e x ] && ls"}},
		{"run until curl -f h; do :; done", Run{"until curl -f h; do :; done"}}, {"run . ./env.sh", Run{". ./env.sh"}},
		{"run git commit -m 'the end'", Run{"git commit -m 'the end'"}}, {"run `a` && `b`", Run{"`a` && `b`"}},

		{"fetch https://example.org/a?b=c", Fetch{"https://example.org/a?b=c"}},
		{"fetch https://example.org.", Fetch{"https://example.org"}},
		{"fetch example.org/x", Fetch{"https://example.org/x"}}, {"get http://127.0.0.1:8080/",
			Fetch{"http://127.0.0.1:8080/"}},
		{"please fetch the page at https://example.org", Fetch{"https://example.org"}},

		{"What's 2 + 2?", Calculate{"2 + 2"}}, {"2+2", Calculate{"2+2"}}, {"(1+2)*3 =", Calculate{"(1+2)*3"}},
		{"sqrt(16)", Calculate{"sqrt(16)"}},
		{"how much is 15% of 1,200?", Calculate{"15% of 1,200"}}, {"calculate 2+", Calculate{"2+"}},
		{"compute 7 times 6", Calculate{"7 times 6"}},
		{"max(1, 2)", Calculate{"max(1, 2)"}}, {"10/4", Calculate{"10/4"}}, {"-3+5", Calculate{"-3+5"}},
		{"calculate 5", Calculate{"5"}},
		{"calculate 1/0", Calculate{"1/0"}}, {"2^10^10", Calculate{"2^10^10"}}, {"calculate (2+3)*4.", Calculate{"(2+3)*4"}},
		{"12% of 80", Calculate{"12% of 80"}},
	} {
		got, ok := Parse(tc.prompt)
		if !ok || !cmp.Equal(got, tc.want) {
			t.Errorf("Parse(%q) = %#v, %v; want %#v", tc.prompt, got, ok, tc.want)
		}
	}
}

// What only sounds like a request is left to a model.
func TestParseIsNotEager(t *testing.T) {
	for _, prompt := range []string{
		"", " ", "?", "\"", "hello", "please", "find a better name for this function", "run me through the design",
		"read the room",
		"find", "find me", "find out why the test fails", "find the bug", "find peace in chaos", "find a file",
		"find . -name '*.go'", "find all the reasons",
		"run", "run ", "run the tests", "run this", "run through the code with me", "run away", "run it again",
		"run experiments with the new seeds",
		"run, please", "run for your life", "run for it; and then we are done", "run if you can", "run while you can",
		"run -", "run ...",
		"can you run ls?", "running late", "read", "read this", "read me", "read between the lines", "read it aloud",
		"read a book",
		"read the design and tell me what you think", "show me", "show me how to write a loop", "show me the money",
		"print money", "open the door",
		"list reasons", "list ideas for a name", "list all the bugs in this code", "list three alternatives", "ls -la",
		"list the pros and cons",
		"search", "search for a good restaurant", "search for meaning in all this", "search the web for go generics",
		"search for flights to Rome in May",
		"grep -rn foo .", "look for trouble", "look at this", "search for something interesting in the news", "look for work",
		"search in in docs",
		"summarize the design decisions", "summarize this in German", "summarize README.md and NOTES.md",
		"summarize what we said", "summarize in one word why",
		"sum up our discussion and list the action items", "give me a summary of the last ten commits", "what is this?",
		"what is love", "what is this about to do",
		"count to ten", "count on me", "how many files are in src", "how many lines of code did I write",
		"how many words can you say",
		"how many words are in the English language", "how many people live in Rome", "counting", "word", "count the files",
		"keywords for my new startup that sells shoes", "what are keywords", "keyword argument error in python",
		"fetch", "fetch me a coffee", "get well soon", "download the internet", "fetch coffee", "get example.org",
		"fetch ftp://example.org/x",
		"remember", "remember when we met?", "remember me", "do you know", "remember this.", "remember when we met",
		"recall", "recall it", "remember how to do this", "do you remember the key", "can you recall the key?", "remember: ",
		"calculate the risk", "calculate 5 reasons", "what is 42", "42", "2024-05-01", "01/02/2024", "what is 2024-05-01",
		"what is the sum of all fears",
		"what is C++", "1.", "e", "pi", "-5", "* 2", "3 little pigs", "version 1.2 + 3", "what is an RFC 2+2", "x",
		"write a parser", "fix the lint",
		"explain main.go", "rewrite this file", "delete main.go", strings.Repeat("2+", 4000) +
			"2", "summarize this\nand then that", "touch x",
		"list three reasons to use Go", "search the web", "what is the capital of France", "write me a poem", "7",
		"summarize the history of Rome", "get me a coffee", "open the pod bay doors",
	} {
		if got, ok := Parse(prompt); ok {
			t.Errorf("Parse(%.60q) = %#v; want it not understood", prompt, got)
		}
	}
}

// Politeness, case and punctuation change nothing.
func TestParseIgnoresManners(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		core := rapid.SampledFrom([]string{
			"summarize this", "summarize notes.org", "count words in a.txt", "keywords", "read main.go", "list src",
			"find *.go in src",
			"search TODO in src", "fetch https://example.org/x", "2+2*3", "what is 12% of 80",
		}).Draw(t, "core")
		want, ok := Parse(core)
		if !ok {
			t.Fatalf("Parse(%q) is not understood", core)
		}
		verb, rest, _ := strings.Cut(core, " ")
		if rapid.Bool().Draw(t, "upper") {
			verb = strings.ToUpper(verb)
		}
		polite := rapid.SampledFrom([]string{"", "please ", "Can you ", "could you please ", "Hey, ", "  ",
			"I'd like you to "}).Draw(t, "before") +
			strings.TrimSpace(verb+" "+rest) +
			rapid.SampledFrom([]string{"", ".", "!", " please", ", please.", " ", "\n", " for me"}).Draw(t, "after")
		got, ok := Parse(polite)
		if !ok || !cmp.Equal(got, want) {
			t.Fatalf("Parse(%q) = %#v, %v; want %#v", polite, got, ok, want)
		}
	})
}

// A command is never altered.
func TestParseRunIsVerbatim(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		command := "ls " + rapid.StringN(0, 60, -1).Draw(t, "command")
		got, ok := Parse("run " + command)
		if !ok || got != (Run{Command: command}) {
			t.Fatalf("Parse(%q) = %#v, %v", "run "+command, got, ok)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"summarize this", "count words in \"a b\"", "how many lines are in this?", "top 5 keywords of x.md", "read FILE",
		"list DIR", "find *.go in src",
		"search for \"some text\" in src", "run ls -la", "run `touch x`", "fetch https://example.org", "remember that x",
		"recall x", "what is 2+2*3", "“a” in b",
		"'", "what's in '", "wc -", "search in", "find in", "search x for", "search for", "how many", "count", "\xff\xfe",
		"run \x00", "what is (", "give me a summary of",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, prompt string) {
		got, ok := Parse(prompt)
		if ok != (got != nil) {
			t.Fatalf("Parse(%q) = %#v, %v", prompt, got, ok)
		}
		if again, _ := Parse(prompt); !cmp.Equal(got, again) {
			t.Fatalf("Parse(%q) is not stable", prompt)
		}
		operand := "none is needed"
		switch i := got.(type) {
		case Run:
			operand = i.Command
			if !strings.HasSuffix(strings.TrimRight(prompt, "` \t\r\n\v\f\u0085\u00a0"),
				strings.TrimRight(i.Command, "` \t\r\n\v\f\u0085\u00a0")) {
				t.Fatalf("Parse(%q) altered the command to %q", prompt, i.Command)
			}
		case Read:
			operand = i.File
		case List:
			operand = i.Dir
		case Find:
			operand = i.Pattern
		case Search:
			operand = i.Text
		case Fetch:
			operand = i.URL
		case Calculate:
			operand = i.Expression
		}
		if strings.TrimSpace(operand) == "" {
			t.Fatalf("Parse(%q) = %#v lacks its operand", prompt, got)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, ok := Parse("please search for \"some text\" in src"); !ok {
			b.Fatal("not understood")
		}
	}
}
