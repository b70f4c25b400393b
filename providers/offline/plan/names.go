package plan

import (
	"strings"
	"unicode"
)

// isPath reports a token that is evidently the name of a file or directory:
// quoted, with a slash, an extension or a leading dot, or a name files are known by.
func (t token) isPath() bool {
	s := t.text
	switch {
	case s == "" || strings.Contains(s, "://"):
		return false
	case t.quoted:
		return true
	case s[0] == '-' || isGlob(s):
		return false
	case strings.ContainsAny(s, `/\`), s[0] == '~', s[0] == '.':
		return true
	}
	if dot := strings.LastIndexByte(s, '.'); dot > 0 {
		ext := s[dot+1:]
		return len(ext) <= 10 && strings.ContainsFunc(ext, unicode.IsLetter) &&
			!strings.ContainsFunc(ext, func(r rune) bool { return !isWordRune(r) && !strings.ContainsRune("_-~", r) })
	}
	return isKnownFile(s) || isKnownDirectory(s)
}

// canBeName reports a token that could be a file's name where the form of the
// request leaves little doubt: no flag, no address, no word that only leads on.
func (t token) canBeName() bool {
	if t.isPath() {
		return true
	}
	s := t.text
	if s == "" || s[0] == '-' || strings.Contains(s, "://") || isGlob(s) || leadsOn(strings.ToLower(s)) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return !isWordRune(r) && !strings.ContainsRune("._-+@#%=", r) })
}

func isKnownFile(s string) bool {
	return oneOf(s, "Makefile|makefile|Dockerfile|Gemfile|Rakefile|Vagrantfile|Justfile|justfile|Procfile|Jenkinsfile|"+
		"passwd|hosts") ||
		len(s) >= 4 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-") == "" && s[0] != '-' // README, LICENSE
}

func isKnownDirectory(s string) bool {
	return oneOf(s, "src|lib|libs|docs|doc|test|tests|testdata|cmd|pkg|internal|bin|build|dist|vendor|examples|scripts|"+
		"tools|node_modules|public|static|assets|config|include|app|api|web|etc|usr|tmp|var")
}

// leadsOn reports a word that is never meant as a name in a request.
func leadsOn(word string) bool {
	return isFunctionWord(word) ||
		oneOf(word, "aloud|again|now|here|there|more|less|everything|something|anything|nothing|someone|things|stuff|"+
			"carefully|yourself|myself|better|ideas|reasons|options|alternatives|pros|cons|benefits|advantages|facts|minds|"+
			"mind|lips|time|help|happiness|love|peace|online|google|internet")
}

// isFunctionWord reports the words that carry the grammar of an English sentence.
func isFunctionWord(word string) bool {
	return oneOf(word, "a|an|the|this|that|these|those|my|your|our|their|his|her|its|me|us|you|him|them|it|i|we|he|she|"+
		"they|all|some|any|every|each|no|both|another|and|or|but|if|then|than|because|so|as|like|of|to|for|from|with|"+
		"without|in|on|at|by|into|onto|through|throughout|along|around|across|about|over|under|up|down|out|off|away|back|"+
		"again|between|against|is|are|was|were|be|been|do|does|did|has|have|had|can|could|will|would|should|may|might|"+
		"must|what|who|whom|which|why|how|when|where|not|very|too|just|also|only|once|twice|fast|faster|late|later|"+
		"smoothly|properly")
}

func isKnownCommand(word string) bool {
	return oneOf(word, "awk|bash|cargo|cat|cd|chmod|chown|cmake|cp|curl|cut|date|dd|df|diff|docker|du|echo|env|export|"+
		"false|find|gcc|git|go|gofmt|grep|gzip|head|java|kill|kubectl|ln|ls|make|mkdir|mount|mv|node|npm|npx|perl|pip|"+
		"printf|ps|pwd|pytest|python|python3|rm|rmdir|rsync|ruby|rustc|sed|seq|sh|sleep|sort|ssh|sudo|tail|tar|tee|"+
		"terraform|test|touch|tr|true|uname|uniq|wc|wget|which|whoami|xargs|yarn|yes|zip|zsh")
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
