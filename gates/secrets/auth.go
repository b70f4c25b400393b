package secrets

import "strings"

// registerAuthorization adds what clients send to prove who they are.
func registerAuthorization(t triggers) {
	t.add("bearer ", true, bearer)
	t.add("basic ", true, basic)
	t.add(`"auth"`, false, basic)
	t.add("_auth", false, basic)
	t.add("auth: ", true, basic)
	t.add("authorization", true, authorization)
	for _, lit := range []string{"cookie: ", `cookie","value":"`, "-b '", `-b "`, "--cookie '", `--cookie "`} {
		t.add(lit, true, cookies)
	}
}

// bearer matches a bearer token (RFC 6750) that looks random.
func bearer(s *scanner, v *view, _, end int) {
	t := v.text
	const chars = cRun | cDot | cEqual | cTilde
	stop := span(t, end, maxValue, chars)
	if stop < len(t) && t[stop] == ':' {
		stop = span(t, stop+1, maxValue, chars) // an identifier and a signature
	}
	s.effort -= stop - end
	token := t[end:stop]
	if len(token) >= 16 && looksRandom(token) && !filler(token) && !segmented(token) && !documented(token) &&
		(shapeOf(token).digit >= 2 || jumbled(token)) {
		s.addGeneric(v, end, stop)
	}
}

// basic matches "user:password" in base64: in the header of basic authentication
// (RFC 7617) and in what clients of registries keep.
func basic(s *scanner, v *view, _, end int) {
	t := v.text
	at := span(t, end, 12, cSpace|cQuote|cEqual|cAmp)
	end = span(t, at, maxValue, cBase64|cEqual)
	s.effort -= end - at
	if end-at < 8 {
		return
	}
	pair, ok := decodeBase64(t[at:end])
	user, pass, found := strings.Cut(pair, ":")
	if ok && found && span(pair, 0, len(pair), cText) == len(pair) && hostPassword(user, pass) {
		s.add(v, "basic-auth", at, end)
	}
}

// authorization matches the token in a header, whatever its scheme is called.
func authorization(s *scanner, v *view, _, end int) {
	t := v.text
	at := span(t, end, 8, cSpace|cQuote|cAmp|cEqual|cJoin)
	if scheme := span(t, at, 32, cWord|cDash); at > end && is(t, scheme, cSpace) {
		if strings.EqualFold(t[at:scheme], "basic") {
			return
		}
		at = scheme + 1
	}
	if uuid(t[at:span(t, at, 36, cRun)]) {
		s.addGeneric(v, at, at+36)
		return
	}
	bearer(s, v, end, at)
}

// maxCookies bounds what is read of a header.
const maxCookies = 4 << 10

// cookies matches the values that tell one session from others: long and random.
func cookies(s *scanner, v *view, _, end int) {
	t := v.text[:lineEnd(v.text, end, min(len(v.text), end+maxCookies))]
	for at := end; at < len(t); at++ {
		if t[at] != '=' {
			continue
		}
		stop := span(t, at+1, maxCookies, cRun|cDot|cEqual|cTilde)
		s.effort -= stop - at
		if value := t[at+1 : stop]; len(value) >= 20 && looksRandom(value) && !segmented(value) {
			s.addGeneric(v, at+1, stop)
		}
		at = stop
	}
}
