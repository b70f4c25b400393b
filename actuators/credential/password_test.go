package credential

import (
	"io"
	"net"
	"testing"
)

// TestHelperAnswersForApprovedHosts: it gives the password for the host that was approved, to nothing but a question
// for it, and nothing after the command's end.
func TestHelperAnswersForApprovedHosts(t *testing.T) {
	dir := t.TempDir()
	l, loan := NewLender(Options{}), &Loan{}
	use := Use{Kind: Password, Scheme: "https", Host: "known.test", Port: 8443}
	if err := l.lendPasswords(loan, dir, []password{{use, "me", "pass-word-1"}}); err != nil {
		t.Fatal(err)
	}
	ask := func(question string) string {
		conn, err := net.Dial("unix", dir+"/git")
		if err != nil {
			return "closed"
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, question)
		_ = conn.(*net.UnixConn).CloseWrite()
		text, _ := io.ReadAll(conn)
		return string(text)
	}
	const here = "protocol=https\nhost=known.test:8443\n"
	for question, want := range map[string]string{
		"action=get\ntimeout=900\n" + here:                              "username=me\npassword=pass-word-1\n",
		"action=get\n" + here + "username=me\n":                         "username=me\npassword=pass-word-1\n",
		"action=get\n" + here + "username=you\n":                        "",
		"action=get\nprotocol=http\nhost=known.test:8443\n":             "",
		"action=get\nprotocol=https\nhost=known.test\n":                 "",
		"action=get\nprotocol=https\nhost=other.test\n":                 "",
		"action=store\n" + here + "username=me\npassword=pass-word-1\n": "",
		"action=erase\n" + here:                                         "",
		here:                                                            "",
		"":                                                              "",
	} {
		if got := ask(question); got != want {
			t.Errorf("%q: %q, not %q", question, got, want)
		}
	}
	if err := loan.Close(); err != nil || ask("action=get\n"+here) != "closed" {
		t.Errorf("after the end: %v", err)
	}
}
