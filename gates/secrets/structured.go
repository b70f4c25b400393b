package secrets

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

// registerStructured adds what is recognised by what is in it.
func registerStructured(t triggers) {
	t.add("-----BEGIN", false, pemBlock)
	t.add("---- BEGIN SSH2", false, pemBlock)
	t.add("-----END", false, keyTail)
	t.add("Private-Lines: ", false, puttyKey)
	t.add("://", false, userinfo)
}

// runCache remembers the run of encoded characters looked at last, so that
// many triggers in one long run do not each walk it.
type runCache struct{ start, end int }

func (s *scanner) runEnd(t string, at int) int {
	if at < s.run.start || at >= s.run.end {
		s.run = runCache{at, span(t, at, len(t), cRun)}
		s.effort -= (s.run.end - at) / 8
	}
	return s.run.end
}

// decodeBase64 decodes either alphabet, padded or not.
func decodeBase64(t string) (string, bool) {
	t = strings.TrimRight(t, "=")
	if strings.ContainsAny(t, "+/") {
		b, err := base64.RawStdEncoding.DecodeString(t)
		return string(b), err == nil
	}
	b, err := base64.RawURLEncoding.DecodeString(t)
	return string(b), err == nil
}

// maxHeader bounds the header of a JSON web token.
const maxHeader = 2048

// jwt matches a JSON web token (RFC 7519): parts of base64url between dots of
// which the first is a JSON object that names an algorithm.
func jwt(s *scanner, v *view, at, _ int) {
	t := v.text
	head := s.runEnd(t, at)
	if !is(t, head, cDot) || head-at > maxHeader || !s.spend(head-at) {
		return
	}
	header, ok := decodeBase64(t[at:head])
	if !ok || !strings.Contains(header, `"alg"`) || !json.Valid([]byte(header)) {
		return
	}
	payload := span(t, head+1, len(t), cWord|cDash)
	s.effort -= payload - head
	if !is(t, payload, cDot) {
		return
	}
	end := span(t, payload+1, len(t), cWord|cDash)
	if end-payload-1 < 20 {
		return // without a signature it vouches for nothing
	}
	for range 2 { // an encrypted token has five parts
		if is(t, end, cDot) && is(t, end+1, cWord) {
			end = span(t, end+1, len(t), cWord|cDash)
		}
	}
	s.effort -= end - payload
	claims, _ := decodeBase64(t[head+1 : payload])
	if !strings.Contains(claims, "John Doe") && !documented(t[at:end]) {
		s.add(v, "jwt", at, end)
	}
}

// maxKeyBlock bounds a private key block; RSA of 16,384 bits takes 13 KB.
const maxKeyBlock = 64 << 10

// pemBlock matches a private key between BEGIN and END lines, in one line with
// escaped line ends or as a string in code too. When there is no END line it
// is what follows and can belong to a key.
func pemBlock(s *scanner, v *view, at, end int) {
	t := v.text[:min(len(v.text), end+maxKeyBlock)]
	label := strings.Index(t[end:min(len(t), end+64)], "----")
	static := label >= 0 && strings.Contains(t[end:end+label], "Static key")
	if label < 0 || !static && !strings.Contains(t[end:end+label], "PRIVATE") {
		return
	}
	from := span(t, end+label, 5, cDash)
	size := strings.Index(t[from:], "----")
	stop := from + size
	if size < 0 {
		stop = span(t, from, len(t), cBase64|cEqual|cSpace|cGap)
	}
	s.effort -= stop - from
	if at, end := nextRun(t, from, 32, cHex); !hasKeyBody(t[from:stop]) && !(static && at < end && end <= stop) {
		return
	}
	if head, tail, ok := strings.Cut(t[stop:min(len(t), stop+80)], "END"); ok {
		if i := strings.Index(tail, "----"); i >= 0 {
			stop = span(t, stop+len(head)+3+i, 5, cDash)
		}
	}
	s.add(v, "private-key", at, stop)
}

// hasKeyBody reports whether there is key material in a block: a varied run of
// at least forty characters of base64.
func hasKeyBody(block string) bool {
	for at, end := nextRun(block, 0, 40, cBase64); at < end; at, end = nextRun(block, end, 40, cBase64) {
		run := block[at:end]
		h := shapeOf(run)
		if h.digit > 0 && h.lower > 4 && h.upper > 4 && entropy(run) >= 3 && !filler(run) {
			return true
		}
	}
	return false
}

// puttyKey matches the private part of a PuTTY key file, behind the number of its lines.
func puttyKey(s *scanner, v *view, _, end int) {
	at := span(v.text, end, 4, cDigit)
	stop := span(v.text, at, maxKeyBlock, cBase64|cEqual|cSpace)
	s.effort -= stop - at
	if hasKeyBody(v.text[at:stop]) {
		s.add(v, "private-key", span(v.text, at, 2, cSpace), stop)
	}
}

// derKey matches a private key in base64 without its BEGIN line: PKCS #1 and #8 and
// SEC 1 (RFC 8017, RFC 5958, RFC 5915) start with a sequence and a version, encrypted
// ones with how they are encrypted; OpenSSH's own format with its name.
func derKey(s *scanner, v *view, at, end int) {
	t := v.text
	if is(t, at-1, cAlnum) {
		return
	}
	stop := s.runEnd(t, at)
	if stop-at < 60 || !s.spend(64) {
		return
	}
	key := end-at > 4
	if raw, ok := decodeBase64(t[at : at+24]); ok && raw[0] == 0x30 && !key {
		body := raw[min(2+max(0, int(raw[1])-0x80), 6):] // behind the length
		key = strings.HasPrefix(body, "\x02\x01\x00") || strings.HasPrefix(body, "\x02\x01\x01\x04") ||
			strings.Contains(raw, "\x2a\x86\x48\x86\xf7\x0d\x01\x05")
	}
	if key && (end-at > 4 || entropy(t[at:min(stop, at+4096)]) >= 4) {
		s.add(v, "private-key", at, wrappedEnd(t, at, stop))
	}
}

// keyTail matches the lines of a private key before an END line without its BEGIN.
func keyTail(s *scanner, v *view, at, end int) {
	t := v.text
	if !strings.Contains(t[end:min(len(t), end+32)], "PRIVATE") {
		return
	}
	from := spanBack(t, at, min(at-s.document, maxKeyBlock), cBase64|cEqual|cSpace)
	s.effort -= at - from
	s.document = at
	if from = span(t, from, at-from, cSpace); hasKeyBody(t[from:at]) {
		s.add(v, "private-key", from, at)
	}
}

// wrappedEnd returns the end of base64 whose first line is [at,stop): lines as
// long as that one, and one that is shorter.
func wrappedEnd(t string, at, stop int) int {
	width := stop - at
	for {
		next := span(t, stop, 32, cSpace)
		end := span(t, next, width+1, cBase64)
		n := end - next
		if next == stop || n < 4 || n > width ||
			n < width && (plainWord(t, next, end) || !is(t, end, cEqual|cSpace|cQuote) && end < len(t)) {
			return span(t, stop, 2, cEqual)
		}
		if stop = end; n < width {
			return span(t, stop, 2, cEqual)
		}
	}
}

// maxUserinfo bounds the part of a URL before the host.
const maxUserinfo = 512

// userinfo matches the password in scheme://user:password@host.
func userinfo(s *scanner, v *view, at, end int) {
	t := v.text
	if !is(t, at-1, cAlnum) {
		return
	}
	from, rest := at, t[end:min(len(t), end+maxUserinfo)]
	if i := strings.IndexAny(rest, " \t\r\n/\"'`<\\?"); i >= 0 {
		rest = rest[:i]
	}
	s.effort -= len(rest)
	at = strings.LastIndexByte(rest, '@')
	user, password, ok := strings.Cut(rest[:max(at, 0)], ":")
	if (password == "" || password == "x-oauth-basic") && tokenLike(user) { // a token in place of a user
		s.add(v, "url-password", end, end+len(user))
	}
	s.pathTokens(v, from, end)
	if ok && (is(rest, at+1, cAlnum) || strings.HasPrefix(rest[at+1:], "[")) &&
		(hostPassword(user, password) || user != password && settable(password)) {
		s.add(v, "url-password", end+len(user)+1, end+at)
	}
}

// tokenLike reports whether a part of an address is a token rather than a name.
func tokenLike(part string) bool {
	return len(part) >= 20 && looksRandom(part) && !segmented(part) && !filler(part)
}

// pathTokens matches the tokens in the path of an index's address; at is where its :// begins and end where that ends.
func (s *scanner) pathTokens(v *view, at, end int) {
	t := v.text
	line := t[max(0, at-maxName):at]
	if !containsAny(line[strings.LastIndexByte(line, '\n')+1:], indexNames) {
		return
	}
	stop := end
	for stop < min(len(t), end+maxUserinfo) && !is(t, stop, cSpace|cQuote|cAngle) && t[stop] != '#' {
		stop++
	}
	s.effort -= stop - end
	for part := range strings.SplitSeq(t[end:stop], "/") {
		if end > at+len("://") && tokenLike(part) {
			s.add(v, "url-password", end, end+len(part))
		}
		end += len(part) + 1
	}
}
