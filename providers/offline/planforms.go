package offline

import (
	"strconv"
	"strings"
)

// The forms of each request. Each takes a whole prompt or says false.

// about reads which text a request is about: "" for the input that came with
// the prompt, else one file. A bare word counts as a file only if bare is set.
func (t tokens) about(bare bool) (file string, ok bool) {
	const kinds = "text|input|file|document|doc|article|page|report|log|email|mail|message|paper|post|thread|diff|data|output|content|" +
		"contents|story|essay|letter|transcript|note|notes|conversation|above|following"
	if n := len(t.list); n > 0 && t.ends("briefly") || t.ends("shortly") || t.ends("concisely") || t.ends("quickly") {
		t.list = t.list[:n-1]
	} else if t.ends("in brief") || t.ends("in short") {
		t.list = t.list[:n-2]
	} else if n >= 3 && t.list[n-3].word() == "in" && oneOf(t.list[n-2].word(), "some|several|three|four|five|six|seven|3|4|5|6|7") &&
		oneOf(t.list[n-1].word(), "sentences|lines|points") {
		t.list = t.list[:n-3]
	} else if t.ends("in a few sentences|words|lines|points") {
		t.list = t.list[:n-4]
	}
	if len(t.list) == 0 || t.is("this|it|that|stdin|here|below", "this|the|that [following|above|attached|piped] "+kinds, "[the] standard input") {
		return "", true
	}
	if rest, ok := t.cut("[the|my|this] [text] file|document"); ok && len(rest.list) == 1 && rest.list[0].canBeName() {
		return rest.list[0].text, true
	}
	if rest, ok := t.cutAny("the|my|our [contents|content|text] [of]", "contents|content of"); ok {
		t, bare = rest, false
	}
	if rest, ok := t.cut("[the] file"); ok && len(rest.list) == 1 {
		t, bare = rest, true
	}
	if len(t.list) != 1 {
		return "", false
	}
	if name := t.list[0]; name.isPath() || bare && name.canBeName() {
		return name.text, true
	}
	return "", false
}

func parseSummarise(t tokens) (Intent, bool) {
	if t.is("[a] [short|brief|quick] summary", "[the] gist", "[the] key|main points", "what is|does this|it [text|document] about|say|mean",
		"what's this|it about", "give me the gist|summary|tl;dr|tldr", "give me a [short|brief|quick] summary", "give a summary", "[the] main ideas") {
		return SummaryIntent{}, true
	}
	rest, ok := t.cutAny("[briefly|quickly] summarize|summarise|summerize|condense|recap", "sum up", "[give|write|make|show] [me|us] [a|the] [short|brief|quick|one-paragraph] summary of|for",
		"[what] [is|are] [give|show|tell] [me|us] [the] gist|tl;dr|tldr|essence of", "[what] [are] [give|show|list] [me|us] [the] key|main|important points|ideas of|in|from",
		"[give] [me] [a] tl;dr|tldr [of|for]", "what is|does")
	if !ok {
		return nil, false
	}
	if about, asks := t.cut("what is|does"); asks {
		n := len(about.list)
		if n < 2 || !oneOf(about.list[n-1].word(), "about|say") || !about.list[n-2].isPath() {
			return nil, false
		}
		rest = tokens{t.source, about.list[:n-1]}
	}
	file, ok := rest.about(true)
	return SummaryIntent{File: file}, ok
}

func parseKeywords(t tokens) (Intent, bool) {
	rest, _ := t.cutAny("extract|list|show|find|give|get|tell [me|us]", "what are the")
	rest, _ = rest.cut("[the] [top|best|main|most] [important]")
	n := 0
	if len(rest.list) > 0 {
		if number, err := strconv.Atoi(rest.list[0].word()); err == nil && number > 0 && number <= 1000 {
			n = number
			rest = tokens{rest.source, rest.list[1:]}
		}
	}
	rest, _ = rest.cut("[most] [important]")
	rest, ok := rest.cutAny("keywords|keyword|key-words|keyphrases|key-phrases", "key words|phrases|terms", "topics|themes|subjects of|in", "topics")
	if !ok {
		return nil, false
	}
	rest, _ = rest.cut("[in|of|from|for]")
	file, ok := rest.about(true)
	return KeywordsIntent{File: file, N: n}, ok
}

// parseCount reads "count words in FILE", "how many lines are in this", "word
// count of FILE", "wc -l FILE".
func parseCount(t tokens) (Intent, bool) {
	if rest, ok := t.cut("wc"); ok {
		return parseWc(rest)
	}
	if len(t.list) > 1 && t.list[1].word() == "count" {
		what, ok := measureOf(t.list[0].word())
		rest, _ := tokens{t.source, t.list[2:]}.cut("[of|in|for]")
		file, source := rest.about(true)
		return CountIntent{File: file, What: what}, ok && source
	}
	if rest, ok := t.cut("how many"); ok {
		what, rest, ok := rest.measures()
		rest, _ = rest.cut("[are|is] [there] [does|do|has|have|contains] [in|of|there] [in]")
		if n := len(rest.list); n > 0 && oneOf(rest.list[n-1].word(), "have|has|contain|contains") {
			rest.list = rest.list[:n-1]
		}
		file, source := rest.about(false)
		return CountIntent{File: file, What: what}, ok && source
	}
	rest, ok := t.cutAny("count [up] [the] number of", "[what] [is] [the] number of", "count [up] [all] [the]")
	if !ok {
		return nil, false
	}
	what, after, measured := rest.measures()
	if !measured {
		file, ok := rest.about(false)
		return CountIntent{File: file}, ok && rest.is("", "this|it|that") || ok && file != ""
	}
	after, _ = after.cut("[in|of|for|from]")
	file, ok := after.about(true)
	return CountIntent{File: file, What: what}, ok
}

func parseWc(t tokens) (Intent, bool) {
	what := AllMeasures
	if len(t.list) > 0 && strings.HasPrefix(t.list[0].text, "-") {
		switch t.list[0].text {
		case "-l":
			what = Lines
		case "-w":
			what = Words
		case "-c":
			what = Bytes
		case "-m":
			what = Characters
		default:
			return nil, false
		}
		t.list = t.list[1:]
	}
	file, ok := t.about(true)
	return CountIntent{File: file, What: what}, ok
}

// measures takes one or more measures off the front; more than one is all.
func (t tokens) measures() (what Measure, rest tokens, ok bool) {
	rest = t
	for len(rest.list) > 0 {
		word := strings.TrimRight(rest.list[0].word(), ",")
		if m, known := measureOf(word); known {
			if ok && m != what {
				m = AllMeasures
			}
			what, ok = m, true
		} else if !ok || word != "and" && word != "the" {
			break
		}
		rest = tokens{rest.source, rest.list[1:]}
	}
	return what, rest, ok
}

func measureOf(word string) (Measure, bool) {
	switch word {
	case "line", "lines":
		return Lines, true
	case "word", "words":
		return Words, true
	case "sentence", "sentences":
		return Sentences, true
	case "paragraph", "paragraphs":
		return Paragraphs, true
	case "character", "characters", "char", "chars":
		return Characters, true
	case "byte", "bytes":
		return Bytes, true
	}
	return AllMeasures, false
}

func parseRecall(t tokens) (Intent, bool) {
	rest, ok := t.cutAny("recall", "what do you remember about", "what did i say|tell about", "do you remember")
	if !ok || len(rest.list) == 0 {
		return nil, false
	}
	if len(rest.list) == 1 && leadsOn(rest.list[0].word()) {
		return nil, false
	}
	return Recall{Text: rest.text()}, true
}

// parseFetch reads "fetch URL". A bare host name is taken for https.
func parseFetch(t tokens) (Intent, bool) {
	rest, ok := t.cut("fetch|get|download|retrieve [the] [page|url|site] [at|from]")
	if !ok || len(rest.list) != 1 {
		return nil, false
	}
	url := rest.list[0].text
	lower := strings.ToLower(url)
	if strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://") {
		return Fetch{URL: url}, strings.Count(url, "/") >= 2 && len(url) > len("https://") && !strings.ContainsAny(url, " \t")
	}
	host, _, _ := strings.Cut(url, "/")
	dot := strings.LastIndexByte(host, '.')
	plausible := dot > 0 && len(host)-dot > 2 && strings.IndexFunc(host, func(r rune) bool { return !isWordRune(r) && r != '.' && r != '-' }) < 0
	if t.list[0].word() != "fetch" || !plausible {
		return nil, false
	}
	return Fetch{URL: "https://" + url}, true
}

func parseList(t tokens) (Intent, bool) {
	if t.is("list|ls|dir", "list|show [me] [all] [the] files|directory|folder", "what|which files are here|there", "what is here",
		"list|show [me] [all] [the] files here", "list here", "list everything [here]") {
		return List{Dir: "."}, true
	}
	rest, ok := t.cutAny("list|show [me] [all] [the] files|contents|content|entries in|of|under", "what|which files are [there] in", "list|show [me] everything in",
		"list [the] contents of", "list|show [me] [the] directory|folder|dir", "list|ls")
	if !ok {
		return nil, false
	}
	dir, ok := rest.directory()
	// "show the contents of notes.txt" asks for a file.
	if ok && t.list[0].word() != "list" && t.list[0].word() != "ls" && hasExtension(dir) {
		return nil, false
	}
	return List{Dir: dir}, ok
}

func hasExtension(name string) bool {
	return strings.Contains(strings.TrimLeft(name[strings.LastIndexByte(name, '/')+1:], "."), ".")
}

func parseRead(t tokens) (Intent, bool) {
	bare := true
	rest, ok := t.cut("read|cat [me]")
	if !ok {
		bare = false
		if rest, ok = t.cutAny("show|print|display|open|view|output [me]", "what is in", "what's in"); !ok {
			return nil, false
		}
	}
	file, ok := rest.about(bare)
	if !ok || file == "" {
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
	named, filesSaid := rest.cutAny("[all] [the] files|file named|called|matching|like", "[all] [the] files|file")
	all := false
	if filesSaid {
		rest = named
	} else {
		rest, all = rest.cut("all|every")
		if !all {
			rest, _ = rest.cut("[the]")
		}
	}
	before, dir, placed := rest.place()
	if !placed && len(before.list) != 1 && !before.ends("files") && !before.ends("file") {
		return nil, false
	}
	if n := len(before.list); n > 1 && oneOf(before.list[n-1].word(), "files|file") {
		before.list = before.list[:n-1]
	}
	if len(before.list) != 1 {
		return nil, false
	}
	pattern := before.list[0]
	evident := pattern.isPath() || isGlob(pattern.text)
	the := len(t.list) > 1 && t.list[1].word() == "the"
	sure := evident || filesSaid && pattern.canBeName() || pattern.canBeName() && !all && !the && (!placed || token{text: dir}.isPath())
	return Find{Pattern: pattern.text, Dir: dir}, sure
}

// parseSearch reads "search [for] TEXT [in DIR]", "search DIR for TEXT", "grep TEXT [DIR]".
func parseSearch(t tokens) (Intent, bool) {
	rest, ok := t.cut("search|grep|look")
	if !ok || len(rest.list) == 0 {
		return nil, false
	}
	verb := t.list[0].word()
	said := rest.list[0].word() == "for"
	if verb == "look" && !said {
		return nil, false
	}
	for i := 1; i+1 < len(rest.list) && !said; i++ {
		if rest.list[i].word() == "for" {
			dir, ok := tokens{rest.source, rest.list[:i]}.directory()
			text := tokens{rest.source, rest.list[i+1:]}
			return Search{Text: text.text(), Dir: dir}, ok && dir != "web" && text.canBeSought()
		}
	}
	rest, _ = rest.cutAny("[for] [the] text|string|word|phrase", "for")
	if len(rest.list) == 0 {
		return nil, false
	}
	before, dir, placed := rest.place()
	if verb == "grep" && !placed && len(rest.list) == 2 && rest.list[1].isPath() {
		before, dir, placed = tokens{rest.source, rest.list[:1]}, rest.list[1].text, true
	}
	if !before.canBeSought() {
		return nil, false
	}
	if !placed {
		if hasPlaceWord(before) || verb == "look" && !before.list[0].quoted || len(before.list) > 1 && verb != "grep" {
			return nil, false
		}
	}
	return Search{Text: before.text(), Dir: dir}, true
}

func hasPlaceWord(t tokens) bool {
	for _, tok := range t.list {
		if tok.word() == "in" {
			return true
		}
	}
	return false
}

// canBeSought reports a text worth searching files for: quoted, or without the
// words that begin a description ("a good restaurant") or a flag.
func (t tokens) canBeSought() bool {
	if len(t.list) == 0 || t.text() == "" {
		return false
	}
	for i, tok := range t.list {
		if !tok.quoted && strings.HasPrefix(tok.text, "-") || tok.quoted && len(t.list) > 1 {
			return false
		}
		if i == 0 && len(t.list) >= 1 && !tok.quoted && leadsOn(tok.word()) {
			return false
		}
	}
	return true
}

// parseCalculate reads "what is EXPR", "calculate EXPR" and a bare expression.
func parseCalculate(t tokens) (Intent, bool) {
	rest, told := t.cutAny("calculate|compute|evaluate [the] [value] [of]")
	if !told {
		rest, _ = t.cutAny("what is|are", "what's|whats", "how much is|are")
	}
	if len(rest.list) == 0 {
		return nil, false
	}
	// The expression as it stands; tokens may have been cut at quotation marks.
	expr := strings.TrimRight(t.source[rest.list[0].start:rest.list[len(rest.list)-1].end], "=?!;: ")
	if bare, ok := strings.CutSuffix(expr, "."); ok && bare != "" && strings.IndexByte("0123456789)%", bare[len(bare)-1]) >= 0 {
		expr = bare
	}
	if rest.list[0].quoted && len(rest.list) == 1 {
		expr = rest.list[0].text
	}
	if !strings.ContainsAny(expr, "0123456789") && !told {
		return nil, false
	}
	node, err := parseCalc(expr)
	switch {
	case err == nil && told:
	case err == nil && node.op != "number" && !(node.op == "neg" && node.args[0].op == "number"):
		if looksLikeDate(expr) {
			return nil, false
		}
	case err != nil && told && hasOnlyMath(expr):
	default:
		return nil, false
	}
	return CalculateIntent{Expr: expr}, true
}

// hasOnlyMath reports an expression that is wrong rather than prose: it has a
// digit and no word but those of the calculator.
func hasOnlyMath(expr string) bool {
	if !strings.ContainsAny(expr, "0123456789") {
		return false
	}
	for word := range strings.FieldsFuncSeq(expr, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') }) {
		if !oneOf(strings.ToLower(word), "sqrt|abs|round|floor|ceil|min|max|pi|e|of|plus|minus|times|divided|by|mod|modulo|over|percent|x") {
			return false
		}
	}
	return true
}

// looksLikeDate reports digits parted by two equal signs without spaces, as in
// 2024-05-01 and 1/2/2024, or by one in a number that begins with 0.
func looksLikeDate(expr string) bool {
	for _, sign := range "-/" {
		parts := strings.Split(expr, string(sign))
		digits := true
		zero := false
		for _, part := range parts {
			digits = digits && part != "" && strings.Trim(part, "0123456789") == ""
			zero = zero || len(part) > 1 && part[0] == '0'
		}
		if digits && (len(parts) == 3 || zero) {
			return true
		}
	}
	return false
}
