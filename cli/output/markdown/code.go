package markdown

import (
	"regexp"
	"strings"
	"sync"
)

// words are reserved in many languages.
const words = "async|await|break|case|catch|class|const|continue|def|default|defer|do|done|elif|else|end|enum|esac|" +
	"except|export|extends|fi|finally|fn|for|from|func|function|if|impl|import|in|interface|let|local|match|package|" +
	"private|pub|public|raise|return|select|static|struct|switch|then|throw|trait|try|type|use|var|where|while|with|" +
	"yield|FROM|SELECT|WHERE"

// tokens finds comments, strings and numbers, and words; it is compiled at the first
// code that is shown.
var tokens = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`((?:^|\s)(?:#|//|--|;;)(?:\s.*|$))|` +
		`("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b[0-9][0-9a-fA-FxX_.]*\b)|\b(` + words + `)\b`)
})

// code shows code as it was written, its lines never broken. What names no language
// is one colour: it may be output.
func (r *renderer) code(text, info string, m *margin) {
	for row := range strings.SplitSeq(text, "\n") {
		shown := glyphs(row, code)
		if info != "" {
			shown = highlighted(row)
		}
		r.row(m, "  "+line(shown))
	}
}

func highlighted(line string) []glyph {
	var out []glyph
	end := 0
	for _, at := range tokens().FindAllStringSubmatchIndex(line, -1) {
		out = append(out, glyphs(line[end:at[0]], 0)...)
		for i, s := range [...]style{dim, literal, bold} {
			if at[2*i+2] >= 0 {
				out = append(out, glyphs(line[at[0]:at[1]], s)...)
			}
		}
		end = at[1]
	}
	return append(out, glyphs(line[end:], 0)...)
}
