package output

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
)

//go:embed tables.txt
var tablesText string

var (
	// visibleFormats lists visible format characters: the signs that enclose numbers in Arabic, Syriac and Kaithi.
	visibleFormats = table("visible-formats")
	// invisible lists characters of other categories that show nothing, such as fillers and variation selectors, and
	// ignorable unassigned ones.
	invisible = table("invisible")
	// otherEmoji are emoji of other categories than So.
	otherEmoji = table("other-emoji")
	// lookalikes lists characters that common fonts draw like ASCII (after Unicode's confusables), without Arabic and
	// Hebrew, whose direction gives them away.
	lookalikes = table("lookalikes")
)

// table is a section of tables.txt, read when it is first asked for.
func table(name string) func() *unicode.RangeTable {
	return sync.OnceValue(func() *unicode.RangeTable {
		_, section, _ := strings.Cut(tablesText, "["+name+"]\n")
		section, _, _ = strings.Cut(section, "[")
		var t unicode.RangeTable
		for line := range strings.Lines(section) {
			line, _, _ = strings.Cut(line, "#")
			for item := range strings.FieldsSeq(line) {
				var r unicode.Range32
				if n, _ := fmt.Sscanf(item, "%x-%x", &r.Lo, &r.Hi); n == 1 {
					r.Hi = r.Lo
				}
				r.Stride = 1
				if r.Hi > 0xffff {
					t.R32 = append(t.R32, r)
				} else {
					t.R16 = append(t.R16, unicode.Range16{Lo: uint16(r.Lo), Hi: uint16(r.Hi), Stride: 1})
				}
			}
		}
		slices.SortFunc(t.R16, func(a, b unicode.Range16) int { return int(a.Lo) - int(b.Lo) })
		slices.SortFunc(t.R32, func(a, b unicode.Range32) int { return int(a.Lo) - int(b.Lo) })
		return &t
	})
}
