package secrets

import "strings"

// registerTokens adds the formats that start before their literal, or whose
// literal alone says too little.
func registerTokens(t triggers) {
	for _, start := range []string{"MII", "MIG", "MIH", "MHcC", "MHQC", "MC4C", "b3BlbnNzaC1rZXktdjE"} {
		t.add(start, false, derKey)
	}
	t.add("eyJ", false, jwt)
}

// awsSecretAfter looks for the secret key that usually stands near its ID:
// forty characters of base64 that are no hash and no path.
func awsSecretAfter(s *scanner, v *view, pos int) {
	t := v.text[:min(len(v.text), pos+200)]
	s.effort -= len(t) - pos
	for at, end := nextRun(t, pos, 40, cBase64); at < end; at, end = nextRun(t, end, 40, cBase64) {
		if end-at == 40 && awsSecret(t[at:end]) {
			s.add(v, "aws-secret-key", at, end)
			return
		}
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
	case (n == 51 || n == 52) && walletKey(t[at:end]):
		s.add(v, "wallet-key", at, end)
	case n == 56 && t[at] == 'S' && span(t, at, n, cBase32) == end && shapeOf(t[at:end]).digit > 3:
		s.add(v, "wallet-key", at, end)
	case n == 55 && span(t, at, n, cDigit|cDash) == end && shapeOf(t[at:end]).digit == 48 && t[at+6] == '-' &&
		t[at+48] == '-':
		s.add(v, "bitlocker", at, end)
	case n >= 32 && prefixed(t[at:end]):
		s.addGeneric(v, at, end)
	}
}

// prefixed reports whether a run is a token as most services form theirs now: short
// lower-case words that say what it is, and thirty or more letters of both cases
// and digits. What is public says so.
func prefixed(run string) bool {
	body := 0
	for i := 0; i < min(len(run), 24) && is(run, i, cLower|cDigit|cUnder|cDash); i++ {
		if is(run, i, cUnder|cDash) {
			body = i + 1
		}
	}
	token := run[body:]
	if body < 3 || len(token) < 30 || !is(run, 0, cLower) || containsAny(run[:body], publicPrefixes) ||
		strings.ContainsAny(token, "+/") {
		return false
	}
	h := shapeOf(token)
	return h.upper > 3 && h.lower > 3 && h.digit > 1 && h.symbol*16 <= len(token) && entropy(token) >= 4 &&
		wordShare(token) < 0.3 && !filler(token)
}

// walletKey reports whether a run has the form of a key of Bitcoin in base58. Its checksum is not looked at: one that
// was mistyped is as private.
func walletKey(run string) bool {
	h := shapeOf(run)
	return strings.IndexByte("5KL9c", run[0]) >= 0 && !strings.ContainsAny(run, "0OIl+/_-") && h.digit > 2 &&
		h.upper > 5 && h.lower > 5 && entropy(run) >= 4
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
	if t[at] >= 'M' && t[at] <= 'O' && entropy(t[at:end]) >= 3 && entropy(t[mid+1:stop]) >= 3 { // digits start so
		s.add(v, "discord", at, stop)
	}
}
