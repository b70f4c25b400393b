package offline

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	in := func(v verb, operands ...string) request { // a file, or a text and a dir
		r := request{verb: v, dir: "."}
		switch {
		case v == summarize || v == count || v == read:
			r.file = strings.Join(operands, "")
		case v == list:
			r.dir = operands[0]
		default:
			if r.text = operands[0]; len(operands) > 1 {
				r.dir = operands[1]
			}
		}
		return r
	}
	plain := func(v verb, text string) request { return request{verb: v, text: text} }
	counted := func(m measure, file string) request { return request{verb: count, dir: ".", what: m, file: file} }
	for prompt, want := range map[string]request{
		"summarize": in(summarize), "summarize this": in(summarize), "Summarise this, please": in(summarize),
		"please summarise README.md": in(summarize, "README.md"), "summary": in(summarize), "TL;DR?": in(summarize),
		"give me a short summary of notes.org": in(summarize, "notes.org"), "sum up this text": in(summarize),
		`summarize "my notes.txt"`: in(summarize, "my notes.txt"), "summarize notes": in(summarize, "notes"),
		"Can you summarize this?": in(summarize), "summarize the file notes": in(summarize, "notes"),
		"summarize “my notes.txt”.": in(summarize, "my notes.txt"), "tldr README.md": in(summarize, "README.md"),

		"count": counted(everything, ""), "count this": counted(everything, ""),
		"count main.go": counted(everything, "main.go"), "count the words": counted(words, ""),
		"count words in README.md": counted(words, "README.md"), "word count of notes.txt": counted(words, "notes.txt"),
		"how many lines are in this?": counted(lines, ""), "how many characters": counted(characters, ""),
		"how many lines are there in main.go?":         counted(lines, "main.go"),
		"count the number of bytes in /etc/passwd":     counted(bytes, "/etc/passwd"),
		"how many sentences are in the text?":          counted(sentenceCount, ""),
		"count the paragraphs in this document for me": counted(paragraphs, ""),

		"read go.mod": in(read, "go.mod"), "show me the file src/main.go": in(read, "src/main.go"),
		"cat README": in(read, "README"), "read '/etc/os-release'": in(read, "/etc/os-release"),
		"read notes": in(read, "notes"), "Show me the contents of go.mod.": in(read, "go.mod"),
		"read ../x": in(read, "../x"), "open .gitignore": in(read, ".gitignore"),

		"list": in(list, "."), "ls": in(list, "."), "list files": in(list, "."), "list src/": in(list, "src/"),
		"list the files in docs": in(list, "docs"), "ls ..": in(list, ".."), `list "my dir"`: in(list, "my dir"),
		"list the src directory": in(list, "src"), "list .": in(list, "."),

		"find *.go": in(find, "*.go", "."), "find all *.go files in cli": in(find, "*.go", "cli"),
		"find go.mod in .": in(find, "go.mod", "."), "find files named foo.txt": in(find, "foo.txt", "."),
		`find "my file.txt" in /home`: in(find, "my file.txt", "/home"), "find a?c.txt": in(find, "a?c.txt", "."),

		`search "two words" in .`: in(search, "two words", "."), "search for TODO in src": in(search, "TODO", "src"),
		"grep main": in(search, "main", "."), "search TODO": in(search, "TODO", "."),
		"search hello world in docs": in(search, "hello world", "docs"), "search src for TODO": in(search, "TODO", "src"),
		"search for FIXME in the src directory": in(search, "FIXME", "src"),
		"search func main() in cmd":             in(search, "func main()", "cmd"),

		"fetch https://example.com/x": in(fetch, "https://example.com/x"),
		"fetch https://example.org.":  in(fetch, "https://example.org"),
		"fetch example.org/x":         in(fetch, "https://example.org/x"),
		"get http://127.0.0.1:8080/":  in(fetch, "http://127.0.0.1:8080/"),

		"run make lint": plain(run, "make lint"), "run  git   log -3": plain(run, " git   log -3"),
		"run `touch x`": plain(run, "touch x"), "run echo hi.": plain(run, "echo hi."), "run ls?": plain(run, "ls?"),
		"please run go test ./...": plain(run, "go test ./..."), "execute make": plain(run, "make"),
		"run echo 'a'  b\t": plain(run, "echo 'a'  b\t"), "can you run ls": plain(run, "ls"),
		"run for i in 1 2\ndo date\ndone\n": plain(run, "for i in 1 2\ndo date\ndone\n"),
		"run ! grep x y":                    plain(run, "! grep x y"), "run . ./env.sh": plain(run, ". ./env.sh"),
		"run `a` && `b`": plain(run, "`a` && `b`"), "run :(){ :|:& };:": plain(run, ":(){ :|:& };:"),

		"remember that the boat leaves at 8.": plain(remember, "the boat leaves at 8."),
		"Please remember: my port is 8080":    plain(remember, "my port is 8080"),
		"recall the key":                      plain(recall, "the key"), "recall 'boat times'": plain(recall, "boat times"),

		"what is 2+2*3": plain(calculate, "2+2*3"), "calculate 12% of 80": plain(calculate, "12% of 80"),
		"(1+2)^3": plain(calculate, "(1+2)^3"), "What's 2 + 2?": plain(calculate, "2 + 2"), "10/4": plain(calculate, "10/4"),
		"how much is 15% of 1,200?": plain(calculate, "15% of 1,200"), "calculate 2+": plain(calculate, "2+"),
		"calculate 1/0": plain(calculate, "1/0"), "calculate (2+3)*4.": plain(calculate, "(2+3)*4"),
		"max(1, 2)": plain(calculate, "max(1, 2)"),
	} {
		if got := parse(prompt); got != want {
			t.Errorf("parse(%q) = %+v; want %+v", prompt, got, want)
		}
	}
}

// What is not such a request is left to a model.
func TestParseIsNotEager(t *testing.T) {
	for _, prompt := range []string{
		"", " ", "?", "\"", "hello", "please", "find a better name for this function", "run me through the design",
		"read the room and tell me", "find", "find me", "find out why the test fails", "find . -name '*.go'", "run", "run ",
		"run the tests", "run this", "run through the code with me", "run away", "run it again", "run, please", "run -",
		"can you run ls?", "running late", "read", "read this", "read me", "read it aloud", "read a book",
		"show me how to write a loop", "show me the money", "print money", "list all the bugs in this code", "ls -la",
		"search", "search for a good restaurant", "search for meaning in all this", "search the web for go generics",
		"grep -rn foo .", "look at this", "summarize the design decisions", "summarize this in German",
		"summarize README.md and NOTES.md", "summarize what we said", "sum up our discussion and list the action items",
		"what is this?", "what is love", "count to ten", "count on me", "how many files are in src",
		"how many words can you say", "how many people live in Rome", "counting", "word", "keywords", "fetch",
		"fetch me a coffee", "get well soon", "get example.org", "fetch ftp://example.org/x", "remember",
		"remember when we met?", "remember me", "remember this.", "recall", "recall it", "do you remember the key",
		"can you recall the key?", "remember: ", "calculate the risk", "calculate 5 reasons", "what is 42", "42",
		"2024-05-01", "01/02/2024", "what is the sum of all fears", "1.", "e", "pi", "-5", "* 2", "3 little pigs", "x",
		"write a parser", "explain main.go", "delete main.go", strings.Repeat("2+", 4000) + "2",
		"summarize this\nand then that", "what is the capital of France", "write me a poem",
	} {
		if got := parse(prompt); got.verb != unknown {
			t.Errorf("parse(%.60q) = %+v; want it not understood", prompt, got)
		}
	}
}
