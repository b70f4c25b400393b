package table

import (
	"strings"
	"sync"

	"pp/sexp"
)

// list is a (names "list" "words" …), a (marks "list" "text" …) or a (flag-set "list" "flags"
// …) form, read when it is
// first asked for. Of names each word counts, of the others each text as it stands.
type list struct {
	src   string
	once  sync.Once
	texts []string
	set   map[string]bool
}

// read gives the list itself; one that is nil or faulty is empty.
func (l *list) read() *list {
	if l == nil {
		return new(list)
	}
	l.once.Do(func() {
		v, _ := sexp.Read(l.src, sexp.Limits{})
		form, _ := sexp.AsList(v)
		for i := 2; i < form.Len(); i++ {
			text, err := stringAt(form, i)
			switch {
			case err != nil:
				l.texts = nil
				return
			case strings.HasPrefix(l.src, "(names"):
				l.texts = append(l.texts, strings.Fields(text)...)
			default:
				l.texts = append(l.texts, text)
			}
		}
		l.set = make(map[string]bool, len(l.texts))
		for _, text := range l.texts {
			l.set[text] = true
		}
	})
	return l
}

// Listed reports whether a word is one of a list of the built-in table. It is safe for concurrent use, as are Marks and
// Marked, and a list that the table does not have is empty.
func Listed(list, word string) bool { return Default().lists[list].read().set[word] }

// Marks gives the words or texts of a list of the built-in table. They must not be changed.
func Marks(list string) []string { return Default().lists[list].read().texts }

// Marked reports whether a text holds one of the texts of a list.
func Marked(list, text string) bool { return containsAny(text, Marks(list)...) }

// Begins reports whether a text begins with one of the texts of a list.
func Begins(list, text string) bool { return hasAnyPrefix(text, Marks(list)...) }
