package table

import (
	"regexp"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
)

// hookJQ reads jq's words. Some of its flags take two words: --arg NAME VALUE, --slurpfile NAME FILE.
func hookJQ(c *call) {
	filter, data := false, true // whether the filter was seen; whether operands are files
	for ; c.next < len(c.argv); c.next++ {
		w := &c.argv[c.next]
		text := w.shown()
		if w.Many && !w.Flagless {
			c.opaque(c.next, effect.OpaqueOperand, cause.MayBeFlagsAndFiles.Bare())
		}
		switch {
		case in(" --arg --argjson ", text):
			for i := c.next + 1; i < min(c.next+3, len(c.argv)); i++ {
				if c.argv[i].Many {
					c.opaque(i, effect.OpaqueOperand, cause.MayBeFlagsAndFiles.Bare())
				}
			}
			c.next += 2
		case in(" --slurpfile --rawfile ", text):
			c.next += 2
			if c.next < len(c.argv) {
				f := &c.argv[c.next]
				c.emit(spec{kind: Read}, c.next, f.Text, f.Known, f.Many)
			}
		case in(" --args --jsonargs ", text):
			data = false
		case w.Known && len(text) > 1 && text[0] == '-' && text != "--":
			c.flag(w, text)
		case text == "--" && w.Known:
		case !filter:
			filter = true
			if namesModules(text) {
				c.out.unknown(c.out.Name + " reads the modules that its filter names")
			} else if strings.TrimSpace(text) == "" && !w.Known {
				c.opaque(c.next, effect.OpaqueOperand, cause.MayReadFiles.Bare())
			}
			if showsEnvironment.MatchString(text) {
				c.out.Hazards = append(c.out.Hazards, effect.Hazard{Rule: "environment-shown",
					Cause: cause.ShowsEnvironment.Bare(), Asks: true, Span: w.Span})
			}
		case data:
			c.emit(spec{kind: Read}, c.next, text, w.Known, w.Many)
		}
	}
}

// namesModules reports whether a filter of jq may begin with the import of a file. Where it begins with a comment, it
// is not looked for where that ends.
func namesModules(filter string) bool {
	first := strings.TrimSpace(filter)
	return hasAnyPrefix(first, "import", "include", "module") ||
		hasAnyPrefix(first, "#") && containsAny(first, "import", "include", "module")
}

// showsEnvironment matches a filter of jq that reads the environment: env, as a word that is no key, or $ENV.
var showsEnvironment = regexp.MustCompile(`\$ENV|(^|[^.$"\w])env($|[^\w: ]| +([^: ]|$))`)
