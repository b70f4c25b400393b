package secrets

import "strings"

// registerTokens adds the formats that start before their literal, or whose
// literal alone says too little.
func registerTokens(t *triggers) {
	t.add(":AA", false, matchFunc(telegram))
	t.add(".atlasv1.", false, matchFunc(terraform))
	t.add("8Q~", false, matchFunc(azureClient))
	t.add("7Q~", false, matchFunc(azureClient))
	t.add("JQQJ99", false, matchFunc(azureKey))
	t.add("NRAL", false, matchFunc(newRelicLicense))
	t.add("sig=", false, matchFunc(azureSignature))
	t.add("MII", false, matchFunc(derKey))
	t.add("b3BlbnNzaC1rZXktdjE", false, matchFunc(derKey))
	t.add("eyJ", false, matchFunc(jwt))
}

// around matches a token that has from min to max bytes of class before
// before the literal and of class after behind it.
func around(s *scanner, v *view, rule string, at, end int, before class, nBefore [2]int, after class, nAfter [2]int) {
	t := v.text
	from := spanBack(t, at, nBefore[1], before)
	to := span(t, end, nAfter[1], after)
	s.effort -= to - from
	if at-from < nBefore[0] || to-end < nAfter[0] || is(t, from-1, before) || is(t, to, after|cAlnum) {
		return
	}
	token := t[from:to]
	if entropy(token) >= 3 && !filler(t[from:at]) && !filler(t[end:to]) && !documented(token) {
		s.add(v, rule, from, to)
	}
}

func telegram(s *scanner, v *view, at, end int) {
	around(s, v, "telegram", at, end, cDigit, [2]int{8, 10}, cWord|cDash, [2]int{32, 33})
}

func terraform(s *scanner, v *view, at, end int) {
	around(s, v, "terraform-cloud", at, end, cAlnum, [2]int{14, 14}, cWord|cDash|cEqual, [2]int{60, 80})
}

func azureClient(s *scanner, v *view, at, end int) {
	const chars = cWord | cDot | cTilde | cDash
	around(s, v, "azure-client-secret", at, end, chars, [2]int{3, 3}, chars, [2]int{31, 34})
}

func azureKey(s *scanner, v *view, at, end int) {
	around(s, v, "azure-key", at, end, cAlnum, [2]int{52, 52}, cAlnum, [2]int{26, 26})
}

func newRelicLicense(s *scanner, v *view, at, end int) {
	around(s, v, "newrelic", at, end, cDigit|cLowHex, [2]int{32, 36}, 0, [2]int{0, 0})
}

// azureSignature matches the signature of a shared access signature: a query
// with a version or an expiry beside 32 bytes in escaped base64.
func azureSignature(s *scanner, v *view, at, end int) {
	t := v.text
	from, to := spanBack(t, at, 512, cQuery), span(t, end, 512, cQuery)
	s.effort -= to - from
	query := t[from:to]
	if !strings.Contains(query, "sv=") && !strings.Contains(query, "se=") {
		return
	}
	stop := end
	for stop < to && t[stop] != '&' {
		stop++
	}
	value := strings.NewReplacer("%2B", "+", "%2F", "/", "%3D", "=", "%2b", "+", "%2f", "/", "%3d", "=").
		Replace(t[end:stop])
	value = strings.TrimRight(value, "=")
	if len(value) == 43 && span(value, 0, 43, cRun) == 43 && entropy(value) >= 4 {
		s.add(v, "azure-sas", end, stop)
	}
}

// awsSecretAfter looks for the secret key that usually stands near its ID:
// forty characters of base64 that are no hash and no path.
func awsSecretAfter(s *scanner, v *view, pos int) {
	t := v.text
	stop := min(len(t), pos+160)
	for pos < stop {
		if !is(t, pos, cBase64) {
			pos++
			continue
		}
		end := span(t, pos, 41, cBase64)
		s.effort -= end - pos
		if end-pos == 40 && awsSecret(t[pos:end]) {
			s.add(v, "aws-secret-key", pos, end)
			return
		}
		pos = span(t, end, len(t), cBase64)
	}
}

func awsSecret(value string) bool {
	h := shapeOf(value)
	return h.upper >= 4 && h.lower >= 4 && h.digit >= 1 && entropy(value) >= 4 && !filler(value)
}

// bareTokens matches the formats that no literal announces, on a run of
// characters of base64 at [at,end).
func bareTokens(s *scanner, v *view, at, end int) {
	t := v.text
	switch n := end - at; {
	case n == 50 && t[at+32] == '-' && t[at+41] == '-':
		if span(t, at, 32, cHex) == at+32 && span(t, at+33, 8, cHex) == at+41 && span(t, at+42, 8, cHex) == end &&
			entropy(t[at:end]) > 3 {
			s.add(v, "mailgun", at, end)
		}
	case n >= 23 && n <= 28 && is(t, end, cDot):
		discordBot(s, v, at, end)
	}
}

// discordBot matches a bot's token: its number in base64, a time and a code.
func discordBot(s *scanner, v *view, at, end int) {
	t := v.text
	mid := span(t, end+1, 7, cWord|cDash)
	if mid-end-1 != 6 || !is(t, mid, cDot) {
		return
	}
	stop := span(t, mid+1, 45, cWord|cDash)
	if n := stop - mid - 1; n < 27 || n > 40 {
		return
	}
	id, ok := decodeBase64(t[at:end])
	if ok && len(id) >= 17 && span(id, 0, len(id), cDigit) == len(id) && entropy(t[mid+1:stop]) >= 3 {
		s.add(v, "discord", at, stop)
	}
}
