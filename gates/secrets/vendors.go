package secrets

import "strings"

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
	{"azure-key", []string{"azure"}, cBase64 | cEqual, []int{32, 44, 52, 84, 88}},
	{"sonar", []string{"sonar.login"}, cHex, []int{40}},
	{"linode", []string{"linode"}, cHex, []int{64}},
}

// keyWords must be in a vendor's name beside the vendor.
var keyWords = []string{"key", "token", "secret", "auth", "pass", "pwd", "sid", "api", "login", "_pat"}

func (d *vendor) match(s *scanner, v *view, at, end int) {
	a, ok := assigned(v.text, at, end, false)
	s.effort -= max(0, a.end-at)
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
