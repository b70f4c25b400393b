package secrets

import "strings"

// registerAuthorization adds what clients send to prove who they are.
func registerAuthorization(t *triggers) {
	t.add("bearer ", true, matchFunc(bearer))
	t.add("basic ", true, matchFunc(basicHeader))
	t.add(`"auth"`, false, matchFunc(dockerAuth))
	t.add("_auth", false, matchFunc(dockerAuth))
	t.add("curl ", false, matchFunc(curlUser))
	t.add("sshpass ", false, matchFunc(sshpass))
}

// bearer matches a bearer token (RFC 6750) that looks random.
func bearer(s *scanner, v *view, _, end int) {
	t := v.text
	stop := span(t, end, maxValue, cRun|cDot|cEqual|cTilde)
	s.effort -= stop - end
	token := t[end:stop]
	if len(token) >= 16 && looksRandom(token) && !filler(token) && !segmented(token) && !documented(token) &&
		shapeOf(token).digit >= 2 {
		s.addGeneric(v, end, stop)
	}
}

// basicHeader matches the credentials of basic authentication (RFC 7617).
func basicHeader(s *scanner, v *view, _, end int) {
	stop := span(v.text, end, maxValue, cBase64|cEqual)
	s.effort -= stop - end
	basic(s, v, end, stop)
}

// dockerAuth matches the user and password that registries' clients keep in base64.
func dockerAuth(s *scanner, v *view, at, end int) {
	t := v.text
	a := span(t, end, 1, cQuote)
	a = span(t, a, 8, cSpace)
	if a == len(t) || t[a] != ':' && t[a] != '=' {
		return
	}
	a = span(t, a+1, 8, cSpace|cQuote)
	z := span(t, a, maxValue, cBase64|cEqual)
	s.effort -= z - end
	basic(s, v, a, z)
}

// basic matches "user:password" in base64 at [at,end).
func basic(s *scanner, v *view, at, end int) {
	if end-at < 8 {
		return
	}
	pair, ok := decodeBase64(v.text[at:end])
	user, pass, found := strings.Cut(pair, ":")
	if ok && found && span(pair, 0, len(pair), cText) == len(pair) && hostPassword(user, pass) {
		s.add(v, "basic-auth", at, end)
	}
}

// curlUser matches the password in curl -u user:password.
func curlUser(s *scanner, v *view, _, end int) {
	line := v.text[end:min(len(v.text), end+maxUserinfo)]
	line = line[:lineEnd(line, 0, len(line))]
	if i := strings.Index(line, "curl "); i >= 0 {
		line = line[:i]
	}
	s.effort -= len(line)
	for _, flag := range []string{"-u", "--user", "-U", "--proxy-user"} {
		i := strings.Index(line, flag)
		if i < 0 || i > 0 && line[i-1] != ' ' {
			continue
		}
		a := span(line, i+len(flag), 4, cSpace|cQuote|cEqual)
		z := a
		for z < len(line) && classes[line[z]]&(cSpace|cQuote) == 0 {
			z++
		}
		if user, pass, ok := strings.Cut(line[a:z], ":"); ok && hostPassword(user, pass) {
			s.add(v, "url-password", end+a+len(user)+1, end+z)
			return
		}
	}
}

// sshpass matches the password in sshpass -p password.
func sshpass(s *scanner, v *view, _, end int) {
	t := v.text
	if !strings.HasPrefix(t[end:], "-p") {
		return
	}
	a := span(t, end+2, 4, cSpace|cQuote)
	z := a
	for z < len(t) && z < a+maxName && classes[t[z]]&(cSpace|cQuote) == 0 {
		z++
	}
	if hostPassword("", t[a:z]) {
		s.add(v, "command-password", a, z)
	}
}
