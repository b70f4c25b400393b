package wire

import (
	"regexp"
	"strconv"
	"sync"
)

// Fits is the need, with room for the reply, and the window, in tokens.
func (e *TooLargeError) Fits() (need, window int) { return e.Need, e.Window }

// Fits is the window that a server names in its refusal of a prompt; 0 where it names
// none. What it counted is not told: it may or may not be with the reply.
func (e *ServerError) Fits() (need, window int) {
	for _, words := range windowWords() {
		if m := words.FindStringSubmatch(e.Message); m != nil {
			n, _ := strconv.Atoi(m[1])
			return 0, n
		}
	}
	return 0, 0
}

// windowWords are the ways in which servers name their window.
var windowWords = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(?i)(?:context|model|prompt) (?:length|size|limit|window)[^0-9]{0,24}?(\d{3,8})\b`),
		regexp.MustCompile(`(?i)> ?(\d{3,8})(?: maximum|\b)`),
		regexp.MustCompile(`(?i)tokens allowed[^0-9]{0,8}(\d{3,8})\b`),
		regexp.MustCompile(`(?i)(\d{3,8}) maximum context length`),
	}
})
