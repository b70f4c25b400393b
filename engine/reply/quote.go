package reply

import (
	"strings"
	"unicode/utf8"
)

// doubts are words that quote a form, offer it, or warn against it, in the sentence that leads to it: before are those
// of the last clause, of the last sentence (wide) or of the last paragraph.
var doubts = struct{ clause, wide, paragraph, after, heading *pattern }{
	clause: words(
		`(do not|don't|does not|never|must not|mustn't|should not|shouldn't|cannot|can't|won't|will not|would not|`+
			`wouldn't|refuse to|avoid|not allowed to|not going to)\b.{0,40}\b(run|runn?ing|execute|executing|send|sending|use|`+
			`using|do|call|calling|reply|replying|type|submit|propose)\b`,
		`\bnot to (run|execute|send|use|do|call|try|type|submit|propose)\b`,
		`for (example|instance)\b`, `\be\. ?g\.`, `\bsuch as\b`, `\bsomething like\b`, `\blooks? like\b`,
		`\balong the lines of\b`,
		`\b(an?|this|another|following|only an?|more|some) examples?\b`,
		`\bexample (of|only|request|call|form|reply|usage|use|action)\b`,
		`\b(format|syntax|template|notation|schema)s?\b.{0,60}\b(is|are|would|looks)\b`, `\bhas the (form|format|syntax)\b`,
		`\bwould (look|have|say|reply|send|run|write|use|propose|call)\b`, `\bwould be\W*$`,
		`\b(could|might) (reply|run|send|use|say|write|call|make|be|look)\b`,
		`\b(you|one|they|agents?|models?|attackers?|users?) (can|could|may|might|would|should|must) `+
			`(\w+ly |then |now |also )?`+
			`(use|run|reply|answer|send|write|type|call|try|do|paste|enter|say|execute|ask|put|issue|have|get|see|make|adapt|`+
			`copy|fill|modify|reuse|avoid)\b`,
		`\b(samples?|illustrations?|typical|typically|hypothetical|imaginary)\b`, `\bone (way|option|possibility)\b`,
		`\b(was|were|looks|looked|means?|meant|finds?|found)\W*$`, `\b(haven't|have not|hadn't|didn't|did not)\b`,
		`\b(already|earlier|previously) (ran|sent|run|executed|proposed|tried|used)\b`,
		`\b(let's say|suppose|supposing|imagine|assume|assuming|say you)\b`, `\bin the (docs|documentation|manual|readme)\b`,
		`\b(instead of|rather than|unlike|equivalent to|(the )?same as|as opposed to|contrast to)\W*$`,
		`\b(says|contains|contained|(it|file|line|text|log) reads|returned|shows|wrote|quotes|quoted|asks for|`+
			`mentions|suggests|recommends|proposes)( this)?\W*$`, `\b(advise|advised|recommended) against\b`,
		`\b(worst|trouble|yesterday)\b`,
		`\b(said|contained|contains|included|holds|held|says|reads|shows|had|has) (this|that|the following|the) `+
			`(lines?|texts?|strings?|entry|words?|message|form)\b`,
		`\b(says|contains|reads|returned|shows|has|quotes|mentions) (this|the following|the|a|an) `+
			`(line|text|form|command|request|sentence|instruction|string|call|message)s?\b`,
		`\b(tells|asks|wants|instructs|told|orders)\b.{0,40}\bto (reply|run|send|execute|call|use|say|answer|`+
			`emit|output|print|produce|write|issue|make|perform|do|post|repeat)\b`,
		`\b(an?|the|your|every|each|another) (\w+ )?(model|agent|assistant|client|bot|attacker|caller|llm) (then |first )?`+
			`(asks?|calls?|sends?|writes?|reads?|says|replies|answers|emits|proposes|uses|makes|runs)\b`,
		`\bi('m| am)? (quot(e|ing)|cit(e|ing))\b`,
		`\b(would be|is|was) (an? )?(mistake|error|wrong|unwise|unsafe|forbidden)\b`,
		`\bwhen (it's |it is )?(sent|run|executed|called|used)\W*$`,
		`\b(model|agent|assistant|user|person|bot|script|log|he|she|they|it) (has |had )?(sent|ran|run|replied|`+
			`proposed|executed|wrote|typed|issued|called|tried|answered|did)( with)?( this| that)?\W*$`,
		`\b(meaning|explanation|anatomy|breakdown|description|structure) of (the|an?|this|that)\b`,
		`\b(please|you|once|until) .{0,12}(confirm|approve|agree)\b`,
		`\byou (wrote|said|sent|typed|quoted|pasted)\b`, `\bi (proposed|had proposed|previously|had sent|sent|tried|ran)\b`,
		`\b(dangerous|harmful|destructive|malicious|anti-?pattern|bad idea|(wrong|bad) way)\b`,
		`\b(earlier|previous|last|rejected|denied) (proposal|request|call|form|action) (was|is)\b`,
	),
	paragraph: words(
		`\b(do not|don't|never|must not|should not|shouldn't)( ever)? (run|execute|send|use|do|call|reply with|try|submit) ` +
			`(this|that|it|these|those|the following|anything|something)\b`,
	),
	wide: words(
		`\b(avoid|beware( of)?|refrain from|steer clear of|stay away from|watch out for|be careful with)\b.{0,60}`+
			`\b(like|following|this|these|below)\b`,
		`\b(prompt injection|injected|jailbreak)`, `[❌✗✘🚫⛔]`,
		`\bführ(e|t|en sie)? (das|dies|diese[snr]?|den|folgende[ns]?|es)\b.{0,40}\bnicht\b|`+
			`\b(darf|dürfen|sollte|sollten|solltest|niemals|nie) .{0,40}(ausführen|ausgeführt|aufrufen|verwenden|starten)`,
		`\b(ne|n') ?(jamais )?(lance[zr]?|exécute[zr]?|utilise[zr]?|fai(s|tes)|tape[zr]?)\b.{0,20}\b(pas|jamais|surtout)\b|`+
			`\b(no|nunca) (lo |la |los |se )?(ejecut|uses|use|utilic|lances|lance|hagas|haga)`,
		`\b(your (permission|ok|okay|consent|go-ahead|approval)|once you|in case you|compare (it|this|that))\b`,
		`\bif you('d| would)? (want|like|wish|prefer)\b`, `\bhypothetical(ly)?\b`, `\bif i (were|was|could|had)\b`,
		`zum beispiel|\bz\. ?b\.|\bbeispiel\b|nicht aus\W*$|nicht ausführen|\bwenn (du|sie) (willst|wollen|möchte)|`+
			`par exemple|\bexemple\b|(n'exécute[zr]?|ne pas exécuter|ne lance[zr]?) `+
			`|por ejemplo|\bejemplo\b|no (lo )?ejecut|per esempio|por exemplo|não execut`,
		`например|не (запускай|выполняй|запускайте|выполня`+
			`йте)|例如|比如|示例|举例|例[:：]|不要(运行|执行|使用)|请勿|`+
			`切勿|别(运行|执行)|例えば|たとえば|実行しない|예를 들|예시|실행하지`,
		`non (esegu|lanci|usa|invi|fa)|\b(voer|gebruik|start) .{0,30}\bniet\b|bijvoorbeeld|\bnie (uruchamiaj|wykonuj|`+
			`używaj)|na przykład|\b(kör|använd|utför|kjør|kør|brug|bruk) .{0,20}(inte|aldrig|ikke|aldri)\b|`+
			`till exempel|for eksempel|çalıştırma(yın)?([^a-z]|$)|örne(k|ğin)|`+
			`не (запускай|виконуй)|наприклад|nespouštěj|například|`+
			`しません|bestätig|\bne (vais|va|vas|veux|peux) pas|`+
			`đừng (chạy|thực)|ví dụ|jangan (jalankan|gunakan)|contoh|`+
			`不要執行|請勿|範例|لا (تشغل|تنفذ)|مثال|उदाहरण`,
	),
	after: words(
		`^\W*(but )?(please )?(do not|don't|never) (run|execute|send|use|do|call|try)\b\W*`+
			`((this|that|it|them|these|those|the|yet|before|until|without|unless|in|on|as|with)\b|$)`,
		`^\W*(that|this|it|which|the above)\b`+
			`.{0,20}\b(is|was|were|are)\b.{0,20}\b(example|illustration|template|dangerous|wrong)`,
		`\b(shall|should|may|can) i (go|proceed|run|do|execute|send|continue)\b`, `\b(do|would) you (want|like) me\b`,
		`\bbut you asked me only\b`, `\b(as (an )?(illustration|example|reference)|for (illustration|reference))\b|`+
			`\bfor example\W*$`, `\bplease (confirm|approve)\b`,
		`^\W*then .{0,40}\bwould\b`, `\bi (will|would|did|do) not (do|run|execute|send)\b`,
		`\bi (won't|didn't|haven't|refused?)\b`, `\binjection\b`,
		`\bi (ignored|declined|rejected|disregarded|left it)\b|\bi have not (done|run|sent|followed|executed|acted)\b`,
		`^.{0,80}\bwould (be (refused|denied|rejected|wrong)|fail|be a mistake)\b`,
	),
	heading: words(`^\W*(not recommended|deprecated|rejected|refused|denied|old|pattern|no|never|later|`+
		`option \w|(file )?contents( of \S+)?)\W*$`,
		`^\W*(\d+\W*)?(an? )?(examples?|usage|syntax|format|template|sample)( only)?\W*$`,
		`^\W*(examples?|e\.g\.?)\W*:`,
		`^\W*(bad|wrong|incorrect|invalid|avoid|don't|do not|never|not like this|worse|anti-?pattern|good|correct)\W*$`),
}

// words makes one expression of many, in any case.
func words(list ...string) *pattern { return &pattern{flags: `(?is)`, any: list} }

var (
	sentenceEnd = lazy(`[.!?](?:\s+|\z)|[。！？\n]`)
	clauseEnd   = lazy(`[,;，；]\s*(?:so|but|and|therefore|then|now|first|` +
		`instead)?\b|\bso (?:i|let)\b|\bbut (?:i|let)\b`)
	abbreviated = lazy(`(?i)\b(e\.|i\.|e\.g\.|i\.e\.|z\.|etc\.|vs\.|no\.|z\.b\.)\z`)
	ownIntent   = lazy(`(?i)\b(i'll|i will|i am going to|i'm going to|let me|let's|` +
		`running|calling now|now)\b`)
	comment = lazy(`(?m)^[ \t]*(?:;|//|#|--|<!--).*$|(?s:#\|.*?\|#)`)
	// sentenceGoesOn is a sentence that leads to a form, after the form.
	sentenceGoesOn = lazy("\\A[`\\s]*(?:#\\+end_src\\s+)?" +
		"(?:and|or|which|whose|to|into|gives|returns|means|is|was|would)\\b[^.:]")
	// endsOpen and beginsLow are a sentence around a form; mentioned are the keys of a form as words.
	endsOpen    = lazy(`[\pL\d]\z`)
	beginsLow   = lazy("\\A[`\\s]*\\p{Ll}")
	mentioned   = lazy("(?m)(?:^|[\\s`])[`]?:(?:TYPE|TARGET|PAYLOAD|CMD|ARGS)\\b")
	invented    = lazy(`(?i)\A\W*(user|human|person)\s*:`)
	placeholder = lazy(`\A(?:\.{3}|…|<[A-Za-z][\w .-]{0,40}>)\z`)
)

// doubt says why a form may not be meant, "" when nothing says so. The reason ends a sentence that begins with "it".
func (f found) doubt(text string) string {
	before, after := text[:f.from], text[f.to:]
	if strings.TrimSpace(before) == "" && strings.TrimSpace(after) == "" {
		return ""
	}
	line := lineBefore(text, f.start)
	switch {
	case strings.HasPrefix(strings.TrimSpace(line), ">"), strings.HasPrefix(strings.TrimSpace(line), "|"):
		return "stands in a quotation or a table"
	case f.fence == nil && strings.ContainsRune("\"'“”„‟‘’‚«»‹›「『《〈", lastRune(line)):
		return "stands in quotation marks"
	case f.fence == nil && strings.HasSuffix(line, "]"):
		return "stands in a link"
	case f.inline && strings.HasPrefix(text[f.start:], "(("):
		return "stands in brackets"
	case strings.HasSuffix(line, "~~"):
		return "is struck out"
	case commented(line), strings.LastIndex(before, "<!--") > strings.LastIndex(before, "-->"),
		strings.LastIndex(before, "#|") > strings.LastIndex(before, "|#"):
		return "is commented out"
	case strings.LastIndex(before, "<<data ") > strings.LastIndex(before, "<<end "):
		return "stands in data"
	case invented.MatchString(line):
		return "is put into another's mouth"
	}
	if f.fence != nil {
		inside, rest := text[f.fence.body:f.start], text[f.end:f.fence.rest]
		if why := f.code(inside + "\n" + rest); why != "" {
			return why
		}
		before, after = text[:f.fence.start]+"\n"+inside, text[f.fence.end:]
		if strings.TrimSpace(comment.ReplaceAllString(inside, "")) == "" && !doubtful(lastParagraph(inside)) {
			before = text[:f.fence.start]
		}
	}
	if doubtful(lastParagraph(before)) {
		return "is introduced as a quotation, an example, an offer or a warning"
	}
	if doubts.after.MatchString(plainMarks(firstParagraph(after))) {
		return "is followed by words that take it back"
	}
	if mentioned.MatchString(comment.ReplaceAllString(lastParagraph(before)+"\n"+firstParagraph(after), "")) {
		return "is explained by the words around it"
	}
	lead := lastSentence(plainMarks(before[max(0, len(before)-2000):]))
	if strings.HasSuffix(lead, "?") || strings.HasSuffix(lead, "？") {
		return "stands after a question"
	}
	goesOn := sentenceGoesOn.MatchString(after) || endsOpen.MatchString(lead) && beginsLow.MatchString(after)
	if goesOn && !ownIntent.MatchString(lead) &&
		!ownIntent.MatchString(firstParagraph(after)) {
		return "is part of a sentence about it"
	}
	if f.inline && continues(lineAfter(text, f.to)) && !ownIntent.MatchString(lastSentence(plainMarks(line))) {
		return "is part of a sentence about it"
	}
	return ""
}

// commented reports whether a line before a form begins a comment of Lisp.
func commented(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), ";") }

// code says whether a block is code of which the form is a part. Blocks of no language may have words in them.
func (f found) code(others string) string {
	switch f.fence.tag {
	case "", "text", "txt", "plaintext", "plain", "markdown", "md":
		return ""
	}
	if strings.TrimSpace(comment.ReplaceAllString(others, "")) == "" {
		return ""
	}
	return "is part of a block of other code"
}

// lastRune is the last character of a text, a space where there is none.
func lastRune(text string) rune {
	if text == "" {
		return ' '
	}
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

// continues reports whether the rest of a line goes on with the sentence.
func continues(rest string) bool {
	rest = strings.TrimLeft(rest, "` \t\")*_")
	return rest != "" && (rest[0] == ',' || rest[0] >= 'a' && rest[0] <= 'z')
}

// doubtful reports whether the last sentence of a paragraph quotes, offers or warns.
func doubtful(paragraph string) bool {
	paragraph = plainMarks(paragraph)
	line := paragraph[strings.LastIndexByte(paragraph, '\n')+1:]
	if doubts.heading.MatchString(line) {
		return true
	}
	sentence := lastSentence(paragraph)
	if doubts.wide.MatchString(sentence) || doubts.paragraph.MatchString(paragraph) {
		return true
	}
	clauses := clauseEnd.re().Split(sentence, -1)
	last := clauses[len(clauses)-1]
	for i := len(clauses) - 2; i >= 0 && strings.Trim(last, " \t\n:*_#-`'\"(") == ""; i-- {
		last = clauses[i]
	}
	return doubts.clause.MatchString(last)
}

// plainMarks gives a text with plain apostrophes and without emphasis.
var plainMarks = strings.NewReplacer("’", "'", "**", "", "__", "", "\r", "").Replace

// lastParagraph is the last that has words, with the line before it when that ends in a colon.
func lastParagraph(text string) string {
	text = strings.TrimRight(text, " \t\r\n-*_`~=")
	if i := strings.LastIndex(text, "\n\n"); i >= 0 {
		text = text[i+2:]
	}
	return text[max(0, len(text)-2000):]
}

func firstParagraph(text string) string {
	text = strings.TrimLeft(text, " \t\r\n`-*_~")
	text, _, _ = strings.Cut(text, "\n\n")
	return text[:min(len(text), 2000)]
}

// lastSentence is what follows the last end of a sentence but the one at the very end.
func lastSentence(text string) string {
	text = strings.TrimSpace(text)
	from := 0
	for _, at := range sentenceEnd.re().FindAllStringIndex(text, -1) {
		if at[1] < len(text) && !abbreviated.MatchString(text[max(0, at[0]-7):at[0]+1]) {
			from = at[1]
		}
	}
	return text[from:]
}
