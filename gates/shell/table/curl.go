package table

import (
	"net/url"
	"regexp"
	"strings"

	"pp/engine"
	"pp/engine/cause"
)

// curlForms returns how curl reads the values of its flags and its operands, by the table's names of the forms.
func curlForms() map[string]func(v curl, text string) {
	return map[string]func(v curl, text string){
		"url":        curl.address,   // an address, with patterns in braces and brackets, or a file of this machine
		"connect-to": curl.elsewhere, // HOST1:PORT1:HOST2:PORT2, and HOST:PORT:ADDRESS[,ADDRESS] of --resolve
		"form":       curl.form,      // NAME=@FILE[,FILE][;headers=@FILE]
		"encoded":    curl.encoded,   // [NAME]@FILE
		"header":     curl.header,    // @FILE
		"cookie":     curl.cookie,    // NAME=VALUE or FILE
	}
}

// curl reads one value of the program curl: it adds the addresses that curl really connects to, and the files that it
// really reads.
type curl struct {
	call        *call
	word        int
	known, many bool
}

// sent adds a file whose content curl sends.
func (v curl) sent(file string) {
	v.call.hazard("remote-change", engine.Ask, cause.SendsFile.Bare(), v.word)
	v.call.emit(spec{kind: Read}, v.word, file, v.known, v.many)
}

// connect adds a contacted host; for an unknown host, text is the known beginning of its address.
func (v curl) connect(text string, known bool) {
	v.call.emit(spec{kind: Connect}, v.word, text, known && v.known, v.many)
}

// address adds the host or file that the address of a transfer names.
func (v curl) address(text string) {
	if rest, ok := cutFold(text, "file:"); ok {
		if behind, ok := strings.CutPrefix(rest, "//"); ok {
			_, rest, _ = strings.Cut(behind, "/") // after the host, which can only be this machine
		}
		name, err := url.PathUnescape("/" + strings.TrimLeft(rest, "/"))
		known := err == nil && v.known && !strings.ContainsAny(rest, "{}[]?#")
		v.call.emit(spec{kind: Read, scheme: LocalFile}, v.word, name, known, v.many)
		return
	}
	start := 0
	if i := strings.Index(text, "://"); i >= 0 {
		start = i + len("://")
	}
	host := text[start:]
	if i := strings.IndexAny(host, "/?#"); i >= 0 {
		host = host[:i]
	}
	i := strings.IndexByte(host, ']')
	if i > 0 && host[0] == '[' && strings.Trim(host[1:i], "0123456789abcdefABCDEF:.") == "" {
		host = strings.Repeat("x", i+1) + host[i+1:] // an IPv6 address
	}
	at, before := strings.IndexAny(host, "{}[]"), strings.ContainsAny(text[:start], "{}[]")
	if at >= 0 || before || strings.HasPrefix(text, "@") {
		v.connect(text[:start]+host[:max(at, 0)], false)
		return
	}
	v.connect(text, true)
}

// cutFold works like strings.CutPrefix, but ignores case.
func cutFold(text, prefix string) (string, bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// elsewhere adds the addresses that are used in the place of those in the addresses of transfers.
func (v curl) elsewhere(text string) {
	m := placed.FindStringSubmatch(text)
	switch {
	case strings.HasPrefix(text, "-") && v.known, text == ":::": // nothing is put in the place of anything
	case m == nil || !v.known:
		v.connect("", false)
	default:
		for address := range strings.SplitSeq(m[1], ",") {
			v.connect(address, address[:min(1, len(address))] != ":" || strings.Count(address, ":") > 1)
		}
	}
}

// placed matches HOST:PORT:ADDRESS[,ADDRESS] and HOST1:PORT1:HOST2:PORT2.
var placed = regexp.MustCompile(`^\+?(?:\[[^\]]*\]|[^:\[]*):[^:]*:(.+)$`)

// form adds the files of one part of a form, and of its headers.
func (v curl) form(text string) {
	_, content, _ := strings.Cut(text, "=")
	if strings.ContainsAny(content, `"\`) && strings.ContainsAny(content, "@<") {
		v.call.emit(spec{kind: Read}, v.word, "", false, false)
		return
	}
	for i, part := range strings.Split(content, ";") {
		if i > 0 {
			part, _ = cutFold(strings.TrimLeft(part, " "), "headers=")
		}
		if !strings.HasPrefix(part, "@") && !strings.HasPrefix(part, "<") {
			continue
		}
		for file := range strings.SplitSeq(part[1:], ",") {
			v.call.emit(spec{kind: Read}, v.word, strings.TrimSpace(file), v.known, v.many)
		}
	}
}

// encoded adds the file of data that curl encodes.
func (v curl) encoded(text string) {
	if _, file, ok := strings.Cut(text, "@"); ok && !strings.Contains(text, "=") {
		v.sent(file)
	}
}

// header adds a file with headers.
func (v curl) header(text string) {
	if file, ok := strings.CutPrefix(text, "@"); ok {
		v.sent(file)
	}
}

// cookie adds a file with cookies.
func (v curl) cookie(text string) {
	if text != "" && !strings.Contains(text, "=") {
		v.sent(text)
	}
}
