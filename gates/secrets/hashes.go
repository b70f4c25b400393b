package secrets

import "strings"

// hashMarks open the hash of a password in htpasswd and shadow files.
var hashMarks = []string{
	"$apr1$", "$2a$", "$2b$", "$2y$", "$1$", "$5$", "$6$", "$y$", "$7$", "$argon2i$", "$argon2d$", "$argon2id$",
	"$scrypt$", "$pbkdf2", "{SSHA}", "{SHA}", "{SSHA256}", "{SSHA512}", "{SMD5}",
}

func registerHashes(t *triggers) {
	for _, m := range hashMarks {
		t.add(m, false, matchFunc(passwordHash))
	}
}

// passwordHash matches crypt's and LDAP's forms: marks and a varied last part.
func passwordHash(s *scanner, v *view, at, end int) {
	t := v.text
	stop := end
	for stop < len(t) && stop < end+256 &&
		(is(t, stop, cBase64|cDot|cEqual) || t[stop] == '$' || t[stop] == ',' && t[at] == '$') {
		stop++
	}
	s.effort -= stop - at
	hash := t[at:stop]
	last := hash[strings.LastIndexAny(hash, "$}")+1:]
	h := shapeOf(last)
	if len(last) >= 22 && h.lower > 2 && h.upper > 2 && h.digit > 0 && entropy(last) >= 3.5 && !filler(last) {
		s.add(v, "password-hash", at, stop)
	}
}
