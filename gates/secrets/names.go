package secrets

import (
	"slices"
	"strings"
)

// plainName reports whether a part of a name is a plain word, but for three letters and for what says that it is
// secret: those of nextPageToken are, NEXTAUTH is not.
func plainName(name string) bool {
	if low := strings.ToLower(name); !containsAny(low, plainWords) {
		return false
	} else if containsAny(low, []string{"secret-id", "host_key"}) {
		return true
	}
	for _, w := range []string{"account", "shared", "Account", "Shared", "ACCOUNT", "SHARED", "GPG_PASS", "hash_salt"} {
		name = strings.ReplaceAll(name, w, "") // which hold plain words
	}
	for at := 0; at < len(name); {
		end := wordEnd(name, at)
		part := strings.ToLower(name[at:end])
		at = max(end, at+1)
		if rest := without(part, plainWords); rest != part && len(without(without(rest, secretWords), passwordWords)) < 4 {
			return true
		}
	}
	return false
}

// without takes words out of a text.
func without(s string, words []string) string {
	for _, w := range words {
		s = strings.Replace(s, w, "", 1)
	}
	return s
}

// setting reports whether a name ends with a word for a password.
func setting(key string) bool {
	if key == "PASS" { // of tests
		return false
	}
	low := strings.ToLower(key)
	return strings.HasSuffix(key, "SECRET") || // of a variable; in a document it may name one
		!containsAny(low, []string{"compass", "bypass"}) && (low == "pw" || slices.ContainsFunc(settingWords,
			func(word string) bool { return strings.HasSuffix(low, word) }))
}
