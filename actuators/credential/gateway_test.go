package credential

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestGatewayAddsThePasswordToWhatWasApproved: to a fetch or push of the approved repository and to nothing else.
func TestGatewayAddsThePasswordToWhatWasApproved(t *testing.T) {
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		switch {
		case password == "" && !strings.HasPrefix(r.URL.Path, "/open"):
			w.WriteHeader(http.StatusUnauthorized)
		case strings.HasPrefix(r.URL.Path, "/old"):
			http.Redirect(w, r, "/new.git/info/refs?"+r.URL.RawQuery, http.StatusMovedPermanently)
		}
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "password=%s body=%s", password, body)
	}))
	defer host.Close()
	at, err := url.Parse(host.URL)
	if err != nil {
		t.Fatal(err)
	}
	var port int
	if _, err := fmt.Sscan(at.Port(), &port); err != nil {
		t.Fatal(err)
	}
	use := func(path string, push bool) Use {
		return Use{Kind: Password, Scheme: "http", Host: "127.0.0.1", Port: port, Path: path, Push: push}
	}
	var noted []string
	settings, _, end, err := lendGateway(context.Background(), knows("127.0.0.1"), []Use{use("me/x%2B.git", false),
		use("me/y", true), use("old", false)}, "", func(s string) { noted = append(noted, s) })
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	if len(settings) != 2 || !strings.HasPrefix(settings[0][0], "http."+host.URL+"/.proxy") {
		t.Fatalf("%q", settings)
	}
	proxy, err := url.Parse(settings[0][1])
	if err != nil {
		t.Fatal(err)
	}
	ask := func(via *url.URL, method, path, body string) string {
		client := http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(via)},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		defer client.CloseIdleConnections()
		r, err := http.NewRequest(method, host.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(r)
		if err != nil {
			return err.Error()
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		return fmt.Sprint(resp.StatusCode, " ", string(text))
	}
	const with = "200 password=pass-word-1 body="
	for _, c := range []struct{ method, path, body, want string }{
		{"GET", "/me/z/info/refs?service=git-upload-pack", "", "401"},
		{"GET", "/new/info/refs?service=git-upload-pack", "", "401"},
		{"POST", "/me/y/git-receive-pack", "pushed", with + "pushed"},
		{"GET", "/me/x+/info/refs?service=git-upload-pack", "", with},
		{"GET", "/me/x+.git/info/refs?service=git-upload-pack", "", with},
		{"GET", "/me/x+.git/info/refs?service=git-receive-pack", "", "401"},
		{"POST", "/me/x+.git/git-receive-pack", "", "401"},
		{"POST", "/me/x+.git/git-upload-pack", "wanted", with + "wanted"},
		{"GET", "/me/y.git/info/refs?service=git-receive-pack", "", with},
		{"GET", "/api/user", "", "401"},
		{"GET", "/me/y.git/../../api?service=git-upload-pack", "", "401"},
		{"GET", "/open/info/refs?service=git-upload-pack", "", "200 password= "},
		{"GET", "/old/info/refs?service=git-upload-pack", "", "301"},
		{"GET", "/new/info/refs?service=git-upload-pack", "", with},
	} {
		if got := ask(proxy, c.method, c.path, c.body); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %s: %q, not %q", c.method, c.path, got, c.want)
		}
	}
	if len(noted) != 1 || noted[0] != "pass-word-1" {
		t.Errorf("noted %q", noted)
	}
	stranger := *proxy
	stranger.User = url.UserPassword(gatewayUser, "guess")
	if got := ask(&stranger, "GET", "/me/y/info/refs?service=git-upload-pack", ""); !strings.HasPrefix(got, "407") {
		t.Errorf("without the token: %q", got)
	}
	_ = end()
	if got := ask(proxy, "GET", "/me/y/info/refs?service=git-upload-pack", ""); !strings.Contains(got, "refused") {
		t.Errorf("after the end: %q", got)
	}
}
