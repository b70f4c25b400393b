package secrets

import (
	"slices"
	"strings"
)

// secretWords are the names under which secrets are kept.
var secretWords = []string{
	"password", "passwd", "passphrase", "_pwd", "pwd=", "db_pass", "dbpass", "_pass=", "userpass", "secret",
	"token", "apikey", "api_key", "api-key", "access_key", "accesskey", "access-key", "auth_key", "authkey",
	"auth-key", "private_key", "privatekey", "private-key", "credential", "encryption_key", "encryptionkey",
	"signing_key", "signingkey", "master_key", "masterkey", "account_key", "accountkey", "session_key",
	"client_key", "deploy_key", "authorization", "passcode", "x-auth-",
}

// plainWords in a name say that it holds no secret but something about one.
var plainWords = []string{
	"public", "type", "name", "path", "file", "dir", "url", "uri", "endpoint", "length", "size", "count", "digest",
	"sha", "checksum", "expire", "expiry", "ttl", "field", "prefix", "regex", "pattern", "format", "label", "index",
	"limit", "arn", "version", "policy", "usage", "hint", "page", "next", "continuation", "cursor", "resume",
	"sync", "kind", "class", "cancel", "fingerprint", "thumbprint", "idempot", "starting", "lock", "change",
	"algorithm", "method",
}

// vendor is a service whose keys are known by the name they stand under and
// their shape.
type vendor struct {
	rule    string
	words   []string // one of which is in the name, in lower case
	class   class
	lengths []int
}

var vendors = [...]vendor{
	{"aws-secret-key", []string{"aws_secret", "aws-secret", "awssecret", "secret_access_key", "secretaccesskey",
		"secret-access-key"}, cBase64, []int{40}},
	{"heroku", []string{"heroku"}, cHex | cDash, []int{36}},
	{"twilio", []string{"twilio"}, cHex, []int{32}},
	{"datadog", []string{"datadog", "dd_api", "dd-api", "dd_app", "dd-app"}, cHex, []int{32, 40}},
	{"cloudflare", []string{"cloudflare", "cf_api", "x-auth-key"}, cWord | cDash, []int{37, 40}},
	{"mailgun", []string{"mailgun"}, cHex | cDash, []int{32, 50}},
	{"atlassian", []string{"atlassian", "jira", "confluence"}, cAlnum, []int{24}},
	{"fastly", []string{"fastly"}, cWord | cDash, []int{32}},
	{"algolia", []string{"algolia"}, cHex, []int{32}},
	{"okta", []string{"okta"}, cWord | cDash, []int{42}},
	{"wandb", []string{"wandb"}, cHex, []int{40}},
	{"cohere", []string{"cohere"}, cAlnum, []int{40}},
	{"mistral", []string{"mistral"}, cAlnum, []int{32}},
	{"newrelic", []string{"newrelic", "new_relic"}, cAlnum, []int{40, 32}},
	{"azure-key", []string{"azure"}, cBase64 | cEqual, []int{32, 44, 88}},
	{"linode", []string{"linode"}, cHex, []int{64}},
}

// registerAssignments adds values assigned to names.
func registerAssignments(t *triggers) {
	for _, w := range secretWords {
		t.add(w, true, matchFunc(assignedSecret))
	}
	for i := range vendors {
		for _, w := range vendors[i].words {
			t.add(w, true, &vendors[i])
		}
	}
}

// assignedSecret matches a random value assigned to a name that says it is secret.
func assignedSecret(s *scanner, v *view, at, end int) {
	a, ok := assigned(v.text, at, end)
	s.effort -= a.end - at
	if !ok {
		return
	}
	value := v.text[a.at:a.end]
	if uuid(value) && !containsAny(strings.ToLower(v.text[a.key:a.keyEnd]), uuidNames) {
		return
	}
	if secretValue(value, a.quoted) && (!a.code || alternating(value)) {
		s.addGeneric(v, a.at, a.end)
	}
}

// uuidNames are parts of the names under which an identifier is a secret.
// Most tokens that are one only tell requests apart.
var uuidNames = []string{"secret", "pass", "api", "access", "auth", "vault", "consul", "refresh", "private"}

// keyWords must be in a vendor's name beside the vendor.
var keyWords = []string{"key", "token", "secret", "auth", "pass", "pwd", "sid", "api"}

func (d *vendor) match(s *scanner, v *view, at, end int) {
	a, ok := assigned(v.text, at, end)
	s.effort -= a.end - at
	if !ok || !containsAny(strings.ToLower(v.text[a.key:a.keyEnd]), keyWords) {
		return
	}
	value := v.text[a.at:a.end]
	if span(value, 0, len(value), d.class) != len(value) || filler(value) || documented(value) ||
		entropy(value) < 3 || shapeOf(value).digit == 0 {
		return
	}
	for _, n := range d.lengths {
		if n == len(value) && (n != 36 || uuid(value)) && (d.class&cLow == 0 || wordShare(value) < 0.5) {
			s.add(v, d.rule, a.at, a.end)
			return
		}
	}
}

func containsAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// assignment is a name and the value that it is given.
type assignment struct {
	key, keyEnd int
	at, end     int // the value, without quotes
	quoted      bool
	code        bool // the value may be an expression, or one of a list
}

// The bounds of an assignment, in bytes.
const (
	maxName  = 48
	maxBlank = 16
	maxValue = 8 << 10
)

// assigned reads the assignment in whose name [at,end) stands: in code, in
// configuration, as a header, as an argument of a call, as an element of XML,
// or as a command's flag.
func assigned(t string, at, end int) (a assignment, ok bool) {
	a.key = spanBack(t, at, maxName, cWord|cDash)
	a.keyEnd = span(t, end, maxName, cWord|cDash)
	if c := t[end-1]; c == '=' || c == '-' {
		a.keyEnd = end - 1 // the word ends with its operator
		end = a.keyEnd
	}
	if !nameOK(t, a, end) {
		return a, false
	}
	pos, loose, ok := operator(t, a)
	if !ok {
		return a, false
	}
	pos = span(t, pos, maxBlank, cSpace)
	if newline := strings.IndexByte(t[a.keyEnd:pos], '\n'); newline >= 0 && !loose {
		return a, false
	}
	return a.value(t, pos, loose)
}

// nameOK reports whether the name is that of a secret: the word in it, which
// ends at end, is not part of a longer one, and none says otherwise.
func nameOK(t string, a assignment, end int) bool {
	if is(t, end, cLower) && is(t, end-1, cLower) {
		if t[end] != 's' || is(t, end+1, cLower) {
			return false
		}
	}
	if is(t, end, cUpper) && is(t, end-1, cUpper) && t[end] != 'S' {
		return false
	}
	return !strings.HasSuffix(t[:a.key], "::") && !containsAny(strings.ToLower(t[a.key:a.keyEnd]), plainWords)
}

// operator returns where the value starts. It is loose when the value may only
// be a quoted one.
func operator(t string, a assignment) (pos int, loose, ok bool) {
	pos = span(t, a.keyEnd, 3, cQuote|cJoin)
	for p := a.keyEnd; p < pos; p++ {
		if c := t[p]; c == '(' {
			return p + 1, true, true // set_password("…")
		} else if c == '+' || c == '.' || c == '&' || c == '[' || c == '{' || c == ',' {
			pos = p
		}
	}
	closed := pos > a.keyEnd
	blank := span(t, pos, maxBlank, cSpace)
	rest := t[blank:]
	switch {
	case len(rest) > 1 && slices.Contains([]string{":=", "=>", "<-", "!="}, rest[:2]):
		return blank + 2, true, true
	case strings.HasPrefix(rest, "=="):
		return blank + span(rest, 0, 3, cEqual), true, true
	case strings.HasPrefix(rest, "="):
		return blank + 1, blank > pos, true
	case strings.HasPrefix(rest, "::"):
		return 0, false, false
	case strings.HasPrefix(rest, ":"):
		if p, typed := typeAnnotation(t, blank+1); typed {
			return p, true, true
		}
		return blank + 1, false, true
	case strings.HasPrefix(rest, ",") && closed:
		return blank + 1, true, true
	case strings.HasPrefix(rest, ">") && (blank == a.keyEnd || closed):
		return blank + 1, false, is(t, a.key-1, cAngle) || closed
	case blank > pos && is(t, a.key, cDash):
		return blank, false, true // --password value
	case blank > pos:
		p, typed := typeAnnotation(t, pos)
		return p, true, typed
	}
	return 0, false, false
}

// typeAnnotation skips a type and the equals sign behind it.
func typeAnnotation(t string, pos int) (int, bool) {
	p := span(t, pos, 4, cSpace)
	word := span(t, p, 32, cWord|cDot)
	eq := span(t, word, 4, cSpace)
	if word == p || !is(t, eq, cEqual) || is(t, eq+1, cEqual) {
		return pos, false
	}
	return eq + 1, true
}

// value reads the value that starts at pos.
func (a assignment) value(t string, pos int, loose bool) (assignment, bool) {
	if p := openQuote(t, pos); p > 0 {
		quote := t[p-1]
		end := p
		for end < len(t) && end < p+maxValue && t[end] != quote && t[end] != '\n' && t[end] != '\\' {
			end++
		}
		a.at, a.end, a.quoted = p, end, true
		a.code = strings.Contains(t[a.keyEnd:pos], ",")
		return a, end < len(t) && t[end] != '\n' && end > p
	}
	end := span(t, pos, maxValue, cUnquoted&^cEqual)
	end = span(t, end, 2, cEqual)
	a.at, a.end, a.code = pos, end, loose
	if end == pos || loose && is(t, end, cJoin|cQuote) || is(t, end, cQuote) && is(t, end+1, cWord) ||
		end < len(t) && strings.IndexByte("([{", t[end]) >= 0 {
		return a, false
	}
	for a.end > a.at && is(t, a.end-1, cDot) {
		a.end--
	}
	return a, true
}

// openQuote returns the position after the quote that opens a string at pos,
// which a prefix, a bracket or a conversion may precede; 0 when there is none.
func openQuote(t string, pos int) int {
	p := span(t, pos, 32, cWord|cDot|cJoin)
	if p == pos+32 || !is(t, p, cQuote) {
		return 0
	}
	if p > pos && t[p-1] != '(' && t[p-1] != '[' && t[p-1] != '{' && t[p-1] != '\\' && p-pos > 2 {
		return 0 // an expression
	}
	return p + 1
}
