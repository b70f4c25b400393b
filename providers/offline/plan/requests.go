package plan

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pp/providers/offline/calc"
	"pp/providers/offline/summary"
)

// about reads which text a request is about: "" for the input that came with
// the prompt, else one file. A bare word counts as a file only if bare is set.
func (t tokens) about(bare bool) (file string, ok bool) {
	const kinds = "text|input|file|document|doc|article|page|report|log|email|mail|message|paper|post|thread|diff|data|" +
		"output|content|contents|story|essay|letter|transcript|note|notes|conversation|above|following"
	t, _ = t.cutEnd("briefly|shortly|concisely|quickly", "in brief|short", "in a few sentences|words|lines|points",
		"in some|several|three|four|five|six|seven|3|4|5|6|7 sentences|lines|points")
	if len(t.list) == 0 || t.is("this|it|that|stdin|here|below", "this|the|that [following|above|attached|piped] "+kinds,
		"[the] standard input") {
		return "", true
	}
	if rest, ok := t.cut("[the|my|this] [text] file|document"); ok && len(rest.list) == 1 && rest.list[0].canBeName() {
		return rest.list[0].text, true
	}
	if rest, ok := t.cut("the|my|our [contents|content|text] [of]", "contents|content of"); ok {
		t, bare = rest, false
	}
	if len(t.list) != 1 {
		return "", false
	}
	if name := t.list[0]; name.isPath() || bare && name.canBeName() {
		return name.text, true
	}
	return "", false
}

func parseSummarize(t tokens) (Intent, bool) {
	if t.is("[give] [me] [a|the] [short|brief|quick] summary|gist|tl;dr|tldr", "[the] key|main points", "[the] main ideas",
		"what is|does this|it [text|document] about|say|mean", "what's this|it about") {
		return Summarize{}, true
	}
	if rest, ok := t.cut("what is|does"); ok {
		name := rest.from(0)
		return Summarize{File: name.text}, len(rest.list) == 2 && name.isPath() && oneOf(rest.from(1).word(), "about|say")
	}
	rest, ok := t.cut("[briefly|quickly] summarize|summarise|summerize|condense|recap", "sum up",
		"[give|write|make|show] [me|us] [a|the] [short|brief|quick|one-paragraph] summary of|for",
		"[what] [is|are] [give|show|tell] [me|us] [the] gist|tl;dr|tldr|essence of",
		"[what] [are] [give|show|list] [me|us] [the] key|main|important points|ideas of|in|from",
		"[give] [me] [a] tl;dr|tldr [of|for]")
	if !ok {
		return nil, false
	}
	file, ok := rest.about(true)
	return Summarize{File: file}, ok
}

func parseKeywords(t tokens) (Intent, bool) {
	rest, _ := t.cut("extract|list|show|find|give|get|tell [me|us]", "what are the")
	rest, _ = rest.cut("[the] [top|best|main|most] [important]")
	n := 0
	if number, err := strconv.Atoi(rest.first()); err == nil && number > 0 && number <= 1000 {
		n = number
		rest = tokens{rest.source, rest.list[1:]}
	}
	rest, _ = rest.cut("[most] [important]")
	rest, ok := rest.cut("keywords|keyword|key-words|keyphrases|key-phrases", "key words|phrases|terms",
		"topics|themes|subjects of|in", "topics")
	if !ok {
		return nil, false
	}
	rest, _ = rest.cut("[in|of|from|for]")
	file, ok := rest.about(true)
	return Keywords{File: file, N: n}, ok
}

// parseCount reads "count words in FILE", "how many lines are in this", "word
// count of FILE", "wc -l FILE".
func parseCount(t tokens) (Intent, bool) {
	if rest, ok := t.cut("wc"); ok {
		return parseWc(rest)
	}
	what, rest, bare, ok := summary.All, t, true, false
	if t.from(1).word() == "count" {
		what, ok = measureOf(t.first())
		rest, _ = tokens{t.source, t.list[2:]}.cut("[of|in|for]")
	} else if rest, ok = t.cut("how many"); ok {
		what, rest, ok = rest.measures()
		rest, _ = rest.cut("[are|is] [there] [does|do|has|have|contains] [in|of|there] [in]")
		rest, _ = rest.cutEnd("have|has|contain|contains")
		bare = false
	} else if rest, ok = t.cut("count [up] [the] number of", "[what] [is] [the] number of", "count [up] [all] [the]"); ok {
		var after tokens
		if what, after, ok = rest.measures(); ok {
			rest, _ = after.cut("[in|of|for|from]")
		} else {
			file, named := rest.about(false)
			return Count{File: file}, named && (file != "" || rest.is("", "this|it|that"))
		}
	}
	file, named := rest.about(bare)
	return Count{File: file, What: what}, ok && named
}

func parseWc(t tokens) (Intent, bool) {
	what := summary.All
	for i, m := range [...]summary.Measure{summary.Lines, summary.Words, summary.Bytes, summary.Characters} {
		if rest, ok := t.cut([...]string{"-l", "-w", "-c", "-m"}[i]); ok {
			t, what = rest, m
		}
	}
	file, ok := t.about(true)
	return Count{File: file, What: what}, ok
}

// measures takes one or more measures off the front; more than one is all.
func (t tokens) measures() (what summary.Measure, rest tokens, ok bool) {
	for rest = t; len(rest.list) > 0; rest.list = rest.list[1:] {
		word := strings.TrimRight(rest.first(), ",")
		if m, known := measureOf(word); known {
			if ok && m != what {
				m = summary.All
			}
			what, ok = m, true
		} else if !ok || word != "and" && word != "the" {
			break
		}
	}
	return what, rest, ok
}

func measureOf(word string) (summary.Measure, bool) {
	noun := strings.TrimSuffix(word, "s")
	if noun == "char" {
		noun = "character"
	}
	return summary.MeasureOf(noun)
}

// parseFetch reads "fetch URL". A bare host name is taken for https.
func parseFetch(t tokens) (Intent, bool) {
	rest, ok := t.cut("fetch|get|download|retrieve [the] [page|url|site] [at|from]")
	if !ok || len(rest.list) != 1 {
		return nil, false
	}
	url := rest.list[0].text
	if lower := strings.ToLower(url); strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://") {
		return Fetch{URL: url}, len(url) > len("https://") && !strings.ContainsAny(url, " \t")
	}
	host := regexp.MustCompile(`^[\pL\d.-]+\.[\pL\d]{2,}(?:/|$)`).MatchString(url)
	return Fetch{URL: "https://" + url}, host && t.first() == "fetch"
}

func parseList(t tokens) (Intent, bool) {
	if t.is("list|ls|dir [here]", "list|show [me] [all] [the] files|directory|folder [here]",
		"what|which files are here|there", "what is here", "list everything [here]") {
		return List{Dir: "."}, true
	}
	rest, ok := t.cut("list|show [me] [all] [the] files|contents|content|entries in|of|under",
		"what|which files are [there] in",
		"list|show [me] everything in", "list [the] contents of", "list|show [me] [the] directory|folder|dir", "list|ls")
	if !ok {
		return nil, false
	}
	dir, ok := rest.directory()
	// "show the contents of notes.txt" asks for a file.
	file := !oneOf(t.first(), "list|ls") &&
		strings.Contains(strings.TrimLeft(dir[strings.LastIndexByte(dir, '/')+1:], "."), ".")
	return List{Dir: dir}, ok && !file
}

func parseRead(t tokens) (Intent, bool) {
	rest, bare := t.cut("read|cat [me]")
	ok := bare
	if !bare {
		rest, ok = t.cut("show|print|display|open|view|output [me]", "what is in", "what's in")
	}
	file, named := rest.about(bare)
	if !ok || !named || file == "" {
		return nil, false
	}
	if !bare && (strings.HasSuffix(file, "/") || isDots(file) || isKnownDirectory(file)) {
		return List{Dir: file}, true
	}
	return Read{File: file}, true
}

// parseFind reads "find PATTERN [in DIR]".
func parseFind(t tokens) (Intent, bool) {
	rest, ok := t.cut("find|locate [me]")
	if !ok {
		return nil, false
	}
	rest, files := rest.cut("[all] [the] files|file named|called|matching|like", "[all] [the] files|file")
	all := false
	if !files {
		if rest, all = rest.cut("all|every"); !all {
			rest, _ = rest.cut("[the]")
		}
	}
	before, dir, placed := rest.place()
	if name, ok := before.cutEnd("files|file"); ok && len(name.list) > 0 {
		before = name
	}
	if len(before.list) != 1 {
		return nil, false
	}
	pattern := before.list[0]
	sure := pattern.isPath() || isGlob(pattern.text)
	if !sure && pattern.canBeName() {
		sure = files || !all && t.from(1).word() != "the" && (!placed || token{text: dir}.isPath())
	}
	return Find{Pattern: pattern.text, Dir: dir}, sure
}

// parseSearch reads "search [for] TEXT [in DIR]", "search DIR for TEXT", "grep TEXT [DIR]".
func parseSearch(t tokens) (Intent, bool) {
	rest, ok := t.cut("search|grep|look")
	if !ok {
		return nil, false
	}
	verb, wanted := t.first(), rest.first() == "for"
	if verb == "look" && !wanted {
		return nil, false
	}
	for i := 1; i+1 < len(rest.list) && !wanted; i++ {
		if rest.list[i].word() == "for" {
			dir, ok := tokens{rest.source, rest.list[:i]}.directory()
			text := tokens{rest.source, rest.list[i+1:]}
			return Search{Text: text.text(), Dir: dir}, ok && dir != "web" && text.canBeSought()
		}
	}
	rest, _ = rest.cut("[for] [the] text|string|word|phrase", "for")
	before, dir, placed := rest.place()
	if verb == "grep" && !placed && len(rest.list) == 2 && rest.list[1].isPath() {
		before, dir, placed = tokens{rest.source, rest.list[:1]}, rest.list[1].text, true
	}
	if !before.canBeSought() || !placed && !before.soughtAlone(verb) {
		return nil, false
	}
	return Search{Text: before.text(), Dir: dir}, true
}

// canBeSought reports a text worth searching files for: quoted, or without the
// words that begin a description ("a good restaurant") or a flag.
func (t tokens) canBeSought() bool {
	odd := func(tok token) bool {
		return tok.quoted && len(t.list) > 1 || !tok.quoted && strings.HasPrefix(tok.text, "-")
	}
	return t.text() != "" && !leadsOn(t.first()) && !slices.ContainsFunc(t.list, odd)
}

// soughtAlone reports a text that is plain without the place to search.
func (t tokens) soughtAlone(verb string) bool {
	return (verb != "look" || t.list[0].quoted) && (len(t.list) == 1 || verb == "grep") &&
		!slices.ContainsFunc(t.list, func(tok token) bool { return tok.word() == "in" })
}

// parseCalculate reads "what is EXPR", "calculate EXPR" and a bare expression.
func parseCalculate(t tokens) (Intent, bool) {
	rest, told := t.cut("calculate|compute|evaluate [the] [value] [of]")
	if !told {
		rest, _ = t.cut("what is|are", "what's|whats", "how much is|are")
	}
	if len(rest.list) == 0 {
		return nil, false
	}
	// The expression as it stands; tokens may have been cut at quotation marks.
	expr := strings.TrimRight(t.source[rest.list[0].start:rest.list[len(rest.list)-1].end], "=?!;: ")
	if bare, ok := strings.CutSuffix(expr, "."); ok && bare != "" &&
		strings.IndexByte("0123456789)%", bare[len(bare)-1]) >= 0 {
		expr = bare
	}
	if rest.list[0].quoted && len(rest.list) == 1 {
		expr = rest.list[0].text
	}
	_, err := calc.Parse(expr)
	digits := strings.ContainsAny(expr, "0123456789")
	ok := err == nil && digits && !isNumberOrDate(expr)
	if told {
		ok = err == nil || digits && !strings.ContainsFunc(expr, unicode.IsLetter) // wrong rather than prose
	}
	return Calculate{Expression: expr}, ok
}

// isNumberOrDate reports a number alone, digits parted by two equal signs without
// spaces, as in 2024-05-01 and 1/2/2024, or by one in a number that begins with 0.
func isNumberOrDate(expr string) bool {
	return regexp.MustCompile(`^(?:[-+]*[\d.,_]+(?:e\d+)?|` +
		`\d+-\d+-\d+|\d+/\d+/\d+|0\d+[-/]\d+|\d+[-/]0\d+)$`).MatchString(expr)
}
